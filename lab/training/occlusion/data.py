"""Faces, clear and covered: real masks, and drawn masks, sunglasses, hands, hair and things on clear faces, placed by the face's 68 points."""

import torch

from common.chance import often, over, uniform
from common.degrade import blur, jpeg, light, noise
from common.store import read_bank
from common.warp import UNIT, homography, pixel_grid, sample

SIZE = 112
CUT = 176
INNER = 1.3 / 1.6  # the share of the stored crop that the net is shown
LOWER, EYES = list(range(31, 36)) + list(range(48, 68)), (list(range(36, 42)), list(range(42, 48)))


class Faces:
    def __init__(self, pack, device):
        self.device = device
        self.pictures, index = read_bank(pack, "heads", device)
        self.points = torch.tensor([e["points"] for e in index], device=device)
        self.scenes = read_bank(pack, "scenes", device)[0]
        group = lambda masked, held: torch.tensor([i for i, e in enumerate(index) if e["masked"] == masked and e["held"] == held], device=device)
        self.clear, self.masked = group(False, False), group(True, False)
        self.held_clear, self.held_masked = group(False, True), group(True, True)

    def batch(self, b):
        """Pictures B×3×112×112 and two targets each (mouth and nose covered, an eye covered): 1, 0, or -1 for 'ignore'."""
        real, drawn = b // 4, b // 2
        masked = self.take(self.masked, real)
        covered = self.take(self.clear, drawn)
        clear = self.take(self.clear, b - real - drawn)
        pictures, lower, eyes = self.cover(*covered)
        spectacled = rims(*clear)
        nil = lambda n, value: torch.full((n,), float(value), device=self.device)
        pictures = torch.cat([masked[0], pictures, spectacled])
        points = torch.cat([masked[1], covered[1], clear[1]])
        answers = torch.stack([torch.cat([nil(real, 1), lower, nil(len(spectacled), 0)]), torch.cat([nil(real, -1), eyes, nil(len(spectacled), 0)])], 1)
        return photograph(self.look(pictures)), answers

    def take(self, group, b):
        which = group[torch.randint(0, len(group), (b,), device=self.device)]
        return self.pictures[which].float() / 255, self.points[which]

    def look(self, pictures, still=False):
        """The net's view of the crop, slightly shifted, rotated and mirrored."""
        b, d = len(pictures), self.device
        corners = (UNIT.to(d) - 0.5).expand(b, -1, -1) * INNER
        if not still:
            angle = torch.randn(b, device=d) * 0.16
            c, s = angle.cos().view(-1, 1), angle.sin().view(-1, 1)
            corners = corners * uniform(b, 0.85, 1.15, d, 1, 1)
            corners = torch.stack([corners[..., 0] * c - corners[..., 1] * s, corners[..., 0] * s + corners[..., 1] * c], -1)
            corners = corners + uniform(b, -0.06, 0.06, d, 1, 2)
        out = sample(pictures, homography(UNIT.to(d).expand(b, -1, -1), corners + 0.5), SIZE, SIZE)[0]
        return out if still else torch.where(over(often(b, 0.5, d)), out.flip(3), out)

    def cover(self, pictures, points):
        """Draws one thing over each face and derives the targets from the points that it hides."""
        b, d = len(pictures), self.device
        grid = pixel_grid(CUT, CUT, d).unsqueeze(0)
        shapes = [mask(grid, points), sunglasses(grid, points), hand(grid, points), fringe(grid, points), thing(grid, points)]
        pick = torch.multinomial(torch.tensor([0.26, 0.3, 0.2, 0.12, 0.12], device=d), b, replacement=True)
        alpha = torch.stack(shapes, 1)[torch.arange(b, device=d), pick].unsqueeze(1)
        ink = self.ink(b, pick, alpha)
        opaque = over(torch.where(pick == 1, uniform(b, 0.72, 1.0, d), torch.ones(b, device=d)))
        seen = torch.nn.functional.grid_sample(alpha, points.unsqueeze(1) * 2 - 1, align_corners=False).view(b, -1)
        lower = seen[:, LOWER].mean(1)
        eyes = torch.stack([seen[:, side].mean(1) for side in EYES], 1).amax(1)
        return pictures * (1 - alpha * opaque) + ink * alpha * opaque, asked(lower), asked(eyes)

    def ink(self, b, pick, alpha):
        d = self.device
        scenes = self.scenes[torch.randint(0, len(self.scenes), (b,), device=d)].float() / 255
        texture = torch.nn.functional.interpolate(scenes, (CUT, CUT), mode="bilinear")
        flat = uniform(b, 0, 1, d, 3, 1, 1) * torch.ones_like(texture)
        pale = (uniform(b, 0.6, 1, d, 1, 1, 1) + uniform(b, -0.12, 0.12, d, 3, 1, 1)).clamp(0, 1) * torch.ones_like(texture)
        cloth = torch.where(over(often(b, 0.3, d)), texture, torch.where(over(often(b, 0.5, d)), flat, pale))
        dark = uniform(b, 0, 0.2, d, 1, 1, 1) * (1 + uniform(b, -0.3, 0.3, d, 3, 1, 1)) * torch.ones_like(texture) + texture * over(uniform(b, 0, 0.2, d))
        skin = torch.tensor([0.85, 0.63, 0.52], device=d).view(1, 3, 1, 1) * uniform(b, 0.3, 1.15, d, 1, 1, 1) * (1 + uniform(b, -0.08, 0.08, d, 3, 1, 1)) * torch.ones_like(texture)
        hair = dark + torch.nn.functional.interpolate(torch.randn(b, 1, 6, CUT, device=d), (CUT, CUT), mode="bilinear") * 0.08
        bank = torch.stack([cloth, dark, skin, hair, cloth], 1)[torch.arange(b, device=d), pick]
        slope = pixel_grid(CUT, CUT, d).unsqueeze(0) @ uniform(b, -0.5, 0.5, d, 2, 1).unsqueeze(1)
        edge = torch.nn.functional.avg_pool2d(alpha, 9, 1, 4)
        return (bank * (1 + slope.squeeze(-1).unsqueeze(1)) * (0.7 + 0.3 * edge)).clamp(0, 1)


