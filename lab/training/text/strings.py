"""Strings as printed on documents, in many languages, random enough that no letter can be guessed from its neighbours."""

import gzip
import random
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from text.alphabet import ACCENTED, CLASS, COMMON, CYRILLIC, DIGITS, GREEK, LATIN, RARE, needs

LONGEST = 46
CAPITALS = LATIN[:26]
# As issuers do, without the letters that are confused with digits.
PLAIN = "".join(c for c in CAPITALS if c not in "OIQ")
MARKS = COMMON.replace(" ", "") + RARE
# How often a language is drawn; the others once.
WEIGHTS = {"en": 12, "es": 3, "fr": 3, "de": 3, "us": 2, "pt": 2, "it": 2, "nl": 2, "pl": 2, "az": 1.6, "sq": 2, "tr": 1.2, "ru": 2, "uk": 2, "el": 3, "bg": 1.5}
# Languages of most values in plain capitals.
PLAIN_LANGUAGES = ("en", "en", "en", "es", "fr", "de", "it", "pt", "nl", "pl")
SCRIPTS = (LATIN + ACCENTED, CYRILLIC, GREEK)
CYRILLIC_LANGUAGES = ("be", "bg", "mk", "ru", "sr", "uk")
MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC JANV FÉVR MARS AVR MAI JUIN JUIL AOÛT AOUT SEPT DÉC ENE ABR AGO DIC GEN MAG GIU LUG SET OTT MÄR OKT DEZ STY LUT KWI MAJ CZE LIP SIE WRZ PAŹ LIS GRU DEC УКР ЯНВ ФЕВ МАР АПР МАЙ СЕРП ЛЮТ".split()
SEXES = "M F K X Ж Ч М Ž M/M F/F K/F E/M Ž/F M/F Ж/F Ч/M Н/M Θ/F А/M N S".split()
CATEGORIES = "AM A1 A2 A B1 B BE C1 C1E C CE D1 D1E D DE T F G".split()


