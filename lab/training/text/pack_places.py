"""Packs what the finder of text lines learns from: pages with their lines, strips of scripts that the reader does not know, photographs without text and faces.

python3 -m text.pack_places --marked DIR… --specimens DIR --banks PACK --letters PACK --out PACK      (Pillow; fonts-noto-core, fonts-noto-cjk)

MARKED holds pictures and marked.json from mark-lines.ts, SPECIMENS what lines-of-specimens.ts wrote, BANKS what pack.py and recapture/pack_surfaces.py wrote, LETTERS what drawing/letters.py wrote.
"""

import argparse
import io
import json
import random
import shutil
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from common.store import write_bank
from drawing.text_cells import BASELINE, CAP, HEIGHT, LEFT
from text.places_pages import ABOVE, BEYOND, SIDE

CANVAS = 820
#: Types of documents and every tenth specimen, kept out to measure on.
KEPT_OUT = ("fin_id", "esp_id")
# Lines with a lower box (in pixels) are unreadable: neither text nor background.
LEAST = 7.0
# Below this score the general detector was uncertain: neither text nor background.
SURE = 0.5
SCRIPTS = {
    "NotoSansArabic-Regular NotoNaskhArabic-Regular NotoSansArabic-Bold": (0x0621, 0x064A),
    "NotoSansHebrew-Regular NotoSansHebrew-Bold NotoSerifHebrew-Regular": (0x05D0, 0x05EA),
    "NotoSansGeorgian-Regular NotoSerifGeorgian-Regular": (0x10D0, 0x10F0),
    "NotoSansArmenian-Regular NotoSerifArmenian-Regular": (0x0531, 0x0586),
    "NotoSansDevanagari-Regular NotoSansDevanagari-Bold": (0x0905, 0x0939),
    "NotoSansBengali-Regular": (0x0985, 0x09B9),
    "NotoSansThai-Regular NotoSerifThai-Regular": (0x0E01, 0x0E3A),
    "NotoSansTamil-Regular": (0x0B85, 0x0BB9),
    "NotoSansEthiopic-Regular": (0x1200, 0x1357),
    "NotoSansKhmer-Regular": (0x1780, 0x17B3),
    "NotoSansCJK-Regular NotoSansCJK-Bold NotoSerifCJK-Regular": (0x4E00, 0x7000),
    "NotoSansCJK-Regular NotoSerifCJK-Bold": (0x3041, 0x30F6),
    "NotoSansCJK-Regular NotoSerifCJK-Regular ": (0xAC00, 0xC800),
}


def main():
    args = arguments()
    rng = random.Random(5)
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    pages = [*specimens(Path(args.specimens))]
    for folder in args.marked:
        pages += marked(Path(folder))
    held = [page for page in pages if page[1]["held"]]
    pages = [page for page in pages if not page[1]["held"]] + rng.sample(held, min(args.held, len(held)))
    report = {"pages": write_bank(out, "pages", pages, args.quality), "lines": sum(len(labels["lines"]) for _, labels in pages), "held": sum(labels["held"] for _, labels in pages)}
    for name, count, size in (("photographs", args.photographs, 384), ("faces", 60, 160)):
        report[name] = write_bank(out, name, some(rng, Path(args.banks), name, count, size), 80)
    report["scripts"] = scripts(rng, out / "scripts.npz", args.strips)
    stored = dict(np.load(Path(args.letters) / "letters.npz"))
    keep = np.arange(len(stored["advance"])) % 3 < args.fonts
    np.savez_compressed(out / "letters.npz", **{name: values[keep] for name, values in stored.items()})
    shutil.copy(Path(args.letters) / "words.txt.gz", out)
    print(report)


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--marked", nargs="+", required=True)
    parser.add_argument("--specimens", required=True)
    parser.add_argument("--banks", required=True)
    parser.add_argument("--letters", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--quality", type=int, default=58)
    parser.add_argument("--held", type=int, default=30, help="pages to measure on, of those kept out")
    parser.add_argument("--photographs", type=int, default=45)
    parser.add_argument("--strips", type=int, default=420)
    parser.add_argument("--fonts", type=int, default=2, help="of every three")
    return parser.parse_args()


def specimens(folder):
    for entry in json.loads((folder / "specimens.json").read_text()):
        lines = []
        for line in entry["lines"]:
            (left, top, right, bottom), capital = line["box"], line["capital"]
            # Half of the descenders below the baseline, as on the pages typeset on the GPU.
            base = max(bottom - 0.3 * capital, top + capital)
            bottom = base + (bottom - base) * 0.5
            left, right = left - BEYOND * capital, right + BEYOND * capital
            top, bottom = top - ABOVE * capital, bottom + ABOVE * capital
            unsure = line["alpha"] < 0.5 or bottom - top < LEAST
            lines.append([[left, top], [right, top], [right, bottom], [left, bottom], int(unsure)])
        yield canvas(folder / entry["name"]), {"width": entry["width"], "height": entry["height"], "lines": lines, "from": entry["name"], "held": number(entry["name"]) % 10 == 9}


def number(name):
    return int(name.split("-")[1])


def marked(folder):
    for entry in json.loads((folder / "marked.json").read_text()):
        lines = []
        for box in entry["boxes"]:
            quad = np.array(box["quad"], float)
            low = min(np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[1] - quad[0]))
            lines.append([*(p.round(1).tolist() for p in quad), int(box["score"] < SURE or low < LEAST)])
        yield canvas(folder / entry["name"]), {"width": entry["width"], "height": entry["height"], "lines": lines, "from": entry["from"], "held": any(kind in entry["from"] for kind in KEPT_OUT)}


def canvas(path):
    picture = Image.open(path).convert("RGB")
    page = Image.new("RGB", (SIDE, SIDE), (128, 128, 128))
    page.paste(picture, (0, 0))
    return page


def some(rng, folder, name, count, size):
    index = json.loads((folder / f"{name}.json").read_text())
    data = (folder / f"{name}.bin").read_bytes()
    for entry in rng.sample(index, min(count, len(index))):
        yield Image.open(io.BytesIO(data[entry["start"] : entry["end"]])).resize((size, size)), {}


def scripts(rng, path, count):
    """Strips as in the atlas: letters CAP high on BASELINE. Random letters in words; only their shapes matter."""
    files = {p.stem: p for p in Path("/usr/share/fonts").rglob("*.[ot]t[fc]")}
    kinds = [(files[name], span) for names, span in SCRIPTS.items() for name in names.split() if name in files]
    strips = np.zeros((count, HEIGHT, CANVAS), np.uint8)
    for strip in strips:
        file, (low, high) = rng.choice(kinds)
        text = " ".join("".join(chr(rng.randint(low, high)) for _ in range(rng.randint(1, 7))) for _ in range(rng.choice([1, 1, 2, 3])))
        font = ImageFont.truetype(str(file), rng.randint(24, 30))
        picture = Image.new("L", (CANVAS, HEIGHT), 0)
        box = font.getbbox(text)
        ImageDraw.Draw(picture).text((LEFT - box[0], BASELINE - CAP / 2 - (box[1] + box[3]) / 2), text, font=font, fill=255)
        strip[:] = np.asarray(picture) >> 4
    np.savez_compressed(path, strips=strips[:, :, 0::2] << 4 | strips[:, :, 1::2])
    return [len(kinds), count]


if __name__ == "__main__":
    main()
