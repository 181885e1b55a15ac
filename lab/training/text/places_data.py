"""Crops of pages with the cores of their lines: drawn documents, marked photographs, pages typeset on the GPU, and
pictures without text."""

import math

import numpy as np
import torch
import torch.nn.functional as F

from common.chance import often, over, uniform
from common.degrade import blur, glare, jpeg, light, noise, shadows
from common.store import read_bank
from common.warp import UNIT, apply, homography, pixel_grid, sample_levels
from text.places_net import CELL
from text.places_pages import SIDE, Pages

# A line's core is its box reduced by this share of the shorter side, all around.
SHRINK = 0.25
# Weights in sixteenths: of background, of a line and its surroundings (times a factor that balances small and large
# print).
GROUND, NEAR = 16, 32
# Height of a box, in pixels, with weight 1.
USUAL = 16


class Places:
    def __init__(self, pack, device, made=900, size=512, seed=1, jobs=8):
        self.device, self.size = device, size
        self.pages = Pages(pack, device, seed=seed, jobs=jobs)
        pictures, index = read_bank(pack, "pages", "cpu")
        self.marks = [marks(entry["lines"], entry["width"], entry["height"]) for entry in index]
        self.pictures, self.cores, self.weights = pictures.to(device), stacked(self.marks, 0, device), stacked(self.marks, 1, device)
        self.index = index
        self.extent = torch.tensor([[e["width"] / SIDE, e["height"] / SIDE] for e in index], device=device)
        drawn = torch.tensor([e["from"].startswith("specimen") for e in index], device=device)
        held = torch.tensor([e["held"] for e in index], device=device)
        self.drawn, self.marked = (drawn & ~held).nonzero().flatten(), (~drawn & ~held).nonzero().flatten()
        self.held = held.nonzero().flatten().tolist()
        self.made = self.make(min(made, 16) if device == "cpu" else made)

    def make(self, count):
        parts = []
        for start in range(0, count, 16):
            pages, heights, quads = self.pages.make(min(16, count - start))
            done = [marks([[[l, t], [r, t], [r, b], [l, b], 0] for l, t, r, b in page], SIDE, int(h)) for page, h in zip(quads, heights)]
            extent = torch.tensor([[1.0, h / SIDE] for h in heights], device=self.device, dtype=torch.float32)
            parts.append(((pages * 255).round().byte(), stacked(done, 0, self.device), stacked(done, 1, self.device), extent))
        return [torch.cat(column) for column in zip(*parts)]

    def renew(self, count=12):
        """Replaces some pages by new ones."""
        fresh = self.make(count)
        at = torch.randperm(len(self.made[0]), device=self.device)[:count]
        for old, new in zip(self.made, fresh):
            old[at] = new[: len(at)]

    def batch(self, b):
        """Pictures B×3×S×S as input of the net, cores B×1×S/2×S/2 in 0..1, weights of the same shape (0: ignore)."""
        d = self.device
        counts = (round(b * 0.36), round(b * 0.24))
        chosen = [
            take(self.made, torch.randint(0, len(self.made[0]), (b - sum(counts),), device=d)),
            take((self.pictures, self.cores, self.weights, self.extent), self.marked[torch.randint(0, len(self.marked), (counts[0],), device=d)]),
            take((self.pictures, self.cores, self.weights, self.extent), self.drawn[torch.randint(0, len(self.drawn), (counts[1],), device=d)]),
        ]
        pictures, cores, weights, extent = (torch.cat(column) for column in zip(*chosen))
        pictures = pictures.float() / 255
        h = window(extent, self.size / SIDE)
        seen, _ = sample_levels(pictures, h, self.size, self.size, levels=2)
        both = torch.cat([cores, weights], 1).float()
        cells = self.size // CELL
        grid = grid_of(h, cells)
        marks = F.grid_sample(both, grid, mode="bilinear", padding_mode="zeros", align_corners=False)
        core, weight = marks[:, :1] / 255, marks[:, 1:] / 16
        # Where a line and an uncertain area meet, the pixels are uncertain; beyond the page there is background.
        sure = F.grid_sample((weights > 0).float(), grid, mode="bilinear", padding_mode="border", align_corners=False) > 0.99
        weight = torch.where(sure, weight.clamp(min=1.0), torch.zeros_like(weight))
        return normalised(spoil(seen)), core, weight

    def whole(self, at):
        """A held-out page unchanged, and its lines."""
        entry = self.index[at]
        w, h = (math.ceil(entry[k] / 32) * 32 for k in ("width", "height"))
        return normalised(self.pictures[at : at + 1, :, :h, :w].float() / 255), entry["lines"]


def take(bank, at):
    return [column[at] for column in bank]


