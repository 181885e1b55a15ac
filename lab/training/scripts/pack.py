"""Fonts and words of other scripts into one folder: python3 -m scripts.pack --fonts LIST --packages DIR --debian DIR --out PACK

LIST names fontsource packages by script, DIR holds their tarballs and CLDR's packages unpacked, Debian's files lie unpacked.
"""

import argparse
import functools
import gzip
import io
import json
import random
import re
import tarfile
import unicodedata
from pathlib import Path

from fontTools.ttLib import TTFont

from scripts.alphabets import BASIC, FAMILIES, alphabet, han, hangul, letters

#: CLDR's languages by script, and their dictionaries.
LANGUAGES = {
    "arabic": ("ar", "fa", "ur", "ps", "ckb"), "hebrew": ("he",), "georgian": ("ka",), "armenian": ("hy",), "thai": ("th",), "lao": ("lo",), "khmer": ("km",), "myanmar": ("my",),
    "devanagari": ("hi", "ne", "mr"), "bengali": ("bn", "as"), "gurmukhi": ("pa",), "gujarati": ("gu",), "tamil": ("ta",), "telugu": ("te",), "kannada": ("kn",), "malayalam": ("ml",),
    "sinhala": ("si",), "ethiopic": ("am", "ti"), "chinese": ("zh", "zh-Hant", "zh-Hant-HK"), "japanese": ("ja",), "hangul": ("ko",), "latin": ("en", "fr", "tr", "vi"), "cyrillic": ("ru", "uk", "bg", "kk"), "greek": ("el",),
}
DICTIONARIES = {"arabic": ("ar", "fa"), "hebrew": ("he_IL",), "thai": ("th_TH",), "lao": ("lo_LA",), "devanagari": ("hi_IN", "ne_NP"), "bengali": ("bn_BD",), "gujarati": ("gu_IN",), "telugu": ("te_IN",), "malayalam": ("ml_IN",), "sinhala": ("si_LK",), "hangul": ("ko_KR",)}
NPM_DICTIONARIES = {"georgian": "dictionary-ka", "armenian": "dictionary-hy"}
# Debian's fonts for scripts with few fonts on npm. `KEPT` in bank.py names the held-out typefaces.
DEBIAN = {
    "georgian": ("BPG_Algeti*", "BPG_Serif_GPL*", "BPG_Sans_Medium*", "BPG_Elite*", "BPG_Nino_Medium_GPL*", "BPG_Courier_GPL*", "BPG_Glaho_GPL&GNU.ttf", "BPG_Excelsior_GPL*", "DejaVuSans.ttf", "BPG_Nateli_GPL*", "FreeSerif.ttf"),
    "armenian": ("NotoSansArmenian-Condensed.ttf", "NotoSerifArmenian-Condensed.ttf", "NotoSansArmenian-ExtraCondensedLight.ttf", "NotoSansArmenian-Bold.ttf", "NotoSerifArmenian-Bold.ttf", "DejaVuSans-Bold.ttf", "FreeMono.ttf", "FreeSans.ttf", "DejaVuSans.ttf", "FreeSerif.ttf"),
    "ethiopic": ("NotoSansEthiopic-Condensed.ttf", "NotoSerifEthiopic-Condensed.ttf", "NotoSerifEthiopic-ExtraCondensedBold.ttf", "NotoSerifEthiopic-Regular.ttf", "NotoSansEthiopic-Bold.ttf", "washra*.ttf", "hiwua*.ttf", "jiret*.ttf", "yigezu*.ttf", "FreeSerif.ttf", "AbyssinicaSIL-Regular.ttf", "wookianos*.ttf"),
    "lao": ("Phetsarath_OT.ttf", "NotoSansLao-Condensed.ttf", "NotoSansLao-ExtraCondensedBold.ttf", "NotoSerifLao-Condensed.ttf", "NotoSerifLao-ExtraCondensedBold.ttf", "NotoSansLaoUI-Regular.ttf", "NotoLoopedLao-Regular.ttf", "NotoLoopedLao-Black.ttf", "NotoLoopedLao-Condensed.ttf", "NotoLoopedLao-ExtraLight.ttf", "DejaVuSans.ttf", "FreeMono.ttf"),
    "myanmar": ("NotoSansMyanmar-Condensed.ttf", "NotoSansMyanmar-ExtraCondensedBold.ttf", "NotoSerifMyanmar-Condensed.ttf", "NotoSerifMyanmar-ExtraCondensedBold.ttf", "NotoSansMyanmar-Bold.ttf", "NotoSansMyanmarUI-Regular.ttf", "NotoSerifMyanmar-Bold.ttf"),
    "khmer": ("NotoSansKhmer-Condensed.ttf", "NotoSerifKhmer-Condensed.ttf", "NotoSansKhmerUI-Regular.ttf", "KhmerOS_metalchrieng.ttf", "KhmerOS_bokor.ttf", "KhmerOS_battambang.ttf", "KhmerOS_sys.ttf", "KhmerOS_content.ttf", "KhmerOS.ttf"),
    "sinhala": ("lklug.ttf", "FreeSerif.ttf", "NotoSansSinhala-Condensed.ttf", "NotoSansSinhala-ExtraCondensedBold.ttf", "NotoSansSinhalaUI-Regular.ttf", "NotoSerifSinhala-Condensed.ttf", "NotoSerifSinhala-ExtraCondensedBold.ttf"),
    "telugu": ("Lohit-Telugu.ttf", "vemana2000.ttf", "Pothana2000.ttf", "NotoSansTelugu-Condensed.ttf", "NotoSansTelugu-ExtraCondensedBold.ttf", "NotoSerifTelugu-Light.ttf", "Gidugu.ttf", "NATS.ttf", "PottiSreeramulu.ttf", "SreeKrushnadevaraya.ttf", "Suravaram.ttf", "SyamalaRamana.ttf", "TenaliRamakrishna-Regular.ttf"),
    "thai": ("Waree.ttf", "Norasi.ttf", "Norasi-Bold.ttf", "Loma.ttf", "Garuda.ttf", "Sawasdee.ttf", "FreeSerif.ttf", "NotoSansThai-Condensed.ttf", "NotoLoopedThai-Regular.ttf"),
    "arabic": ("KacstNaskh.ttf", "KacstBook.ttf", "KacstOffice.ttf", "KacstLetter.ttf", "KacstFarsi.ttf", "DejaVuSans.ttf", "FreeSerif.ttf", "NotoSansArabic-Condensed.ttf", "NotoNaskhArabicUI-Regular.ttf", "nazli.ttf", "nazlib.ttf", "titr.ttf", "homa.ttf", "NafeesWeb.ttf", "Scheherazade-Regular.ttf", "Amiri-Bold.ttf"),
    "hebrew": ("DejaVuSans.ttf", "FreeSerif.ttf", "FreeSans.ttf", "FreeMono.ttf", "NotoSansHebrew-Condensed.ttf"),
    "gurmukhi": ("NotoSansGurmukhi-Condensed.ttf", "NotoSerifGurmukhi-Bold.ttf", "Lohit-Gurmukhi.ttf", "NotoSansGurmukhi-Bold.ttf", "NotoSerifGurmukhi-Regular.ttf"),
    "kannada": ("NotoSansKannada-Condensed.ttf", "NotoSerifKannada-Bold.ttf", "Lohit-Kannada.ttf", "NotoSansKannada-Bold.ttf", "NotoSerifKannada-Regular.ttf", "Gubbi.ttf", "Navilu.ttf"),
    "malayalam": ("NotoSansMalayalam-Condensed.ttf", "NotoSerifMalayalam-Light.ttf", "Lohit-Malayalam.ttf", "NotoSerifMalayalam-Bold.ttf", "Rachana-Regular.ttf", "Rachana-Bold.ttf", "Meera-Regular.ttf", "RaghuMalayalamSans-Regular.ttf", "Keraleeyam-Regular.ttf", "Suruma.ttf", "AnjaliOldLipi-Regular.ttf", "Samyak-Malayalam.ttf"),
    "gujarati": ("Lohit-Gujarati.ttf", "Samyak-Gujarati.ttf", "Kalapi.ttf", "Rekha.ttf", "padmaa-Medium-0.5.ttf", "aakar-medium.ttf"),
    "bengali": ("Lohit-Bengali.ttf", "Mukti.ttf", "Muktibold.ttf", "LikhanNormal.ttf", "Ani.ttf", "MitraMono.ttf"),
    "latin": ("DejaVuSans.ttf", "FreeSerif.ttf", "FreeSansBold.ttf", "NotoSans-Regular.ttf", "NotoSerif-Regular.ttf", "NotoSans-Bold.ttf"),
}
DEBIAN["cyrillic"] = DEBIAN["greek"] = DEBIAN["latin"]
# Too large to include in two weights.
LARGE = ("chinese", "japanese", "hangul")
# Scripts with few typefaces: light and black weights too.
FEW = ("georgian", "armenian", "lao", "khmer", "myanmar", "telugu", "kannada", "malayalam", "sinhala", "ethiopic")


