"""Small network parts shared by the nets."""

import torch
from torch import nn


def conv(inside, outside, kernel=3, stride=1, groups=1, act=True):
    layers = [nn.Conv2d(inside, outside, kernel, stride, kernel // 2, groups=groups, bias=False), nn.BatchNorm2d(outside)]
    return nn.Sequential(*layers, nn.ReLU(inplace=True)) if act else nn.Sequential(*layers)


class Residual(nn.Module):
    """Inverted residual: pointwise expansion, depthwise convolution, pointwise projection."""

    def __init__(self, inside, outside, stride=1, widen=4, kernel=3):
        super().__init__()
        wide = inside * widen
        self.body = nn.Sequential(conv(inside, wide, 1), conv(wide, wide, kernel, stride, groups=wide), conv(wide, outside, 1, act=False))
        self.same = stride == 1 and inside == outside

    def forward(self, x):
        return x + self.body(x) if self.same else self.body(x)


class Attention(nn.Module):
    """Self-attention over all positions of a small map, with a learned position encoding of the map's fixed size."""

    def __init__(self, channels, height, width, heads=4):
        super().__init__()
        self.place = nn.Parameter(torch.zeros(1, channels, height, width))
        self.norm = nn.LayerNorm(channels)
        self.qkv = nn.Linear(channels, channels * 3)
        self.out = nn.Linear(channels, channels)
        self.norm2 = nn.LayerNorm(channels)
        self.mlp = nn.Sequential(nn.Linear(channels, channels * 2), nn.ReLU(), nn.Linear(channels * 2, channels))
        self.heads = heads

    def forward(self, x):
        b, c, h, w = x.shape
        t = (x + self.place).flatten(2).transpose(1, 2)
        q, k, v = self.qkv(self.norm(t)).view(b, h * w, 3, self.heads, c // self.heads).permute(2, 0, 3, 1, 4).unbind(0)
        a = torch.softmax(q @ k.transpose(-1, -2) * (c // self.heads) ** -0.5, -1) @ v
        t = t + self.out(a.transpose(1, 2).reshape(b, h * w, c))
        t = t + self.mlp(self.norm2(t))
        return t.transpose(1, 2).reshape(b, c, h, w)


class Normalise(nn.Module):
    """Takes RGB in 0..1, so that a caller needs no constants."""

    def forward(self, x):
        return (x - 0.45) / 0.25
