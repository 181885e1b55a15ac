"""Shared by several tools: filling a place from its surroundings, and writing on it."""

import torch
import torch.nn.functional as F

from common.chance import often, over, uniform
from traces.capture import gauss


def filled(x, known):
    """Fills the unknown pixels from the known ones, finest level first."""
    out, have = torch.zeros_like(x), torch.zeros_like(known)
    levels = [(x * known, known)]
    for _ in range(7):
        values, weight = levels[-1]
        if min(values.shape[2:]) < 4:
            break
        levels.append((F.avg_pool2d(values, 2, ceil_mode=True), F.avg_pool2d(weight, 2, ceil_mode=True)))
    out = levels[-1][0].sum((2, 3), keepdim=True) / levels[-1][1].sum((2, 3), keepdim=True).clamp(min=1e-6)
    out = out.expand(-1, -1, *levels[-1][0].shape[2:])
    for values, weight in reversed(levels):
        out = F.interpolate(out, values.shape[2:], mode="bilinear", align_corners=False)
        have = (weight * 4).clamp(0, 1)
        out = out + (values / weight.clamp(min=1e-6) - out) * have
    return out


def written(a, p, text, soft):
    """A line of text over the place in a dark colour of the picture, as soft as `soft` (B) says; with where it stands."""
    b, _, h, w = a.shape
    d = a.device
    line = text[torch.randint(0, len(text), (b,), device=d)].float() / 255
    scale = (p["h"].clamp(max=60) / line.shape[-2] * uniform(b, 0.8, 1.25, d)).view(b, 1, 1)
    yy, xx = torch.meshgrid(torch.arange(h, device=d) + 0.5, torch.arange(w, device=d) + 0.5, indexing="ij")
    u = (xx - p["x"].view(b, 1, 1)) / scale
    v = (yy - (p["y"] + p["h"] / 2).view(b, 1, 1)) / scale + line.shape[-2] / 2
    grid = torch.stack([u / line.shape[-1] * 2 - 1, v / line.shape[-2] * 2 - 1], -1)
    ink = F.grid_sample(line.unsqueeze(1), grid, mode="bilinear", padding_mode="zeros", align_corners=False)
    ink = gauss(ink, soft) * (p["away"] < 0) * over(uniform(b, 0.75, 1, d))
    grey = a.mean(1, keepdim=True).flatten(2)
    dark = a.flatten(2).gather(2, grey[:, :, :: 97].argsort(-1)[:, :, 20:21].mul(97).expand(-1, 3, -1)).unsqueeze(-1)
    dark = dark * over(uniform(b, 0.3, 1.1, d))
    return a + (dark - a) * ink, ink


def pens(b, d):
    return uniform(b, 0.05, 0.9, d) * often(b, 0.6, d).float()


def grainy(x, most, mask):
    b, d = len(x), x.device
    return (x + torch.randn_like(x) * over(uniform(b, 0, most, d) * often(b, 0.5, d).float()) * mask).clamp(0, 1)
