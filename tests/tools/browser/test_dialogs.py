"""Boxes of the browser's own: noted, answered by the next action, or cancelled; never in the way."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from goalwright.contracts.plan import Risk
from goalwright.errors import ToolFailure
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Site

ASKING = """<button onclick="document.title = String(confirm('Delete it all?'))">delete</button>
<button onclick="document.title = String(prompt('Your name?', 'nobody'))">name</button><p>text"""


def said(output: Any) -> list[tuple[str, str, str]]:
    return [(told["kind"], told["text"], told["answer"]) for told in output.get("dialogs", ())]


def test_an_alert_is_taken_note_of(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page("<button onclick=\"alert('Saved!'); document.title = 'after'\">save</button>"))
    done = desk.do("click", selector="text=save")
    assert said(done) == [("alert", "Saved!", "OK")]
    assert desk.do("read")["title"] == "after"


@pytest.mark.parametrize(
    ("answer", "args", "title"),
    [
        ("click", {"selector": 'role=button[name="OK"]'}, "true"),
        ("click", {"selector": "text=Yes"}, "true"),
        ("click", {"selector": 'role=dialog >> role=button[name="Cancel"]'}, "false"),
        ("press", {"key": "Enter"}, "true"),
        ("press", {"key": "Escape"}, "false"),
    ],
)
@pytest.mark.sampled(2)
def test_the_next_action_answers_a_question(
    desk: PageDesk, site: Site, answer: str, args: dict[str, Any], title: str
) -> None:
    desk.do("navigate", url=site.page(ASKING))
    assert said(desk.do("click", selector="text=delete", risk="high"))[0][:2] == ("confirm", "Delete it all?")
    desk.do(answer, **args)
    assert desk.do("read")["title"] == title


def test_a_question_that_the_next_action_does_not_answer_is_cancelled_and_told(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(ASKING))
    desk.do("click", selector="text=delete", risk="high")
    done = desk.do("read")
    assert done["title"] == "false"
    assert said(done) == [("confirm", "Delete it all?", "Cancel")]


def test_a_prompt_takes_what_is_typed(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(ASKING))
    desk.do("click", selector="text=name")
    desk.do("type", text="bob")
    desk.do("click", selector='role=button[name="OK"]')
    assert desk.do("read")["title"] == "bob"


def test_a_question_left_open_at_the_end_of_a_command_is_cancelled(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(ASKING))
    desk.do("click", selector="text=delete", risk="high")
    desk.command()
    assert desk.do("read")["title"] == "false"


UNSAVED = """<input aria-label=Name><a href=/away>away</a><script>
onbeforeunload = (event) => { event.preventDefault(); return 'stay'; }</script>"""


@pytest.fixture
def unsaved(desk: PageDesk, site: Site) -> PageDesk:
    """A page that something was typed into, and that asks before it is left."""
    site.page("<p>elsewhere", path="/away")
    desk.do("navigate", url=site.page(UNSAVED))
    desk.do("click", selector="label=Name")
    desk.do("type", text="unsaved", selector="label=Name")
    return desk


@pytest.mark.parametrize("way", ["navigate", "click", "reload"])
def test_unsaved_work_is_left_only_if_that_is_approved(unsaved: PageDesk, site: Site, way: str) -> None:
    ways: dict[str, dict[str, Any]] = {"navigate": {"url": site.at("/away")}, "click": {"selector": "text=away"}}
    args = ways.get(way, {})
    for answer in ("text=Stay", "text=Cancel"):
        assert said(unsaved.do(way, **args))[-1][1] == "leave it without saving?"
        unsaved.do("click", selector=answer)
    unsaved.do(way, **args)
    with pytest.raises(ToolFailure, match=r'got Cancel: for a yes say "click Leave", which is asked for approval'):
        unsaved.do("click", selector="text=OK")
    unsaved.do(way, **args)
    with pytest.raises(ToolFailure, match="got Cancel: answer it first"):
        unsaved.do("read")
    assert unsaved.do("read", selector="label=Name")["text"] == "unsaved"
    unsaved.do(way, **args)
    assert unsaved.do("click", selector="text=Leave", risk="high")["answered"] == "OK"
    assert "unsaved" not in str(unsaved.do("read")["text"])


def test_a_question_that_nothing_can_answer_any_more_fails_what_led_to_it(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(ASKING))
    call = replace(desk.call("click", selector="text=name"), is_last=True)
    with pytest.raises(ToolFailure, match="asks 'Your name\\?' and got Cancel: for OK add \", then click OK\""):
        desk.run(desk.doing(call))
    assert desk.do("read")["title"] == "null"


@pytest.mark.parametrize(
    ("risks", "answer", "title"),
    [
        (("medium", "medium"), "OK", "false"),
        (("medium", "high"), "Delete", "true"),
        (("high", "medium"), "OK", "true"),
        (("medium", "medium"), "Cancel", "false"),
    ],
)
def test_a_yes_to_what_cannot_be_taken_back_counts_if_it_was_approved(
    desk: PageDesk, site: Site, risks: tuple[Risk, Risk], answer: str, title: str
) -> None:
    desk.do("navigate", url=site.page(ASKING.replace(">delete<", ">tidy up<")))
    desk.do("click", selector="text=tidy up", risk=risks[0])
    if (answer, title) == ("OK", "false"):
        with pytest.raises(ToolFailure, match=r"asks 'Delete it all\?' and got Cancel: for a yes say \"click Delete\""):
            desk.do("click", selector=f"text={answer}", risk=risks[1])
    else:
        desk.do("click", selector=f"text={answer}", risk=risks[1])
    assert desk.do("read")["title"] == title


HARMS = {
    "Delete": "deletes",
    "Remove Milk": "deletes",
    "Send": "sends",
    "Buy now": "buys",
    "Place order": "buys",
    "Publish": "publishes",
    "Post": "publishes",
    "Post 5": "",
    "Order history": "",
    "Save": "",
    "Undelete": "",
    "Paying guests": "",
}


@pytest.mark.parametrize("name", HARMS)
@pytest.mark.sampled(2)
def test_a_control_that_does_what_cannot_be_taken_back_is_not_clicked_by_the_way(desk: PageDesk, name: str) -> None:
    for control in (
        f"<button id=it>{name}</button>",
        f"<a id=it href=#x>{name}</a>",
        f"<button id=it aria-label='{name}'>?",
    ):
        desk.show(f"{control}<script>it.onclick = () => {{ document.title = 'done' }}</script>")
        if HARMS[name]:
            with pytest.raises(ToolFailure, match=f"{HARMS[name]} something: click it by that name"):
                desk.do("click", selector="#it", risk="medium")
            assert desk.evaluate("document.title") == "Test"
        desk.do("click", selector="#it", risk="high" if HARMS[name] else "medium")
        assert desk.evaluate("document.title") == "done"


def test_alerts_one_after_the_other_while_a_page_loads_are_no_hindrance(desk: PageDesk, site: Site) -> None:
    done = desk.do("navigate", url=site.page("<script>for (let n = 0; n < 3; n += 1) alert(n)</script><p>here"))
    assert [text for _, text, _ in said(done)] == ["0", "1", "2"]
    assert desk.do("read")["text"] == "here"


LEAVING_FOR_GOOD = """<button onclick="if (confirm('TEXT')) document.body.innerHTML = '<p>Bye'">Log out</button>"""


@pytest.mark.parametrize("text", ["Do you really want to log out?", "Sign out now?"])
def test_whether_one_really_wants_to_log_out_is_answered_with_ok(desk: PageDesk, text: str) -> None:
    desk.show(LEAVING_FOR_GOOD.replace("TEXT", text))
    done = desk.do("click", selector="login=log out")
    assert said(done) == [("confirm", text, "OK")]
    assert desk.evaluate("document.body.innerText") == "Bye"


@pytest.mark.parametrize(
    ("selector", "text"),
    [
        ("login=log out", "Log out and delete your account?"),
        ("login=log out", "Log out? Your changes will be lost."),
        ("login=log out", "Subscribe to our letter?"),
        ("text=Log out", "Do you really want to log out?"),
    ],
)
def test_a_question_about_more_than_was_said_stays_open(desk: PageDesk, selector: str, text: str) -> None:
    desk.show(LEAVING_FOR_GOOD.replace("TEXT", text))
    assert said(desk.do("click", selector=selector))[0][2].startswith("open")
    desk.do("press", key="Escape")
    assert desk.evaluate("document.body.innerText") == "Log out"
