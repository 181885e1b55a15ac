"""Slips, pages, covers and the like drawn into a picture, on the GPU: flat, folded, crumpled, torn."""

import math

import torch
import torch.nn.functional as F

from common.chance import often, over, uniform
from common.compose import card_frame, rounded


def lay_paper(canvas, papers, quad):
    """Each paper on its quad; a third of them flat, the others with deformed edges and shading along their folds."""
    b, d = len(quad), canvas.device
    height, width = canvas.shape[2:]
    _, at, side = card_frame(quad, height, width)
    crumpled = uniform(b, 0, 1, d) * often(b, 0.65, d).float()
    at = at + unevenness(b, 5, height, width, d) * (0.09 * crumpled).view(-1, 1, 1, 1) + unevenness(b, 28, height, width, d) * (0.035 * crumpled * often(b, 0.6, d).float()).view(-1, 1, 1, 1)
    distance = rounded(at, uniform(b, 0.0, 0.05, d) * often(b, 0.4, d).float()) * side.view(-1, 1, 1)
    shadow = torch.exp(-(distance + uniform(b, -3, 3, d).view(-1, 1, 1)).clamp(min=0) / uniform(b, 1.5, 12, d).view(-1, 1, 1)) * uniform(b, 0, 0.5, d).view(-1, 1, 1)
    canvas = canvas * (1 - shadow.unsqueeze(1))
    picture = shown(papers, at, side) * (1 + creases(at, 0.3 * crumpled))
    alpha = torch.sigmoid(-distance * 2.5).unsqueeze(1)
    return (canvas * (1 - alpha) + picture * alpha).clamp(0, 1)


def creased(cards, probability):
    """A paper document that was folded: the same shading, with its outline unchanged."""
    b, d = len(cards), cards.device
    height, width = cards.shape[2:]
    y, x = torch.meshgrid(torch.linspace(0, 1, height, device=d), torch.linspace(0, 1, width, device=d), indexing="ij")
    at = torch.stack([x, y], -1).expand(b, -1, -1, -1)
    return (cards * (1 + creases(at, uniform(b, 0.05, 0.25, d) * often(b, probability, d).float()))).clamp(0, 1)


def creases(at, depth, folds=5):
    """Facets of light and shade between folds, B×1×H×W around 0."""
    b, d = at.shape[0], at.device
    shade = torch.zeros_like(at[..., 0])
    for k in range(folds):
        angle = uniform(b, 0, math.pi, d).view(-1, 1, 1)
        along = at[..., 0] * angle.cos() + at[..., 1] * angle.sin()
        across = at[..., 1] * angle.cos() - at[..., 0] * angle.sin()
        bent = along + 0.04 * torch.sin(across * uniform(b, 4, 15, d).view(-1, 1, 1) + k)
        wave = torch.sin(bent * uniform(b, 3, 9 + 4 * k, d).view(-1, 1, 1) + uniform(b, 0, 6.3, d).view(-1, 1, 1))
        shade = shade + torch.tanh(wave * uniform(b, 1, 8, d).view(-1, 1, 1)) * uniform(b, 0, 1, d).view(-1, 1, 1)
    return (shade / folds**0.5 * depth.view(-1, 1, 1)).unsqueeze(1)


def unevenness(b, cells, height, width, device):
    """A smooth random shift, B×H×W×2, between −½ and ½."""
    field = torch.rand(b, 2, cells, cells, device=device) - 0.5
    return F.interpolate(field, (height, width), mode="bicubic", align_corners=False).permute(0, 2, 3, 1)


def shown(papers, at, side, levels=3):
    """The papers' pixels at the given points, from the pyramid level that matches their scale."""
    level = torch.log2((papers.shape[-1] / side.clamp(min=1)).clamp(min=1)).round().clamp(max=levels - 1)
    out = F.grid_sample(papers, at * 2 - 1, padding_mode="border", align_corners=False)
    for k in range(1, levels):
        papers = F.avg_pool2d(papers, 2)
        out = torch.where(over(level == k), F.grid_sample(papers, at * 2 - 1, padding_mode="border", align_corners=False), out)
    return out


def tinted(papers):
    """A different paper each time: its colours shifted slightly, sometimes inverted in brightness, sometimes without
    colour."""
    b, d = len(papers), papers.device
    papers = papers * (1 + uniform(b, -0.15, 0.1, d, 3, 1, 1))
    papers = torch.where(over(often(b, 0.06, d)), 1 - papers, papers)
    return torch.where(over(often(b, 0.2, d)), papers.mean(1, keepdim=True).expand_as(papers), papers).clamp(0, 1)
