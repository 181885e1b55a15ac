"""Backgrounds for composites: photographs and textures, bare, or strewn with things, papers and printed columns."""

import random

from PIL import Image, ImageDraw, ImageEnhance, ImageFont

SIZE = 384


def draw_scene(rng: random.Random, photographs, textures, things, fonts):
    kind = rng.random()
    if kind < 0.35:
        return crop(rng, load(rng.choice(photographs)))
    scene = table(rng, textures)
    if kind < 0.5:
        return scene
    if kind < 0.62:
        return newspaper(rng, scene, fonts)
    for _ in range(rng.randint(2, 9)):
        rng.choice([paper, thing, thing, thing])(rng, scene, things, fonts)
    return scene


def load(path):
    picture = Image.open(path)
    picture.draft("RGB", (1600, 1600))
    return picture.convert("RGB")


def crop(rng, picture):
    side = int(min(picture.size) * rng.uniform(0.35, 1.0))
    x, y = rng.randint(0, picture.width - side), rng.randint(0, picture.height - side)
    return picture.crop((x, y, x + side, y + side)).resize((SIZE, SIZE), Image.BILINEAR)


def table(rng, textures):
    tile = load(rng.choice(textures))
    side = int(SIZE * rng.uniform(0.5, 1.6))
    tile = tile.resize((side, side), Image.BILINEAR)
    scene = Image.new("RGB", (SIZE, SIZE))
    for x in range(0, SIZE, side):
        for y in range(0, SIZE, side):
            scene.paste(tile, (x, y))
    if rng.random() < 0.3:
        scene = Image.blend(scene, Image.new("RGB", scene.size, tuple(rng.randint(20, 250) for _ in range(3))), rng.uniform(0.3, 0.95))
    return ImageEnhance.Brightness(scene).enhance(rng.uniform(0.6, 1.3))


def paper(rng, scene, things, fonts):
    width, height = rng.randint(60, 300), rng.randint(60, 300)
    sheet = Image.new("RGBA", (width, height), tuple(rng.randint(200, 255) for _ in range(3)) + (255,))
    if rng.random() < 0.5:
        sheet.paste(tuple(rng.randint(0, 255) for _ in range(3)) + (255,), (0, 0, width, height))
    pen = ImageDraw.Draw(sheet)
    if rng.random() < 0.7:
        font = ImageFont.truetype(rng.choice(fonts), rng.randint(6, 24))
        for y in range(6, height, rng.randint(9, 30)):
            pen.text((6, y), letters(rng, 60), font=font, fill=(40, 40, 50, 255))
    place(rng, scene, sheet)


def thing(rng, scene, things, fonts):
    item = Image.open(rng.choice(things)).convert("RGBA")
    item.thumbnail((rng.randint(60, 240),) * 2)
    place(rng, scene, item)


def place(rng, scene, item):
    item = item.rotate(rng.uniform(0, 360), expand=True)
    scene.paste(item, (rng.randint(-60, SIZE - 40), rng.randint(-60, SIZE - 40)), item)


def newspaper(rng, scene, fonts):
    sheet = Image.new("RGB", (560, 560), tuple(rng.randint(190, 245) for _ in range(3)))
    pen = ImageDraw.Draw(sheet)
    columns, size = rng.randint(2, 5), rng.randint(6, 12)
    font, head = ImageFont.truetype(rng.choice(fonts), size), ImageFont.truetype(rng.choice(fonts), size * 3)
    for column in range(columns):
        x, y = column * 560 // columns + 6, rng.randint(-20, 10)
        while y < 560:
            if rng.random() < 0.04:
                pen.text((x, y), letters(rng, 12).upper(), font=head, fill=(20, 20, 20))
                y += size * 4
            elif rng.random() < 0.02:
                pen.rectangle((x, y, x + 560 // columns - 14, y + 90), fill=tuple(rng.randint(30, 200) for _ in range(3)))
                y += 96
            else:
                pen.text((x, y), letters(rng, int(560 / columns / size * 1.7)), font=font, fill=(50, 50, 50))
                y += int(size * 1.25)
    sheet = sheet.rotate(rng.uniform(-25, 25), resample=Image.BILINEAR).crop((88, 88, 472, 472))
    if rng.random() < 0.5:
        return sheet
    scene.paste(sheet, (rng.randint(-200, 200), rng.randint(-200, 200)))
    return scene


def letters(rng, count):
    return "".join(rng.choice("abcdefghijklmnoprstuvwyz     ") for _ in range(count))
