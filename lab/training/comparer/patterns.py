"""Drawn security print: backgrounds by parameters, letters, emblems. Each page can be drawn again with some of it changed."""

import numpy as np

from comparer.planes import blurred, grid, sampled, smooth_field

TAU = 2 * np.pi


def lines(phase, share):
    """Lines along whole numbers of the phase, as wide as that share of their distance; soft by about a pixel."""
    slope = np.hypot(*np.gradient(phase)) + 1e-4
    off = np.abs(phase - np.round(phase))
    return np.clip(0.5 + (share / 2 - off) / slope, 0, 1).astype(np.float32)


def waves(p, x, y):
    bend = p["a"] * np.sin(TAU * x / p["long"] + p["at"]) + p["b"] * np.sin(TAU * x / (p["long"] * p["ratio"]))
    return lines((y + bend) / p["period"], p["share"])


def envelope(p, x, y):
    width = p["long"] * (0.35 + 0.25 * np.sin(TAU * x / (2 * p["long"]) + p["at"]))
    return np.maximum(lines((y + p["a"] * np.sin(TAU * x / p["long"])) / width * p["many"], p["share"]), lines((y - p["a"] * np.sin(TAU * x / p["long"] + 1)) / width * p["many"], p["share"]))


def hatching(p, x, y):
    c, s, d, e = np.cos(p["turn"]), np.sin(p["turn"]), np.cos(p["turn"] + p["cross"]), np.sin(p["turn"] + p["cross"])
    return np.maximum(lines((c * x + s * y) / p["period"], p["share"]), lines((d * x + e * y) / p["period"], p["share"]))


def circles(p, x, y):
    r = np.hypot(x - p["x"], y - p["y"])
    return np.maximum(lines(r / p["period"], p["share"]), lines(np.hypot(x - p["x2"], y - p["y2"]) / p["period"], p["share"]))


def spiral(p, x, y):
    r, turn = np.hypot(x - p["x"], y - p["y"]), np.arctan2(y - p["y"], x - p["x"])
    return lines(r / p["period"] + p["arms"] * turn / TAU + 0.4 * np.sin(p["arms"] * turn), p["share"])


def lattice(p, x, y):
    u, v = x / (2 * p["period"]), y / (2 * p["period"])
    u, v = u + 0.3 * np.sin(TAU * v / 7), v + 0.3 * np.sin(TAU * u / 9)
    return np.clip((np.cos(TAU * u) * np.cos(TAU * v) - 1 + 2.2 * p["share"]) * 3, 0, 1).astype(np.float32)


def rosette(p, x, y):
    r, turn = np.hypot(x - p["x"], y - p["y"]), np.arctan2(y - p["y"], x - p["x"])
    one = lines(r / p["period"] / 2 + p["b"] / 9 * np.sin(p["petals"] * turn), p["share"] / 1.5)
    two = lines(r / p["period"] / 2 - p["b"] / 9 * np.sin(p["petals"] * turn + p["at"]), p["share"] / 1.5)
    return np.maximum(one, two)


def microtext(p, x, y):
    """Rows of tiny letters, a few pixels high."""
    high = max(5.0, 1.3 * p["period"])
    row = y / (1.7 * high)
    v = (row - np.floor(row)) * 1.7
    u = x / (0.8 * high)
    of = (np.floor(u) * 7 + np.floor(row) * 13 + p["seed"]).astype(np.int64)
    inside = (v < 1) & (u - np.floor(u) < 0.75)
    uu, vv = (u - np.floor(u)) / 0.75, v
    bars = (((of * 2654435761) >> 7) & 7)[..., None] >> np.arange(3) & 1
    stem = np.abs(uu - 0.2) < 0.2
    row_of = np.clip((vv * 3).astype(int), 0, 2)
    bar = np.take_along_axis(bars, row_of[..., None], -1)[..., 0].astype(bool) & (np.abs(vv * 3 - row_of - 0.5) < 0.3)
    return blurred((inside & (stem | bar)).astype(np.float32), 0.5)


