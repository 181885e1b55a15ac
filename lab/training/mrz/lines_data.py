"""Pictures of single machine-readable lines, 32×640 grey, drawn on the GPU. Difficulty runs from 0 to 1 and beyond."""

from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from mrz import text as mrz_text
from common.chance import often, over, uniform
from common.degrade import blur, glare, jpeg, noise, shadows
from common.store import read_bank

HEIGHT, WIDTH = 32, 640
CELL_W, CELL_H, CAP, BASELINE = 24, 40, 22, 31
MARGIN = 0.02
LEVELS = {"easy": 0.25, "medium": 0.6, "hard": 1.0}
# Long lines have the smallest print and need the most practice.
SHARES = {30: 0.22, 36: 0.3, 44: 0.48}


class Lines:
    def __init__(self, pack, device, count=60_000):
        self.device = device
        stored = np.load(Path(pack) / "glyphs.npz")
        self.atlas = torch.tensor(stored["atlas"], device=device).float() / 255
        self.ocr_b = int(stored["ocr_b"])
        self.text = mrz_text.bank(count, device)
        grounds = [read_bank(pack, name, device)[0] for name in ("cards", "cutouts")]
        self.grounds = torch.cat(grounds).float().mean(1, keepdim=True) / 255

    def fonts(self, b):
        usual = torch.randint(0, self.ocr_b, (b,), device=self.device)
        any_ = torch.randint(0, len(self.atlas), (b,), device=self.device)
        return torch.where(often(b, 0.75, self.device), torch.where(often(b, 0.6, self.device), torch.zeros_like(usual), usual), any_)

    def strips(self, b, n, rows=3):
        """Ink coverage of lines in rows, B×1×(rows·40)×(n·24), and the characters B×rows×n."""
        d = self.device
        text = self.text[n][torch.randint(0, len(self.text[n]), (b, rows), device=d)]
        cells = self.atlas[self.fonts(b).view(b, 1, 1), text]
        strips = cells.permute(0, 1, 3, 2, 4).reshape(b, 1, rows * CELL_H, n * CELL_W)
        bold = torch.where(over(often(b, 0.5, d)), F.max_pool2d(strips, 3, 1, 1), -F.max_pool2d(-strips, (1, 2), 1, (0, 1))[..., : n * CELL_W])
        weight = over(uniform(b, 0, 0.8, d) * often(b, 0.5, d).float())
        return strips * (1 - weight) + bold * weight, text

    def batch(self, b, hardness):
        """Pictures B×1×32×640, characters B×44 (-1 past the end), length class 0 (no line) 1 2 3. At a given difficulty a
        third of each length, otherwise weighted for training."""
        share = lambda n: 1 / 3 if hardness is not None else SHARES[n]
        parts = [self.part(int(b * share(n)), n, hardness) for n in mrz_text.LENGTHS]
        return tuple(torch.cat(column) for column in zip(*parts))

    def part(self, b, n, hardness):
        d = self.device
        hard = practice(b, d) if hardness is None else torch.full((b,), hardness, device=d)
        strips, text = self.strips(b, n)
        ink = F.grid_sample(strips, self.field(b, n, hard), padding_mode="zeros", align_corners=False)
        picture = self.print(ink, hard)
        reverse = often(b, 0.06, d)
        blank = often(b, 0.03, d)
        picture = torch.where(over(reverse), picture.flip(2, 3), picture)
        picture = torch.where(over(blank), self.ground(b), picture)
        picture = spoil(picture, hard)
        characters = torch.full((b, 44), -1, dtype=torch.long, device=d)
        characters[:, :n] = text[:, 1]
        none = reverse | blank
        characters[none] = -1
        length = torch.full((b,), mrz_text.LENGTHS.index(n) + 1, device=d)
        return picture, characters, torch.where(none, torch.zeros_like(length), length)

    def field(self, b, n, hard):
        """The source position of each output pixel in the strips: shifts, stretch, slope, bend, slant, and the
        neighbouring lines at their distance."""
        d = self.device
        x = ((torch.arange(WIDTH, device=d) + 0.5) / WIDTH).view(1, 1, -1)
        y = ((torch.arange(HEIGHT, device=d) + 0.5) / HEIGHT - 0.5).view(1, -1, 1) * HEIGHT
        h = hard.view(-1, 1, 1)
        r = lambda size: uniform(b, -1, 1, d, 1, 1) * size * (0.3 + h)
        slip = 0.55 / n
        left, right = MARGIN + r(slip), 1 - MARGIN + r(slip)
        u = (x - left) / (right - left)
        u = u + r(0.004) * torch.sin(x * 3.14)
        pitch = WIDTH * (1 - 2 * MARGIN) / n
        line = r(2.6) + r(2.2) * (x - 0.5) * 2 + r(1.6) * ((x - 0.5) * 2) ** 2
        tall = torch.exp(r(0.16))
        v = (y - line) * CELL_W / (pitch * tall)
        u = u + r(0.18) * v / CAP * (CAP / CELL_W / n)
        gap = (1.667 if n == 30 else 2.5) * CELL_W * torch.exp(r(0.1)) * torch.ones_like(v)
        row = torch.round(v / gap).clamp(-1, 1)
        v = v - row * gap
        inside = (v.abs() < CELL_H / 2 - 1).float()
        place = ((row + 1) * CELL_H + BASELINE - CAP / 2 + v) / (3 * CELL_H)
        alone = over(often(b, 0.25, d)).squeeze(1)
        inside = inside * torch.where(alone & (row != 0), torch.zeros_like(inside), torch.ones_like(inside))
        place = torch.where(inside > 0, place, torch.full_like(place, -3.0))
        return torch.stack([(u * 2 - 1).expand_as(place), place * 2 - 1], -1)

    def ground(self, b):
        """Paper with security print: a stretched cut of a drawn card."""
        d = self.device
        source = self.grounds[torch.randint(0, len(self.grounds), (b,), device=d)]
        size = torch.stack([uniform(b, 0.2, 1.0, d), uniform(b, 0.03, 0.3, d)], -1)
        theta = torch.zeros(b, 2, 3, device=d)
        theta[:, 0, 0], theta[:, 1, 1] = size[:, 0], size[:, 1]
        theta[:, :, 2] = (1 - size) * uniform(b, -1, 1, d, 2)
        return F.grid_sample(source, F.affine_grid(theta, (b, 1, HEIGHT, WIDTH), align_corners=False), align_corners=False)

    def print(self, ink, hard):
        b, d = len(ink), self.device
        h = over(hard)
        pattern = self.ground(b)
        pattern = pattern - pattern.mean((2, 3), keepdim=True)
        paper = over(uniform(b, 0.6, 1.0, d)) + pattern * over(uniform(b, 0, 0.5, d)) * (0.3 + h)
        wear = F.interpolate(torch.rand(b, 1, 8, 80, device=d), (HEIGHT, WIDTH), mode="bilinear", align_corners=False)
        fade = 1 - (wear > 0.72).float() * over(uniform(b, 0, 0.6, d)) * h * over(often(b, 0.35, d).float())
        dark = over(uniform(b, 0.0, 0.25, d)) + 0.25 * h * over(uniform(b, 0, 1, d))
        alpha = ink * fade * over(uniform(b, 0.85, 1.0, d))
        return (paper * (1 - alpha) + dark.clamp(max=0.45) * alpha).clamp(0, 1)


