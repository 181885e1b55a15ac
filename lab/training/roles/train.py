"""Trains the net that says what each line of a page is: python3 -m roles.train --data ../../src/vision/catalogue --out DIR [--seconds 480] [--from WEIGHTS]"""

import json
import random
from pathlib import Path

import torch
import torch.nn.functional as F

from common.export import export
from common.train import begin, options, prepared, train
from roles.data import Drawers, batch, words_of
from roles.features import FEATURES, LONGEST
from roles.net import RolesNet, Say
from roles.pages import CLASSES, FIELDS, KINDS
from text.alphabet import ALPHABET


def main():
    args = arguments()
    device = begin(16)
    drawers = Drawers(args.data, args.jobs, 64, args.seed)
    kept = [tensors(batch(random.Random(i + 999), words_of(args.data), 128), device) for i in range(args.kept)]
    net = prepared(RolesNet(), args, device)
    average, steps = train(net, lambda _: step(net, drawn(drawers, args.batch, device), device), args, decay=0.02, every=100)
    drawers.close()
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    torch.save(average.state_dict(), out / "line-roles.pt")
    figures = evaluate(average, kept)
    print(json.dumps(figures), flush=True)
    (out / "line-roles.json").write_text(json.dumps({"steps": steps, **figures}, indent=1))
    (out / "line-roles.txt").write_text(vocabulary())
    example = (torch.ones(1, 7, LONGEST), torch.rand(1, 7, FEATURES), torch.rand(1, 7, 4) * 0.5 + 0.1)
    axes = {"characters": {1: "n", 2: "length"}, "features": {1: "n"}, "boxes": {1: "n"}, "roles": {1: "n", 2: "length"}}
    export(Say(average), example, out / "line-roles.onnx", ["characters", "features", "boxes"], ["roles", "kind", "back"], axes=axes)


def arguments():
    parser = options(seconds=480, batch=256, rate=2e-3)
    parser.add_argument("--jobs", type=int, default=15, help="processes that draw pages")
    parser.add_argument("--kept", type=int, default=12, help="batches of 128 pages to evaluate on")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def drawn(drawers, size, device):
    parts = [tensors(drawers.next(), device) for _ in range(max(1, size // 64))]
    return tuple(torch.cat(column) for column in zip(*parts))


def vocabulary():
    """What the product must know about the net: the letters in the order of their numbers, the roles, the kinds of pages;
    one line each."""
    return "\n".join([ALPHABET, ",".join(role_names()), ",".join(KINDS)]) + "\n"


def role_names():
    return ["text", *FIELDS, *(f"label {name}" for name in FIELDS), "title", "issuer", "zone", "other_value", "other_label", "extra"]


def tensors(columns, device):
    chars, tags, features, boxes, kind, back = (torch.from_numpy(column) for column in columns)
    send = lambda t: t.to(device, non_blocking=True)
    return send(chars).long(), send(tags).long(), send(features).float(), send(boxes).float(), send(kind).long(), send(back).float()


def step(net, pages, device):
    """Every line counts equally, however long it is."""
    chars, tags, features, boxes, kind, back = pages
    rows = (tags >= 0).any(2).flatten().nonzero().squeeze(1)
    with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
        names, page = net.of_rows(chars, features, boxes, rows)
    names, page = names.float(), page.float()
    truth = tags.flatten(0, 1)[rows]
    asked = (truth >= 0).float()
    each = F.cross_entropy(names.flatten(0, 1), truth.flatten(), ignore_index=-1, reduction="none").view_as(asked)
    kinds = len(KINDS)
    loss = (each.sum(1) / asked.sum(1)).mean() + 0.1 * F.cross_entropy(page[:, :kinds], kind) + 0.05 * F.binary_cross_entropy_with_logits(page[:, kinds], back)
    return loss, {"right": ((names.argmax(2) == truth) * asked).sum() / asked.sum()}


@torch.no_grad()
def evaluate(net, kept):
    """New pages: by class the recall of values (most of their characters classified correctly) and the precision."""
    found, named, there = torch.zeros(CLASSES), torch.zeros(CLASSES), torch.zeros(CLASSES)
    kinds = backs = pages = 0
    for chars, tags, features, boxes, kind, back in kept:
        names, page = net(chars, features, boxes)
        said = torch.where(tags >= 0, names.argmax(3), -1)
        for c in range(CLASSES):
            truth, guess = (tags == c).sum(2), (said == c).sum(2)
            there[c] += (truth > 0).sum().cpu()
            named[c] += (guess > 0).sum().cpu()
            found[c] += ((truth > 0) & (((tags == c) & (said == c)).sum(2) > 0.7 * truth)).sum().cpu()
        kinds += int((page[:, : len(KINDS)].argmax(1) == kind).sum())
        backs += int(((page[:, len(KINDS)] > 0) == (back > 0)).sum())
        pages += len(chars)
    names = role_names()
    values = slice(1, len(FIELDS) + 1)
    return {
        "values": {"found": round(float(found[values].sum() / there[values].sum()), 4), "right": round(float(found[values].sum() / named[values].sum()), 4)},
        "kind": round(kinds / pages, 4),
        "back": round(backs / pages, 4),
        "byClass": {names[c]: [int(there[c]), round(float(found[c] / there[c].clamp(min=1)), 3), round(float(found[c] / named[c].clamp(min=1)), 3)] for c in range(CLASSES)},
    }


if __name__ == "__main__":
    main()
