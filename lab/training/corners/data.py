"""Training pictures for the corner net: phone frames through new windows, frames with an exchanged document, composites,
and pictures without a document."""

from pathlib import Path

import torch
import torch.nn.functional as F

from common.chance import often, over, uniform
from common.compose import fingers, greyed, paste, sheet
from common.degrade import photograph
from common.placing import random_quad, random_window, seen_share, tight_quad
from common.store import read_bank
from common.warp import UNIT, apply, homography, inverse, sample_levels
from corners.papers import creased, lay_paper, tinted

SIZE = 320
KEPT_OUT = ("fin_id", "cze_id", "hrv_drvlic")
KINDS = {"real": 0.3, "exchanged": 0.12, "composite": 0.32, "none": 0.26}
# When only the presence of a document is learnt, negatives need as much practice as positives.
PRESENCE_KINDS = {"real": 0.2, "exchanged": 0.08, "composite": 0.24, "none": 0.48}


def kept_out(name):
    return any(kind in name for kind in KEPT_OUT)


class Corners:
    def __init__(self, pack, device, kinds=KINDS):
        self.device, self.kinds = device, kinds
        frames, index = read_bank(pack, "frames", device)
        tables, more = read_bank(pack, "tables", device)
        self.frames, index = torch.cat([frames, tables]), index + [{**e, "measured": i % 8 == 0} for i, e in enumerate(more)]
        self.index = index
        self.quads = torch.tensor([e["quad"] for e in index], device=device)
        self.aspects = torch.tensor([e["aspect"] for e in index], device=device)
        usable = [i for i, e in enumerate(index) if not kept_out(e["file"]) and not e["measured"]]
        drawn = [i for i in usable if index[i]["file"].startswith("specimen")]
        copies = [i for i in usable if index[i]["file"].startswith("dlc")]
        colour = [i for i in usable if i not in drawn and i not in copies]
        self.pools = [torch.tensor(pool, device=device) for pool in (copies, colour, drawn)]
        cutouts, labels = read_bank(pack, "cutouts", device)
        cutouts = cutouts[[i for i, e in enumerate(labels) if not kept_out(e["file"])]]
        specimens = read_bank(pack, "specimens", device)[0]
        self.cards = torch.cat([cutouts.repeat(2, 1, 1, 1), read_bank(pack, "cards", device)[0], specimens])
        self.scenes = read_bank(pack, "scenes", device)[0]
        self.held_photos = None
        if (Path(pack) / "photos.json").exists():
            photos, labels = read_bank(pack, "photos", device)
            photos = F.interpolate(photos.float(), self.scenes.shape[2:], mode="bilinear", align_corners=False).to(torch.uint8)
            held = torch.tensor([e["held"] for e in labels], device=device)
            self.held_photos, photos = photos[held], photos[~held]
            self.scenes = torch.cat([self.scenes, photos])
        self.faces = read_bank(pack, "faces", device)[0]
        self.papers, labels = read_bank(pack, "papers", device)
        self.paper_aspects = torch.tensor([e["aspect"] for e in labels], device=device)

    def batch(self, b):
        scenes, *labels = self.scenes_with_documents(b)
        return photograph(scenes), *labels

    def scenes_with_documents(self, b):
        """Pictures B×3×320×320 in linear light, quads, and the targets present, whole and usable (1, 0, or -1 for
        'ignore')."""
        counts = [round(b * share) for share in self.kinds.values()]
        counts[0] += b - sum(counts)
        parts = [self.real(counts[0]), self.exchanged(counts[1]), self.composite(counts[2]), self.none(counts[3])]
        pictures, quads, there = (torch.cat(column) for column in zip(*parts))
        return pictures, quads, *targets(quads, there)

    def window(self, b):
        d = self.device
        copies, colour, drawn = (pool[torch.randint(0, len(pool), (b,), device=d)] for pool in self.pools)
        share = torch.rand(b, device=d)
        which = torch.where(share < 0.4, copies, torch.where(share < 0.75, colour, drawn))
        quad = self.quads[which]
        h = random_window(quad, self.aspects[which], frame_aspects(b, d), d)
        close = homography(tight_quad(b, d, 0.03), quad)
        h = torch.where(often(b, 0.3, d).view(-1, 1, 1), close, h)
        picture, inside = sample_levels(self.frames[which].float() / 255, h, SIZE, SIZE)
        return picture * inside + self.ground(b) * (1 - inside), apply(inverse(h), quad)

    def real(self, b):
        picture, quad = self.window(b)
        return fingers(picture, quad, 0.05), quad, torch.ones(b, device=self.device)

    def exchanged(self, b):
        picture, quad = self.window(b)
        grown = quad + (quad - quad.mean(1, keepdim=True)) * 0.02
        return self.lay(picture, grown, b), grown, torch.ones(b, device=self.device)

    def composite(self, b):
        d = self.device
        frame = frame_aspects(b, d)
        aspect = torch.where(often(b, 0.6, d), uniform(b, 1.5, 1.65, d), uniform(b, 1.2, 1.6, d))
        quad = random_quad(b, aspect, frame, 0.28, 1.0, d)
        quad = torch.where(often(b, 0.3, d).view(-1, 1, 1), tight_quad(b, d), quad)
        canvas = self.ground(b)
        canvas = torch.where(over(often(b, 0.3, d)), self.paper(canvas, frame), canvas)
        other = random_quad(b, aspect, frame, 0.15, 0.5, d)
        apart = often(b, 0.25, d) & (area(other) < 0.5 * area(quad))
        canvas = torch.where(apart.view(-1, 1, 1, 1), self.lay(canvas, other, b), canvas)
        return self.lay(canvas, quad, b), quad, torch.ones(b, device=d)

    def lay(self, canvas, quad, b):
        d = self.device
        cards = creased(striped(self.cards[torch.randint(0, len(self.cards), (b,), device=d)].float() / 255), 0.15)
        copy = often(b, 0.3, d)
        canvas = sheet(canvas, quad, copy & often(b, 0.6, d))
        radius = torch.where(copy, torch.zeros(b, device=d), uniform(b, 0.0, 0.07, d))
        shadow = torch.where(copy, uniform(b, 0, 0.15, d), uniform(b, 0, 0.5, d))
        # A hand holds the card from behind, with a thumb on it.
        canvas = fingers(canvas, quad, 0.25, 0.16)
        return fingers(paste(canvas, greyed(cards, copy), quad, radius, shadow), quad, 0.3, 0.11)

    def none(self, b):
        """A photograph, a covered document, or one or two things that only have a document's outline."""
        d = self.device
        canvas = self.ground(b)
        covered, quad = self.window(b)
        big = quad + (quad - quad.mean(1, keepdim=True)) * 0.15
        patch = self.scenes[torch.randint(0, len(self.scenes), (b,), device=d)].float() / 255
        covered = paste(covered, patch, big, torch.zeros(b, device=d), uniform(b, 0, 0.4, d))
        kind = torch.rand(b, device=d)
        frame = frame_aspects(b, d)
        strewn = torch.where(over(often(b, 0.25, d)), self.paper(canvas, frame), canvas)
        picture = torch.where(over(kind < 0.2), covered, torch.where(over(kind < 0.75), self.paper(strewn, frame), canvas))
        return picture, torch.full((b, 4, 2), 0.5, device=d) + UNIT.to(d) * 0.01, torch.zeros(b, device=d)

    def paper(self, canvas, frame):
        """One paper or thing on the canvas, lying on it or filling it as in the second pass, sometimes in a hand."""
        b, d = len(canvas), self.device
        which = torch.randint(0, len(self.papers), (b,), device=d)
        quad = random_quad(b, self.paper_aspects[which], frame, 0.3, 1.1, d)
        quad = torch.where(often(b, 0.4, d).view(-1, 1, 1), tight_quad(b, d), quad)
        canvas = fingers(canvas, quad, 0.15, 0.16)
        return fingers(lay_paper(canvas, tinted(self.papers[which].float() / 255), quad), quad, 0.15, 0.11)

    def ground(self, b):
        """A random crop of a scene, at any angle; sometimes a portrait photograph, sometimes one flat colour."""
        d = self.device
        cut = random_quad(b, uniform(b, 0.6, 1.7, d), torch.ones(b, device=d), 0.35, 1.0, d)
        h = homography(UNIT.to(d).expand(b, -1, -1), cut)
        scenes = self.scenes[torch.randint(0, len(self.scenes), (b,), device=d)].float() / 255
        picture = sample_levels(scenes, h, SIZE, SIZE, "reflection")[0]
        faces = self.faces[torch.randint(0, len(self.faces), (b,), device=d)].float() / 255
        face = sample_levels(faces, h, SIZE, SIZE, "reflection")[0]
        picture = torch.where(often(b, 0.16, d).view(-1, 1, 1, 1), face, picture)
        flat = uniform(b, 0, 1, d, 3, 1, 1).expand_as(picture)
        return torch.where(often(b, 0.08, d).view(-1, 1, 1, 1), flat, picture)


