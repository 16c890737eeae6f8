"""Shared by all tests: the embedded models, loaded once, and what happens without weights."""

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from attention.models import Model

# A busy machine is no fault of the code: no test here fails for being slow.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

WEIGHTS_REQUIRED = bool(os.environ.get("CI") or os.environ.get("ATTENTION_REQUIRE_WEIGHTS"))


def need_weights(models: Iterable[str]) -> None:
    from attention import weights

    missing = [model for model in models if not weights.is_ready(model)]
    if not missing:
        return
    sentence = f"no weights of {', '.join(missing)} in {weights.home()}; get them: make weights"
    if WEIGHTS_REQUIRED:
        pytest.fail(sentence, pytrace=False)
    pytest.skip(sentence)


def pytest_runtest_setup(item: pytest.Item) -> None:
    mark = item.get_closest_marker("weights")
    if mark is not None:
        from attention.weights import EMBEDDED

        need_weights(mark.args or EMBEDDED)


@pytest.fixture(scope="session")
def model() -> Callable[[str], "Model"]:
    """Give a function from an embedded model's id to the model, loaded once per session."""
    import attention

    loaded: dict[str, Model] = {}

    def load(name: str) -> "Model":
        if name not in loaded:
            need_weights([name])
            loaded[name] = attention.load(name)
        return loaded[name]

    return load
