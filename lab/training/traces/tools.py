"""What editors do in one place of a picture. Each tool takes the picture, a donor of the same size, the place and lines of text, and gives the changed picture and what was changed."""

import torch
import torch.nn.functional as F

from common.chance import often, over, uniform
from common.jpeg_file import saved
from traces.brush import filled, grainy, pens, written
from traces.capture import cleaned, gauss
from traces.place import at_most, inside, laid, moved, tinted


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
    """With another size and another compression."""
    b, dev = len(a), a.device
    d = moved(d, p, torch.exp(uniform(b, -0.4, 0.5, dev)), uniform(b, -0.08, 0.08, dev), uniform(b, -30, 30, dev, 2))
    d = saved(d, uniform(b, 40, 92, dev).round(), often(b, 0.7, dev))
    return laid(a, tinted(d, 0.1), p, at_most(b, 6, dev))


def membrane(a, d, p, text):
    """The donor with its light adjusted smoothly to match the picture at the outline."""
    band = ((p["away"] >= 0) & (p["away"] < 3)).float()
    return laid(a, (d + filled(a - d, band)).clamp(0, 1), p, at_most(len(a), 3, a.device, 0.6))


def diffused(a, d, p, text):
    """Erased by filling from the surroundings, then written."""
    fill = grainy(filled(a, (p["away"] > 1).float()), 0.02, inside(p))
    bare, mask = laid(a, fill, p, at_most(len(a), 3, a.device))
    return written(bare, p, text, pens(len(a), a.device))[0], mask


def stamped(a, d, p, text):
    """Erased with the content above or below, then written."""
    b, dev = len(a), a.device
    shift = torch.stack([uniform(b, -6, 6, dev), (p["h"] + uniform(b, 0, 8, dev)) * torch.where(often(b, 0.5, dev), 1.0, -1.0)], 1).round()
    bare, mask = laid(a, moved(a, p, torch.ones(b, device=dev), torch.zeros(b, device=dev), shift), p, at_most(b, 6, dev))
    return written(bare, p, text, pens(b, dev))[0], mask


def overwritten(a, d, p, text):
    """Written over the existing content."""
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
    """Slightly enlarged, reduced or rotated in place."""
    b, dev = len(a), a.device
    y = moved(a, p, torch.exp(uniform(b, 0.02, 0.14, dev) * torch.where(often(b, 0.6, dev), 1.0, -1.0)), uniform(b, -0.05, 0.05, dev), uniform(b, -2, 2, dev, 2))
    return laid(a, y, p, at_most(b, 6, dev))


def recompressed(a, d, p, text):
    """Saved separately at a lower quality, on its own grid."""
    b, dev = len(a), a.device
    x, y = (int(v) for v in torch.randint(0, 8, (2,)))
    d = a.roll((y, x), (2, 3))
    d = saved(d, uniform(b, 30, 80, dev).round(), often(b, 0.7, dev)).roll((-y, -x), (2, 3))
    return laid(a, d, p, at_most(b, 3, dev))


def blurred(a, d, p, text):
    return laid(a, gauss(a, uniform(len(a), 0.6, 2.2, a.device)), p, at_most(len(a), 5, a.device))


def smoothed(a, d, p, text):
    return laid(a, cleaned(cleaned(a, torch.ones(len(a), device=a.device)), torch.ones(len(a), device=a.device)), p, at_most(len(a), 5, a.device))


TRAINED = (hard, feathered, copied, foreign, membrane, diffused, stamped, overwritten, flat, resampled, recompressed, blurred, smoothed)
# How often each of them is used: more often the common methods of document forgery.
SHARES = (9, 5, 4, 3, 4, 3, 4, 2, 2, 2, 1, 1, 1)
# These need a place of the size of a printed value.
WRITING = (diffused, stamped, overwritten, flat)
