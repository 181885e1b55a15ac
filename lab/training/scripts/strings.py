"""Lines of text in other scripts: words of dictionaries and CLDR, strings with typical letter sequences, names, dates,
numbers."""

import random
import unicodedata
from collections import defaultdict

from scripts.alphabets import RIGHT_TO_LEFT, codec, common_han, hangul, letters, rare_han

DIGITS = {"arabic": ("٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹"), "thai": ("๐๑๒๓๔๕๖๗๘๙",), "lao": ("໐໑໒໓໔໕໖໗໘໙",), "khmer": ("០១២៣៤៥៦៧៨៩",), "myanmar": ("၀၁၂၃၄၅၆၇၈၉",), "devanagari": ("०१२३४५६७८९",), "bengali": ("০১২৩৪৫৬৭৮৯",), "gurmukhi": ("੦੧੨੩੪੫੬੭੮੯",), "gujarati": ("૦૧૨૩૪૫૬૭૮૯",)}
#: Written without spaces between words.
JOINED = ("thai", "lao", "khmer", "myanmar", "chinese", "japanese")
SUFFIXES = {"simplified": "省市区县镇乡村路街号楼室年月日男女汉族公民身份证", "traditional": "省市區縣鎮鄉村路街號樓室年月日男女民國籍", "japanese": "都道府県市区町村丁目番地号年月日男女昭和平成令和日本国"}


class Writer:
    """Lines of one script."""

    def __init__(self, script, words):
        self.script, self.rng = script, random.Random(script)
        self.words = words
        self.next = habits(words)
        if script in ("chinese", "japanese", "hangul"):
            self.characters()

    def characters(self):
        common, rare = common_han(), rare_han()
        if self.script == "chinese":
            self.sets = [(common["simplified"], rare["simplified"], SUFFIXES["simplified"]), (common["traditional"], common["traditional"], SUFFIXES["traditional"])]
        elif self.script == "japanese":
            self.sets = [(common["japanese"], common["japanese"], SUFFIXES["japanese"]), (letters("kana"), letters("kana"), "ー")]
        else:
            self.sets = [(hangul(), codec("euc_kr", range(0xB0, 0xC9)), "시도구군읍면동리로길년월일")]

    def line(self):
        """The text as a list of words in reading order."""
        rng = self.rng
        chance = rng.random()
        if chance < 0.1:
            return [self.number() for _ in range(rng.randint(1, 2))]
        if chance < 0.16:
            return [self.latin() for _ in range(rng.randint(1, 3))]
        count = rng.choice((1, 1, 1, 2, 2, 3, 4))
        parts = [self.word() for _ in range(count)]
        if rng.random() < 0.2:
            parts.insert(rng.randrange(count + 1), self.number() if rng.random() < 0.7 else self.latin())
        if rng.random() < 0.08:
            parts[-1] += rng.choice((":", ".", ",")) if self.script not in RIGHT_TO_LEFT else ":"
        return parts

    def word(self):
        rng = self.rng
        if self.script in ("chinese", "japanese", "hangul"):
            if self.words and rng.random() < 0.25:
                return rng.choice(self.words)
            common, rare, suffix = rng.choice(self.sets)
            text = "".join(rng.choice(rare if rng.random() < 0.3 else common) for _ in range(rng.randint(1, 7)))
            return text + rng.choice(suffix) if rng.random() < 0.3 else text
        if rng.random() < 0.55 or not self.next:
            return rng.choice(self.words)
        return self.made_up()

    def made_up(self):
        """A string in which each letter may follow the two before it in a word of the dictionary."""
        rng, text = self.rng, ""
        most = rng.randint(3, 12)
        while len(text) < most:
            choices = self.next.get(text[-2:]) or self.next.get("")
            c = rng.choice(choices)
            if c == "\n":
                if len(text) >= 2:
                    break
                continue
            text += c
        return unicodedata.normalize("NFC", text)

    def number(self):
        rng = self.rng
        kind = rng.random()
        if kind < 0.5:
            text = rng.choice(("{:02d}.{:02d}.{}", "{:02d}/{:02d}/{}", "{:02d}-{:02d}-{}")).format(rng.randint(1, 31), rng.randint(1, 12), rng.randint(1930, 2040))
            if rng.random() < 0.4:
                text = "/".join(reversed(text.replace(".", "/").replace("-", "/").split("/")))
        else:
            text = "".join(rng.choice("0123456789") for _ in range(rng.randint(1, 14)))
        own = DIGITS.get(self.script)
        if own and rng.random() < 0.5:
            text = text.replace("-", "/").translate(str.maketrans("0123456789", rng.choice(own)))
        return text

    def latin(self):
        rng = self.rng
        text = "".join(rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for _ in range(rng.randint(2, 10)))
        return text if rng.random() < 0.6 else text.title() if rng.random() < 0.6 else text[:2] + self.number()[:6].replace("/", "").replace(".", "").replace("-", "") if self.script not in RIGHT_TO_LEFT else text


def habits(words):
    follow = defaultdict(list)
    for word in words:
        follow[""].append(word[0])
        for i in range(1, len(word)):
            follow[word[max(0, i - 2) : i]].append(word[i])
        follow[word[-2:]].append("\n")
    return {key: followers[:60] for key, followers in follow.items()}


def in_sight(script, parts):
    """The words from left to right as printed, each with its letters in visual order."""
    if script not in RIGHT_TO_LEFT:
        return parts, parts
    seen = list(reversed(parts))
    return seen, [part if is_number(part) else part[::-1] for part in seen]


def is_number(part):
    """Numbers and Latin words run from left to right in every script."""
    return all(unicodedata.bidirectional(c) in ("EN", "AN", "CS", "ES", "L") for c in part)
