"""Cuts of photographs at a camera's own resolution, and the same surfaces shown on a display whose pixels the camera sees, or printed in dots."""

import math

import torch
import torch.nn.functional as F

from common.camera import taken, wheel
from common.chance import often, over, uniform
from common.degrade import bump, jpeg, light, noise
from common.store import read_bank

SIZE = 192
# Sensor pixels per pixel of the judged picture: phones and messengers scale pictures down.
SHRINKS = (1.0, 1.0, 1.5, 2.0, 2.5)
FINE = 2
# The composition of a batch.
KINDS = {"photograph": 3, "document": 2, "retaken": 2, "display": 4, "photograph under a pattern": 3, "specimen on a display": 1, "print": 3, "copied specimen or document": 2}
DISPLAYS, PRINTS = (3, 4, 5), (6, 7)
# The colour that inks leave of red, green and blue, and the angles of their dots.
INKS = ((0.1, 0.62, 0.86), (0.82, 0.16, 0.45), (0.97, 0.9, 0.18))
ANGLES = (0.26, 1.31, 0.0, 0.79)


class Surfaces:
    def __init__(self, pack, device):
        self.device = device
        pictures, index = read_bank(pack, "surfaces", device)
        pools = {kind: pictures[[i for i, e in enumerate(index) if e["kind"] == kind]] for kind in ("original", "screen", "copy")}
        self.screens, self.copies, self.documents = pools["screen"], pools["copy"], pools["original"]
        photographs = windows(read_bank(pack, "photographs", device)[0], 24, pictures.shape[-1])
        self.pictures = torch.cat([self.documents.repeat(4, 1, 1, 1), photographs])

    def cuts(self, b, bank):
        """B×3×SIZE×SIZE, randomly mirrored and rotated."""
        d = self.device
        which = bank[torch.randint(0, len(bank), (b,), device=d)]
        room = which.shape[-1] - SIZE
        x, y = (int(v) for v in torch.randint(0, room + 1, (2,)))
        cut = which[:, :, y : y + SIZE, x : x + SIZE].float() / 255
        cut = torch.where(over(often(b, 0.5, d)), cut.flip(3), cut)
        return torch.where(over(often(b, 0.5, d)), cut.transpose(2, 3), cut)

    def batch(self, b):
        """Pictures B×3×SIZE×SIZE and labels B×2, display and print, in the order of KINDS."""
        n = parts(b)
        shrink = SHRINKS[int(torch.randint(0, len(SHRINKS), (1,)))]
        pictures = torch.cat([
            self.spoilt(grained(woven(self.cuts(n[0], self.pictures)))),
            self.spoilt(self.cuts(n[1], self.documents)),
            self.retaken(n[2], shrink, None),
            self.retaken(n[3], shrink, "display"),
            self.spoilt(grained((self.cuts(n[4], self.pictures) * self.pattern(n[4], shrink)).clamp(0, 1))),
            self.spoilt(self.cuts(n[5], self.screens)),
            self.retaken(n[6], shrink, "print"),
            self.spoilt(self.cuts(n[7], self.copies)),
        ])
        label = torch.cat([torch.tensor([[k in DISPLAYS, k in PRINTS]], device=self.device).float().expand(many, 2) for k, many in enumerate(n)])
        return jpeg(pictures, 0.7), label

    def spoilt(self, x):
        return noise(light(x, 0.5), 0.02)

    def retaken(self, b, shrink, means):
        """The surface through the camera once more: original, on a display or in print."""
        d = self.device
        bank = self.documents if means == "print" and often(1, 0.7, "cpu") else self.pictures
        whole = bank[torch.randint(0, len(bank), (b,), device=d)].float() / 255
        shown = whole.clamp(1e-4, 1) ** over(uniform(b, 1.9, 2.5, d))
        n = round(SIZE * shrink)
        # Dots are seldom finer than half the picture's pixels: finer ones are not visible.
        at, pitch = places(b, n * FINE, n, shrink, d, 0.6 if means == "print" else 1.7)
        # Texture pixels per pixel of the judged picture, so that both classes are equally sharp.
        detail = uniform(b, 0.5, 1.3, d)
        zoom = detail / (pitch * shrink)
        zoom = zoom if means == "print" else torch.minimum(zoom, torch.ones(b, device=d))
        cell = torch.floor(at) if means == "display" else at
        texture = shown.shape[-1]
        where = (cell + 0.5) * zoom.view(b, 1, 1, 1) / texture * 2
        where = where + uniform(b, -0.25, 0.25, d, 1, 1, 2)
        seen = F.grid_sample(shown, where, mode="bilinear", padding_mode="reflection", align_corners=False)
        if means == "display":
            seen = self.emitted(seen, at, cell)
        if means == "print":
            seen = printed(seen, at)
        seen = F.avg_pool2d(seen, FINE)
        return taken(seen, SIZE)

    def emitted(self, seen, at, cell):
        b, d = len(seen), seen.device
        seen = seen * openings(at, cell)
        glow = over(uniform(b, 0.0, 0.03, d))
        seen = (glow + seen) * over(uniform(b, 0.6, 1.2, d))
        rows = (at[..., 1] * uniform(b, 0.002, 0.05, d, 1, 1) + uniform(b, 0, 6, d, 1, 1)).sin().unsqueeze(1)
        seen = seen * (1 + rows * over(uniform(b, 0, 0.15, d) * often(b, 0.25, d).float()))
        return seen + over(uniform(b, 0, 0.25, d) * often(b, 0.35, d).float()) * bump(seen, uniform(b, 0.2, 1.0, d))

    def pattern(self, b, shrink):
        """The effect of a display's pixels on an even white, as a factor around 1."""
        d = self.device
        n = round(SIZE * shrink)
        at, _ = places(b, n * FINE, n, shrink, d)
        white = uniform(b, 0.1, 0.6, d, 3, 1, 1).mean(1, keepdim=True) * openings(at, torch.floor(at))
        white = taken(F.avg_pool2d(white, FINE), SIZE)
        factor = white / F.avg_pool2d(white, 65, 1, 32, count_include_pad=False).clamp(min=0.02)
        factor = 1 + (factor - 1) * over(uniform(b, 0.5, 1.2, d))
        return factor.clamp(0.2, 2)


