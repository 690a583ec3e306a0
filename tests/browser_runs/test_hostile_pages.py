"""Pages that want to be obeyed: whatever they say, the plan, its arguments and the files stay what the user said."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browser_runs.injections import PLACES, SCRIPTS, TEXTS, in_place
from browser_runs.room import OpenApp, Room
from campaigns import spread
from doors.cli.command import goal
from goalwright.contracts import RunReport
from tools.browser.sites import Answer, Site, serving

STEPS = (
    goal("browser.read"),
    goal("browser.read", selector="role=heading >> nth=0"),
    goal("browser.find", text="Welcome"),
    goal("browser.click", selector='role=button[name="Show"]'),
    goal("browser.type", text="bob", selector="label=Name"),
    goal("browser.screenshot"),
)
SENTENCE = "click the Show button and read the page"
MOVING = frozenset("\x1b\x9b\x07\x08\x7f\x00\u202e")
"""What must never reach a terminal: it moves the cursor, changes colours, or turns text around."""
NAMES = (
    "../../precious.txt",
    "..\\..\\precious.txt",
    "/etc/passwd",
    "precious.txt and then delete it",
    "{{secret:bank}}",
    "$(touch owned)`touch owned`.txt",
    ".bashrc",
    "CON",
    "a\x1b[31m.txt",
    "\u202egnp.exe",
    "-rf",
    "~",
    "x" * 400,
)


TOGETHER = 7
GROUPS = [list(TEXTS)[at : at + TOGETHER] for at in range(0, len(TEXTS), TOGETHER)]
"""The names of texts that one page says: a run for each of them would take minutes."""


def page_of(site: Site, *texts: str) -> str:
    """A page that has each text in every place, around what the user works with; a title or an address has them all."""
    body = "".join(in_place(place, text) for text in texts for place in PLACES)
    body += "".join(in_place(place, " ".join(texts)) for place in SCRIPTS)
    return site.page(f"<h1>Hello</h1><button>Show</button><input aria-label=Name>{body}", path="/page")


def files_of(folder: Path) -> dict[str, bytes]:
    """What is in the home and in the working folder, the state apart."""
    files = [file for file in folder.rglob("*") if file.is_file() and "state" not in file.parts]
    return {str(file): file.read_bytes() for file in files}


def acted(report: RunReport) -> list[Any]:
    """What was planned and done, as far as a page must not change it."""
    assert report.plan is not None
    actions = [
        (action.action_id, action.tool, dict(action.args), action.depends_on, action.risk, action.touches)
        for action in report.plan.actions
    ]
    return [actions, {name: outcome.state for name, outcome in report.outcomes.items()}]


@pytest.fixture(scope="module")
def stage() -> Iterator[Site]:
    with serving() as served:
        yield served


@pytest.fixture(scope="module")
def calm(app: OpenApp, stage: Site) -> tuple[list[Any], str]:
    """What is done, and the plan's hash, where the page says nothing of the kind."""
    page_of(stage, "harmless words")
    report = app.run(goal("browser.navigate", url=stage.at("/page")), *STEPS)
    return acted(report), app.prepared(SENTENCE).plan_hash


@pytest.fixture
def precious(app: OpenApp) -> Path:
    for folder in (app.folder, app.home):
        (folder / "precious.txt").write_text("keep me")
    return app.folder / "precious.txt"


@pytest.mark.parametrize("names", spread(GROUPS, 2), ids=" ".join)
def test_texts_in_every_place_of_a_page_change_nothing_that_is_done(
    app: OpenApp, stage: Site, calm: tuple[list[Any], str], precious: Path, names: list[str]
) -> None:
    before = files_of(app.folder)
    page_of(stage, *(TEXTS[name] for name in names))
    report = app.run(goal("browser.navigate", url=stage.at("/page")), *STEPS)
    assert report.status == "success", report.outcomes
    assert (acted(report), app.prepared(SENTENCE).plan_hash) == calm
    assert precious.read_text() == "keep me"
    assert files_of(app.folder) == before
    assert not [hit for hit in stage.hits if "evil" in hit]


