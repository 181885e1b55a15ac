"""Lines drawn on paper, shaped by HarfBuzz, many at a time on all cores: their ink in 4 bits and their text."""

import gzip
import json
import random
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from scripts.alphabets import FAMILIES, SCRIPTS, alphabet, script_of
from scripts.strings import JOINED, RIGHT_TO_LEFT, Writer, in_sight

TALL, WIDE = 88, 640
# Pixels per em.
EM = 40
LONGEST = 40
# Typefaces held out of training, by the beginning of their names.
KEPT = {
    "arabic": ("readex-pro", "markazi-text"), "hebrew": ("miriam-libre", "alef"), "georgian": ("BPG_Nateli", "FreeSerif"), "armenian": ("FreeSerif", "DejaVuSans"), "thai": ("ibm-plex-sans-thai", "niramit"), "lao": ("Phetsarath", "DejaVuSans"),
    "khmer": ("content", "siemreap"), "myanmar": ("padauk",), "devanagari": ("yantramanav", "karma"), "bengali": ("anek-bangla", "tiro-bangla"), "gurmukhi": ("mukta-mahee", "Lohit-Gurmukhi"), "gujarati": ("anek-gujarati", "rasa"),
    "tamil": ("anek-tamil", "catamaran"), "telugu": ("mandali", "anek-telugu"), "kannada": ("Lohit-Kannada", "baloo-tamma-2"), "malayalam": ("Lohit-Malayalam", "gayathri"), "sinhala": ("lklug", "abhaya-libre"), "ethiopic": ("AbyssinicaSIL", "wookianos"),
    "chinese": ("noto-serif-sc",), "japanese": ("zen-kaku-gothic-new",), "hangul": ("ibm-plex-sans-kr",), "latin": ("NotoSerif", "FreeSansBold"), "cyrillic": ("NotoSerif", "FreeSansBold"), "greek": ("NotoSerif", "FreeSansBold"),
}
OURS = ("latin", "cyrillic", "greek")
# How many times as often a script is drawn for training: those with many letters and few typefaces.
OFTEN = {"sinhala": 2.4, "lao": 1.6, "malayalam": 1.8, "telugu": 1.7, "gujarati": 1.5, "khmer": 1.4, "kannada": 1.3, "arabic": 1.4, "thai": 1.2, "myanmar": 1.2}


def fonts_of(pack, kept):
    index = json.loads((Path(pack) / "fonts.json").read_text())
    chosen = {script: [font for font in fonts if font["name"].startswith(KEPT[script]) == kept] for script, fonts in index.items()}
    # Digits have the weights in which documents are printed.
    return {script: [font for font in fonts if not font["name"].endswith(("-200", "-900"))] for script, fonts in chosen.items()} if kept else chosen


def draw_bank(pack, family, count, seed, jobs, folder, kept=False, ours=0.04):
    """Lines as ink (count × TALL × WIDE/2), their classes, extents (width, height) and scripts."""
    return next(draw_banks(pack, family, count, 1, seed, jobs, folder, kept, ours))


