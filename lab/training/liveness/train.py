"""Trains the net of displays and prints of faces: python3 -m liveness.train --data PACK --out DIR [--seconds 240]"""

import torch
import torch.nn.functional as F
from torch import nn

from common.judge import Judge
from common.train import begin, finish, options, prepared, train
from liveness.data import SIZE, Faces


class Predicted(nn.Module):
    """Log odds of a display and of a print."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, face):
        return self.net(face)


def main():
    args = options(seconds=240, batch=256, rate=1.5e-3).parse_args()
    device = begin(18)
    data = Faces(args.data, device)
    net = prepared(Judge(2), args, device, faces=len(data.pictures))
    average, steps = train(net, lambda _: step(net, data.batch(args.batch), device), args, decay=0.05)
    predicted = Predicted(average)
    finish("face-surface", args, average, steps, lambda: evaluate(predicted, data), predicted, (2, 3, SIZE, SIZE), ["face"], ["told"], batch=True)


def step(net, batch, device):
    pictures, answers = batch
    with torch.autocast(device, torch.bfloat16):
        predicted = net(pictures)
    return F.binary_cross_entropy_with_logits(predicted.float(), answers.clamp(0.02, 0.98)), {}


@torch.no_grad()
def evaluate(predicted, data):
    """Held-out people, simulated in the same way: the detection rate of each kind."""
    made = [data.batch(512, held=True) for _ in range(8)]
    answers = torch.cat([label for _, label in made])
    odds = torch.cat([predicted(pictures) for pictures, _ in made]).amax(1)
    live = answers.amax(1) == 0
    share = lambda flags: round(float(flags.float().mean()), 4)
    return {
        "live flagged": share(odds[live] > 0),
        "displays found": share(odds[answers[:, 0] == 1] > 0),
        "prints found": share(odds[answers[:, 1] == 1] > 0),
        "n": len(odds),
    }


if __name__ == "__main__":
    main()
