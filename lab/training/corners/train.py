"""Trains the corner net: python3 -m corners.train --data PACK --out DIR [--seconds 540] [--from WEIGHTS] [--part presence]

With --part presence only what tells a document from other things is trained; the corners stay exactly where they were.
"""

import torch
import torch.nn.functional as F

from common.degrade import photograph
from common.overlap import iou
from common.placing import turned
from common.train import begin, finish, options, parts_of, prepared, train
from common.warp import UNIT, apply, homography, sample_levels
from corners.data import KINDS, PRESENCE_KINDS, SIZE, Corners, kept_out
from corners.net import CornerNet, Decoded, heat_target

MARGIN = 1 / 7  # the second pass shows the document with a margin of a fifth of its size


def main():
    args = arguments()
    device = begin(11)
    presence = args.part == "presence"
    data = Corners(args.data, device, PRESENCE_KINDS if presence else KINDS)
    net = prepared(CornerNet(known=True), args, device, load)
    if presence:
        net.requires_grad_(False).eval()
        net.known.requires_grad_(True).train()
    scenes = parts_of(lambda: data.scenes_with_documents(args.batch * 3), 3, times=2)

    def learn(_):
        pictures, *truth = next(scenes)
        whole, parts = step(net, (photograph(pictures), *truth), device)
        return (parts["present"] if presence else whole), parts

    average, steps = train(net, learn, args, decay=0.02)
    decoded = Decoded(average)
    outputs = ["corners", "sharpness", "judgement", "turn"]
    finish("corners", args, average, steps, lambda: evaluate(decoded, data, device), decoded, (1, 3, SIZE, SIZE), ["picture"], outputs)


def arguments():
    parser = options(seconds=540, batch=96, rate=2e-3)
    parser.add_argument("--part", choices=["all", "presence"], default="all")
    return parser.parse_args()


def load(net, weights):
    """Weights of before there was a second opinion on the presence go on as well."""
    missing, unknown = net.load_state_dict(weights, strict=False)
    if unknown or any(not name.startswith("known.") for name in missing):
        raise ValueError(f"not weights of this net: {unknown[:3]} {missing[:3]}")


def step(net, batch, device):
    pictures, quads, present, whole, usable = batch
    with torch.autocast(device, torch.bfloat16):
        heat, judgement, turn = net(pictures)
    heat, judgement, turn = heat.float(), judgement.float(), turn.float()
    first, rival, close = order(quads)
    losses = [corner_loss(heat, turned(quads, start)) for start in (first, rival)]
    swap = close & (losses[1] < losses[0])
    start = torch.where(swap, rival, first)
    corner = torch.where(swap, losses[1], losses[0])
    turn_loss = F.cross_entropy(turn, (4 - start) % 4, reduction="none")
    asked = usable.sum().clamp(min=1)
    parts = {
        "corner": (corner * usable).sum() / asked,
        "turn": (turn_loss * usable).sum() / asked,
        "present": asked_loss(judgement[:, 0], present),
        "whole": asked_loss(judgement[:, 1], whole),
    }
    return parts["corner"] + 0.15 * parts["turn"] + 0.5 * (parts["present"] + parts["whole"]), parts


def order(quads):
    """The corner nearest the picture's top left comes first; where two are nearly as near, the rival order is as good."""
    near = quads.sum(-1)
    first = near.argmin(1)
    after, before = near.gather(1, ((first + 1) % 4).view(-1, 1)), near.gather(1, ((first + 3) % 4).view(-1, 1))
    rival = torch.where((after < before).squeeze(1), (first + 1) % 4, (first + 3) % 4)
    gap = torch.minimum(after, before).squeeze(1) - near.amin(1)
    return first, rival, gap < 0.2 * (near.amax(1) - near.amin(1))


def corner_loss(heat, corners):
    target = heat_target(corners)
    return -(target * torch.log_softmax(heat.flatten(2), 2)).sum(2).mean(1)


def asked_loss(logit, target):
    asked = (target >= 0).float()
    return (F.binary_cross_entropy_with_logits(logit, target.clamp(min=0), reduction="none") * asked).sum() / asked.sum().clamp(min=1)


@torch.no_grad()
def evaluate(decoded, data, device):
    """Phone frames kept out of training: whole types, and frames that documents/ measures."""
    groups = {
        "kept-out types, copies": lambda e: kept_out(e["file"]) and e["file"].startswith("dlc"),
        "kept-out types, originals": lambda e: kept_out(e["file"]) and not e["file"].startswith("dlc"),
        "frames of documents/": lambda e: e["measured"] and not e["file"].startswith("specimen"),
        "specimens, every eighth": lambda e: e["measured"] and e["file"].startswith("specimen"),
    }
    figures = {}
    for name, belongs in groups.items():
        rows = [i for i, e in enumerate(data.index) if belongs(e)]
        if not rows:
            continue
        frames, truth = data.frames[rows].float() / 255, data.quads[rows]
        once, judgement, turn = look(decoded, frames, UNIT.to(device).expand(len(rows), -1, -1))
        twice, again, _ = look(decoded, frames, grown(once))
        figures[name] = {"n": len(rows), "once": summary(iou(once, truth)), "twice": summary(iou(twice, truth)), "present": mean(judgement[:, 0] > 0.5), "present twice": mean(again[:, 0] > 0.5), "whole": mean(judgement[:, 1] > 0.5)}
    pictures, quads, present, whole, usable = data.batch(512)
    judgement = torch.cat([decoded(part)[2] for part in pictures.split(64)])
    figures["synthetic"] = {
        "present": mean((judgement[:, 0] > 0.5) == (present > 0.5), present >= 0),
        "whole": mean((judgement[:, 1] > 0.5) == (whole > 0.5), whole >= 0),
    }
    if data.held_photos is not None and len(data.held_photos):
        pictures = F.interpolate(data.held_photos.float() / 255, (SIZE, SIZE), mode="bilinear", align_corners=False)
        judgement = torch.cat([decoded(part)[2] for part in pictures.split(64)])
        figures["photographs kept out"] = {"n": len(pictures), "none": mean(judgement[:, 0] < 0.5)}
    return figures


def look(decoded, frames, window):
    """One pass over the part of each frame that the window shows, corners given in the frame's fractions."""
    h = homography(UNIT.to(window).expand(len(window), -1, -1), window)
    pictures = sample_levels(frames, h, SIZE, SIZE)[0]
    corners, _, judgement, turn = (torch.cat(x) for x in zip(*[decoded(part) for part in pictures.split(64)]))
    return apply(h, corners), judgement, turn


def grown(quad):
    """The window in which the quad lies MARGIN away from every border."""
    b = len(quad)
    inner = MARGIN + UNIT.to(quad) * (1 - 2 * MARGIN)
    return apply(homography(inner.expand(b, -1, -1), quad), UNIT.to(quad).expand(b, -1, -1))


def summary(values):
    return {"iou90": mean(values >= 0.9), "median": round(float(values.median()), 4), "worst": round(float(values.min()), 3)}


def mean(flags, among=None):
    flags = flags if among is None else flags[among]
    return round(float(flags.float().mean()), 4)


if __name__ == "__main__":
    main()