def marks(lines, width, height):
    """The cores of lines (255) and weights in sixteenths, 768×768 each; each line is its four corners and whether it is unsure."""
    core, weight = np.zeros((SIDE, SIDE), np.uint8), np.full((SIDE, SIDE), GROUND, np.uint8)
    spans = []
    for *quad, unsure in lines:
        quad = np.array(quad, float)
        along, down = quad[1] - quad[0], quad[3] - quad[0]
        wide, tall = np.linalg.norm(along), np.linalg.norm(down)
        if min(wide, tall) < 2:
            continue
        low = min(wide, tall)
        reach = 0.6 * low
        x0, y0 = np.floor(quad.min(0) - reach).astype(int).clip(0)
        x1, y1 = np.ceil(quad.max(0) + reach).astype(int)
        y, x = np.mgrid[y0 : min(y1, SIDE), x0 : min(x1, SIDE)] + 0.5
        if not x.size:
            continue
        u = ((x - quad[0, 0]) * along[0] + (y - quad[0, 1]) * along[1]) / wide
        v = ((x - quad[0, 0]) * down[0] + (y - quad[0, 1]) * down[1]) / tall
        part = np.s_[y0 : min(y1, SIDE), x0 : min(x1, SIDE)]
        # Distance inside the box, relative to the core's edge.
        depth = np.minimum(np.minimum(u, wide - u), np.minimum(v, tall - v)) - SHRINK * low
        if unsure:
            spans.append((part, depth > -SHRINK * low))
            continue
        core[part] = np.maximum(core[part], (np.clip(depth + 0.5, 0, 1) * 255).astype(np.uint8))
        heavy = NEAR * np.clip((USUAL / low) ** 0.7, 0.6, 2.2)
        weight[part] = np.maximum(weight[part], np.where(depth > -SHRINK * low - 0.35 * low, heavy, 0).astype(np.uint8))
    for part, inside in spans:
        weight[part] = np.where(inside & (core[part] == 0), 0, weight[part])
    return core, weight


def stacked(all_marks, which, device):
    return torch.from_numpy(np.stack([m[which] for m in all_marks])).unsqueeze(1).to(device)


def window(extent, share):
    """H from a crop to its page: any of four rotations, slightly rotated and in perspective, larger or smaller, mostly
    inside the page."""
    b, d = len(extent), extent.device
    scale = torch.exp(uniform(b, math.log(0.62), math.log(1.5), d))
    angle = torch.randint(0, 4, (b,), device=d) * math.pi / 2 * often(b, 0.5, d) + torch.randn(b, device=d) * 0.03 + uniform(b, -0.5, 0.5, d) * often(b, 0.1, d)
    half = (share / scale / 2).view(-1, 1, 1)
    corners = (UNIT.to(d) * 2 - 1).unsqueeze(0) * half * (1 + uniform(b, -0.05, 0.05, d, 4, 2))
    corners = corners * torch.stack([torch.exp(uniform(b, -0.12, 0.12, d)), torch.ones(b, device=d)], -1).unsqueeze(1)
    c, s = angle.cos().view(-1, 1), angle.sin().view(-1, 1)
    corners = torch.stack([corners[..., 0] * c - corners[..., 1] * s, corners[..., 0] * s + corners[..., 1] * c], -1)
    room = (extent - 2 * half.view(-1, 1) * 0.9).clamp(min=0.04)
    middle = extent / 2 + (torch.rand(b, 2, device=d) - 0.5) * room * 1.1
    return homography(UNIT.to(d).expand(b, -1, -1), corners + middle.unsqueeze(1))


def grid_of(h, cells):
    grid = pixel_grid(cells, cells, h.device).view(1, -1, 2).expand(len(h), -1, -1)
    return apply(h, grid).view(len(h), cells, cells, 2) * 2 - 1


def spoil(x):
    """Effects of cameras and upscaling: a document of few pixels, blur, light, glare, noise, compression."""
    b, d = len(x), x.device
    size = x.shape[-1]
    for factor, chance in ((1.5, 0.2), (2.0, 0.15), (2.7, 0.08)):
        small = F.interpolate(x, (round(size / factor),) * 2, mode="bilinear", antialias=True, align_corners=False)
        small = F.interpolate(jpeg(small, 0.5), (size, size), mode="bilinear", align_corners=False)
        x = torch.where(over(often(b, chance, d)), small, x)
    x = torch.where(over(often(b, 0.75, d)), light(x, 0.8), x)
    x = shadows(x, 0.12)
    x = glare(x, 0.12)
    x = blur(x, 0.45, 1.5)
    edged = (x + (x - F.avg_pool2d(x, 5, 1, 2, count_include_pad=False)) * over(uniform(b, 0.4, 1.8, d))).clamp(0, 1)
    x = torch.where(over(often(b, 0.15, d)), edged, x)
    x = noise(x, 0.04)
    x = torch.where(over(often(b, 0.03, d)), 1 - x, x)
    return jpeg(x, 0.4).clamp(0, 1)


def normalised(x):
    return (x - 0.45) / 0.25
