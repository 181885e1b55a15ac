"""Ways to imitate a document. Each takes the picture of a page (as drawn, or as photographed), how much of each pixel is letters, and what the page is; each gives the imitation."""

import numpy as np

from comparer.patterns import Line, alike
from comparer.planes import blurred, grid, luma, resized, sampled, turned_hue

TAU = 2 * np.pi


def behind(picture, ink, other):
    return other * (1 - ink[..., None]) + picture * ink[..., None]


def part(rng, shape, least=0.08, most=0.4):
    """A soft box: how much of each pixel is in it."""
    side = np.sqrt(rng.uniform(least, most))
    h, w = side * shape[0] * rng.uniform(0.7, 1.3), side * shape[1] * rng.uniform(0.7, 1.3)
    y, x = rng.uniform(0, max(1, shape[0] - h)), rng.uniform(0, max(1, shape[1] - w))
    mask = np.zeros(shape, np.float32)
    mask[int(y) : int(y + h), int(x) : int(x + w)] = 1
    return blurred(mask, rng.uniform(0.3, 4.5))


def mixed(one, other, mask):
    return one * (1 - mask[..., None]) + other * mask[..., None]


def soft_background(rng, page, picture, ink):
    return behind(picture, ink, blurred(picture, rng.uniform(1.6, 5)))


def flat_background(rng, page, picture, ink):
    return behind(picture, ink, blurred(picture, rng.uniform(9, 30)))


def enlarged(rng, page, picture, ink):
    h, w = picture.shape[:2]
    share = rng.uniform(0.2, 0.45)
    other = resized(resized(picture, (int(h * share), int(w * share))), (h, w))
    return behind(picture, ink, other) if rng.random() < 0.6 else other


def paler(rng, page, picture, ink):
    soft = blurred(picture, rng.uniform(5, 14))
    factor = rng.uniform(0.25, 0.6) if rng.random() < 0.7 else rng.uniform(1.5, 2.2)
    return behind(picture, ink, soft + factor * (picture - soft))


def retouched(rng, page, picture, ink):
    shape = picture.shape[:2]
    soft = blurred(picture, rng.uniform(3, 14)) + rng.normal(0, rng.uniform(0, 3), shape).astype(np.float32)[..., None]
    return mixed(picture, behind(picture, ink, soft) if rng.random() < 0.6 else soft, part(rng, shape, 0.04, 0.3))


def halftoned(rng, page, picture, ink):
    x, y = grid(picture.shape[:2])
    period, strength = rng.uniform(3.5, 8), rng.uniform(0.4, 0.85)
    made = blurred(picture, rng.uniform(0.5, 1.2))
    out = np.empty_like(made)
    for c, turn in enumerate(rng.uniform(0, np.pi, 3)):
        u, v = (np.cos(turn) * x + np.sin(turn) * y) / period, (np.cos(turn) * y - np.sin(turn) * x) / period
        dot = 0.5 + 0.25 * (np.cos(TAU * u) + np.cos(TAU * v))
        out[..., c] = (1 - strength) * made[..., c] + strength * 255 * np.clip(0.5 + 3.5 * (made[..., c] / 255 - dot), 0, 1)
    return blurred(out, rng.uniform(0.3, 0.8))


def inkjet(rng, page, picture, ink):
    made = blurred(picture, rng.uniform(0.8, 1.8))
    dots = np.where(rng.random(made.shape) < made / 255, 255.0, 30.0).astype(np.float32)
    share = rng.uniform(0.15, 0.4)
    return 24 + 0.88 * blurred((1 - share) * made + share * dots, rng.uniform(0.5, 1.0))


def screen(rng, page, picture, ink):
    x, y = grid(picture.shape[:2])
    pitch, turn = rng.uniform(2.4, 5), rng.uniform(-0.05, 0.05)
    u, v = (x + turn * y) / pitch, (y - turn * x) / pitch
    row = 0.86 + 0.14 * np.cos(TAU * v)
    made = blurred(picture, rng.uniform(0.7, 1.4))
    return np.stack([made[..., c] * (0.82 + 0.3 * np.maximum(0, np.cos(TAU * (u - c / 3)))) * row for c in range(3)], -1)


def similar(rng, page, picture, ink):
    """The background drawn again from a guess at its parameters."""
    other = page.background(lambda p: alike(rng, p))
    level = blurred(picture, 10).mean((0, 1)) / np.maximum(1, other.mean((0, 1)))
    return behind(picture, ink, np.clip(other * level, 0, 255))


def shifted(rng, page, picture, ink):
    x, y = grid(picture.shape[:2])
    box = (part(rng, picture.shape[:2]) > 0.5).astype(np.float32)
    far, way = rng.uniform(4, 24), rng.uniform(0, TAU)
    return sampled(picture, x - box * far * np.cos(way), y - box * far * np.sin(way))


def rescaled(rng, page, picture, ink):
    h, w = picture.shape[:2]
    x, y = grid((h, w))
    box = (part(rng, (h, w), 0.15, 0.6) > 0.5).astype(np.float32)
    size = rng.uniform(0.02, 0.06) * rng.choice([-1, 1])
    cx, cy = rng.uniform(0, w), rng.uniform(0, h)
    return sampled(picture, x + box * size * (x - cx), y + box * size * (y - cy))


def weighted(rng, page, picture, ink):
    """Letters bolder or thinner, the background as it is."""
    bold, reach = rng.random() < 0.5, 1 if rng.random() < 0.6 else 2
    light, best, least = luma(picture), luma(picture), luma(picture)
    made = picture.copy()
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            near = np.roll(light, (dy, dx), (0, 1))
            least = np.minimum(least, near)
            better = near < best if bold else near > best
            best = np.where(better, near, best)
            made[better] = np.roll(picture, (dy, dx), (0, 1))[better]
    near_ink = blurred(light[..., None], 8)[..., 0] - least > 35
    return np.where(near_ink[..., None], made, picture)


