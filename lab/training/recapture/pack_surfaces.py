"""Packs what the screen and recapture nets see: cuts at a camera's own resolution, and whole pictures of originals and reproductions.

python3 -m recapture.pack_surfaces --data DATA --photographs DIR… --shown DIR --out PACK
Needs Pillow; no GPU. SHOWN is what photograph-specimens.ts wrote; three of each twenty numbers are kept for measuring.
"""

import argparse
import json
import random
import re
from pathlib import Path

from PIL import Image, ImageOps

from common.store import write_bank
from drawing.cards import SIZE as CARD_SIZE
from pack import pictures

SIDE = 224
VIEW = 352
KEPT_OUT = ("fin_id", "esp_id")
WHOLE = (1200, 760)
# Wallpapers contain one picture in several sizes, adjacent by name.
EVERY = 3
# The classes of the nets.
KINDS = {"original": "original", "screen": "screen", "grey-copy": "copy", "colour-copy": "copy", "print": "copy"}


def main():
    args = arguments()
    rng = random.Random(11)
    data, out = Path(args.data), Path(args.out)
    shown = [p for p in sorted(Path(args.shown).glob("*.jpg")) if is_trained(p.name.split("-")[0])]
    phone = phone_frames(data)
    cuts = [*frames(rng, phone), *cutouts(rng, data), *specimens(rng, shown)]
    rng.shuffle(cuts)
    drawn = [p for p in sorted((Path(args.shown) / "drawn").glob("*.jpg")) if is_trained(p.stem)]
    flat = ((Image.open(p).convert("RGB").resize(CARD_SIZE, Image.LANCZOS), {"file": p.name}) for p in drawn)
    report = {
        "surfaces": write_bank(out, "surfaces", cuts, 80),
        "shown": write_bank(out, "shown", [*phone_views(phone), *views(shown)], 78),
        "specimens": write_bank(out, "specimens", flat, 84),
        "photographs": write_bank(out, "photographs", photographs(args.photographs), 70),
    }
    print(report)


def is_trained(number):
    return int(number) % 20 < 17


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--photographs", nargs="+", required=True)
    parser.add_argument("--shown", required=True)
    parser.add_argument("--out", required=True)
    return parser.parse_args()


def photographs(folders):
    """Whole photographs, cropped again for each step."""
    for path in sorted(p for folder in folders for p in pictures(folder, 150_000))[::EVERY]:
        picture = Image.open(path).convert("RGB")
        if min(picture.width / WHOLE[0], picture.height / WHOLE[1]) >= 1:
            yield ImageOps.fit(picture, WHOLE, Image.LANCZOS), {}


def views(files):
    """Whole photographs of specimens and of their reproductions, with the document's corners in fractions."""
    for path in files:
        truth = json.loads(path.with_suffix(".json").read_text())
        quad = [[p["x"] / truth["width"], p["y"] / truth["height"]] for p in truth["quad"]]
        labels = {"file": path.name, "kind": KINDS[truth["shown"]], "quad": quad, "aspect": truth["width"] / truth["height"]}
        yield Image.open(path).convert("RGB").resize((VIEW, VIEW), Image.LANCZOS), labels


def phone_frames(data):
    """Phone frames of originals and grey copies that are not used for evaluation: not in documents/, and from no clip of
    which recapture/ has a frame."""
    measured = {p.name for p in (data / "documents").glob("*")}
    clips = {clip(p.name) for p in (data / "recapture").glob("*.jpg")}
    entries = json.loads((data / "corners" / "quads.json").read_text())
    used = [e for e in entries if e["file"] not in measured and clip(e["file"]) not in clips and not any(kind in e["file"] for kind in KEPT_OUT)]
    for entry in used:
        entry["path"], entry["kind"] = data / "corners" / entry["file"], "copy" if entry["file"].startswith("dlc") else "original"
    # Frames of one clip are adjacent by name and similar.
    return [e for e in used if e["kind"] == "original"] + [e for e in used if e["kind"] == "copy"][::2]


def clip(name):
    return re.sub(r"_\d+\.jpg$", "", name)


def phone_views(entries):
    for entry in entries:
        picture = Image.open(entry["path"]).convert("RGB")
        quad = [[x / picture.width, y / picture.height] for x, y in entry["quad"]]
        labels = {"file": entry["file"], "kind": entry["kind"], "quad": quad, "aspect": picture.width / picture.height, "real": True}
        yield picture.resize((VIEW, VIEW), Image.LANCZOS), labels


def frames(rng, entries):
    """Originals anywhere, grey copies on the copy itself."""
    for entry in entries:
        picture = Image.open(entry["path"]).convert("RGB")
        copy = entry["kind"] == "copy"
        for _ in range(2 if copy else 5):
            yield cut(rng, picture, entry["quad"] if copy else None), {"file": entry["file"], "kind": entry["kind"]}


def cutouts(rng, data):
    for path in sorted((data / "cutouts").glob("*.jpg")):
        if not any(kind in path.name for kind in KEPT_OUT):
            yield cut(rng, shrunk(Image.open(path).convert("RGB"), rng.choice([700, 960]))), {"file": path.name, "kind": "original"}


def specimens(rng, files):
    """On the document, so that the reproduction is visible; for an original also on the table."""
    for path in files:
        truth = json.loads(path.with_suffix(".json").read_text())
        picture = Image.open(path).convert("RGB")
        quad = [[p["x"], p["y"]] for p in truth["quad"]]
        yield cut(rng, picture, quad), {"file": path.name, "kind": KINDS[truth["shown"]]}
        if truth["shown"] == "original":
            yield cut(rng, picture), {"file": path.name, "kind": "original"}


def shrunk(picture, long):
    scale = min(1, long / max(picture.size))
    return picture.resize((max(SIDE, round(picture.width * scale)), max(SIDE, round(picture.height * scale))), Image.LANCZOS)


def cut(rng, picture, quad=None):
    """A square of the picture; within the quad's bounds if there is one."""
    width, height = picture.size
    if quad:
        xs, ys = sorted(x for x, _ in quad), sorted(y for _, y in quad)
        # The range between the second and third of the sorted corners is certainly inside.
        x, y = place(rng, xs[0] * 0.6 + xs[1] * 0.4, xs[2] * 0.4 + xs[3] * 0.6, width), place(rng, ys[0] * 0.6 + ys[1] * 0.4, ys[2] * 0.4 + ys[3] * 0.6, height)
    else:
        x, y = rng.randint(0, width - SIDE), rng.randint(0, height - SIDE)
    return picture.crop((x, y, x + SIDE, y + SIDE))


def place(rng, low, high, room):
    start = rng.uniform(low, high - SIDE) if high - low > SIDE else (low + high - SIDE) / 2
    return round(min(max(0, start), room - SIDE))


if __name__ == "__main__":
    main()
