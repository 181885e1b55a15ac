"""Trains a reader of other scripts, or the net that says which script a line is in.

python3 -m scripts.train --data PACK --family scripts|kana-hangul --out DIR
python3 -m scripts.train --data PACK --also PACK --which --out DIR
"""

import tempfile
from pathlib import Path
from queue import Queue
from threading import Thread

import numpy as np
import torch
import torch.nn.functional as F

from common.train import begin, finish, options, prepared, train
from scripts.alphabets import SCRIPTS, alphabet
from scripts.bank import draw_bank, draw_banks
from scripts.data import HEIGHT, ScriptLines
from scripts.net import Named, ScriptNet, WhichScript
from text.lines import best_path, changes, step

LEVELS = {"clean": 0.1, "easy": 0.25, "medium": 0.6}
RAMP = 0.2


def main():
    parser = options(seconds=730, batch=768, rate=2.5e-3)
    parser.add_argument("--family", choices=("scripts", "kana-hangul"))
    parser.add_argument("--also", help="another pack, for the net that names scripts")
    parser.add_argument("--which", action="store_true")
    parser.add_argument("--lines", type=int, default=96_000)
    parser.add_argument("--rounds", type=int, default=8, help="how many times as many lines are drawn, while training goes on")
    parser.add_argument("--shown", type=int, default=9_000)
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mixers", type=int, default=7)
    parser.add_argument("--most", type=float, default=1.0, help="how hard a line may be")
    parser.add_argument("--wide", type=int, default=256)
    args = parser.parse_args()
    folder = tempfile.mkdtemp(dir="/dev/shm" if Path("/dev/shm").exists() else None)
    which(args, folder) if args.which else reader(args, folder)


def reader(args, folder):
    shown = draw_bank(args.data, args.family, args.shown, 51, args.jobs, folder, kept=True, ours=0)
    banks = draw_banks(args.data, args.family, args.lines, args.rounds, args.seed, args.jobs, folder)
    learnt = next(banks)
    print("drawn", len(learnt[1]), len(shown[1]), flush=True)
    device = begin(31 + args.seed)
    data, other = ScriptLines(learnt, device), ScriptLines(shown, device)
    more = later(banks)
    letters = alphabet(args.family)
    net = prepared(ScriptNet(len(letters), (32, 64, 128), args.wide, args.mixers), args, device, lines=args.lines)

    def learn(clock):
        if not more.empty():
            data.add(more.get())
            print("lines", len(data.bank), flush=True)
        most = args.most if args.begin else min(args.most, 0.15 + 0.85 * clock.share() / RAMP)
        return step(net, data.batch(args.batch, None, most), device), {}

    def report(net, _):
        figures = evaluate(net.eval(), other, args.batch, 2, ("easy",))
        net.train()
        return {"easy": figures["easy"]["all"]}

    average, steps = train(net, learn, args, decay=0.02, every=1500, report=report, unsteady=True)
    axes = {"line": {0: "n", 3: "w"}, "letters": {0: "n", 1: "t"}}
    name = f"text-lines-{args.family}"
    finish(name, args, average, steps, lambda: evaluate(average, other, args.batch, 12), Named(average), (2, 1, HEIGHT, 320), ["line"], ["letters"], axes=axes)
    (Path(args.out) / f"{name}.txt").write_text("\n".join(letters) + "\n")


def later(banks):
    """The banks that are still being drawn, in a queue of one."""
    queue = Queue(1)

    def wait():
        for bank in banks:
            # The file is deleted when the next one is requested.
            queue.put(tuple(np.array(part) for part in bank))

    Thread(target=wait, daemon=True).start()
    return queue


@torch.no_grad()
def evaluate(net, data, batch, batches, levels=tuple(LEVELS)):
    """Lines in held-out fonts: share of exact lines and of wrong characters, over all and by script."""
    figures = {}
    for level in levels:
        tally = {}
        for _ in range(batches):
            pictures, classes, lengths, script = data.batch(batch, LEVELS[level])
            for read, truth, which in zip(best_path(net(pictures)), classes.tolist(), script.tolist()):
                right = [c for c in truth if c]
                errors = 0 if read == right else changes(read, right)
                for name in ("all", SCRIPTS[which]):
                    mine = tally.setdefault(name, [0, 0, 0, 0])
                    mine[0] += 1
                    mine[1] += errors == 0
                    mine[2] += errors
                    mine[3] += len(right)
        figures[level] = {name: {"n": n, "exact": round(exact / max(1, n), 4), "errors": round(wrong / max(1, of), 4)} for name, (n, exact, wrong, of) in sorted(tally.items())}
    return figures


def which(args, folder):
    """Learns from both packs: a third of the lines in our alphabet."""
    sources = []
    for kept, count, seed in ((False, args.lines // 2, args.seed), (True, args.shown // 2, args.seed + 50)):
        drawn = [draw_bank(pack, family, count, seed + i, args.jobs, folder, kept, ours=0.33) for i, (pack, family) in enumerate(((args.data, "scripts"), (args.also, "east-asian")))]
        sources.append(drawn)
    device = begin(41 + args.seed)
    learnt, shown = ([ScriptLines(bank, device) for bank in drawn] for drawn in sources)
    net = prepared(WhichScript(), args, device)

    def batch(banks, level, most=1.0):
        halves = [bank.batch(args.batch // 2, level, most) for bank in banks]
        return tuple(torch.cat([half[i] for half in halves]) for i in (0, 3))

    def learn(clock):
        pictures, scripts = batch(learnt, None, min(1.0, 0.3 + clock.share()))
        with torch.autocast(device, torch.bfloat16):
            logits = net(pictures.contiguous(memory_format=torch.channels_last))
        return F.cross_entropy(logits.float(), scripts, label_smoothing=0.02), {}

    @torch.no_grad()
    def judged(net):
        figures = {}
        for level in LEVELS:
            tally = {}
            for _ in range(10):
                pictures, scripts = batch(shown, LEVELS[level])
                for found, truth in zip(net(pictures).argmax(1).tolist(), scripts.tolist()):
                    for name in ("all", SCRIPTS[truth]):
                        mine = tally.setdefault(name, [0, 0])
                        mine[0] += 1
                        mine[1] += found == truth
            figures[level] = {name: {"n": n, "right": round(right / n, 4)} for name, (n, right) in sorted(tally.items())}
        return figures

    average, steps = train(net, learn, args, decay=0.02, every=500, unsteady=True)
    finish("line-scripts", args, average, steps, lambda: judged(average), Named(average), (2, 1, HEIGHT, 320), ["line"], ["scripts"], axes={"line": {0: "n", 3: "w"}, "scripts": {0: "n"}})
    (Path(args.out) / "line-scripts.txt").write_text("\n".join(script.capitalize() for script in SCRIPTS) + "\n")


if __name__ == "__main__":
    main()
