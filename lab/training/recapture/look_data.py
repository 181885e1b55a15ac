"""Originals, screens and copies, simulated: the same documents and scenes, shown to the camera in three ways."""

import math

import torch
import torch.nn.functional as F

from common.chance import often, over, uniform
from common.compose import fingers, paste, sheet
from common.degrade import bump, photograph
from common.placing import random_quad, random_window, tight_quad
from common.store import read_bank
from common.warp import UNIT, apply, homography, inverse, pixel_grid, sample_levels

SIZE = 256
KEPT_OUT = ("fin_id", "esp_id")
CLASSES = ("original", "screen", "copy")


class Recaptures:
    def __init__(self, pack, device):
        self.device = device
        cutouts, files = read_bank(pack, "cutouts", device)
        cutouts = cutouts[[i for i, e in enumerate(files) if not kept_out(e["file"])]]
        # Specimens as drawn by the service: flat and clean, but originals unless a display or a copier is in between.
        specimens = read_bank(pack, "specimens", device)[0]
        self.cards = torch.cat([cutouts.repeat(3, 1, 1, 1), specimens.repeat(2, 1, 1, 1), read_bank(pack, "cards", device)[0]])
        self.frames, index = read_bank(pack, "shown", device)
        self.quads = torch.tensor([e["quad"] for e in index], device=device)
        self.aspects = torch.tensor([e["aspect"] for e in index], device=device)
        # There are fewer real frames than drawn ones, so they count more.
        self.pools = {kind: torch.tensor([i for i, e in enumerate(index) if e["kind"] == kind for _ in range(3 if e.get("real") else 1)], device=device) for kind in CLASSES}
        scenes = read_bank(pack, "scenes", device)[0]
        photographs = F.interpolate(read_bank(pack, "photographs", device)[0].float(), scenes.shape[2:], mode="bilinear", antialias=True).byte()
        self.scenes = torch.cat([scenes, photographs.repeat(2, 1, 1, 1)])
        self.faces = read_bank(pack, "faces", device)[0]

    def batch(self, b):
        pictures, label = self.composed(b)
        return photograph(pictures, 0.7), label

    def composed(self, b):
        """Pictures B×3×256×256 before the camera, and their class."""
        d, n = self.device, b // 3
        parts = [self.original(n), self.screen(n), self.copy(n)]
        label = torch.arange(3, device=d).repeat_interleave(n)
        pictures = torch.cat(parts)
        # Colour must not decide: a share of all three classes loses it before the camera.
        grey = pictures.mean(1, keepdim=True).expand_as(pictures)
        pictures = torch.where(over(often(3 * n, 0.2, d)), grey, pictures)
        return styled(pictures, 0.2), label

    def content(self, b, documents=0.65):
        d = self.device
        cards = self.cards[torch.randint(0, len(self.cards), (b,), device=d)].float() / 255
        scenes = self.scenes[torch.randint(0, len(self.scenes), (b,), device=d)].float() / 255
        faces = self.faces[torch.randint(0, len(self.faces), (b,), device=d)].float() / 255
        other = torch.where(over(often(b, 0.75, d)), F.interpolate(scenes, cards.shape[2:], mode="bilinear"), F.interpolate(faces, cards.shape[2:], mode="bilinear"))
        return torch.where(over(often(b, documents, d)), cards, other)

    def view(self, b):
        """Whole picture, document, or a close cut of its surface."""
        d = self.device
        frame = torch.exp(uniform(b, -0.6, 0.6, d))
        whole = random_quad(b, uniform(b, 1.3, 1.65, d), frame, 0.4, 1.0, d)
        close = tight_quad(b, d, -0.02, 0.18)
        pick = torch.rand(b, device=d).view(-1, 1, 1)
        size = uniform(b, 0.25, 0.6, d, 1, 1)
        corner = uniform(b, 0, 1, d, 1, 2) * (1 - size)
        inner = homography(corner + UNIT.to(d) * size, UNIT.to(d).expand(b, -1, -1))
        patch = apply(inner, UNIT.to(d).expand(b, -1, -1))
        return torch.where(pick < 0.35, whole, torch.where(pick < 0.65, close, patch))

    def ground(self, b):
        d = self.device
        cut = random_quad(b, uniform(b, 0.6, 1.7, d), torch.ones(b, device=d), 0.35, 1.0, d)
        scenes = self.scenes[torch.randint(0, len(self.scenes), (b,), device=d)].float() / 255
        picture = sample_levels(scenes, homography(UNIT.to(d).expand(b, -1, -1), cut), SIZE, SIZE, "reflection")[0]
        flat = uniform(b, 0, 1, d, 3, 1, 1).expand_as(picture)
        return torch.where(over(often(b, 0.2, d)), flat, picture)

    def phone(self, kind, b):
        """Phone frames and photographed specimens through new windows, mostly only the document."""
        d = self.device
        pool = self.pools[kind]
        which = pool[torch.randint(0, len(pool), (b,), device=d)]
        quad = self.quads[which]
        wide = random_window(quad, self.aspects[which], torch.exp(uniform(b, -0.6, 0.6, d)), d)
        close = homography(tight_quad(b, d, -0.02, 0.18), quad)
        h = torch.where(often(b, 0.7, d).view(-1, 1, 1), close, wide)
        picture, inside = sample_levels(self.frames[which].float() / 255, h, SIZE, SIZE)
        return picture * inside + self.ground(b) * (1 - inside), apply(inverse(h), quad)

    def original(self, b):
        d = self.device
        quad = self.view(b)
        canvas = paste(self.ground(b), self.content(b), quad, uniform(b, 0, 0.07, d), uniform(b, 0, 0.5, d))
        bare = over(often(b, 0.4, d))
        canvas = torch.where(bare, self.ground(b), canvas)
        # A drawn document in the position of a copy, so that the tables under the copies reveal nothing.
        table, spot = self.phone("copy", b)
        exchanged = paste(table, self.content(b, 1.0), spot + (spot - spot.mean(1, keepdim=True)) * 0.03, uniform(b, 0, 0.07, d), uniform(b, 0, 0.4, d))
        pick = over(torch.rand(b, device=d))
        canvas = torch.where(pick < 0.1, exchanged, torch.where(pick < 0.4, self.phone("original", b)[0], canvas))
        return sheen(fingers(canvas, quad, 0.15), 0.25)

    def screen(self, b):
        d = self.device
        quad = self.view(b)
        # If held close, a display fills the picture, and its content ends within or beyond it.
        close = often(b, 0.6, d)
        far = quad.mean(1, keepdim=True)
        quad = torch.where(close.view(-1, 1, 1), far + (quad - far) * uniform(b, 1.0, 1.7, d, 1, 1) + uniform(b, -0.2, 0.2, d, 1, 2), quad)
        filling = often(b, 0.35, d)
        quad = torch.where(filling.view(-1, 1, 1), filling_quad(b, d), quad)
        close = close | filling
        canvas = self.ground(b) * over(uniform(b, 0.05, 1.0, d))
        bezel = quad + (quad - quad.mean(1, keepdim=True)) * uniform(b, 0.02, 0.25, d, 1, 1)
        tone = (uniform(b, 0.0, 0.15, d, 1, 1, 1) + torch.zeros(b, 3, 8, 8, device=d)).where(over(often(b, 0.85, d)), torch.full((b, 3, 8, 8), 0.85, device=d))
        canvas = paste(canvas, tone, bezel, uniform(b, 0, 0.06, d), uniform(b, 0, 0.3, d))
        desk = desktop(b, d)
        canvas = torch.where(over(close), desk, canvas)
        shown = self.content(b, 0.5)
        # Often the screen shows a photograph of a document rather than only the document.
        scene = paste(F.interpolate(self.ground(b), shown.shape[2:], mode="bilinear"), shown, tight_quad(b, d, 0.08, 0.25), uniform(b, 0, 0.07, d), uniform(b, 0, 0.4, d))
        shown = torch.where(over(often(b, 0.4, d)), scene, shown)
        lit = paste(canvas, emitted(shown), quad, torch.zeros(b, device=d), torch.zeros(b, device=d))
        on = ((lit - canvas).abs().sum(1, keepdim=True) > 1e-3) | over(close)
        lit = torch.where(on, lattice(lit), lit)
        lit = reflections(falling_off(lit), self.ground(b))
        return torch.where(over(often(b, 0.2, d)), self.phone("screen", b)[0], lit)

    def copy(self, b):
        d = self.device
        quad = self.view(b)
        canvas = sheet(self.ground(b), quad, often(b, 0.6, d))
        printed = copied(self.content(b, 0.95))
        canvas = paste(canvas, printed, quad, torch.zeros(b, device=d), uniform(b, 0, 0.15, d))
        fibre = F.avg_pool2d(torch.randn(b, 1, SIZE, SIZE, device=d), 3, 1, 1) * over(uniform(b, 0, 0.03, d))
        canvas = fingers((canvas + fibre).clamp(0, 1), quad, 0.1)
        return torch.where(over(often(b, 0.5, d)), self.phone("copy", b)[0], canvas)


