"""The one label of a token that is a word of ours and not the text's, in the reader's language."""

from dataclasses import replace

from app.i18n import Words
from attention.labels import START_MARK
from attention.views import TokenLine


def said(label: str, t: Words) -> str:
    """Give a token's label as the reader's language has it.

    >>> from app.i18n import words
    >>> said(START_MARK, words("zh-CN")), said("start", words("zh-CN"))
    ('▁（开头）', 'start')
    """
    return t("notes.start_label") if label == START_MARK else label


def line_in(line: TokenLine, t: Words) -> TokenLine:
    """Give all tokens with their labels in the reader's language; pieces and marks stay."""
    labels = tuple(said(label, t) for label in line.labels)
    others = None if line.others is None else line_in(line.others, t)
    return replace(line, labels=labels, others=others)