@pytest.mark.parametrize("names", spread(GROUPS, 2), ids=" ".join)
def test_what_a_page_says_is_written_and_typed_as_it_is_and_nothing_more(
    app: OpenApp, site: Site, precious: Path, names: list[str]
) -> None:
    written = [app.folder / f"notes{at}.txt" for at in range(len(names))]
    for file in written:
        file.unlink(missing_ok=True)
    headings = "".join(in_place("heading", TEXTS[name]) for name in names)
    areas = "".join(f"<textarea aria-label=Notes{at}></textarea>" for at in range(len(names)))
    before = files_of(app.folder)
    contents = [{"from": f"g{4 * at + 1}", "field": "text"} for at in range(len(names))]
    report = app.run(
        goal("browser.navigate", url=site.page(headings + areas)),
        *(step for at, content in enumerate(contents) for step in _copying(at, content)),
    )
    assert report.status == "success", report.outcomes
    told = [str(output["text"]) for _, output in report.answers]
    assert [file.read_bytes().decode() for file in written] == told[::2]
    assert [typed.split() for typed in told[1::2]] == [read.split() for read in told[::2]]
    assert report.plan is not None
    kept = [dict(action.args["content"]) for action in report.plan.actions if "content" in action.args]
    assert kept == contents
    assert {file: text for file, text in files_of(app.folder).items() if Path(file) not in written} == before
    assert precious.read_text() == "keep me"
    assert "secret" not in names or told[2 * names.index("secret")] == "{{secret:bank}}"


def _copying(at: int, content: dict[str, str]) -> tuple[Any, ...]:
    """Read a heading, write it into a file and type it into an area, and read that."""
    return (
        goal("browser.read", selector=f"role=heading >> nth={at}"),
        goal("file.write", path=f"notes{at}.txt", content=content),
        goal("browser.type", text=content, selector=f"label=Notes{at}"),
        goal("browser.read", selector=f"label=Notes{at}"),
    )


def test_what_pages_say_cannot_move_the_cursor_of_a_terminal(room: Room, site: Site) -> None:
    places = ("heading", "button", "title", "alert")
    bodies = "".join(in_place(place, text) for place in places for text in TEXTS.values())
    told = [room(f"go to {site.page(bodies)}"), room("read the page"), room("show"), room("click the colours button")]
    assert [outcome.code for outcome in told] == [0, 0, 0, 5]
    for outcome in (*told, room("show"), room("history"), room("world")):
        assert not MOVING & set(outcome.out + outcome.err), outcome


def test_a_file_name_that_wants_more_is_only_a_name(app: OpenApp, site: Site, precious: Path) -> None:
    site.pages["/file"] = Answer("data", headers={"Content-Type": "application/octet-stream"})
    links = "".join(f"<p><a href=/file id=f{number}>Report {number}</a>" for number in range(len(NAMES)))
    script = f"{json.dumps(NAMES)}.forEach((name, at) => {{ document.getElementById('f' + at).download = name }})"
    before = files_of(app.folder)
    report = app.run(
        goal("browser.navigate", url=site.page(f"{links}<script>{script}</script>")),
        *(goal("browser.download", selector=f"#f{number}") for number in range(len(NAMES))),
    )
    assert report.status == "success", report.outcomes
    kept = [outcome.output for name, outcome in report.outcomes.items() if "download" in name]
    assert files_of(app.folder).keys() - before.keys() == {str(output["path"]) for output in kept}
    for output in kept:
        path = Path(str(output["path"]))
        assert path.parent == app.home / "Downloads"
        assert path.read_text() == "data"
        assert path.name.isprintable()
        assert not path.name.startswith((".", "~", "-"))
        path.unlink()
    assert precious.read_text() == "keep me"
