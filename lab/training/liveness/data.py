"""Faces through a camera: original, on a display, in print. All kinds pass through the same camera, so that only the
effects of a display or paper distinguish them."""

import math

import torch
import torch.nn.functional as F

from common.camera import developed
from common.chance import often, over, uniform
from common.degrade import blur, bump, glare, jpeg, noise
from common.store import read_bank
from common.warp import pixel_grid

SIZE = 128
CUT = 176
# The share of the stored crop that the net is shown, and its variation.
INNER = 1.3 / 1.6
# The composition of a batch: original, on a display, in print.
SHARES = (0.5, 0.34, 0.16)


class Faces:
    def __init__(self, pack, device, held=0.1):
        self.device = device
        self.pictures = read_bank(pack, "live_faces", device)[0]
        # Files are sorted by name, and so are the people: the held-out people are different ones.
        self.kept = int(len(self.pictures) * (1 - held))

    def batch(self, b, held=False):
        """Pictures B×3×SIZE×SIZE and labels B×2: display, print."""
        d = self.device
        n = [round(b * share) for share in SHARES[:2]]
        n.append(b - sum(n))
        low, high = (self.kept, len(self.pictures)) if held else (0, self.kept)
        x = self.view(self.pictures[torch.randint(low, high, (b,), device=d)].float() / 255)
        live, shown, paper = x.split(n)
        light = torch.cat([lit(linear(poor(live, 0.3, 72))), displayed(linear(poor(shown, 0.75, 28))), printed(linear(poor(paper, 0.35, 48)))])
        label = torch.zeros(b, 2, device=d)
        label[n[0] : n[0] + n[1], 0] = 1
        label[n[0] + n[1] :, 1] = 1
        return photographed(light), label

    def view(self, x):
        """Cropped as in the product, shifted, reduced or enlarged where the frame ended, mirrored."""
        b, d = len(x), self.device
        share = INNER * torch.exp(uniform(b, -0.35, 0.2, d))
        aspect = torch.exp(uniform(b, -0.22, 0.22, d))
        size = torch.stack([share * aspect, share / aspect], -1).clamp(max=1.0).view(b, 1, 1, 2)
        shift = uniform(b, -0.5, 0.5, d, 1, 1, 2) * (1 - size) * 0.7
        grid = (pixel_grid(SIZE, SIZE, d).unsqueeze(0) - 0.5) * size + shift + 0.5
        out = F.grid_sample(x, grid * 2 - 1, mode="bilinear", padding_mode="reflection", align_corners=False)
        return torch.where(over(often(b, 0.5, d)), out.flip(3), out)


def linear(x):
    return x.clamp(1e-4, 1) ** over(uniform(len(x), 1.9, 2.5, x.device))


def poor(x, probability, least):
    """Earlier processing of the picture: a film's small frames and their blocks, or a camera's digital zoom."""
    d, b = x.device, len(x)
    # One size for a few at a time: a batch has many.
    worse = [shrunk(part, int(uniform(1, least, SIZE, "cpu"))) for part in x.split(16)]
    return torch.where(over(often(b, probability, d)), torch.cat(worse), x)


def shrunk(x, side):
    small = jpeg(F.interpolate(x, (side, side), mode="area"), 0.8)
    way = "nearest" if float(uniform(1, 0, 1, "cpu")) < 0.2 else "bicubic"
    options = {} if way == "nearest" else {"align_corners": False}
    return F.interpolate(small, (SIZE, SIZE), mode=way, **options).clamp(0, 1)


def lit(x):
    """A room: coloured lamps, one side brighter, a little haze."""
    b, d = len(x), x.device
    x = x * torch.exp(uniform(b, -0.3, 0.3, d, 3)).view(b, 3, 1, 1)
    x = x * (1 + over(uniform(b, -0.4, 0.8, d)) * bump(x, uniform(b, 0.3, 1.2, d)))
    haze = over(uniform(b, 0, 0.05, d) * often(b, 0.2, d).float())
    return glare(x + haze, 0.1)


def displayed(x):
    """Backlight, the room's light on the glass, the pixel grid or its moiré, bands, shapes that the glass reflects."""
    b, d = len(x), x.device
    cold = uniform(b, -0.5, 1.0, d).view(b, 1, 1, 1) * torch.tensor([-0.3, -0.05, 0.35], device=d).view(1, 3, 1, 1)
    x = x * torch.exp(cold) * over(torch.exp(uniform(b, -0.9, 0.2, d)))
    x = x * lattice(b, d) * bands(b, d)
    veil = uniform(b, 0, 0.16, d).view(b, 1, 1, 1) * torch.exp(uniform(b, -0.4, 0.4, d, 3) + torch.tensor([-0.1, 0.0, 0.25], device=d)).view(b, 3, 1, 1)
    veil = veil * (1 + over(uniform(b, -0.6, 0.6, d)) * bump(x, uniform(b, 0.3, 1.0, d)))
    x = x + veil * over(often(b, 0.85, d).float())
    return glare(x + reflected(b, d), 0.25)