def relief(p, x, y):
    """Straight lines that a form pushes aside, as if it were embossed."""
    form = np.exp(-(((x - p["x"]) / p["long"]) ** 2 + ((y - p["y"]) / p["long"]) ** 2) * 3) + 0.6 * np.exp(-(((x - p["x2"]) / p["long"]) ** 2 + ((y - p["y2"]) / p["long"]) ** 2) * 8)
    return lines((y + 1.5 * p["period"] * form * p["arms"]) / p["period"], p["share"])


#: What is trained on, and the third that is kept out.
TRAINED = (waves, envelope, hatching, circles, spiral, lattice)
KEPT_OUT = (rosette, microtext, relief)


def parameters(rng, shape):
    h, w = shape
    fine = float(np.exp(rng.uniform(np.log(3.0), np.log(15))))
    return {
        "period": fine, "share": rng.uniform(0.2, 0.5), "long": rng.uniform(40, 240), "ratio": rng.uniform(0.3, 0.8),
        "a": rng.uniform(2, 30), "b": rng.uniform(1, 10), "at": rng.uniform(0, TAU), "many": rng.uniform(5, 16),
        "turn": rng.uniform(0, np.pi), "cross": rng.uniform(0.3, 1.5), "arms": float(rng.integers(1, 7)), "petals": float(rng.integers(3, 14)),
        "x": rng.uniform(-0.2, 1.2) * w, "y": rng.uniform(-0.2, 1.2) * h, "x2": rng.uniform(0, 1) * w, "y2": rng.uniform(0, 1) * h, "seed": int(rng.integers(0, 999)),
    }


def alike(rng, p):
    """A forger's guess at the parameters."""
    return {name: (value if name in ("arms", "petals", "seed") else value * rng.uniform(0.85, 1.18)) for name, value in p.items()}


STEP = 5