def parts(b):
    """The number of pictures of each kind in a batch of b; b is a multiple of the sum of shares."""
    unit = b // sum(KINDS.values())
    return [unit * share for share in KINDS.values()]


def windows(photographs, each, side):
    """Many crops of each photograph, at half to full size."""
    cuts = []
    for _ in range(each):
        scale = float(uniform(1, 0.5, 1.0, "cpu"))
        small = F.interpolate(photographs.float(), scale_factor=scale, mode="bilinear", antialias=True, align_corners=False)
        y, x = (int(torch.randint(0, n - side + 1, (1,))) for n in small.shape[2:])
        cuts.append(small[:, :, y : y + side, x : x + side].round().clamp(0, 255).byte())
    return torch.cat(cuts)


def places(b, m, n, shrink, d, most=1.7):
    """For each fine sample of the sensor the position on the display, in display pixels; and display pixels per sensor
    pixel."""
    low, high = 0.16, min(most, 2.4 / shrink)
    pitch = torch.exp(uniform(b, 0, 1, d) * (torch.log(torch.tensor(high / low)).item()) + torch.log(torch.tensor(low)).item())
    angle = wheel(b, d, 0.12)
    line = (torch.arange(m, device=d).float() + 0.5) / m - 0.5
    yy, xx = torch.meshgrid(line, line, indexing="ij")
    tilt = uniform(b, -0.12, 0.12, d, 2)
    depth = 1 + tilt[:, 0].view(b, 1, 1) * xx + tilt[:, 1].view(b, 1, 1) * yy
    bend = 1 + uniform(b, -0.03, 0.03, d, 1, 1) * (xx**2 + yy**2)
    scale = (pitch * n).view(b, 1, 1) * bend / depth
    u = (xx * angle.cos().view(b, 1, 1) - yy * angle.sin().view(b, 1, 1)) * scale
    v = (xx * angle.sin().view(b, 1, 1) + yy * angle.cos().view(b, 1, 1)) * scale
    return torch.stack([u, v], -1) + uniform(b, 0, 8, d, 1, 1, 2), pitch


def openings(at, cell):
    """The light openings of a display's pixels: three stripes in either order, or a diamond layout with alternating red
    and blue; mean about 1."""
    b, d = len(at), at.device
    fu, fv = (at - cell).unbind(-1)
    odd = (cell.sum(-1).remainder(2) > 0.5).float()
    order = torch.where(often(b, 0.8, d), 1.0, -1.0).view(b, 1, 1)
    width = uniform(b, 0.2, 0.33, d, 1, 1)
    height = uniform(b, 0.6, 1.0, d, 1, 1)
    soft = 0.08
    tall = ((height / 2 - (fv - 0.5).abs()) / soft + 0.5).clamp(0, 1)
    stripes = [(((width / 2) - (fu - 0.5 - order * (k - 1) / 3).abs()) / soft + 0.5).clamp(0, 1) * tall for k in range(3)]
    round_ = lambda cu, cv, r: ((r - ((fu - cu) ** 2 + (fv - cv) ** 2).sqrt()) / soft + 0.5).clamp(0, 1)
    radius = uniform(b, 0.18, 0.3, d, 1, 1)
    green = round_(0.25, 0.25, radius) + round_(0.75, 0.75, radius) * 0
    other = round_(0.7, 0.7, radius * 1.2)
    diamond = [other * odd, green, other * (1 - odd)]
    stripes, diamond = torch.stack(stripes, 1), torch.stack(diamond, 1)
    light = torch.where(over(often(b, 0.7, d)), stripes, diamond)
    light = light / light.mean((2, 3), keepdim=True).clamp(min=0.02)
    return 1 + (light - 1) * over(torch.exp(uniform(b, -2.0, 0, d)))


