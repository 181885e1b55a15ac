"""Endless batches of pages, drawn by several processes."""

import json
import random
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from roles.damage import damaged
from roles.features import page_arrays
from roles.pages import KINDS, Page, Words
from roles.values import pools
from text.alphabet import ALPHABET


def words_of(catalogue):
    folder = Path(catalogue)
    return Words([json.loads((folder / f"{name}.json").read_text()) for name in ("labels", "titles", "countries")], pools(), ALPHABET)


def draw(rng, words):
    """One page: characters, classes, features, boxes, its kind and side."""
    while True:
        page = Page(rng, words)
        lines = damaged(rng, page)
        if len(lines) >= 3:
            break
    rng.shuffle(lines)
    # The product knows today's date; a page is usually read while it is valid or shortly after.
    chars, tags, features, boxes = page_arrays(page, lines, page.holder.today)
    return chars, tags, features, boxes, KINDS.index(page.kind), int(page.back)


def batch(rng, words, size):
    pages = [draw(rng, words) for _ in range(size)]
    return tuple(np.stack(column) for column in zip(*pages))


def worker(catalogue, seed, size, out):
    rng, words = random.Random(seed), words_of(catalogue)
    while True:
        chars, tags, features, boxes, kind, back = batch(rng, words, size)
        out.put((chars, tags, features.astype(np.float16), boxes, kind.astype(np.int8), back.astype(np.int8)))


class Drawers:
    def __init__(self, catalogue, jobs, size, seed):
        context = get_context("fork")
        self.queue = context.Queue(maxsize=4 * jobs)
        self.jobs = [context.Process(target=worker, args=(catalogue, seed * 1000 + i, size, self.queue), daemon=True) for i in range(jobs)]
        for job in self.jobs:
            job.start()

    def next(self):
        return self.queue.get()

    def close(self):
        for job in self.jobs:
            job.terminate()
