"""Finds where a picture was changed, and whether a camera took it at all: differences between neighbours first, then
larger fields, each compared with the whole page."""

import torch
import torch.nn.functional as F
from torch import nn

from common.blocks import Residual, conv

# Width of the map's cells in pixels.
CELL = 8


class Differences(nn.Module):
    """Kernels whose weights sum to zero are insensitive to colour and respond only to differences between neighbours; the
    last two are unrestricted."""

    def __init__(self, outside, free=2):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(outside, 3, 5, 5) * 0.15)
        self.bound = nn.Parameter((torch.arange(outside) < outside - free).float().view(-1, 1, 1, 1), requires_grad=False)
        self.norm = nn.BatchNorm2d(outside)

    def forward(self, x):
        weight = self.weight - self.weight.mean((2, 3), keepdim=True) * self.bound
        # Clipped on both sides: the edges of print would hide the traces.
        # In full precision even if the rest is trained in lower: the traces are half a grey level.
        with torch.autocast(x.device.type, enabled=False):
            return F.hardtanh(self.norm(F.conv2d(x.float() * 8, weight, stride=2, padding=2)), -3.0, 3.0)


class Wide(nn.Module):
    """Like Residual, looking at every third cell."""

    def __init__(self, channels, dilation=3):
        super().__init__()
        wide = channels * 2
        self.widen = conv(channels, wide, 1)
        self.filter = nn.Sequential(nn.Conv2d(wide, wide, 3, 1, dilation, dilation, groups=wide, bias=False), nn.BatchNorm2d(wide), nn.ReLU(inplace=True))
        self.narrow = conv(wide, channels, 1, act=False)

    def forward(self, x):
        return x + self.narrow(self.filter(self.widen(x)))


class Edits(nn.Module):
    """RGB in 0..1, sides multiples of 16 → B×2×H/8×W/8 log odds that a cell was changed and that a seam runs through it; B×2 log odds that the page was edited and that no camera took it."""

    def __init__(self, widths=(16, 28, 56, 88), heads=4):
        super().__init__()
        a, b, c, d = widths
        self.fine = nn.Sequential(Differences(a), conv(a, b, 3, 2), Residual(b, b, widen=2))
        self.middle = nn.Sequential(conv(b, c, 3, 2), Residual(c, c, widen=2, kernel=5), Residual(c, c, widen=2, kernel=5))
        self.coarse = nn.Sequential(Residual(c, d, 2, widen=2), Residual(d, d, widen=2, kernel=5), Wide(d))
        self.against = nn.Sequential(conv(2 * d, d, 1), Residual(d, d, widen=2))
        self.up = conv(d, c, 1)
        self.join = Residual(c, c, widen=2)
        self.map = nn.Conv2d(c, 2, 1)
        self.look = nn.Conv2d(c, heads, 1)
        self.edited = nn.Sequential(nn.Linear(c * (heads + 1), 64), nn.ReLU(), nn.Linear(64, 1))
        self.drawn = nn.Sequential(nn.Linear(2 * (b + c + d), 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, x):
        fine = self.fine(x)
        middle = self.middle(fine)
        coarse = self.coarse(middle)
        predicted = [moments(each) for each in (fine, middle, coarse)]
        mean, spread = predicted[2]
        apart = (coarse - mean) / spread
        wide = self.up(self.against(torch.cat([coarse, apart], 1)))
        t = self.join(middle + F.interpolate(wide, scale_factor=2.0, mode="nearest"))
        weight = torch.softmax(self.look(t).flatten(2), -1)
        seen = weight @ t.flatten(2).transpose(1, 2)
        page = torch.cat([seen.flatten(1), t.mean((2, 3))], 1)
        traits = torch.cat([each.flatten(1) for pair in predicted for each in pair], 1)
        return self.map(t), torch.cat([self.edited(page), self.drawn(traits)], 1)


def moments(x):
    mean = x.mean((2, 3), keepdim=True)
    return mean, ((x - mean).square().mean((2, 3), keepdim=True) + 1e-4).sqrt()
