"""What tests of the compute half share: one thread, and the embedded models a second time."""

from collections.abc import Callable, Iterator

import pytest
import torch

import attention
from tests.attention.changed import Base
from tests.attention.drawn import sentence
from tests.attention.edited import Edited
from tests.attention.plain import Plain


@pytest.fixture(scope="session", autouse=True)
def one_thread() -> Iterator[None]:
    """Compute as the app serves; on a busy machine that is also several times faster."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def plain() -> Callable[[str], Plain]:
    """Give a function from an embedded model's id to its plain twin, loaded once per module."""
    loaded: dict[str, Plain] = {}

    def load(name: str) -> Plain:
        if name not in loaded:
            loaded[name] = Plain(name)
        return loaded[name]

    return load


@pytest.fixture(scope="module", params=["minilm", "e5", "smollm2"])
def base(request, model) -> Base:
    """Give a run of a sentence never seen, and a twin of its model that a test can edit."""
    name = request.param
    text = sentence("zh" if name == "e5" else "en")
    return Base(name, attention.trace(model(name), text), Edited(name))