def striped(cards):
    """Occasionally a dark band from edge to edge, like the magnetic stripe on the back of a card: its edge is not the
    card's."""
    b, d = len(cards), cards.device
    y = torch.linspace(0, 1, cards.shape[2], device=d).view(1, 1, -1, 1)
    top = over(torch.where(often(b, 0.5, d), uniform(b, 0, 0.12, d), uniform(b, 0.6, 0.85, d)))
    band = ((y > top) & (y < top + over(uniform(b, 0.08, 0.22, d)))) & over(often(b, 0.08, d))
    return torch.where(band, uniform(b, 0, 0.25, d, 3, 1, 1), cards)


def area(quad):
    x, y = quad.unbind(-1)
    return 0.5 * (x * y.roll(-1, 1) - y * x.roll(-1, 1)).sum(1).abs()


def frame_aspects(b, device):
    return torch.exp(uniform(b, -0.75, 0.75, device))


def targets(quads, there):
    """present: a large part of a document is in view. whole: all its corners are. usable: the corners can be used as
    targets."""
    seen = seen_share(quads)
    out = torch.maximum(-quads, quads - 1).amax((1, 2))
    present = torch.where(seen > 0.45, 1.0, torch.where(seen < 0.1, 0.0, -1.0))
    present = torch.where(there > 0, present, torch.zeros_like(present))
    whole = torch.where(out < 0.004, 1.0, torch.where(out < 0.02, -1.0, 0.0))
    whole = torch.where(there > 0, whole, torch.zeros_like(whole))
    usable = (there > 0) & (out < 0.09) & (seen > 0.6)
    return present, whole, usable.float()
