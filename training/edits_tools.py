"""What editors do in one place of a picture. Each tool takes the picture, a donor of the same size, the place and lines of text, and gives the changed picture and what was changed.

The place is a dict: `away` B×1×H×W, the distance to its outline in pixels, negative inside; x, y, w, h in pixels, each B.
"""

import torch
import torch.nn.functional as F

from common.chance import often, over, uniform
from common.jpeg_file import saved
from edits_capture import cleaned, gauss


def place(b, height, width, d, line):
    """Somewhere: the size of a portrait, of a printed value (always where `line`), or of a patch. Mostly upright rectangles."""
    kind = torch.rand(b, device=d)
    value, portrait = line | (kind < 0.45), kind > 0.7
    w = torch.where(value, uniform(b, 50, 330, d), torch.where(portrait, uniform(b, 110, 330, d), uniform(b, 20, 110, d)))
    h = torch.where(value, torch.exp(uniform(b, 2.9, 4.2, d)), torch.where(portrait, w * uniform(b, 1.0, 1.45, d), uniform(b, 20, 90, d))).clamp(max=height - 24)
    x, y = 8 + torch.rand(b, device=d) * (width - 16 - w), 8 + torch.rand(b, device=d) * (height - 16 - h)
    x, y, w, h = x.round(), y.round(), w.round(), h.round()
    yy, xx = torch.meshgrid(torch.arange(height, device=d) + 0.5, torch.arange(width, device=d) + 0.5, indexing="ij")
    # A document lies a little askew, and so does what is laid on it.
    turn = (torch.randn(b, device=d) * 0.012 * often(b, 0.6, d).float()).view(b, 1, 1)
    xx, yy = xx + (yy - (y + h / 2).view(b, 1, 1)) * turn, yy - (xx - (x + w / 2).view(b, 1, 1)) * turn
    across = ((xx - (x + w / 2).view(b, 1, 1)).abs() - (w / 2).view(b, 1, 1)).unsqueeze(1)
    down = ((yy - (y + h / 2).view(b, 1, 1)).abs() - (h / 2).view(b, 1, 1)).unsqueeze(1)
    box = torch.maximum(across, down)
    u, v = (xx - (x + w / 2).view(b, 1, 1)) / (w / 2).view(b, 1, 1), (yy - (y + h / 2).view(b, 1, 1)) / (h / 2).view(b, 1, 1)
    egg = (((u.abs() ** 2.5 + v.abs() ** 2.5) ** 0.4 - 1) * (torch.minimum(w, h) / 2).view(b, 1, 1)).unsqueeze(1)
    return {"away": torch.where(over(~value & often(b, 0.3, d)), egg, box), "x": x, "y": y, "w": w, "h": h}


def inside(p):
    return (p["away"] < 0).float()


def alpha(p, width):
    """1 inside, falling over `width` pixels (B) around the outline."""
    t = (0.5 - p["away"] / over(width.clamp(min=0.02))).clamp(0, 1)
    return t * t * (3 - 2 * t)


def laid(a, d, p, width):
    m = alpha(p, width)
    return a + (d - a) * m, (m > 0.4).float()


def at_most(b, most, d, often_hard=0.4):
    """Widths of a soft edge, many of them none."""
    return uniform(b, 1, most, d) * (~often(b, often_hard, d)).float()


def moved(x, p, scale, turn, shift):
    """The picture scaled and turned about the middle of the place, then shifted; pixels."""
    b, _, h, w = x.shape
    d = x.device
    cx, cy = (p["x"] + p["w"] / 2).view(b, 1, 1), (p["y"] + p["h"] / 2).view(b, 1, 1)
    yy, xx = torch.meshgrid(torch.arange(h, device=d) + 0.5, torch.arange(w, device=d) + 0.5, indexing="ij")
    u, v = (xx - cx) / scale.view(b, 1, 1), (yy - cy) / scale.view(b, 1, 1)
    c, s = turn.cos().view(b, 1, 1), turn.sin().view(b, 1, 1)
    sx, sy = cx + u * c - v * s - shift[:, 0].view(b, 1, 1), cy + u * s + v * c - shift[:, 1].view(b, 1, 1)
    grid = torch.stack([sx / w * 2 - 1, sy / h * 2 - 1], -1)
    mode = ["bilinear", "bicubic"][int(torch.randint(0, 2, (1,)))]
    return F.grid_sample(x, grid, mode=mode, padding_mode="reflection", align_corners=False).clamp(0, 1)


