"""Trains the reader of machine-readable lines: python3 -m mrz.lines --data PACK --out DIR [--seconds 540] [--from WEIGHTS]"""

import torch
import torch.nn.functional as F

from common.train import begin, finish, options, prepared, train
from mrz.lines_data import HEIGHT, LEVELS, WIDTH, Lines
from mrz.lines_net import LineNet, Read, earlier
from mrz.text import LENGTHS

STARTS = [sum(LENGTHS[:i]) for i in range(len(LENGTHS))]


def main():
    args = options(seconds=540, batch=768, rate=1.5e-3).parse_args()
    device = begin(12)
    data = Lines(args.data, device)
    net = prepared(LineNet(), args, device, load)
    average, steps = train(net, lambda _: step(net, data.batch(args.batch, None), device), args, decay=0.02)
    outputs = ["slots30", "slots36", "slots44", "length"]
    finish("mrz-lines", args, average, steps, lambda: evaluate(average, data), Read(average), (2, 1, HEIGHT, WIDTH), ["line"], outputs, batch=True)


def load(net, weights):
    """Also accepts weights from before the reader was enlarged."""
    missing, unknown = net.load_state_dict(earlier(weights), strict=False)
    assert not unknown and all(name.startswith("see.5.") for name in missing), (missing, unknown)


def step(net, batch, device):
    pictures, characters, length = batch
    with torch.autocast(device, torch.bfloat16):
        slots, kinds = net(pictures)
    slots, kinds = slots.float(), kinds.float()
    loss = F.cross_entropy(kinds, length) * 0.2
    truth = torch.cat([torch.where((length == i + 1).view(-1, 1), characters[:, :n], -1) for i, n in enumerate(LENGTHS)], 1)
    each = F.cross_entropy(slots.flatten(0, 1), truth.flatten(), ignore_index=-1, reduction="none").view_as(truth)
    weight = worth(each.detach().sum(1))
    loss = loss + (each.sum(1) * weight).sum() / ((truth >= 0).sum(1) * weight).sum().clamp(min=1)
    asked = truth >= 0
    return loss, {"characters": ((slots.argmax(2) == truth) & asked).sum() / asked.sum().clamp(min=1)}


def worth(loss):
    """The weight of a line: an unreadable line teaches little, and would outweigh the others."""
    return 0.3 + 0.7 * torch.exp(-loss / 15)


@torch.no_grad()
def evaluate(net, data, batches=16):
    """New lines at each level, by length: share of exact lines, of right characters, of right lengths."""
    figures = {}
    for name, hardness in LEVELS.items():
        exact, right, named, count, letters = {n: 0 for n in LENGTHS}, 0, 0, {n: 0 for n in LENGTHS}, 0
        for _ in range(batches):
            pictures, characters, length = data.batch(384, hardness)
            slots, kinds = net(pictures)
            named += int((kinds.argmax(1) == length).sum())
            for i, n in enumerate(LENGTHS):
                mine = length == i + 1
                same = slots[mine, STARTS[i] : STARTS[i] + n].argmax(2) == characters[mine, :n]
                exact[n] += int(same.all(1).sum())
                count[n] += int(mine.sum())
                right += int(same.sum())
                letters += same.numel()
        figures[name] = {"exact": round(sum(exact.values()) / sum(count.values()), 4), **{f"exact{n}": round(exact[n] / count[n], 4) for n in LENGTHS}, "characters": round(right / letters, 5), "length": round(named / (batches * 384), 4)}
    return figures


if __name__ == "__main__":
    main()