def practice(b, device):
    """Every difficulty, mostly the hard ones: easy lines are learnt after a few minutes."""
    return torch.where(often(b, 0.6, device), uniform(b, 0.85, 1.1, device), uniform(b, 0, 1, device) ** 0.7 * 1.1)


def spoil(x, hard):
    """Effects of the camera: resolution, blur, uneven light, glare, noise, compression."""
    b, d = len(x), x.device
    h = over(hard)
    for k, factor in enumerate((1.35, 1.7, 2.1)):
        small = F.interpolate(F.interpolate(x, scale_factor=1 / factor, mode="area"), (HEIGHT, WIDTH), mode="bilinear", align_corners=False)
        x = torch.where(over((uniform(b, 0, 1, d) * hard > 0.3 + 0.17 * k) & often(b, 0.5, d)), small, x)
    soft = blur(x, 0.8, 1.3)
    x = x + (soft - x) * h.clamp(max=1)
    x = shadows(x, 0.2)
    bright = glare(x, 0.25)
    x = x + (bright - x) * (h * 0.8).clamp(max=1)
    low = over(uniform(b, 0, 0.35, d)) * h
    gain = 1 - over(uniform(b, 0, 0.5, d)) * h
    x = low + x * gain * (1 - low)
    x = x.clamp(1e-4, 1) ** torch.exp(over(uniform(b, -0.4, 0.4, d)))
    rough = noise(x, 0.1)
    x = x + (rough - x) * (0.2 + h).clamp(max=1)
    coded = jpeg(x, 0.5)
    return (x + (coded - x) * (h * 1.2).clamp(max=1)).clamp(0, 1)