def tinted(x, most=0.06):
    b, d = len(x), x.device
    gain = 1 + uniform(b, -most, most, d, 3).view(b, 3, 1, 1) * over(often(b, 0.5, d).float())
    return (x * gain + over(uniform(b, -most, most, d) / 2 * often(b, 0.5, d).float())).clamp(0, 1)


def hard(a, d, p, text):
    return laid(a, d, p, torch.zeros(len(a), device=a.device))


def feathered(a, d, p, text):
    return laid(a, tinted(d), p, uniform(len(a), 1.5, 10, a.device))


def copied(a, d, p, text):
    """From another place of the same picture."""
    b, dev = len(a), a.device
    far = torch.stack([uniform(b, 0.6, 1.6, dev) * p["w"], uniform(b, 0.9, 2.0, dev) * p["h"]], 1) * torch.where(torch.rand(b, 2, device=dev) < 0.5, -1.0, 1.0)
    along = torch.rand(b, device=dev)
    far = torch.where((along < 0.35).view(b, 1), far * torch.tensor([1.0, 0.0], device=dev), torch.where((along < 0.7).view(b, 1), far * torch.tensor([0.0, 1.0], device=dev), far)).round()
    return laid(a, moved(a, p, torch.ones(b, device=dev), torch.zeros(b, device=dev), far), p, at_most(b, 5, dev, 0.5))


def foreign(a, d, p, text):
    """Of another size and another compression."""
    b, dev = len(a), a.device
    d = moved(d, p, torch.exp(uniform(b, -0.4, 0.5, dev)), uniform(b, -0.08, 0.08, dev), uniform(b, -30, 30, dev, 2))
    d = saved(d, uniform(b, 40, 92, dev).round(), often(b, 0.7, dev))
    return laid(a, tinted(d, 0.1), p, at_most(b, 6, dev))


def membrane(a, d, p, text):
    """The donor with its light shifted smoothly until it meets the picture at the outline."""
    band = ((p["away"] >= 0) & (p["away"] < 3)).float()
    return laid(a, (d + filled(a - d, band)).clamp(0, 1), p, at_most(len(a), 3, a.device, 0.6))


def filled(x, known):
    """Spreads the known pixels over the others, finest first."""
    out, have = torch.zeros_like(x), torch.zeros_like(known)
    levels = [(x * known, known)]
    for _ in range(7):
        values, weight = levels[-1]
        if min(values.shape[2:]) < 4:
            break
        levels.append((F.avg_pool2d(values, 2, ceil_mode=True), F.avg_pool2d(weight, 2, ceil_mode=True)))
    out = levels[-1][0].sum((2, 3), keepdim=True) / levels[-1][1].sum((2, 3), keepdim=True).clamp(min=1e-6)
    out = out.expand(-1, -1, *levels[-1][0].shape[2:])
    for values, weight in reversed(levels):
        out = F.interpolate(out, values.shape[2:], mode="bilinear", align_corners=False)
        have = (weight * 4).clamp(0, 1)
        out = out + (values / weight.clamp(min=1e-6) - out) * have
    return out


def written(a, p, text, soft):
    """A line of text over the place in a dark colour of the picture, as soft as `soft` (B) says; with where it stands."""
    b, _, h, w = a.shape
    d = a.device
    line = text[torch.randint(0, len(text), (b,), device=d)].float() / 255
    scale = (p["h"].clamp(max=60) / line.shape[-2] * uniform(b, 0.8, 1.25, d)).view(b, 1, 1)
    yy, xx = torch.meshgrid(torch.arange(h, device=d) + 0.5, torch.arange(w, device=d) + 0.5, indexing="ij")
    u = (xx - p["x"].view(b, 1, 1)) / scale
    v = (yy - (p["y"] + p["h"] / 2).view(b, 1, 1)) / scale + line.shape[-2] / 2
    grid = torch.stack([u / line.shape[-1] * 2 - 1, v / line.shape[-2] * 2 - 1], -1)
    ink = F.grid_sample(line.unsqueeze(1), grid, mode="bilinear", padding_mode="zeros", align_corners=False)
    ink = gauss(ink, soft) * (p["away"] < 0) * over(uniform(b, 0.75, 1, d))
    grey = a.mean(1, keepdim=True).flatten(2)
    dark = a.flatten(2).gather(2, grey[:, :, :: 97].argsort(-1)[:, :, 20:21].mul(97).expand(-1, 3, -1)).unsqueeze(-1)
    dark = dark * over(uniform(b, 0.3, 1.1, d))
    return a + (dark - a) * ink, ink


