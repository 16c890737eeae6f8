"""Read the one-file form in which the E5 encoder is packed (magic ``E5S1``).

The file holds a header, the pieces of the tokenizer, a table of normalisations (not used here) and
a directory of tensors, stored as float32 or as blocks of 4-bit numbers (Q4_0).
"""

import struct
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

MAGIC = b"E5S1"
BLOCK = 32
FLOAT32, Q4_0 = 0, 1
Q4_0_BLOCK = np.dtype([("scale", "<f2"), ("nibbles", "u1", (BLOCK // 2,))])


@dataclass(frozen=True)
class Sizes:
    """Hold the sizes of the network, in the order of the file's header."""

    d_model: int
    n_layers: int
    n_heads: int
    d_hidden: int
    n_embeddings: int
    max_positions: int
    n_segments: int
    norm_eps: float


@dataclass(frozen=True)
class Pieces:
    """Hold the vocabulary: pieces with their log-probabilities, and the special ids."""

    pieces: tuple[str, ...]
    scores: tuple[float, ...]
    bos: int
    eos: int
    pad: int
    unk: int


@dataclass(frozen=True)
class E5File:
    """Hold everything that is read from one file."""

    sizes: Sizes
    pieces: Pieces
    tensors: dict[str, NDArray[np.float32]]


class _Cursor:
    """Walk through the bytes, front to back."""

    def __init__(self, data: memoryview) -> None:
        self.data = data
        self.at = 0

    def numbers(self, form: str) -> tuple[Any, ...]:
        values = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return values

    def bytes(self, n_bytes: int) -> memoryview:
        if self.at + n_bytes > len(self.data):
            raise ValueError(f"expected {n_bytes} bytes at {self.at}, the file ends before")
        self.at += n_bytes
        return self.data[self.at - n_bytes : self.at]


def read(path: Path) -> E5File:
    """Return sizes, vocabulary and tensors of the file.

    Raises:
        ValueError: The bytes are not such a file, or the file is cut off.
    """
    cursor = _Cursor(memoryview(path.read_bytes()))
    if bytes(cursor.data[:4]) != MAGIC:
        raise ValueError(f"expected the magic {MAGIC!r}, got {bytes(cursor.data[:4])!r}")
    try:
        cursor.numbers("4sI")
        sizes = _read_sizes(cursor)
        pieces = _read_pieces(cursor)
        _, n_bytes = cursor.numbers("iI")
        cursor.bytes(n_bytes)
        return E5File(sizes, pieces, _read_tensors(cursor))
    except struct.error as error:
        raise ValueError(f"the file ends before its content: {error}") from error


def unpack_q4_0(data: memoryview | bytes) -> NDArray[np.float32]:
    r"""Return the weights of Q4_0 blocks: $w = (n - 8)\,d$ for nibble $n$ and block scale $d$.

    Byte $j$ of a block holds weight $j$ in its low and weight $j + 16$ in its high nibble.
    """
    blocks = np.frombuffer(data, dtype=Q4_0_BLOCK)
    nibbles = blocks["nibbles"]
    weights = np.empty((len(blocks), BLOCK), dtype=np.float32)
    weights[:, : BLOCK // 2] = nibbles & 15
    weights[:, BLOCK // 2 :] = nibbles >> 4
    weights -= 8
    weights *= blocks["scale"].astype(np.float32)[:, None]
    return weights.reshape(-1)


def _read_sizes(cursor: _Cursor) -> Sizes:
    *sizes, norm_eps, n_block = cursor.numbers("7ifi")
    if n_block != BLOCK:
        raise ValueError(f"expected blocks of {BLOCK} weights, got {n_block}")
    return Sizes(*sizes, norm_eps=norm_eps)


def _read_pieces(cursor: _Cursor) -> Pieces:
    n_pieces, bos, eos, pad, unk, n_bytes = cursor.numbers("5iQ")
    starts = np.frombuffer(cursor.bytes(4 * (n_pieces + 1)), dtype="<u4").tolist()
    scores = np.frombuffer(cursor.bytes(4 * n_pieces), dtype="<f4").tolist()
    text = bytes(cursor.bytes(n_bytes))
    pieces = tuple(text[start:end].decode() for start, end in pairwise(starts))
    return Pieces(pieces, tuple(scores), bos, eos, pad, unk)


def _read_tensors(cursor: _Cursor) -> dict[str, NDArray[np.float32]]:
    (n_tensors,) = cursor.numbers("i")
    return dict(_read_tensor(cursor) for _ in range(n_tensors))


def _read_tensor(cursor: _Cursor) -> tuple[str, NDArray[np.float32]]:
    (n_letters,) = cursor.numbers("H")
    name = bytes(cursor.bytes(n_letters)).decode()
    kind, n_weights, offset, n_bytes = cursor.numbers("BIQQ")
    data = cursor.data[offset : offset + n_bytes]
    if len(data) != n_bytes:
        raise ValueError(f"{name}: expected {n_bytes} bytes at {offset}, the file ends before")
    if kind not in (FLOAT32, Q4_0):
        raise ValueError(f"{name}: expected tensor type 0 or 1, got {kind}")
    weights = np.frombuffer(data, dtype="<f4") if kind == FLOAT32 else unpack_q4_0(data)
    if len(weights) != n_weights:
        raise ValueError(f"{name}: expected {n_weights} weights, got {len(weights)}")
    return name, weights
