"""Compares a page with the reference it lies on: the same filters over both, then how they differ, held against the page as a whole."""

import torch
import torch.nn.functional as F
from torch import nn

from common.blocks import Residual, conv

#: Numbers for each pixel of half the size.
CHANNELS = 5


def features(rgb):
    """RGB of 0..255, B×3×H×W → B×5×H/2×W/2."""
    r, g, b = rgb[:, 0:1], rgb[:, 1:2], rgb[:, 2:3]
    y = 0.299 * r + 0.587 * g + 0.114 * b
    fine = y - F.avg_pool2d(y, 5, 1, 2, count_include_pad=False)
    half = F.avg_pool2d(y, 2)
    wide = half - F.avg_pool2d(half, 9, 1, 4, count_include_pad=False)
    energy = torch.log1p(F.avg_pool2d(fine.square(), 2))
    r, g, b = F.avg_pool2d(r, 2), F.avg_pool2d(g, 2), F.avg_pool2d(b, 2)
    light = (r + g + b) / 3 + 8
    return torch.cat([wide / 24, (half - 128) / 96, energy / 3, 2 * (r - g) / light, 2 * ((r + g) / 2 - b) / light], 1)


class Comparer(nn.Module):
    """Features of the reference and of the page, B×10×H×W at half the size → B×1×H/8×W/8: log odds that a block has other print."""

    def __init__(self, widths=(12, 24, 32, 48)):
        super().__init__()
        a, b, c, d = widths
        self.see = nn.Sequential(conv(CHANNELS, a, 3, 2), conv(a, b, 3, 2))
        self.join = nn.Sequential(conv(3 * b, c, 1), Residual(c, c, widen=2, kernel=5))
        self.down = nn.Sequential(Residual(c, d, 2, widen=2), Residual(d, d, widen=2, kernel=5))
        self.against = nn.Sequential(conv(2 * d, d, 1), Residual(d, d, widen=2))
        self.out = nn.Conv2d(d, 1, 1)

    def forward(self, pair):
        one, other = self.see(pair[:, :CHANNELS]), self.see(pair[:, CHANNELS:])
        t = self.down(self.join(torch.cat([(one - other).abs(), one, other], 1)))
        mean = t.mean((2, 3), keepdim=True)
        spread = ((t - mean).square().mean((2, 3), keepdim=True) + 1e-3).sqrt()
        return self.out(self.against(torch.cat([t, (t - mean) / spread], 1)))
