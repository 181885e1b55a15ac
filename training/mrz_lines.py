"""Trains the reader of machine readable lines: python3 training/mrz_lines.py --data PACK --out DIR [--seconds 540] [--from WEIGHTS]"""

import argparse
import json
from pathlib import Path

import torch
import torch.nn.functional as F

from common.export import export
from common.schedule import Average, Clock
from mrz_lines_data import HEIGHT, LEVELS, WIDTH, Lines
from mrz_lines_net import LineNet, Read, earlier
from mrz_text import LENGTHS

STARTS = [sum(LENGTHS[:i]) for i in range(len(LENGTHS))]


def main():
    args = arguments()
    torch.manual_seed(12)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = Lines(args.data, device)
    net = LineNet().to(device)
    if args.begin:
        missing, unknown = net.load_state_dict(earlier(torch.load(args.begin, map_location=device)), strict=False)
        assert not unknown and all(name.startswith("see.5.") for name in missing), (missing, unknown)
    net = net.to(memory_format=torch.channels_last)
    print("parameters", sum(p.numel() for p in net.parameters()), flush=True)
    optimiser = torch.optim.AdamW(net.parameters(), lr=0, weight_decay=0.02)
    clock, average = Clock(args.seconds, optimiser, args.rate), Average(net)
    while clock.tick():
        loss, right = step(net, data.batch(args.batch, None), device)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimiser.step()
        average.update(net)
        if clock.steps % 500 == 0:
            print(clock.steps, f"{clock.share():.2f} loss {float(loss.detach()):.4f} characters {float(right):.4f}", flush=True)
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    torch.save(average.net.state_dict(), out / "mrz-lines.pt")
    figures = evaluate(average.net, data)
    print(json.dumps(figures), flush=True)
    (out / "mrz-lines.json").write_text(json.dumps({"steps": clock.steps, **figures}, indent=1))
    export(Read(average.net), torch.rand(2, 1, HEIGHT, WIDTH), out / "mrz-lines.onnx", ["line"], ["slots30", "slots36", "slots44", "length"], batch=True)


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--seconds", type=float, default=540)
    parser.add_argument("--batch", type=int, default=768)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--from", dest="begin")
    return parser.parse_args()


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
    return loss, ((slots.argmax(2) == truth) & asked).sum() / asked.sum().clamp(min=1)


def worth(loss):
    """How much a line counts: one that nobody can read any more teaches little, and would drown the others."""
    return 0.3 + 0.7 * torch.exp(-loss / 15)


@torch.no_grad()
def evaluate(net, data, batches=16):
    """Fresh lines at each level, by length: share of lines exact, characters right, length named right."""
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
