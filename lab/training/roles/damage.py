"""Simulates text recognition errors on a page: boxes merged or split, letters confused, lines lost. Modelled on errors
with small print."""

from text.alphabet import ALPHABET, CLASS

from roles.pages import Atom

LIKE = {}
for group in ("iIl1jtíìîıİ!|/", "oO0QDaðóòôöõ", "eécčoèêëęě", "aáàâäãåāăą", "nrmhñńňň", "mnrw", "uvúùûüůűv", "sS5šşśș", "zZ2žźż", "gqy9ğ", "B8RЗЕ", "cCeGçćč", "EFËÉÊ", "NHMИ", "PRFF", "TYIFТ", "UVОÚÜ", "AÄÁĂΑА", "DОO", "GC6О", "KXКЖ", "WVM", "dclо", "fttſl", "kxħ", "xxжж", "ygv", "bh6", "hbn", "pрn", "вBв", "нкн", "ηnή", "/lIij(,", ".,·", "-·.", "ΣZΕ", "ΔΑ4", "ЛПΛ", "ЩШИ", "ЬБЪ", "ЯR9", "ΩΟO", "ΠΙΓΗ"):
    for letter in group:
        LIKE[letter] = LIKE.get(letter, "") + "".join(c for c in group if c != letter and c in CLASS)
LATIN_LOWER = "abcdefghijklmnoprstuvxyz"
LATIN_UPPER = LATIN_LOWER.upper()


def damaged(rng, page):
    """Lines of the page as recognised: (characters, their classes, confidence, x, y, w, h)."""
    bad = rng.random()
    label_fault = rng.choice([rng.uniform(0, 0.02), rng.uniform(0, 0.04), rng.uniform(0.03, 0.12), rng.uniform(0.08, 0.25), rng.uniform(0.2, 0.5)])
    value_fault = rng.uniform(0.02, 0.12) if bad < 0.1 else 0.003
    lost_labels = rng.choice([0, 0.02, 0.06, 0.15, rng.uniform(0, 0.7)])
    lost_values = rng.choice([0, 0, 0.02, 0.06])
    if rng.random() < 0.05:
        lost_labels = 1.0
    kept = [a for a in page.atoms if a.text() and rng.random() >= ((lost_labels if len(a.parts[0][0]) > 3 else 0.12 + lost_labels) if a.role == "label" else lost_values)]
    lines = []
    for atom in parted(rng, joined(rng, kept)):
        fault = label_fault if atom.role == "label" else value_fault if atom.role in ("value", "title") else 0.0
        if atom.role == "noise":
            confidence = rng.choice([rng.uniform(0.15, 0.7), rng.uniform(0.3, 0.95)])
            letters = [(c, tag) for text, tag in atom.parts for c in text]
        else:
            if fault and rng.random() < 0.15:
                fault *= rng.choice([0, 0.3, 2])
            letters, hurt = misread(rng, atom.parts, fault, atom.role)
            share = hurt / max(4, len(letters))
            confidence = min(1.0, max(0.2, 1 - share * rng.uniform(0.7, 1.6) - abs(rng.gauss(0, 0.01 + 0.15 * fault))))
        if len(letters):
            lines.append((letters, confidence, atom.x, atom.y, atom.w, atom.h))
    return placed(rng, lines)


def joined(rng, atoms):
    """Neighbours in one row that the detector merged into one line."""
    atoms = sorted(atoms, key=lambda a: a.x)
    free, out = [True] * len(atoms), []
    eager = rng.choice([0.3, 1, 1, 1.8])
    for i, a in enumerate(atoms):
        if not free[i]:
            continue
        if a.role not in ("noise", "zone"):
            for j in range(i + 1, len(atoms)):
                b = atoms[j]
                gap = (b.x - a.x - a.w) / min(a.h, b.h)
                if gap > 2.5:
                    if b.x - a.x - a.w > 0.2:
                        break
                    continue
                if not free[j] or gap < -0.5 or b.role in ("noise", "zone") or abs(a.y + a.h / 2 - b.y - b.h / 2) > 0.35 * max(a.h, b.h):
                    continue
                if rng.random() < eager * (0.5 if gap < 0.4 else 0.22 if gap < 1 else 0.07):
                    free[j] = False
                    mark = " " if rng.random() < 0.9 else ""
                    top, base = min(a.y, b.y), max(a.y + a.h, b.y + b.h)
                    role = a.role if a.role == b.role else "value"
                    a = Atom(a.x, top, b.x + b.w - a.x, base - top, a.parts + ([(mark, -1)] if mark else []) + b.parts, role)
        out.append(a)
    return out


