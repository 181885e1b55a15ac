"""Random numbers on the GPU, shaped for broadcasting over B×C×H×W."""

import torch


def uniform(b, low, high, device, *shape):
    return torch.rand(b, *shape, device=device) * (high - low) + low


def often(b, probability, device):
    return torch.rand(b, device=device) < probability


def over(values):
    """B → B×1×1×1."""
    return values.view(-1, 1, 1, 1)