def pens(b, d):
    return uniform(b, 0.05, 0.9, d) * often(b, 0.6, d).float()


def grainy(x, most, mask):
    b, d = len(x), x.device
    return (x + torch.randn_like(x) * over(uniform(b, 0, most, d) * often(b, 0.5, d).float()) * mask).clamp(0, 1)


def diffused(a, d, p, text):
    """Wiped by spreading the surroundings over the place, then written."""
    fill = grainy(filled(a, (p["away"] > 1).float()), 0.02, inside(p))
    bare, mask = laid(a, fill, p, at_most(len(a), 3, a.device))
    return written(bare, p, text, pens(len(a), a.device))[0], mask


def stamped(a, d, p, text):
    """Wiped with what lies above or below, then written."""
    b, dev = len(a), a.device
    shift = torch.stack([uniform(b, -6, 6, dev), (p["h"] + uniform(b, 0, 8, dev)) * torch.where(often(b, 0.5, dev), 1.0, -1.0)], 1).round()
    bare, mask = laid(a, moved(a, p, torch.ones(b, device=dev), torch.zeros(b, device=dev), shift), p, at_most(b, 6, dev))
    return written(bare, p, text, pens(b, dev))[0], mask


def overwritten(a, d, p, text):
    """Written over what is there."""
    y, ink = written(a, p, text, pens(len(a), a.device))
    return grainy(y, 0.02, ink), (F.max_pool2d(ink, 9, 1, 4) > 0.3).float()


def flat(a, d, p, text):
    """Painted over in one colour of the place, then written."""
    b, dev = len(a), a.device
    m = inside(p)
    mean = (a * m).sum((2, 3), keepdim=True) / m.sum((2, 3), keepdim=True).clamp(min=1)
    light = torch.maximum(mean, gauss(a, torch.full((b,), 3.0, device=dev)))
    fill = torch.where(over(often(b, 0.5, dev)), mean.expand_as(a), light)
    bare, mask = laid(a, grainy(fill, 0.02, m), p, at_most(b, 5, dev))
    return written(bare, p, text, pens(b, dev))[0], mask


def resampled(a, d, p, text):
    """Made a little larger, smaller or turned where it lies."""
    b, dev = len(a), a.device
    y = moved(a, p, torch.exp(uniform(b, 0.02, 0.14, dev) * torch.where(often(b, 0.6, dev), 1.0, -1.0)), uniform(b, -0.05, 0.05, dev), uniform(b, -2, 2, dev, 2))
    return laid(a, y, p, at_most(b, 6, dev))


def recompressed(a, d, p, text):
    """Saved apart at a lower quality, on a grid of its own."""
    b, dev = len(a), a.device
    x, y = (int(v) for v in torch.randint(0, 8, (2,)))
    d = a.roll((y, x), (2, 3))
    d = saved(d, uniform(b, 30, 80, dev).round(), often(b, 0.7, dev)).roll((-y, -x), (2, 3))
    return laid(a, d, p, at_most(b, 3, dev))


def blurred(a, d, p, text):
    return laid(a, gauss(a, uniform(len(a), 0.6, 2.2, a.device)), p, at_most(len(a), 5, a.device))


def smoothed(a, d, p, text):
    return laid(a, cleaned(cleaned(a, torch.ones(len(a), device=a.device)), torch.ones(len(a), device=a.device)), p, at_most(len(a), 5, a.device))


# Left out of all training.


