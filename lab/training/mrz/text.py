"""Strings like those of machine-readable zones, of 30, 36 and 44 characters, as rows of character numbers."""

import random

import torch

from common.alphabet import ALPHABET

LENGTHS = (30, 36, 44)
NUMBER = {letter: i for i, letter in enumerate(ALPHABET)}
LETTERS, DIGITS, FILLER = ALPHABET[10:36], ALPHABET[:10], "<"


def bank(count, device, seed=5):
    """For each length a tensor of count rows."""
    rng = random.Random(seed)
    return {n: torch.tensor([[NUMBER[c] for c in line(rng, n)] for _ in range(count)], device=device) for n in LENGTHS}


def line(rng, n):
    """Mostly in the format of documents, but never so regular that a reader could guess a character from its neighbours."""
    text = regular(rng, n)
    often = rng.choice([0, 0.06, 0.06, 0.3])
    return "".join(rng.choice(ALPHABET) if rng.random() < often else c for c in text)


def regular(rng, n):
    kind = rng.random()
    if kind < 0.2:
        return "".join(rng.choice(ALPHABET) for _ in range(n))
    if kind < 0.3:
        return runs(rng, n)
    if kind < 0.37:
        return "".join(rng.choice(DIGITS + "OISBZDQGLT") for _ in range(n))
    if kind < 0.62:
        return fill(rng.choice(["P<", "I<", "ID", "AC", "V<", "C<", "PM", "IR"]) + code(rng) + names(rng), n)
    if kind < 0.7:
        return fill(names(rng), n)
    number = "".join(rng.choice(DIGITS if rng.random() < 0.7 else LETTERS) for _ in range(9))
    body = fill(number, 9) + digit(rng) + code(rng) + date(rng) + digit(rng) + rng.choice("MF<") + date(rng) + digit(rng)
    if n == 30 and rng.random() < 0.5:
        body = rng.choice(["I<", "ID", "AC"]) + code(rng) + fill(number, 9) + digit(rng) + optional(rng)
    elif n == 30:
        body = date(rng) + digit(rng) + rng.choice("MF<") + date(rng) + digit(rng) + code(rng) + optional(rng)
    else:
        body += optional(rng)
    tail = digit(rng) if rng.random() < 0.5 else digit(rng) + digit(rng)
    return fill(body, n - len(tail)) + tail


def runs(rng, n):
    """Fillers with single characters and short groups among them, at any position."""
    text = ""
    while len(text) < n:
        text += FILLER * rng.randint(1, 12) + "".join(rng.choice(ALPHABET) for _ in range(rng.choice([1, 1, 2, 3])))
    return text[-n:] if rng.random() < 0.5 else text[:n]


def fill(text, n):
    return (text + FILLER * n)[:n]


def names(rng):
    def name():
        return "".join(rng.choice(LETTERS) for _ in range(rng.randint(2, 11)))

    return FILLER.join(name() for _ in range(rng.randint(1, 2))) + "<<" + FILLER.join(name() for _ in range(rng.randint(1, 3)))


def code(rng):
    return "".join(rng.choice(LETTERS) for _ in range(3)) if rng.random() < 0.9 else "D<<"


def date(rng):
    return f"{rng.randint(0, 99):02d}{rng.randint(1, 12):02d}{rng.randint(1, 28):02d}"


def digit(rng):
    return rng.choice(DIGITS + FILLER) if rng.random() < 0.1 else rng.choice(DIGITS)


def optional(rng):
    return "".join(rng.choice(DIGITS + LETTERS) for _ in range(rng.choice([0, 0, 0, 6, 11, 14])))
