"""The usual case takes one look and one act, and what a page's scripts do to its own world does not matter there."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Locator

from goalwright.contracts.selector import Selector
from goalwright.tools.browser.at_once import at_once, told_at_once
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Answer, Site

HIDING = """<script>for (const at of [Document.prototype, Element.prototype]) at.querySelectorAll = () => [];
JSON.stringify = () => '[]'; window.eval = () => { throw 1; };</script>"""
BUTTON = "<button onclick='document.title++'>Add</button>"
STRICT = {"Content-Security-Policy": "default-src 'none'; script-src 'none'"}


def clicked_at_once(desk: PageDesk, selector: str) -> bool:
    """Whether the quick way took the click."""

    async def click(spot: Locator) -> None:
        await spot.click(timeout=5_000)

    async def clicking() -> bool:
        page = await desk.session.page(desk.call("click"))
        return await told_at_once(page, Selector.parse(selector), "click", click) is not None

    return desk.run(clicking())


def title(desk: PageDesk) -> str:
    return str(desk.do("find", text="x")["title"])


@pytest.mark.parametrize("before", ["", HIDING], ids=["a plain page", "a page that hides from scripts"])
def test_a_button_that_is_free_is_clicked_once(desk: PageDesk, site: Site, before: str) -> None:
    desk.do("navigate", url=site.page(before + BUTTON, "0"))
    assert clicked_at_once(desk, 'role=button[name="Add"]')
    assert title(desk) == "1"


def test_a_page_that_forbids_all_scripts_is_worked_with(desk: PageDesk, site: Site) -> None:
    site.pages["/strict"] = Answer("<title>x</title><label>Name <input></label><p>said</p>", headers=STRICT)
    desk.do("navigate", url=site.at("/strict"))
    assert desk.done("type", text="bob", selector="label=Name").verdict == "yes"
    assert desk.do("read", selector="text=said")["text"] == "said"


def test_text_of_any_sort_gets_through(desk: PageDesk, site: Site) -> None:
    name = """b's "c" \\ `d` =e% ü 漢 \N{GRINNING FACE}"""
    desk.do("navigate", url=site.page(f"<button>{name}</button><button>b</button>"))
    assert clicked_at_once(desk, f"text={name}")


@pytest.mark.parametrize(
    "body",
    [
        "<p>nothing</p>",
        BUTTON.replace("Add", "Add one") + BUTTON.replace("Add", "Add two"),
        BUTTON + "<div style='position: fixed; inset: 0; background: red'>in the way</div>",
        BUTTON + "<iframe srcdoc='<p>x'></iframe>",
    ],
    ids=["none", "two", "covered", "frames"],
)
def test_anything_unusual_is_left_to_whoever_looks_more_closely(desk: PageDesk, site: Site, body: str) -> None:
    desk.do("navigate", url=site.page(body, "0"))
    assert not clicked_at_once(desk, 'role=button[name="Add"]')
    assert title(desk) == "0"


def test_an_element_that_is_no_longer_the_only_one_when_it_is_to_be_clicked_is_not(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(BUTTON, "0"))

    async def doubled(spot: Locator) -> None:
        other = "() => document.body.append(Object.assign(document.createElement('p'), {innerHTML: '<button>Add'}))"
        await spot.page.evaluate(other)
        await spot.click(timeout=5_000)

    async def acting() -> bool:
        page = await desk.session.page(desk.call("click"))
        async with asyncio.timeout(4):
            return await at_once(page, Selector.parse("text=Add"), "click", doubled)

    assert desk.run(acting()) is False
    assert title(desk) == "0"


def test_the_next_command_has_it_too(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(BUTTON, "0"))
    desk.command()
    assert clicked_at_once(desk, "text=Add")
    desk.command()
    assert clicked_at_once(desk, "text=Add")
    assert title(desk) == "2"
