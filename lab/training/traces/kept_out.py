"""Tools held out of training: figures are measured on them. They have the same interface as those in tools.py."""

import torch
import torch.nn.functional as F

from common.chance import over, uniform
from traces.brush import pens, written
from traces.capture import cleaned, gauss
from traces.place import alpha, at_most, inside, laid, tinted


def banded(a, d, p, text):
    """Blended over several octaves at once (Burt and Adelson 1983)."""
    m, out = inside(p), 0
    da, dd = a, tinted(d)
    for octave in range(4):
        sigma = torch.full((len(a),), 0.9 * 1.6**octave, device=a.device)
        sa, sd = (gauss(da, sigma), gauss(dd, sigma)) if octave < 3 else (0, 0)
        out = out + (da - sa) + ((dd - sd) - (da - sa)) * gauss(m, sigma)
        da, dd = sa, sd
    return out.clamp(0, 1), m


def ranked(a, d, p, text):
    """Erased with the median of a large neighbourhood, then written."""
    small = F.interpolate(a, scale_factor=0.25, mode="area")
    b, c, h, w = small.shape
    for _ in range(2):
        near = F.unfold(F.pad(small, (3, 3, 3, 3), mode="replicate"), 7).view(b, c, 49, h * w)
        small = near.median(2).values.view(b, c, h, w)
    fill = F.interpolate(small, a.shape[2:], mode="bilinear", align_corners=False)
    bare, mask = laid(a, fill, p, at_most(b, 3, a.device))
    return written(bare, p, text, pens(b, a.device))[0], mask


def sharpened(a, d, p, text):
    b = len(a)
    y = (a + (a - gauss(a, uniform(b, 0.8, 2, a.device))) * over(uniform(b, 0.7, 2.5, a.device))).clamp(0, 1)
    return laid(a, y, p, at_most(b, 6, a.device))


def pushed(a, d, p, text):
    """Distorted with a soft brush."""
    b, _, h, w = a.shape
    dev = a.device
    field = F.interpolate(torch.randn(b, 2, 9, 9, device=dev), (h, w), mode="bicubic", align_corners=False) * over(uniform(b, 3, 9, dev))
    field = field * alpha(p, torch.minimum(p["w"], p["h"]) * 0.5)
    yy, xx = torch.meshgrid(torch.arange(h, device=dev) + 0.5, torch.arange(w, device=dev) + 0.5, indexing="ij")
    grid = torch.stack([(xx + field[:, 0]) / w * 2 - 1, (yy + field[:, 1]) / h * 2 - 1], -1)
    y = F.grid_sample(a, grid, mode="bilinear", padding_mode="reflection", align_corners=False)
    return y, (field.norm(dim=1, keepdim=True) > 0.5).float() * inside(p)


def disguised(a, d, p, text):
    """The donor without its noise and with the picture's own."""
    b = len(a)
    ones = torch.ones(b, device=a.device)
    own = a - cleaned(a, ones)
    noise = own.roll((37, 53), (2, 3))
    return laid(a, (cleaned(cleaned(d, ones), ones) + noise).clamp(0, 1), p, uniform(b, 2, 6, a.device))


def quilted(a, d, p, text):
    """Erased with small adjacent patches of the surroundings, then written."""
    b, _, h, w = a.shape
    dev = a.device
    cells = torch.stack([uniform(b, -0.9, 0.9, dev, h // 24 + 1, w // 24 + 1) * 40, torch.where(torch.rand(b, h // 24 + 1, w // 24 + 1, device=dev) < 0.5, -1.0, 1.0) * (p["h"].view(b, 1, 1) + 4)], 1)
    shift = F.interpolate(cells, scale_factor=24, mode="nearest")[:, :, :h, :w].round()
    yy, xx = torch.meshgrid(torch.arange(h, device=dev) + 0.5, torch.arange(w, device=dev) + 0.5, indexing="ij")
    grid = torch.stack([(xx + shift[:, 0]) / w * 2 - 1, (yy + shift[:, 1]) / h * 2 - 1], -1)
    bare, mask = laid(a, F.grid_sample(a, grid, mode="nearest", padding_mode="reflection", align_corners=False), p, at_most(b, 4, dev))
    return written(bare, p, text, pens(b, dev))[0], mask


KEPT_OUT = (banded, ranked, sharpened, pushed, disguised, quilted)
# These need a place of the size of a printed value.
WRITING = (ranked, quilted)
