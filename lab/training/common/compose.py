"""Draws cards, sheets, fingers onto a canvas."""

import torch

from common.chance import often, over, uniform
from common.warp import UNIT, apply, homography, pixel_grid, sample_levels


def card_frame(quad, height, width):
    """The canvas's pixels in the card's own coordinates, and how many pixels long the card's mean side is."""
    b = quad.shape[0]
    h = homography(quad, UNIT.to(quad).expand(b, -1, -1))
    grid = pixel_grid(height, width, quad.device).view(1, -1, 2).expand(b, -1, -1)
    at = apply(h, grid).view(b, height, width, 2)
    sides = (quad.roll(-1, 1) - quad) * torch.tensor([width, height], device=quad.device)
    return h, at, sides.norm(dim=-1).mean(1)


def rounded(at, radius):
    """Signed distance to a rounded unit rectangle, negative inside."""
    q = (at - 0.5).abs() - 0.5 + radius.view(-1, 1, 1, 1)
    return q.clamp(min=0).norm(dim=-1) + q.amax(-1).clamp(max=0) - radius.view(-1, 1, 1)


def paste(canvas, cards, quad, radius, shadow):
    """Draws each card onto its quad, with a shadow of the given depth around it."""
    height, width = canvas.shape[2:]
    h, at, side = card_frame(quad, height, width)
    distance = rounded(at, radius) * side.view(-1, 1, 1)
    soft = uniform(len(quad), 1.5, 10, quad.device).view(-1, 1, 1)
    offset = uniform(len(quad), -3, 3, quad.device).view(-1, 1, 1)
    dark = torch.exp(-(distance + offset).clamp(min=0) / soft) * shadow.view(-1, 1, 1)
    canvas = canvas * (1 - dark.unsqueeze(1))
    picture, _ = sample_levels(cards, h, height, width)
    alpha = torch.sigmoid(-distance * 2.5).unsqueeze(1)
    return canvas * (1 - alpha) + picture * alpha


def sheet(canvas, quad, on):
    """A pale sheet around the quad, as for a copy that was not cut out."""
    b, d = quad.shape[0], quad.device
    _, at, side = card_frame(quad, canvas.shape[2], canvas.shape[3])
    far = torch.where(often(b, 0.5, d).view(-1, 1), uniform(b, 0.0, 0.15, d, 4), uniform(b, 0.05, 2.0, d, 4))
    low, high = -far[:, :2].view(b, 1, 1, 2), 1 + far[:, 2:].view(b, 1, 1, 2)
    distance = torch.maximum(low - at, at - high).amax(-1) * side.view(-1, 1, 1)
    alpha = (torch.sigmoid(-distance * 2) * on.view(-1, 1, 1)).unsqueeze(1)
    tone = (uniform(b, 0.72, 1.0, d, 1) + uniform(b, -0.04, 0.04, d, 3)).clamp(0, 1).view(b, 3, 1, 1)
    return canvas * (1 - alpha) + tone * alpha


def fingers(canvas, quad, probability, thickest=0.07):
    """Thick rounded strokes of skin colour from outside to the card's edge."""
    b, d = quad.shape[0], quad.device
    height, width = canvas.shape[2:]
    grid = pixel_grid(height, width, d).unsqueeze(0)
    hand = often(b, probability, d)
    skin = torch.tensor([0.82, 0.6, 0.48], device=d) * uniform(b, 0.35, 1.15, d, 1) * (1 + uniform(b, -0.08, 0.08, d, 3))
    edge = torch.randint(0, 4, (b,), device=d)
    for _ in range(2):
        t = uniform(b, 0.1, 0.9, d, 1)
        a, c = quad[torch.arange(b), edge], quad[torch.arange(b), (edge + 1) % 4]
        middle = quad.mean(1)
        tip = a * (1 - t) + c * t
        tip = tip + (middle - tip) * uniform(b, 0.0, 0.25, d, 1)
        away = tip - middle
        start = tip + away / away.norm(dim=1, keepdim=True).clamp(min=1e-3) * 1.2 + uniform(b, -0.4, 0.4, d, 2)
        radius = uniform(b, 0.03, thickest, d)
        line = (tip - start).view(b, 1, 1, 2)
        along = (((grid - start.view(b, 1, 1, 2)) * line).sum(-1) / (line**2).sum(-1).clamp(min=1e-4)).clamp(0, 1)
        gap = (grid - start.view(b, 1, 1, 2) - along.unsqueeze(-1) * line).norm(dim=-1) / radius.view(b, 1, 1)
        alpha = (torch.sigmoid((1 - gap) * 14) * hand.view(b, 1, 1) * often(b, 0.75, d).view(b, 1, 1)).unsqueeze(1)
        tone = skin.view(b, 3, 1, 1) * (1 - 0.45 * gap.clamp(0, 1).unsqueeze(1) ** 2)
        canvas = canvas * (1 - alpha) + tone * alpha
    return canvas.clamp(0, 1)


def greyed(cards, on):
    """Copies: no colour, higher contrast, light tones lost."""
    b, d = len(cards), cards.device
    grey = cards.mean(1, keepdim=True).expand(-1, 3, -1, -1)
    grey = ((grey - 0.5) * over(uniform(b, 0.7, 1.8, d)) + 0.5 + over(uniform(b, -0.1, 0.25, d))).clamp(0, 1)
    return torch.where(over(on), grey, cards)
