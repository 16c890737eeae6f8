"""Switch between two models on the page, each time with a new sentence; print what is held, MB."""

import json
import sys

import psutil
from streamlit.testing.v1 import AppTest

from tests.app.conftest import ENTRY

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight")


def held() -> int:
    return round(psutil.Process().memory_info().rss / 1e6)


def main(n_switches: int) -> None:
    page, found = AppTest.from_file(ENTRY, default_timeout=300), []
    page.query_params.update({"model": "minilm", "text": "The cat sat", "lang": "en"})
    page.run()
    for i in range(n_switches):
        page.query_params["model"] = ("smollm2", "minilm")[i % 2]
        page.query_params["text"] = f"The cat saw {NUMBERS[i]} dogs"
        page.run()
        assert not page.exception
        assert page.session_state["selection"].model == ("smollm2", "minilm")[i % 2]
        found.append(held())
    print(json.dumps(found))


main(int(sys.argv[1]))
