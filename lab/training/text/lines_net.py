"""The reader of text lines: columns of features, a mixer with a context of eight letters on each side, two outputs per
column so that narrow doubled letters (ll, II) stay separate."""

import torch
from torch import nn

from common.blocks import conv
from text.alphabet import CLASSES

HEIGHT = 32
# Pixels per output.
STEP = 2
# The reader of lines that the usual one is unsure of: three times its arithmetic.
CLOSE = {"widths": (32, 80, 160), "wide": 320, "mixers": 8}


class TextNet(nn.Module):
    def __init__(self, widths=(24, 56, 112), wide=192, mixers=5):
        super().__init__()
        a, b, c = widths
        self.see = nn.Sequential(
            conv(1, a, 3, 2),
            conv(a, a),
            conv(a, b, 3, 2),
            conv(b, b),
            conv(b, b),
            conv(b, c, 3, (2, 1)),
            conv(c, c),
            nn.Conv2d(c, wide, (4, 1), bias=False),
            nn.BatchNorm2d(wide),
            nn.ReLU(inplace=True),
        )
        self.mix = nn.Sequential(*(Mixer(wide) for _ in range(mixers)))
        self.split = nn.Sequential(nn.Dropout(0.1), nn.Conv2d(wide, wide, 1), nn.ReLU(inplace=True))
        self.name = nn.Conv2d(wide // 2, CLASSES, 1)

    def forward(self, x):
        """B×1×32×W, each line normalised to mean 0 and standard deviation 1, W a multiple of 4 → logits B×(W/2)×CLASSES."""
        t = self.split(self.mix(self.see(x)))
        first, second = t.chunk(2, 1)
        both = torch.stack([first, second], -1).flatten(3)
        return self.name(both).squeeze(2).transpose(1, 2)


class Mixer(nn.Module):
    """Depthwise along the line, then pointwise."""

    def __init__(self, wide, kernel=9, widen=2):
        super().__init__()
        self.along = nn.Sequential(nn.Conv2d(wide, wide, (1, kernel), 1, (0, kernel // 2), groups=wide, bias=False), nn.BatchNorm2d(wide))
        self.across = nn.Sequential(conv(wide, wide * widen, 1), conv(wide * widen, wide, 1, act=False))

    def forward(self, x):
        return x + self.across(x + self.along(x))


class Read(nn.Module):
    """What is exported: probabilities."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, line):
        return torch.softmax(self.net(line), 2)
