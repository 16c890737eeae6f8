from pathlib import Path

import pytest

from app.settings import Settings
from attention.errors import ModelUnavailable, UnknownModel


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "allowed" / "mine").mkdir(parents=True)
    (tmp_path / "secret").mkdir()
    (tmp_path / "allowed" / "way_out").symlink_to(tmp_path / "secret")
    (tmp_path / "allowed" / "file").write_text("no folder")
    return tmp_path / "allowed"


def test_without_variables_only_the_three_embedded_models_load_by_link():
    settings = Settings.from_environ({})
    assert settings.models == ("minilm", "e5", "smollm2")
    assert settings.source("e5") == "e5"
    assert (settings.hub, settings.root, settings.max_tokens) == (False, None, 512)


def test_the_variables_are_read():
    settings = Settings.from_environ(
        {
            "ATTENTION_MODELS": "minilm, smollm2",
            "ATTENTION_HUB": "1",
            "ATTENTION_ROOT": "models",
            "ATTENTION_EXAMPLES": "more.toml",
            "ATTENTION_MAX_TOKENS": "128",
            "ATTENTION_DEVICE": "",
        }
    )
    assert settings.models == ("minilm", "smollm2")
    assert settings.hub
    assert (settings.root, settings.examples) == (Path("models"), Path("more.toml"))
    assert (settings.max_tokens, settings.device) == (128, "cpu")


def test_an_embedded_model_that_is_switched_off_is_not_loaded():
    with pytest.raises(ModelUnavailable) as caught:
        Settings(models=("minilm",)).source("e5")
    assert caught.value.reason == "not_allowed"


@pytest.mark.parametrize("model", ["org/name", "./app", "/etc", "../allowed/mine", "tests/app"])
def test_nothing_but_offered_models_loads_by_link_as_long_as_nobody_allows_more(model):
    with pytest.raises((ModelUnavailable, UnknownModel)):
        Settings().source(model)


def test_a_folder_inside_the_allowed_one_loads(root):
    assert Settings(root=root).source("mine") == str((root / "mine").resolve())


@pytest.mark.parametrize(
    "model",
    ["../secret", "mine/../../secret", "way_out", ".", "", "file", "mine\0", "/etc", "none/here"],
)
def test_no_name_leads_out_of_the_allowed_folder(root, model):
    with pytest.raises((ModelUnavailable, UnknownModel)):
        Settings(root=root).source(model)


def test_a_hub_id_loads_where_the_hub_is_allowed():
    assert Settings(hub=True).source("org/some-model_1.5") == "org/some-model_1.5"


@pytest.mark.parametrize("model", ["app/pages", "org", "a/b/c", "org/..", "org/na me", "~/x"])
def test_what_is_no_hub_id_is_never_looked_up(model, monkeypatch):
    monkeypatch.chdir(Path(__file__).parents[2])
    with pytest.raises((ModelUnavailable, UnknownModel)):
        Settings(hub=True).source(model)


@pytest.mark.parametrize("model", ["动" * 200, "x" * 300, "é" * 255 + "/name"])
def test_a_name_that_no_disk_can_hold_is_a_name_like_any_other(root, model):
    with pytest.raises((ModelUnavailable, UnknownModel)):
        Settings(root=root, hub=True).source(model)


def test_a_loop_of_links_is_no_folder(root):
    (root / "loop").symlink_to(root / "loop")
    with pytest.raises((ModelUnavailable, UnknownModel)):
        Settings(root=root).source("loop")


def test_usable_are_the_offered_models_whose_weights_are_here(monkeypatch):
    monkeypatch.setattr("app.settings.is_ready", lambda model: model == "smollm2")
    monkeypatch.setattr("app.settings.hub.is_away", lambda source: source == "org/away")
    models = ("minilm", "smollm2", "org/name", "org/away")
    assert Settings(models=models).usable == ("smollm2", "org/name")


LOOK_ALIKES = [
    "mіne",  # a Cyrillic і
    "ｍine",  # full width
    "mine\u200b",
    "mine ",
    " mine",
    "mine\n",
    "./mine/../../secret",
    "mine/../mine/../../secret",
    "..\\secret",
    "mine%2f..%2f..%2fsecret",
    "．．/secret",
    "‥/secret",
    "~",
    "~/secret",
    "file:///etc",
    "//etc",
    "C:\\Windows",
    "hf://org/name",
    "https://hub.example/org/name",
]


@pytest.mark.parametrize("model", LOOK_ALIKES)
@pytest.mark.parametrize("hub", [False, True])
def test_what_only_looks_like_an_allowed_name_is_never_loaded(root, hub, model):
    with pytest.raises((ModelUnavailable, UnknownModel)):
        Settings(root=root, hub=hub).source(model)


@pytest.mark.parametrize("model", ["MiniLM", "MINILM", "Ｍinilm", "mіnilm", "minilm\n", "minilm/"])
def test_an_embedded_name_counts_only_as_it_is_written(model):
    with pytest.raises((ModelUnavailable, UnknownModel)):
        Settings(hub=True).source(model)


def test_capitals_in_a_folder_name_count_as_far_as_the_disk_says(root):
    if (root / "MINE").is_dir():
        pytest.skip("this disk takes capitals for small letters")
    with pytest.raises((ModelUnavailable, UnknownModel)):
        Settings(root=root).source("MINE")


def test_an_absolute_path_is_refused_even_to_a_folder_that_is_allowed(root):
    inside = str((root / "mine").resolve())
    try:
        found = Settings(root=root).source(inside)
    except (ModelUnavailable, UnknownModel):
        return
    assert found == inside  # never more than the folder its short name stands for


def test_a_link_that_leads_through_two_others_out_of_the_folder_is_refused(root):
    (root / "first").symlink_to(root / "second")
    (root / "second").symlink_to(root.parent / "secret")
    (root / "mine" / "deep").symlink_to(root / "first")
    for model in ("first", "second", "mine/deep"):
        with pytest.raises((ModelUnavailable, UnknownModel)):
            Settings(root=root).source(model)


def test_a_link_to_another_folder_inside_is_followed(root):
    (root / "other").symlink_to(root / "mine")
    assert Settings(root=root).source("other") == str((root / "mine").resolve())