def banded(a, d, p, text):
    """Blended over several octaves at once (Burt and Adelson 1983)."""
    m, out = inside(p), 0
    da, dd = a, tinted(d)
    for octave in range(4):
        sigma = torch.full((len(a),), 0.9 * 1.6**octave, device=a.device)
        sa, sd = (gauss(da, sigma), gauss(dd, sigma)) if octave < 3 else (0, 0)
        out = out + (da - sa) + ((dd - sd) - (da - sa)) * gauss(m, sigma)
        da, dd = sa, sd
    return out.clamp(0, 1), m


def ranked(a, d, p, text):
    """Wiped by the median of a wide neighbourhood, then written."""
    small = F.interpolate(a, scale_factor=0.25, mode="area")
    b, c, h, w = small.shape
    for _ in range(2):
        near = F.unfold(F.pad(small, (3, 3, 3, 3), mode="replicate"), 7).view(b, c, 49, h * w)
        small = near.median(2).values.view(b, c, h, w)
    fill = F.interpolate(small, a.shape[2:], mode="bilinear", align_corners=False)
    bare, mask = laid(a, fill, p, at_most(b, 3, a.device))
    return written(bare, p, text, pens(b, a.device))[0], mask


def sharpened(a, d, p, text):
    b = len(a)
    y = (a + (a - gauss(a, uniform(b, 0.8, 2, a.device))) * over(uniform(b, 0.7, 2.5, a.device))).clamp(0, 1)
    return laid(a, y, p, at_most(b, 6, a.device))


def pushed(a, d, p, text):
    """Drawn out of shape by a soft brush."""
    b, _, h, w = a.shape
    dev = a.device
    field = F.interpolate(torch.randn(b, 2, 9, 9, device=dev), (h, w), mode="bicubic", align_corners=False) * over(uniform(b, 3, 9, dev))
    field = field * alpha(p, torch.minimum(p["w"], p["h"]) * 0.5)
    yy, xx = torch.meshgrid(torch.arange(h, device=dev) + 0.5, torch.arange(w, device=dev) + 0.5, indexing="ij")
    grid = torch.stack([(xx + field[:, 0]) / w * 2 - 1, (yy + field[:, 1]) / h * 2 - 1], -1)
    y = F.grid_sample(a, grid, mode="bilinear", padding_mode="reflection", align_corners=False)
    return y, (field.norm(dim=1, keepdim=True) > 0.5).float() * inside(p)


def disguised(a, d, p, text):
    """The donor cleaned of its noise and given the picture's own."""
    b = len(a)
    ones = torch.ones(b, device=a.device)
    own = a - cleaned(a, ones)
    noise = own.roll((37, 53), (2, 3))
    return laid(a, (cleaned(cleaned(d, ones), ones) + noise).clamp(0, 1), p, uniform(b, 2, 6, a.device))


def quilted(a, d, p, text):
    """Wiped with small patches of the surroundings laid beside each other, then written."""
    b, _, h, w = a.shape
    dev = a.device
    cells = torch.stack([uniform(b, -0.9, 0.9, dev, h // 24 + 1, w // 24 + 1) * 40, torch.where(torch.rand(b, h // 24 + 1, w // 24 + 1, device=dev) < 0.5, -1.0, 1.0) * (p["h"].view(b, 1, 1) + 4)], 1)
    shift = F.interpolate(cells, scale_factor=24, mode="nearest")[:, :, :h, :w].round()
    yy, xx = torch.meshgrid(torch.arange(h, device=dev) + 0.5, torch.arange(w, device=dev) + 0.5, indexing="ij")
    grid = torch.stack([(xx + shift[:, 0]) / w * 2 - 1, (yy + shift[:, 1]) / h * 2 - 1], -1)
    bare, mask = laid(a, F.grid_sample(a, grid, mode="nearest", padding_mode="reflection", align_corners=False), p, at_most(b, 4, dev))
    return written(bare, p, text, pens(b, dev))[0], mask


TRAINED = (hard, feathered, copied, foreign, membrane, diffused, stamped, overwritten, flat, resampled, recompressed, blurred, smoothed)
# How often each of them is used: what documents are mostly forged with, more.
SHARES = (9, 5, 4, 3, 4, 3, 4, 2, 2, 2, 1, 1, 1)
KEPT_OUT = (banded, ranked, sharpened, pushed, disguised, quilted)
# These need a place of the size of a printed value.
WRITING = (diffused, stamped, overwritten, flat, ranked, quilted)
