"""SIGKILL of a command in the middle of a page: what can be seen is looked at, what cannot is asked about."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from browser_runs.room import Room
from doors.cli.command import goal
from tools.browser.sites import Answer, Site

PATIENCE_S = 60.0
CLICK = "g0_click_1"
# The page does not come back from the click until the site has answered.
HOLDING = "n = Number(localStorage.n || 0) + 1; localStorage.n = n; b.textContent = n; " + (
    "var r = new XMLHttpRequest(); r.open('GET', '/slow', false); r.send()"
)
PAGE = f'<button onclick="{HOLDING}">Pay</button><p id=b></p>'


def cut_off(room: Room, site: Site, *goals: Mapping[str, Any], at: str) -> None:
    """Run goals in a process, and kill it once the site was asked for something."""
    site.hits.clear()
    process = room.started("--goals", room.goals(*goals), "--yes", "--json")
    end = time.monotonic() + PATIENCE_S
    try:
        while at not in site.hits:
            assert time.monotonic() < end, process.poll()
            time.sleep(0.01)
    finally:
        process.kill()
        process.communicate()


def states(document: Any) -> dict[str, str]:
    return {name: outcome["state"] for name, outcome in document["outcomes"].items()}


def test_a_click_that_was_cut_off_is_in_doubt_until_somebody_says_redo_or_skip(room: Room, site: Site) -> None:
    site.pages["/slow"] = Answer("x", delay_s=1.0)
    url = site.page(PAGE)
    goals = (goal("browser.click", selector="text=Pay"), goal("browser.read", scope="after:g0"))
    room.do(f"go to {url}")
    cut_off(room, site, *goals, at="/slow")
    doubted = room("resume")
    assert doubted.code == 5
    assert f"--redo {CLICK}" in doubted.out + doubted.err
    assert states(room.do("show"))[CLICK] == "in_doubt"
    skipped = room.do("resume", "--skip", CLICK)
    assert states(skipped)[CLICK] == "skipped"
    assert skipped["answers"][0]["output"]["text"].split() == ["Pay", "1"]
    cut_off(room, site, *goals, at="/slow")
    redone = room.do("resume", "--redo", CLICK)
    assert states(redone) == {CLICK: "done", "g1_read_1": "done"}
    assert redone["answers"][0]["output"]["text"].split() == ["Pay", "3"]


def test_a_page_that_was_being_opened_is_looked_at_and_the_rest_goes_on(room: Room, site: Site) -> None:
    site.pages["/late"] = Answer("<p>arrived", delay_s=1.0)
    goals = (goal("browser.navigate", url=site.at("/late")), goal("browser.read", scope="after:g0"))
    cut_off(room, site, *goals, at="/late")
    end = time.monotonic() + PATIENCE_S
    while site.at("/late") not in room("world").out:
        assert time.monotonic() < end
    resumed = room.do("resume")
    assert resumed["status"] == "success"
    assert resumed["answers"][0]["output"]["text"] == "arrived"
    assert site.hits == ["/late"]
