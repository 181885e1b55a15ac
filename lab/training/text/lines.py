"""Trains the reader of text lines: python3 -m text.lines --letters PACK --data PACK --out DIR [--seconds 540] [--from WEIGHTS]
With --close instead of --data: the larger reader of lines that the other one is unsure of, judged on typefaces held out."""

from pathlib import Path

import torch
import torch.nn.functional as F

from common.train import begin, finish, options, prepared, train
from text.alphabet import ALPHABET
from text.lines_data import HEIGHT, LEVELS, Lines
from text.lines_net import CLOSE, Read, TextNet

SCRIPTS = ("latin", "cyrillic", "greek")
# An untrained net is shown easy lines first; after this fraction of the time it sees all.
RAMP = 0.12


def main():
    args = arguments()
    device = begin(21 + args.seed)
    faces = ("shown", "held") if args.close else (None, None)
    data, new = (Lines(args.letters, args.data, device, count, args.seed + at, args.jobs, which) for at, (count, which) in enumerate(zip((args.lines, args.lines // 60), faces)))
    net = prepared(TextNet(**CLOSE) if args.close else TextNet(), args, device, lines=len(data.text))

    def learn(clock):
        most = 1.1 if args.begin else min(1.1, 0.2 + 0.9 * clock.share() / RAMP)
        return step(net, data.batch(args.batch, None, most), device), {}

    def report(net, _):
        figures = evaluate(net.eval(), new, args.batch, 1, ("medium",))
        net.train()
        return figures

    name = "text-lines-close" if args.close else "text-lines"
    average, steps = train(net, learn, args, decay=0.02, every=args.report, report=report, unsteady=True)
    axes = {"line": {0: "n", 3: "w"}, "letters": {0: "n", 1: "t"}}
    finish(name, args, average, steps, lambda: evaluate(average, new, args.batch, args.judged), Read(average), (2, 1, HEIGHT, 320), ["line"], ["letters"], axes=axes)
    (Path(args.out) / f"{name}.txt").write_text("\n".join(ALPHABET) + "\n")


def arguments():
    parser = options(seconds=540, batch=512, rate=2e-3, data=False)
    parser.add_argument("--data", help="folder of the banks; without it, clouds instead of faded pictures")
    parser.add_argument("--close", action="store_true", help="the larger net")
    parser.add_argument("--letters", required=True, help="output folder of drawing/letters.py")
    parser.add_argument("--lines", type=int, default=400_000)
    parser.add_argument("--judged", type=int, default=4, help="batches to judge by, a level")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("--report", type=int, default=500)
    return parser.parse_args()


def step(net, batch, device):
    pictures, classes, lengths, _ = batch
    pictures = pictures.contiguous(memory_format=torch.channels_last)
    with torch.autocast(device, torch.bfloat16):
        scores = net(pictures)
    chances = F.log_softmax(scores.float(), 2).transpose(0, 1)
    steps = torch.full_like(lengths, chances.shape[0])
    # A letter has the same weight in a short line and in a long one.
    return F.ctc_loss(chances, classes, steps, lengths, reduction="none", zero_infinity=True).sum() / lengths.clamp(min=1).sum()


@torch.no_grad()
def evaluate(net, data, batch, batches, levels=tuple(LEVELS)):
    """New lines at each level: share of exact lines and of wrong characters, over all and by script."""
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
