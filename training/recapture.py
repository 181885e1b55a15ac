"""Trains the recapture net: python3 training/recapture.py --data PACK --out DIR [--seconds 480] [--from WEIGHTS]"""

import argparse
import json
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

from common.degrade import photograph
from common.export import export
from common.judge import Judge
from common.schedule import Average, Clock
from recapture_data import CLASSES, SIZE, Recaptures


class Told(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, view):
        return torch.softmax(self.net(view), 1)


def main():
    args = arguments()
    torch.manual_seed(14)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = Recaptures(args.data, device)
    net = Judge(len(CLASSES)).to(device)
    if args.begin:
        net.load_state_dict(torch.load(args.begin, map_location=device))
    net = net.to(memory_format=torch.channels_last)
    print("parameters", sum(p.numel() for p in net.parameters()), flush=True)
    optimiser = torch.optim.AdamW(net.parameters(), lr=0, weight_decay=0.05)
    clock, average = Clock(args.seconds, optimiser, args.rate), Average(net)
    going = True
    while going:
        composed, labels = data.composed(args.batch * 2)
        # Each composed picture is photographed three times, under another light: composing is the dearer part.
        for part in [c for _ in range(3) for c in torch.randperm(len(labels), device=device).chunk(2)]:
            going = clock.tick()
            with torch.autocast(device, torch.bfloat16):
                answer = net(photograph(composed[part], 0.7))
            loss = F.cross_entropy(answer.float(), labels[part], label_smoothing=0.02)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
            optimiser.step()
            average.update(net)
            if clock.steps % 500 == 0:
                print(clock.steps, f"{clock.share():.2f} loss {float(loss.detach()):.3f}", flush=True)
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    torch.save(average.net.state_dict(), out / "recapture.pt")
    figures = evaluate(average.net, data)
    print(json.dumps(figures), flush=True)
    (out / "recapture.json").write_text(json.dumps({"steps": clock.steps, **figures}, indent=1))
    export(Told(average.net), torch.rand(2, 3, SIZE, SIZE), out / "recapture.onnx", ["view"], ["told"], batch=True)


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--seconds", type=float, default=480)
    parser.add_argument("--batch", type=int, default=192)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--from", dest="begin")
    return parser.parse_args()


@torch.no_grad()
def evaluate(net, data, batches=10):
    right = torch.zeros(3)
    seen = torch.zeros(3)
    for _ in range(batches):
        pictures, label = data.batch(192)
        same = (net(pictures).argmax(1) == label).cpu()
        for k in range(3):
            right[k] += same[label.cpu() == k].sum()
            seen[k] += (label == k).sum().cpu()
    return {f"simulated {name}": round(float(right[k] / seen[k]), 4) for k, name in enumerate(CLASSES)}


if __name__ == "__main__":
    main()
