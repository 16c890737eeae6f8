"""All architectures, in the order of the table in the documentation."""

from tests.architectures.entry import Architecture
from tests.architectures.exact import DECODERS, ENCODERS
from tests.architectures.hybrids import HYBRIDS, TWO_TEXTS
from tests.architectures.outside import LOGITS, REFUSED, WEIGHTS

CATALOGUE: tuple[Architecture, ...] = (
    *ENCODERS, *DECODERS, *HYBRIDS, *TWO_TEXTS, *LOGITS, *WEIGHTS, *REFUSED,
)  # fmt: skip
