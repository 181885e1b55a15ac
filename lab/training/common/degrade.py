"""Effects of a camera and a room on a picture: light, colour, shadow, glare, blur, noise, compression. Values in 0..1,
batches on the GPU."""

import math

import torch
import torch.nn.functional as F

from common.chance import often, over, uniform
from common.warp import pixel_grid


def photograph(x, strength=1.0):
    x = light(x, strength)
    x = shadows(x, 0.25 * strength)
    x = glare(x, 0.2 * strength)
    x = blur(x, 0.5, 1.6 * strength)
    x = noise(x, 0.05 * strength)
    return jpeg(x, 0.6)


def light(x, strength=1.0):
    """Exposure, gamma, white balance, a coloured lamp falling off across the picture, sometimes no colour at all."""
    b, d = x.shape[0], x.device
    gamma = torch.exp(uniform(b, -0.45, 0.45, d) * strength)
    x = x.clamp(1e-4, 1) ** over(gamma)
    balance = torch.exp(uniform(b, -0.25, 0.25, d, 3) * strength)
    lamp = torch.exp(uniform(b, -1.0, 1.0, d, 3)) * often(b, 0.12 * strength, d).float().view(-1, 1)
    spot = bump(x, uniform(b, 0.3, 1.2, d))
    x = x * balance.view(b, 3, 1, 1)
    x = x * (1 + lamp.view(b, 3, 1, 1) * spot)
    slope = uniform(b, -0.5, 0.5, d, 2) * strength
    grid = pixel_grid(x.shape[2], x.shape[3], d) - 0.5
    ramp = 1 + (grid.view(1, -1, 2) @ slope.unsqueeze(-1)).view(b, 1, x.shape[2], x.shape[3])
    x = x * ramp * over(torch.exp(uniform(b, -0.5, 0.3, d) * strength))
    mean = x.mean((1, 2, 3), keepdim=True)
    x = (x - mean) * over(torch.exp(uniform(b, -0.4, 0.25, d) * strength)) + mean
    grey = x.mean(1, keepdim=True)
    keep = torch.where(often(b, 0.1, d), torch.zeros(b, device=d), uniform(b, 0.6, 1.25, d))
    return (grey + (x - grey) * over(keep)).clamp(0, 1)


def bump(x, width):
    """A soft blob at a random place, B×1×H×W, 1 at its centre."""
    b, d = x.shape[0], x.device
    centre = uniform(b, -0.1, 1.1, d, 1, 1, 2)
    stretch = torch.exp(uniform(b, -0.5, 0.5, d, 1, 1, 2))
    grid = pixel_grid(x.shape[2], x.shape[3], d).unsqueeze(0)
    r2 = (((grid - centre) * stretch) ** 2).sum(-1)
    return torch.exp(-r2 / (width.view(-1, 1, 1) ** 2)).unsqueeze(1)


def glare(x, probability):
    b, d = x.shape[0], x.device
    on = often(b, probability, d).float() * uniform(b, 0.3, 1.6, d)
    return (x + over(on) * bump(x, uniform(b, 0.03, 0.25, d))).clamp(0, 1)


def shadows(x, probability):
    """Hard or soft bands, as from blinds, arms and the phone itself."""
    b, d = x.shape[0], x.device
    grid = pixel_grid(x.shape[2], x.shape[3], d).view(1, -1, 2)
    angle = uniform(b, 0, 2 * math.pi, d)
    along = grid @ torch.stack([angle.cos(), angle.sin()], -1).unsqueeze(-1)
    wave = torch.sin(along.view(b, 1, x.shape[2], x.shape[3]) * over(torch.exp(uniform(b, 0.5, 3.6, d))) + over(uniform(b, 0, 6.3, d)))
    dark = torch.sigmoid(wave * over(torch.exp(uniform(b, 0.5, 4, d))))
    depth = uniform(b, 0.2, 0.75, d) * often(b, probability, d).float()
    return x * (1 - over(depth) * dark)


