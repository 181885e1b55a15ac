"""Pages typeset on the GPU: lines of many fonts and scripts on document backgrounds, each with the box of every line."""

from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from common.chance import often, over, uniform
from common.store import read_bank
from drawing.text_cells import BASELINE, CAP
from drawing.text_cells import HEIGHT as TALL
from text.lines_data import CANVAS, Lines

SIDE = 768
#: A patch that holds the tallest line there is.
PATCH = 88
# Margin around the ink in heights of capitals, above and below, and at the ends: as left by the general detector and
# expected by the reader.
ABOVE, BEYOND = 0.29, 0.24


class Pages:
    def __init__(self, pack, device, lines=60_000, seed=1, jobs=8):
        self.device = device
        self.lines = Lines(pack, None, device, lines, seed, jobs)
        self.photographs = read_bank(pack, "photographs", device)[0]
        self.faces = read_bank(pack, "faces", device)[0]
        stored = np.load(Path(pack) / "scripts.npz")
        packed = torch.tensor(stored["strips"], device=device)
        self.scripts = torch.stack([packed >> 4, packed & 15], -1).flatten(2)
        self.rng = np.random.default_rng(seed)

    def make(self, count):
        """Pictures count×3×768×768 in 0..1 (what lies below the page is grey), heights of the pages, and a list of quads for each."""
        strips, ink = self.strips(40 * count)
        heights = self.rng.integers(430, SIDE + 1, count)
        pieces, quads, faces, bands, bars = [], [], [], [], []
        for page in range(count):
            layout = Layout(self.rng, SIDE, int(heights[page]), ink)
            layout.fill()
            pieces += [(page, *piece) for piece in layout.pieces]
            bands += [(page, *band) for band in layout.bands]
            bars += [(page, *bar) for bar in layout.bars]
            faces += [(page, *face) for face in layout.faces]
            quads.append(layout.quads)
        ground = self.ground(count)
        for page, x, y, w, h in faces:
            self.face(ground[page], x, y, w, h)
        for page, x, y, w, h, dark in bands:
            colour = torch.rand(3, 1, 1, device=self.device) * (0.45 if dark else 0.2) + (0.0 if dark else 0.75)
            ground[page, :, max(0, y) : y + h, max(0, x) : x + w] = colour
        for page, x, y, w, h, pitch in bars:
            self.bars(ground[page], x, y, w, h, pitch)
        return self.print(ground, strips, pieces), heights, quads

    def strips(self, count):
        """Ink of single lines N×48×820 and, for each, its left, top, right, bottom and whether it is text."""
        d = self.device
        parts, empty = [], []
        for start in range(0, count, 512):
            n = min(512, count - start)
            hard = uniform(n, 0, 0.8, d)
            ink, _, _, lengths, *_ = self.lines.write(n, hard)
            parts.append(ink[:, 0].half())
            empty.append(lengths == 0)
        foreign = self.scripts[torch.randint(0, len(self.scripts), (max(8, count // 7),), device=d)].half() / 15
        strips = torch.cat([*parts, foreign])
        text = ~torch.cat([*empty, torch.zeros(len(foreign), dtype=torch.bool, device=d)])
        thick = F.max_pool2d(strips.float(), 3, 1, 1).half()
        weight = uniform(len(strips), 0, 0.9, d, 1, 1).half() * often(len(strips), 0.35, d).view(-1, 1, 1)
        strips = strips * (1 - weight) + thick * weight
        columns, rows = (strips.amax(1) > 0.3), (strips.amax(2) > 0.3)
        ink = np.stack([first(columns), first(rows), CANVAS - first(columns.flip(1)), TALL - first(rows.flip(1)), text.cpu().numpy()], 1)
        return strips, ink

    def ground(self, count):
        """Paper: two tones, waves of security print in colour, a faded picture; some pages are photographs or plain."""
        d, n = self.device, count
        y, x = torch.meshgrid(torch.arange(SIDE, device=d).float(), torch.arange(SIDE, device=d).float(), indexing="ij")
        r = lambda low, high: uniform(n, low, high, d, 1, 1)
        light = uniform(n, 0.62, 1.0, d, 3, 1, 1)
        other = (light + uniform(n, -0.25, 0.15, d, 3, 1, 1)).clamp(0.4, 1)
        angle = r(0, 6.3)
        ramp = torch.sigmoid(((x - SIDE / 2) * angle.cos() + (y - SIDE / 2) * angle.sin()) / r(40, 400)).unsqueeze(1)
        out = light * ramp + other * (1 - ramp)
        for _ in range(4):
            angle, period = r(0, 3.15), torch.exp(r(1.1, 3.4))
            wave = (x * angle.cos() + y * angle.sin()) * 6.283 / period + r(0, 9) * torch.sin(x * 6.283 / torch.exp(r(3.5, 6)) + r(0, 6.3)) + r(0, 9) * torch.sin(y * 6.283 / torch.exp(r(3.5, 6)) + r(0, 6.3))
            line = ((0.5 + 0.5 * torch.cos(wave)) ** torch.exp(r(0, 2.6))).unsqueeze(1)
            out = out + (line - 0.3) * uniform(n, -0.32, 0.06, d, 3, 1, 1) * over(often(n, 0.45, d).float())
        scene = self.photograph(n)
        share = torch.where(often(n, 0.1, d), uniform(n, 0.75, 1.0, d), uniform(n, 0, 0.35, d) * often(n, 0.5, d).float())
        return (out * (1 - over(share)) + scene * over(share)).clamp(0, 1)

    def photograph(self, n):
        d = self.device
        source = self.photographs[torch.randint(0, len(self.photographs), (n,), device=d)].float() / 255
        theta = torch.zeros(n, 2, 3, device=d)
        size = uniform(n, 0.4, 1.0, d)
        theta[:, 0, 0] = theta[:, 1, 1] = size
        theta[:, :, 2] = (1 - size).unsqueeze(1) * uniform(n, -1, 1, d, 2)
        return F.grid_sample(source, F.affine_grid(theta, (n, 3, SIDE, SIDE), align_corners=False), align_corners=False)

    def face(self, page, x, y, w, h):
        face = self.faces[int(self.rng.integers(len(self.faces)))].float().unsqueeze(0) / 255
        face = F.interpolate(face, (h, w), mode="bilinear", align_corners=False)[0]
        if self.rng.random() < 0.4:
            face = face.mean(0, keepdim=True).expand(3, -1, -1)
        share = 1.0 if self.rng.random() < 0.8 else 0.35
        there = page[:, y : y + h, x : x + w]
        there.copy_(there * (1 - share) + face[:, : there.shape[1], : there.shape[2]] * share)

    def bars(self, page, x, y, w, h, pitch):
        """A barcode: bars of chance, in one row or stacked."""
        stacked = self.rng.random() < 0.5
        rows = max(1, h // (3 * pitch)) if stacked else 1
        cells = torch.rand(1, 1, rows, max(2, w // pitch), device=self.device) < 0.5
        bars = F.interpolate(cells.float(), (h, w), mode="nearest")[0, 0]
        there = page[:, y : y + h, x : x + w]
        there.copy_((1 - bars * 0.9)[: there.shape[1], : there.shape[2]].expand_as(there))

    def print(self, ground, strips, pieces):
        """Pastes each strip at its position, in its colour."""
        d, n = self.device, len(ground)
        table = np.array([piece[:6] for piece in pieces], np.float64)
        colours = torch.tensor(np.array([piece[6] for piece in pieces]), device=d, dtype=torch.float32)
        alpha = torch.zeros(n * SIDE * SIDE, device=d)
        tinted = torch.zeros(3, n * SIDE * SIDE, device=d)
        for start in range(0, len(table), 512):
            part = torch.tensor(table[start : start + 512], device=d)
            page, strip = part[:, 0].long(), part[:, 1].long()
            x, y, across, down = (part[:, i].float().view(-1, 1) for i in (2, 3, 4, 5))
            left, top = x.floor(), y.floor()
            u = (torch.arange(SIDE, device=d) + 0.5 - (x - left)) / across
            v = (torch.arange(PATCH, device=d) + 0.5 - (y - top)) / down
            at = torch.stack([(u / CANVAS * 2 - 1).unsqueeze(1).expand(-1, PATCH, -1), (v / TALL * 2 - 1).unsqueeze(2).expand(-1, -1, SIDE)], -1)
            ink = strips[strip].float().unsqueeze(1)
            drawn = F.grid_sample(ink, at, padding_mode="zeros", align_corners=False)
            halved = F.grid_sample(F.avg_pool2d(ink, 2), at, padding_mode="zeros", align_corners=False)
            drawn = torch.where(over(down.view(-1) < 0.6), halved, drawn)[:, 0]
            row, column = top.long() + torch.arange(PATCH, device=d), left.long() + torch.arange(SIDE, device=d)
            inside = (drawn > 0.02) & ((row >= 0) & (row < SIDE)).unsqueeze(2) & ((column >= 0) & (column < SIDE)).unsqueeze(1)
            which, i, j = inside.nonzero(as_tuple=True)
            where = (page[which] * SIDE + row[which, i]) * SIDE + column[which, j]
            value = drawn[which, i, j]
            alpha.index_add_(0, where, value)
            for c in range(3):
                tinted[c].index_add_(0, where, value * colours[start + which, c])
        alpha, tinted = alpha.view(n, 1, SIDE, SIDE), tinted.view(3, n, SIDE, SIDE).transpose(0, 1)
        tint = tinted / alpha.clamp(min=1e-3)
        alpha = alpha.clamp(0, 1) * over(uniform(n, 0.75, 1.0, d))
        page = ground * (1 - alpha) + tint * alpha
        return torch.where(over(often(n, 0.06, d)), 1 - page, page).clamp(0, 1)


class Layout:
    """The positions of lines on one page: titles, columns of labels and values, paragraphs, tables, machine-readable
    lines, single lines."""

    def __init__(self, rng, width, height, ink):
        self.rng, self.width, self.height, self.ink = rng, width, height, ink
        self.lengths = ink[:, 2] - ink[:, 0]
        self.pieces, self.quads, self.faces, self.bands, self.bars = [], [], [], [], []
        self.dark = [rng.uniform(0, 0.3, 3) for _ in range(3)] + [rng.uniform(0, 0.55, 3)]
        self.squeeze = np.exp(rng.uniform(-0.3, 0.15))

    def fill(self):
        rng = self.rng
        kind = rng.random()
        margin = int(rng.uniform(6, 50))
        top, bottom, left, right = margin, self.height - margin, margin, self.width - margin
        if kind < 0.12:
            return self.scattered(int(rng.integers(0, 14)))
        if rng.random() < 0.25:
            bottom = self.zone(left, right, bottom)
        if rng.random() < 0.7:
            top = self.title(left, right, top)
        if rng.random() < 0.15:
            h = int(rng.uniform(30, 90))
            w = int(rng.uniform(150, max(160, right - left)))
            if bottom - h - 20 > top + 60:
                self.bars.append((left, bottom - h, w, h, int(rng.integers(1, 5))))
                bottom -= h + 12
        if rng.random() < 0.55 and bottom - top > 180:
            w = int(rng.uniform(130, 220))
            h = int(min(w * 1.3, bottom - top))
            if rng.random() < 0.7:
                self.faces.append((left, top, w, h))
                left += w + int(rng.uniform(10, 40))
            else:
                self.faces.append((right - w, top, w, h))
                right -= w + int(rng.uniform(10, 40))
        columns = int(rng.choice([1, 1, 2, 2, 3, 4]))
        edges = np.linspace(left, right, columns + 1)
        small, large = rng.uniform(4.5, 9), rng.uniform(8, 19)
        for a, b in zip(edges[:-1], edges[1:]):
            self.column(int(a), int(b - rng.uniform(4, 24)), top, bottom, small, large)

    def column(self, left, right, top, bottom, small, large):
        rng, y = self.rng, top
        label, value = self.colour(), self.colour()
        while y < bottom - 12:
            kind = rng.random()
            if kind < 0.5:
                y = self.row(left, right, y, small * rng.uniform(0.9, 1.1), label, bottom)
                y += large * rng.uniform(-0.1, 0.5)
                y = self.row(left + rng.uniform(0, 8), right, y, large, value, bottom)
            elif kind < 0.65:
                cap, step = rng.uniform(5, 13), rng.uniform(0.08, 1.1)
                for _ in range(int(rng.integers(2, 6))):
                    y = self.row(left, right, y, cap, label, bottom) + cap * step
            elif kind < 0.82:
                y = self.cells(left, right, y, rng.choice([small, large, rng.uniform(6, 16)]), value, bottom)
            else:
                y = self.row(left, right, y, rng.uniform(6, 26), value, bottom, joined=int(rng.integers(1, 3)))
            y += rng.uniform(0.15, 2.2) * large

    def title(self, left, right, top):
        rng, y = self.rng, top
        dark = rng.random() < 0.25
        start = len(self.pieces)
        for _ in range(int(rng.integers(1, 4))):
            shift = rng.uniform(0, 0.4) * (right - left)
            y = self.row(left + shift, right, y, rng.uniform(8, 30), np.array([rng.uniform(0.8, 1)] * 3) if dark else self.colour(), self.height * 0.5, joined=int(rng.integers(1, 3)))
            y += rng.uniform(1, 16)
        if dark and len(self.pieces) > start:
            self.bands.append((0, 0, self.width, int(y), True))
        return int(y + 6)

    def zone(self, left, right, bottom):
        """Machine readable lines: two or three of one length, evenly set."""
        rng = self.rng
        count, cap = int(rng.integers(2, 4)), rng.uniform(11, 19)
        pitch = cap * rng.uniform(1.8, 2.7)
        y = bottom - count * pitch
        for n in range(count):
            self.row(left, right, y + n * pitch, cap, np.array([0.08] * 3), bottom + cap, joined=9, gap=0.1)
        return int(y - 6)

    def cells(self, left, right, y, cap, colour, bottom):
        """Short words in a row, each as a separate line."""
        rng, x, low = self.rng, left, y + cap
        while x < right - cap:
            ends = self.row(x, min(right, x + cap * rng.uniform(1.2, 9)), y, cap, colour, bottom, ends=True)
            if ends is None:
                break
            x, low = ends[0] + cap * rng.uniform(1.5, 6), max(low, ends[1])
        return low

    def scattered(self, count):
        rng = self.rng
        for _ in range(60):
            if len(self.quads) >= count:
                break
            cap = np.exp(rng.uniform(np.log(5), np.log(36)))
            x, y = rng.uniform(0, self.width * 0.8), rng.uniform(0, self.height - 2 * cap)
            before = len(self.pieces), len(self.quads)
            self.row(x, self.width, y, cap, self.colour(), self.height)
            if len(self.quads) > before[1] and any(near(self.quads[-1], other) for other in self.quads[:-1]):
                del self.pieces[before[0] :], self.quads[before[1] :]

    def colour(self):
        return self.dark[int(self.rng.integers(len(self.dark)))]

    def row(self, left, right, y, cap, colour, bottom, joined=1, gap=None, ends=False):
        """Sets one line whose box begins at y; returns where the next may begin (with `ends`: right end and that), or y if
        none fits."""
        rng = self.rng
        down = cap / CAP
        across = down * self.squeeze
        x, box, set_ = left + BEYOND * cap, None, []
        for _ in range(joined):
            room = (right - x - BEYOND * cap) / across
            fits = np.flatnonzero((self.lengths <= room) & (self.ink[:, 4] > 0 if joined > 1 or rng.random() < 0.97 else True))
            if not len(fits):
                break
            if joined > 4:
                fits = fits[np.argsort(self.lengths[fits])[-60:]]
            strip = int(rng.choice(fits))
            ink = self.ink[strip]
            set_.append((strip, x - ink[0] * across, ink))
            x += (ink[2] - ink[0]) * across
            x += cap * (gap if gap is not None else rng.uniform(0.3, 0.75))
        if not set_:
            return None if ends else y
        high, low = min(ink[1] for _, _, ink in set_), max(ink[3] for _, _, ink in set_)
        base = BASELINE
        high, low = min(high, base - CAP), max(low, base)
        low = base + (low - base) * 0.5
        origin = y + ABOVE * cap - high * down
        end = y + (low - high) * down + 2 * ABOVE * cap
        if end > min(bottom, self.height):
            return None if ends else bottom
        for strip, at, _ in set_:
            self.pieces.append((strip, at, origin, across, down, colour))
        last = set_[-1][1] + set_[-1][2][2] * across + BEYOND * cap
        if all(ink[4] for _, _, ink in set_):
            self.quads.append((left, y, last, end))
        return (last, end) if ends else end


def near(a, b, gap=4):
    return a[0] < b[2] + gap and b[0] < a[2] + gap and a[1] < b[3] + gap and b[1] < a[3] + gap


def first(there):
    """The first non-empty column of each row; the middle if there is none."""
    n = there.shape[1]
    at = torch.where(there.any(1), there.int().argmax(1), torch.full_like(there[:, 0].int(), n // 2).long())
    return at.cpu().numpy()