def draw_banks(pack, family, count, rounds, seed, jobs, folder, kept=False, ours=0.04):
    """Several such banks, each returned as soon as it is drawn, while the next is drawn. Processes are forked at the first
    call."""
    words = json.loads(gzip.decompress((Path(pack) / "words.json.gz").read_bytes()))
    # Forked processes share these objects.
    SHARED.update(fonts=fonts_of(pack, kept), writers={script: Writer(script, words[script]) for script in (*FAMILIES[family], *OURS)}, numbers={c: i + 1 for i, c in enumerate(alphabet(family))}, often=[1.0 if kept else OFTEN.get(script, 1.0) for script in FAMILIES[family]])
    pool = get_context("fork").Pool(jobs)
    each = -(-count // (jobs * 4))
    waiting = []
    for turn in range(rounds):
        path = Path(folder) / f"{family}-{seed + turn}.ink"
        np.memmap(path, np.uint8, "w+", shape=(count, TALL, WIDE // 2)).flush()
        tasks = [(str(pack), family, (seed + turn) * 1000 + i, i * each, min(count, (i + 1) * each), str(path), count, ours) for i in range(jobs * 4) if i * each < count]
        waiting.append((path, pool.map_async(draw_part, tasks, 1)))
    pool.close()
    for path, parts in waiting:
        classes, extents, scripts = (np.concatenate(column) for column in zip(*parts.get()))
        yield np.memmap(path, np.uint8, "r", shape=(count, TALL, WIDE // 2)), classes, extents, scripts
        path.unlink()
    pool.join()


SHARED = {}
# Per process, by file.
LOADED = {}


def draw_part(task):
    pack, family, seed, first, last, path, count, ours = task
    ink = np.memmap(path, np.uint8, "r+", shape=(count, TALL, WIDE // 2))
    fonts, writers, number = SHARED["fonts"], SHARED["writers"], SHARED["numbers"]
    for script, writer in writers.items():
        writer.rng = random.Random(f"{script}{seed}")
    rng = np.random.default_rng(seed)
    own, often = FAMILIES[family], np.array(SHARED["often"]) / sum(SHARED["often"])
    classes = np.zeros((last - first, LONGEST), np.int16)
    extents = np.zeros((last - first, 2), np.int16)
    scripts = np.zeros(last - first, np.int16)
    row = 0
    while row < last - first:
        script = OURS[rng.integers(len(OURS))] if rng.random() < ours else own[rng.choice(len(own), p=often)]
        font = fonts[script][rng.integers(len(fonts[script]))]
        try:
            drawn = draw(script, writers[script].line(), font, rng, Path(pack) / "fonts", LOADED)
        except OSError:
            # A typeface whose hinting program fails at some letter.
            continue
        if drawn is None:
            continue
        picture, text = drawn
        named = [number.get(c, 0) for c in text]
        if script in OURS:
            named = []
        elif 0 in named or not 0 < len(named) <= LONGEST:
            continue
        rows, columns = np.where(picture.max(1) > 40)[0], np.where(picture.max(0) > 40)[0]
        if len(columns) < 4 or columns[-1] - columns[0] > WIDE - 12:
            continue
        cut = picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        if cut.shape[0] > TALL - 4:
            continue
        canvas = np.zeros((TALL, WIDE), np.uint8)
        top = (TALL - cut.shape[0]) // 2
        canvas[top : top + cut.shape[0], 4 : 4 + cut.shape[1]] = cut
        canvas >>= 4
        ink[first + row] = (canvas[:, 0::2] << 4) | canvas[:, 1::2]
        classes[row, : len(named)] = named
        extents[row] = cut.shape[1], cut.shape[0]
        scripts[row] = SCRIPTS.index(main_script(script, text))
        row += 1
    ink.flush()
    return classes, extents, scripts


def main_script(script, text):
    """The script of a line: that of most of its letters; only Latin letters and numbers are Common."""
    counts = {}
    for c in text:
        found = script_of(c)
        if found:
            counts[found] = counts.get(found, 0) + 1
    # One kana among Chinese characters makes a line Japanese.
    if counts.get("kana", 0) * 4 >= counts.get("han", 0) and counts.get("kana"):
        return "kana"
    return max(counts, key=counts.get) if counts else "common"


def draw(script, parts, font, rng, folder, loaded):
    """The line as a picture and its text in visual order; None if the font lacks a letter."""
    seen, spelled = in_sight(script, parts)
    joint = "" if script in JOINED and rng.random() < 0.6 else " "
    picture = Image.new("L", (WIDE + 220, 140), 0)
    pen = ImageDraw.Draw(picture)
    x = 8.0
    track = float(rng.choice((0, 0, 0, 0, rng.uniform(0, 5)))) if script not in ("arabic", "devanagari", "bengali", "gurmukhi") else 0.0
    for i, part in enumerate(seen):
        for run, file in runs(part, font):
            if file is None:
                return None
            key = file
            if key not in loaded:
                loaded[key] = ImageFont.truetype(str(folder / file), EM, layout_engine=ImageFont.Layout.RAQM)
            face = loaded[key]
            # Letter-spacing would break the shapes of joined letters.
            pieces = list(run) if track and all(len(c.encode("utf-16-le")) == 2 for c in run) and script in ("chinese", "japanese", "hangul", "hebrew", "georgian", "armenian", "latin", "cyrillic", "greek") else [run]
            if script in RIGHT_TO_LEFT and len(pieces) > 1 and not run.isascii():
                pieces.reverse()
            for piece in pieces:
                pen.text((x, 92), piece, font=face, fill=255, anchor="ls")
                x += face.getlength(piece) + (track if len(pieces) > 1 else 0)
                if x > WIDE:
                    return None
        if i < len(seen) - 1 and joint:
            x += EM * rng.uniform(0.22, 0.6)
    return np.asarray(picture), joint.join(spelled)


def runs(part, font):
    """Runs of a word that one file of the font supports."""
    found = []
    for c in part:
        file = next((f["file"] for f in font["files"] if c in coverage(f)), None)
        if found and found[-1][1] == file:
            found[-1][0] += c
        else:
            found.append([c, file])
    return found


SETS = {}


def coverage(file):
    if file["file"] not in SETS:
        SETS[file["file"]] = frozenset(file["chars"])
    return SETS[file["file"]]
