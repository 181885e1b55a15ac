"""The 37 characters of the machine readable zone in OCR-B and faces that documents use in its place, as one atlas of equal cells.

python3 -m drawing.glyphs --out PACK      (Pillow; fonts-ocr-b, fonts-dejavu-core, fonts-liberation, fonts-freefont-ttf, fonts-hack, fonts-inconsolata)
"""

import argparse
import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

sys.path.insert(0, str(Path(__file__).parents[1]))
from common.alphabet import ALPHABET  # noqa: E402

WIDTH, HEIGHT, CAP, BASELINE = 24, 40, 22, 31
OCR_B = ["OCRB", "OCRBS", "OCRBL"]
OTHERS = ["dejavu/DejaVuSansMono", "liberation/LiberationMono-Regular", "liberation/LiberationMono-Bold", "freefont/FreeMonoBold", "hack/Hack-Regular", "inconsolata/Inconsolata"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    paths = [f"/usr/share/fonts/opentype/ocr-b/{name}.otf" for name in OCR_B]
    paths += [str(find(name)) for name in OTHERS]
    atlas = np.stack([np.stack([cell(path, letter) for letter in ALPHABET]) for path in paths])
    np.savez_compressed(Path(args.out) / "glyphs.npz", atlas=atlas, ocr_b=len(OCR_B))
    print(atlas.shape)


def find(name):
    return next(Path("/usr/share/fonts/truetype", name).parent.glob(Path(name).name + ".*tf"))


def cell(path, letter, fine=4):
    """One glyph, its capital height brought to CAP, centred, standing on BASELINE."""
    probe = ImageFont.truetype(path, 200)
    top, bottom = probe.getbbox("H")[1], probe.getbbox("H")[3]
    font = ImageFont.truetype(path, int(200 * CAP * fine / (bottom - top)))
    box = font.getbbox("H")
    picture = Image.new("L", (WIDTH * fine, HEIGHT * fine), 0)
    middle = font.getlength(letter) / 2
    ImageDraw.Draw(picture).text((WIDTH * fine / 2 - middle, BASELINE * fine - box[3]), letter, font=font, fill=255)
    return np.asarray(picture.resize((WIDTH, HEIGHT), Image.BOX))


if __name__ == "__main__":
    main()
