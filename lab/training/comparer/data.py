"""Pairs of reference and page, drawn on the processor's cores: genuine ones, and imitations with where they differ."""

import numpy as np

from comparer import forging, patterns
from comparer.capture import Camera, Printer
from comparer.planes import blurred, jpeg

SHAPE = (320, 512)
#: One label for so many pixels.
BLOCK = 16
#: Of the label: is it the document's own print, and does it say anything?
SAME, OTHER, UNKNOWN = 0, 1, 2
#: Pages of one type, and how many of them are imitations.
EACH = 5
FORGED = 2


def pairs(rng, kinds=patterns.TRAINED, methods=forging.TRAINED, forged=FORGED, each=EACH):
    """One type of document: its reference, and pages: (picture, own, labels, method or −1)."""
    page = patterns.Page(rng, SHAPE, kinds)
    ink = page.ink_mask()
    printer = Printer(rng)
    is_phone = rng.random() < 0.5
    art = page.with_print(page.background())
    own = places(rng)
    reference = Camera(rng, is_phone or rng.random() < 0.1, best=True).take(rng, printer.issue(rng, holders(rng, art, own)), 0)
    reference = filled(reference, own)
    made = []
    for i in range(each):
        m = int(rng.integers(0, len(methods))) if i < forged else -1
        camera = Camera(rng, is_phone)
        plain = holders(rng, art, own)
        if m < 0:
            made.append((camera.take(rng, printer.issue(rng, plain)), None, m))
            continue
        method = methods[m]
        if rng.random() < 0.4:
            # Forged on paper, then photographed.
            other = np.clip(method(rng, page, plain, ink), 0, 255)
            labels = changed(plain, other, 8)
            made.append((camera.take(rng, printer.issue(rng, other)), labels, m))
        else:
            # Forged in the file.
            seen = camera.take(rng, printer.issue(rng, plain))
            other = np.clip(method(rng, page, seen, ink), 0, 255)
            labels = changed(seen, other, 3.5)
            made.append((jpeg(other, rng.uniform(75, 95)), labels, m))
    return reference.astype(np.uint8), blocks(own), [(np.clip(p, 0, 255).astype(np.uint8), target(labels, own), m) for p, labels, m in made]


def places(rng):
    """1 where the print is the document's own, 0 where the holder's values and portrait stand."""
    own = np.ones(SHAPE, np.float32)
    for _ in range(int(rng.integers(0, 4))):
        h, w = rng.uniform(14, 110), rng.uniform(40, 190)
        y, x = rng.uniform(0, SHAPE[0] - h), rng.uniform(0, SHAPE[1] - w)
        own[int(y) : int(y + h), int(x) : int(x + w)] = 0
    return own


def holders(rng, art, own):
    """With a holder's values in their places, and now and then with ink beyond them: a long name, a signature, a stamp."""
    made = art
    free = own < 0.5
    if free.any():
        values = art.copy()
        for _ in range(8):
            write(rng, values, patterns.Line(rng, SHAPE))
        made = np.where(free[..., None], values, made)
    if rng.random() < 0.2:
        made = made.copy()
        write(rng, made, patterns.Line(rng, SHAPE))
    return made


def write(rng, picture, line):
    drawn = line.ink(SHAPE)
    if drawn is not None:
        ink, at = drawn
        picture[at] = picture[at] * (1 - ink[..., None]) + line.colour * ink[..., None]


def filled(picture, own):
    """Places of the holder filled with the colour around them, as the product keeps a reference."""
    weight = blurred(own, 20)[..., None] + 1e-3
    return np.where(own[..., None] > 0.5, picture, blurred(picture * own[..., None], 20) / weight)


def changed(one, other, least):
    """How strongly each pixel's surroundings differ, 1 being as much as counts."""
    return blurred(np.abs(one - other).mean(-1), 4) / least


def blocks(plane):
    h, w = SHAPE
    return plane.reshape(h // BLOCK, BLOCK, w // BLOCK, BLOCK).mean((1, 3))


def target(labels, own):
    share = blocks(own)
    if labels is None:
        seen = np.zeros_like(share)
    else:
        strength = blocks(np.clip(labels, 0, 2))
        seen = np.where(strength > 0.9, OTHER, np.where(strength < 0.3, SAME, UNKNOWN))
    return np.where(share < 0.5, UNKNOWN, seen).astype(np.uint8)
