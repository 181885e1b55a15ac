"""Pictures with two or three machine-readable lines to find: drawn onto cards, pages and bare paper, with any rotation and
tilt."""

import torch

from common.chance import often, uniform
from common.compose import fingers, greyed, paste, rounded
from common.degrade import photograph
from common.placing import random_quad, tight_quad
from common.store import read_bank
from common.warp import UNIT, apply, homography, pixel_grid, sample_levels
from mrz.lines_data import BASELINE, CAP, CELL_H, CELL_W, Lines

SIZE = 384
SHAPES = ((30, 3, 1.667), (36, 2, 2.5), (44, 2, 2.5))


class Places:
    def __init__(self, pack, device):
        self.device = device
        self.lines = Lines(pack, device, 4000)
        cards, labels = read_bank(pack, "cards", device)
        cutouts, files = read_bank(pack, "cutouts", device)
        bare = cards[[i for i, e in enumerate(labels) if e["lines"] == 0]]
        fronts = cutouts[[i for i, e in enumerate(files) if "passport" not in e["file"]]]
        self.cards = torch.cat([bare, fronts])
        self.scenes = read_bank(pack, "scenes", device)[0]

    def batch(self, b):
        pictures, ends, count = self.composed(b)
        return photograph(pictures, 0.8), ends, count

    def composed(self, b):
        """Pictures B×3×384×384 before the camera, line ends B×6×2 (left and right of line 1, 2, 3) and the number of lines 0, 2 or 3."""
        parts = [self.part(b // 3, *shape) for shape in SHAPES]
        return tuple(torch.cat(column) for column in zip(*parts))

    def part(self, b, n, rows, spacing):
        d = self.device
        aspect = torch.where(often(b, 0.5, d), uniform(b, 1.5, 1.65, d), uniform(b, 1.3, 1.5, d))
        frame = torch.exp(uniform(b, -0.7, 0.7, d))
        quad = random_quad(b, aspect, frame, 0.5, 1.05, d)
        pick = torch.rand(b, device=d).view(-1, 1, 1)
        quad = torch.where(pick < 0.5, tight_quad(b, d, -0.02, 0.2), quad)
        block, ends = layout(b, n, rows, spacing, aspect, d)
        close = self.close(b, block, frame)
        quad = torch.where(pick > 0.82, close, quad)
        canvas = self.ground(b)
        cards = self.cards[torch.randint(0, len(self.cards), (b,), device=d)].float() / 255
        cards = greyed(cards, often(b, 0.2, d))
        cards = torch.where(often(b, 0.1, d).view(-1, 1, 1, 1), cards.mean((2, 3), keepdim=True).expand_as(cards), cards)
        canvas = paste(canvas, cards, quad, uniform(b, 0, 0.05, d), uniform(b, 0, 0.4, d))
        to_picture = homography(UNIT.to(d).expand(b, -1, -1), quad)
        there = often(b, 0.86, d)
        canvas = self.write(canvas, apply(to_picture, block), n, rows, spacing, there)
        ends = apply(to_picture, ends)
        canvas = fingers(canvas, quad, 0.06)
        count = torch.where(there, torch.full((b,), rows, device=d), torch.zeros(b, dtype=torch.long, device=d))
        return canvas, ends, count

    def write(self, canvas, block, n, rows, spacing, there):
        """Prints the block, occasionally on a pale strip, in dark ink."""
        b, d = len(canvas), self.device
        strips = self.block_texture(b, n, rows, spacing)
        h = homography(block, UNIT.to(d).expand(b, -1, -1))
        at = apply(h, pixel_grid(SIZE, SIZE, d).view(1, -1, 2).expand(b, -1, -1)).view(b, SIZE, SIZE, 2)
        wide = torch.stack([uniform(b, 0.02, 0.2, d), uniform(b, 0.05, 0.6, d)], -1).view(b, 1, 1, 2)
        strip = rounded((at - 0.5) / (1 + 2 * wide) + 0.5, torch.zeros(b, device=d)) < 0
        alpha = (strip.float() * (uniform(b, 0.2, 1, d) * often(b, 0.6, d).float() * there.float()).view(-1, 1, 1)).unsqueeze(1)
        canvas = canvas * (1 - alpha) + uniform(b, 0.75, 1.0, d, 3, 1, 1) * alpha
        ink, inside = sample_levels(strips, h, SIZE, SIZE, "zeros", 4)
        alpha = ink * inside * (uniform(b, 0.7, 1.0, d) * there.float()).view(-1, 1, 1, 1)
        return canvas * (1 - alpha) + uniform(b, 0, 0.3, d, 1, 1, 1) * alpha

    def block_texture(self, b, n, rows, spacing):
        """The lines one below the other, from the first line's capital height to the last one's baseline."""
        strips, _ = self.lines.strips(b, n, rows)
        tall = round(spacing * CELL_W * (rows - 1)) + CAP
        texture = torch.zeros(b, 1, tall + 16, n * CELL_W, device=self.device)
        for k in range(rows):
            top = round(k * spacing * CELL_W) + 8 - (BASELINE - CAP)
            first, last = max(0, -top), min(CELL_H, tall + 16 - top)
            texture[:, :, top + first : top + last] = torch.maximum(texture[:, :, top + first : top + last], strips[:, :, k * CELL_H + first : k * CELL_H + last])
        return texture[:, :, 8 : 8 + tall]

    def close(self, b, block, frame):
        """The document placed so that its lines fill most of the picture, as in a second pass."""
        d = self.device
        target = random_quad(b, (block[:, 1, 0] - block[:, 0, 0]) / (block[:, 3, 1] - block[:, 0, 1]).clamp(min=1e-3) * 1.5, frame, 0.55, 0.97, d)
        return apply(homography(block, target), UNIT.to(d).expand(b, -1, -1))

    def ground(self, b):
        d = self.device
        cut = random_quad(b, uniform(b, 0.6, 1.7, d), torch.ones(b, device=d), 0.35, 1.0, d)
        scenes = self.scenes[torch.randint(0, len(self.scenes), (b,), device=d)].float() / 255
        picture = sample_levels(scenes, homography(UNIT.to(d).expand(b, -1, -1), cut), SIZE, SIZE, "reflection")[0]
        flat = uniform(b, 0, 1, d, 3, 1, 1).expand_as(picture)
        return torch.where(often(b, 0.2, d).view(-1, 1, 1, 1), flat, picture)


def layout(b, n, rows, spacing, aspect, d):
    """The block's corners on the card and the six line ends, in the card's fractions."""
    span = uniform(b, 0.8, 0.95, d)
    pitch = span / n
    left = (1 - span) * uniform(b, 0.25, 0.75, d)
    cap = pitch * CAP / CELL_W * aspect
    step = pitch * spacing * aspect * torch.exp(uniform(b, -0.1, 0.1, d))
    tall = step * (rows - 1) + cap
    bottom = 1 - uniform(b, 0.025, 0.13, d)
    bottom = torch.where(often(b, 0.15, d), uniform(b, 0.4, 1.0, d), bottom)
    top = bottom - tall
    block = torch.stack([torch.stack([left, top], -1), torch.stack([left + span, top], -1), torch.stack([left + span, bottom], -1), torch.stack([left, bottom], -1)], 1)
    ends = []
    for k in range(3):
        y = top + cap / 2 + step * min(k, rows - 1)
        ends += [torch.stack([left, y], -1), torch.stack([left + span, y], -1)]
    return block, torch.stack(ends, 1)
