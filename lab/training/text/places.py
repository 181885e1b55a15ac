"""Trains the detector of text lines: python3 -m text.places --data PACK --out DIR [--seconds 540] [--from WEIGHTS]"""

import time

import numpy as np
import torch
import torch.nn.functional as F

from common.train import begin, finish, options, prepared, train
from text.places_data import SHRINK, Places
from text.places_net import CELL, Find, PlaceNet

# Background pixels that count for each text pixel: the hardest.
HARD = 3


def main():
    begun = time.time()
    args = arguments()
    device = begin(31 + args.seed)
    data = Places(args.data, device, args.made, args.size, args.seed, args.jobs)
    net = prepared(PlaceNet(), args, device, pages=len(data.marked), drawn=len(data.drawn), made=len(data.made[0]), kept_out=len(data.held))

    def learn(clock):
        if clock.steps > 1 and (clock.steps - 1) % args.renew == 0:
            data.renew()
        return step(net, data.batch(args.batch), device), {}

    def report(_, average):
        return evaluate(average, data)

    average, steps = train(net, learn, args, decay=0.02, every=args.report, report=report, spent=time.time() - begun, unsteady=True)
    axes = {"picture": {2: "h", 3: "w"}, "lines": {2: "rows", 3: "columns"}}
    finish("text-places", args, average, steps, lambda: evaluate(average, data), Find(average), (1, 3, 480, 768), ["picture"], ["lines"], axes=axes)


def arguments():
    parser = options(seconds=540, batch=40, rate=3e-3)
    parser.add_argument("--size", type=int, default=512)
    parser.add_argument("--made", type=int, default=700, help="pages set on the GPU at a time")
    parser.add_argument("--renew", type=int, default=20, help="steps between new pages")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("--report", type=int, default=500)
    return parser.parse_args()


def step(net, batch, device):
    pictures, core, weight = batch
    pictures = pictures.contiguous(memory_format=torch.channels_last)
    with torch.autocast(device, torch.bfloat16):
        logits = net(pictures)
    return cost(logits.float(), core, weight)


def cost(logits, core, weight):
    """Each pixel's error, for the background only the hardest pixels, and the overlap of the areas."""
    each = F.binary_cross_entropy_with_logits(logits, core, reduction="none") * weight
    text = (core > 0.02).float()
    ground = (each * (1 - text)).flatten(1)
    keep = int(HARD * max(1.0, float(text.sum()) / len(core))) + 512
    hardest = ground.topk(min(keep, ground.shape[1]), 1).values
    own = (each * text).sum() / (weight * text).sum().clamp(min=1) + hardest.sum() / (hardest > 0).sum().clamp(min=1) + 0.5 * each.mean()
    chance = torch.sigmoid(logits)
    shared = (chance * core * weight).sum((1, 2, 3))
    dice = 1 - (2 * shared + 50) / ((chance * weight).sum((1, 2, 3)) + (core * weight).sum((1, 2, 3)) + 50)
    return own + dice.mean()


@torch.no_grad()
def evaluate(net, data, seen=0.4):
    """On held-out pages: the share of lines found along most of their length, how much of each end is lost or added (in
    heights), and the share of detections that are not lines."""
    found, ends, false, area = [], [], 0.0, 0.0
    for at in data.held:
        picture, lines = data.whole(at)
        chance = torch.sigmoid(net(picture).float())[0, 0].cpu().numpy()
        known = np.zeros_like(chance, bool)
        for *quad, unsure in lines:
            quad = np.array(quad) / CELL
            along, down = quad[1] - quad[0], quad[3] - quad[0]
            wide, tall = np.linalg.norm(along), np.linalg.norm(down)
            low = min(wide, tall)
            x0, y0 = np.floor(quad.min(0) - 1).astype(int).clip(0)
            x1, y1 = np.ceil(quad.max(0) + 1).astype(int)
            known[y0:y1, x0:x1] = True
            if unsure or low == 0:
                continue
            # From one height before its beginning to one after its end, along the middle.
            if tall > wide:
                along, down, wide, tall = down, along, tall, wide
            reach = np.arange(-low, wide + low, 0.5)
            p = quad[0] + down / 2 + reach[:, None] * along / wide
            i, j = (p[:, k].astype(int).clip(0, chance.shape[1 - k] - 1) for k in (1, 0))
            there = chance[i, j] > seen
            core = (reach > SHRINK * low) & (reach < wide - SHRINK * low)
            found.append(there[core].mean() > 0.85 if core.any() else False)
            if found[-1]:
                on = reach[there & (reach > -low) & (reach < wide + low)]
                ends += [(SHRINK * low - on.min()) / low, (on.max() - (wide - SHRINK * low)) / low]
        false += float((chance > seen)[~known].sum())
        area += float((chance > seen).sum())
    ends = np.array(ends or [0.0])
    return {"lines": len(found), "found": round(float(np.mean(found)), 4), "ends": [round(float(q), 3) for q in np.quantile(ends, [0.02, 0.1, 0.5, 0.9, 0.98])], "false": round(false / max(1.0, area), 4)}


if __name__ == "__main__":
    main()
