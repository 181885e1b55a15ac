"""Draws slips, pages, covers and things with a document's outline into a bank, and photographs without a document into another.

python3 -m corners.pack_papers --photographs DIR… --out PACK [--papers 400] [--quality 80]
Needs Pillow and the fonts named in README.md; no GPU. Every eighth photograph is held out for measuring.
"""

import argparse
import random
from pathlib import Path

from PIL import Image

from common.store import write_bank
from drawing.papers import draw_paper
from drawing.scenes import load
from pack import pictures, text_fonts

SIZE = (384, 288)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--photographs", nargs="*", default=[])
    parser.add_argument("--out", required=True)
    parser.add_argument("--papers", type=int, default=400)
    parser.add_argument("--quality", type=int, default=80)
    args = parser.parse_args()
    paths = [p for folder in args.photographs for p in pictures(folder, 0)]
    photographs = [load(p).resize(SIZE, Image.LANCZOS) for p in paths]
    rng, fonts = random.Random(17), text_fonts()
    drawn = (draw_paper(rng, fonts, photographs) for _ in range(args.papers))
    report = {
        "papers": write_bank(args.out, "papers", ((paper, {"aspect": aspect}) for paper, aspect in drawn), args.quality),
        "photos": write_bank(args.out, "photos", ((p, {"file": path.name, "held": i % 8 == 0}) for i, (p, path) in enumerate(zip(photographs, paths))), args.quality),
    }
    print(report)


if __name__ == "__main__":
    main()
