"""Draws cards and data pages that look like identity documents of no country: ground, fine lines, portrait, fields, code zones."""

import math
import random

from PIL import Image, ImageDraw, ImageFilter, ImageFont

SIZE = (480, 304)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def draw_card(rng: random.Random, fonts, mrz_font, portraits):
    """One card as an RGB picture and whether it carries machine readable lines."""
    width, height = SIZE
    card = ground(rng, width, height)
    pen = ImageDraw.Draw(card, "RGBA")
    fine_lines(rng, pen, width, height)
    ink = tuple(rng.randint(0, 70) for _ in range(3)) + (255,)
    font = lambda size: ImageFont.truetype(rng.choice(fonts), size)
    page = rng.random() < 0.35
    back = not page and rng.random() < 0.25
    header(rng, pen, width, font, ink)
    lines = rng.choice([0, 0, 2, 3]) if not page else rng.choice([0, 2])
    bottom = height - (lines * 24 + 14 if lines else 6)
    if not back:
        left = rng.random() < 0.7
        portrait(rng, card, portraits, 14 if left else width - 140, bottom)
        columns(rng, pen, 150 if left else 16, 56, width - (16 if left else 150), bottom, font, ink)
        if rng.random() < 0.4:
            ghost(rng, card, portraits, width, bottom)
    else:
        columns(rng, pen, 16, 40, width - 16, bottom - 20, font, ink)
        if rng.random() < 0.6:
            barcode(rng, pen, width, height, bottom)
    emblem(rng, pen, width, bottom)
    if lines:
        zone(rng, pen, width, height, lines, mrz_font, page)
    if rng.random() < 0.15:
        card = card.filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 0.9)))
    return card, lines


def ground(rng, width, height):
    hue = rng.choice([0.0, 0.08, 0.12, 0.3, 0.45, 0.55, 0.6, 0.65, 0.85, 0.95]) + rng.uniform(-0.03, 0.03)
    a, b = (hsv(hue + rng.uniform(-0.1, 0.1), rng.uniform(0.02, 0.45), rng.uniform(0.72, 1.0)) for _ in range(2))
    ramp = Image.linear_gradient("L").rotate(rng.choice([0, 90, 180, 270])).resize((width, height))
    return Image.composite(Image.new("RGB", (width, height), a), Image.new("RGB", (width, height), b), ramp)


def hsv(h, s, v):
    import colorsys

    return tuple(int(255 * c) for c in colorsys.hsv_to_rgb(h % 1, min(max(s, 0), 1), v))


def fine_lines(rng, pen, width, height):
    for _ in range(rng.randint(1, 3)):
        colour = hsv(rng.random(), rng.uniform(0.2, 0.8), rng.uniform(0.4, 0.9)) + (rng.randint(40, 130),)
        amplitude, period, phase = rng.uniform(4, 40), rng.uniform(30, 200), rng.uniform(0, 6)
        step, drift = rng.uniform(3, 9), rng.uniform(0, 0.2)
        for i in range(int(height / step) + 12):
            y0 = (i - 6) * step
            points = [(x, y0 + amplitude * math.sin(x / period * 6.28 + phase + i * drift)) for x in range(0, width + 8, 8)]
            pen.line(points, fill=colour, width=1)


def header(rng, pen, width, font, ink):
    if rng.random() < 0.35:
        pen.rectangle((0, 0, width, rng.randint(24, 44)), fill=hsv(rng.random(), rng.uniform(0.2, 0.9), rng.uniform(0.3, 0.95)) + (rng.randint(90, 255),))
    for i in range(rng.randint(1, 2)):
        pen.text((rng.randint(14, 180), 8 + i * 18), words(rng, rng.randint(2, 4), upper=True), font=font(rng.randint(12, 20)), fill=ink)


def portrait(rng, card, portraits, x, bottom):
    width = rng.randint(96, 126)
    height = min(int(width * rng.uniform(1.2, 1.35)), bottom - 56)
    face = rng.choice(portraits).copy().resize((width, height))
    if rng.random() < 0.4:
        face = face.convert("L").convert("RGB")
    card.paste(face, (x, rng.randint(48, max(49, bottom - height))))


def ghost(rng, card, portraits, width, bottom):
    face = rng.choice(portraits).copy().convert("L").resize((54, 68))
    card.paste(Image.new("RGB", face.size, (60, 70, 90)), (rng.randint(width - 150, width - 60), rng.randint(90, max(91, bottom - 70))), face.point(lambda v: int((255 - v) * 0.55)))


def columns(rng, pen, x0, y0, x1, y1, font, ink):
    label, value = font(rng.randint(7, 10)), font(rng.randint(11, 16))
    faint = ink[:3] + (rng.randint(130, 220),)
    y = y0
    while y < y1 - 24:
        x = x0
        while x < x1 - 40:
            pen.text((x, y), words(rng, rng.randint(1, 3)), font=label, fill=faint)
            pen.text((x, y + 9), words(rng, rng.randint(1, 2), upper=True) if rng.random() < 0.6 else digits(rng), font=value, fill=ink)
            x += rng.choice([90, 130, 400])
        y += rng.randint(25, 34)


def emblem(rng, pen, width, bottom):
    for _ in range(rng.randint(0, 3)):
        radius, x, y = rng.randint(10, 46), rng.randint(30, width - 30), rng.randint(30, max(31, bottom - 20))
        colour = hsv(rng.random(), rng.uniform(0.1, 0.8), rng.uniform(0.4, 1.0)) + (rng.randint(50, 170),)
        rng.choice([pen.ellipse, pen.rectangle])((x - radius, y - radius, x + radius, y + radius), fill=colour)


def barcode(rng, pen, width, height, bottom):
    x, y, tall = rng.randint(10, 120), rng.randint(int(bottom * 0.5), bottom - 46), rng.randint(24, 44)
    dense = rng.random() < 0.5
    for row in range(0, tall, 3 if dense else tall):
        at = x
        while at < width - 20:
            bar = rng.randint(1, 4)
            if rng.random() < 0.5:
                pen.rectangle((at, y + row, at + bar - 1, y + row + (2 if dense else tall)), fill=(15, 15, 20, 255))
            at += bar


def zone(rng, pen, width, height, lines, mrz_font, page):
    count = 44 if page else {2: 36, 3: 30}[lines]
    size = int((width - 24) / count / 0.6)
    font = ImageFont.truetype(mrz_font, size)
    if rng.random() < 0.5:
        pen.rectangle((0, height - lines * 24 - 14, width, height), fill=(255, 255, 255, rng.randint(60, 230)))
    for i in range(lines):
        text = "".join(rng.choice(LETTERS + "0123456789<<<<<<<<<<<<") for _ in range(count))
        pitch = (width - 24) / count
        for j, letter in enumerate(text):
            pen.text((12 + j * pitch, height - (lines - i) * 24 - 4), letter, font=font, fill=(20, 20, 25, 255))


def words(rng, count, upper=False):
    text = " ".join("".join(rng.choice("bcdfghklmnprstvz") + rng.choice("aeiou") for _ in range(rng.randint(1, 4))) for _ in range(count))
    return text.upper() if upper else text.capitalize()


def digits(rng):
    return rng.choice(["{:02d}.{:02d}.{}", "{:02d} {:02d} {}", "{:02d}/{:02d}/{}"]).format(rng.randint(1, 28), rng.randint(1, 12), rng.randint(1940, 2035))
