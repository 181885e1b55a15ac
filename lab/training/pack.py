"""Brings labelled pictures, drawn cards and backgrounds into compact banks that the training programs load onto the GPU.

python3 -m pack --data DATA --photographs DIR --textures DIR --things DIR --out PACK
Needs Pillow and the fonts named in README.md; no GPU.
"""

import argparse
import json
import random
from pathlib import Path

from PIL import Image

from common.store import write_bank
from drawing.cards import SIZE as CARD_SIZE
from drawing.cards import draw_card
from drawing.scenes import draw_scene

FRAME = 448
SUFFIXES = {".jpg", ".jpeg", ".png", ".webp"}


def main():
    args = arguments()
    rng = random.Random(7)
    data, out = Path(args.data), Path(args.out)
    fonts = text_fonts()
    portraits = [face.resize((126, 160)) for face, _ in lfw(data, 200)]
    things = [p for folder in args.things for p in pictures(folder, 12_000)]
    photographs = [p for folder in args.photographs for p in pictures(folder, 100_000)]
    textures = [p for folder in args.textures for p in pictures(folder, 20_000) if square_enough(p)]
    report = {
        "frames": write_bank(out, "frames", frames(data)),
        "cutouts": write_bank(out, "cutouts", cutouts(data)),
        "cards": write_bank(out, "cards", ((card, {"lines": lines}) for card, lines in (draw_card(rng, fonts, OCR_B, portraits) for _ in range(args.cards))), 78),
        "scenes": write_bank(out, "scenes", ((draw_scene(rng, photographs, textures, things, fonts), {}) for _ in range(args.scenes)), 82),
        "faces": write_bank(out, "faces", lfw(data, 900)),
    }
    if args.heads:
        report["heads"] = write_bank(out, "heads", heads(Path(args.heads)))
    print(report, len(photographs), "photographs", len(textures), "textures", len(things), "things")


OCR_B = "/usr/share/fonts/opentype/ocr-b/OCRB.otf"


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--photographs", nargs="+", required=True)
    parser.add_argument("--textures", nargs="+", required=True)
    parser.add_argument("--things", nargs="+", required=True)
    parser.add_argument("--heads", help="what crop-faces.ts wrote, for the occlusion net")
    parser.add_argument("--out", required=True)
    parser.add_argument("--cards", type=int, default=320)
    parser.add_argument("--scenes", type=int, default=700)
    return parser.parse_args()


def frames(data):
    """Phone frames with their quads; those that are also in documents/ are left out, since documents/ is for evaluation."""
    measured = {p.name for p in (data / "documents").glob("*")}
    for entry in json.loads((data / "corners" / "quads.json").read_text()):
        picture = Image.open(data / "corners" / entry["file"]).convert("RGB")
        width, height = picture.size
        quad = [[x / width, y / height] for x, y in entry["quad"]]
        labels = {"file": entry["file"], "quad": quad, "aspect": width / height, "measured": entry["file"] in measured}
        yield picture.resize((FRAME, FRAME), Image.LANCZOS), labels


def cutouts(data):
    for path in sorted((data / "cutouts").glob("*.jpg")):
        picture = Image.open(path).convert("RGB")
        yield picture.resize(CARD_SIZE, Image.LANCZOS), {"file": path.name, "aspect": picture.width / picture.height}


def lfw(data, count):
    for path in sorted((data / "faces" / "lfw").glob("*.jpg"))[:count]:
        yield Image.open(path).convert("RGB").crop((45, 45, 205, 205)), {"file": path.name}


def heads(folder):
    """Faces cropped by crop-faces.ts; every fifth is held out for evaluation."""
    for number, entry in enumerate(json.loads((folder / "crops.json").read_text())):
        masked = entry["file"].startswith("with_mask")
        yield Image.open(folder / entry["file"]), {**entry, "masked": masked, "held": number % 5 == 0}


def pictures(folder, least_bytes):
    return [p for p in sorted(Path(folder).rglob("*")) if p.suffix.lower() in SUFFIXES and p.stat().st_size >= least_bytes]


def square_enough(path):
    width, height = Image.open(path).size
    return min(width, height) >= 256 and max(width, height) <= 2 * min(width, height)


def text_fonts():
    roots = ["/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/truetype/liberation", "/usr/share/fonts/truetype/freefont"]
    return [str(p) for root in roots for p in sorted(Path(root).glob("*.ttf")) if "Math" not in p.name]


if __name__ == "__main__":
    main()
