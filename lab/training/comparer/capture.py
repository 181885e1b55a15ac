"""A print on its way into a file: the printer's screen, the lens, light, the phone's own processing, JPEG; and how well it is laid over the reference."""

import numpy as np

from comparer.planes import blurred, grid, jpeg, resized, sampled, smooth_field

TAU = 2 * np.pi


class Printer:
    """The screen of dots that all documents of a type are printed with; where its dots fall is another on each."""

    def __init__(self, rng):
        self.period = rng.uniform(2.2, 5.5)
        self.turns = rng.uniform(0, np.pi, 3)
        self.strength = 0.0 if rng.random() < 0.25 else rng.uniform(0.1, 0.8)
        self.grain = rng.uniform(0, 5)
        self.gain = rng.uniform(0.2, 0.6)

    def issue(self, rng, art):
        shape = art.shape[:2]
        x, y = grid(shape)
        # Inks are never laid equally thick, nor exactly over one another.
        art = art * (1 + 0.04 * smooth_field(rng, shape, 2)[..., None] + rng.uniform(-0.03, 0.03, 3).astype(np.float32))
        art = np.stack([sampled(art[..., c], x + rng.uniform(-0.6, 0.6), y + rng.uniform(-0.6, 0.6)) for c in range(3)], -1)
        made = art
        if self.strength:
            made = art.copy()
            for c, turn in enumerate(self.turns):
                u, v = (np.cos(turn) * x + np.sin(turn) * y) / self.period + rng.random(), (np.cos(turn) * y - np.sin(turn) * x) / self.period + rng.random()
                dot = 0.5 + 0.25 * (np.cos(TAU * u) + np.cos(TAU * v))
                edge = np.clip(0.5 + 3 * (art[..., c] / 255 - dot), 0, 1) * 255
                made[..., c] = (1 - self.strength) * art[..., c] + self.strength * edge
        return blurred(made + rng.normal(0, self.grain, art.shape).astype(np.float32), self.gain)


class Camera:
    """A scanner, or a phone in a hand: what a type's pictures have in common is chosen by `is_phone`."""

    def __init__(self, rng, is_phone, best=False):
        self.is_phone = is_phone
        worse = 0.5 if best else 1.0
        self.soft = rng.uniform(0.3, 0.3 + (1.3 if is_phone else 0.6) * worse)
        self.scale = rng.uniform(0.6 if is_phone else 0.75, 1.3)
        self.noise = rng.uniform(0.4, 0.6 + (4.0 if is_phone else 1.5) * worse)
        self.sharpen = rng.uniform(0, 0.8) if rng.random() < 0.5 else 0.0
        self.quality = rng.uniform(62 if is_phone else 75, 97)

    def take(self, rng, printed, loose=1.0):
        """`loose`: how far off, in pixels, the picture lies on the reference after it was bent."""
        shape = printed.shape[:2]
        x, y = grid(shape)
        off = loose * rng.uniform(0.1, 1.0)
        seen = sampled(printed, x + off * smooth_field(rng, shape, 2), y + off * smooth_field(rng, shape, 2))
        seen = blurred(seen, self.soft)
        size = (max(64, int(shape[0] * self.scale)), max(64, int(shape[1] * self.scale)))
        seen = resized(seen, size)
        seen = self.lit(rng, seen)
        seen = seen + rng.normal(0, self.noise, seen.shape).astype(np.float32)
        if self.sharpen:
            seen = seen + self.sharpen * (seen - blurred(seen, 1.0))
        seen = jpeg(seen, self.quality)
        return np.clip(resized(seen, shape), 0, 255)

    def lit(self, rng, seen):
        spread = 0.25 if self.is_phone else 0.04
        shape = seen.shape[:2]
        gain = 1 + spread * rng.uniform(0.2, 1) * smooth_field(rng, shape, 1)
        white = 1 + rng.uniform(-1, 1, 3).astype(np.float32) * (0.1 if self.is_phone else 0.03)
        seen = 255 * np.clip(seen / 255, 0, 1) ** rng.uniform(0.85, 1.18) * (gain * rng.uniform(0.75, 1.1))[..., None] * white
        if self.is_phone and rng.random() < 0.35:
            x, y = grid(shape)
            cx, cy, reach = rng.uniform(0, shape[1]), rng.uniform(0, shape[0]), rng.uniform(15, 120)
            shine = rng.uniform(20, 160) * np.exp(-(((x - cx) / reach) ** 2 + ((y - cy) / reach / rng.uniform(0.3, 1)) ** 2))
            seen = seen + shine[..., None]
        return np.clip(seen, 0, 255).astype(np.float32)
