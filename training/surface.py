"""Trains the surface net: python3 training/surface.py --data PACK --out DIR [--seconds 480] [--from WEIGHTS] [--teacher WEIGHTS]"""

import argparse
import json
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

from common.chance import often, over
from common.degrade import jpeg
from common.export import export
from common.judge import Glance, Judge
from common.schedule import Average, Clock
from surface_data import KINDS, SIZE, Surfaces, parts


class Texture(nn.Module):
    """The cut beside what is left of it when its larger forms are taken away, measured against the light there: a display's pixels are a share of the light."""

    def __init__(self, shape=Glance):
        super().__init__()
        self.judge = shape(2, 6)

    def forward(self, cut):
        smooth = F.avg_pool2d(cut, 5, 1, 2, count_include_pad=False)
        fine = (cut - smooth) / (smooth.mean(1, keepdim=True) + 0.08) * 8
        return self.judge(torch.cat([(cut - 0.45) / 0.25, fine.clamp(-4, 4)], 1))


class Pool:
    """Simulated cuts are dear and a step is cheap: each is seen several times, mirrored and compressed anew."""

    def __init__(self, data, size):
        self.data, self.size = data, size
        self.pictures = torch.empty(size, 3, SIZE, SIZE, dtype=torch.uint8, device=data.device)
        self.labels = torch.empty(size, 2, device=data.device)
        self.held, self.next = 0, 0

    def add(self, b):
        pictures, labels = self.data.batch(b)
        at = (torch.arange(len(labels), device=labels.device) + self.next) % self.size
        self.pictures[at] = (pictures * 255).round().byte()
        self.labels[at] = labels
        self.next = (self.next + len(labels)) % self.size
        self.held = min(self.size, self.held + len(labels))

    def draw(self, b):
        which = torch.randint(0, self.held, (b,), device=self.labels.device)
        pictures = self.pictures[which].float() / 255
        pictures = torch.where(over(often(b, 0.5, pictures.device)), pictures.flip(3), pictures)
        pictures = torch.where(over(often(b, 0.5, pictures.device)), pictures.flip(2), pictures)
        return jpeg(pictures, 0.4), self.labels[which]


def main():
    args = arguments()
    torch.manual_seed(21)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = Surfaces(args.data, device)
    net = Texture().to(device)
    pool = Pool(data, args.pool)
    if args.begin:
        net.load_state_dict(torch.load(args.begin, map_location=device))
    net = net.to(memory_format=torch.channels_last)
    teacher = None
    if args.teacher:
        teacher = Texture(Judge).to(device).eval()
        teacher.load_state_dict(torch.load(args.teacher, map_location=device))
    print("parameters", sum(p.numel() for p in net.parameters()), "surfaces", len(data.pictures), flush=True)
    optimiser = torch.optim.AdamW(net.parameters(), lr=0, weight_decay=0.05)
    clock, average = Clock(args.seconds, optimiser, args.rate), Average(net)
    while clock.tick():
        with torch.no_grad():
            if clock.steps % 3 == 1:
                pool.add(args.batch)
            pictures, label = pool.draw(args.batch)
        pictures = pictures.contiguous(memory_format=torch.channels_last)
        target = label * 0.96 + 0.02
        with torch.autocast(device, torch.bfloat16):
            if teacher:
                # Many pixels are too faint to be seen: the larger net's doubt is a better target than the label. It knows no print.
                with torch.no_grad():
                    seen = torch.sigmoid(teacher(pictures).float())[:, 0]
                    target[:, 0] = torch.where(label[:, 1] > 0, target[:, 0], (target[:, 0] + seen) / 2)
            answer = net(pictures)
        loss = F.binary_cross_entropy_with_logits(answer.float(), target)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimiser.step()
        average.update(net)
        if clock.steps % args.every == 0:
            print(clock.steps, f"{clock.share():.2f} loss {float(loss.detach()):.3f}", flush=True)
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    torch.save(average.net.state_dict(), out / "surface.pt")
    figures = evaluate(average.net, data, args.batch)
    print(json.dumps(figures), flush=True)
    (out / "surface.json").write_text(json.dumps({"steps": clock.steps, **figures}, indent=1))
    export(average.net, torch.rand(2, 3, SIZE, SIZE), out / "surface.onnx", ["cut"], ["told"], batch=True)


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--seconds", type=float, default=480)
    parser.add_argument("--batch", type=int, default=260)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--pool", type=int, default=60_000)
    parser.add_argument("--every", type=int, default=200)
    parser.add_argument("--from", dest="begin")
    parser.add_argument("--teacher", help="weights of a Texture of the larger shape, trained on displays")
    return parser.parse_args()


@torch.no_grad()
def evaluate(net, data, batch, batches=12):
    """Each kind of cut with the share of which both answers are right."""
    right = torch.zeros(len(KINDS))
    for _ in range(batches):
        pictures, label = data.batch(batch)
        same = ((net(pictures) > 0) == (label > 0.5)).all(1).float().cpu()
        right += torch.stack([part.mean() for part in same.split(parts(batch))])
    return {f"simulated {kind}": round(float(share / batches), 4) for kind, share in zip(KINDS, right)}


if __name__ == "__main__":
    main()
