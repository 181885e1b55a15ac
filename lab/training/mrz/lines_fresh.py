"""Writes fresh synthetic lines for measuring a reader as it is shipped: python3 -m mrz.lines_fresh --data PACK --level hard --count 3600 --seed 901 --out FILE

FILE.f32 holds the pictures, 32×640 fractions each, FILE.json their characters and lengths; `node lab/training/mrz/read-fresh-lines.ts FILE…` reads them.
"""

import argparse
import json

import torch

from mrz import text as mrz_text
from mrz.lines_data import LEVELS, Lines

BATCH = 90


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--level", choices=list(LEVELS), required=True)
    parser.add_argument("--count", type=int, default=1800)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    lines = Lines(args.data, "cpu", count=1)
    # Strings that training never saw: it uses another seed.
    lines.text = mrz_text.bank(4000, "cpu", seed=args.seed)
    batches = [lines.batch(BATCH, LEVELS[args.level]) for _ in range(-(-args.count // BATCH))]
    pictures, characters, length = (torch.cat(column)[: args.count] for column in zip(*batches))
    pictures.numpy().tofile(args.out + ".f32")
    with open(args.out + ".json", "w", encoding="utf-8") as file:
        json.dump({"characters": characters.tolist(), "length": length.tolist()}, file)


if __name__ == "__main__":
    main()
