"""What happens to pages under an action: they redraw, go on, hang, ask, crash; each is met or told in a sentence."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest

from goalwright.contracts import ToolCall
from goalwright.errors import ToolFailure
from goalwright.tools.browser.process import find_running
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Answer, Site

SOON = "goalwright.tools.browser"
VANISHING = "<button id=b disabled>Go</button><script>setTimeout(() => b.remove(), 700)</script>"
LEAVING = "<button disabled>Go</button><script>setTimeout(() => { location = '/next'; }, 700)</script>"


def failed(desk: PageDesk, name: str, **args: Any) -> str:
    """The sentence that an action fails with."""
    with pytest.raises(ToolFailure) as caught:
        desk.do(name, **args)
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


def meanwhile(desk: PageDesk, call: ToolCall, happening: Callable[[], Awaitable[object]], after_s: float = 0.5) -> str:
    """The sentence that a call fails with when something happens under it."""

    async def both() -> None:
        doing = asyncio.ensure_future(desk.doing(call))
        await asyncio.sleep(after_s)
        with suppress(Exception):  # what crashes cannot answer any more
            await asyncio.wait_for(happening(), 2)
        await doing

    with pytest.raises(ToolFailure) as caught:
        desk.run(both())
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "body", "args", "problem"),
    [
        (
            "click",
            "<button disabled>Go</button>",
            {"selector": "text=Go"},
            "button 'Go': .*: it is disabled: something else",
        ),
        ("type", "<input aria-label=F readonly>", {"text": "x", "selector": "label=F"}, "'F'.* cannot be edited"),
        ("type", "<input aria-label=F disabled>", {"text": "x", "selector": "label=F"}, "'F'.*: it is disabled"),
        (
            "check",
            "<label><input type=checkbox disabled>F</label>",
            {"selector": "label=F"},
            "checkbox 'F'.*: .*: it is disabled",
        ),
        ("click", VANISHING, {"selector": "text=Go"}, "there is no Go on this page"),
        ("type", "<fieldset disabled><input aria-label=F>", {"text": "x", "selector": "label=F"}, "it is disabled"),
    ],
    ids=["disabled", "read only", "disabled field", "disabled box", "taken away", "disabled part"],
)
@pytest.mark.sampled(2)
def test_what_does_not_get_ready_is_told_by_its_name(
    desk: PageDesk,
    site: Site,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    body: str,
    args: dict[str, Any],
    problem: str,
) -> None:
    for module in ("pointing", "filling", "ticking"):
        monkeypatch.setattr(f"{SOON}.{module}.ACTION_MS", 2_000)
    monkeypatch.setattr(f"{SOON}.locating.PATIENCE_S", 1.0)
    desk.do("navigate", url=site.page(body))
    with pytest.raises(ToolFailure, match=problem):
        desk.do(name, **args)


def test_a_page_that_goes_on_under_an_action_is_told_or_followed(
    desk: PageDesk, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{SOON}.locating.PATIENCE_S", 1.5)
    site.page("<p>elsewhere", "Next", path="/next")
    desk.do("navigate", url=site.page(LEAVING))
    assert "there is no Go on this page (Next)" in failed(desk, "click", selector="text=Go")
    site.page("<button onclick=\"document.title = 'clicked'\">Go</button>", "Next", path="/next")
    desk.do("navigate", url=site.page(LEAVING))
    desk.do("click", selector="text=Go")
    assert desk.do("read")["title"] == "clicked"


def test_a_slow_page_is_waited_for_and_one_that_is_too_slow_is_told(
    desk: PageDesk, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.pages["/slow"] = Answer("<title>Slow</title><button>Go</button>", delay_s=1.0)
    desk.do("navigate", url=site.page("<a href=/slow>On</a>"))
    desk.do("click", selector="text=On")
    assert desk.do("click", selector="text=Go")["clicked"].startswith("button 'Go'")
    monkeypatch.setattr(f"{SOON}.navigating.ARRIVAL_MS", 300)
    assert "within 0.3 s" in failed(desk, "navigate", url=site.at("/slow"))


def test_a_frame_that_hangs_holds_nothing_up(desk: PageDesk, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{SOON}.frames.FRAME_S", 0.5)
    hanging = "<script>setTimeout(() => { const end = Date.now() + 4000; while (Date.now() < end); }, 100)</script>"
    site.page(f"<p>busy</p>{hanging}", path="/busy")
    body = "<button onclick=\"document.title = 'clicked'\">Go</button><iframe src='{}'></iframe>"
    url = site.page(body.format(site.at("/busy").replace("127.0.0.1", "localhost")))
    desk.do("navigate", url=url)
    desk.do("click", selector="text=Go")
    assert desk.do("wait", seconds=0)["waited_s"] == 0
    assert desk.evaluate("document.title") == "clicked"


def test_what_a_frame_showed_while_it_hung_is_no_answer(
    desk: PageDesk, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{SOON}.frames.FRAME_S", 0.2)
    monkeypatch.setattr(f"{SOON}.outcomes.LOOK_S", 0.2)
    hanging = "<script>setTimeout(() => { const end = Date.now() + 2500; while (Date.now() < end); }, 50)</script>"
    site.page(f"<p role=alert>Error: the news could not be loaded</p>{hanging}", path="/news")
    body = "<button onclick=\"setTimeout(() => said.textContent = 'Saved', 4000)\">Save</button><p id=said></p>"
    url = site.page(f"{body}<iframe src='{site.at('/news').replace('127.0.0.1', 'localhost')}'></iframe>")
    desk.do("navigate", url=url)
    assert desk.do("click", selector="text=Save")["clicked"].startswith("button 'Save'")


def test_a_box_that_opens_under_an_action_is_told_and_the_page_goes_on(desk: PageDesk, site: Site) -> None:
    script = "setTimeout(() => { if (confirm('Still there?')) b.disabled = false; }, 1_500)"
    desk.do("navigate", url=site.page(f"<button id=b disabled>Go</button><script>{script}</script>"))
    asked = desk.do("click", selector="text=Go")["dialogs"]
    assert [(box["kind"], box["text"]) for box in asked] == [("confirm", "Still there?")]
    desk.do("click", selector="text=OK")
    assert desk.do("click", selector="text=Go")["clicked"].startswith("button 'Go'")


@pytest.mark.parametrize(("name", "args"), [("read", {}), ("wait", {"selector": "text=hello", "state": "hidden"})])
def test_a_browser_that_has_just_ended_shows_nothing(
    own_desk: PageDesk, site: Site, name: str, args: dict[str, str]
) -> None:
    own_desk.do("navigate", url=site.page("<p>hello"))
    running = find_running(own_desk.choices.folder)
    assert running is not None
    assert running.pid is not None
    os.kill(running.pid, signal.SIGKILL)  # what the driver hears of it, it hears when the next action begins
    assert "the browser was closed or has crashed" in failed(own_desk, name, **args)


def test_a_page_that_crashes_under_an_action_is_told_and_reloaded(own_desk: PageDesk, site: Site) -> None:
    desk = own_desk
    desk.do("navigate", url=site.page("<p>fine"))

    async def crash() -> None:
        control = await desk.session.context.new_cdp_session(desk.session.tabs.pages[-1])
        await control.send("Page.crash")

    told = meanwhile(desk, desk.call("click", selector="text=never"), crash)
    assert told == "the page has crashed: reload it"
    assert failed(desk, "click", selector="text=fine") == "the page has crashed: reload it"
    desk.do("reload")
    assert desk.do("read")["text"] == "fine"


def test_a_browser_that_is_killed_under_an_action_is_told_and_replaced(own_desk: PageDesk, site: Site) -> None:
    desk = own_desk
    url = site.page("<p>fine")
    desk.do("navigate", url=url)

    async def kill() -> None:
        await asyncio.to_thread(desk.kill)

    told = meanwhile(desk, desk.call("type", text="x", selector="label=never"), kill)
    assert told == "the browser was closed or has crashed: open the page again"
    assert "a new one was started" in desk.do("navigate", url=url)["note"]
    assert desk.do("read")["text"] == "fine"
