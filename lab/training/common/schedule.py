"""Runs a training loop for a given time rather than a number of steps, so that a run always ends within its time slot."""

import copy
import math
import time

import torch


class Clock:
    """Learning rate by the fraction of time spent: a short warm-up, then a cosine down to zero."""

    def __init__(self, seconds, optimiser, peak):
        self.start, self.seconds, self.optimiser, self.peak = time.time(), seconds, optimiser, peak
        self.steps = 0

    def share(self):
        return (time.time() - self.start) / self.seconds

    def tick(self):
        """False when the time is over."""
        self.steps += 1
        s = self.share()
        rate = self.peak * min(1.0, self.steps / 200) * 0.5 * (1 + math.cos(math.pi * min(s, 1.0)))
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        return s < 1.0


class Average:
    """The running average of a net's weights, which is what gets evaluated and exported."""

    def __init__(self, net, keep=0.999):
        self.net, self.keep, self.seen = copy.deepcopy(net).eval(), keep, 0

    @torch.no_grad()
    def update(self, net):
        self.seen += 1
        keep = min(self.keep, self.seen / (self.seen + 10))
        for mine, theirs in zip(self.net.state_dict().values(), net.state_dict().values()):
            if mine.dtype.is_floating_point:
                mine.mul_(keep).add_(theirs, alpha=1 - keep)
            else:
                mine.copy_(theirs)
