"""The line reader: columns of features, then one query per slot at the slot's expected position. Runs of fillers cannot
merge, since every slot is decoded separately."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from common.blocks import conv
from mrz.text import LENGTHS

WIDE = 160
COLUMNS = 160


class LineNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.see = nn.Sequential(
            conv(2, 24, 3, 2),
            conv(24, 24),
            conv(24, 56, 3, 2),
            conv(56, 56),
            conv(56, 56),
            Again(56),
            conv(56, 112, 3, (2, 1)),
            conv(112, 112),
            conv(112, WIDE, 3, (2, 1)),
            nn.Conv2d(WIDE, WIDE, (2, 3), 1, (0, 1), bias=False),
            nn.BatchNorm2d(WIDE),
            nn.ReLU(),
        )
        self.context = nn.ModuleList([Layer(WIDE), Layer(WIDE)])
        self.ask = nn.ModuleList([Layer(WIDE), Layer(WIDE)])
        slots = torch.cat([(torch.arange(n) + 0.5) / n * 0.96 + 0.02 for n in LENGTHS]) * COLUMNS - 0.5
        self.register_buffer("place", waves(torch.arange(COLUMNS).float()))
        self.register_buffer("expected", waves(slots))
        self.kind = nn.Parameter(torch.zeros(len(LENGTHS), WIDE))
        self.name = nn.Linear(WIDE, 37)
        self.length = nn.Linear(2 * WIDE, len(LENGTHS) + 1)

    def forward(self, x):
        """Logits of 110 slots (30, then 36, then 44) × 37, and of the four lengths: no line, 30, 36, 44."""
        t = self.see(torch.cat([(x - 0.5) * 4, even(x)], 1)).squeeze(2).transpose(1, 2)
        for layer in self.context:
            t = layer(t, t, self.place, self.place)
        kinds = torch.cat([k.expand(n, -1) for k, n in zip(self.kind.unsqueeze(1), LENGTHS)])
        s = kinds.unsqueeze(0).expand(x.shape[0], -1, -1)
        for layer in self.ask:
            s = layer(s, t, self.expected, self.place)
        return self.name(s), self.length(torch.cat([t.mean(1), t.amax(1)], 1))


class Again(nn.Module):
    """Two more convolutions with a skip connection: initially zero, so that earlier weights can be continued."""

    def __init__(self, wide):
        super().__init__()
        self.body = nn.Sequential(conv(wide, wide), conv(wide, wide, act=False))
        nn.init.zeros_(self.body[1][1].weight)

    def forward(self, x):
        return torch.relu(x + self.body(x))


def even(x, reach=40):
    """The line normalised to one brightness and contrast, measured around each column: faint ink becomes as strong as
    black."""
    around = lambda v: F.avg_pool2d(v.mean(2, keepdim=True), (1, 2 * reach + 1), 1, (0, reach), count_include_pad=False)
    mean = around(x)
    spread = (around(x * x) - mean * mean).clamp(min=0)
    return ((x - mean) / (spread + 4e-4).sqrt()).clamp(-3, 3) * 0.6


def earlier(weights):
    """Weights from before the second channel: it starts with zero, and the indices after the new block move by one."""
    first = "see.0.0.weight"
    if weights[first].shape[1] == 2:
        return weights
    moved = {f"see.{int(k.split('.')[1]) + 1}.{k.split('.', 2)[2]}" if k.startswith("see.") and int(k.split(".")[1]) > 4 else k: v for k, v in weights.items()}
    moved[first] = torch.cat([weights[first], torch.zeros_like(weights[first])], 1)
    return moved


class Layer(nn.Module):
    """Attention with the position encoding added only to queries and keys, then a small network."""

    def __init__(self, wide, heads=4):
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v, self.o = (nn.Linear(wide, wide) for _ in range(4))
        self.norm_q, self.norm_k, self.norm = (nn.LayerNorm(wide) for _ in range(3))
        self.mlp = nn.Sequential(nn.Linear(wide, 2 * wide), nn.ReLU(), nn.Linear(2 * wide, wide))

    def forward(self, s, t, at_s, at_t):
        source = self.norm_k(t)
        q, k, v = self.split(self.q(self.norm_q(s) + at_s)), self.split(self.k(source + at_t)), self.split(self.v(source))
        a = torch.softmax(q @ k.transpose(-1, -2) * q.shape[-1] ** -0.5, -1) @ v
        s = s + self.o(a.transpose(1, 2).flatten(2))
        return s + self.mlp(self.norm(s))

    def split(self, x):
        return x.view(x.shape[0], x.shape[1], self.heads, -1).transpose(1, 2)


class Read(nn.Module):
    """What is exported: probabilities."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, line):
        slots, length = self.net(line)
        p = torch.softmax(slots, 2)
        a, b, c = LENGTHS
        return p[:, :a], p[:, a : a + b], p[:, a + b :], torch.softmax(length, 1)


def waves(at):
    """Sines and cosines of a position, with periods from two columns to the whole line."""
    rates = torch.exp(torch.linspace(math.log(2.5), math.log(0.01), WIDE // 2))
    phase = at.view(-1, 1) * rates
    return torch.cat([phase.sin(), phase.cos()], 1)