def printed(seen, at):
    """Linear light of a surface → of its print: scanned, toned, laid on paper in dots of three inks and black, or of black alone."""
    b, d = len(seen), seen.device
    tone = seen.clamp(1e-4, 1) ** 0.45
    soft = F.avg_pool2d(tone, 5, 1, 2, count_include_pad=False)
    tone = tone + (soft - tone) * over(uniform(b, 0.0, 1, d))
    grey = tone.mean(1, keepdim=True)
    colour = often(b, 0.65, d)
    tone = grey + (tone - grey) * over(uniform(b, 0.6, 1.1, d) * colour.float())
    wanted = 1 - ((tone - 0.5) * over(uniform(b, 0.8, 1.5, d)) + 0.5 + over(uniform(b, -0.06, 0.15, d))).clamp(0, 1)
    key = wanted.amin(1, keepdim=True) * over(torch.where(colour, uniform(b, 0.2, 0.7, d), torch.ones(b, device=d)))
    inks = torch.cat([wanted - key, key], 1)
    laid = ((inks - limits(at, often(b, 0.6, d))) * over(uniform(b, 1.5, 6, d)) + 0.5).clamp(0, 1)
    laid = torch.where(inks < 0.015, torch.zeros_like(laid), laid)
    # Fine machines produce a mixture of dots and continuous tone.
    laid = inks + (laid - inks) * over(uniform(b, 0.35, 1, d))
    dark = over(uniform(b, 0.02, 0.09, d))
    paper = uniform(b, 0.7, 0.95, d, 1, 1, 1) * (1 + uniform(b, -0.06, 0.06, d, 3, 1, 1))
    light = paper * (1 - laid[:, 3:] * (1 - dark))
    for k, ink in enumerate(INKS):
        light = light * (1 - laid[:, k : k + 1] * (1 - torch.tensor(ink, device=d).view(1, 3, 1, 1) ** 2.2))
    bands = 1 + torch.randn(b, 1, seen.shape[2] // 4, 1, device=d) * over(uniform(b, 0, 0.05, d) * often(b, 0.3, d).float())
    return light * F.interpolate(bands.expand(-1, -1, -1, 2), seen.shape[2:], mode="bilinear", align_corners=False)


def limits(at, clustered):
    """The tone from which each spot is inked, B×4×H×W: clustered dots at each ink's angle, or scattered drops."""
    b, d = len(at), at.device
    planes = []
    for angle in ANGLES:
        u = at[..., 0] * math.cos(angle) + at[..., 1] * math.sin(angle)
        v = at[..., 1] * math.cos(angle) - at[..., 0] * math.sin(angle)
        planes.append(0.5 + ((2 * math.pi * u).cos() + (2 * math.pi * v).cos()) / 4)
    tile = torch.randn(1, 4, 192, 192, device=d)
    tile = tile - F.avg_pool2d(tile, 3, 1, 1)
    where = (at * 3 / 96).remainder(2) - 1
    drops = F.grid_sample(tile.expand(b, -1, -1, -1), where, mode="nearest", align_corners=False)
    return torch.where(over(clustered), torch.stack(planes, 1), torch.sigmoid(drops * 1.8))


def grained(x, probability=0.15):
    """Film grain, no colour, faded tones, strong sharpening: common edits of pictures."""
    b, d = len(x), x.device
    grain = torch.randn(b, 1, SIZE, SIZE, device=d)
    grain = torch.where(over(often(b, 0.6, d)), F.avg_pool2d(grain, 3, 1, 1) * 2.2, grain)
    y = x + grain * over(uniform(b, 0, 0.09, d))
    y = torch.where(over(often(b, 0.4, d)), y.mean(1, keepdim=True).expand_as(y), y)
    y = y + (y - F.avg_pool2d(y, 3, 1, 1, count_include_pad=False)) * over(uniform(b, 0, 1.5, d))
    faded = over(uniform(b, 0, 0.2, d))
    return torch.where(over(often(b, probability, d)), (faded + y * (1 - faded)).clamp(0, 1), x)


def woven(x, probability=0.15):
    """Cloth, blinds, fine print: lines that are regular in parts, but neither over the whole picture nor as evenly as a
    display's."""
    b, d = len(x), x.device
    line = torch.arange(SIZE, device=d).float()
    yy, xx = torch.meshgrid(line, line, indexing="ij")
    angle = wheel(b, d, 0.5).view(b, 1, 1)
    drift = F.interpolate(torch.randn(b, 2, 12, 12, device=d), (SIZE, SIZE), mode="bicubic") * over(uniform(b, 0.3, 2.5, d))
    period = torch.exp(uniform(b, 0.9, 3.0, d, 1, 1))
    u = (xx * angle.cos() + yy * angle.sin()) / period * 6.28 + drift[:, 0]
    v = (yy * angle.cos() - xx * angle.sin()) / period * 6.28 + drift[:, 1]
    lines = u.sin() + v.sin() * often(b, 0.6, d).view(b, 1, 1).float()
    where = torch.sigmoid(F.interpolate(torch.randn(b, 1, 3, 3, device=d), (SIZE, SIZE), mode="bicubic") * 6)
    depth = over(torch.exp(uniform(b, -3.5, -1, d)) * often(b, probability, d).float())
    return (x * (1 + lines.unsqueeze(1) * where * depth)).clamp(0, 1)
