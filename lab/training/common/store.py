"""A bank of pictures in two files: NAME.bin has the JPEG bytes end to end, NAME.json the offset and labels of each."""

import io
import json
from pathlib import Path

import numpy as np
import torch


def write_bank(folder, name, entries, quality=88):
    """entries: (PIL picture, dict of labels). All pictures of a bank have the same size."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    index = []
    with open(folder / f"{name}.bin", "wb") as out:
        for picture, labels in entries:
            start = out.tell()
            buffer = io.BytesIO()
            picture.convert("RGB").save(buffer, "JPEG", quality=quality)
            out.write(buffer.getvalue())
            index.append({**labels, "start": start, "end": out.tell()})
    (folder / f"{name}.json").write_text(json.dumps(index))
    return len(index)


def read_bank(folder, name, device):
    """The pictures as one uint8 tensor N×3×H×W on the device, and the list of labels."""
    folder = Path(folder)
    index = json.loads((folder / f"{name}.json").read_text())
    data = (folder / f"{name}.bin").read_bytes()
    pictures = [decode(data[e["start"] : e["end"]]) for e in index]
    return torch.stack(pictures).to(device), index


def decode(data):
    try:
        from PIL import Image
    except ImportError:
        from torchvision.io import decode_jpeg

        return decode_jpeg(torch.frombuffer(bytearray(data), dtype=torch.uint8))
    return torch.from_numpy(np.array(Image.open(io.BytesIO(data)).convert("RGB"))).permute(2, 0, 1).contiguous()
