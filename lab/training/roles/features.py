"""A page's lines as numbers, exactly as computed in src/vision: characters, content features and position of each line."""

import re

import numpy as np

from text.alphabet import CLASS
from roles.values import folded

LINES, LONGEST, FEATURES = 64, 48, 40
TOGETHER = re.compile(r"(?<!\d)\d{8}(?!\d)")
YEAR_FIRST = re.compile(r"(?<!\d)(\d{4})\s?[-./ ]\s?(\d{1,2})\s?[-./ ]\s?(\d{1,2})(?!\d)")
YEAR_LAST = re.compile(r"(?<!\d)(\d{1,2})\s?[-./, ]\s?(\d{1,2})\s?[-./, ]\s?(\d{4}|\d{2})(?!\d)")
NAMED = re.compile(r"(?<!\d)(\d{1,2})[\s.]*([^\W\d_]{3,10})\.?\s?/?\s?(?:[^\W\d_]{3,10})?\.?\s?/?\s?(\d{4}|\d{2})(?!\d)")
DIGITS = re.compile(r"\d")


def date_in(text, today):
    """The first date of a line as (year, month, day); month 0 if it is a name. None without a date."""
    match = YEAR_FIRST.search(text)
    if match:
        year, month, day = (int(g) for g in match.groups())
        return (year, month, day) if 1 <= month <= 12 and 1 <= day <= 31 and 1900 <= year <= 2100 else None
    match = YEAR_LAST.search(text)
    if match:
        day, month, year = (int(g) for g in match.groups())
        if month > 12:
            day, month = month, day
        year = whole(year, today) if len(match.group(3)) == 2 else year
        return (year, month, day) if 1 <= month <= 12 and 1 <= day <= 31 and 1900 <= year <= 2100 else None
    match = NAMED.search(text)
    if match:
        day, year = int(match.group(1)), int(match.group(3))
        year = whole(year, today) if len(match.group(3)) == 2 else year
        return (year, 0, day) if 1 <= day <= 31 and 1900 <= year <= 2100 else None
    match = TOGETHER.search(text)
    if match:
        day, month, year = int(match.group()[:2]), int(match.group()[2:4]), int(match.group()[4:])
        return (year, month, day) if 1 <= month <= 12 and 1 <= day <= 31 and 1900 <= year <= 2100 else None
    return None


def whole(year, today):
    """A two-digit year: at most sixteen years ahead."""
    return 2000 + year if year <= today - 2000 + 16 else 1900 + year


def compact(text):
    return "".join(c for c in folded(text) if c.isascii() and c.isalnum())


def agrees(date, said):
    """Whether a printed date is the MRZ's (yymmdd): a month's name counts as any month, day and month may be swapped."""
    if not date or not said:
        return False
    year, month, day = date
    yy, mm, dd = int(said[:2]), int(said[2:4]), int(said[4:])
    if year % 100 != yy:
        return False
    return (month == mm and day == dd) or (month == dd and day == mm) or (month == 0 and day == dd)


def page_arrays(page, lines, today):
    """characters LINES×LONGEST, classes of the same shape (-1: ignored), features LINES×FEATURES, boxes LINES×4."""
    lines = lines[:LINES]
    chars = np.zeros((LINES, LONGEST), np.int16)
    tags = np.full((LINES, LONGEST), -1, np.int8)
    texts = []
    for i, (letters, *_) in enumerate(lines):
        letters = letters[:LONGEST]
        texts.append("".join(c for c, _ in letters))
        chars[i, : len(letters)] = [CLASS[c] for c, _ in letters]
        tags[i, : len(letters)] = [t for _, t in letters]
    boxes = np.zeros((LINES, 4), np.float32)
    boxes[: len(lines)] = [line[2:6] for line in lines] if lines else boxes[:0]
    confidences = [line[1] for line in lines]
    features = features_of(texts, confidences, boxes[: len(lines)], page.height, page.face, page.zone_top if page.zone_said else None, page.zone_said, today)
    return chars, tags, features, boxes


def features_of(texts, confidences, boxes, height, face, zone_top, said, today):
    """Features of each line besides its letters. Lengths are in page widths, `height` is the page's own."""
    out = np.zeros((LINES, FEATURES), np.float32)
    if not len(texts):
        return out
    said = said or {}
    middle = float(np.sort(boxes[:, 3])[len(boxes) // 2]) or 0.04
    dates = [date_in(text, today) for text in texts]
    order = sorted({date for date in dates if date})
    packed = [compact(text) for text in texts]
    first = order[0] if order else None
    births = []
    if first and first[1]:
        y, m, d = first
        births = [f"{y % 100:02d}{m:02d}{d:02d}", f"{d:02d}{m:02d}{y % 100:02d}"]
    names = {name: compact(said.get(name, "")) for name in ("surname", "given_name", "document_number", "personal_number", "nationality")}
    for i, text in enumerate(texts):
        x, y, w, h = (float(v) for v in boxes[i])
        n = max(1, len(text))
        digits = sum(c.isdigit() for c in text)
        row = [x, x + w, (y + h / 2) / height, (y + h / 2), np.log(max(h, 1e-3) / 0.04), np.log(max(h, 1e-3) / middle), confidences[i], (1 - confidences[i]) ** 0.5, n / 20, w / (h * n), digits / n, sum(c.isupper() for c in text) / n, sum(c.islower() for c in text) / n, sum(c == "<" for c in text) / n]
        row += [1.0, *face] if face else [0.0] * 5
        row += [np.log(1 / height), len(texts) / 40, 1.0 if said else 0.0, zone_top if zone_top is not None else 0.0]
        date = dates[i]
        if date:
            year = date[0] + date[1] / 12
            rank = order.index(date)
            row += [1.0, max(-4.0, min(2.0, (year - today) / 20)), 1.0 if year > today else 0.0, rank / 4, (len(order) - 1 - rank) / 4, len(order) / 6]
        else:
            row += [0.0] * 5 + [len(order) / 6]
        row.append(1.0 if not date and digits >= 6 and any(b in packed[i] for b in births) else 0.0)
        row += [1.0 if len(v) >= least and v in packed[i] and "<" not in text else 0.0 for v, least in ((names["surname"], 2), (names["given_name"], 2), (names["document_number"], 5), (names["personal_number"], 5), (names["nationality"], 3))]
        row += [1.0 if agrees(date, said.get("birth")) else 0.0, 1.0 if agrees(date, said.get("expiry")) else 0.0]
        out[i, : len(row)] = row
    return out
