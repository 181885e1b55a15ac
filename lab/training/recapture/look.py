"""Trains the recapture net: python3 -m recapture.look --data PACK --out DIR [--seconds 480] [--from WEIGHTS]"""

import torch
import torch.nn.functional as F
from torch import nn

from common.degrade import photograph
from common.judge import Judge
from common.train import begin, finish, options, parts_of, prepared, train
from recapture.look_data import CLASSES, SIZE, Recaptures


class Predicted(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, view):
        return torch.softmax(self.net(view), 1)


def main():
    args = options(seconds=480, batch=192, rate=1.5e-3).parse_args()
    device = begin(14)
    data = Recaptures(args.data, device)
    net = prepared(Judge(len(CLASSES)), args, device)
    composed = parts_of(lambda: data.composed(args.batch * 2), 2, times=3)

    def learn(_):
        pictures, labels = next(composed)
        with torch.autocast(device, torch.bfloat16):
            answer = net(photograph(pictures, 0.7))
        return F.cross_entropy(answer.float(), labels, label_smoothing=0.02), {}

    average, steps = train(net, learn, args, decay=0.05)
    finish("recapture", args, average, steps, lambda: evaluate(average, data), Predicted(average), (2, 3, SIZE, SIZE), ["view"], ["told"], batch=True)


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
