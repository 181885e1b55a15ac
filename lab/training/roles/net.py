"""The net that classifies each character of a page's lines: letters first, then lines among lines, then letters with the
context of their line."""

import torch
import torch.nn.functional as F
from torch import nn

from roles.features import FEATURES
from roles.pages import CLASSES, KINDS
from text.alphabet import CLASSES as LETTERS

WIDE, NARROW, HEADS, LAYERS, PAIRS = 96, 56, 4, 4, 24


class RolesNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.letter = nn.Embedding(LETTERS + 1, NARROW, padding_idx=0)
        self.first = nn.Conv1d(NARROW, NARROW, 5, padding=2)
        self.second = nn.Conv1d(NARROW, NARROW, 5, padding=2)
        self.facts = nn.Sequential(nn.Linear(FEATURES, WIDE), nn.ReLU(), nn.Linear(WIDE, WIDE))
        self.line = nn.Linear(2 * NARROW, WIDE)
        self.pair = nn.Sequential(nn.Linear(PAIRS, 32), nn.ReLU(), nn.Linear(32, HEADS * LAYERS))
        self.layers = nn.ModuleList([Layer() for _ in range(LAYERS)])
        self.norm = nn.LayerNorm(WIDE)
        self.down = nn.Linear(WIDE, NARROW)
        self.third = nn.Conv1d(NARROW, NARROW, 3, padding=1)
        self.name = nn.Linear(NARROW, CLASSES)
        self.of_line = nn.Linear(WIDE, CLASSES)
        self.page = nn.Linear(2 * WIDE, len(KINDS) + 1)

    def forward(self, chars, features, boxes):
        """Logits of each character's class (pages × lines × characters × classes), and of the page's kind and back."""
        b, n, length = chars.shape
        names, page = self.of_rows(chars, features, boxes, None)
        return names.view(b, n, length, CLASSES), page

    def of_rows(self, chars, features, boxes, rows):
        """Like forward, only for the lines `rows` of all pages' lines: in training most are empty."""
        b, n, length = chars.shape
        used = (chars > 0).float().amax(2)
        flat = chars.view(b * n, length)
        flat = flat if rows is None else flat[rows]
        mask = (flat > 0).float().unsqueeze(1)
        t = self.letter(flat).transpose(1, 2)
        t = F.relu(self.first(t)) * mask
        t = (t + F.relu(self.second(t))) * mask
        mean = t.sum(2) / mask.sum(2).clamp(min=1)
        letters = self.line(torch.cat([mean, t.amax(2)], 1))
        if rows is not None:
            letters = letters.new_zeros(b * n, WIDE).index_copy(0, rows, letters)
        lines = letters.view(b, n, WIDE) + self.facts(features)
        bias = self.pair(pairs(boxes)).permute(0, 3, 1, 2) + (used.view(b, 1, 1, n) - 1) * 1e4
        for i, layer in enumerate(self.layers):
            lines = layer(lines, bias[:, i * HEADS : (i + 1) * HEADS])
        lines = self.norm(lines)
        asked = lines.view(b * n, WIDE)
        asked = asked if rows is None else asked[rows]
        s = t + self.down(asked).unsqueeze(2) * mask
        s = F.relu(self.third(s)) + s
        names = self.name(s.transpose(1, 2)) + self.of_line(asked).unsqueeze(1)
        seen = lines * used.unsqueeze(2)
        peak = (lines + (used.unsqueeze(2) - 1) * 1e4).amax(1)
        page = self.page(torch.cat([seen.sum(1) / used.sum(1, keepdim=True).clamp(min=1), peak], 1))
        return names, page


def pairs(boxes):
    """The relative position of each line to each other one: distances in heights of the first, near and far."""
    x, y, w, h = boxes.unbind(2)
    h = h.clamp(min=0.004)
    middle = y + h / 2
    one = lambda v: v.unsqueeze(2)
    other = lambda v: v.unsqueeze(1)
    unit = one(h)
    apart = [(other(x) - one(x)) / unit, (other(x + w) - one(x + w)) / unit, (other(x) - one(x + w)) / unit, (one(x) - other(x + w)) / unit, (other(middle) - one(middle)) / unit, (other(x) - one(x)) * 10, (other(middle) - one(middle)) * 10]
    near = [torch.tanh(d) for d in apart[:5]] + [torch.tanh(d / 3) for d in apart[:5]] + [torch.tanh(d / 10) for d in apart[:5]] + [torch.tanh(d / 4) for d in apart[5:]]
    level = [torch.exp(-d * d * 2) for d in (apart[0], apart[1], apart[4])]
    size = torch.log(other(h) / one(h)).clamp(-2, 2)
    same = torch.exp(-size * size * 20)
    over = (torch.minimum(one(x + w), other(x + w)) - torch.maximum(one(x), other(x))).clamp(min=0) / one(w).clamp(min=0.004)
    near = near + level + [size, same, over, torch.sign(apart[4])]
    return torch.stack(near[:PAIRS], 3)


class Layer(nn.Module):
    """Attention among the lines, biased by their relative positions, then a small network."""

    def __init__(self):
        super().__init__()
        self.before, self.after = nn.LayerNorm(WIDE), nn.LayerNorm(WIDE)
        self.qkv, self.out = nn.Linear(WIDE, 3 * WIDE), nn.Linear(WIDE, WIDE)
        self.mlp = nn.Sequential(nn.Linear(WIDE, 2 * WIDE), nn.ReLU(), nn.Linear(2 * WIDE, WIDE))

    def forward(self, x, bias):
        b, n, _ = x.shape
        q, k, v = self.qkv(self.before(x)).view(b, n, 3, HEADS, WIDE // HEADS).permute(2, 0, 3, 1, 4).unbind(0)
        a = torch.softmax(q @ k.transpose(-1, -2) * (WIDE // HEADS) ** -0.5 + bias, -1) @ v
        x = x + self.out(a.transpose(1, 2).reshape(b, n, WIDE))
        return x + self.mlp(self.after(x))


class Say(nn.Module):
    """The exported outputs: probabilities. Characters are floats, like all inputs in the product."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, characters, features, boxes):
        names, page = self.net(characters.long(), features, boxes)
        kinds = len(KINDS)
        return torch.softmax(names, 3), torch.softmax(page[:, :kinds], 1), torch.sigmoid(page[:, kinds:])
