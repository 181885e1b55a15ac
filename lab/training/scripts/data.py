"""Pictures of lines in other scripts, 48 high and up to 512 wide: the ink of a bank, typeset, printed and photographed
like lines in our alphabet."""

import numpy as np
import torch
import torch.nn.functional as F

from common.chance import often, over, uniform
from scripts.bank import EM
from text.lines_data import Lines, clouds, normalise, scribble, spoil

HEIGHT, WIDTH = 48, 512
#: Batches cut from one draw of lines, by their length.
ALIKE = 12


class ScriptLines(Lines):
    height, width = HEIGHT, WIDTH

    def __init__(self, bank, device):
        self.device = device
        self.bank = None
        self.sorted = []
        self.add(bank)
        self.scenes = clouds(device)

    def add(self, bank):
        """Further lines to choose from."""
        ink, *about = bank
        packed = torch.empty(ink.shape, dtype=torch.uint8, device=self.device)
        for at in range(0, len(ink), 20_000):
            packed[at : at + 20_000] = torch.from_numpy(np.array(ink[at : at + 20_000])).to(self.device)
        about = [torch.from_numpy(a.astype(np.int64)).to(self.device) for a in about]
        if self.bank is not None:
            packed = torch.cat([self.bank, packed])
            about = [torch.cat(both) for both in zip((self.classes, self.extents, self.scripts), about)]
        self.bank = packed
        self.classes, self.extents, self.scripts = about
        self.lengths = (self.classes > 0).sum(1)

    def rows(self, b):
        """Lines of similar shape, so that a batch of short ones can be narrow."""
        if not self.sorted or len(self.sorted[-1]) != b:
            row = torch.randint(0, len(self.bank), (b * ALIKE,), device=self.device)
            across, down = self.extents[row].float().unbind(1)
            chunks = row[(across / down.clamp(min=0.6 * EM)).argsort()].chunk(ALIKE)
            self.sorted = [chunks[i] for i in torch.randperm(ALIKE)]
        return self.sorted.pop()

    def batch(self, b, hardness, most=1.1):
        """Pictures B×1×48×W normalised, classes B×40 (0 past the end), their lengths, scripts. W is 512 at a fixed difficulty."""
        d = self.device
        hard = uniform(b, 0, 1, d) ** 1.2 * most if hardness is None else torch.full((b,), hardness, device=d)
        row = self.rows(b) if hardness is None else torch.randint(0, len(self.bank), (b,), device=d)
        packed = self.bank[row]
        ink = torch.stack([packed >> 4, packed & 15], -1).flatten(2).unsqueeze(1).float() / 15
        lengths, classes, scripts = self.lengths[row], self.classes[row], self.scripts[row]
        empty = often(b, 0.04, d)
        strokes = scribble(b, ink.shape[2], ink.shape[3], d) * over(often(b, 0.5, d).float())
        ink = torch.where(over(empty), strokes, ink)
        lengths = torch.where(empty, torch.zeros_like(lengths), lengths)
        classes = torch.where(empty.unsqueeze(1), torch.zeros_like(classes), classes)
        scripts = torch.where(empty, torch.zeros_like(scripts), scripts)
        main, width, tall = self.set(ink, hard, self.extents[row].float(), narrow=hardness is None)
        picture = spoil(self.print(main, hard, tall), hard)
        return normalise(picture, width), classes, lengths, scripts

    def set(self, ink, hard, extents, narrow):
        """The line in its box: margins, slope, bend, slant, the lines above and below."""
        b, d = len(ink), self.device
        r = lambda most: uniform(b, -1, 1, d, 1, 1) * most * (0.3 + hard.view(-1, 1, 1))
        thick = torch.where(over(often(b, 0.5, d)), F.max_pool2d(ink, 3, 1, 1), -F.max_pool2d(-ink, 3, 1, 1))
        weight = over(uniform(b, 0, 0.6, d) * often(b, 0.3, d).float())
        ink = ink * (1 - weight) + thick * weight
        across, down = extents.unbind(1)
        left, right = uniform(b, 0.5, 12, d), uniform(b, 0.5, 12, d)
        tall = uniform(b, 0.5, 0.92, d) * self.height / down.clamp(min=0.6 * EM)
        wide = tall * torch.exp(uniform(b, -0.3, 0.2, d))
        wide = torch.minimum(wide, (WIDTH - left - right) / across)
        tall = torch.minimum(tall, wide * 1.7)
        width = (left + right + across * wide).clamp(8, WIDTH)
        self.width = min(WIDTH, -(-int(width.max()) // 32) * 32) if narrow else WIDTH
        fine = 2
        x = ((torch.arange(self.width * fine, device=d) + 0.5) / fine).view(1, 1, -1)
        y = ((torch.arange(self.height * fine, device=d) + 0.5) / fine).view(1, -1, 1)
        share = (x - width.view(-1, 1, 1) / 2) / width.view(-1, 1, 1) * 2
        room = ((self.height - down * tall) / 2).clamp(min=1).view(-1, 1, 1)
        middle = self.height / 2 + uniform(b, -1, 1, d, 1, 1) * room
        slope = r(0.05).clamp(-0.06, 0.06) * width.view(-1, 1, 1) / 2
        line = middle + slope.clamp(-5, 5) * share + r(1.4) * share**2
        v = (y - line) / (tall.view(-1, 1, 1) * (1 + r(0.05) * share))
        slant = r(0.14) * often(b, 0.3, d).view(-1, 1, 1)
        u = (x - left.view(-1, 1, 1)) / wide.view(-1, 1, 1) + slant * v + 4
        if narrow:
            u, v = u + self.bent(b, 2.2), v + self.bent(b, 1.8)
        main = F.avg_pool2d(seen(ink, u, v), fine)
        u, v = u[:, ::fine, ::fine], v[:, ::fine, ::fine]
        far = torch.where(v < 0, -uniform(b, 1.3, 2.2, d, 1, 1), uniform(b, 1.3, 2.2, d, 1, 1)) * down.view(-1, 1, 1).clamp(min=0.8 * EM)
        there = torch.where(v < 0, often(b, 0.25, d).view(-1, 1, 1), often(b, 0.25, d).view(-1, 1, 1)).float().unsqueeze(1)
        main = torch.maximum(main, seen(ink.roll(1, 0), u + uniform(b, -150, 150, d, 1, 1), v - far) * there)
        return main, width, (tall * down).view(-1, 1, 1)

    def bent(self, b, most):
        """Letters drawn slightly distorted, in pixels of the ink, so that a net with few typefaces does not learn their
        exact curves."""
        d = self.device
        field = F.interpolate(torch.randn(b, 1, 4, max(2, self.width // 16), device=d), (self.height * 2, self.width * 2), mode="bilinear", align_corners=False)
        return (field * over(uniform(b, 0, most, d) * often(b, 0.4, d).float())).squeeze(1)


def seen(ink, u, v):
    """Ink at places u, v of the canvas, v counted from its middle."""
    tall, wide = ink.shape[2:]
    at = torch.stack([u / wide * 2 - 1, v / tall * 2], -1)
    return F.grid_sample(ink, at, padding_mode="zeros", align_corners=False)
