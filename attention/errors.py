"""Errors a person can cause: a key and values, no prose.

The key names a sentence in ``assets/locales/<lang>.toml`` (section ``errors``), the fields fill its
placeholders. Mistakes of a programmer are plain ``ValueError``s and are not found here.
"""

from typing import ClassVar, get_args

from attention.reasons import Feature, Impossible, Index, Lacking, Reason, Switch


class AttentionError(Exception):
    """Be the parent of every error that is shown to a person as one sentence."""

    key: ClassVar[str] = "unexpected"

    def __init__(self, **fields: object) -> None:
        """Keep the values that the sentence quotes."""
        super().__init__(fields)
        self.fields = fields

    @property
    def message_key(self) -> str:
        """Return the key of the sentence in the catalogue."""
        return f"errors.{self.key}"

    def __str__(self) -> str:
        """Return the key and the values, for logs and notebooks."""
        values = ", ".join(f"{name}={value!r}" for name, value in self.fields.items())
        return f"{self.message_key.removeprefix('errors.')}({values})"


class EmptyText(AttentionError):
    """Say that there is nothing visible to look at."""

    key = "empty_text"

    def __init__(self) -> None:
        """Need no values."""
        super().__init__()


class OutOfRange(AttentionError):
    """Say that an index lies outside what the model has."""

    key = "out_of_range"

    def __init__(self, what: Index, value: int, limit: int) -> None:
        """Keep the name of the index, its value and the number of choices."""
        super().__init__(what=what, value=value, limit=limit)


class InvalidSwitch(AttentionError, ValueError):
    """Say that a value of a ``WhatIf`` means nothing; which one stands in ``switch``."""

    def __init__(self, switch: Switch, value: object) -> None:
        """Keep the name of the switch and what was given."""
        super().__init__(switch=switch, value=value)
        self.switch: Switch = switch

    @property
    def message_key(self) -> str:
        """Return the key of the sentence for this switch."""
        return f"errors.switch.{self.switch}"


class UnknownModel(AttentionError):
    """Say that a name is neither an offered model nor a folder nor a hub id."""

    key = "unknown_model"

    def __init__(self, model: str) -> None:
        """Keep the name as it was given."""
        super().__init__(model=model)


class ModelUnavailable(AttentionError):
    """Say that a model exists but can't be had now, and why."""

    def __init__(self, model: str, reason: Reason) -> None:
        """Keep the model's name and one of the known reasons."""
        if reason not in get_args(Reason):
            raise ValueError(f"reason must be one of {get_args(Reason)}, got {reason!r}")
        super().__init__(model=model, reason=reason)
        self.reason: Reason = reason

    @property
    def message_key(self) -> str:
        """Return the key of the sentence for this reason."""
        return f"errors.model_unavailable.{self.reason}"


class UnsupportedModel(AttentionError):
    """Say that a model's attention is not the one recorded here."""

    key = "unsupported_model"

    def __init__(self, model: str, feature: Feature) -> None:
        """Keep the model's name and what stands in the way."""
        super().__init__(model=model, feature=feature)


class LevelTooLow(AttentionError):
    """Say what can't be shown of a model whose attention is seen from outside only."""

    def __init__(self, model: str, level: str, lacking: Lacking) -> None:
        """Keep the model's name, its level and what that level does not give."""
        super().__init__(model=model, level=level)
        self.lacking: Lacking = lacking

    @property
    def message_key(self) -> str:
        """Return the key of the sentence for what is lacking."""
        return f"errors.level.{self.lacking}"


class NoAttention(AttentionError):
    """Say that a model has no attention layers at all."""

    key = "no_attention"

    def __init__(self, model: str) -> None:
        """Keep the model's name."""
        super().__init__(model=model)


class NotFinite(AttentionError):
    """Say in which layer a model's numbers stop being numbers."""

    key = "not_finite"

    def __init__(self, layer: int, heads: list[int]) -> None:
        """Keep the first layer that holds NaN or infinity, and its heads that do."""
        super().__init__(layer=layer, heads=", ".join(map(str, heads)))


class ImpossibleLayer(AttentionError):
    """Say why there is no small layer of these sizes or numbers."""

    def __init__(self, reason: Impossible, **fields: object) -> None:
        """Keep one of the known reasons and the numbers that don't fit."""
        if reason not in get_args(Impossible):
            raise ValueError(f"reason must be one of {get_args(Impossible)}, got {reason!r}")
        super().__init__(**fields)
        self.reason: Impossible = reason

    @property
    def message_key(self) -> str:
        """Return the key of the sentence for this reason."""
        return f"errors.impossible_layer.{self.reason}"


def check(what: Index, value: int, limit: int) -> None:
    """Refuse an index outside 0 … limit − 1; negative ones too, since links carry them."""
    if not 0 <= value < limit:
        raise OutOfRange(what, value, limit)
