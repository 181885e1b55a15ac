"""Trains the finder of text lines: python3 training/text_places.py --data PACK --out DIR [--seconds 540] [--from WEIGHTS]"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from common.export import export
from common.schedule import Average, Clock
from text_places_data import SHRINK, Places
from text_places_net import CELL, Find, PlaceNet

#: Pixels of ground that count, for each of text: the hardest.
HARD = 3


def main():
    begun = time.time()
    args = arguments()
    torch.manual_seed(31 + args.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = Places(args.data, device, args.made, args.size, args.seed, args.jobs)
    net = PlaceNet().to(device)
    if args.begin:
        net.load_state_dict(torch.load(args.begin, map_location=device))
    net = net.to(memory_format=torch.channels_last)
    print("parameters", sum(p.numel() for p in net.parameters()), "pages", len(data.marked), len(data.drawn), len(data.made[0]), "kept out", len(data.held), flush=True)
    optimiser = torch.optim.AdamW(net.parameters(), lr=0, weight_decay=0.02)
    clock, average = Clock(args.seconds - (time.time() - begun), optimiser, args.rate), Average(net)
    while clock.tick():
        loss = step(net, data.batch(args.batch), device)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        size = torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        if torch.isfinite(size):
            optimiser.step()
            average.update(net)
        if clock.steps % args.renew == 0:
            data.renew()
        if clock.steps % args.report == 0:
            print(clock.steps, f"{clock.share():.3f} loss {float(loss.detach()):.4f}", json.dumps(evaluate(average.net, data)), flush=True)
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    torch.save(average.net.state_dict(), out / "text-places.pt")
    figures = evaluate(average.net.to(device), data)
    print(json.dumps(figures), flush=True)
    (out / "text-places.json").write_text(json.dumps({"steps": clock.steps, **figures}, indent=1))
    export(Find(average.net), torch.rand(1, 3, 480, 768), out / "text-places.onnx", ["picture"], ["lines"], axes={"picture": {2: "h", 3: "w"}, "lines": {2: "rows", 3: "columns"}})


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--seconds", type=float, default=540, help="until the last step, with the making of pages")
    parser.add_argument("--batch", type=int, default=40)
    parser.add_argument("--size", type=int, default=512)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--made", type=int, default=700, help="pages set on the GPU at a time")
    parser.add_argument("--renew", type=int, default=20, help="steps between new pages")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("--report", type=int, default=500)
    parser.add_argument("--from", dest="begin")
    return parser.parse_args()


def step(net, batch, device):
    pictures, core, weight = batch
    pictures = pictures.contiguous(memory_format=torch.channels_last)
    with torch.autocast(device, torch.bfloat16):
        logits = net(pictures)
    return cost(logits.float(), core, weight)


def cost(logits, core, weight):
    """Each pixel's own error, of the ground only the hardest, and how far the areas overlap."""
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
    """On pages kept out: the share of lines found along most of their length, how much of each end is lost or added (in heights), the share of what was found that is no line."""
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
            # From one height before its beginning to one behind its end, along the middle.
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
