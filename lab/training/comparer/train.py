"""Trains the comparer of print: python3 -m comparer.train --out DIR [--seconds 330] [--workers 15]

Needs no data: documents are drawn on the other cores while the net learns.
"""

import copy
import multiprocessing
import queue
import threading

import numpy as np
import torch
import torch.nn.functional as F

from common.train import begin, finish, options, prepared, train
from comparer import forging, patterns
from comparer.data import BLOCK, EACH, OTHER, SAME, SHAPE, pairs
from comparer.net import CHANNELS, Comparer, features

#: What is kept out: patterns, methods, both, and neither (fresh documents of what was trained on).
KEPT = {
    "fresh documents": (patterns.TRAINED, forging.TRAINED),
    "patterns left out": (patterns.KEPT_OUT, forging.TRAINED),
    "methods left out": (patterns.TRAINED, forging.KEPT_OUT),
    "both left out": (patterns.KEPT_OUT, forging.KEPT_OUT),
}


def produce(seed, kept, into):
    """One core: first its share of what is kept out, then types of documents without end."""
    rng = np.random.default_rng(1_000_000 + seed)
    for name in list(KEPT) * kept:
        into.put((name, pairs(rng, *KEPT[name])))
    rng = np.random.default_rng(seed)
    while True:
        into.put(("train", pairs(rng)))


