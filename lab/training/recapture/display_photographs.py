"""Photographs on simulated displays, taken whole by a simulated telephone, to set the lattice's limit by.

python3 -m recapture.display_photographs --photographs DIR… --out DIR [--count 60] [--seed 1]
Needs Pillow; no GPU. Nothing is trained on these pictures.
"""

import argparse
import math
import random
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image

from common.camera import scaled, taken
from common.degrade import bump
from pack import pictures
from recapture.surface_data import FINE, openings

# Common display resolutions, width and height.
DISPLAYS = ((1366, 768), (1440, 900), (1920, 1080), (1920, 1200), (2560, 1600), (1080, 2340), (1440, 2960))


def main():
    args = arguments()
    rng = random.Random(args.seed)
    torch.manual_seed(args.seed)
    files = [p for folder in args.photographs for p in pictures(folder, 20_000)]
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    for number in range(args.count):
        picture = photographed(rng, opened(rng.choice(files)), opened(rng.choice(files)))
        picture.save(out / f"{args.seed}-{number}.jpg", quality=rng.choice([70, 80, 88, 92]), subsampling=rng.choice([0, 2, 2]))
        print(number, picture.size, flush=True)


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--photographs", nargs="+", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def opened(path):
    return Image.open(path).convert("RGB")


def photographed(rng, shown, room):
    wide, high = rng.choice(DISPLAYS)
    if (shown.width > shown.height) != (wide > high) and rng.random() < 0.5:
        shown = shown.rotate(90, expand=True)
    width, height = (1600, 1200) if wide > high else (1200, 1600)
    if rng.random() < 0.4:
        width, height = width * 4 // 5, height * 4 // 5
    shrink = rng.choice([1.0, 1.0, 1.5])
    rows, columns = round(height * shrink), round(width * shrink)
    # A part of the display, or all of it and its frame.
    span = rng.choice([rng.uniform(0.45, 0.95), rng.uniform(0.85, 1.25)]) * max(high, wide * height / width)
    at = sights(rng, rows, columns, span) + torch.tensor([wide * (0.5 + rng.uniform(-0.08, 0.08)), high * (0.5 + rng.uniform(-0.08, 0.08))])
    light = F.avg_pool2d(emitted(rng, at, desktop(rng, shown, wide, high), linear(room)), FINE)
    bright = float(light.mean(1).flatten().kthvalue(int(light[0, 0].numel() * 0.97)).values)
    stored = scaled(smoothed(rng, taken(light * rng.uniform(0.5, 0.9) / max(0.05, bright), rows)), height)[0].clamp(0, 1)
    return Image.fromarray((stored.permute(1, 2, 0).numpy() * 255).round().astype(np.uint8))


def sights(rng, rows, columns, span):
    """The position of each fine sample of the sensor, in display pixels from the middle: rotated, tilted, bent by the
    lens."""
    down = (torch.arange(rows * FINE) + 0.5) / (rows * FINE) - 0.5
    across = ((torch.arange(columns * FINE) + 0.5) / (columns * FINE) - 0.5) * columns / rows
    yy, xx = torch.meshgrid(down, across, indexing="ij")
    angle = rng.gauss(0, 0.05)
    scale = span * (1 + rng.uniform(-0.05, 0.05) * (xx**2 + yy**2)) / (1 + rng.uniform(-0.25, 0.25) * xx + rng.uniform(-0.25, 0.25) * yy)
    u, v = xx * math.cos(angle) - yy * math.sin(angle), xx * math.sin(angle) + yy * math.cos(angle)
    return torch.stack([u * scale, v * scale], -1).unsqueeze(0)


def desktop(rng, shown, wide, high):
    """The display's own picture: the photograph over all of it, or on black or a white window."""
    tone = rng.choice([0, 8, 20, 30, 240, 255])
    canvas = Image.new("RGB", (wide, high), (tone, tone, min(255, tone + rng.choice([0, 0, 6]))))
    fits, covers = min(wide / shown.width, high / shown.height), max(wide / shown.width, high / shown.height)
    size = covers if rng.random() < 0.25 else fits * rng.choice([1, 1, 1, rng.uniform(0.6, 1)])
    shown = shown.resize((max(8, round(shown.width * size)), max(8, round(shown.height * size))), Image.LANCZOS)
    canvas.paste(shown, ((wide - shown.width) // 2, (high - shown.height) // 2))
    return canvas


def emitted(rng, at, canvas, room):
    """The light that reaches each sample: from the display's pixels, from its frame, or from the room, which the glass
    also mirrors."""
    cell = torch.floor(at)
    i, j = cell[0, ..., 0].long().clamp(0, canvas.width - 1), cell[0, ..., 1].long().clamp(0, canvas.height - 1)
    seen = linear(canvas)[0][:, j, i].unsqueeze(0) * openings(at, cell) + rng.uniform(0, 0.02)
    outside = torch.maximum(-at, at - torch.tensor([canvas.width, canvas.height])).amax(-1).unsqueeze(1)
    room = F.interpolate(F.adaptive_avg_pool2d(room, 64), seen.shape[2:], mode="bilinear") * rng.uniform(0.05, 0.6)
    frame = torch.full_like(seen, rng.choice([0.004, 0.01, 0.02, 0.5]))
    seen = torch.where(outside <= 0, seen, torch.where(outside < rng.uniform(0.02, 0.08) * canvas.width, frame, room))
    seen = seen + rng.choice([0, 0, 0.03, 0.08]) * room
    return seen + (rng.random() < 0.3) * rng.uniform(0.02, 0.25) * bump(seen, torch.tensor([rng.uniform(0.1, 0.4)]))


def linear(picture):
    return (torch.from_numpy(np.array(picture)).float().permute(2, 0, 1).unsqueeze(0) / 255) ** 2.2


def smoothed(rng, x):
    """A phone's noise reduction: faint detail is treated as noise and removed, strong detail stays."""
    if rng.random() > 0.45:
        return x
    fine = x - F.avg_pool2d(x, 5, 1, 2, count_include_pad=False)
    strength = F.avg_pool2d(fine.mean(1, keepdim=True) ** 2, 5, 1, 2, count_include_pad=False)
    return x - fine * torch.exp(-strength / rng.uniform(0.004, 0.025) ** 2) * rng.uniform(0.4, 1)


if __name__ == "__main__":
    main()
