"""A text as the model reads it: tokens with labels for people and spans in the text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

from transformers import PreTrainedTokenizerBase

from attention.cut import begun, keep, near
from attention.errors import EmptyText, OutOfRange
from attention.labels import labels
from attention.notes import Note, notes
from attention.pieces import Piece, decode, encode, is_bytes
from attention.spans import surface


@dataclass(frozen=True)
class Token:
    """One token. ``span``: its place in the text, or in the pair for tokens of the pair."""

    id: int
    piece: str
    label: str
    span: tuple[int, int] | None
    is_special: bool
    is_unknown: bool


@dataclass(frozen=True)
class Tokens(Sequence[Token]):
    """All tokens of one run, ``n_total`` of them before the text was cut.

    ``segments`` holds each token's type id, ``notes`` the ids of facts that a page must say.
    """

    text: str
    pair: str | None
    items: tuple[Token, ...]
    n_total: int
    segments: tuple[int, ...]
    notes: tuple[Note, ...]

    @overload
    def __getitem__(self, index: int) -> Token: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Token, ...]: ...
    def __getitem__(self, index: int | slice) -> Token | tuple[Token, ...]:
        """Give one token, or several."""
        return self.items[index]

    def __len__(self) -> int:
        """Give the number of tokens kept."""
        return len(self.items)

    @property
    def ids(self) -> tuple[int, ...]:
        """Give what the model is fed."""
        return tuple(token.id for token in self.items)

    @property
    def labels(self) -> tuple[str, ...]:
        """Give what people read; equal labels are possible, so never a key."""
        return tuple(token.label for token in self.items)

    @property
    def n_unknown(self) -> int:
        """Give how many tokens stand for text that the model does not know."""
        return sum(token.is_unknown for token in self.items)

    @property
    def is_cut(self) -> bool:
        """Tell whether the text was longer than what was kept."""
        return len(self.items) < self.n_total


def tokenize(
    tokenizer: PreTrainedTokenizerBase,
    text: str,
    pair: str | None = None,
    *,
    max_tokens: int = 512,
) -> Tokens:
    """Give the tokens of a text, or of two texts read together, at most ``max_tokens``.

    Raises:
        EmptyText: if the text, or the pair, holds nothing that the model would read.
    """
    text = _whole(text)
    pair = None if pair is None else _whole(pair)
    pieces = encode(tokenizer, text, pair)
    for part, read in enumerate([text] if pair is None else [text, pair]):
        if not any(_can_be_seen(piece, read) for piece in pieces if piece.part == part):
            raise EmptyText
    return _tokens(tokenizer, text, pair, pieces, keep(pieces, max_tokens))


def tokens_of_ids(tokenizer: PreTrainedTokenizerBase, ids: Sequence[int]) -> Tokens:
    """Give the tokens that ids name, in the text that they spell.

    Raises:
        EmptyText: if there is no id.
        OutOfRange: if an id is negative.
    """
    if not ids:
        raise EmptyText
    if min(ids) < 0:
        raise OutOfRange("id", min(ids), len(tokenizer))
    text, pieces = decode(tokenizer, ids, _special_ids(tokenizer, _unknown_id(tokenizer)))
    return _tokens(tokenizer, text, None, pieces, range(len(pieces)))


def _whole(text: str) -> str:
    """Give the text without halves of characters, which no tokenizer reads."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _can_be_seen(piece: Piece, text: str) -> bool:
    """Tell whether a token stands for more than blanks."""
    return bool((text[slice(*piece.span)] if piece.span else surface(piece.raw)).strip())


def _tokens(
    tokenizer: PreTrainedTokenizerBase,
    text: str,
    pair: str | None,
    pieces: Sequence[Piece],
    kept: Sequence[int],
) -> Tokens:
    """Join what is known about the kept pieces; labels know of the pieces that were cut."""
    texts = (text, pair or "")
    unknown = _unknown_id(tokenizer)
    special = _special_ids(tokenizer, unknown)
    around = near(pieces, kept)
    label = dict(zip(around, labels([pieces[n] for n in around], texts, special), strict=True))
    rows = [pieces[n] for n in kept]
    items = tuple(
        Token(p.id, p.raw, label[n], p.span, p.id in special, p.id == unknown)
        for n, p in zip(kept, rows, strict=True)
    )
    if len(rows) < len(pieces):
        texts = begun(rows, texts)
    said = notes(tokenizer, rows, [token.label for token in items], texts, special)
    return Tokens(text, pair, items, len(pieces), tuple(p.segment for p in rows), said)


def _special_ids(tokenizer: PreTrainedTokenizerBase, unknown: int | None) -> frozenset[int]:
    """Give the ids with a meaning of their own, also those no template names."""
    added = {id for id, token in tokenizer.added_tokens_decoder.items() if token.special}
    return frozenset(added.union(tokenizer.all_special_ids) - {unknown})


def _unknown_id(tokenizer: PreTrainedTokenizerBase) -> int | None:
    """Give the id for unknown text, None where every byte is known, whatever is declared."""
    unknown = tokenizer.unk_token_id
    return unknown if isinstance(unknown, int) and not is_bytes(tokenizer) else None