def asked(share):
    return torch.where(share > 0.5, 1.0, torch.where(share < 0.12, 0.0, -1.0))


def photograph(x):
    x = light(x, 0.8)
    x = blur(x, 0.5, 1.2)
    x = noise(x, 0.05)
    return jpeg(x, 0.6)


def soft(distance):
    """Signed distance in fractions of the crop (negative inside) to coverage."""
    return torch.sigmoid(-distance * CUT * 1.2)


def centre(points, some):
    return points[:, some].mean(1)


def ellipse(grid, middle, radii, angle):
    c, s = angle.cos().view(-1, 1, 1), angle.sin().view(-1, 1, 1)
    p = grid - middle.view(-1, 1, 1, 2)
    u, v = p[..., 0] * c + p[..., 1] * s, p[..., 1] * c - p[..., 0] * s
    r = radii.view(-1, 1, 1, 2)
    return (torch.sqrt((u / r[..., 0]) ** 2 + (v / r[..., 1]) ** 2 + 1e-8) - 1) * r.amin(-1)


def capsule(grid, a, b, radius):
    line = (b - a).view(-1, 1, 1, 2)
    along = (((grid - a.view(-1, 1, 1, 2)) * line).sum(-1) / (line**2).sum(-1).clamp(min=1e-5)).clamp(0, 1)
    return (grid - a.view(-1, 1, 1, 2) - along.unsqueeze(-1) * line).norm(dim=-1) - radius.view(-1, 1, 1)


def axes(points):
    """The face's own axes: the angle of the eye line, the distance of the eyes, and the middles of eyes and mouth."""
    left, right = centre(points, EYES[0]), centre(points, EYES[1])
    way = right - left
    return torch.atan2(way[:, 1], way[:, 0]), way.norm(dim=1).clamp(min=0.08), left, right, centre(points, list(range(48, 68)))


def mask(grid, points):
    angle, apart, left, right, mouth = axes(points)
    b, d = len(points), points.device
    chin, bridge = points[:, 8], points[:, 28]
    middle = (mouth + chin) / 2 * 0.5 + mouth * 0.5
    radii = torch.stack([apart * uniform(b, 0.85, 1.2, d), (chin - bridge).norm(dim=1) * uniform(b, 0.52, 0.75, d)], -1)
    below = ((grid - torch.lerp(bridge, points[:, 33], uniform(b, 0, 0.75, d, 1)).view(b, 1, 1, 2)) * torch.stack([-angle.sin(), angle.cos()], -1).view(b, 1, 1, 2)).sum(-1)
    return soft(torch.maximum(ellipse(grid, middle, radii, angle), -below))