def parted(rng, atoms):
    """Lines split at a space, and labels of which the detector saw a part."""
    out = []
    for a in atoms:
        share = 0.05 if a.role in ("label", "title") else 0.025
        text = a.text()
        if len(text) > 5 and " " in text.strip() and rng.random() < share:
            spaces = [i for i, c in enumerate(text) if c == " " and 0 < i < len(text) - 1]
            if spaces:
                at = rng.choice(spaces)
                w = a.w * at / len(text)
                out.append(Atom(a.x, a.y, w, a.h, cut(a.parts, 0, at), a.role))
                out.append(Atom(a.x + w + 0.3 * a.h, a.y, a.w - w - 0.3 * a.h, a.h, cut(a.parts, at + 1, len(text)), a.role))
                continue
        if a.role == "label" and len(text) > 6 and rng.random() < 0.05:
            start, end = rng.choice([(rng.randint(1, 4), len(text)), (0, len(text) - rng.randint(1, 5)), (2, len(text) - 2)])
            each = a.w / len(text)
            a = Atom(a.x + start * each, a.y, (end - start) * each, a.h, cut(a.parts, start, end), a.role)
        out.append(a)
    return out


def cut(parts, start, end):
    out, at = [], 0
    for text, tag in parts:
        piece = text[max(0, start - at) : max(0, end - at)]
        if piece:
            out.append((piece, tag))
        at += len(text)
    return out


def misread(rng, parts, fault, role):
    """Characters with their classes, and the number of confused ones."""
    out, hurt = [], 0
    for text, tag in parts:
        for c in text:
            if c not in CLASS:
                c = c.upper() if c.upper() in CLASS else ""
                if not c:
                    continue
            if c == " ":
                if rng.random() < (0.03 + fault * 0.3):
                    continue
            elif fault and rng.random() < fault:
                hurt += 1
                kind = rng.random()
                if kind < 0.5 and c in LIKE:
                    c = rng.choice(LIKE[c] or c)
                elif kind < 0.7:
                    continue
                elif kind < 0.9:
                    c = rng.choice(LATIN_UPPER if c.isupper() else LATIN_LOWER)
                elif kind < 0.95:
                    c = rng.choice(ALPHABET)
                else:
                    out.append((c, tag))
                    c = rng.choice(LATIN_LOWER)
            out.append((c, tag))
            if c in ",./" and role == "value" and rng.random() < 0.03:
                out.append((" ", tag))
    while out and out[0][0] == " ":
        out.pop(0)
    while out and out[-1][0] == " ":
        out.pop()
    return out, hurt


def placed(rng, lines):
    """Boxes as the detector gives them on an imperfectly rectified page."""
    turn, grow, dx, dy = rng.gauss(0, 0.006), rng.uniform(0.96, 1.04), rng.gauss(0, 0.01), rng.gauss(0, 0.01)
    slack = rng.uniform(0.95, 1.2)
    out = []
    for letters, confidence, x, y, w, h in lines:
        tall = h * slack * rng.uniform(0.9, 1.12)
        if len(letters) <= 3:
            tall *= rng.uniform(0.7, 1.1)
        middle = y + h / 2 + turn * (x - 0.5) + rng.gauss(0, 0.03) * h
        out.append((letters, confidence, x * grow + dx + rng.gauss(0, 0.0015), middle * grow + dy - tall / 2, w * grow * rng.uniform(0.97, 1.03), tall))
    return out
