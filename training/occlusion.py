"""Trains the occlusion net: python3 training/occlusion.py --data PACK --out DIR [--seconds 240] [--from WEIGHTS]"""

import argparse
import json
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

from common.export import export
from common.judge import Judge
from common.schedule import Average, Clock
from occlusion_data import SIZE, Faces


class Told(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, face):
        return torch.sigmoid(self.net(face))


def main():
    args = arguments()
    torch.manual_seed(15)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = Faces(args.data, device)
    net = Judge(2).to(device)
    if args.begin:
        net.load_state_dict(torch.load(args.begin, map_location=device))
    net = net.to(memory_format=torch.channels_last)
    print("parameters", sum(p.numel() for p in net.parameters()), flush=True)
    optimiser = torch.optim.AdamW(net.parameters(), lr=0, weight_decay=0.05)
    clock, average = Clock(args.seconds, optimiser, args.rate), Average(net)
    while clock.tick():
        pictures, answers = data.batch(args.batch)
        with torch.autocast(device, torch.bfloat16):
            told = net(pictures)
        known = (answers >= 0).float()
        loss = (F.binary_cross_entropy_with_logits(told.float(), answers.clamp(0.01, 0.99), reduction="none") * known).sum() / known.sum()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimiser.step()
        average.update(net)
        if clock.steps % 500 == 0:
            print(clock.steps, f"{clock.share():.2f} loss {float(loss.detach()):.3f}", flush=True)
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    torch.save(average.net.state_dict(), out / "occlusion.pt")
    told = Told(average.net)
    figures = evaluate(told, data)
    print(json.dumps(figures), flush=True)
    (out / "occlusion.json").write_text(json.dumps({"steps": clock.steps, **figures}, indent=1))
    export(told, torch.rand(2, 3, SIZE, SIZE), out / "occlusion.onnx", ["face"], ["covered"], batch=True)


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--from", dest="begin")
    return parser.parse_args()


@torch.no_grad()
def evaluate(told, data):
    """Held-out faces: real masks found, clear ones flagged; and drawn covers on held-out clear faces."""
    look = lambda group: told(data.look(data.pictures[group].float() / 255, still=True))
    masked, clear = look(data.held_masked), look(data.held_clear)
    pictures, lower, eyes = data.cover(data.pictures[data.held_clear].float() / 255, data.points[data.held_clear])
    drawn = told(data.look(pictures, still=True))
    share = lambda flags: round(float(flags.float().mean()), 4)
    line = sorted(clear.amax(1).tolist())
    least = line[int(len(line) * 0.97)]
    return {
        "masks found at 0.5": share(masked[:, 0] > 0.5),
        "clear flagged at 0.5": share(clear.amax(1) > 0.5),
        "threshold with 3 % of clear flagged": round(least, 3),
        "masks found there": share(masked.amax(1) > least),
        "drawn: mouth or nose": share(drawn[lower == 1, 0] > 0.5),
        "drawn: eyes": share(drawn[eyes == 1, 1] > 0.5),
        "drawn elsewhere, not flagged": share(drawn[(eyes == 0) & (lower == 0)].amax(1) < 0.5),
        "n": [len(masked), len(clear)],
    }


if __name__ == "__main__":
    main()
