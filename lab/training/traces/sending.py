"""Processing of a picture before and after the edit: files on any grid, treatment of the whole picture, messengers."""

import torch
import torch.nn.functional as F

from common.chance import often, over, uniform
from common.jpeg_file import saved
from traces.capture import gauss


def sent(x, shrink, size):
    """Saved, occasionally as a lossless file; if scaled down, saved again."""
    b, d = len(x), x.device
    first = uniform(b, 70, 99, d).round() * often(b, 0.9, d).float()
    half = often(b, 0.8, d)
    x = torch.where(over(often(b, 0.8, d)), saved(x, first, half), shifted(x, first, half))
    if shrink != 1:
        mode = ["bilinear", "bicubic"][int(torch.randint(0, 2, (1,)))]
        x = F.interpolate(x, size, mode=mode, antialias=True, align_corners=False).clamp(0, 1)
        x = saved(x, uniform(b, 62, 92, d).round(), half)
    else:
        x = torch.where(over(often(b, 0.2, d)), saved(x, uniform(b, 70, 95, d).round(), half), x)
    return (x * 255).round() / 255


def shifted(x, quality, half):
    """Saved on a grid that begins anywhere."""
    dy, dx = (int(v) for v in torch.randint(0, 16, (2,)))
    return saved(x.roll((dy, dx), (2, 3)), quality, half).roll((-dy, -dx), (2, 3))


def processed(x):
    """Some are sharpened, smoothed or brightened as a whole: that is not an edit of a place."""
    b, d = len(x), x.device
    soft = gauss(x, uniform(b, 0.5, 1.2, d))
    amount = torch.where(often(b, 0.5, d), uniform(b, -0.8, -0.2, d), uniform(b, 0.2, 1.5, d)) * often(b, 0.2, d).float()
    x = x + (x - soft) * over(amount)
    gain = torch.exp(uniform(b, -0.2, 0.2, d) * often(b, 0.25, d).float())
    return (x.clamp(1e-4, 1) ** over(gain)).clamp(0, 1)
