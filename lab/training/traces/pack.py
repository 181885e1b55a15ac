"""Packs what the net for edited pictures is trained on: documents of one model for several people, photographs, frames, pictures of screens, lines of text.

python3 -m traces.pack --data DATA --twins DIR --photographs LIST --screens LIST --out PACK
Needs Pillow; no GPU. TWINS is what draw-twins.ts wrote; LIST is a file with a path on each line.
"""

import argparse
import io
import json
import random
import re
import string
import zlib
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

# Wide enough for the readers' resolution of a card; larger ones add bytes, not traces.
WIDTH = 1088
WINDOW = (1024, 768)
TEXT = (448, 48)
LINES = 500
# Held out of training: figures are measured on them.
KEPT_OUT = ("esp_id", "grc_passport")
FONTS = ("dejavu/DejaVuSans", "dejavu/DejaVuSans-Bold", "liberation/LiberationSans-Regular", "liberation/LiberationSans-Bold", "liberation/LiberationSerif-Regular", "liberation/LiberationMono-Regular", "freefont/FreeSans", "freefont/FreeMonoBold", "lato/Lato-Medium", "open-sans/OpenSans-Regular")


def main():
    args = arguments()
    rng = random.Random(7)
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    index = []
    with open(out / "traces.bin", "wb") as bank:
        for data, labels in [*twins(Path(args.twins), args.models), *cutouts(Path(args.data)), *natives(Path(args.data)), *frames(Path(args.data)), *photographs(rng, args.photographs), *screens(rng, args.screens)]:
            index.append({**labels, "start": bank.tell(), "end": bank.tell() + len(data)})
            bank.write(data)
    (out / "traces_text.bin").write_bytes(zlib.compress(b"".join(line(rng).tobytes() for _ in range(LINES))))
    (out / "traces.json").write_text(json.dumps({"pictures": index, "text": [LINES, TEXT[1], TEXT[0]]}))
    predicted = {}
    for entry in index:
        kind = (entry["kind"], entry["kept"])
        many, size = predicted.get(kind, (0, 0))
        predicted[kind] = (many + 1, size + entry["end"] - entry["start"])
    print(predicted)


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--twins", required=True)
    parser.add_argument("--photographs", required=True)
    parser.add_argument("--screens", required=True)
    parser.add_argument("--models", type=int, default=35)
    parser.add_argument("--out", required=True)
    return parser.parse_args()


def twins(folder, models):
    """Two holders of each model; every fifth model is held out."""
    for model in range(models):
        for holder in range(2):
            picture = Image.open(folder / f"{model}-{holder}.jpg").convert("RGB")
            size = (WIDTH, round(picture.height * WIDTH / picture.width))
            yield jpeg(picture.resize(size, Image.LANCZOS), 85), {"kind": "drawn", "model": f"drawn {model}", "kept": model % 5 == 4}


def cutouts(data):
    """The files byte by byte: their own compression is part of the training data."""
    seen = {}
    for path in sorted((data / "cutouts").glob("*.jpg")):
        model = "_".join(path.stem.split("_")[1:3])
        seen[model] = seen.get(model, 0) + 1
        kept = model in KEPT_OUT
        if seen[model] <= (6 if kept else 8):
            yield path.read_bytes(), {"kind": "scan", "model": model, "kept": kept}


def natives(data):
    """Scans at the scanner's own resolution with a margin of its lid, unchanged."""
    for entry in json.loads((data / "taught" / "truth.json").read_text()):
        if entry["capture"] == "flatbed scan" and entry["model"] not in KEPT_OUT:
            for name in (e["file"] for part in ("teach", "test") for e in entry[part]):
                yield (data / "taught" / name).read_bytes(), {"kind": "native", "model": f"native {entry['model']}", "kept": False}


def frames(data):
    """Phone frames of originals and of grey copies; half of the models are held out of training."""
    entries = sorted(e["file"] for e in json.loads((data / "corners" / "quads.json").read_text()))
    models = sorted({model_of(name) for name in entries})
    for k, model in enumerate(models):
        mine = [name for name in entries if model_of(name) == model]
        # Frames of one clip are adjacent by name and similar.
        for name in mine[:: max(1, len(mine) // 9)][:9] if k % 2 == 0 else []:
            yield (data / "corners" / name).read_bytes(), {"kind": "frame", "model": f"frame {model}", "kept": False}


def model_of(name):
    return re.sub(r"(_\d+\.cg\d+)?_\d+\.jpg$", "", name)


def photographs(rng, paths):
    """Scaled to half to full size, so that their own compression fades."""
    for k, path in enumerate(Path(paths).read_text().split("\n")):
        picture = Image.open(path).convert("RGB")
        scale = max(min(1.0, 1600 / picture.width), WINDOW[0] / picture.width, WINDOW[1] / picture.height)
        if scale > 1.05:
            continue
        picture = picture.resize((max(WINDOW[0], round(picture.width * scale)), max(WINDOW[1], round(picture.height * scale))), Image.LANCZOS)
        yield jpeg(window(rng, picture), 84), {"kind": "photograph", "model": f"photograph {k}", "kept": k % 6 == 5}


def screens(rng, paths):
    for k, path in enumerate(Path(paths).read_text().split("\n")):
        picture = Image.open(path).convert("RGB")
        picture = picture.resize((max(WINDOW[0], picture.width), round(picture.height * max(1, WINDOW[0] / picture.width))), Image.LANCZOS)
        if picture.height >= WINDOW[1]:
            yield jpeg(window(rng, picture), 92), {"kind": "screen", "model": f"screen {k}", "kept": k % 5 == 4}


def window(rng, picture):
    x, y = rng.randint(0, picture.width - WINDOW[0]), rng.randint(0, picture.height - WINDOW[1])
    return picture.crop((x, y, x + WINDOW[0], y + WINDOW[1]))


def line(rng):
    """White on black: a value as on documents, in its natural width."""
    font = ImageFont.truetype(f"/usr/share/fonts/truetype/{rng.choice(FONTS)}.ttf", rng.randint(15, 40))
    value = rng.choice([number, date, name])(rng)
    picture = Image.new("L", TEXT)
    ImageDraw.Draw(picture).text((4, TEXT[1] // 2), value, 255, font, anchor="lm")
    return picture


def number(rng):
    return "".join(rng.choice(string.ascii_uppercase + string.digits * 3) for _ in range(rng.randint(4, 14)))


def date(rng):
    return rng.choice([".", " ", "-", "/"]).join((f"{rng.randint(1, 28):02}", f"{rng.randint(1, 12):02}", str(rng.randint(1930, 2035))))


def name(rng):
    letters = rng.choice(["AEIOULNRSTKMB", "aeioulnrstkmdv"])
    return " ".join(rng.choice(string.ascii_uppercase) + "".join(rng.choice(letters) for _ in range(rng.randint(3, 9))) for _ in range(rng.randint(1, 2)))


def jpeg(picture, quality):
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", quality=quality)
    return buffer.getvalue()


if __name__ == "__main__":
    main()
