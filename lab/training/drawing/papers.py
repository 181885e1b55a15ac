"""Things with a document's outline that are not documents: slips, tickets, pages, covers, packages, phones, laptops. Names
and words are random letters."""

import random

from PIL import Image, ImageDraw, ImageFilter, ImageFont

SIZE = 320
VOWELS, CONSONANTS = "aeiou", "bcdfghjklmnprstvwz"


def draw_paper(rng: random.Random, fonts, photographs):
    """A picture of 320×320 and the aspect ratio to show it at."""
    draw, low, high = rng.choice([*[(slip, 0.3, 1.0)] * 5, *[(ticket, 0.6, 2.4)] * 4, (letter, 0.65, 0.8), (letter, 0.65, 1.5), (notebook, 0.6, 1.5), (cover, 0.6, 1.0), (poster, 0.6, 1.6), (package, 0.6, 1.8), (telephone, 0.45, 0.55), (laptop, 1.2, 1.7)])
    aspect = rng.uniform(low, high)
    height = int((110_000 / aspect) ** 0.5)
    paper = draw(rng, int(height * aspect), height, fonts, photographs)
    if rng.random() < 0.2:
        paper = paper.filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 0.9)))
    return paper.convert("RGB").resize((SIZE, SIZE), Image.LANCZOS), round(aspect, 3)


def slip(rng, width, height, fonts, photographs):
    """A till receipt: a head, items with prices, a total, sometimes a barcode."""
    paper, pen = blank(rng, width, height, 0.8)
    font, ink = face(rng, fonts, max(7, int(width * rng.uniform(0.035, 0.075)))), grey(rng, 20, 130)
    big = face(rng, fonts, int(font.size * rng.uniform(1.2, 2.2)))
    y, leading = rng.randint(4, 24), rng.uniform(1.05, 1.7)
    for _ in range(rng.randint(1, 4)):
        y = centred(pen, width, y, words(rng, rng.randint(1, 3), rng.random() < 0.6), big if rng.random() < 0.4 else font, ink, leading)
    while y < height * rng.uniform(0.6, 0.98):
        kind = rng.random()
        if kind < 0.62:
            pen.text((8, y), words(rng, rng.randint(1, 3), rng.random() < 0.4)[: rng.randint(8, 24)], font=font, fill=ink)
            price = f"{rng.randint(0, 300)}{rng.choice('.,')}{rng.randint(0, 99):02d}"
            pen.text((width - 8 - font.getlength(price), y), price, font=font, fill=ink)
        elif kind < 0.74:
            pen.text((6, y), rng.choice("-=*._") * 90, font=font, fill=ink)
        elif kind < 0.85:
            pen.text((8, y), numbers(rng, rng.randint(6, 22)), font=big if rng.random() < 0.3 else font, fill=ink)
        y += font.size * leading
    if rng.random() < 0.35:
        bars(rng, pen, (width * 0.12, height * 0.86, width * 0.88, height * 0.96))
    marks(rng, paper, width, height, fonts, 0.35)
    return paper


def ticket(rng, width, height, fonts, photographs):
    """A voucher, a ticket, a label: few words of many sizes, a frame, a stub, a stamp, a barcode or a square code."""
    paper, pen = blank(rng, width, height, 0.45)
    ink = colour(rng, 0, 120) if rng.random() < 0.4 else grey(rng, 10, 110)
    if rng.random() < 0.4:
        pen.rectangle((4, 4, width - 5, height - 5), outline=ink, width=rng.randint(1, 5))
    if rng.random() < 0.4:
        band = height * rng.uniform(0.1, 0.3)
        pen.rectangle((0, 0, width, band), fill=colour(rng, 0, 230))
    if rng.random() < 0.35:
        stub = width * rng.uniform(0.65, 0.85)
        for y in range(0, height, 9):
            pen.line((stub, y, stub, y + 4), fill=ink, width=1)
    y = rng.randint(4, 20)
    while y < height - 16:
        font = face(rng, fonts, rng.choice([9, 11, 13, 15, 20, 28, 40]))
        text = numbers(rng, rng.randint(3, 14)) if rng.random() < 0.4 else words(rng, rng.randint(1, 4), rng.random() < 0.5)
        pen.text((rng.choice([8, 8, rng.uniform(4, width * 0.5)]), y), text, font=font, fill=ink)
        y += font.size * rng.uniform(1.1, 2.0)
    if rng.random() < 0.4:
        x = width * rng.uniform(0.05, 0.5)
        bars(rng, pen, (x, height * 0.7, x + width * 0.45, height * 0.92))
    if rng.random() < 0.35:
        square_code(rng, paper, min(width, height) * rng.uniform(0.25, 0.5))
    marks(rng, paper, width, height, fonts, 0.6)
    return paper