def main():
    parser = argparse.ArgumentParser()
    for name in ("fonts", "packages", "debian", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--family", required=True, choices=[*FAMILIES])
    args = parser.parse_args()
    out = Path(args.out)
    (out / "fonts").mkdir(parents=True, exist_ok=True)
    named = {line.split()[0]: line.split()[1:] for line in Path(args.fonts).read_text().splitlines()}
    index = {}
    for script in (*FAMILIES[args.family], "latin", "cyrillic", "greek"):
        found = [font for name in named.get(script, ()) for font in from_npm(Path(args.packages), name, script, out)]
        found += [font for pattern in DEBIAN.get(script, ()) for font in from_debian(Path(args.debian), pattern, script, out)]
        index[script] = found
        print(script, len(found), [f["name"] for f in found[-2:]], flush=True)
    (out / "fonts.json").write_text(json.dumps(index, ensure_ascii=False))
    words = {script: words_of(script, Path(args.packages), Path(args.debian)) for script in index}
    print({script: len(mine) for script, mine in words.items()})
    (out / "words.json.gz").write_bytes(gzip.compress(json.dumps(words, ensure_ascii=False).encode(), 9))


@functools.cache
def wanted(script):
    if script in ("chinese", "japanese", "hangul"):
        return set(alphabet("east-asian"))
    if script in ("latin", "cyrillic", "greek"):
        return set(BASIC) | set(map(chr, [*range(0xC0, 0x180), *range(0x386, 0x3CF), *range(0x401, 0x460), *range(0x1EA0, 0x1EFA)]))
    return set(letters(script)) | set(BASIC)


def from_npm(packages, name, script, out):
    tarballs = sorted(packages.glob(f"fontsource-{name}-[0-9]*.tgz"))
    if not tarballs:
        return
    with tarfile.open(tarballs[0]) as tar:
        members = {Path(m.name).name: m for m in tar.getmembers() if m.name.endswith(".woff2")}
        for weight in ("400",) if script in LARGE else ("200", "400", "700", "900") if script in FEW else ("400", "700"):
            files = []
            for file, member in members.items():
                part = re.fullmatch(rf"{name}-(.+)-{weight}-normal\.woff2", file)
                if not part or not (part[1].isdigit() or part[1] in (script, "latin", "cyrillic", "greek") or script in LARGE and part[1] in ("korean", "japanese", "chinese-simplified", "chinese-traditional")):
                    continue
                if not part[1].isdigit() and script in LARGE and part[1] != "latin" and any(re.fullmatch(rf"{name}-\d+-{weight}-normal\.woff2", other) for other in members):
                    continue
                data = tar.extractfile(member).read()
                chars = [c for c in covered(io.BytesIO(data)) if c in wanted(script)]
                if chars:
                    (out / "fonts" / file).write_bytes(data)
                    files.append({"file": file, "chars": "".join(chars)})
            own = {c for f in files for c in f["chars"]} - set(BASIC)
            if own:
                yield {"name": f"{name}-{weight}", "files": files}


def from_debian(debian, pattern, script, out):
    for path in sorted(debian.rglob(pattern))[:1]:
        chars = [c for c in covered(path) if c in wanted(script)]
        if set(chars) - set(BASIC):
            (out / "fonts" / path.name).write_bytes(path.read_bytes())
            yield {"name": path.stem, "files": [{"file": path.name, "chars": "".join(chars)}]}


def covered(file):
    return sorted(map(chr, TTFont(file, lazy=True).getBestCmap() or {}))


def words_of(script, packages, debian, most=20_000):
    allowed = wanted(script)
    found = set()
    for language in LANGUAGES[script]:
        for text in cldr(packages, language):
            found.update(part for part in re.split(r"[\s()\[\],;]+", text))
    for name in DICTIONARIES.get(script, ()):
        raw = (debian / "usr/share/hunspell" / f"{name}.dic").read_bytes()
        encoding = re.search(rb"SET\s+(\S+)", (debian / "usr/share/hunspell" / f"{name}.aff").read_bytes())
        text = raw.decode({"ISO8859-8": "iso8859-8", "microsoft-cp1251": "cp1251"}.get((encoding[1].decode() if encoding else "utf-8"), "utf-8") if encoding else "utf-8", "ignore")
        found.update(line.split("/")[0].strip() for line in text.splitlines()[1:])
    if script in NPM_DICTIONARIES:
        tarball = next(packages.glob(f"{NPM_DICTIONARIES[script]}-*.tgz"))
        with tarfile.open(tarball) as tar:
            text = tar.extractfile("package/index.dic").read().decode()
        found.update(line.split("/")[0].strip() for line in text.splitlines()[1:])
    found = {unicodedata.normalize("NFC", word) for word in found}
    kept = sorted(word for word in found if 1 <= len(word) <= 22 and all(c in allowed for c in word) and any(c not in BASIC for c in word) or script == "latin" and word.isalpha() and 1 < len(word) < 18)
    return random.Random(5).sample(kept, min(most, len(kept)))


def cldr(packages, language):
    def strings(node):
        if isinstance(node, str):
            yield node
        elif isinstance(node, dict):
            for value in node.values():
                yield from strings(value)

    for package, kinds in (("cldr-localenames-full", ("territories", "languages", "scripts")), ("cldr-dates-full", ("ca-gregorian", "ca-generic"))):
        for kind in kinds:
            file = packages / package / "main" / language / f"{kind}.json"
            if file.exists():
                yield from strings(json.loads(file.read_text())["main"][language])


if __name__ == "__main__":
    main()
