"""Writes a drawn page with its features and the net's answers, for the test that holds the product's computation to this one: python3 -m roles.fixture --catalogue ../../src/vision/catalogue --weights line-roles.pt --out ../../test/vision/document/fields/roles/drawn-page.json"""

import argparse
import json
import random
from pathlib import Path

import torch

from roles.train import role_names
from roles.damage import damaged
from roles.data import words_of
from roles.features import page_arrays
from roles.net import RolesNet
from roles.pages import KINDS, Page

SEED, TODAY = 30, "2031-06-15"


def main():
    parser = argparse.ArgumentParser()
    for name in ("--catalogue", "--weights", "--out"):
        parser.add_argument(name, required=True)
    args = parser.parse_args()
    rng, words = random.Random(SEED), words_of(args.catalogue)
    page = Page(rng, words)
    while page.kind != "PASSPORT" or not page.zone_said or not page.face:
        page = Page(rng, words)
    lines = damaged(rng, page)
    chars, _, features, boxes = page_arrays(page, lines, int(TODAY[:4]) + int(TODAY[5:7]) / 12)
    count = len(lines)
    net = RolesNet().eval()
    net.load_state_dict(torch.load(args.weights, map_location="cpu"))
    with torch.no_grad():
        names, kinds = net(*(torch.from_numpy(a[:count])[None] for a in (chars.astype("int64"), features, boxes)))
    roles = torch.softmax(names, 3)[0]
    seen = [
        {"text": "".join(c for c, _ in letters), "confidence": round(confidence, 6), "box": dict(zip(("x", "y", "width", "height"), (float(v) for v in boxes[i])))}
        for i, (letters, confidence, *_) in enumerate(lines)
    ]
    said = [answer(roles[i, : min(48, len(line["text"]))].mean(0)) for i, line in enumerate(seen)]
    drawn = {
        "today": TODAY,
        "height": page.height,
        "face": dict(zip(("x", "y", "width", "height"), page.face)),
        "mrz": {"top": page.zone_top, "said": page.zone_said},
        "lines": seen,
        "features": [[round(float(v), 5) for v in row] for row in features[:count]],
        "roles": said,
        "kind": KINDS[int(kinds[0, : len(KINDS)].argmax())],
    }
    Path(args.out).write_text(json.dumps(drawn, ensure_ascii=False, separators=(",", ":")) + "\n")


def answer(mean):
    """The most probable role of a line's characters, and its mean probability over them."""
    best = int(mean.argmax())
    return [role_names()[best], round(float(mean[best]), 4)]


if __name__ == "__main__":
    main()
