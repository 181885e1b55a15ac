"""Writes the lattice finder: python3 -m recapture.lattice --out DIR. It learns nothing: a calculation as a net, so that the runtime does it fast."""

import argparse
import math
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

from common.export import export

SIZE = 192
# Waves longer than this are the picture's own forms.
LONGEST = 22
# How far a lattice's frequency moves within a cut, by perspective and lens; and what is around it, in steps of 1/192.
SPREAD, AROUND = 5, 31


class Lattice(nn.Module):
    """Cuts N×3×192×192, RGB in 0..1 → N×3: how far the strongest wave stands out of its surroundings, as a logarithm of power, in light, red against green, and blue against green."""

    def __init__(self):
        super().__init__()
        n = torch.arange(SIZE).float()
        half = torch.arange(SIZE // 2 + 1).float()
        window = 0.5 - 0.5 * torch.cos(2 * math.pi * (n + 0.5) / SIZE)
        down = 2 * math.pi * (n - SIZE // 2).view(-1, 1) * n / SIZE
        across = 2 * math.pi * n.view(-1, 1) * half / SIZE
        parts = {"window": window.view(-1, 1) * window, "down_cos": down.cos(), "down_sin": down.sin(), "across_cos": across.cos(), "across_sin": across.sin(), "left_out": left_out(n, half)}
        for name, values in parts.items():
            self.register_buffer(name, values)

    def forward(self, cut):
        power = self.power(cut)
        level = torch.log(mean(power, SPREAD) + 1e-3)
        return (level - mean(level, AROUND) - self.left_out).amax((2, 3))

    def power(self, cut):
        light = cut.mean(1, keepdim=True)
        tones = torch.cat([light, cut[:, :1] - cut[:, 1:2], cut[:, 2:] - cut[:, 1:2]], 1)
        # A display's pixels are a share of the light.
        fine = ((tones - mean(tones, 9)) / (mean(light, 9) + 0.06)).clamp(-2, 2) * self.window
        a, b = fine @ self.across_cos, fine @ self.across_sin
        return (self.down_cos @ a - self.down_sin @ b) ** 2 + (self.down_cos @ b + self.down_sin @ a) ** 2


def left_out(n, half):
    """Long waves, the blocks of compression, and in light whatever runs upright or level: edges of things do."""
    fy, fx = torch.meshgrid((n - SIZE // 2) / SIZE, half / SIZE, indexing="ij")
    radius = (fx**2 + fy**2).sqrt()
    step = 1.5 / SIZE
    out = (radius <= 1 / LONGEST) | (radius >= 0.5)
    for k in range(1, 5):
        out = out | (((fx - k / 8).abs() < step) & (fy.abs() < step)) | (((fy.abs() - k / 8).abs() < step) & (fx < step))
    level = (fx <= 2 / SIZE) | (fy.abs() <= 2 / SIZE)
    return torch.stack([out | level, out, out]).unsqueeze(0).float() * 100


def mean(x, size):
    """Of a square around each place, along one way after the other; beyond the edge its last value goes on, so that beside a bright edge nothing stands out."""
    r = size // 2
    x = F.avg_pool2d(F.pad(x, (0, 0, r, r), mode="replicate"), (size, 1), 1)
    return F.avg_pool2d(F.pad(x, (r, r, 0, 0), mode="replicate"), (1, size), 1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    export(Lattice(), torch.rand(2, 3, SIZE, SIZE), out / "lattice.onnx", ["cut"], ["peaks"], batch=True)


if __name__ == "__main__":
    main()
