"""Trains the net for edited pictures and for pictures that no camera took: python3 -m traces.train --data PACK --out DIR [--seconds 480] [--from WEIGHTS]"""

import copy
import time

import torch
import torch.nn.functional as F

from common.chance import often, over
from common.train import begin, finish, options, prepared, train
from traces.data import HEIGHT, WIDTH, Edited, cells
from traces.kept_out import KEPT_OUT
from traces.net import Edits
from traces.tools import TRAINED


class Pool:
    """Edits are expensive and a step is cheap: each is used several times, mirrored. Sides are multiples of cells, so that
    mirrored grids still begin at the border."""

    def __init__(self, data, size):
        self.data, self.size, self.held, self.next = data, size, 0, 0
        d = data.device
        self.pictures = torch.empty(size, 3, HEIGHT, WIDTH, dtype=torch.uint8, device=d)
        self.masks = torch.empty(size, 1, HEIGHT, WIDTH, dtype=torch.uint8, device=d)
        self.labels = torch.empty(size, 2, device=d)

    def add(self):
        pictures, mask, label, _ = self.data.batch()
        at = (torch.arange(len(label), device=label.device) + self.next) % self.size
        self.pictures[at], self.masks[at], self.labels[at] = (pictures * 255).round().byte(), (mask * 255).round().byte(), label
        self.next = (self.next + len(label)) % self.size
        self.held = min(self.size, self.held + len(label))

    def draw(self, b):
        which = torch.randint(0, self.held, (b,), device=self.labels.device)
        both = torch.cat([self.pictures[which], self.masks[which]], 1).float() / 255
        both = torch.where(over(often(b, 0.5, both.device)), both.flip(3), both)
        both = torch.where(over(often(b, 0.5, both.device)), both.flip(2), both)
        return both[:, :3], both[:, 3:], self.labels[which]


def main():
    parser = options(seconds=480, batch=64, rate=2e-3)
    parser.add_argument("--pool", type=int, default=8000)
    parser.add_argument("--fill", type=int, default=30)
    parser.add_argument("--making", type=float, default=0.55, help="at most this share of the time is spent on making edits")
    parser.add_argument("--rounds", type=int, default=6)
    args = parser.parse_args()
    device = begin(15)
    # Compression is computed to the whole grey level.
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
    data = Edited(args.data, device)
    pool = Pool(data, args.pool)
    net = prepared(Edits(), args, device, pictures=len(data.pictures))
    with torch.no_grad():
        for _ in range(args.fill):
            pool.add()
    began, making = time.time(), 0.0

    def step(clock):
        nonlocal making
        with torch.no_grad():
            if making < args.making * (time.time() - began):
                making += timed(pool.add)
            pictures, mask, label = pool.draw(args.batch)
            target, counts = cells(mask)
        pictures = pictures.contiguous(memory_format=torch.channels_last)
        with torch.autocast(device, torch.bfloat16):
            maps, predicted = net(pictures)
        losses = lost(maps.float(), predicted.float(), target, counts, label)
        return sum(losses), dict(zip(("cells", "seams", "page", "drawn"), losses))

    average, steps = train(net, step, args, decay=0.02, every=200)
    kept = Edited(args.data, device, kept=True)
    exported = copy.deepcopy(average)
    axes = {"page": {2: "height", 3: "width"}, "map": {2: "down", 3: "across"}}
    finish("traces", args, average, steps, lambda: evaluate(average, kept, args.rounds), exported, (1, 3, HEIGHT, WIDTH), ["page"], ["map", "told"], axes=axes)


def timed(work):
    start = time.time()
    work()
    if torch.cuda.is_available():
        torch.cuda.synchronize()
    return time.time() - start


def lost(maps, predicted, target, counts, label):
    """Cells, seams, page, drawing. Changed cells are few: in each picture they have the same total weight as the rest."""
    drawn = label[:, 1]
    each = F.binary_cross_entropy_with_logits(maps, target, reduction="none")
    weights = []
    for k, seen in ((0, counts), (1, torch.ones_like(counts))):
        yes = (target[:, k : k + 1] > 0.25).float() * seen
        no = (1 - yes) * seen
        part = each[:, k : k + 1]
        found = (part * yes).sum((1, 2, 3)) / yes.sum((1, 2, 3)).clamp(min=4)
        clear = (part * no).sum((1, 2, 3)) / no.sum((1, 2, 3)).clamp(min=4)
        # The worst untouched cells determine how often a page is wrongly flagged.
        worst = (part * no).flatten(1).topk(24, 1).values.mean(1)
        # A drawing has no history to differ from.
        weights.append(((found + clear * 2 + worst * 0.3) * (1 - drawn)).mean())
    page = F.binary_cross_entropy_with_logits(predicted[:, 0], label[:, 0] * 0.96 + 0.02, reduction="none")
    return weights[0], weights[1] * 0.7, (page * (1 - drawn)).mean(), F.binary_cross_entropy_with_logits(predicted[:, 1], drawn * 0.98 + 0.01)


@torch.no_grad()
def evaluate(net, data, rounds):
    """On held-out documents and photographs: for each tool and way of sending the share of pages found at the limit that
    flags one of ten untouched ones, the area under the curve, and the share of changed cells."""
    net.eval()
    figures = {}
    for way, shrink in (("file", 1.0), ("messenger", 0.75)):
        untouched, drawn = [], []
        for _ in range(rounds * 2):
            pictures, _, label, _ = data.batch((0, 32, 16), shrink=shrink)
            predicted = net(pictures)[1]
            untouched.append(predicted[:32])
            drawn.append(predicted[32:, 1])
        untouched, drawn = torch.cat(untouched), torch.cat(drawn)
        limit = untouched[:, 0].quantile(0.9)
        least = untouched[:, 1].quantile(0.99)
        figures[f"drawn, {way}"] = {"found at 1 %": share(drawn > least), "auc": area(drawn, untouched[:, 1])}
        for kind, tools in (("", TRAINED), ("left out: ", KEPT_OUT)):
            for k, tool in enumerate(tools):
                predicted, cell = [], []
                for _ in range(rounds):
                    pictures, mask, _, _ = data.batch((32, 0, 0), tools, [float(j == k) for j in range(len(tools))], shrink)
                    maps, page = net(pictures)
                    predicted.append(page[:, 0])
                    cell.append((maps[:, 0] > 0)[cells(mask)[0][:, 0] > 0.5].float())
                predicted = torch.cat(predicted)
                figures[f"{kind}{tool.__name__}, {way}"] = {"found at 10 %": share(predicted > limit), "auc": area(predicted, untouched[:, 0]), "cells": share(torch.cat(cell))}
    return figures


def share(x):
    return round(float(x.float().mean()), 4)


def area(yes, no):
    """The probability that one of `yes` is above one of `no`."""
    return round(float((yes.view(-1, 1) > no.view(1, -1)).float().mean()), 4)


if __name__ == "__main__":
    main()
