"""Intersection over union of quads, by filling both on a fine grid."""

import torch

from common.warp import pixel_grid


def iou(a, b, cells=400):
    """B×4×2 each, in fractions; order of corners does not matter as long as it runs around."""
    both = torch.cat([a, b], 1)
    low, high = both.amin(1, keepdim=True), both.amax(1, keepdim=True)
    grid = pixel_grid(cells, cells, a.device).view(1, -1, 2) * (high - low) + low
    mine, theirs = inside(a, grid), inside(b, grid)
    return (mine & theirs).float().sum(1) / (mine | theirs).float().sum(1).clamp(min=1)


def inside(quad, grid):
    sides = []
    for k in range(4):
        p, q = quad[:, k : k + 1], quad[:, (k + 1) % 4][:, None]
        sides.append((q - p)[..., 0] * (grid - p)[..., 1] - (q - p)[..., 1] * (grid - p)[..., 0])
    sides = torch.stack(sides, -1)
    return (sides > 0).all(-1) | (sides < 0).all(-1)
