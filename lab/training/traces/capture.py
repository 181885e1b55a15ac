"""A document in front of a scanner or a camera, with separate settings for each picture, so that two pictures can come
from the same machine."""

import math

import torch
import torch.nn.functional as F

from common.camera import demosaiced
from common.chance import often, over, uniform
from recapture.surface_data import ANGLES, INKS


def settings(b, d, drawn):
    """drawn: B, whether the source is a drawing, which may have to be printed first."""
    camera = often(b, 0.5, d)
    return {
        "camera": camera,
        "print": drawn & often(b, 0.65, d),
        "pitch": uniform(b, 0.16, 0.55, d),
        "turn": uniform(b, -0.3, 0.3, d),
        "hard": uniform(b, 1.0, 4.0, d),
        "dots": uniform(b, 0.08, 0.8, d) ** 1.5,
        "soft": torch.where(camera, uniform(b, 0.4, 1.3, d), uniform(b, 0.25, 0.8, d)),
        "grain": uniform(b, 0, 1, d) ** 2 * torch.where(camera, 0.04, 0.02) + 0.003,
        "clump": uniform(b, 0, 0.9, d),
        "mosaic": camera & often(b, 0.8, d),
        "gamma": uniform(b, 0.42, 0.5, d),
        "curve": uniform(b, -0.1, 0.5, d),
        "chroma": often(b, 0.5, d),
        "clean": uniform(b, 0, 1, d) * often(b, 0.4, d).float(),
        "sharp": uniform(b, 0, 1.6, d) * often(b, 0.75, d).float(),
        "wide": often(b, 0.4, d),
        "warm": uniform(b, -0.08, 0.08, d, 3),
        "light": uniform(b, -0.35, 0.12, d),
        "fall": uniform(b, -0.3, 0.3, d, 2) * camera.float().view(b, 1),
    }


def other(s, fresh, change):
    """Settings s where `change` is false, new ones where it is true."""
    return {k: torch.where(change.view(-1, *[1] * (v.dim() - 1)), fresh[k], v) for k, v in s.items()}


def captured(x, s):
    """B×3×H×W as drawn → as the machine stores it, before compression."""
    b, _, h, w = x.shape
    d = x.device
    light = x.clamp(1e-4, 1) ** 2.2
    light = torch.where(over(s["print"]), halftoned(x, s), light)
    line = torch.linspace(-0.5, 0.5, w, device=d).view(1, 1, 1, w), torch.linspace(-0.5, 0.5, h, device=d).view(1, 1, h, 1)
    light = light * (1 + over(s["fall"][:, 0]) * line[0] + over(s["fall"][:, 1]) * line[1]) * torch.exp(over(s["light"]) + s["warm"].view(b, 3, 1, 1))
    light = gauss(light, s["soft"])
    grain = torch.randn_like(light)
    grain = grain + (F.avg_pool2d(grain, 3, 1, 1) * 2.2 - grain) * over(s["clump"])
    light = (light + grain * over(s["grain"]) * light.clamp(min=0.03).sqrt()).clamp(0, 1.3)
    light = torch.where(over(s["mosaic"]), demosaiced(light), light)
    y = light.clamp(1e-5, 1.2) ** over(s["gamma"])
    y = y + (y * y * (3 - 2 * y) - y) * over(s["curve"])
    grey = y.mean(1, keepdim=True)
    y = torch.where(over(s["chroma"]), grey + F.avg_pool2d(y - grey, 5, 1, 2, count_include_pad=False), y)
    y = cleaned(y, s["clean"])
    near, far = F.avg_pool2d(y, 3, 1, 1, count_include_pad=False), gauss(y, torch.full((b,), 1.6, device=d))
    return (y + (y - torch.where(over(s["wide"]), far, near)) * over(s["sharp"])).clamp(0, 1)


def halftoned(x, s):
    """Printed on paper in dots of three inks and black at their angles, between dots and continuous tone."""
    b, _, h, w = x.shape
    d = x.device
    wanted = 1 - x
    key = wanted.amin(1, keepdim=True) * 0.6
    inks = torch.cat([wanted - key, key], 1)
    yy, xx = torch.meshgrid(torch.arange(h, device=d).float(), torch.arange(w, device=d).float(), indexing="ij")
    phase = uniform(b, 0, 2 * math.pi, d, 4, 2)
    planes = []
    for k, angle in enumerate(ANGLES):
        turn = (angle + s["turn"]).view(b, 1, 1)
        u = (xx * turn.cos() + yy * turn.sin()) * s["pitch"].view(b, 1, 1) * 2 * math.pi + phase[:, k, 0].view(b, 1, 1)
        v = (yy * turn.cos() - xx * turn.sin()) * s["pitch"].view(b, 1, 1) * 2 * math.pi + phase[:, k, 1].view(b, 1, 1)
        planes.append(0.5 + (u.cos() + v.cos()) / 4)
    laid = ((inks - torch.stack(planes, 1)) * over(s["hard"]) + 0.5).clamp(0, 1)
    laid = torch.where(inks < 0.01, torch.zeros_like(laid), inks + (laid - inks) * over(s["dots"]))
    light = 0.9 * (1 - laid[:, 3:] * 0.95)
    for k, ink in enumerate(INKS):
        light = light * (1 - laid[:, k : k + 1] * (1 - torch.tensor(ink, device=d).view(1, 3, 1, 1) ** 2.2))
    return light


def gauss(x, sigma):
    """A separate blur for each picture; B."""
    b, c, h, w = x.shape
    r = torch.arange(-5, 6, device=x.device).float()
    kernel = torch.exp(-0.5 * (r.view(1, -1) / sigma.clamp(min=0.05).view(-1, 1)) ** 2)
    kernel = (kernel / kernel.sum(1, keepdim=True)).repeat_interleave(c, 0)
    wide = F.pad(x, (5, 5, 5, 5), mode="replicate")
    if not x.is_cuda:
        # A CPU takes ten times as long for a convolution with one group per picture.
        k = kernel[::c]
        wide = sum(wide[:, :, :, i : i + w] * over(k[:, i]) for i in range(11))
        return sum(wide[:, :, i : i + h] * over(k[:, i]) for i in range(11))
    flat = wide.reshape(1, b * c, h + 10, w + 10)
    flat = F.conv2d(flat, kernel.view(b * c, 1, 1, 11), groups=b * c)
    return F.conv2d(flat, kernel.view(b * c, 1, 11, 1), groups=b * c).view(b, c, h, w)


def cleaned(x, strength):
    """Smooths pixels near their neighbours' mean and keeps edges, like a phone's noise reduction."""
    soft = F.avg_pool2d(x, 5, 1, 2, count_include_pad=False)
    apart = (x - soft).square().mean(1, keepdim=True)
    return x + (soft - x) * torch.exp(-apart / 0.0008) * over(strength)
