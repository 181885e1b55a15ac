"""Documents and photographs from a scanner or camera, some of them edited in one place, some drawings that no camera took;
saved and sent like real files."""

import json
import zlib
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from common.chance import often, over, uniform
from common.store import decode
from traces.capture import captured, other, settings
from traces.kept_out import WRITING as WRITING_KEPT_OUT
from traces.net import CELL
from traces.place import place
from traces.sending import processed, sent, shifted
from traces.tools import SHARES, TRAINED, WRITING

HEIGHT, WIDTH = 416, 544
ROOM = (1056, 1456)
# How much the last program scaled the picture down; messengers do, files do not.
SHRINKS = (1.0, 1.0, 1.0, 1.0, 0.8, 0.68)
# The number of edited, untouched and drawn pictures in a batch.
PARTS = (16, 10, 6)
# A smaller change, relative to full scale, is lost when the file is saved.
LEAST = 0.004


class Edited:
    def __init__(self, pack, device, kept=False):
        self.device = device
        folder = Path(pack)
        index = json.loads((folder / "traces.json").read_text())
        data = (folder / "traces.bin").read_bytes()
        entries = [e for e in index["pictures"] if e["kept"] == kept]
        self.pictures = torch.zeros(len(entries), 3, *ROOM, dtype=torch.uint8)
        sizes = []
        for k, e in enumerate(entries):
            picture = decode(data[e["start"] : e["end"]])
            if picture.shape[1] > picture.shape[2]:
                picture = picture.transpose(1, 2)
            # Most of a scanner's lid is cropped, in whole blocks.
            top, left = (int(n * 0.05) // 8 * 8 if e["kind"] == "native" else 0 for n in picture.shape[1:])
            picture = picture[:, top : min(top + ROOM[0], picture.shape[1] - top), left : min(left + ROOM[1], picture.shape[2] - left)]
            h, w = picture.shape[1:]
            self.pictures[k, :, :h, :w] = picture
            sizes.append((h, w))
        self.pictures = self.pictures.to(device)
        self.sizes = torch.tensor(sizes, device=device).float()
        kinds = [e["kind"] for e in entries]
        self.of = {kind: torch.tensor([i for i, k in enumerate(kinds) if k == kind], device=device) for kind in set(kinds)}
        self.drawn = torch.tensor([k in ("drawn", "screen") for k in kinds], device=device)
        self.real = torch.tensor([k in ("scan", "native", "frame") for k in kinds], device=device)
        # For each picture the others of its model, or of its kind if it has none.
        groups = {}
        for i, e in enumerate(entries):
            groups.setdefault(e["model"], []).append(i)
        alike = [[j for j in groups[e["model"]] if j != i] or [j for j, k in enumerate(kinds) if k == e["kind"] and j != i] for i, e in enumerate(entries)]
        most = 16
        self.alike = torch.tensor([[each[j % len(each)] for j in range(most)] for each in alike], device=device)
        many, h, w = index["text"]
        text = np.frombuffer(zlib.decompress((folder / "traces_text.bin").read_bytes()), np.uint8).reshape(many, h, w)
        self.text = torch.from_numpy(text.copy()).to(device)

    def pick(self, b, shares):
        """Indices of pictures; shares: kind → how many parts of the batch."""
        kinds = [k for k in shares if k in self.of]
        chosen = torch.multinomial(torch.tensor([float(shares[k]) for k in kinds]), b, replacement=True).tolist()
        rows = [self.of[kinds[k]][int(torch.randint(0, len(self.of[kinds[k]]), (1,)))] for k in chosen]
        return torch.stack(rows)

    def windows(self, which, height, width, zoom, turn, middle, exact, soft=None):
        """Crops of height×width; zoom: source pixels per pixel of the crop; `exact` ones (B) are copied pixel by pixel,
        `soft` ones interpolated."""
        b, d = len(which), self.device
        middle = torch.where(exact.view(b, 1), (middle - torch.tensor([width / 2, height / 2], device=d)).round() + torch.tensor([width / 2, height / 2], device=d), middle)
        yy, xx = torch.meshgrid(torch.arange(height, device=d) + 0.5 - height / 2, torch.arange(width, device=d) + 0.5 - width / 2, indexing="ij")
        c, s = (turn.cos() * zoom).view(b, 1, 1), (turn.sin() * zoom).view(b, 1, 1)
        x, y = middle[:, 0].view(b, 1, 1) + xx * c - yy * s, middle[:, 1].view(b, 1, 1) + xx * s + yy * c
        # Outside the picture it is mirrored.
        h, w = (self.sizes[which, k].view(b, 1, 1) for k in (0, 1))
        x, y = mirrored(x, w), mirrored(y, h)
        grid = torch.stack([x / ROOM[1] * 2 - 1, y / ROOM[0] * 2 - 1], -1)
        out = torch.empty(b, 3, height, width, device=d)
        soft = torch.zeros_like(exact) if soft is None else soft & ~exact
        for mode, mask in (("nearest", exact), ("bilinear", soft), ("bicubic", ~exact & ~soft)):
            if mask.any():
                out[mask] = F.grid_sample(self.pictures[which[mask]].float() / 255, grid[mask], mode=mode, padding_mode="border", align_corners=False).clamp(0, 1)
        return out

    def looks(self, which, height, width):
        """The crop: zoom, rotation, middle, exactness."""
        b, d = len(which), self.device
        exact = self.real[which] & often(b, 0.5, d)
        zoom = torch.where(exact, torch.ones(b, device=d), torch.exp(uniform(b, -0.45, 0.25, d)))
        turn = torch.where(exact, torch.zeros(b, device=d), torch.randn(b, device=d) * torch.where(often(b, 0.5, d), 0.01, 0.12))
        room = (self.sizes[which].flip(1) - torch.tensor([width, height], device=d) * zoom.view(b, 1)).clamp(min=0)
        middle = torch.tensor([width, height], device=d) * zoom.view(b, 1) / 2 + torch.rand(b, 2, device=d) * room
        return zoom, turn, middle, exact

    def taken(self, which, height, width):
        """Pictures with the first capture, and donors for them: the same place of another document of the model, aligned
        as well as by hand."""
        b, d = len(which), self.device
        zoom, turn, middle, exact = self.looks(which, height, width)
        donor = self.alike[which, torch.randint(0, self.alike.shape[1], (b,), device=d)]
        slip = torch.randn(b, 2, device=d) * over(torch.where(often(b, 0.2, d), 30.0, 2.0)).view(b, 1)
        a = self.windows(which, height, width, zoom, turn, middle, exact)
        # Most donors are warped to fit, which smooths them slightly; some are used unchanged.
        same = exact & often(b, 0.25, d)
        o = self.windows(donor, height, width, zoom * torch.where(same, torch.ones(b, device=d), 1 + torch.randn(b, device=d) * 0.008), turn + torch.where(same, 0.0, 0.01) * torch.randn(b, device=d), middle + slip, same, often(b, 0.6, d))
        a, o = self.bordered(a, o)
        s = settings(b, d, self.drawn[which])
        # Real scans and frames have been captured already: half of them are left alone, the others get slightly more.
        t = other(s, settings(b, d, self.drawn[which]), often(b, 0.35, d))
        through = torch.where(self.real[which], often(b, 0.25, d) & ~exact, torch.ones(b, dtype=torch.bool, device=d))
        for each in (s, t):
            each["fall"] = each["fall"] * (~self.real[which]).float().view(b, 1)
        a, o = (torch.where(over(through), captured(x, each), x) for x, each in ((a, s), (o, t)))
        quality = uniform(b, 60, 98, d).round() * often(b, 0.8, d).float() * (~exact | often(b, 0.3, d)).float()
        its = torch.where(often(b, 0.6, d), quality, uniform(b, 50, 98, d).round())
        half = often(b, 0.75, d)
        return shifted(a, quality, half), shifted(o, its, half)

    def bordered(self, a, o):
        """Some documents end within the crop: beyond is the lid of a scanner or a table, also for the donor."""
        b, _, h, w = a.shape
        d = self.device
        yy, xx = torch.meshgrid(torch.arange(h, device=d) + 0.5, torch.arange(w, device=d) + 0.5, indexing="ij")
        turn = torch.randn(b, device=d).view(b, 1, 1) * 0.02
        xx, yy = xx + yy * turn, yy - xx * turn
        ends = torch.where(torch.rand(b, 4, device=d) < 0.45, uniform(b, 8, 110, d, 4), torch.full((b, 4), -900.0, device=d)).view(b, 4, 1, 1)
        out = torch.maximum(torch.maximum(ends[:, 0] - xx, xx - (w - ends[:, 1])), torch.maximum(ends[:, 2] - yy, yy - (h - ends[:, 3]))).unsqueeze(1)
        cover = (out / over(uniform(b, 0.3, 2.5, d)) + 0.5).clamp(0, 1) * over(often(b, 0.3, d).float())
        flat = torch.where(over(often(b, 0.6, d)), uniform(b, 0.85, 1.0, d, 1).view(b, 1, 1, 1), uniform(b, 0.02, 0.9, d, 3).view(b, 3, 1, 1))
        flat = flat + torch.randn_like(a) * over(uniform(b, 0, 0.012, d)) - 0.15 * torch.exp(-out.clamp(min=0) / 12) * over(often(b, 0.5, d).float())
        table = a.roll(b // 2, 0).flip(3)
        beyond = torch.where(over(often(b, 0.7, d)), flat, table).clamp(0, 1)
        return a + (beyond - a) * cover, o + (beyond - o) * cover

    def batch(self, parts=PARTS, tools=TRAINED, shares=SHARES, shrink=None):
        """Pictures; the changed part B×1 by pixels; B×2 whether it was edited and whether it was drawn; the tool's number,
        -1 for none."""
        d = self.device
        edited, left, drawn = parts
        shrink = shrink or SHRINKS[int(torch.randint(0, len(SHRINKS), (1,)))]
        h, w = round(HEIGHT / shrink), round(WIDTH / shrink)
        b = edited + left
        pictures, donors = self.taken(self.pick(b, {"drawn": 4, "scan": 3, "native": 6, "photograph": 1.5, "frame": 1.5}), h, w)
        mask = torch.zeros(b, 1, h, w, device=d)
        tool = torch.full((b + drawn,), -1, device=d)
        chosen = torch.multinomial(torch.tensor([float(s) for s in shares]), edited, replacement=True) if edited else torch.empty(0)
        for k, use in enumerate(tools):
            mine = (chosen == k).nonzero().flatten().to(d)
            if len(mine):
                p = place(len(mine), h, w, d, torch.full((len(mine),), use in WRITING + WRITING_KEPT_OUT, device=d))
                before = pictures[mine]
                after, where = use(before, donors[mine], p, self.text)
                # An edit without a visible trace, such as a blur of an even sky, does not count.
                changed = ((after - before).abs().mean(1, keepdim=True) * where).sum((1, 2, 3)) / where.sum((1, 2, 3)).clamp(min=1)
                pictures[mine], mask[mine] = after, where * over((changed > LEAST).float())
                tool[mine] = k
        if drawn:
            pictures = torch.cat([pictures, self.rendered(drawn, h, w)])
            mask = torch.cat([mask, torch.zeros(drawn, 1, h, w, device=d)])
        pictures = sent(processed((pictures * 255).round() / 255), shrink, (HEIGHT, WIDTH))
        mask = F.interpolate(mask, (HEIGHT, WIDTH), mode="area")
        label = torch.zeros(b + drawn, 2, device=d)
        label[:b, 0], label[b:, 1] = mask[:b].amax((1, 2, 3)) > 0, 1
        return pictures, mask, label, tool

    def rendered(self, b, h, w):
        which = self.pick(b, {"drawn": 4, "screen": 2})
        zoom, turn, middle, _ = self.looks(which, h, w)
        exact = often(b, 0.4, self.device)
        level = torch.where(exact, torch.ones_like(zoom), zoom)
        return self.windows(which, h, w, level, torch.where(often(b, 0.7, self.device), torch.zeros_like(turn), turn), middle, exact)


def mirrored(x, size):
    """Pixel positions outside 0..size reflected back."""
    folded = x.remainder(2 * size)
    return torch.minimum(folded, 2 * size - folded).clamp(min=0.5).minimum(size - 0.5)


def cells(mask):
    """B×1 by pixels → B×2 by cells: changed, and a seam; and B×1, the weight: partly changed cells count only for the
    seam."""
    share = F.avg_pool2d(mask, CELL)
    changed = (share > 0.5).float()
    near = F.max_pool2d(changed, 3, 1, 1) - (-F.max_pool2d(-changed, 3, 1, 1))
    partly = ((share > 0.02) & (share < 0.98)).float()
    return torch.cat([changed, torch.maximum(partly, near * (partly == 0) * 0.5 * (F.max_pool2d(partly, 3, 1, 1) > 0))], 1), 1 - ((share > 0.15) & (share < 0.7)).float()
