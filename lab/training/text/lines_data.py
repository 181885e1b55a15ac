"""Pictures of single text lines, 32 high and up to 384 wide, grey, drawn on the GPU from an atlas of letters. Difficulty runs from 0 to 1 and beyond."""

from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from text import strings
from common.chance import often, over, uniform
from common.degrade import blur, glare, jpeg, noise, shadows
from common.store import read_bank
from drawing.text_cells import BASELINE, CAP, LEFT
from text.alphabet import CLASS, GROUPS

HEIGHT, WIDTH = 32, 384
LEVELS = {"easy": 0.25, "medium": 0.6, "hard": 1.0}
SPACE = CLASS[" "]
#: Pixels of the widest line in the atlas's own scale.
CANVAS = 820
# One typeface in this many is held out, if a program asks for it.
HELD = 14
# A composed batch is printed and photographed this often: composing is more expensive.
USES = 3


class Lines:
    """Without banks, soft clouds replace the faded pictures behind the print."""

    #: Of the pictures.
    height, width = HEIGHT, WIDTH

    def __init__(self, pack, banks, device, count=400_000, seed=1, jobs=8, faces=None):
        self.device = device
        # Processes are forked before the GPU is touched.
        text, needs, script = strings.bank(pack, count, seed, jobs)
        stored = np.load(Path(pack) / "letters.npz")
        mine = range(len(stored["cells"])) if faces is None else [f for f in range(len(stored["cells"])) if (f % HELD == HELD // 4) == (faces == "held")]
        packed = torch.tensor(stored["cells"][list(mine)], device=device)
        cells = torch.stack([packed >> 4, packed & 15], -1).flatten(3)
        fonts, letters, self.tall, self.cell = cells.shape
        blank = torch.zeros(fonts, 1, self.tall, self.cell, dtype=torch.uint8, device=device)
        self.columns = torch.cat([blank, cells], 1).permute(0, 1, 3, 2).reshape(-1, self.tall)
        advance = torch.tensor(stored["advance"][list(mine)], device=device)
        self.advance = torch.cat([torch.zeros_like(advance[:, :1]), advance], 1)
        self.classes = letters + 1
        self.fonts = choices(stored["has"][list(mine)], device)
        self.text, self.needs, self.script = (torch.tensor(a, device=device) for a in (text, needs, script))
        if banks:
            scenes = read_bank(banks, "scenes", "cpu")[0].float().mean(1, keepdim=True)
            self.scenes = (F.avg_pool2d(scenes, 2) / 255).half().to(device)
        else:
            self.scenes = clouds(device)
        self.composed, self.left = None, 0

    def batch(self, b, hardness, most=1.1):
        """Pictures B×1×32×384 normalised, classes B×46 (0 past the end), their lengths, scripts."""
        d = self.device
        hard = uniform(b, 0, 1, d) ** 1.2 * most if hardness is None else torch.full((b,), hardness, device=d)
        if hardness is not None:
            ink, width, tall, *what = self.compose(b, hard)
        else:
            if self.left == 0 or len(self.composed[0]) != b:
                self.composed, self.left = self.compose(b, hard), USES
            self.left -= 1
            ink, width, tall, *what = self.composed
        picture = spoil(self.print(ink, hard, tall), hard)
        return (normalise(picture, width), *what)

    def compose(self, b, hard):
        ink, cut, classes, lengths, script, size, total = self.write(b, hard)
        return (*self.place(ink, cut, hard, size, total), classes, lengths, script)

    def write(self, b, hard):
        """Ink of one line each in the atlas's scale, B×1×48×820, and its text."""
        d = self.device
        row = torch.randint(0, len(self.text), (b,), device=d)
        classes = self.text[row].long()
        table, count = self.fonts
        need = self.needs[row].long()
        font = table[need, (torch.rand(b, device=d) * count[need]).long()]
        advance = self.advance[font.unsqueeze(1), classes]
        wide = torch.where(often(b, 0.14, d), torch.exp(uniform(b, 0, 2.9, d)), torch.where(often(b, 0.25, d), uniform(b, -1.6, 0, d), torch.randn(b, device=d) * 0.4)).unsqueeze(1)
        advance = advance + wide + torch.randn_like(advance) * (0.25 * hard).unsqueeze(1)
        gap = (advance * uniform(b, 0.75, 1.9, d, 1) + wide.clamp(min=0)).clamp(min=5)
        advance = torch.where(classes == SPACE, gap, advance.clamp(min=2.5)) * (classes > 0)
        # Capitals of 0.44 to 0.82 of the strip, less if accents need room; up to a fifth narrower or wider than in the
        # font.
        tall = uniform(b, 0.44, 0.82, d)
        tall = torch.where(need > 0, 0.42 + (tall - 0.44) * 0.68, tall) * self.height / CAP
        size = torch.stack([tall * torch.exp(uniform(b, -0.36, 0.2, d)), tall], -1)
        room = ((self.width - 14) / size[:, :1]).clamp(max=CANVAS - 2 * LEFT)
        ends = advance.cumsum(1)
        classes = torch.where(ends <= room, classes, torch.zeros_like(classes))
        lengths = (classes > 0).sum(1)
        last = classes.gather(1, (lengths - 1).clamp(min=0).unsqueeze(1)).squeeze(1)
        lengths = (lengths - (last == SPACE).long()).clamp(min=1)
        classes = upto(classes, lengths)
        last = (lengths - 1).unsqueeze(1)
        total = ends.gather(1, last).squeeze(1)
        starts = (ends - advance).round().long()
        ink = self.ink(font, classes, starts, ends.contiguous())
        # Some boxes end inside a letter: the remaining part must not be read.
        cut = often(b, 0.07, d) & (lengths > 2) & (classes.gather(1, last - (lengths > 1).long().unsqueeze(1)).squeeze(1) != SPACE)
        total = torch.where(cut, total - advance.gather(1, last).squeeze(1) * uniform(b, 0.65, 0.95, d), total)
        lengths = torch.where(cut, lengths - 1, lengths)
        # Some contain no text at all: background, a signature, a part of the portrait.
        empty = often(b, 0.05, d)
        strokes = scribble(b, ink.shape[2], ink.shape[3], d) * over(often(b, 0.5, d).float())
        ink = torch.where(over(empty), strokes, ink)
        lengths = torch.where(empty, torch.zeros_like(lengths), lengths)
        return ink, cut, upto(classes, lengths), lengths, self.script[row], size, total

    def ink(self, font, classes, starts, ends):
        """Each canvas column shows the letter whose advance covers it, and its neighbours if they extend into it."""
        b, d = len(classes), self.device
        x = torch.arange(CANVAS, device=d).expand(b, -1).contiguous()
        here = torch.searchsorted(ends, (x - LEFT + 0.5).float().contiguous())
        canvas = None
        for shift in (-1, 0, 1):
            at = (here + shift).clamp(0, classes.shape[1] - 1)
            letter = classes.gather(1, at)
            offset = x - starts.gather(1, at)
            inside = (offset >= 0) & (offset < self.cell) & (here + shift == at)
            column = (font.unsqueeze(1) * self.classes + letter) * self.cell + offset
            drawn = self.columns[torch.where(inside, column, torch.zeros_like(column))]
            canvas = drawn if canvas is None else torch.maximum(canvas, drawn)
        return (canvas.transpose(1, 2).unsqueeze(1).float() / 15).contiguous()

    def place(self, ink, cut, hard, size, total):
        """The line in its box as cropped by the detector: margins, slope, bend, slant, perspective, lines above and below."""
        b, d = len(ink), self.device
        r = lambda most: uniform(b, -1, 1, d, 1, 1) * most * (0.3 + hard.view(-1, 1, 1))
        thick = torch.where(over(often(b, 0.5, d)), F.max_pool2d(ink, 3, 1, 1), -F.max_pool2d(-ink, 3, 1, 1))
        weight = over(uniform(b, 0, 0.75, d) * often(b, 0.4, d).float())
        ink = ink * (1 - weight) + thick * weight
        left, right = uniform(b, 0.5, 9, d), torch.where(cut, torch.zeros(b, device=d), uniform(b, 0.5, 9, d))
        width = (left + right + total * size[:, 0]).clamp(8, self.width)
        fine = 2
        x = ((torch.arange(self.width * fine, device=d) + 0.5) / fine).view(1, 1, -1)
        y = ((torch.arange(self.height * fine, device=d) + 0.5) / fine).view(1, -1, 1)
        share = (x - width.view(-1, 1, 1) / 2) / width.view(-1, 1, 1) * 2
        middle = self.height / 2 + r(2.6)
        slope = r(0.05).clamp(-0.06, 0.06) * width.view(-1, 1, 1) / 2
        line = middle + slope.clamp(-4, 4) * share + r(1.2) * share**2
        grow = 1 + r(0.06) * share
        v = (y - line) / (size[:, 1].view(-1, 1, 1) * grow)
        slant = r(0.16) * often(b, 0.4, d).view(-1, 1, 1)
        u = (x - left.view(-1, 1, 1)) / size[:, 0].view(-1, 1, 1) + slant * v + LEFT
        main = F.avg_pool2d(look(ink, u, v), fine)
        tall = (size[:, 1] * CAP).view(-1, 1, 1)
        # The lines above and below, of another size, at half the resolution.
        u, v = u[:, :, ::fine].expand(-1, self.height, -1) if u.shape[1] == 1 else u[:, ::fine, ::fine], v[:, ::fine, ::fine]
        scale = torch.exp(uniform(b, -0.4, 0.4, d, 1, 1))
        far = torch.where(v < 0, -uniform(b, 1.45, 2.6, d, 1, 1), uniform(b, 1.45, 2.6, d, 1, 1)) * CAP
        there = torch.where(v < 0, often(b, 0.3, d).view(-1, 1, 1), often(b, 0.3, d).view(-1, 1, 1)).float().unsqueeze(1)
        near = look(ink.roll(1, 0), (u + uniform(b, -200, 200, d, 1, 1)) * scale, (v - far) * scale)
        main = torch.maximum(main, near * there)
        return main, width, tall

    def ground(self, b, hard):
        """Security print: fine waves, a faded picture, bands of another tone. Around 0."""
        d = self.device
        x = torch.arange(self.width, device=d).view(1, 1, -1).float()
        y = torch.arange(self.height, device=d).view(1, -1, 1).float()
        out = torch.zeros(b, self.height, self.width, device=d)
        r = lambda low, high: uniform(b, low, high, d, 1, 1)
        for _ in range(3):
            angle = r(0, 3.15)
            period = torch.exp(r(1.0, 3.2))
            wave = (x * angle.cos() + y * angle.sin()) * 6.283 / period
            wave = wave + r(0, 5) * torch.sin(x * 6.283 / torch.exp(r(3, 5.5)) + r(0, 6.3)) + r(0, 2) * torch.sin(y * 6.283 / torch.exp(r(2, 4)) + r(0, 6.3))
            line = (0.5 + 0.5 * torch.cos(wave)) ** torch.exp(r(0, 2))
            out = out + (line - 0.4) * r(-0.16, 0.1) * often(b, 0.5, d).view(-1, 1, 1)
        source = self.scenes[torch.randint(0, len(self.scenes), (b,), device=d)].float()
        size = torch.stack([uniform(b, 0.15, 0.9, d), uniform(b, 0.03, 0.3, d)], -1)
        theta = torch.zeros(b, 2, 3, device=d)
        theta[:, 0, 0], theta[:, 1, 1] = size[:, 0], size[:, 1]
        theta[:, :, 2] = (1 - size) * uniform(b, -1, 1, d, 2)
        scene = F.grid_sample(source, F.affine_grid(theta, (b, 1, self.height, self.width), align_corners=False), align_corners=False).squeeze(1)
        out = out + (scene - scene.mean((1, 2), keepdim=True)) * r(0, 0.6) * often(b, 0.45, d).view(-1, 1, 1)
        angle = r(0, 6.3)
        edge = torch.sigmoid(((x - r(0, self.width)) * angle.cos() + (y - r(0, self.height)) * angle.sin()) * torch.exp(r(-2, 1)))
        out = out + edge * r(-0.35, 0.2) * often(b, 0.25, d).view(-1, 1, 1)
        return (out * (0.3 + 0.8 * hard.view(-1, 1, 1))).unsqueeze(1)

    def print(self, ink, hard, tall):
        b, d = len(ink), self.device
        h = over(hard)
        paper = over(uniform(b, 0.55, 1.0, d)) + self.ground(b, hard)
        wear = F.interpolate(torch.rand(b, 1, 8, 60, device=d), (self.height, self.width), mode="bilinear", align_corners=False)
        fade = 1 - (wear > 0.7).float() * over(uniform(b, 0, 0.6, d)) * h * over(often(b, 0.3, d).float())
        # Laser and dot-matrix print: the letters are dots.
        x = torch.arange(self.width, device=d).view(1, 1, 1, -1).float()
        y = torch.arange(self.height, device=d).view(1, 1, -1, 1).float()
        pitch = over(uniform(b, 2.6, 4.2, d))
        dots = ((torch.cos(x * 6.283 / pitch) + torch.cos(y * 6.283 / pitch)) * 1.5 + 0.6).clamp(0, 1)
        ink = torch.where(over(often(b, 0.06, d)), ink * dots, ink)
        rule = over(uniform(b, 0.02, 0.98, d)) * self.height
        ruled = torch.exp(-(((y - rule) / over(uniform(b, 0.4, 1.2, d))) ** 2)) * over(often(b, 0.07, d).float())
        clear = ((rule - self.height / 2).abs() > tall.view(-1, 1, 1, 1) * 0.6).float()
        ink = torch.maximum(ink, ruled * clear)
        # A hole, an emblem's edge or a stamp stroke across the strip.
        angle = over(uniform(b, 0.3, 2.8, d))
        stroke = ((x - over(uniform(b, 0, self.width, d))) * angle.sin() - (y - self.height / 2) * angle.cos()).abs() / over(uniform(b, 0.6, 2.0, d))
        paper = paper - torch.exp(-(stroke**2)) * over(uniform(b, 0, 0.5, d) * often(b, 0.08, d).float()) * h
        dark = over(uniform(b, 0.0, 0.3, d)) + 0.4 * h * over(uniform(b, 0, 1, d) ** 1.5)
        dark = torch.minimum(dark, paper.mean((2, 3), keepdim=True) - over(uniform(b, 0.16, 0.3, d))).clamp(min=0)
        alpha = ink * fade * over(uniform(b, 0.8, 1.0, d))
        picture = (paper * (1 - alpha) + dark * alpha).clamp(0, 1)
        return torch.where(over(often(b, 0.07, d)), 1 - picture, picture)


def clouds(device):
    layers = sum(F.interpolate(torch.rand(200, 1, 2**k, 2**k, device=device), (128, 128), mode="bicubic", align_corners=False) / k for k in (2, 3, 4, 6))
    return (layers / layers.amax((2, 3), keepdim=True)).clamp(0, 1).half()


def choices(has, device):
    """For each set of letter groups the fonts that have them all, as a table, and their number."""
    masks = 1 << len(GROUPS)
    bits = has.astype(int) @ (1 << np.arange(len(GROUPS)))
    rows = [[f for f, mine in enumerate(bits) if mine & need == need] for need in range(masks)]
    rows = [row or [int(np.argmax(has.sum(1)))] for row in rows]
    most = max(map(len, rows))
    table = torch.tensor([row + [row[0]] * (most - len(row)) for row in rows], device=device)
    return table, torch.tensor([len(row) for row in rows], device=device)


def upto(classes, lengths):
    places = torch.arange(classes.shape[1], device=classes.device)
    return torch.where(places < lengths.unsqueeze(1), classes, torch.zeros_like(classes))


def scribble(b, tall, wide, d):
    """Two pen strokes that wander along the line, as signatures do."""
    x = torch.arange(wide, device=d).view(1, 1, -1).float()
    y = torch.arange(tall, device=d).view(1, -1, 1).float()
    out = torch.zeros(b, tall, wide, device=d)
    for _ in range(2):
        path = tall * 0.5
        for low, high in ((2.8, 3.8), (3.2, 4.4), (4.2, 5.5)):
            path = path + uniform(b, 2, 11, d, 1, 1) * torch.sin(x * 6.283 / torch.exp(uniform(b, low, high, d, 1, 1)) + uniform(b, 0, 6.3, d, 1, 1))
        out = torch.maximum(out, torch.exp(-(((y - path) / uniform(b, 0.8, 3, d, 1, 1)) ** 2)))
    return out.unsqueeze(1)


def look(ink, u, v):
    """Ink at places u, v of the canvas, in atlas pixels, v counted from the middle of the capitals."""
    tall, wide = ink.shape[2:]
    at = torch.stack([u / wide * 2 - 1, (v + BASELINE - CAP / 2) / tall * 2 - 1], -1)
    return F.grid_sample(ink, at, padding_mode="zeros", align_corners=False)


def spoil(x, hard):
    """Effects of the camera: resolution, blur, uneven light, glare, noise, compression."""
    b, d = len(x), x.device
    tall, wide = x.shape[2:]
    h = over(hard)
    lost = uniform(b, 0, 1, d) * hard
    for factor, from_ in ((1.4, 0.22), (1.8, 0.4), (2.3, 0.58), (2.8, 0.78)):
        small = F.interpolate(x, (round(tall / factor), round(wide / factor)), mode="bilinear" if factor < 2 else "area", **({"align_corners": False} if factor < 2 else {}))
        small = torch.where(over(often(b, 0.4, d)), jpeg(small, 0.7), small)
        small = F.interpolate(small, (tall, wide), mode="bilinear", align_corners=False)
        x = torch.where(over(lost > from_), small, x)
    soft = blur(x, 0.7, 1.9)
    x = x + (soft - x) * (0.25 + h).clamp(max=1)
    edged = (x + (x - F.avg_pool2d(x, 5, 1, 2, count_include_pad=False)) * over(uniform(b, 0.5, 2.2, d))).clamp(0, 1)
    x = torch.where(over(often(b, 0.2, d)), edged, x)
    x = torch.where(over(often(b, 0.06, d)), shadows(x, 1.0), x)
    ramp = torch.linspace(-0.5, 0.5, wide, device=d).view(1, 1, 1, -1) * over(uniform(b, -0.8, 0.8, d)) + torch.linspace(-0.5, 0.5, tall, device=d).view(1, 1, -1, 1) * over(uniform(b, -0.3, 0.3, d))
    x = (x * (1 + ramp * h)).clamp(0, 1)
    bright = glare(x, 0.2)
    x = x + (bright - x) * (h * 0.7).clamp(max=1)
    low = over(uniform(b, 0, 0.4, d)) * h
    gain = 1 - over(uniform(b, 0, 0.55, d)) * h
    x = low + x * gain * (1 - low)
    x = x.clamp(1e-4, 1) ** torch.exp(over(uniform(b, -0.5, 0.5, d)))
    rough = noise(x, 0.05)
    x = x + (rough - x) * (0.15 + h).clamp(max=1)
    coded = jpeg(x, 0.45)
    x = (x + (coded - x) * (h * 1.2).clamp(max=1)).clamp(0, 1)
    return torch.round(x * 255) / 255


def normalise(x, width):
    """Mean 0 and standard deviation 1 over the strip; pixels beyond it are 0. The engine does the same before it pads."""
    inside = (torch.arange(x.shape[3], device=x.device) < width.view(-1, 1).ceil()).float().view(-1, 1, 1, x.shape[3])
    count = inside.sum((1, 2, 3), keepdim=True) * x.shape[2]
    mean = (x * inside).sum((1, 2, 3), keepdim=True) / count
    spread = (((x - mean) * inside) ** 2).sum((1, 2, 3), keepdim=True) / count
    return (x - mean) / spread.sqrt().clamp(min=4 / 255) * inside
