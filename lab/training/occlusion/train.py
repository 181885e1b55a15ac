"""Trains the occlusion net: python3 -m occlusion.train --data PACK --out DIR [--seconds 240] [--from WEIGHTS]"""

import torch
import torch.nn.functional as F
from torch import nn

from common.judge import Judge
from common.train import begin, finish, options, prepared, train
from occlusion.data import SIZE, Faces


class Predicted(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, face):
        return torch.sigmoid(self.net(face))


def main():
    args = options(seconds=240, batch=256, rate=1.5e-3).parse_args()
    device = begin(15)
    data = Faces(args.data, device)
    net = prepared(Judge(2), args, device)
    average, steps = train(net, lambda _: step(net, data.batch(args.batch), device), args, decay=0.05)
    predicted = Predicted(average)
    finish("occlusion", args, average, steps, lambda: evaluate(predicted, data), predicted, (2, 3, SIZE, SIZE), ["face"], ["covered"], batch=True)


def step(net, batch, device):
    pictures, answers = batch
    with torch.autocast(device, torch.bfloat16):
        predicted = net(pictures)
    known = (answers >= 0).float()
    each = F.binary_cross_entropy_with_logits(predicted.float(), answers.clamp(0.01, 0.99), reduction="none")
    return (each * known).sum() / known.sum(), {}


@torch.no_grad()
def evaluate(predicted, data):
    """Held-out faces: real masks found, clear ones flagged; and drawn covers on held-out clear faces."""
    look = lambda group: predicted(data.look(data.pictures[group].float() / 255, still=True))
    masked, clear = look(data.held_masked), look(data.held_clear)
    pictures, lower, eyes = data.cover(data.pictures[data.held_clear].float() / 255, data.points[data.held_clear])
    drawn = predicted(data.look(pictures, still=True))
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
