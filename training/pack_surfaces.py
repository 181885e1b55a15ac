"""Packs what the screen and recapture nets see at a camera's own resolution: cuts of photographs, phone frames and documents.

python3 training/pack_surfaces.py --data DATA --photographs DIR… --specimens DIR --photographed DIR --out PACK
Needs Pillow; no GPU. SPECIMENS and PHOTOGRAPHED are folders of folders as `npm run cli -- specimen` writes them, without faults or attacks.
"""

import argparse
import json
import random
from pathlib import Path

from PIL import Image, ImageOps

from common.store import write_bank
from drawing.cards import SIZE as CARD_SIZE
from pack import FRAME, pictures

SIDE = 320
KEPT_OUT = ("fin_id", "esp_id")
WHOLE = (1200, 760)
# Wallpapers come in several sizes of one picture, next to each other by name.
EVERY = 3


def main():
    args = arguments()
    rng = random.Random(11)
    data, out = Path(args.data), Path(args.out)
    taken = sorted(Path(args.photographed).glob("*/*-photo.jpg"))
    cuts = [
        *frames(rng, data, 2),
        *documents(rng, taken, 2, "photographed"),
        *documents(rng, [p for p in sorted((data / "cutouts").glob("*.jpg")) if not any(kind in p.name for kind in KEPT_OUT)], 1, "cutout"),
        *documents(rng, sorted(Path(args.specimens).glob("*/*.jpg")), 1, "specimen"),
    ]
    rng.shuffle(cuts)
    specimens = ((Image.open(p).convert("RGB").resize(CARD_SIZE, Image.LANCZOS), {"file": p.parent.name}) for p in sorted(Path(args.specimens).glob("*/*.jpg")))
    report = {
        "surfaces": write_bank(out, "surfaces", cuts, 76),
        "specimens": write_bank(out, "specimens", specimens, 84),
        "photographs": write_bank(out, "photographs", photographs(args.photographs), 74),
        "tables": write_bank(out, "tables", tables(taken), 82),
    }
    print(report)


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--photographs", nargs="+", required=True)
    parser.add_argument("--specimens", required=True)
    parser.add_argument("--photographed", required=True, help="other specimens, with --photographed")
    parser.add_argument("--out", required=True)
    return parser.parse_args()


def photographs(folders):
    """Whole photographs, to be cut anew for each step."""
    for path in sorted(p for folder in folders for p in pictures(folder, 150_000))[::EVERY]:
        picture = Image.open(path).convert("RGB")
        if min(picture.width / WHOLE[0], picture.height / WHOLE[1]) >= 1:
            yield ImageOps.fit(picture, WHOLE, Image.LANCZOS), {}


def tables(files):
    """Specimens as the service photographs them, on tables as it draws them."""
    for path in files:
        side = path.name.split("-")[0]
        truth = json.loads((path.parent / "truth.json").read_text())["photographs"][side]
        quad = [[p["x"] / truth["width"], p["y"] / truth["height"]] for p in truth["quad"]]
        labels = {"file": f"specimen {path.parent.name}", "quad": quad, "aspect": truth["width"] / truth["height"], "measured": False}
        yield Image.open(path).convert("RGB").resize((FRAME, FRAME), Image.LANCZOS), labels


def frames(rng, data, each):
    """Phone frames that documents/ does not hold: their tables and hands as much as their documents."""
    measured = {p.name for p in (data / "documents").glob("*")}
    for entry in json.loads((data / "corners" / "quads.json").read_text()):
        if entry["file"] in measured or any(kind in entry["file"] for kind in KEPT_OUT):
            continue
        picture = Image.open(data / "corners" / entry["file"]).convert("RGB")
        for _ in range(each if not entry["file"].startswith("dlc") else 1):
            yield cut(rng, picture), {"kind": "frame", "file": entry["file"]}


def documents(rng, files, each, kind):
    for path in files:
        picture = Image.open(path).convert("RGB")
        for _ in range(each):
            yield cut(rng, shrunk(picture, rng.choice([700, 960, 1200]))), {"kind": kind, "file": path.name}


def shrunk(picture, long):
    scale = min(1, long / max(picture.size))
    return picture.resize((max(SIDE, round(picture.width * scale)), max(SIDE, round(picture.height * scale))), Image.LANCZOS)


def cut(rng, picture):
    x, y = rng.randint(0, picture.width - SIDE), rng.randint(0, picture.height - SIDE)
    return picture.crop((x, y, x + SIDE, y + SIDE))


if __name__ == "__main__":
    main()
