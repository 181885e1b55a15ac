"""The corner net: a light U-shaped net with two attention blocks. Its output covers an area a tenth wider than the
picture, so that a corner just outside can be located."""

import torch
import torch.nn.functional as F
from torch import nn

from common.blocks import Attention, Normalise, Residual, conv

CELLS = 96
EDGE = 0.1
WINDOW = 3


class CornerNet(nn.Module):
    def __init__(self, size=320, maps=4, judgements=2, turns=4, known=False):
        super().__init__()
        deep = size // 32
        self.pad = size // 40
        self.judgements = judgements
        self.stem = nn.Sequential(Normalise(), conv(3, 16, 3, 2), Residual(16, 16, widen=2))
        self.quarter = nn.Sequential(Residual(16, 24, 2), Residual(24, 24))
        self.eighth = nn.Sequential(Residual(24, 40, 2), Residual(40, 40), Residual(40, 40, kernel=5))
        self.sixteenth = nn.Sequential(Residual(40, 96, 2), Residual(96, 96), Residual(96, 96, kernel=5))
        self.deep = nn.Sequential(Residual(96, 160, 2, kernel=5), Attention(160, deep, deep), Residual(160, 160, widen=3), Attention(160, deep, deep))
        self.up16 = nn.Sequential(conv(160 + 96, 80, 1), Residual(80, 80, widen=2, kernel=5))
        self.up8 = nn.Sequential(conv(80 + 40, 48, 1), Residual(48, 48, widen=2))
        self.up4 = nn.Sequential(conv(48 + 24, 32, 1), Residual(32, 32, widen=2))
        self.heat = nn.Sequential(Residual(32, 32, widen=2), nn.Conv2d(32, maps, 1))
        self.judge = nn.Sequential(nn.Linear(160 + 32, 96), nn.ReLU(), nn.Linear(96, judgements + turns))
        self.known = Known() if known else None

    def forward(self, x):
        """Heat maps over the area (for 320: B×4×96×96), the judgements present and whole, and the four rotations, all as
        logits."""
        s2 = self.stem(x)
        s4 = self.quarter(s2)
        s8 = self.eighth(s4)
        s16 = self.sixteenth(s8)
        s32 = self.deep(s16)
        u = self.up16(torch.cat([F.interpolate(s32, scale_factor=2.0, mode="nearest"), s16], 1))
        u = self.up8(torch.cat([F.interpolate(u, scale_factor=2.0, mode="nearest"), s8], 1))
        u = self.up4(torch.cat([F.interpolate(u, scale_factor=2.0, mode="nearest"), s4], 1))
        heat = self.heat(F.pad(u, (self.pad,) * 4))
        verdict = self.judge(torch.cat([s32.mean((2, 3)), u.mean((2, 3))], 1))
        judgement, turn = verdict[:, : self.judgements], verdict[:, self.judgements :]
        if self.known is not None:
            judgement = torch.cat([judgement[:, :1] + self.known(s8, s16, s32), judgement[:, 1:]], 1)
        return heat, judgement, turn


class Known(nn.Module):
    """The part of the presence judgement that comes from print, portrait and edge rather than the outline: added to the
    first judgement, initially zero."""

    def __init__(self):
        super().__init__()
        self.fine = Residual(40, 48, 2, widen=2, kernel=5)
        self.middle = nn.Sequential(conv(48 + 96, 80, 1), Residual(80, 80, widen=2, kernel=5), Residual(80, 112, 2, widen=2))
        self.coarse = nn.Sequential(conv(112 + 160, 128, 1), Residual(128, 128, widen=2))
        self.say = nn.Sequential(nn.Linear(256, 96), nn.ReLU(), nn.Linear(96, 1))
        nn.init.zeros_(self.say[2].weight)
        nn.init.zeros_(self.say[2].bias)

    def forward(self, s8, s16, s32):
        x = self.middle(torch.cat([self.fine(s8), s16], 1))
        x = self.coarse(torch.cat([x, s32], 1))
        return self.say(torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1))


class Decoded(nn.Module):
    """The exported outputs: corners in fractions of the picture, the sharpness of each, and probabilities."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, picture):
        heat, judgement, turn = self.net(picture)
        corners, sharpness = places(heat)
        return corners, sharpness, torch.sigmoid(judgement), torch.softmax(turn, 1)


def places(heat):
    """The mean position around each map's peak, and the share of the map's mass there."""
    cells = heat.shape[-1]
    mass = torch.softmax(heat.flatten(2), 2)
    peak = mass.argmax(2, keepdim=True)
    at = torch.arange(cells * cells, device=heat.device)
    column, row = (at % cells).view(1, 1, -1), torch.div(at, cells, rounding_mode="floor").view(1, 1, -1)
    near = ((column - peak % cells).abs() <= WINDOW) & ((row - torch.div(peak, cells, rounding_mode="floor")).abs() <= WINDOW)
    mass = mass * near.to(mass.dtype)
    total = mass.sum(2)
    x = (mass * column).sum(2) / total
    y = (mass * row).sum(2) / total
    span = 1 + 2 * EDGE
    return (torch.stack([x, y], -1) + 0.5) / cells * span - EDGE, total


def heat_target(corners, cells=CELLS, sigma=1.0):
    """A Gaussian of mass 1 around each corner, B×4×(cells²)."""
    at = (corners + EDGE) / (1 + 2 * EDGE) * cells - 0.5
    r = torch.arange(cells, device=corners.device).float()
    gx = torch.exp(-0.5 * ((r - at[..., :1]) / sigma) ** 2)
    gy = torch.exp(-0.5 * ((r - at[..., 1:]) / sigma) ** 2)
    g = (gy.unsqueeze(-1) * gx.unsqueeze(-2)).flatten(2)
    return g / g.sum(2, keepdim=True).clamp(min=1e-6)
