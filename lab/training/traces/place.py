"""Where an editor works, and how what is new meets what was there.

A place is a dict: `away` B×1×H×W, the distance to its outline in pixels, negative inside; x, y, w, h in pixels, each B.
"""

import torch
import torch.nn.functional as F

from common.chance import often, over, uniform


def place(b, height, width, d, line):
    """A random place: the size of a portrait, of a printed value (always if `line`), or of a patch. Mostly upright
    rectangles."""
    kind = torch.rand(b, device=d)
    value, portrait = line | (kind < 0.45), kind > 0.7
    w = torch.where(value, uniform(b, 50, 330, d), torch.where(portrait, uniform(b, 110, 330, d), uniform(b, 20, 110, d)))
    h = torch.where(value, torch.exp(uniform(b, 2.9, 4.2, d)), torch.where(portrait, w * uniform(b, 1.0, 1.45, d), uniform(b, 20, 90, d))).clamp(max=height - 24)
    x, y = 8 + torch.rand(b, device=d) * (width - 16 - w), 8 + torch.rand(b, device=d) * (height - 16 - h)
    x, y, w, h = x.round(), y.round(), w.round(), h.round()
    yy, xx = torch.meshgrid(torch.arange(height, device=d) + 0.5, torch.arange(width, device=d) + 0.5, indexing="ij")
    # A document is slightly rotated, and so is what is pasted on it.
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
    """Widths of a soft edge, many of them zero."""
    return uniform(b, 1, most, d) * (~often(b, often_hard, d)).float()


def moved(x, p, scale, turn, shift):
    """The picture scaled and rotated about the middle of the place, then shifted; pixels."""
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
