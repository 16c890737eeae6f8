"""A packed encoder small enough to write by hand, and the wheel and registry it comes from."""

import struct
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from attention.weights.catalogue import Entry
from attention.weights.e5_file import FLOAT32, Q4_0
from attention.weights.store import sha256_of

D_MODEL, D_HIDDEN, N_EMBEDDINGS, N_POSITIONS = 32, 64, 12, 16
PIECES = ["<s>", "<pad>", "</s>", "<unk>", "▁", "a", "b", "▁a", "~", "～", "<mask>"]
LAYER = {
    **dict.fromkeys(("q", "k", "v", "ao"), (D_MODEL, D_MODEL)),
    **dict.fromkeys(("aln", "oln"), (D_MODEL,)),
    "fi": (D_HIDDEN, D_MODEL),
    "fo": (D_MODEL, D_HIDDEN),
}


def shapes():
    """Give the shape of every tensor, in the order of the file."""
    found = {
        "emb.word": (N_EMBEDDINGS, D_MODEL),
        "emb.pos": (N_POSITIONS, D_MODEL),
        "emb.type": (2, D_MODEL),
        "emb.ln.w": (D_MODEL,),
        "emb.ln.b": (D_MODEL,),
    }
    for name, shape in LAYER.items():
        found[f"l0.{name}.w"] = shape
        found[f"l0.{name}.b"] = (shape[0],)
    return found


def pack_q4_0(nibbles, scales):
    """Pack rows of 32 numbers 0–15, one row and one scale to a block."""
    blocks = b""
    for row, scale in zip(nibbles, scales, strict=True):
        low, high = row[:16], row[16:]
        blocks += struct.pack("<e", scale)
        blocks += bytes(int(a) | int(b) << 4 for a, b in zip(low, high, strict=True))
    return blocks


def tensors():
    """Give name, type, bytes and true weights: matrices in 4 bits, all else in float32."""
    random = np.random.default_rng(7)
    for name, shape in shapes().items():
        if len(shape) == 1:
            weights = random.normal(size=shape).astype("<f4")
            yield name, FLOAT32, weights.tobytes(), weights
            continue
        n_blocks = shape[0] * shape[1] // 32
        nibbles = random.integers(0, 16, size=(n_blocks, 32))
        scales = random.choice([0.5, 0.25, 0.0625], size=n_blocks)
        weights = ((nibbles - 8) * scales[:, None]).astype(np.float32).reshape(shape)
        yield name, Q4_0, pack_q4_0(nibbles, scales), weights


def packed():
    """Give the bytes of the file and the weights that must be read from it."""
    texts = [piece.encode() for piece in PIECES]
    starts = [sum(map(len, texts[:n])) for n in range(len(texts) + 1)]
    scores = [0.0, 0.0, 0.0, 0.0, -3.0, -2.0, -2.0, -1.0, -4.0, -4.0, 0.0]
    head = struct.pack(
        "<4sI7ifi", b"E5S1", 1, 32, 1, 2, 64, N_EMBEDDINGS, N_POSITIONS, 2, 1e-12, 32
    )
    head += struct.pack("<5iQ", len(texts), 0, 2, 1, 3, starts[-1])
    head += struct.pack(f"<{len(starts)}I", *starts) + struct.pack(f"<{len(scores)}f", *scores)
    head += b"".join(texts) + struct.pack("<iI", 3, 5) + b"skip!"
    found = list(tensors())
    n_directory = 4 + sum(2 + len(name) + 1 + 4 + 8 + 8 for name, *_ in found)
    offset = len(head) + n_directory
    directory, data = struct.pack("<i", len(found)), b""
    for name, kind, content, weights in found:
        directory += struct.pack("<H", len(name)) + name.encode()
        directory += struct.pack("<BIQQ", kind, weights.size, offset + len(data), len(content))
        data += content
    return head + directory + data, {name: weights for name, _, _, weights in found}


@dataclass(frozen=True)
class World:
    """A home folder, a folder that serves as the registry, and the one model in it."""

    home: Path
    registry: Path
    entry: Entry

    @property
    def wheel(self) -> Path:
        """Give the wheel as the registry has it."""
        return self.registry / self.entry.file

    @property
    def kept(self) -> Path:
        """Give the place of a fetched wheel."""
        return self.home / "wheels" / self.entry.file

    @property
    def folder(self) -> Path:
        """Give the place of the finished folder."""
        return self.home / "models" / self.entry.id

    @property
    def leftovers(self) -> set[str]:
        """Give what lies beside the finished folder and its lock."""
        names = {path.name for path in (self.home / "models").iterdir()}
        return names - {self.entry.id, f".{self.entry.id}.lock"}


def world(place):
    """Build the wheel of the tiny model and the entry that describes it."""
    registry = place / "registry"
    registry.mkdir()
    content, _ = packed()
    wheel = registry / "tinypack-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("tinypack/tiny.bin", content)
        archive.writestr(
            "tinypack-1.0.dist-info/METADATA",
            "Metadata-Version: 2.1\nName: tinypack\nVersion: 1.0\n",
        )
        archive.writestr("tinypack-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr("tinypack-1.0.dist-info/RECORD", "")
    entry = Entry(
        id="tiny",
        name="Tiny",
        package="tinypack",
        version="1.0",
        file=wheel.name,
        sha256=sha256_of(wheel),
        member="tinypack/tiny.bin",
        format="e5s1",
        licence="MIT",
        wheel_licence="MIT",
        hub_id="nobody/tiny",
        wheel_bytes=wheel.stat().st_size,
        member_bytes=len(content),
        folder_bytes=100_000,
    )
    return World(place / "home", registry, entry)
