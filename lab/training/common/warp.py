"""Batched plane geometry on the GPU. Coordinates are fractions of a picture's width and height: (0, 0) top left, (1, 1) bottom right."""

import torch
import torch.nn.functional as F

UNIT = torch.tensor([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


def homography(source, target):
    """B×4×2 to B×4×2 → B×3×3, so that target ~ H · source."""
    b = source.shape[0]
    x, y = source[..., 0], source[..., 1]
    u, v = target[..., 0], target[..., 1]
    one, nil = torch.ones_like(x), torch.zeros_like(x)
    rows_u = torch.stack([x, y, one, nil, nil, nil, -u * x, -u * y], -1)
    rows_v = torch.stack([nil, nil, nil, x, y, one, -v * x, -v * y], -1)
    a = torch.cat([rows_u, rows_v], 1).double()
    h = torch.linalg.solve_ex(a, torch.cat([u, v], 1).double().unsqueeze(-1)).result.squeeze(-1)
    return torch.cat([h, h.new_ones(b, 1)], 1).view(b, 3, 3).float()


def inverse(h):
    return torch.linalg.inv_ex(h).inverse


def apply(h, points):
    """Moves B×N×2 points. Written out: a product of 3×3 matrices takes a GPU four times as long."""
    x, y = points.unbind(-1)
    u, v, w = (h[:, k, 0:1] * x + h[:, k, 1:2] * y + h[:, k, 2:3] for k in range(3))
    return torch.stack([u, v], -1) / w.clamp(min=1e-6).unsqueeze(-1)


def pixel_grid(height, width, device):
    y = (torch.arange(height, device=device) + 0.5) / height
    x = (torch.arange(width, device=device) + 0.5) / width
    yy, xx = torch.meshgrid(y, x, indexing="ij")
    return torch.stack([xx, yy], -1)


def sample(pictures, h, height, width, padding="border"):
    """Renders height×width outputs whose point p shows the source's point H·p. Returns pictures and the mask of pixels
    inside."""
    b = pictures.shape[0]
    grid = pixel_grid(height, width, pictures.device).view(1, -1, 2).expand(b, -1, -1)
    at = apply(h, grid).view(b, height, width, 2)
    x, y = at.unbind(-1)
    inside = ((x > 0) & (x < 1) & (y > 0) & (y < 1)).unsqueeze(1).float()
    return F.grid_sample(pictures, at * 2 - 1, mode="bilinear", padding_mode=padding, align_corners=False), inside


def sample_levels(pictures, h, height, width, padding="border", levels=3):
    """Like sample, from the pyramid level that matches how much each picture is scaled down, so that fine print does not
    alias."""
    corners = apply(h, UNIT.to(h).expand(h.shape[0], -1, -1))
    spread = ((corners[:, 1] - corners[:, 0]).norm(dim=-1) + (corners[:, 3] - corners[:, 0]).norm(dim=-1)) / 2
    shrink = spread * pictures.shape[-1] / width
    level = torch.log2(shrink.clamp(min=1.0)).round().clamp(max=levels - 1).long()
    out, inside = sample(pictures, h, height, width, padding)
    for k in range(1, levels):
        pictures = F.avg_pool2d(pictures, 2)
        out = torch.where((level == k).view(-1, 1, 1, 1), sample(pictures, h, height, width, padding)[0], out)
    return out, inside
