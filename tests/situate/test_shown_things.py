"""Windows, apps, processes, tabs and pages in selections and conditions, seen through ports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from goalwright.contracts import Goal, MetaGoal
from goalwright.contracts.stages import goals_in
from goalwright.errors import ContractViolation, NotPlannable
from goalwright.rules import builtin_rules
from goalwright.situate.anchoring import Surroundings
from goalwright.situate.settled import Settled
from goalwright.situate.settling import settle

RULES = builtin_rules()
DESK: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "window": (
        {"title": "notes.txt - Editor", "program": "mousepad", "minimized": False, "active": False},
        {"title": "Downloads", "program": "thunar", "minimized": True, "active": False},
        {"title": "Mail", "program": "firefox", "minimized": False, "active": True},
    ),
    "app": (
        {"program": "firefox", "active": True},
        {"program": "mousepad", "active": False},
    ),
    "process": (
        {"program": "python", "size": 40_000_000},
        {"program": "firefox", "size": 900_000_000},
    ),
    "tab": (
        {"title": "News", "address": "https://news.example/", "active": True},
        {"title": "Shop", "address": "https://shop.example/", "active": False},
    ),
}


def settled(*goals: Goal, page: str | None = None, desk: Any = None) -> Settled:
    """The goals, each after the one before, as they are settled at this desk."""
    sights = {**DESK, **(desk or {})}
    dependencies = {index: (index - 1,) for index in range(1, len(goals))}
    return settle(
        MetaGoal(goals=goals, dependencies=dependencies),
        RULES,
        Surroundings(cwd="/nowhere", home="/home/me", words=RULES.words),
        allowed=lambda path: path,
        running=lambda app: app == "firefox",
        sights=lambda kind: sights[kind],
        now=datetime(2026, 5, 22, 12, 0),
        page=page,
    )


def goal(verb: str, when: Any = (), **params: Any) -> Goal:
    domain, _, name = verb.partition(".")
    return Goal(domain=domain, verb=name, params=params, when=when)


def things(kind: str, **fields: Any) -> dict[str, Any]:
    return {"select": {"kind": kind, **fields}}


def told(found: Settled) -> list[str]:
    """The texts of the goals that are left."""
    return [str(each.params.get("text", "")) for each in found.meta.goals]


def test_a_goal_about_windows_is_done_for_each_by_its_title() -> None:
    minimized = goal("window.minimize", target=things("window", where=[["minimized", "is", False]]))
    found = settled(minimized).meta.goals
    assert [each.params["target"] for each in found] == ["Mail", "notes.txt - Editor"]


def test_windows_may_be_left_out_by_title_or_program() -> None:
    rest = settled(goal("window.close", target=things("window", **{"except": ["editor", "firefox"]}))).meta.goals
    assert [each.params["target"] for each in rest] == ["Downloads"]


def test_a_goal_about_apps_is_done_for_each() -> None:
    closed = settled(goal("system.close", app=things("app", where=[["active", "is", False]]))).meta.goals
    assert [each.params["app"] for each in closed] == ["mousepad"]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"count": things("tab")}, "There are 2 tabs."),
        ({"count": things("window", where=[["program", "is", "firefox"]])}, "There is 1 window."),
        ({"count": things("process", where=[["size", "over", "100 MB"]])}, "There is 1 process."),
        ({"list": things("tab"), "of": "title"}, "News\nShop"),
        ({"its": "program", "of": things("process", order="-size", limit=1)}, "firefox"),
        ({"total": things("process"), "of": "size"}, "940.0 MB"),
    ],
)
def test_values_of_what_is_open(value: Any, said: str) -> None:
    assert told(settled(goal("text.answer", value={"value": value}))) == [said]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (["open", "mail"], True),
        (["open", "thunar"], True),
        (["open", "calculator"], False),
        (["running", "firefox"], True),
        (["exists", things("tab", where=[["address", "contains", "shop"]])], True),
        (["count", things("window"), "over", 5], False),
    ],
)
def test_conditions_on_what_is_open(condition: Any, holds: bool) -> None:
    for is_negated in (False, True):
        clause = ["not", *condition] if is_negated else condition
        (found,) = settled(goal("text.echo", when=[clause], text="yes")).meta.goals
        assert (found.verb == "echo") == (holds != is_negated)


def test_two_windows_of_one_title_are_not_acted_on() -> None:
    twins = [{**DESK["window"][0], "title": "same"}] * 2
    with pytest.raises(NotPlannable, match="told apart"):
        settled(goal("window.close", target=things("window")), desk={"window": twins})


@pytest.mark.parametrize(
    "bad",
    [
        goal("file.delete", path=things("window")),
        goal("file.delete", path=things("line", **{"in": "notes.txt"})),
        goal("system.close", app=things("window")),
        goal("window.close", target=things("file")),
        goal("browser.navigate", url=things("tab")),
        goal("browser.navigate", url={"value": {"its": "address", "of": things("tab", limit=1)}}),
        goal("file.delete", path={"value": {"its": "title", "of": things("window", limit=1)}}),
        goal("file.delete", path={"value": {"list": things("process"), "of": "program"}}),
        goal("system.launch", app={"value": {"its": "title", "of": things("tab", limit=1)}}),
        goal("browser.click", selector={"value": {"its": "title", "of": things("tab", limit=1)}}),
    ],
    ids=lambda bad: f"{bad.verb} {sorted(bad.params)}",
)
def test_what_other_programs_show_becomes_no_path_address_or_selector(bad: Goal) -> None:
    with pytest.raises(ContractViolation):
        settled(bad)


def looked_later(found: Settled) -> list[str]:
    """The verbs of the goals that are put off."""
    look = found.meta.goals[-1]
    assert (look.domain, look.verb) == ("text", "look")
    return [each.verb for each in goals_in(look.params["goals"]).goals]


@pytest.mark.parametrize(
    ("first", "condition"),
    [
        (goal("system.launch", app="firefox"), ["running", "firefox"]),
        (goal("system.launch", app="firefox"), ["open", "firefox"]),
        (goal("browser.navigate", url="https://shop.example/"), ["exists", things("tab")]),
        (goal("input.press", key="ctrl+s"), ["exists", "saved.txt"]),
        (goal("browser.download", url="https://shop.example/a.pdf"), ["exists", "a.pdf"]),
    ],
    ids=["running", "open", "tab", "keys", "download"],
)
def test_what_an_earlier_goal_may_change_is_looked_at_after_it(first: Goal, condition: Any) -> None:
    later = goal("text.echo", when=[condition], text="yes")
    assert looked_later(settled(first, later)) == ["echo"]
    assert settled(later, first).meta.goals[-1].verb == first.verb


# What a page shows.


def test_what_a_page_shows_is_looked_at_once_the_page_was_read() -> None:
    asked = goal("text.echo", when=[["any", [["shows", "sold out"], ["shows", "gone"]]]], text="yes")
    found = settled(goal("browser.navigate", url="https://shop.example/"), asked).meta
    assert [each.verb for each in found.goals] == ["navigate", "read", "look"]
    assert found.goals[-1].params["page"] == {"from": found.goals[1].goal_id, "field": "text"}
    assert found.dependencies[2] == (0, 1)


def test_a_page_that_was_read_decides_both_ways_at_once() -> None:
    both = [
        goal("text.echo", when=[["shows", "Sold  OUT"]], text="yes"),
        goal("text.echo", when=[["not", "shows", "Sold  OUT"]], text="no"),
    ]
    assert told(settled(*both, page="All shoes: sold out today")) == [
        "yes",
        "skipped text.echo: the page shows 'Sold  OUT'",
    ]
    assert told(settled(*both, page="in stock"))[1] == "no"


def test_a_page_that_was_changed_since_is_read_again() -> None:
    goals = [
        goal("browser.click", when=[["shows", "more"]], selector="text=More"),
        goal("text.echo", when=[["shows", "end"]], text="the end"),
    ]
    found = settled(*goals, page="more")
    assert [each.verb for each in found.meta.goals] == ["click", "read", "look"]
    assert looked_later(found) == ["echo"]


def test_files_are_looked_at_at_once_while_a_page_is_only_opened(tmp_path: Path) -> None:
    (tmp_path / "a.txt").touch()
    listed = goal("text.answer", value={"value": {"count": things("file", **{"in": str(tmp_path)})}})
    assert told(settled(goal("browser.navigate", url="https://shop.example/"), listed))[1] == "There is 1 file."
