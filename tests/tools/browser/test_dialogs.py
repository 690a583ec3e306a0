"""Boxes of the browser's own: noted, answered by the next action, or cancelled; never in the way."""

from __future__ import annotations

from typing import Any

import pytest

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
def test_the_next_action_answers_a_question(
    desk: PageDesk, site: Site, answer: str, args: dict[str, Any], title: str
) -> None:
    desk.do("navigate", url=site.page(ASKING))
    assert said(desk.do("click", selector="text=delete"))[0][:2] == ("confirm", "Delete it all?")
    desk.do(answer, **args)
    assert desk.do("read")["title"] == title


def test_a_question_that_the_next_action_does_not_answer_is_cancelled_and_told(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(ASKING))
    desk.do("click", selector="text=delete")
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
    desk.do("click", selector="text=delete")
    desk.command()
    assert desk.do("read")["title"] == "false"


def test_a_page_that_asks_to_stay_is_left(desk: PageDesk, site: Site) -> None:
    script = "<script>onbeforeunload = (event) => { event.preventDefault(); return 'stay'; }</script>"
    desk.do("navigate", url=site.page(f"<input aria-label=Name>{script}"))
    desk.do("click", selector="label=Name")
    desk.do("type", text="unsaved", selector="label=Name")
    done = desk.do("navigate", url=site.page("<p>elsewhere"))
    assert said(done) == [("beforeunload", "leave it without saving?", "OK")]
    assert desk.do("read")["text"] == "elsewhere"


def test_alerts_one_after_the_other_while_a_page_loads_are_no_hindrance(desk: PageDesk, site: Site) -> None:
    done = desk.do("navigate", url=site.page("<script>for (let n = 0; n < 3; n += 1) alert(n)</script><p>here"))
    assert [text for _, text, _ in said(done)] == ["0", "1", "2"]
    assert desk.do("read")["text"] == "here"
