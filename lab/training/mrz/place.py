"""Trains the detector of machine-readable lines: python3 -m mrz.place --data PACK --out DIR [--seconds 540] [--from
WEIGHTS]"""

import torch
import torch.nn.functional as F
from torch import nn

from common.degrade import photograph
from common.train import begin, finish, options, parts_of, prepared, train
from corners.net import CornerNet, heat_target, places
from mrz.place_data import SIZE, Places

CELLS = SIZE // 4 + 2 * (SIZE // 40)
COUNTS = (0, 2, 3)


class Decoded(nn.Module):
    """The exported outputs: six line ends, the sharpness of each, the number of lines, and whether they run in the
    opposite direction."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, picture):
        heat, reverse, count = self.net(picture)
        ends, sharpness = places(heat)
        return ends, sharpness, torch.softmax(count, 1), torch.sigmoid(reverse)


def main():
    args = options(seconds=540, batch=96, rate=2e-3).parse_args()
    device = begin(13)
    data = Places(args.data, device)
    net = prepared(CornerNet(SIZE, 6, 1, 3), args, device)
    composed = parts_of(lambda: data.composed(args.batch * 3), 3, times=2)

    def learn(_):
        pictures, *truth = next(composed)
        return step(net, (photograph(pictures, 0.8), *truth), device)

    average, steps = train(net, learn, args, decay=0.02)
    decoded = Decoded(average)
    outputs = ["ends", "sharpness", "lines", "reversed"]
    finish("mrz-place", args, average, steps, lambda: evaluate(decoded, data), decoded, (1, 3, SIZE, SIZE), ["picture"], outputs)


def step(net, batch, device):
    pictures, ends, count = batch
    with torch.autocast(device, torch.bfloat16):
        heat, reverse, counts = net(pictures)
    heat, reverse, counts = heat.float(), reverse.float(), counts.float()
    logs = torch.log_softmax(heat.flatten(2), 2)
    asked, used = weights(ends, count)
    straight = end_loss(logs, ends, used)
    turned = end_loss(logs, opposite(ends, count), used)
    # If the lines are too small to read, the direction is not visible: the opposite order is then accepted, at a cost
    # that rewards the right one.
    swap = turned + 0.3 < straight
    place = (torch.where(swap, turned, straight) * asked).sum() / asked.sum().clamp(min=1)
    way = F.binary_cross_entropy_with_logits(reverse.squeeze(1), swap.float(), reduction="none")
    number = torch.where(count == 3, 2, torch.where(count == 2, 1, 0))
    parts = {"place": place, "way": (way * asked).sum() / asked.sum().clamp(min=1), "number": F.cross_entropy(counts, number)}
    return parts["place"] + 0.1 * parts["way"] + 0.3 * parts["number"], parts


def weights(ends, count):
    """The pictures with line ends as targets, and the used ones of the six maps."""
    inside = ((ends > -0.09) & (ends < 1.09)).all(2).all(1)
    used = torch.ones(len(ends), 6, device=ends.device)
    used[:, 4:] = (count == 3).float().view(-1, 1)
    return (inside & (count > 0)).float(), used


def opposite(ends, count):
    """The order of the ends if the block is read upside down."""
    three = ends.flip(1)
    two = torch.cat([ends[:, :4].flip(1), ends[:, 4:]], 1)
    return torch.where((count == 3).view(-1, 1, 1), three, two)


def end_loss(logs, ends, used):
    each = -(heat_target(ends, CELLS) * logs).sum(2)
    return (each * used).sum(1) / used.sum(1)


@torch.no_grad()
def evaluate(decoded, data, batches=8):
    """New pictures: found if every line end is within 0.6 of a character height, in either direction of reading."""
    found = total = number = seen = straight = 0
    for _ in range(batches):
        pictures, ends, count = data.batch(96)
        got, _, counts, reverse = decoded(pictures)
        asked, used = weights(ends, count)
        asked = asked > 0
        far = [(got - e).norm(dim=2) * used for e in (ends, opposite(ends, count))]
        length = (ends[:, 1] - ends[:, 0]).norm(dim=1)
        near = [(f.amax(1) < 0.03 * length) for f in far]
        found += int(((near[0] | near[1]) & asked).sum())
        straight += int((near[0] & asked).sum())
        total += int(asked.sum())
        label = torch.where(count == 3, 2, torch.where(count == 2, 1, 0))
        number += int((counts.argmax(1) == label).sum())
        seen += len(count)
    return {"found": round(found / total, 4), "found and the right way round": round(straight / total, 4), "number of lines": round(number / seen, 4)}


if __name__ == "__main__":
    main()