def glyph(rng):
    """A letter of strokes between the nine points of a square, the same letter for the same seed."""
    points = [(i % 3 / 2, i // 3 / 2) for i in range(9)]
    return [(points[a], points[b]) for a, b in rng.integers(0, 9, (int(rng.integers(3, 6)), 2)) if a != b] or [(points[0], points[8])]


class Line:
    """A line of letters with its weight and its slant."""

    def __init__(self, rng, shape, small=None):
        self.high = float(np.exp(rng.uniform(np.log(9), np.log(30)))) if small is None else small
        self.many = int(rng.integers(4, 22))
        self.x, self.y = rng.uniform(0, 0.7) * shape[1], rng.uniform(0.02, 0.92) * shape[0]
        self.weight, self.slant, self.font = rng.uniform(0.1, 0.2), rng.uniform(-0.05, 0.15), int(rng.integers(0, 1 << 30))
        self.colour = rng.uniform(5, 90, 3).astype(np.float32) if rng.random() < 0.7 else rng.uniform(0, 160, 3).astype(np.float32)
        self.wide = rng.uniform(0.5, 0.8)

    def ink(self, shape):
        """How much of each pixel is ink, and where in the picture that is."""
        rng = np.random.default_rng(self.font)
        step = self.high * self.wide * 1.35
        left, top = int(self.x) - 3, int(self.y) - 3
        right, bottom = min(shape[1], int(self.x + self.many * step) + 6), min(shape[0], int(self.y + self.high) + 6)
        left, top = max(0, left), max(0, top)
        if right - left < 4 or bottom - top < 4:
            return None
        x, y = np.meshgrid(np.arange(left, right, dtype=np.float32), np.arange(top, bottom, dtype=np.float32))
        v = (y - self.y) / self.high
        u = (x - self.x) / self.high - self.slant * (0.5 - v)
        far = np.full(x.shape, 9.0, np.float32)
        for i in range(self.many):
            strokes = glyph(rng)
            if rng.random() < 0.15:
                continue
            at = i * self.wide * 1.35
            c0, c1 = max(0, int((at - 0.3) * self.high + self.x) - left), min(x.shape[1], int((at + self.wide + 0.3) * self.high + self.x) - left + 1)
            if c1 <= c0:
                continue
            for (ax, ay), (bx, by) in strokes:
                ax, bx = at + ax * self.wide, at + bx * self.wide
                dx, dy = bx - ax, by - ay
                pu, pv = u[:, c0:c1] - ax, v[:, c0:c1] - ay
                t = np.clip((pu * dx + pv * dy) / (dx * dx + dy * dy + 1e-9), 0, 1)
                far[:, c0:c1] = np.minimum(far[:, c0:c1], np.hypot(pu - t * dx, pv - t * dy))
        return np.clip(0.5 + (self.weight / 2 - far) * self.high, 0, 1), (slice(top, bottom), slice(left, right))


class Emblem:
    def __init__(self, rng, shape):
        self.r = rng.uniform(12, 45)
        self.x, self.y = rng.uniform(0, shape[1]), rng.uniform(0, shape[0])
        self.points, self.depth, self.at = int(rng.integers(3, 12)), rng.uniform(0.1, 0.6), rng.uniform(0, TAU)
        self.rings = rng.uniform(2.5, 6)
        self.colour = rng.uniform(0, 200, 3).astype(np.float32)
        self.strength = rng.uniform(0.25, 0.9)

    def ink(self, x, y):
        r, turn = np.hypot(x - self.x, y - self.y), np.arctan2(y - self.y, x - self.x)
        edge = self.r * (1 - self.depth * (0.5 + 0.5 * np.cos(self.points * turn + self.at)))
        form = np.clip(edge - r + 0.5, 0, 1) * (0.55 + 0.45 * np.sign(np.sin(TAU * r / (2 * self.rings)) + 0.2))
        return (self.strength * np.maximum(form, np.clip(1.5 - np.abs(r - self.r * 1.12), 0, 1))).astype(np.float32)


class Page:
    """What every document of a type has: inks of a background, fixed letters, emblems. `drawn` with changes draws a forger's version."""

    def __init__(self, rng, shape, kinds):
        self.shape = shape
        x, y = grid(shape)
        self.x, self.y = x, y
        self.paper = rng.uniform(200, 250, 3).astype(np.float32)
        self.inks = []
        for _ in range(int(rng.integers(1, 4))):
            first = rng.uniform(40, 220, 3).astype(np.float32)
            second = rng.uniform(40, 220, 3).astype(np.float32) if rng.random() < 0.5 else first
            where = None if rng.random() < 0.5 else (smooth_field(rng, shape, 2) > -0.2).astype(np.float32)
            self.inks.append((kinds[rng.integers(0, len(kinds))], parameters(rng, shape), first, second, rng.uniform(0.15, 0.75), where, rng.uniform(0, TAU)))
        self.wash = smooth_field(rng, shape, 2)[..., None] * rng.uniform(-25, 25, 3).astype(np.float32)
        self.texts = [Line(rng, shape) for _ in range(int(rng.integers(3, 9)))]
        self.emblems = [Emblem(rng, shape) for _ in range(int(rng.integers(0, 4)))]

    def background(self, change=None):
        made = np.clip(self.paper + self.wash, 0, 255)
        for kind, p, first, second, strength, where, at in self.inks:
            ink = kind(change(p) if change else p, self.x, self.y) * strength
            if where is not None:
                ink = ink * where
            mix = (0.5 + 0.5 * np.sin((np.cos(at) * self.x + np.sin(at) * self.y) / self.shape[1] * 3))[..., None]
            made = made * (1 - ink[..., None] * (1 - (first * mix + second * (1 - mix)) / 255))
        return made.astype(np.float32)

    def with_print(self, background, texts=None, emblems=None):
        made = background.copy()
        for emblem in self.emblems if emblems is None else emblems:
            ink = emblem.ink(self.x, self.y)[..., None]
            made = made * (1 - ink) + emblem.colour * ink
        for line in self.texts if texts is None else texts:
            drawn = line.ink(self.shape)
            if drawn is None:
                continue
            ink, at = drawn
            made[at] = made[at] * (1 - ink[..., None]) + line.colour * ink[..., None]
        return made.astype(np.float32)

    def ink_mask(self):
        mask = np.zeros(self.shape, np.float32)
        for line in self.texts:
            drawn = line.ink(self.shape)
            if drawn is not None:
                mask[drawn[1]] = np.maximum(mask[drawn[1]], drawn[0])
        return np.clip(1.5 * blurred(mask, 1.2), 0, 1)
