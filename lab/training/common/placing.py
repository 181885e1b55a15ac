"""The position of a document in a picture: random quads and windows, in fractions of the picture, clockwise from the
document's own top left."""

import math

import torch

from common.chance import often, uniform
from common.warp import UNIT, apply, homography


def random_quad(b, aspect, frame_aspect, low, high, device):
    """A document of the given aspect ratio at any angle, covering low..high of the frame's shorter side, slightly in
    perspective."""
    angle = random_angle(b, device)
    half_w = 0.5 * torch.ones(b, device=device)
    half_h = half_w / aspect
    corners = (UNIT.to(device) - 0.5).unsqueeze(0) * torch.stack([2 * half_w, 2 * half_h], -1).unsqueeze(1)
    corners = corners * (1 + uniform(b, -0.06, 0.06, device, 4, 2))
    tilt = uniform(b, -0.22, 0.22, device, 1, 2)
    depth = 1 + (corners * tilt).sum(-1, keepdim=True)
    corners = rotate(corners / depth, angle)
    corners[..., 0] /= frame_aspect.view(-1, 1)
    extent = corners.amax(1) - corners.amin(1)
    scale = uniform(b, low, high, device) / extent.amax(-1)
    corners = corners * scale.view(-1, 1, 1)
    extent = corners.amax(1) - corners.amin(1)
    middle = (corners.amax(1) + corners.amin(1)) / 2
    room = (1 - extent).clamp(min=0.06) * uniform(b, -0.53, 0.53, device, 2) + push(b, device)
    return corners - middle.unsqueeze(1) + 0.5 + room.unsqueeze(1)


def tight_quad(b, device, least=-0.01, most=0.26):
    """The document nearly fills the picture, in any of four rotations, as after a first pass or in a scan."""
    margin = uniform(b, least, most, device, 1, 1)
    corners = margin + UNIT.to(device) * (1 - 2 * margin)
    corners = corners + uniform(b, -0.05, 0.05, device, 4, 2) * often(b, 0.7, device).float().view(-1, 1, 1)
    return turned(corners, torch.randint(0, 4, (b,), device=device))


def turned(corners, by):
    """Renames the corners so that the document's own top left is a later one."""
    order = (torch.arange(4, device=corners.device).view(1, 4) + by.view(-1, 1)) % 4
    return torch.gather(corners, 1, order.unsqueeze(-1).expand(-1, -1, 2))


def random_window(quad, source_aspect, frame_aspect, device):
    """H from output to source for a random window onto a picture with a known document."""
    b = quad.shape[0]
    metric = quad.clone()
    metric[..., 0] *= source_aspect.view(-1, 1)
    angle = random_angle(b, device)
    centre = metric.mean(1, keepdim=True)
    local = rotate(metric - centre, -angle)
    extent = local.amax(1) - local.amin(1)
    fill = uniform(b, 0.3, 0.97, device)
    height = torch.maximum(extent[:, 1], extent[:, 0] / frame_aspect) / fill
    size = torch.stack([height * frame_aspect, height], -1)
    shift = (size - extent).clamp(min=0.04) * uniform(b, -0.53, 0.53, device, 2) + push(b, device) * size
    window = (UNIT.to(device) - 0.5).unsqueeze(0) * size.unsqueeze(1) + (local.amax(1) + local.amin(1)).unsqueeze(1) / 2 + shift.unsqueeze(1)
    window = window + uniform(b, -0.03, 0.03, device, 4, 2) * size.unsqueeze(1)
    window = rotate(window, angle) + centre
    window[..., 0] /= source_aspect.view(-1, 1)
    return homography(UNIT.to(device).expand(b, -1, -1), window)


def push(b, device):
    """Occasionally moves part of the document out of view."""
    angle = uniform(b, 0, 2 * math.pi, device)
    far = uniform(b, 0.05, 0.45, device) * often(b, 0.15, device).float()
    return torch.stack([angle.cos() * far, angle.sin() * far], -1)


def random_angle(b, device):
    quarter = torch.randint(0, 4, (b,), device=device).float() * math.pi / 2
    upright = often(b, 0.4, device).float()
    small = torch.randn(b, device=device) * 0.16
    return torch.where(often(b, 0.25, device), uniform(b, 0, 2 * math.pi, device), quarter * (1 - upright) + small)


def rotate(points, angle):
    c, s = angle.cos().view(-1, 1), angle.sin().view(-1, 1)
    return torch.stack([points[..., 0] * c - points[..., 1] * s, points[..., 0] * s + points[..., 1] * c], -1)


def seen_share(quad):
    """The share of the document's surface that lies inside the picture."""
    b = quad.shape[0]
    steps = (torch.arange(8, device=quad.device) + 0.5) / 8
    grid = torch.stack(torch.meshgrid(steps, steps, indexing="ij"), -1).view(1, -1, 2).expand(b, -1, -1)
    points = apply(homography(UNIT.to(quad).expand(b, -1, -1), quad), grid)
    return ((points > 0) & (points < 1)).all(-1).float().mean(1)