class Pool:
    """Pages are dear and a step is cheap: each is seen many times, mirrored, in other light."""

    def __init__(self, types, device):
        h, w = SHAPE
        self.types, self.held, self.made, self.device = types, 0, 0, device
        self.references = torch.empty(types, 3, h, w, dtype=torch.uint8, device=device)
        self.own = torch.empty(types, h // BLOCK, w // BLOCK, device=device)
        self.pages = torch.empty(types, EACH, 3, h, w, dtype=torch.uint8, device=device)
        self.labels = torch.empty(types, EACH, h // BLOCK, w // BLOCK, dtype=torch.uint8, device=device)
        self.methods = torch.empty(types, EACH, dtype=torch.long, device=device)

    def add(self, made):
        reference, own, pages = made
        at = self.made % self.types
        self.references[at] = chw(reference)
        self.own[at] = torch.from_numpy(own.astype(np.float32)).to(self.device)
        for i, (picture, labels, method) in enumerate(pages):
            self.pages[at, i] = chw(picture)
            self.labels[at, i] = torch.from_numpy(labels).to(self.device)
            self.methods[at, i] = method
        self.made += 1
        self.held = min(self.types, self.made)

    def take(self, types, which):
        return self.references[types].float(), self.pages[types, which].float(), self.own[types], self.labels[types, which]


def chw(picture):
    return torch.from_numpy(np.ascontiguousarray(picture.transpose(2, 0, 1)))


def paired(references, pages, own):
    """Where the print is not the document's own, the page is taken to be as the reference is."""
    one, other = features(references), features(pages)
    mask = (own > 0.5).float()[:, None].repeat_interleave(BLOCK // 2, 2).repeat_interleave(BLOCK // 2, 3)
    return torch.cat([one, other * mask + one * (1 - mask)], 1)


def main():
    parser = options(seconds=330, batch=64, rate=2e-3, data=False)
    parser.add_argument("--workers", type=int, default=15)
    parser.add_argument("--types", type=int, default=6000, help="types of documents that are held")
    parser.add_argument("--first", type=int, default=150, help="so many types before the first step")
    parser.add_argument("--kept", type=int, default=4, help="types of each kept-out group, for each core")
    args = parser.parse_args()
    context = multiprocessing.get_context("fork")
    made = context.Queue(200)
    workers = [context.Process(target=produce, args=(seed, args.kept, made), daemon=True) for seed in range(args.workers)]
    for worker in workers:
        worker.start()
    device = begin(32)
    pools = {name: Pool(args.kept * args.workers, device) for name in KEPT} | {"train": Pool(args.types, device)}
    pool = pools["train"]
    stop = threading.Event()

    def collect():
        while not stop.is_set():
            try:
                name, types = made.get(timeout=0.5)
            except queue.Empty:
                continue
            pools[name].add(types)

    collector = threading.Thread(target=collect, daemon=True)
    collector.start()
    while pool.held < args.first:
        stop.wait(0.5)
    net = prepared(Comparer(), args, device)

    def step(clock):
        with torch.no_grad():
            types = torch.randint(0, pool.held, (args.batch,), device=device)
            references, pages, own, labels = pool.take(types, torch.randint(0, EACH, (args.batch,), device=device))
            pair = paired(references, relit(pages), own)
            pair, labels = mirrored(pair, labels)
        with torch.autocast(device, torch.bfloat16):
            out = net(pair.contiguous(memory_format=torch.channels_last))
        found, clear, worst = lost(out.float()[:, 0], labels)
        return found + 2 * clear + 0.4 * worst, {"found": found, "clear": clear, "worst": worst, "types": torch.tensor(float(pool.made))}

    average, steps = train(net, step, args, decay=0.03, every=500)
    stop.set()
    collector.join()
    for worker in workers:
        worker.terminate()
    axes = {"pair": {2: "height", 3: "width"}, "other": {2: "down", 3: "across"}}
    exported = copy.deepcopy(average)
    finish("comparer", args, average, steps, lambda: evaluate(average, pools), exported, (1, 2 * CHANNELS, SHAPE[0] // 2, SHAPE[1] // 2), ["pair"], ["other"], axes=axes)


def relit(pages):
    b, d = len(pages), pages.device
    gain = 1 + 0.08 * (2 * torch.rand(b, 3, 1, 1, device=d) - 1)
    noise = 2 * torch.rand(b, 1, 1, 1, device=d) * torch.randn_like(pages)
    return (pages * gain + noise).clamp(0, 255)


def mirrored(pair, labels):
    across, down = torch.rand(2) < 0.5
    if across:
        pair, labels = pair.flip(3), labels.flip(2)
    if down:
        pair, labels = pair.flip(2), labels.flip(1)
    return pair, labels


def lost(out, labels):
    """Of imitations the blocks that differ, of all the blocks that do not; and the worst of these, which decide how often a genuine page is refused."""
    yes, no = (labels == OTHER).float(), (labels == SAME).float()
    each = F.binary_cross_entropy_with_logits(out, yes * 0.98 + 0.01, reduction="none")
    found = ((each * yes).sum((1, 2)) / yes.sum((1, 2)).clamp(min=6))
    clear = ((each * no).sum((1, 2)) / no.sum((1, 2)).clamp(min=6))
    worst = (each * no).flatten(1).topk(24, 1).values.mean(1)
    return found.mean(), clear.mean(), worst.mean()


@torch.no_grad()
def evaluate(net, pools):
    """For each kept-out group and method: how many imitations are found where one of twenty genuine pages is flagged, by the mean of a page's worst twentieth of blocks; and the area under the curve of blocks."""
    net.eval()
    figures = {}
    for name, (_, methods) in KEPT.items():
        pool = pools[name]
        scores, kinds, yes, no = [], [], [], []
        for types in torch.arange(pool.held, device=pool.device).split(16):
            for which in range(EACH):
                references, pages, own, labels = pool.take(types, torch.full_like(types, which))
                out = net(paired(references, pages, own))[:, 0]
                out = out.masked_fill(own <= 0.5, -20)
                scores.append(out.flatten(1).topk(out[0].numel() // 20, 1).values.mean(1))
                kinds.append(pool.methods[types, which])
                yes.append(out[labels == OTHER])
                no.append(out[labels == SAME])
        scores, kinds, yes, no = torch.cat(scores), torch.cat(kinds), torch.cat(yes), torch.cat(no)
        limit = scores[kinds < 0].quantile(0.95)
        figures[name] = {
            "types": int(pool.held),
            "found": share(scores[kinds >= 0] > limit),
            "blocks": area(yes, no),
            "methods": {method.__name__: [int((kinds == m).sum()), share(scores[kinds == m] > limit)] for m, method in enumerate(methods) if (kinds == m).any()},
        }
    return figures


def share(x):
    return round(float(x.float().mean()), 3)


def area(yes, no, most=20_000):
    """The chance that one of `yes` stands above one of `no`."""
    yes, no = (x[torch.randperm(len(x), device=x.device)[:most]].sort().values for x in (yes, no))
    return round(float(torch.searchsorted(no, yes).float().mean() / len(no)), 4)


if __name__ == "__main__":
    main()