def other_font(rng, page, picture, ink):
    """Lines of letters slanted, squeezed, or of uneven width."""
    x, y = grid(picture.shape[:2])
    dx, dy = np.zeros_like(x), np.zeros_like(y)
    for line in page.texts:
        if rng.random() < 0.25:
            continue
        inside = (x >= line.x - 3) & (x < line.x + line.many * line.high * line.wide * 1.35 + 3) & (y >= line.y - 2) & (y < line.y + line.high + 2)
        middle = line.y + line.high / 2
        kind = rng.random()
        if kind < 0.4:
            dx = np.where(inside, rng.uniform(0.15, 0.35) * rng.choice([-1, 1]) * (y - middle), dx)
        elif kind < 0.7:
            dx = np.where(inside, 0.16 * line.high * np.sin(TAU * (x - line.x) / (rng.uniform(1, 2) * line.high)), dx)
        else:
            dy = np.where(inside, (y - middle) * rng.uniform(0.1, 0.25) * rng.choice([-1, 1]), dy)
    return sampled(picture, x + dx, y + dy)


def other_letters(rng, page, picture, ink):
    """Fixed letters set again with others, over a smoothed strip."""
    made = picture.copy()
    lines = [Line(rng, page.shape, line.high) for line in page.texts]
    for new, old in zip(lines, page.texts):
        if rng.random() < 0.4:
            continue
        new.x, new.y, new.many, new.colour, new.wide = old.x, old.y, old.many, old.colour, old.wide
        y0, y1, x0, x1 = int(max(0, old.y - 2)), int(old.y + old.high + 3), int(max(0, old.x - 3)), int(old.x + old.many * old.high * old.wide * 1.35 + 3)
        patch = picture[y0:y1, x0:x1]
        if patch.shape[0] < 3 or patch.shape[1] < 3:
            continue
        made[y0:y1, x0:x1] = np.quantile(patch.reshape(-1, 3), 0.7, axis=0)
    return page.with_print(made.astype(np.float32), lines, [])


def recoloured(rng, page, picture, ink):
    made = turned_hue(picture, rng.uniform(25, 90) * rng.choice([-1, 1]))
    return made if rng.random() < 0.35 else mixed(picture, made, part(rng, picture.shape[:2], 0.1, 0.45))


def exchanged(rng, page, picture, ink):
    """An area with what another place has, within a border."""
    shape = picture.shape[:2]
    box = part(rng, shape, 0.05, 0.2)
    other = np.roll(picture[:, ::-1], (int(rng.integers(20, 200)), int(rng.integers(20, 300))), (0, 1))
    rim = np.clip(4 * box * (1 - box), 0, 1)
    return mixed(mixed(picture, other, (box > 0.5).astype(np.float32)), np.full_like(picture, rng.uniform(190, 245)), rim)


def noisy(rng, page, picture, ink):
    """Noise of the same strength instead of the fine pattern."""
    soft = blurred(picture, rng.uniform(2, 5))
    fine = picture - soft
    strength = blurred(np.abs(fine).mean(-1), 6)
    grain = blurred(rng.normal(0, 1, picture.shape[:2]).astype(np.float32), rng.uniform(0.4, 1.4))
    grain /= grain.std()
    return behind(picture, ink, soft + (1.25 * strength * grain)[..., None])


def median(rng, page, picture, ink):
    stack = np.stack([np.roll(picture, (dy, dx), (0, 1)) for dy in (-1, 0, 1) for dx in (-1, 0, 1)])
    if rng.random() < 0.5:
        stack = np.concatenate([stack, np.stack([np.roll(picture, s, (0, 1)) for s in ((0, 2), (2, 0), (0, -2), (-2, 0))])])
    return np.median(stack, 0).astype(np.float32)


def few_colours(rng, page, picture, ink):
    step = 255 / rng.integers(5, 9)
    return (step * np.round(picture / step)).astype(np.float32)


def strip_removed(rng, page, picture, ink):
    """A strip filled with what is above it."""
    h, w = picture.shape[:2]
    high, wide = int(rng.uniform(0.1, 0.25) * h), int(rng.uniform(0.25, 0.6) * w)
    y, x = int(rng.uniform(high, h - high)), int(rng.uniform(0, w - wide))
    made = picture.copy()
    made[y : y + high, x : x + wide] = picture[y - high : y, x : x + wide][::-1]
    return made


def other_region(rng, page, picture, ink):
    soft = blurred(picture, 5)
    fine = (picture - soft) * (1 - ink[..., None])
    return behind(picture, ink, soft + np.roll(fine, (int(rng.integers(30, 200)), int(rng.integers(50, 300))), (0, 1)))


def glossy(rng, page, picture, ink):
    h, w = picture.shape[:2]
    x, y = grid((h, w))
    shine = 46 * np.exp(-((x - rng.uniform(0, w)) ** 2 + (y - rng.uniform(0, h)) ** 2) / (0.35 * w) ** 2)
    made = blurred(picture, 1.0) * (1 + 0.03 * np.cos(TAU * y / rng.uniform(9, 22)))[..., None]
    return 128 + 1.16 * (made - 128) + shine[..., None]


TRAINED = (soft_background, flat_background, enlarged, paler, retouched, halftoned, inkjet, screen, similar, shifted, rescaled, weighted, other_font, other_letters, recoloured, exchanged, noisy)
KEPT_OUT = (median, few_colours, strip_removed, other_region, glossy)
