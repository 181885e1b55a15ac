"""Draws the lines for a test, one per script, in held-out typefaces: python3 -m scripts.test_lines --data PACK --also PACK
--out DIR"""

import argparse
import json
from pathlib import Path

import numpy as np
from PIL import Image, ImageFilter

from scripts.bank import draw, fonts_of

# Titles and names of issuers as on documents.
TEXTS = {
    "arabic": ["المملكة", "العربية", "1445/07/12"], "hebrew": ["תעודת", "זהות"], "georgian": ["პირადობის", "მოწმობა"], "armenian": ["նույնականացման", "քարտ"], "thai": ["บัตรประจำตัวประชาชน"], "lao": ["ບັດປະຈຳຕົວ"],
    "khmer": ["ព្រះរាជាណាចក្រកម្ពុជា"], "myanmar": ["နိုင်ငံကူးလက်မှတ်"], "devanagari": ["भारत", "सरकार"], "bengali": ["জাতীয়", "পরিচয়পত্র"], "gurmukhi": ["ਭਾਰਤ", "ਸਰਕਾਰ"], "gujarati": ["ભારત", "સરકાર"],
    "tamil": ["தேசிய", "அடையாள", "அட்டை"], "telugu": ["భారత", "ప్రభుత్వం"], "kannada": ["ಭಾರತ", "ಸರ್ಕಾರ"], "malayalam": ["ഭാരത", "സർക്കാർ"], "sinhala": ["ජාතික", "හැඳුනුම්පත"], "ethiopic": ["ብሔራዊ", "መታወቂያ"],
    "japanese": ["日本国政府", "在留カード"], "hangul": ["자동차운전면허증", "대한민국"], "chinese": ["中华人民共和国", "居民身份证"],
}


def main():
    parser = argparse.ArgumentParser()
    for name in ("data", "also", "out"):
        parser.add_argument(f"--{name}", required=True)
    args = parser.parse_args()
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(7)
    truth = {}
    for script, parts in TEXTS.items():
        pack = args.also if script in ("japanese", "hangul", "chinese") else args.data
        font = fonts_of(pack, True)[script][0]
        drawn = draw(script, parts, font, rng, Path(pack) / "fonts", {})
        if drawn is None:
            raise SystemExit(f"{font['name']} lacks a letter of {parts}")
        ink = drawn[0]
        rows, columns = np.where(ink.max(1) > 40)[0], np.where(ink.max(0) > 40)[0]
        ink = Image.fromarray(ink[max(0, rows[0] - 8) : rows[-1] + 9, max(0, columns[0] - 8) : columns[-1] + 9])
        # Letters of some 24 pixels.
        ink = ink.resize((ink.width * 3 // 5, ink.height * 3 // 5), Image.LANCZOS).filter(ImageFilter.GaussianBlur(0.5))
        paper = 225 + 12 * np.sin(np.arange(ink.width) / 5.0)[None, :] * np.ones((ink.height, 1))
        shown = paper * (1 - np.asarray(ink) / 255) + 40 * (np.asarray(ink) / 255) + rng.normal(0, 3, (ink.height, ink.width))
        Image.fromarray(shown.clip(0, 255).astype(np.uint8)).quantize(32).save(out / f"{script}.png", optimize=True)
        truth[script] = " ".join(parts)
    (out / "lines.json").write_text(json.dumps(truth, ensure_ascii=False, indent=2) + "\n")


if __name__ == "__main__":
    main()
