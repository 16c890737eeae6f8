"""The launcher: what is ready before the first visitor, and what it says when something is not."""

import pytest

import attention
from app import runs, serve


@pytest.mark.parametrize(
    ("environ", "models"),
    [
        ({}, ["minilm"]),
        ({"ATTENTION_WARM": "minilm, e5"}, ["minilm", "e5"]),
        ({"ATTENTION_WARM": "", "ATTENTION_MODELS": "e5 smollm2"}, ["e5"]),
    ],
)
def test_the_environment_names_the_models_to_load_first(environ, models):
    assert serve.warm_models(environ) == models


@pytest.mark.parametrize(
    ("environ", "address"),
    [
        ({}, "http://localhost:8501/"),
        ({"STREAMLIT_SERVER_PORT": "8600"}, "http://localhost:8600/"),
        ({"STREAMLIT_SERVER_BASE_URL_PATH": "/lab/"}, "http://localhost:8501/lab"),
    ],
)
def test_the_address_is_where_the_server_will_answer(environ, address):
    assert serve.address(environ) == address


def test_a_device_that_is_not_there_ends_the_start_with_one_sentence(monkeypatch, capsys):
    monkeypatch.setenv("ATTENTION_DEVICE", "cuda:77")
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    monkeypatch.setattr(serve, "visit", lambda models: pytest.fail("it began all the same"))
    with pytest.raises(SystemExit) as caught:
        serve.main([])
    assert caught.value.code == 2
    assert capsys.readouterr().err == "这里没有可供模型运行的设备“cuda:77”；可用的是：cpu。\n"


def test_a_model_without_weights_is_named_and_does_not_stop_the_start(monkeypatch, capsys):
    monkeypatch.setattr(serve, "is_ready", lambda model: False)
    serve.visit(["e5"])
    assert "python -m attention.weights e5" in capsys.readouterr().err


@pytest.mark.weights
@pytest.mark.parametrize("model", ["nosuch", "org/name"])
def test_a_model_that_another_one_stands_in_for_is_not_called_ready(model, capsys):
    serve.visit([model])
    assert capsys.readouterr().err == f"{model}: could not be shown\n"


@pytest.mark.weights("minilm")
def test_after_the_launchers_visit_no_visitor_waits_for_the_model(visit, monkeypatch, capsys):
    runs.shelf().clear()
    runs.small_readings.clear()
    serve.visit(["minilm"])
    assert "minilm: ready" in capsys.readouterr().err

    def load(*_, **__):
        raise AssertionError("the model was loaded a second time")

    monkeypatch.setattr(attention, "load", load)
    seen = visit(model="minilm", text="A sentence nobody has shown before", lang="en")
    assert not seen.at.exception
    assert "of its attention to" in seen.text