def bank(pack, count, seed, jobs=8):
    """Class numbers count×LONGEST (0 past the end), the letter groups each line needs, and its script (0 Latin, 1 Cyrillic, 2 Greek)."""
    shares = [(str(pack), count // jobs, seed * 1000 + i) for i in range(jobs)]
    if jobs == 1:
        parts = [part(share) for share in shares]
    else:
        with get_context("fork").Pool(jobs) as pool:
            parts = pool.map(part, shares)
    return tuple(np.concatenate(column) for column in zip(*parts))


def part(share):
    pack, count, seed = share
    writer = Writer(words(pack), random.Random(seed))
    lines = [writer.line() for _ in range(count)]
    classes = np.zeros((count, LONGEST), np.int16)
    for row, text in zip(classes, lines):
        row[: len(text)] = [CLASS[c] for c in text]
    script = [2 if any(c in GREEK for c in text) else 1 if any(c in CYRILLIC for c in text) else 0 for text in lines]
    return classes, np.array([needs(text) for text in lines], np.int16), np.array(script, np.int8)


def words(pack):
    bank = {}
    for line in gzip.decompress((Path(pack) / "words.txt.gz").read_bytes()).decode().splitlines():
        language, word = line.split("\t")
        if sum(any(c in letters for c in word) for letters in SCRIPTS) < 2:
            bank.setdefault(language, []).append(word)
    return bank


class Writer:
    def __init__(self, bank, rng):
        self.bank, self.rng = bank, rng
        self.languages = sorted(bank)
        self.weights = [WEIGHTS.get(language, 1) for language in self.languages]
        self.letters = {language: letters(language, words) for language, words in bank.items()}

    def line(self):
        while True:
            text = " ".join(self.draft().split())[:LONGEST].strip()
            text = "".join(c for c in text if c in CLASS).strip()
            if text:
                return text

    def draft(self):
        kind = self.rng.random()
        for share, make in ((0.28, self.phrase), (0.16, self.capitals), (0.09, self.salted), (0.15, self.date), (0.14, self.number), (0.06, self.short), (0.05, self.address), (0.02, self.zone), (0.05, self.soup)):
            if kind < share:
                return make()
            kind -= share
        return self.phrase()

    def language(self):
        return self.rng.choices(self.languages, self.weights)[0]

    def word(self, language):
        word = self.rng.choice(self.bank[language])
        if self.rng.random() < 0.12:
            word = "".join(self.like(c, language) if c.isalpha() and self.rng.random() < 0.25 else c for c in word)
        return word

    def like(self, letter, language):
        other = self.rng.choice(self.letters[language])
        return upper(other, language)[:1] if letter.isupper() else lower(other, language)[:1]

    def cased(self, text, language):
        kind = self.rng.random()
        if kind < 0.5:
            return upper(text, language)
        if kind < 0.75:
            return " ".join(upper(w[:1], language) + lower(w[1:], language) for w in text.split())
        if kind < 0.85:
            return upper(text[:1], language) + lower(text[1:], language)
        return text

    def phrase(self):
        rng, language = self.rng, self.language()
        text = self.cased(" ".join(self.word(language) for _ in range(rng.choice([1, 1, 1, 2, 2, 3, 4]))), language)
        kind = rng.random()
        if kind < 0.14:
            other = rng.choice(["en", "en", "fr", self.language()])
            text += rng.choice(["/", " / ", " / ", "/ ", " - ", "·", " · "]) + self.cased(self.word(other), other)
        elif kind < 0.2:
            text = text.replace(" ", "-", 1)
        elif kind < 0.25:
            text += rng.choice([":", ":", ",", ".", ";"])
        elif kind < 0.28:
            text += " (" + self.cased(self.word(language), language) + ")"
        elif kind < 0.32:
            text = rng.choice(["1. ", "2. ", "3. ", "4a. ", "4b. ", "4c. ", "5. ", "8. ", "9. ", "1 ", "2 ", "(1) ", "(2) "]) + text
        elif kind < 0.35:
            text += rng.choice([" ", ": ", ", "]) + self.digits(rng.randint(1, 9))
        elif kind < 0.38:
            text = text[:1] + "'" + text[1:] if len(text) > 3 else text
        elif kind < 0.4:
            text = '"' + text + '"' if rng.random() < 0.5 else rng.choice(["№ ", "No. ", "N° ", "Nr. ", "No "]) + self.number()
        return text

    def salted(self):
        rng, language = self.rng, self.language()
        letters = self.letters[language]
        odd = [c for c in letters if c in ACCENTED or c in CYRILLIC[64:] or c in GREEK[49:]] or letters
        case = rng.random()
        out = []
        for _ in range(rng.choice([1, 1, 2, 2, 3])):
            word = "".join(rng.choice(odd if rng.random() < 0.2 else letters) for _ in range(rng.randint(1, 9)))
            out.append(upper(word, language) if case < 0.5 else upper(word[:1], language) + lower(word[1:], language) if case < 0.8 else word)
        return " ".join(out)

    def capitals(self):
        """Names and places as values are printed, so that plain letters prevail where print is poor."""
        rng, language = self.rng, self.rng.choice(PLAIN_LANGUAGES)
        text = upper(" ".join(self.word(language) for _ in range(rng.choice([1, 1, 2, 2, 3]))), language)
        kind = rng.random()
        if kind < 0.15:
            text = rng.choice(["1. ", "2. ", "8 ", "1 ", "2 ", "4c "]) + text
        elif kind < 0.3:
            text += rng.choice([", ", ". ", " - ", "/", " / ", ".", ",", " "]) + upper(self.word(language), language)
        elif kind < 0.36:
            text = ".".join(rng.choice(CAPITALS) for _ in range(rng.randint(2, 4))) + rng.choice([".", " ", ". "]) + text
        return text

    def digits(self, n):
        """On specimens mostly zeros, or the digits in order."""
        kind = self.rng.random()
        if kind < 0.12:
            return "".join("0" if self.rng.random() < 0.8 else self.rng.choice(DIGITS[1:]) for _ in range(n))
        if kind < 0.18:
            return "1234567890"[self.rng.randint(0, 2) :][:n].ljust(n, "0")
        return "".join(self.rng.choice(DIGITS) for _ in range(n))

    def date(self):
        rng = self.rng
        d, m, y = f"{rng.randint(1, 31):02d}", f"{rng.randint(1, 12):02d}", str(rng.randint(1930, 2045))
        mark = rng.choice([".", ".", ".", "/", "/", "-", " ", " ", ". "])
        short = y[2:] if rng.random() < 0.25 else y
        month = rng.choice(MONTHS)
        month = rng.choice([month, month, month.title(), month + "/" + rng.choice(MONTHS), month + " " + rng.choice(MONTHS)])
        text = rng.choice([mark.join((d, m, short)), mark.join((d, m, short)), mark.join((d, m, short)), f"{d} {month} {short}", f"{d} {month} {short}", mark.join((y, m, d)), d + m + y, f"{d}.{m}.{y}.", mark.join((m, d, y))])
        kind = rng.random()
        if kind < 0.12:
            text = rng.choice(["3. ", "4a. ", "4b. ", "4a.", "4b.", "3 ", "4a ", "4b "]) + text
        elif kind < 0.2:
            text += " " + self.cased(self.word(self.language()), "en")
        elif kind < 0.26:
            text += rng.choice([" - ", " ", "-", " / "]) + mark.join((d, m, str(rng.randint(2000, 2040))))
        elif kind < 0.3:
            text = self.cased(self.word(self.language()), "en") + rng.choice([": ", " "]) + text
        return text

    def number(self):
        rng = self.rng
        kind = rng.random()
        if kind < 0.3:
            return self.digits(rng.randint(4, 12))
        letters = PLAIN if rng.random() < 0.8 else CAPITALS
        if kind < 0.6:
            return "".join(rng.choice(letters) for _ in range(rng.randint(1, 3))) + rng.choice(["", "", " ", "-"]) + self.digits(rng.randint(5, 9)) + (rng.choice(letters) if rng.random() < 0.3 else "")
        if kind < 0.75:
            return "".join(rng.choice(letters + DIGITS) for _ in range(rng.randint(6, 14)))
        return rng.choice(["-", " ", "/", ".", " "]).join(self.digits(rng.randint(2, 5)) for _ in range(rng.randint(2, 4)))

    def short(self):
        rng = self.rng
        return rng.choice(
            [
                lambda: rng.choice(SEXES),
                lambda: "".join(rng.choice(CAPITALS) for _ in range(rng.choice([1, 2, 3, 3, 3]))),
                lambda: rng.choice(["/", ", ", " "]).join(rng.sample(CATEGORIES, rng.randint(1, 5))),
                lambda: f"{rng.randint(140, 205)}{rng.choice(['', ' cm', 'cm', ' CM'])}",
                lambda: f"1{rng.choice(',.')}{rng.randint(40, 99)}{rng.choice(['', ' m', ' M'])}",
                lambda: self.digits(rng.randint(1, 4)),
                lambda: rng.choice(["1.", "2.", "3.", "4a.", "4b.", "4c.", "4d.", "5.", "6.", "7.", "8.", "9.", "10.", "11.", "12.", "13.", "14."]),
                lambda: self.cased(self.word(self.language())[:4], "en"),
            ]
        )()

    def address(self):
        rng, language = self.rng, self.language()
        street = self.cased(self.word(language) + " " + self.word(language), language)
        return rng.choice([f"{street} {rng.randint(1, 199)}", f"{street}, {rng.randint(1, 99)}/{rng.randint(1, 40)}", f"{rng.randint(1000, 99999)} {street}", f"{street} {rng.randint(1, 99)}, {self.digits(5)}", f"{rng.randint(1, 300)} {street}"])

    def zone(self):
        """A run of machine-readable characters."""
        rng = self.rng
        out = ""
        while len(out) < rng.randint(12, 44):
            letters = CAPITALS if rng.random() < 0.6 else DIGITS
            out += "".join(rng.choice(letters) for _ in range(rng.randint(1, 9))) + "<" * rng.choice([1, 1, 2, 2, 5, 12])
        return out

    def soup(self):
        """Any character next to any other, in one script."""
        rng = self.rng
        letters = rng.choice([DIGITS + PLAIN, DIGITS + PLAIN, LATIN, rng.choice(SCRIPTS)])
        return "".join(rng.choice(MARKS if rng.random() < 0.15 else letters) for _ in range(rng.randint(1, 14)))


def letters(language, words):
    """The letters of a language, in one script: similar letters of another script could not be distinguished."""
    script = SCRIPTS[1] if language in CYRILLIC_LANGUAGES else SCRIPTS[2] if language == "el" else SCRIPTS[0]
    return sorted({c for word in words for c in word + word.upper() if c in script})


def upper(text, language):
    return (text.replace("i", "İ") if language in ("tr", "az") else text).upper()


def lower(text, language):
    return (text.replace("I", "ı").replace("İ", "i") if language in ("tr", "az") else text.replace("İ", "i")).lower()
