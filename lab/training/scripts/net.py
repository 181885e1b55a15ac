"""Readers of other scripts: like the reader of our alphabet, but wider and 48 high; and the net that recognises the script
of a line."""

import torch
from torch import nn

from common.blocks import Residual, conv
from scripts.alphabets import SCRIPTS
from text.lines_net import Mixer


class ScriptNet(nn.Module):
    def __init__(self, classes, widths=(32, 64, 128), wide=256, mixers=6, kernel=11):
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
            conv(c, c),
            nn.Conv2d(c, wide, (6, 1), bias=False),
            nn.BatchNorm2d(wide),
            nn.ReLU(inplace=True),
        )
        self.mix = nn.Sequential(*(Mixer(wide, kernel) for _ in range(mixers)))
        self.split = nn.Sequential(nn.Dropout(0.1), nn.Conv2d(wide, wide, 1), nn.ReLU(inplace=True))
        self.name = nn.Conv2d(wide // 2, classes + 1, 1)

    def forward(self, x):
        """B×1×48×W, each line normalised to mean 0 and standard deviation 1, W a multiple of 4 → logits B×(W/2)×classes."""
        t = self.split(self.mix(self.see(x)))
        first, second = t.chunk(2, 1)
        both = torch.stack([first, second], -1).flatten(3)
        return self.name(both).squeeze(2).transpose(1, 2)


class WhichScript(nn.Module):
    """The script of a line of any width, only from its appearance."""

    def __init__(self, wide=64):
        super().__init__()
        self.see = nn.Sequential(conv(1, 16, 3, 2), Residual(16, 24, 2, 3), Residual(24, 24, 1, 3), Residual(24, 40, 2, 3), Residual(40, 40, 1, 3), Residual(40, wide, (2, 1), 3), Residual(wide, wide, 1, 3))
        self.name = nn.Conv2d(wide, len(SCRIPTS), 1)
        self.weigh = nn.Conv2d(wide, 1, 1)

    def forward(self, x):
        """B×1×48×W → logits B×scripts: a weighted vote of all positions."""
        t = self.see(x)
        weight = torch.softmax(self.weigh(t).flatten(2), 2)
        return (self.name(t).flatten(2) * weight).sum(2)


class Named(nn.Module):
    """What is exported: probabilities."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, line):
        return torch.softmax(self.net(line), -1)