def blur(x, probability, most):
    """Each picture gets a line-shaped kernel (motion) or a round one (focus)."""
    b, d, n = x.shape[0], x.device, 9
    sigma = uniform(b, 0.15, 1.0, d) * most * often(b, probability, d).float() + 0.05
    thin = torch.where(often(b, 0.4, d), uniform(b, 0.1, 0.5, d), torch.ones(b, device=d))
    angle = uniform(b, 0, math.pi, d)
    r = torch.arange(n, device=d).float() - n // 2
    yy, xx = torch.meshgrid(r, r, indexing="ij")
    u = xx * angle.cos().view(-1, 1, 1) + yy * angle.sin().view(-1, 1, 1)
    v = yy * angle.cos().view(-1, 1, 1) - xx * angle.sin().view(-1, 1, 1)
    s = sigma.view(-1, 1, 1)
    kernel = torch.exp(-0.5 * ((u / s) ** 2 + (v / (s * thin.view(-1, 1, 1)).clamp(min=0.05)) ** 2))
    kernel = kernel / kernel.sum((1, 2), keepdim=True)
    c = x.shape[1]
    wide = F.pad(x, (n // 2,) * 4, mode="reflect")
    if not x.is_cuda:
        # A CPU takes ten times as long for a convolution with one group per picture.
        return sum(wide[:, :, i : i + x.shape[2], j : j + x.shape[3]] * over(kernel[:, i, j]) for i in range(n) for j in range(n))
    flat = wide.reshape(1, b * c, x.shape[2] + n - 1, x.shape[3] + n - 1)
    weight = kernel.repeat_interleave(c, 0).unsqueeze(1)
    return F.conv2d(flat, weight, groups=b * c).view_as(x)


def noise(x, most):
    b, d = x.shape[0], x.device
    level = uniform(b, 0, 1, d) ** 2 * most
    return (x + torch.randn_like(x) * over(level)).clamp(0, 1)


def jpeg(x, probability):
    """Quantises 8×8 DCT blocks, chroma more strongly than luma, with a separate quality for each picture."""
    b, c, h, w = x.shape
    d = x.device
    n = torch.arange(8, device=d).float()
    basis = torch.cos((2 * n + 1).view(1, 8) * n.view(8, 1) * math.pi / 16) * torch.where(n == 0, 0.125**0.5, 0.5).view(8, 1)
    to_ycc = torch.tensor([[0.299, 0.587, 0.114], [-0.169, -0.331, 0.5], [0.5, -0.419, -0.081]], device=d)
    ph, pw = -h % 8, -w % 8
    y = F.pad(x, (0, pw, 0, ph), mode="replicate")
    if c == 3:
        y = torch.einsum("ij,bjhw->bihw", to_ycc, y)
    across, down = (w + pw) // 8, (h + ph) // 8
    blocks = y.view(b, c, down, 8, across, 8).permute(0, 1, 2, 4, 3, 5).reshape(b, c, down * across, 64)
    # Both directions of the transform as one 64×64 product: batches of 8×8 products are slow.
    whole = torch.kron(basis, basis)
    ramp = (1 + 0.9 * (n.view(8, 1) + n.view(1, 8))).view(64) / 255
    chroma = torch.tensor([1.0, 2.0, 2.0], device=d)[:c].view(1, c, 1, 1)
    step = ramp * chroma * torch.exp(uniform(b, 0.5, 2.8, d)).view(b, 1, 1, 1)
    coefficients = torch.round(blocks @ whole.T / step) * step
    back = (coefficients @ whole).view(b, c, down, across, 8, 8).permute(0, 1, 2, 4, 3, 5).reshape(b, c, h + ph, w + pw)[:, :, :h, :w]
    if c == 3:
        back = torch.einsum("ij,bjhw->bihw", torch.linalg.inv(to_ycc), back)
    return torch.where(over(often(b, probability, d)), back.clamp(0, 1), x)
