"""The detector of text lines: a light U-shaped net, with dense convolutions at low resolution and separable ones with wide
kernels along a line."""

import torch
import torch.nn.functional as F
from torch import nn

from common.blocks import conv

#: Sides of the input are multiples of this.
STRIDE = 32
# Input pixels per output cell, in each direction.
CELL = 2


class Far(nn.Module):
    """Depthwise over a wide field, then pointwise."""

    def __init__(self, inside, outside, stride=1, kernel=5):
        super().__init__()
        self.body = nn.Sequential(conv(inside, inside, kernel, stride, groups=inside), conv(inside, outside, 1))
        self.same = stride == 1 and inside == outside

    def forward(self, x):
        return x + self.body(x) if self.same else self.body(x)


class PlaceNet(nn.Module):
    def __init__(self, widths=(16, 24, 64, 128, 192)):
        super().__init__()
        half, a, b, c, d = widths
        self.stem = conv(3, half, 3, 2)
        self.quarter = nn.Sequential(conv(half, a, 3, 2), Far(a, a, 1, 3))
        self.eighth = nn.Sequential(conv(a, b, 3, 2), conv(b, b))
        self.sixteenth = nn.Sequential(conv(b, c, 3, 2), Far(c, c), Far(c, c), Far(c, c))
        self.deep = nn.Sequential(Far(c, d, 2), Far(d, d), Far(d, d), Far(d, d))
        self.to16, self.to8, self.to4 = conv(d, c, 1), conv(c, b, 1), conv(b, a, 1)
        self.up16 = nn.Sequential(Far(c, c), Far(c, c))
        self.up8 = nn.Sequential(Far(b, b), Far(b, b))
        self.up4 = conv(a, a)
        self.say = nn.Conv2d(a, CELL * CELL, 1)

    def forward(self, x):
        """B×3×H×W, RGB normalised as (value − 0.45) / 0.25 from 0..1, → logits B×1×H/2×W/2 of being in the core of a line."""
        s4 = self.quarter(self.stem(x))
        s8 = self.eighth(s4)
        s16 = self.sixteenth(s8)
        u = self.up16(s16 + twice(self.to16(self.deep(s16))))
        u = self.up8(s8 + twice(self.to8(u)))
        u = self.up4(s4 + twice(self.to4(u)))
        return F.pixel_shuffle(self.say(u), CELL)


def twice(x):
    return F.interpolate(x, scale_factor=2.0, mode="nearest")


class Find(nn.Module):
    """What is exported: probabilities."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, picture):
        return torch.sigmoid(self.net(picture))
