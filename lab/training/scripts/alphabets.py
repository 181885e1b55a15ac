"""The characters of the readers of other scripts, by script, and the net that reads each."""

import unicodedata

BASIC = " 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.,/-:()'\"<&+#№"

# Ranges of code points; unassigned code points are left out.
RANGES = {
    "arabic": "060C 061B 0621-063A 0641-064A 0671 0679 067E 0686 0688 0691 0698 06A9 06AF 06BA 06BE 06C1-06C3 06CC 06D2 0660-0669 06F0-06F9",
    "hebrew": "05D0-05EA 05F3 05F4",
    "georgian": "10D0-10F0 1C90-1CB0",
    "armenian": "0531-0556 0561-0587 0589",
    "thai": "0E01-0E3A 0E3F-0E4D 0E50-0E59",
    "lao": "0E81-0EDF",
    "khmer": "1780-17B3 17B6-17D4 17DB 17E0-17E9",
    "myanmar": "1000-104B",
    "devanagari": "0901-0965 0966-0970",
    "bengali": "0981-09F1",
    "gurmukhi": "0A01-0A74",
    "gujarati": "0A81-0AF1",
    "tamil": "0B82-0BF9",
    "telugu": "0C01-0C6F",
    "kannada": "0C82-0CEF",
    "malayalam": "0D02-0D7F",
    "sinhala": "0D82-0DDF",
    "ethiopic": "1200-137C",
    "kana": "3041-3096 30A1-30FA 30FC",
}

#: Scripts by the net that reads them.
FAMILIES = {
    "scripts": ("arabic", "hebrew", "georgian", "armenian", "thai", "lao", "khmer", "myanmar", "devanagari", "bengali", "gurmukhi", "gujarati", "tamil", "telugu", "kannada", "malayalam", "sinhala", "ethiopic"),
    "kana-hangul": ("japanese", "hangul"),
    # Lines for the net that classifies scripts; Chinese has its own reader.
    "east-asian": ("chinese", "japanese", "hangul"),
}
RIGHT_TO_LEFT = ("arabic", "hebrew")
# Classes of the net that recognises the script of a line; Latin, Cyrillic and Greek are read by the usual reader.
SCRIPTS = ("common", *FAMILIES["scripts"], "han", "kana", "hangul")


def letters(name):
    found = []
    for part in RANGES[name].split():
        first, _, last = part.partition("-")
        found += [chr(c) for c in range(int(first, 16), int(last or first, 16) + 1)]
    # Unicode 15 has one Lao letter that Python 3.11 does not know.
    return [c for c in found if (c == "\u0ece" or unicodedata.category(c) != "Cn") and unicodedata.normalize("NFC", c) == c]


def codec(name, rows):
    """The characters of a national standard's rows, in its order."""
    found = []
    for row in rows:
        for cell in range(0x40 if name == "big5" else 0xA1, 0xFF):
            try:
                c = bytes([row, cell]).decode(name)
            except UnicodeDecodeError:
                continue
            if len(c) == 1 and c.isalpha():
                found.append(c)
    return found


def common_han():
    """Characters in frequent use: level 1 of GB 2312, of Big5 and of JIS X 0208."""
    return {
        "simplified": codec("gb2312", range(0xB0, 0xD8)),
        "traditional": codec("big5", range(0xA4, 0xC7)),
        "japanese": codec("euc_jp", range(0xB0, 0xD0)),
    }


def rare_han():
    return {"simplified": codec("gb2312", range(0xD8, 0xF8)), "japanese": codec("euc_jp", range(0xD0, 0xF5))}


def han():
    groups = [*common_han().values(), rare_han()["simplified"]]
    return sorted({unicodedata.normalize("NFC", c) for group in groups for c in group if "CJK UNIFIED" in unicodedata.name(c, "")})


def hangul():
    return codec("euc_kr", range(0xB0, 0xC9))


def alphabet(family):
    if family == "scripts":
        own = [c for script in FAMILIES[family] for c in letters(script)]
    elif family == "kana-hangul":
        own = [*letters("kana"), *hangul(), *common_han()["japanese"], *"々〇、。・「」"]
    else:
        own = [*letters("kana"), *hangul(), *han(), *"々〇、。・「」"]
    return list(dict.fromkeys([*BASIC, *own]))


def script_of(c):
    """The class of a letter among SCRIPTS; None for characters that every script uses."""
    for name in FAMILIES["scripts"]:
        if c in LETTERS[name]:
            return name
    if c in LETTERS["kana"]:
        return "kana"
    if "가" <= c <= "힣":
        return "hangul"
    return "han" if "㐀" <= c <= "鿿" else None


LETTERS = {name: frozenset(letters(name)) for name in RANGES}
