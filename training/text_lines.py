"""Trains the reader of text lines: python3 training/text_lines.py --letters PACK --data PACK --out DIR [--seconds 540] [--from WEIGHTS]"""

import argparse
import json
from pathlib import Path

import torch
import torch.nn.functional as F

from common.export import export
from common.schedule import Average, Clock
from text_alphabet import ALPHABET
from text_lines_data import HEIGHT, LEVELS, Lines
from text_lines_net import Read, TextNet

SCRIPTS = ("latin", "cyrillic", "greek")
#: A net that knows nothing is shown easy lines first; by this share of the time it sees all.
RAMP = 0.12


def main():
    args = arguments()
    torch.manual_seed(21 + args.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = Lines(args.letters, args.data, device, args.lines, args.seed, args.jobs)
    net = TextNet().to(device)
    if args.begin:
        net.load_state_dict(torch.load(args.begin, map_location=device))
    net = net.to(memory_format=torch.channels_last)
    print("parameters", sum(p.numel() for p in net.parameters()), "lines", len(data.text), flush=True)
    optimiser = torch.optim.AdamW(net.parameters(), lr=0, weight_decay=0.02)
    clock, average = Clock(args.seconds, optimiser, args.rate), Average(net)
    while clock.tick():
        most = 1.1 if args.begin else min(1.1, 0.2 + 0.9 * clock.share() / RAMP)
        loss = step(net, data.batch(args.batch, None, most), device)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        size = torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        if torch.isfinite(size):
            optimiser.step()
            average.update(net)
        if clock.steps % args.report == 0:
            print(clock.steps, f"{clock.share():.3f} loss {float(loss.detach()):.4f}", json.dumps(evaluate(net.eval(), data, args.batch, 1, ("medium",))), flush=True)
            net.train()
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    torch.save(average.net.state_dict(), out / "text-lines.pt")
    (out / "text-lines.txt").write_text("\n".join(ALPHABET) + "\n")
    export(Read(average.net), torch.rand(2, 1, HEIGHT, 320), out / "text-lines.onnx", ["line"], ["letters"], axes={"line": {0: "n", 3: "w"}, "letters": {0: "n", 1: "t"}})
    figures = evaluate(average.net.to(device), data, args.batch, args.judged)
    print(json.dumps(figures), flush=True)
    (out / "text-lines.json").write_text(json.dumps({"steps": clock.steps, **figures}, indent=1))


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--letters", required=True, help="where drawing/letters.py wrote")
    parser.add_argument("--data", required=True, help="where pack.py wrote")
    parser.add_argument("--out", required=True)
    parser.add_argument("--seconds", type=float, default=540)
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--lines", type=int, default=400_000)
    parser.add_argument("--judged", type=int, default=4, help="batches to judge by, a level")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("--report", type=int, default=500)
    parser.add_argument("--from", dest="begin")
    return parser.parse_args()


def step(net, batch, device):
    pictures, classes, lengths, _ = batch
    pictures = pictures.contiguous(memory_format=torch.channels_last)
    with torch.autocast(device, torch.bfloat16):
        scores = net(pictures)
    chances = F.log_softmax(scores.float(), 2).transpose(0, 1)
    steps = torch.full_like(lengths, chances.shape[0])
    # A letter weighs the same in a short line and in a long one.
    return F.ctc_loss(chances, classes, steps, lengths, reduction="none", zero_infinity=True).sum() / lengths.clamp(min=1).sum()


@torch.no_grad()
def evaluate(net, data, batch, batches, levels=tuple(LEVELS)):
    """Fresh lines at each level: share of lines exact and of characters wrong, over all and by script."""
    figures = {}
    for level in levels:
        tally = {name: [0, 0, 0, 0] for name in ("all", *SCRIPTS)}
        for _ in range(batches):
            pictures, classes, lengths, script = data.batch(batch, LEVELS[level])
            for read, truth, which in zip(best_path(net(pictures)), classes.tolist(), script.tolist()):
                right = [c for c in truth if c]
                errors = 0 if read == right else changes(read, right)
                for name in ("all", SCRIPTS[which]):
                    mine = tally[name]
                    mine[0] += 1
                    mine[1] += errors == 0
                    mine[2] += errors
                    mine[3] += len(right)
        figures[level] = {name: {"exact": round(exact / max(1, n), 4), "errors": round(wrong / max(1, of), 4)} for name, (n, exact, wrong, of) in tally.items()}
    return figures


def best_path(scores):
    best = scores.argmax(2)
    keep = (best > 0) & (best != F.pad(best, (1, 0))[:, :-1])
    return [row[mine].tolist() for row, mine in zip(best.cpu(), keep.cpu())]


def changes(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (x != y))
    return row[-1]


if __name__ == "__main__":
    main()
