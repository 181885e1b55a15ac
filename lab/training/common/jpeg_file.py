"""Simulates saving as JPEG and opening again, like libjpeg: standard tables, integers, half-resolution chroma. Batches on
the GPU, a quality for each picture."""

import math

import torch
import torch.nn.functional as F

LUMA = (
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
)
CHROMA = (
    17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99,
    *([99] * 32),
)


def saved(x, quality, halved):
    """B×3×H×W in 0..1 → the decoded file, in steps of 1/255. quality: B, 1 to 100, 0 for no file at all; halved: B,
    whether chroma is stored at half resolution. The grid begins at the top left."""
    b, _, h, w = x.shape
    whole = F.pad((x * 255).round().clamp(0, 255), (0, -w % 16, 0, -h % 16), mode="replicate")
    r, g, blue = whole.unbind(1)
    y = (0.299 * r + 0.587 * g + 0.114 * blue).round()
    chroma = torch.stack([-0.168736 * r - 0.331264 * g + 0.5 * blue, 0.5 * r - 0.418688 * g - 0.081312 * blue], 1).round()
    scale = torch.where(quality < 50, 5000 / quality.clamp(min=1), 200 - 2 * quality).view(b, 1)
    steps = [((torch.tensor(t, device=x.device) * scale + 50) / 100).floor().clamp(1, 255) for t in (LUMA, CHROMA)]
    y = rounded(y.unsqueeze(1), steps[0])
    full = rounded(chroma, steps[1])
    half = widened(rounded(F.avg_pool2d(chroma, 2).round(), steps[1]))
    cb, cr = torch.where(halved.view(b, 1, 1, 1), half, full).unbind(1)
    y = y.squeeze(1)
    back = torch.stack([y + 1.402 * cr, y - 0.344136 * cb - 0.714136 * cr, y + 1.772 * cb], 1)
    back = back.round().clamp(0, 255)[:, :, :h, :w] / 255
    return torch.where((quality > 0).view(b, 1, 1, 1), back, x)


def rounded(planes, step):
    """Each 8×8 block's DCT coefficients in quantisation steps."""
    b, c, h, w = planes.shape
    n = torch.arange(8, device=planes.device).float()
    basis = torch.cos((2 * n + 1).view(1, 8) * n.view(8, 1) * math.pi / 16) * torch.where(n == 0, 0.125**0.5, 0.5).view(8, 1)
    both = torch.kron(basis, basis)
    blocks = planes.view(b, c, h // 8, 8, w // 8, 8).permute(0, 1, 2, 4, 3, 5).reshape(b, -1, 64)
    step = step.view(b, 1, 64)
    # The luma offset of 128 changes only the first coefficient, possibly by a fraction of a step: libjpeg subtracts it
    # first.
    shift = torch.zeros(64, device=planes.device)
    shift[0] = 1024.0 if c == 1 else 0.0
    terms = ((blocks @ both.T - shift) / step).round() * step + shift
    return (terms @ both).round().view(b, c, h // 8, w // 8, 8, 8).permute(0, 1, 2, 4, 3, 5).reshape(b, c, h, w)


def widened(planes):
    """Doubles the size with weights of 3/4 and 1/4 for the nearer and farther neighbour, like libjpeg."""
    return F.interpolate(planes, scale_factor=2, mode="bilinear", align_corners=False).round()
