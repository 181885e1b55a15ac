"""Faces to be shown on displays and in print: python3 -m liveness.pack_faces --crops CROPS… --out PACK

CROPS are folders of square cuts, 1.6 times the detector's box wide, as occlusion/crop-faces.ts makes them."""

import argparse
from pathlib import Path

from PIL import Image

from common.store import write_bank

SIDE = 176


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--crops", nargs="+", required=True)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    files = sorted(file for folder in args.crops for file in Path(folder).glob("*.jpg"))
    print(write_bank(args.out, "live_faces", entries(files), quality=92), "faces")


def entries(files):
    for file in files:
        yield Image.open(file).convert("RGB").resize((SIDE, SIDE), Image.BICUBIC), {"file": file.name}


if __name__ == "__main__":
    main()