def kept_out(name):
    return any(kind in name for kind in KEPT_OUT)


def styled(x, probability):
    """Common edits of ordinary pictures: tints of lights and darks, faded black, vignettes, film grain."""
    b, d = len(x), x.device
    light = x.mean(1, keepdim=True)
    tint = uniform(b, -0.12, 0.12, d, 3, 1, 1) * light + uniform(b, -0.1, 0.15, d, 3, 1, 1) * (1 - light)
    faded = over(uniform(b, 0, 0.18, d))
    y = faded + (x + tint) * (1 - faded)
    y = y * (1 - (1 - bump(x, uniform(b, 0.5, 1.2, d))) * over(uniform(b, 0, 0.5, d)))
    grain = torch.randn(b, 1, x.shape[2], x.shape[3], device=d)
    grain = torch.where(over(often(b, 0.5, d)), F.avg_pool2d(grain, 3, 1, 1) * 2, grain)
    y = y + grain * over(uniform(b, 0, 0.08, d))
    return torch.where(over(often(b, probability, d)), y.clamp(0, 1), x)


def filling_quad(b, d):
    """A picture shown over nearly the whole view: on each side it ends a little before the edge or beyond it."""
    inside = uniform(b, 0.005, 0.16, d, 4)
    margin = torch.where(torch.rand(b, 4, device=d) < 0.5, inside, -uniform(b, 0.0, 0.1, d, 4))
    low, high = margin[:, :2], 1 - margin[:, 2:]
    quad = low.unsqueeze(1) + UNIT.to(d) * (high - low).unsqueeze(1)
    lean = torch.randn(b, 1, device=d) * 0.03
    shear = torch.stack([-(quad[..., 1] - 0.5) * lean, (quad[..., 0] - 0.5) * lean], -1)
    return quad + shear + uniform(b, -0.025, 0.025, d, 4, 2)


