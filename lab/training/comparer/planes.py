"""Small operations on pictures as arrays of floats, height × width × channels, in grey levels 0..255."""

import numpy as np


def kernel(sigma):
    reach = max(1, int(np.ceil(2.5 * sigma)))
    x = np.arange(-reach, reach + 1, dtype=np.float32)
    k = np.exp(-0.5 * (x / max(sigma, 1e-3)) ** 2)
    return (k / k.sum()).astype(np.float32)


def along(a, k, axis):
    reach = len(k) // 2
    pad = [(0, 0)] * a.ndim
    pad[axis] = (reach, reach)
    b = np.pad(a, pad, mode="edge")
    out = np.zeros_like(a)
    for i, weight in enumerate(k):
        part = [slice(None)] * a.ndim
        part[axis] = slice(i, i + a.shape[axis])
        out += weight * b[tuple(part)]
    return out


def blurred(a, sigma):
    """Wide blurs are made at half the size."""
    if sigma < 0.2:
        return a
    if sigma > 5:
        return resized(blurred(shrunk(a), sigma / 2), a.shape[:2])
    k = kernel(sigma)
    return along(along(a, k, 0), k, 1)


def shrunk(a):
    h, w = a.shape[0] // 2 * 2, a.shape[1] // 2 * 2
    a = a[:h, :w]
    return (a[::2, ::2] + a[1::2, ::2] + a[::2, 1::2] + a[1::2, 1::2]) / 4


def sampled(a, x, y):
    """The picture at fractions of pixels, the border repeated."""
    h, w = a.shape[:2]
    x, y = np.clip(x, 0, w - 1.001), np.clip(y, 0, h - 1.001)
    u, v = x.astype(np.int32), y.astype(np.int32)
    p, q = (x - u).astype(np.float32), (y - v).astype(np.float32)
    if a.ndim == 3:
        p, q = p[..., None], q[..., None]
    return (a[v, u] * (1 - p) + a[v, u + 1] * p) * (1 - q) + (a[v + 1, u] * (1 - p) + a[v + 1, u + 1] * p) * q


def grid(shape):
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    return x, y


def resized(a, shape):
    """To another size; what shrinks is averaged first."""
    h, w = a.shape[:2]
    scale = shape[1] / w
    if scale < 0.8:
        a = blurred(a, 0.42 / scale)
    x, y = grid(shape)
    return sampled(a, (x + 0.5) * w / shape[1] - 0.5, (y + 0.5) * h / shape[0] - 0.5)


def smooth_field(rng, shape, cells=3):
    """A smooth field between −1 and 1."""
    return resized(rng.uniform(-1, 1, (cells + 1, cells + 2)).astype(np.float32), shape)


def luma(a):
    return a @ np.array([0.299, 0.587, 0.114], np.float32)


def turned_hue(a, degrees):
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    y = luma(a)
    u, v = 0.492 * (a[..., 2] - y), 0.877 * (a[..., 0] - y)
    p, q = c * u - s * v, s * u + c * v
    return np.stack([y + 1.14 * q, y - 0.395 * p - 0.581 * q, y + 2.033 * p], -1).astype(np.float32)


_T = np.array([[np.sqrt((1 if k == 0 else 2) / 8) * np.cos((2 * n + 1) * k * np.pi / 16) for n in range(8)] for k in range(8)], np.float32)
_LUMA = np.array([16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99], np.float32).reshape(8, 8)
_CHROMA = np.array([17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99] + [99] * 32, np.float32).reshape(8, 8)


def jpeg(a, quality):
    """Through the tables of ITU-T T.81 annex K, colours at half the size."""
    scale = (5000 / quality if quality < 50 else 200 - 2 * quality) / 100
    h, w = a.shape[:2]
    a = np.clip(a, 0, 255)
    y = luma(a)
    cb, cr = 128 + 0.564 * (a[..., 2] - y), 128 + 0.713 * (a[..., 0] - y)
    cb, cr = resized(_quantised(shrunk(cb), _CHROMA, scale), (h, w)), resized(_quantised(shrunk(cr), _CHROMA, scale), (h, w))
    y = _quantised(y, _LUMA, scale)
    cb, cr = cb - 128, cr - 128
    return np.clip(np.stack([y + 1.402 * cr, y - 0.344 * cb - 0.714 * cr, y + 1.772 * cb], -1), 0, 255).astype(np.float32)


def _quantised(plane, table, scale):
    h, w = plane.shape
    p = np.pad(plane - 128, ((0, -h % 8), (0, -w % 8)), mode="edge")
    hh, ww = p.shape
    blocks = p.reshape(hh // 8, 8, ww // 8, 8).transpose(0, 2, 1, 3)
    steps = np.maximum(1, np.floor(table * scale + 0.5))
    back = _T.T @ (np.round(_T @ blocks @ _T.T / steps) * steps) @ _T
    return back.transpose(0, 2, 1, 3).reshape(hh, ww)[:h, :w].astype(np.float32) + 128
