"""A small net that judges a whole picture: fine detail first, then larger receptive fields, then mean and maximum."""

import torch
from torch import nn

from common.blocks import Normalise, Residual, conv


class Judge(nn.Module):
    def __init__(self, answers, planes=3):
        super().__init__()
        self.see = nn.Sequential(
            Normalise() if planes == 3 else nn.Identity(),
            conv(planes, 24, 3, 2),
            conv(24, 24),
            Residual(24, 40, 2),
            Residual(40, 40),
            Residual(40, 72, 2),
            Residual(72, 72),
            Residual(72, 72, kernel=5),
            Residual(72, 128, 2),
            Residual(128, 128),
            Residual(128, 128, kernel=5),
            conv(128, 256, 1),
        )
        self.say = nn.Sequential(nn.Dropout(0.2), nn.Linear(512, 96), nn.ReLU(), nn.Linear(96, answers))

    def forward(self, x):
        t = self.see(x)
        return self.say(torch.cat([t.mean((2, 3)), t.amax((2, 3))], 1))


class Glance(nn.Module):
    """Like Judge, at half its cost: for nets that run several times on every page."""

    def __init__(self, answers, planes=3):
        super().__init__()
        self.see = nn.Sequential(
            Normalise() if planes == 3 else nn.Identity(),
            conv(planes, 16, 3, 2),
            Residual(16, 24, 2),
            Residual(24, 24),
            Residual(24, 48, 2),
            Residual(48, 48),
            Residual(48, 48, kernel=5),
            Residual(48, 96, 2),
            Residual(96, 96),
            Residual(96, 96, kernel=5),
            conv(96, 256, 1),
        )
        self.say = nn.Sequential(nn.Dropout(0.1), nn.Linear(512, 96), nn.ReLU(), nn.Linear(96, answers))

    def forward(self, x):
        t = self.see(x)
        return self.say(torch.cat([t.mean((2, 3)), t.amax((2, 3))], 1))
