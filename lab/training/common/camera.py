"""A digital camera from the sensor on: optics, colour mosaic, noise, tone, sharpening, scaling. Pictures are linear light in 0..1 until `developed`."""

import math

import torch
import torch.nn.functional as F

from common.chance import often, over, uniform
from common.degrade import blur


def taken(light, size, mosaic=0.75):
    """B×3×N×M linear light on the sensor → as the phone stores it, `size` high, before compression."""
    b, d = len(light), light.device
    light = blur(light, 1.0, 1.9)
    light = light * over(torch.exp(uniform(b, -0.7, 0.35, d)))
    grain = over(uniform(b, 0, 1, d) ** 2 * 0.035)
    light = (light + torch.randn_like(light) * grain * light.clamp(min=0.02).sqrt()).clamp(0, 1.5)
    light = torch.where(over(often(b, mosaic, d)), demosaiced(light), light)
    return scaled(developed(light), size)


def demosaiced(x):
    """Keeps one colour at each pixel, as under a Bayer filter of any phase, and interpolates the others from the
    neighbours."""
    b, _, h, w = x.shape
    d = x.device
    row = (torch.arange(h, device=d).view(1, h, 1) + torch.randint(0, 2, (b, 1, 1), device=d)) % 2
    column = (torch.arange(w, device=d).view(1, 1, w) + torch.randint(0, 2, (b, 1, 1), device=d)) % 2
    red, blue = (row == 0) & (column == 0), (row == 1) & (column == 1)
    kept = torch.stack([red, ~(red | blue), blue], 1).to(x.dtype)
    kernel = torch.tensor([[1.0, 2, 1], [2, 4, 2], [1, 2, 1]], device=d, dtype=x.dtype).expand(3, 1, 3, 3)
    spread = F.conv2d(F.pad(x * kept, (1, 1, 1, 1), mode="reflect"), kernel, groups=3)
    weight = F.conv2d(F.pad(kept, (1, 1, 1, 1), mode="reflect"), kernel, groups=3)
    return torch.where(kept > 0, x, spread / weight.clamp(min=1e-3))


def developed(x):
    """White balance, tone curve, colour, chroma denoising and sharpening."""
    b, d = len(x), x.device
    x = x * torch.exp(uniform(b, -0.15, 0.15, d, 3)).view(b, 3, 1, 1)
    x = x.clamp(1e-5, 1.2) ** over(uniform(b, 0.38, 0.55, d))
    curved = x * x * (3 - 2 * x)
    x = x + (curved - x) * over(uniform(b, -0.2, 0.8, d))
    grey = x.mean(1, keepdim=True)
    chroma = x - grey
    chroma = torch.where(over(often(b, 0.5, d)), F.avg_pool2d(chroma, 5, 1, 2), chroma)
    x = grey + chroma * over(uniform(b, 0.7, 1.5, d))
    soft = F.avg_pool2d(F.pad(x, (1, 1, 1, 1), mode="reflect"), 3, 1)
    return (x + (x - soft) * over(uniform(b, 0, 1.6, d))).clamp(0, 1)


def scaled(x, height):
    if x.shape[2] == height:
        return x
    size = (height, round(x.shape[3] * height / x.shape[2]))
    way = ["area", "bilinear", "bicubic"][int(torch.randint(0, 3, (1,)))]
    if way == "area":
        return F.interpolate(x, size, mode="area")
    return F.interpolate(x, size, mode=way, antialias=True, align_corners=False).clamp(0, 1)


def wheel(b, device, spread):
    """Angles near the four upright ones, occasionally any."""
    quarter = torch.randint(0, 4, (b,), device=device).float() * math.pi / 2
    return torch.where(often(b, 0.2, device), uniform(b, 0, 2 * math.pi, device), quarter + torch.randn(b, device=device) * spread)
