"""Packs what text lines are drawn from: the letters of many fonts as one atlas, and words of many languages.

python3 -m drawing.letters --out PACK --catalogue ../../src/vision/catalogue [--packages DIR]      (Pillow, fontTools; the packages in lab/training/README.md)

With --packages: from fontsource's tarballs in DIR (NAME.tgz) instead of the installed fonts, one weight each.

letters.npz: cells (F×C×H×W, 16 levels, two to a byte), advance (F×C, pixels), has (F×G: which groups of letters a font has whole).
words.txt.gz: a language, a tab, a word or a few, a line each.
"""

import argparse
import gettext
import gzip
import io
import json
import random
import sys
import tarfile
from pathlib import Path

import numpy as np
from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont

sys.path.insert(0, str(Path(__file__).parents[1]))
from drawing.text_cells import BASELINE, CAP, HEIGHT, LEFT, WIDTH  # noqa: E402
from text.alphabet import ALPHABET, COMMON, DIGITS, GROUPS, LATIN, spelled  # noqa: E402

FOLDERS = [Path("/usr/share/fonts"), Path("/usr/share/texmf/fonts/opentype/public/tex-gyre")]
FONTS = """
DejaVuSans DejaVuSans-Bold DejaVuSans-Oblique DejaVuSans-BoldOblique DejaVuSansCondensed DejaVuSansCondensed-Bold DejaVuSansMono DejaVuSansMono-Bold
DejaVuSerif DejaVuSerif-Bold DejaVuSerif-Italic DejaVuSerifCondensed DejaVuSerifCondensed-Bold
LiberationSans-Regular LiberationSans-Bold LiberationSans-Italic LiberationSans-BoldItalic LiberationSansNarrow-Regular LiberationSansNarrow-Bold LiberationSansNarrow-BoldItalic
LiberationSerif-Regular LiberationSerif-Bold LiberationSerif-Italic LiberationSerif-BoldItalic LiberationMono-Regular LiberationMono-Bold
NotoSans-Regular NotoSans-Bold NotoSans-Italic NotoSans-BoldItalic NotoSerif-Regular NotoSerif-Bold NotoSerif-Italic NotoMono-Regular NotoSansMono-Regular NotoSansMono-Bold
NotoSansDisplay-Regular NotoSansDisplay-Bold NotoSerifDisplay-Regular
FreeSans FreeSansBold FreeSansOblique FreeSerif FreeSerifBold FreeSerifItalic FreeMono FreeMonoBold
Roboto-Regular Roboto-Bold Roboto-Light Roboto-Medium Roboto-Italic Roboto-Black RobotoCondensed-Regular RobotoCondensed-Bold RobotoCondensed-Light RobotoCondensed-Italic
RobotoSlab-Regular RobotoSlab-Bold
OpenSans-Regular OpenSans-Bold OpenSans-Light OpenSans-Semibold OpenSans-Italic OpenSans-CondBold OpenSans-CondLight
Lato-Regular Lato-Bold Lato-Light Lato-Medium Lato-Heavy Lato-Italic
PTS55F PTS75F PTS56F PTN57F PTN77F PTC55F PTC75F PTF55F PTF75F PTM55F PTM75F
NimbusSans-Regular NimbusSans-Bold NimbusSans-Italic NimbusSansNarrow-Regular NimbusSansNarrow-Bold NimbusRoman-Regular NimbusRoman-Bold NimbusMonoPS-Regular NimbusMonoPS-Bold
URWGothic-Book URWGothic-Demi URWBookman-Light C059-Roman C059-Bold P052-Roman
Carlito-Regular Carlito-Bold Caladea-Regular Arimo-Regular Arimo-Bold Tinos-Regular Cousine-Regular Cousine-Bold
Inter-Regular Inter-Bold Inter-Medium Inter-Light ClearSans-Regular ClearSans-Bold ClearSans-Medium Cantarell-Regular Cantarell-Bold
GilliusADF-Regular GilliusADF-Bold GilliusADF-Cond GilliusADF-BoldCond SwitzeraADF-Regular SwitzeraADF-Bold SwitzeraADF-Cond SwitzeraADF-BoldCond SwitzeraADF-Ext SwitzeraADF-Light
UniversalisADFStd-Regular UniversalisADFStd-Bold UniversalisADFStd-Cond UniversalisADFStd-BoldCond VeranaSans-Regular VeranaSans-Bold
Aerial AerialBd Veranda VerandaBd Tymes B612-Regular B612-Bold B612Mono-Regular Play-Regular Play-Bold Oxygen-Sans Oxygen-Sans-Bold Tuffy Tuffy_Bold
RG2014C RG2014D RG2014E OSP-DIN osifont tiresias_signfont tiresias_signfont_bold tiresias_infofont Jura-Medium Jura-Bold Dosis-Medium Dosis-Bold
Karla-Regular Karla-Bold manrope-medium Quicksand-Medium GFSNeohellenic GFSNeohellenicBold GFSDidot
cmunrm cmunbx cmunss cmunsx cmuntt cmunssdc LinLibertine_R LinLibertine_RB LinBiolinum_R LinBiolinum_RB GentiumPlus-Regular GentiumPlus-Bold CharisSIL-Regular OldStandard-Regular EBGaramond12-Regular Vollkorn-Regular
texgyreheros-regular texgyreheros-bold texgyreheroscn-regular texgyreheroscn-bold texgyreadventor-regular texgyretermes-regular texgyrecursor-regular texgyrecursor-bold
Hack-Regular Hack-Bold Inconsolata JetBrainsMono-Regular FiraCode-Regular FiraCode-Bold Courier_Prime CourierPrime-Regular "Courier Prime" CourierPrime-Bold AnonymousPro mononoki-Regular LeagueMono-NarrowRegular LeagueMono-CondensedRegular LeagueMono-Condensed gtt Go-Regular Go-Bold Go-Mono Go-Medium
OCRB OCRBL OCRBS OCRA BebasNeue-Regular BebasNeue-Bold Andika-Regular
""".replace('"', "").split()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", required=True)
    parser.add_argument("--catalogue", required=True)
    parser.add_argument("--packages", help="folder of fontsource's tarballs")
    args = parser.parse_args()
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    made = from_packages(Path(args.packages)) if args.packages else ((name, draw(path)) for name, path in files().items())
    drawn = {name: font for name, font in made if font is not None}
    cells = np.stack([font[0] for font in drawn.values()])
    has = np.array([[bool(font[1][[ALPHABET.index(c) for c in letters]].all()) for letters in GROUPS.values()] for font in drawn.values()])
    packed = (cells[..., 0::2] << 4) | cells[..., 1::2]
    np.savez_compressed(out / "letters.npz", cells=packed, advance=np.stack([font[1] for font in drawn.values()]), has=has, names=np.array(list(drawn)))
    count = write_words(out / "words.txt.gz", Path(args.catalogue))
    print(len(drawn), "fonts", has.sum(0), count, "words", (out / "letters.npz").stat().st_size, (out / "words.txt.gz").stat().st_size)