def lattice(b, d):
    """Around 1: horizontal and vertical waves, each colour shifted by a third of a period, finer or coarser than can be
    resolved."""
    grid = pixel_grid(SIZE, SIZE, d).unsqueeze(0) * SIZE
    bend = 1 + uniform(b, -0.0012, 0.0012, d, 1, 1, 1) * grid.flip(-1)
    out = torch.ones(b, 3, SIZE, SIZE, device=d)
    for _ in range(2):
        angle = uniform(b, 0, math.pi, d)
        wave = torch.exp(uniform(b, math.log(0.02), math.log(0.5), d)).view(b, 1, 1)
        along = (grid * bend * torch.stack([angle.cos(), angle.sin()], -1).view(b, 1, 1, 2)).sum(-1) * wave
        split = over(torch.where(often(b, 0.5, d), torch.ones(b, device=d), torch.zeros(b, device=d)))
        third = torch.arange(3, device=d).view(1, 3, 1, 1) / 3 * split
        depth = over(uniform(b, 0, 1, d) ** 2 * 0.35 * often(b, 0.65, d).float())
        out = out * (1 + depth * torch.cos(2 * math.pi * (along.unsqueeze(1) + third)))
    return out


def bands(b, d):
    """Rows that the display had dark when the camera read them, with hard or soft edges."""
    grid = pixel_grid(SIZE, SIZE, d).unsqueeze(0)
    angle = torch.randn(b, device=d) * 0.15
    along = grid[..., 1] * angle.cos().view(b, 1, 1) + grid[..., 0] * angle.sin().view(b, 1, 1)
    wave = torch.sin(2 * math.pi * (along * uniform(b, 0.5, 7, d, 1, 1) + uniform(b, 0, 1, d, 1, 1))).unsqueeze(1)
    hard = torch.tanh(wave * over(torch.exp(uniform(b, 0, 3, d))))
    depth = over(uniform(b, 0, 0.2, d) * often(b, 0.45, d).float())
    return 1 + depth * hard


def reflected(b, d):
    """Faint windows, frames and lines of a user interface."""
    grid = pixel_grid(SIZE, SIZE, d).unsqueeze(0)
    middle, half = uniform(b, 0, 1, d, 1, 1, 2), uniform(b, 0.03, 0.5, d, 1, 1, 2)
    edge = ((grid - middle).abs() - half).amax(-1)
    inside = torch.sigmoid(-edge * uniform(b, 20, 300, d, 1, 1))
    line = torch.exp(-((edge * SIZE / uniform(b, 0.5, 2.0, d, 1, 1)) ** 2))
    shape = torch.where(often(b, 0.5, d).view(b, 1, 1), inside, line).unsqueeze(1)
    strength = uniform(b, 0, 0.12, d) * often(b, 0.35, d).float()
    return shape * over(strength)


def printed(x):
    """Ink that is never quite black on paper that is never quite white, its dots, the sheet's bend and shine."""
    b, d = len(x), x.device
    grey = x.mean(1, keepdim=True)
    x = grey + (x - grey) * over(uniform(b, 0.45, 1.0, d))
    black, white = over(uniform(b, 0.01, 0.12, d)), over(uniform(b, 0.55, 0.95, d))
    tint = torch.exp(uniform(b, -0.12, 0.08, d, 3)).view(b, 3, 1, 1)
    x = (black + x * (white - black)) * tint
    grid = pixel_grid(SIZE, SIZE, d).unsqueeze(0) * SIZE
    angle = uniform(b, 0, math.pi, d, 3)
    pitch = uniform(b, 0.15, 0.5, d, 1, 1, 1)
    along = grid[..., 0].unsqueeze(1) * angle.cos().view(b, 3, 1, 1) + grid[..., 1].unsqueeze(1) * angle.sin().view(b, 3, 1, 1)
    across = grid[..., 1].unsqueeze(1) * angle.cos().view(b, 3, 1, 1) - grid[..., 0].unsqueeze(1) * angle.sin().view(b, 3, 1, 1)
    dots = torch.cos(2 * math.pi * along * pitch) * torch.cos(2 * math.pi * across * pitch)
    x = x * (1 + over(uniform(b, 0, 1, d) ** 2 * 0.3) * dots * (1 - x))
    turn = uniform(b, 0, 2 * math.pi, d)
    slope = (grid / SIZE * torch.stack([turn.cos(), turn.sin()], -1).view(b, 1, 1, 2)).sum(-1).unsqueeze(1)
    x = x * (1 + over(uniform(b, 0, 0.5, d)) * torch.sin(slope * over(uniform(b, 1, 4, d)) + over(uniform(b, 0, 6, d))))
    return glare(x, 0.35)


def photographed(light):
    """The camera that everything passes through: exposure, optics, noise, tone, size and compression."""
    b, d = len(light), light.device
    mean = light.mean((1, 2, 3), keepdim=True).clamp(min=1e-3)
    light = light / mean * over(torch.exp(uniform(b, math.log(0.08), math.log(0.4), d)))
    light = blur(light, 0.55, 1.7)
    light = noise(light.clamp(0, 1.5), 0.03)
    x = developed(light)
    return jpeg(resized(x, int(uniform(1, 60, SIZE + 60, "cpu"))).clamp(0, 1), 0.75)


def resized(x, side):
    if side >= SIZE:
        return x
    small = F.interpolate(x, (side, side), mode="bilinear", antialias=True, align_corners=False)
    return F.interpolate(small, (SIZE, SIZE), mode="bicubic", align_corners=False)