def letter(rng, width, height, fonts, photographs):
    """A typed page: a head, an address, paragraphs or a table."""
    paper, pen = blank(rng, width, height, 0.9)
    font, ink = face(rng, fonts, rng.randint(7, 12)), grey(rng, 10, 90)
    edge, y = width * rng.uniform(0.06, 0.14), height * rng.uniform(0.04, 0.1)
    pen.text((edge, y), words(rng, 3, rng.random() < 0.5), font=face(rng, fonts, rng.randint(13, 30)), fill=ink if rng.random() < 0.6 else colour(rng, 0, 150))
    y += height * 0.1
    table = rng.random() < 0.25
    while y < height * 0.93:
        if rng.random() < 0.12:
            y += font.size * 1.6
        if table:
            pen.line((edge, y - 1, width - edge, y - 1), fill=ink)
            for k in range(4):
                pen.text((edge + 4 + k * (width - 2 * edge) / 4, y), words(rng, 1, False), font=font, fill=ink)
        else:
            line = words(rng, 14, False)
            while font.getlength(line) > width - 2 * edge:
                line = line[:-1]
            pen.text((edge, y), line[: len(line) if rng.random() < 0.85 else len(line) // 2], font=font, fill=ink)
        y += font.size * 1.35
    marks(rng, paper, width, height, fonts, 0.2)
    return paper


def notebook(rng, width, height, fonts, photographs):
    """Ruled or squared paper with pen strokes; sometimes two pages and their fold."""
    paper, pen = blank(rng, width, height, 0.7)
    rule, gap = colour(rng, 120, 220), rng.randint(9, 20)
    if rng.random() < 0.8:
        for y in range(gap, height, gap):
            pen.line((0, y, width, y), fill=rule)
    if rng.random() < 0.35:
        for x in range(gap, width, gap):
            pen.line((x, 0, x, height), fill=rule)
    ink = rng.choice([(20, 30, 120), (30, 30, 30), (120, 20, 30)])
    for y in range(gap, int(height * rng.uniform(0.1, 1.0)), gap):
        x = rng.uniform(6, 30)
        while x < width * rng.uniform(0.4, 0.95):
            wave = [(x + k * 2.2, y - rng.uniform(0, gap * 0.7)) for k in range(rng.randint(3, 12))]
            pen.line(wave, fill=ink, width=1, joint="curve")
            x += len(wave) * 2.2 + rng.uniform(4, 9)
    if rng.random() < 0.4:
        pen.line((width / 2, 0, width / 2, height), fill=grey(rng, 90, 170), width=rng.randint(1, 5))
    if rng.random() < 0.3:
        for x in range(6, width, 14):
            pen.ellipse((x, 3, x + 6, 9), fill=grey(rng, 20, 90))
    return paper


def cover(rng, width, height, fonts, photographs):
    """A book, a magazine, a manual: one colour or a picture, a title, shapes."""
    paper = picture(rng, width, height, photographs) if rng.random() < 0.45 else Image.new("RGB", (width, height), colour(rng, 0, 255))
    pen = ImageDraw.Draw(paper)
    for _ in range(rng.randint(0, 5)):
        x, y, r = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(10, width * 0.45)
        rng.choice([pen.ellipse, pen.rectangle])((x - r, y - r, x + r, y + r), fill=colour(rng, 0, 255) if rng.random() < 0.6 else None, outline=colour(rng, 0, 255), width=rng.randint(1, 6))
    for _ in range(rng.randint(1, 4)):
        pen.text((rng.uniform(4, width * 0.4), rng.uniform(4, height * 0.9)), words(rng, rng.randint(1, 3), True), font=face(rng, fonts, rng.randint(12, 60)), fill=colour(rng, 0, 255))
    return paper


def poster(rng, width, height, fonts, photographs):
    """Large words under one another."""
    ground = grey(rng, 220, 255) if rng.random() < 0.5 else colour(rng, 0, 255)
    paper = Image.new("RGB", (width, height), ground)
    pen, ink = ImageDraw.Draw(paper), grey(rng, 0, 60) if sum(ground) > 380 else grey(rng, 200, 255)
    y = rng.randint(5, 30)
    while y < height - 20:
        font = face(rng, fonts, rng.randint(18, 64))
        y = centred(pen, width, y, words(rng, rng.choice([1, 1, 2]), rng.random() < 0.7)[:12], font, ink if rng.random() < 0.8 else colour(rng, 0, 255), 1.15)
    return paper


def package(rng, width, height, fonts, photographs):
    """The front of a box or a bag."""
    paper = cover(rng, width, height, fonts, photographs)
    pen = ImageDraw.Draw(paper)
    pen.rectangle((0, height * 0.82, width, height), fill=colour(rng, 0, 255))
    if rng.random() < 0.6:
        bars(rng, pen, (width * 0.6, height * 0.84, width * 0.92, height * 0.97))
    for k in range(rng.randint(0, 4)):
        pen.text((6, height * 0.83 + 10 * k), words(rng, 4, False), font=face(rng, fonts, 8), fill=grey(rng, 0, 255))
    return paper


def telephone(rng, width, height, fonts, photographs):
    """Dark glass in a frame, off, with a picture, or with rows of icons."""
    paper = Image.new("RGB", (width, height), grey(rng, 5, 60) if rng.random() < 0.8 else grey(rng, 160, 250))
    pen, rim = ImageDraw.Draw(paper), rng.randint(3, 12)
    inner = (rim, rng.choice([rim, height // 9]), width - rim, height - rng.choice([rim, height // 9]))
    kind = rng.random()
    if kind < 0.35:
        pen.rectangle(inner, fill=grey(rng, 0, 40))
    else:
        paper.paste(picture(rng, inner[2] - inner[0], inner[3] - inner[1], photographs) if kind < 0.75 else Image.new("RGB", (inner[2] - inner[0], inner[3] - inner[1]), colour(rng, 0, 255)), inner[:2])
        if rng.random() < 0.7:
            for x in range(4):
                for y in range(rng.randint(2, 6)):
                    at = (inner[0] + (x + 0.2) * (inner[2] - inner[0]) / 4, inner[1] + 20 + y * width / 4)
                    pen.rounded_rectangle((*at, at[0] + width / 7, at[1] + width / 7), 5, fill=colour(rng, 0, 255))
    return paper


def laptop(rng, width, height, fonts, photographs):
    """A screen over rows of keys, or only the keys."""
    body = grey(rng, 30, 220)
    paper = Image.new("RGB", (width, height), body)
    pen, top = ImageDraw.Draw(paper), height * rng.choice([0.05, 0.5, 0.55])
    if top > height * 0.1:
        rim = rng.randint(3, 12)
        shown = (width - 2 * rim, int(top) - 2 * rim)
        paper.paste(picture(rng, *shown, photographs) if rng.random() < 0.5 else Image.new("RGB", shown, grey(rng, 0, 60)), (rim, rim))
    key, rows = grey(rng, 10, 240), rng.randint(4, 6)
    size = min((height * 0.95 - top) * 0.7 / rows, width * 0.9 / 14)
    for row in range(rows):
        for k in range(14):
            x, y = width * 0.05 + k * width * 0.9 / 14, top + 5 + row * size * 1.12
            pen.rectangle((x, y, x + width * 0.055, y + size), fill=key)
    pen.rectangle((width * 0.35, height * 0.85, width * 0.65, height * 0.98), outline=grey(rng, 0, 255))
    return paper


def blank(rng, width, height, white):
    tone = rng.randint(205, 255)
    fill = tuple(min(255, tone + rng.randint(-8, 4)) for _ in range(3)) if rng.random() < white else colour(rng, 140, 255)
    paper = Image.new("RGB", (width, height), fill)
    return paper, ImageDraw.Draw(paper)


def marks(rng, paper, width, height, fonts, probability):
    """Stamps, coloured words repeated along an edge, a stroke of a pen."""
    if rng.random() > probability:
        return
    pen, ink = ImageDraw.Draw(paper, "RGBA"), colour(rng, 30, 220) + (rng.randint(60, 190),)
    for _ in range(rng.randint(1, 3)):
        x, y, r = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(10, 40)
        pen.ellipse((x - r, y - r * 0.9, x + r, y + r * 0.9), outline=ink, width=rng.randint(1, 4))
        pen.text((x - r * 0.7, y - 6), words(rng, 1, True)[:7], font=face(rng, fonts, 10), fill=ink)
    if rng.random() < 0.5:
        word, font = words(rng, 1, True)[:6], face(rng, fonts, rng.randint(8, 16))
        for edge in (2, height - font.size - 3):
            for k in range(rng.randint(2, 6)):
                pen.text((width * (0.05 + 0.24 * k), edge), word, font=font, fill=ink)
    if rng.random() < 0.3:
        pen.line([(rng.uniform(0, width), rng.uniform(0, height)) for _ in range(5)], fill=(20, 30, 120, 200), width=2, joint="curve")


def bars(rng, pen, box):
    x, y0, x1, y1 = box
    while x < x1:
        thick = rng.choice([1, 1, 2, 3])
        pen.rectangle((x, y0, x + thick - 1, y1), fill=(20, 20, 20))
        x += thick + rng.choice([1, 2, 3])


def square_code(rng, paper, side):
    cells = rng.randint(17, 30)
    code = Image.new("L", (cells, cells))
    code.putdata([rng.choice([15, 245]) for _ in range(cells * cells)])
    paper.paste(code.resize((int(side), int(side)), Image.NEAREST).convert("RGB"), (int(rng.uniform(0, max(1, paper.width - side))), int(rng.uniform(0, max(1, paper.height - side)))))


def picture(rng, width, height, photographs):
    if not photographs:
        return Image.new("RGB", (width, height), colour(rng, 0, 255))
    source = rng.choice(photographs)
    x, y = rng.randint(0, source.width // 3), rng.randint(0, source.height // 3)
    return source.crop((x, y, x + source.width * 2 // 3, y + source.height * 2 // 3)).resize((max(1, width), max(1, height)))


def centred(pen, width, y, text, font, ink, leading):
    pen.text(((width - font.getlength(text)) / 2, y), text, font=font, fill=ink)
    return y + font.size * leading


def words(rng, count, upper):
    text = " ".join("".join(rng.choice(CONSONANTS) + rng.choice(VOWELS) for _ in range(rng.randint(1, 4))) for _ in range(count))
    return text.upper() if upper else text.capitalize()


def numbers(rng, count):
    return "".join(rng.choice("0123456789  :/-.") for _ in range(count))


def face(rng, fonts, size):
    return ImageFont.truetype(rng.choice(fonts), int(size))


def grey(rng, low, high):
    return (rng.randint(low, high),) * 3


def colour(rng, low, high):
    return tuple(rng.randint(low, high) for _ in range(3))