def files():
    there = {path.stem: path for folder in FOLDERS for path in sorted(folder.rglob("*.[ot]tf"), reverse=True)}
    return {name: there[name] for name in FONTS if name in there}


def draw(path, fine=4):
    """The font's letters, capitals brought to CAP, and their advances (0 for a letter it lacks). None when it has not even the plain ones."""
    probe = ImageFont.truetype(str(path), 200)
    top, bottom = probe.getbbox("H")[1], probe.getbbox("H")[3]
    font = ImageFont.truetype(str(path), max(1, round(200 * CAP * fine / max(1, bottom - top))))
    base = font.getbbox("H")[3]
    missing = {bytes(font.getmask(c)) for c in ("\uffff", "\u0378")}
    cells = np.zeros((len(ALPHABET), HEIGHT, WIDTH), np.uint8)
    advance = np.zeros(len(ALPHABET), np.float32)
    for i, letter in enumerate(ALPHABET):
        mask = bytes(font.getmask(letter))
        if letter != " " and (mask in missing or not any(mask)):
            if letter in LATIN + DIGITS + COMMON:
                return None
            continue
        picture = Image.new("L", (WIDTH * fine, HEIGHT * fine), 0)
        ImageDraw.Draw(picture).text((LEFT * fine, BASELINE * fine - base), letter, font=font, fill=255)
        cells[i] = np.asarray(picture.resize((WIDTH, HEIGHT), Image.BOX)) >> 4
        advance[i] = font.getlength(letter) / fine
    return cells, advance


