"""Trains the surface net: python3 -m recapture.surface --data PACK --out DIR [--seconds 480] [--from WEIGHTS] [--teacher WEIGHTS]"""

import torch
import torch.nn.functional as F
from torch import nn

from common.chance import often, over
from common.degrade import jpeg
from common.judge import Glance, Judge
from common.train import begin, finish, options, prepared, train
from recapture.surface_data import KINDS, SIZE, Surfaces, parts


class Texture(nn.Module):
    """The crop together with its fine detail, relative to the local brightness: a display's pixels are a fraction of the
    light."""

    def __init__(self, shape=Glance):
        super().__init__()
        self.judge = shape(2, 6)

    def forward(self, cut):
        smooth = F.avg_pool2d(cut, 5, 1, 2, count_include_pad=False)
        fine = (cut - smooth) / (smooth.mean(1, keepdim=True) + 0.08) * 8
        return self.judge(torch.cat([(cut - 0.45) / 0.25, fine.clamp(-4, 4)], 1))


class Pool:
    """Simulated crops are expensive and a step is cheap: each is used several times, mirrored and compressed again."""

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
    device = begin(21)
    data = Surfaces(args.data, device)
    pool = Pool(data, args.pool)
    net = prepared(Texture(), args, device, surfaces=len(data.pictures))
    teacher = None
    if args.teacher:
        teacher = Texture(Judge).to(device).eval()
        teacher.load_state_dict(torch.load(args.teacher, map_location=device))

    def learn(clock):
        with torch.no_grad():
            if clock.steps % 3 == 1:
                pool.add(args.batch)
            pictures, label = pool.draw(args.batch)
        return step(net, teacher, pictures.contiguous(memory_format=torch.channels_last), label, device), {}

    average, steps = train(net, learn, args, decay=0.05, every=args.every)
    finish("surface", args, average, steps, lambda: evaluate(average, data, args.batch), average, (2, 3, SIZE, SIZE), ["cut"], ["told"], batch=True)


def arguments():
    parser = options(seconds=480, batch=260, rate=1.5e-3)
    parser.add_argument("--pool", type=int, default=60_000)
    parser.add_argument("--every", type=int, default=200)
    parser.add_argument("--teacher", help="weights of a Texture of the larger shape, trained on displays")
    return parser.parse_args()


def step(net, teacher, pictures, label, device):
    target = label * 0.96 + 0.02
    with torch.autocast(device, torch.bfloat16):
        if teacher:
            # Many pixels are too faint to be visible: the larger net's uncertainty is a better target than the label.
            # It was not trained on print.
            with torch.no_grad():
                seen = torch.sigmoid(teacher(pictures).float())[:, 0]
                target[:, 0] = torch.where(label[:, 1] > 0, target[:, 0], (target[:, 0] + seen) / 2)
        answer = net(pictures)
    return F.binary_cross_entropy_with_logits(answer.float(), target)


@torch.no_grad()
def evaluate(net, data, batch, batches=12):
    """Each kind of crop with the share for which both answers are right."""
    right = torch.zeros(len(KINDS))
    for _ in range(batches):
        pictures, label = data.batch(batch)
        same = ((net(pictures) > 0) == (label > 0.5)).all(1).float().cpu()
        right += torch.stack([part.mean() for part in same.split(parts(batch))])
    return {f"simulated {kind}": round(float(share / batches), 4) for kind, share in zip(KINDS, right)}


if __name__ == "__main__":
    main()