def sunglasses(grid, points):
    angle, apart, left, right, _ = axes(points)
    b, d = len(points), points.device
    radii = torch.stack([apart * uniform(b, 0.34, 0.55, d), apart * uniform(b, 0.26, 0.48, d)], -1)
    drop = torch.stack([-angle.sin(), angle.cos()], -1) * (apart * uniform(b, -0.05, 0.1, d)).view(-1, 1)
    both = torch.minimum(ellipse(grid, left + drop, radii, angle), ellipse(grid, right + drop, radii, angle))
    bar = capsule(grid, left + drop * 0, right + drop * 0, apart * uniform(b, 0.02, 0.07, d))
    return soft(torch.minimum(both, bar))


def hand(grid, points):
    b, d = len(points), points.device
    target = points[torch.arange(b, device=d), torch.randint(27, 68, (b,), device=d)]
    start = torch.stack([uniform(b, -0.1, 1.1, d), uniform(b, 0.9, 1.25, d)], -1)
    side = torch.stack([(target - start)[:, 1], -(target - start)[:, 0]], -1)
    side = side / side.norm(dim=1, keepdim=True).clamp(min=1e-3)
    reach = uniform(b, 0.0, 0.15, d, 1)
    out = None
    for k in range(4):
        tip = target + side * (k - 1.5) * uniform(b, 0.07, 0.1, d, 1) + (target - start) * reach * uniform(b, 0.3, 1.2, d, 1)
        finger = capsule(grid, torch.lerp(start, tip, 0.3), tip, uniform(b, 0.035, 0.055, d))
        out = finger if out is None else torch.minimum(out, finger)
    palm = capsule(grid, start, torch.lerp(start, target, uniform(b, 0.4, 0.75, d, 1)), uniform(b, 0.13, 0.2, d))
    return soft(torch.minimum(out, palm))


def fringe(grid, points):
    """Hair over the eyes: everything above a wavy line, down to below the eyes on one side or on both."""
    angle, apart, left, right, mouth = axes(points)
    b, d = len(points), points.device
    across = (grid - left.view(b, 1, 1, 2)) @ torch.stack([angle.cos(), angle.sin()], -1).view(b, 1, 2, 1)
    down = (grid - left.view(b, 1, 1, 2)) @ torch.stack([-angle.sin(), angle.cos()], -1).view(b, 1, 2, 1)
    across, down = across.squeeze(-1) / apart.view(-1, 1, 1), down.squeeze(-1) / apart.view(-1, 1, 1)
    edge = uniform(b, 0.2, 0.7, d, 1, 1) - uniform(b, -1.2, 1.2, d, 1, 1) * across * often(b, 0.6, d).view(-1, 1, 1)
    wave = uniform(b, 0.02, 0.15, d, 1, 1) * torch.sin(across * uniform(b, 6, 30, d, 1, 1) + uniform(b, 0, 6, d, 1, 1))
    return soft((down - edge - wave) * apart.view(-1, 1, 1))


def thing(grid, points):
    """A cup, a phone, a sheet: a slanted block over a part of the face."""
    b, d = len(points), points.device
    middle = points[torch.arange(b, device=d), torch.randint(27, 68, (b,), device=d)] + uniform(b, -0.1, 0.1, d, 2)
    angle = uniform(b, 0, 3.2, d)
    c, s = angle.cos().view(-1, 1, 1), angle.sin().view(-1, 1, 1)
    p = grid - middle.view(b, 1, 1, 2)
    u, v = p[..., 0] * c + p[..., 1] * s, p[..., 1] * c - p[..., 0] * s
    return soft(torch.maximum(u.abs() - uniform(b, 0.1, 0.25, d, 1, 1), v.abs() - uniform(b, 0.1, 0.35, d, 1, 1)))


def rims(pictures, points):
    """Clear spectacles on some clear faces: thin frames, hardly tinted lenses. They hide nothing."""
    grid = pixel_grid(CUT, CUT, points.device).unsqueeze(0)
    angle, apart, left, right, _ = axes(points)
    b, d = len(points), points.device
    radii = torch.stack([apart * uniform(b, 0.34, 0.5, d), apart * uniform(b, 0.26, 0.42, d)], -1)
    both = torch.minimum(ellipse(grid, left, radii, angle), ellipse(grid, right, radii, angle))
    rim = soft(both.abs() - uniform(b, 0.004, 0.014, d, 1, 1))
    glass = soft(both) * uniform(b, 0, 0.22, d, 1, 1)
    on = often(b, 0.3, d).view(-1, 1, 1)
    tint, frame = uniform(b, 0, 1, d, 3, 1, 1), uniform(b, 0, 0.5, d, 3, 1, 1)
    for alpha, colour in ((glass, tint), (rim, frame)):
        a = (alpha * on).unsqueeze(1)
        pictures = pictures * (1 - a) + colour * a
    return pictures