# Which files of a package have letters of ours, the first with a letter is used; and how often a weight is chosen.
SUBSETS = ("latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "greek-ext", "symbols", "math")
WEIGHTS = (("400-normal", 0.55), ("700-normal", 0.25), ("500-normal", 0.12), ("400-italic", 0.08))


def from_packages(folder):
    rng = random.Random(5)
    for path in sorted(folder.glob("*.tgz")):
        weight = rng.choices(*zip(*WEIGHTS))[0]
        with tarfile.open(path) as tar:
            there = {Path(member.name).name: member for member in tar.getmembers()}
            for chosen in dict.fromkeys((weight, "400-normal")):
                names = [name for subset in SUBSETS if (name := f"{path.stem}-{subset}-{chosen}.woff") in there]
                if names and names[0].startswith(f"{path.stem}-latin-{chosen}"):
                    yield f"{path.stem}-{chosen}", draw_parts([tar.extractfile(there[name]).read() for name in names])
                    break


def draw_parts(parts, fine=3):
    """Like `draw`, of a font that comes in several files; None when it has not the plain letters and digits."""
    known = [set(TTFont(io.BytesIO(part), lazy=True).getBestCmap()) for part in parts]
    if not all(ord(c) in known[0] for c in LATIN + DIGITS):
        return None
    probe = ImageFont.truetype(io.BytesIO(parts[0]), 200)
    top, bottom = probe.getbbox("H")[1], probe.getbbox("H")[3]
    size = max(1, round(200 * CAP * fine / max(1, bottom - top)))
    fonts = [ImageFont.truetype(io.BytesIO(part), size) for part in parts]
    base, ascent = fonts[0].getbbox("H")[3], fonts[0].getmetrics()[0]
    cells = np.zeros((len(ALPHABET), HEIGHT, WIDTH), np.uint8)
    advance = np.zeros(len(ALPHABET), np.float32)
    for i, letter in enumerate(ALPHABET):
        font = next((font for font, letters in zip(fonts, known) if ord(letter) in letters), None)
        if font is None:
            continue
        picture = Image.new("L", (WIDTH * fine, HEIGHT * fine), 0)
        ImageDraw.Draw(picture).text((LEFT * fine, BASELINE * fine - base - font.getmetrics()[0] + ascent), letter, font=font, fill=255)
        cells[i] = np.asarray(picture.resize((WIDTH, HEIGHT), Image.BOX)) >> 4
        if letter == " " or cells[i].any():
            advance[i] = font.getlength(letter) / fine
    return cells, advance


#: Language: its hunspell dictionary. What Debian has no dictionary of is made up of place names in it (iso-codes) alone.
DICTIONARIES = {"be": "be_BY", "bg": "bg_BG", "cs": "cs_CZ", "da": "da_DK", "de": "de_DE_frami", "el": "el_GR", "en": "en_GB", "es": "es_ES", "et": "et_EE", "fr": "fr_FR", "hr": "hr_HR", "hu": "hu_HU", "is": "is_IS", "it": "it_IT", "lt": "lt_LT", "lv": "lv_LV", "nl": "nl_NL", "no": "nb_NO", "pl": "pl_PL", "pt": "pt_PT", "ro": "ro_RO", "ru": "ru_RU", "sk": "sk_SK", "sl": "sl_SI", "sr": "sr_RS", "sh": "sr_Latn_RS", "sv": "sv_SE", "tr": "tr_TR", "uk": "uk_UA"}
LOCALES = {"az": "az", "sq": "sq", "mk": "mk", "mt": "mt", "ga": "ga", "fi": "fi", "be": "be", "sr": "sr", "sh": "sr@latin", "lb": "lb", "eu": "eu", "ca": "ca", **{language: language for language in DICTIONARIES}}


def write_words(path, catalogue, most=4000):
    rng = random.Random(3)
    bank = {}
    for language, name in DICTIONARIES.items():
        bank[language] = dictionary(Path("/usr/share/hunspell") / f"{name}.dic", rng, most)
    for language, locale in LOCALES.items():
        bank.setdefault(language, []).extend(places(locale, rng, 700))
    bank["az"] += azeri(bank["tr"], rng)
    labels = json.loads((catalogue / "labels.json").read_text())
    for language, fields in labels.items():
        for texts in fields.values():
            bank.setdefault("us" if language == "us" else language, []).extend(texts * 4)
    for kinds in json.loads((catalogue / "titles.json").read_text()).values():
        for language, texts in kinds.items():
            bank.setdefault(language, []).extend(texts * 4)
    for country in json.loads((catalogue / "countries.json").read_text()):
        bank.setdefault(country["languages"][0], []).extend(country["names"] * 4)
    lines = [f"{language}\t{word}" for language, words in sorted(bank.items()) for word in map(spelled, words) if word and len(word) < 40]
    path.write_bytes(gzip.compress("\n".join(lines).encode(), 9))
    return len(lines)


def dictionary(path, rng, most):
    raw = path.read_bytes()
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        text = raw.decode(encoding(path))
    words = [line.split("/")[0].split("\t")[0].strip() for line in text.splitlines()[1:]]
    words = [word for word in words if 2 <= len(word) <= 18 and spelled(word) and not any(c.isdigit() for c in word)]
    return rng.sample(words, min(most, len(words)))


def encoding(path):
    first = path.with_suffix(".aff").read_bytes()[:4000].decode("latin-1")
    name = next(line.split()[1] for line in first.splitlines() if line.startswith("SET"))
    return {"microsoft-cp1251": "cp1251"}.get(name.lower(), name)


def places(locale, rng, most):
    """Names of countries and regions as Debian's iso-codes has them in a language."""
    found = set()
    for domain in ("iso_3166-1", "iso_3166-2"):
        try:
            catalogue = gettext.translation(domain, "/usr/share/locale", [locale])
        except (FileNotFoundError, OSError):
            continue
        found |= {text for key, text in catalogue._catalog.items() if key and isinstance(text, str) and 3 <= len(text) < 36}
    found = sorted(text for text in found if spelled(text))
    return rng.sample(found, min(most, len(found)))


def azeri(turkish, rng, most=2500):
    """Turkish words in Azerbaijani spelling, as far as letters go: no dictionary of it is packaged."""
    swap = str.maketrans({"e": "ə", "w": "v"})
    words = [word.translate(swap).replace("k", rng.choice(["k", "q", "x"])) for word in turkish]
    return rng.sample(words, min(most, len(words)))


if __name__ == "__main__":
    main()
