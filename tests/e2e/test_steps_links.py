"""How the walk, its address, the sentence above it and the page of q, k and v hold together."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.walking import L5H11, address, walk

pytestmark = [pytest.mark.e2e, pytest.mark.weights]

# Walk down and note every key that the sentence shows, frame by frame.
WATCHED = """async (pauses) => {
  const roots = [...document.querySelectorAll("*")].map((e) => e.shadowRoot).filter(Boolean);
  const node = roots.map((root) => root.querySelector(".sentence")).find(Boolean);
  const seen = [];
  let on = true;
  const look = () => {
    const key = node.querySelector(".is-key .text").textContent;
    if (key !== seen.at(-1)) seen.push(key);
    if (on) requestAnimationFrame(look);
  };
  look();
  const press = { key: "ArrowDown", bubbles: true };
  for (const pause of pauses) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", press));
    await new Promise((done) => setTimeout(done, pause));
  }
  on = false;
  return seen;
}"""


def test_an_open_number_leads_to_where_it_comes_from_and_back(walker):
    walk(walker, **L5H11, stage="qkv")
    walker.get_by_role("button", name="v(animal)").click()
    for _ in range(3):
        walker.get_by_role("button", name="next dimension").click()
    number = walker.locator(".opened-number .num").inner_text()
    walker.get_by_role("link", name="See where this number comes from").click()
    root = walker.locator(".am:has(.qkv)")
    expect(root).to_have_attribute("data-ready", "true")
    expect(root.locator(".sum .result .num")).to_have_text(number)
    opened = {"matrix": "v", "dim": "3", "query": "10", "key": "2", "layer": "5", "head": "11"}
    assert opened.items() <= address(walker).items()
    walker.get_by_role("link", name="Walk on from this number").click()
    expect(walker.locator(".rail [aria-current]")).to_contain_text("q, k, v")
    expect(walker.locator(".opened-number")).to_contain_text("v(animal)[3]")
    expect(walker.locator(".opened-number .num")).to_have_text(number)


def test_the_link_to_a_number_can_be_opened_elsewhere(walker):
    walk(walker, **L5H11, stage="qkv", matrix="k", dim=4)
    href = walker.get_by_role("link", name="See where this number comes from").get_attribute("href")
    walker.goto(f"/{href}")
    expect(walker.locator(".am:has(.qkv)")).to_have_attribute("data-ready", "true")
    assert {"matrix": "k", "dim": "4", "key": "2"}.items() <= address(walker).items()


def test_all_rows_are_part_of_the_address_and_stay_while_one_walks(walker):
    walk(walker, **L5H11, stage="scores", rows="all")
    expect(walker.locator(".whole-formula .now")).to_have_text("Q Kᵀ")
    walker.keyboard.press("ArrowRight")
    walker.wait_for_url(re.compile("stage=scaled"))
    assert address(walker)["rows"] == "all"
    expect(walker.locator(".matrix")).to_be_visible()
    walker.get_by_role("button", name="This row", exact=True).click()
    walker.wait_for_url(lambda url: "rows=" not in url)
    expect(walker.locator(".column.scaled.on")).to_be_visible()


def test_the_sentence_follows_every_key_at_once_and_never_goes_back(walker):
    walk(walker, **L5H11, stage="weights")
    walker.wait_for_load_state("networkidle")
    # Pauses around the time after which Python is told: its answers come while one walks on.
    seen = walker.evaluate(WATCHED, [100, 470, 90, 500, 60, 900])
    assert seen == ["animal", "didn", "'", "t", "cross", "the", "street"]
    walker.wait_for_url(re.compile("key=8"))
    walker.go_back()
    expect(walker.locator(".sentence .is-key .text")).not_to_have_text("street")