def desktop(b, d):
    """The surroundings of a picture on a display: black or a white window, with occasional rows of small print."""
    base = torch.where(often(b, 0.75, d), uniform(b, 0.0, 0.16, d), uniform(b, 0.75, 1.0, d))
    tint = (over(base) + uniform(b, -0.03, 0.05, d, 3, 1, 1)).clamp(0, 1)
    rows = (torch.rand(b, 1, SIZE // 4, 1, device=d) < over(uniform(b, 0, 0.2, d) * often(b, 0.6, d).float())).float()
    print_ = (torch.rand(b, 1, SIZE // 4, SIZE // 2, device=d) < 0.5).float() * rows
    ink = (0.6 - over(base)).sign() * over(uniform(b, 0.2, 0.8, d))
    return (tint + F.interpolate(print_, (SIZE, SIZE)) * ink).clamp(0, 1)


def falling_off(x):
    """A display shines forward: off-axis it darkens and turns bluish or warm."""
    b, d = len(x), x.device
    far = 1 - bump(x, uniform(b, 0.5, 1.6, d))
    loss = uniform(b, 0, 0.6, d, 1) * (1 + uniform(b, -0.3, 0.3, d, 3)) * often(b, 0.6, d).float().view(-1, 1)
    return x * (1 - far * loss.view(b, 3, 1, 1))


def emitted(x):
    """A display's tone curve: bluish or warm white, higher contrast, raised black."""
    b, d = len(x), x.device
    x = x.clamp(1e-4, 1) ** over(torch.exp(uniform(b, -0.2, 0.5, d)))
    x = ((x - 0.5) * over(uniform(b, 0.9, 1.5, d)) + 0.5).clamp(0, 1)
    white = 1 + torch.stack([uniform(b, -0.25, 0.05, d), uniform(b, -0.08, 0.05, d), uniform(b, -0.05, 0.2, d)], 1)
    glow = over(uniform(b, 0.0, 0.1, d))
    return (glow + x * white.view(b, 3, 1, 1) * (1 - glow) * over(uniform(b, 0.7, 1.15, d))).clamp(0, 1)


def lattice(x):
    """The pixel grid as seen by a camera: fine stripes with shifted colours, or the broad moiré between them, bent by the
    lens; and the bands of a refresh."""
    b, d = len(x), x.device
    grid = pixel_grid(x.shape[2], x.shape[3], d).unsqueeze(0) - 0.5
    out = torch.ones_like(x)
    for turn in range(3):
        angle = uniform(b, 0, math.pi, d, 1, 1) if turn else torch.randn(b, 1, 1, device=d) * 0.12 + math.pi / 2 * torch.randint(0, 2, (b, 1, 1), device=d)
        cycles = torch.exp(uniform(b, 1.2, 4.75, d, 1, 1))
        along = grid[..., 0] * angle.cos() + grid[..., 1] * angle.sin()
        across = grid[..., 1] * angle.cos() - grid[..., 0] * angle.sin()
        bent = along + uniform(b, -0.35, 0.35, d, 1, 1) * along**2 + uniform(b, -0.35, 0.35, d, 1, 1) * across**2
        apart = uniform(b, 0, 1, d, 1, 1) * 2 * math.pi / 3
        size = torch.exp(uniform(b, -4.2, -1.5, d, 1, 1)) * often(b, 0.75, d).view(-1, 1, 1).float()
        waves = [1 + size * torch.cos(2 * math.pi * cycles * bent + k * apart) for k in range(3)]
        out = out * torch.stack(waves, 1)
    bands = 1 + over(uniform(b, 0, 0.2, d) * often(b, 0.35, d).float()) * torch.sin(grid[..., 1] * uniform(b, 4, 60, d, 1, 1) + uniform(b, 0, 6, d, 1, 1)).unsqueeze(1)
    return (x * out * bands).clamp(0, 1)


def reflections(x, room):
    b, d = len(x), x.device
    soft = F.interpolate(F.adaptive_avg_pool2d(room, 24), x.shape[2:], mode="bilinear")
    x = x + soft * over(uniform(b, 0, 0.22, d) * often(b, 0.5, d).float())
    return (x + over(often(b, 0.3, d).float() * uniform(b, 0.1, 0.8, d)) * bump(x, uniform(b, 0.03, 0.3, d))).clamp(0, 1)


def sheen(x, probability):
    """The coloured shimmer of a hologram under laminate."""
    b, d = len(x), x.device
    colour = uniform(b, -0.3, 0.5, d, 3, 1, 1)
    return (x + over(often(b, probability, d).float()) * colour * bump(x, uniform(b, 0.05, 0.3, d))).clamp(0, 1)


def copied(x):
    """Effects of a photocopier or printer: scan blur, grey or poor colour, tones spread or dulled, dots, streaks, paper
    instead of white."""
    b, d = len(x), x.device
    soft = F.avg_pool2d(x, 3, 1, 1, count_include_pad=False)
    x = x + (soft - x) * over(uniform(b, 0, 1, d))
    grey = x.mean(1, keepdim=True).expand_as(x)
    colour = often(b, 0.55, d)
    x = grey + (x - grey) * over(torch.where(colour, uniform(b, 0.5, 1.1, d), torch.zeros(b, device=d)))
    contrast = torch.where(often(b, 0.5, d), uniform(b, 0.75, 1.3, d), uniform(b, 1.0, 2.2, d))
    x = ((x - 0.5) * over(contrast) + 0.5 + over(uniform(b, -0.1, 0.25, d))).clamp(0, 1)
    x = torch.where(over(often(b, 0.7, d)), inked(x, colour), x)
    streak = F.interpolate(torch.randn(b, 1, 1, 60, device=d), x.shape[2:], mode="bilinear") * over(uniform(b, 0, 0.06, d))
    bands = F.interpolate(torch.randn(b, 1, 90, 1, device=d), x.shape[2:], mode="bilinear") * over(uniform(b, 0, 0.05, d) * often(b, 0.3, d).float())
    floor = uniform(b, 0.03, 0.3, d, 1, 1, 1) * (1 + uniform(b, -0.3, 0.3, d, 3, 1, 1))
    paper = uniform(b, 0.9, 1.0, d, 1, 1, 1) * (1 + uniform(b, -0.06, 0.03, d, 3, 1, 1))
    return ((floor + (x + streak + bands) * (1 - floor)) * paper).clamp(0, 1)


def inked(x, colour):
    """Dots on a separate grid for each ink, or scattered drops."""
    b, _, height, width = x.shape
    d = x.device
    at = pixel_grid(height, width, d).unsqueeze(0) * torch.tensor([width, height], device=d).float()
    period = uniform(b, 1.8, 7, d, 1, 1)
    turn = uniform(b, 0, math.pi / 2, d, 1, 1)
    screens = []
    for k in range(3):
        angle = turn + k * 0.52 * colour.view(b, 1, 1).float()
        u = at[..., 0] * angle.cos() + at[..., 1] * angle.sin()
        v = at[..., 1] * angle.cos() - at[..., 0] * angle.sin()
        screens.append((torch.cos(2 * math.pi * u / period) + torch.cos(2 * math.pi * v / period)) / 4)
    dots = torch.stack(screens, 1)
    drops = torch.randn(b, 3, height, width, device=d) * 0.3
    drops = torch.where(over(colour), drops, drops[:, :1].expand_as(drops))
    dots = torch.where(over(often(b, 0.4, d)), drops, dots)
    laid = torch.sigmoid((x - 0.5 + dots * over(uniform(b, 0.4, 1.2, d))) * over(uniform(b, 1, 8, d)))
    return x + (laid - x) * over(uniform(b, 0.2, 1, d))
