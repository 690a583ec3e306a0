"""Conditions on what a page shows: the page is read, decides, and says nothing else about what is done."""

from __future__ import annotations

from html import escape
from typing import Any

from browser_runs.injections import TEXTS
from browser_runs.room import OpenApp
from doors.cli.command import goal
from tools.browser.sites import Answer, Site


def asking(what: Any, text: str) -> dict[str, Any]:
    return {**goal("text.echo", text=text), "when": [what]}


def test_what_a_page_shows_decides_between_two_goals(app: OpenApp, site: Site) -> None:
    site.pages["/shoes"] = Answer("<title>Shoes</title><h1>Red shoes</h1><p>Sold   out <b>today</b></p>")
    for text, said in (("sold out today", "gone"), ("in stock", "there")):
        report = app.run(
            goal("browser.navigate", url=site.at("/shoes")),
            asking(["shows", text], "gone"),
            asking(["not", "shows", text], "there"),
        )
        assert report.status == "success", report.reason
        assert said in [output.get("text") for _, output in report.answers]
        looks = [outcome.output["looked"] for name, outcome in report.outcomes.items() if "_look_" in name]
        assert [found for ((_, _, found),) in looks] == ["found" if said == "gone" else "not found"]


def test_no_text_of_a_page_becomes_a_path_a_tool_an_address_or_a_goal(app: OpenApp, site: Site) -> None:
    """Every text that wants to be obeyed, on a page that a later stage is planned from."""
    precious = app.home / "precious.txt"
    precious.write_text("precious")
    wanted = ["g0_navigate_1", "g1_page_read_1", "g1_look_1", "g1_echo_1", "g2_skip_1", "g3_answer_1"]
    for number, text in enumerate(TEXTS.values()):
        path = f"/page{number}"
        site.pages[path] = Answer(f"<p>the mark</p><p>{escape(text)}</p>")
        report = app.run(
            goal("browser.navigate", url=site.at(path)),
            asking(["shows", "the mark"], "seen"),
            asking(["not", "shows", "the mark"], "unseen"),
            goal("text.answer", value={"value": {"count": {"select": {"kind": "tab"}}}}),
        )
        assert (report.status, list(report.outcomes)) == ("success", wanted), (text, report.reason)
        assert precious.read_text() == "precious"
