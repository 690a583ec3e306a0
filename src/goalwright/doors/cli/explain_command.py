"""`goalwright explain`: from the words to the actions, with the reasons."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Any

from goalwright.doors.cli.action_words import action_words, is_told
from goalwright.doors.cli.door_name import door_name
from goalwright.doors.cli.folding import folded, folded_words, is_folded
from goalwright.doors.cli.parameters import AsJson, Sentence
from goalwright.doors.cli.plain_text import counted, harmless, message_text, name_text, value_text
from goalwright.doors.cli.plan_view import RISK_STYLES, looked_lines, reference_lines, unavailable_lines
from goalwright.doors.cli.screen import Line, Part, show, show_json, warn
from goalwright.doors.cli.sentences import understood, warn_of_scopes
from goalwright.doors.cli.short_paths import Places
from goalwright.errors import NOT_PLANNABLE

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.contracts import Goal, Interpretation, PlannedAction

EPILOG = """\b
Example:
  goalwright explain "create a folder trip, then notes.txt in it"
  goalwright explain "what time is it" --json
"""
_THERE = ("exists", "absent")


def explain(text: Sentence, as_json: AsJson = False) -> int:
    """Say why a sentence leads to its plan.

    Each clause with its goals, each goal with the actions for it, why they are needed, what was
    found, and what is at stake. Nothing is run.
    """
    from goalwright.app import Goalwright

    with closing(Goalwright(conversation=door_name())) as gw:
        found = understood(gw, text, as_json=as_json)
        prepared = gw.prepare(found.meta_goal, text=found.meta_goal.text, any_tool=True)
        meant = _meant(gw, prepared)
        if as_json:
            show_json(explanation_document(gw, found, prepared) | ({"on_page": meant} if meant else {}))
        else:
            warn_of_scopes(found.meta_goal)
            show(reference_lines(found.meta_goal.references, Places.here()))
            show(explanation_lines(gw, found, prepared, Places.here()))
            show(_meant_lines(meant))
    if prepared.plan is not None:
        return 0
    if not as_json:
        warn(prepared.result.reason or prepared.result.status)
    return NOT_PLANNABLE


def _meant(gw: Goalwright, prepared: Any) -> dict[str, str]:
    """Which elements of the open page the actions mean, and why; nothing where no browser is open."""
    if prepared.plan is None or not any(
        (action.tool or "").startswith("browsers.") for action in prepared.plan.actions
    ):
        return {}
    from goalwright.app.page_reasons import page_reasons
    from goalwright.doors.cli.work_loop import answered

    return dict(answered(gw, page_reasons(gw, prepared.plan)))


def _meant_lines(meant: Mapping[str, str]) -> Iterator[Line]:
    if meant:
        yield Line((("On the page as it is now", "bold"),))
    for name, reason in meant.items():
        yield Line((("   ", ""), (f"{name_text(name)}  ", "cyan"), (message_text(reason), "")), 5)


def explanation_document(gw: Goalwright, found: Interpretation, prepared: Any) -> dict[str, Any]:
    """Everything that leads from the words to the actions, as JSON has it."""
    from goalwright.contracts.documents import interpretation_document, looked_document, plain

    actions = prepared.plan.actions if prepared.plan is not None else ()
    return {
        **interpretation_document(found),
        "world": plain(prepared.world),
        **plain(prepared.result),
        "actions": [{**plain(action), "risk_reason": _stake(gw, action, prepared, Places())} for action in actions],
        "looked": looked_document(prepared),
        "unavailable": [{"tool": tool, "reason": reason} for tool, reason in prepared.unavailable],
    }


def explanation_lines(gw: Goalwright, found: Interpretation, prepared: Any, places: Places) -> Iterator[Line]:
    """Clause by clause: its goals, and below each goal the actions that complete it."""
    goals = {goal.goal_id or "": goal for goal in found.meta_goal.goals}
    told: set[str] = set()
    for clause in found.clauses:
        yield Line(((f"“{harmless(clause.span.text)}”", "bold"),))
        if clause.ignored:
            ignored = ", ".join(harmless(span.text) for span in clause.ignored)
            yield Line((("   means nothing here: ", "dim"), (ignored, "dim")), 3)
        for name in clause.goal_ids:
            parts = _parts(name, goals, prepared)
            yield from _goal_lines(gw, name, goals[name], parts, prepared, places)
            told.update(action.action_id for action in _completing(parts, prepared))
    if prepared.plan is not None:
        rest = [action for action in prepared.plan.actions if action.action_id not in told]
        if rest:
            yield Line((("Beside that", "bold"),))
        for action in rest:
            yield from _action_lines(gw, action, prepared, places)
    yield from looked_lines(prepared.looked)
    yield from unavailable_lines(prepared.unavailable)


def _parts(name: str, goals: Mapping[str, Goal], prepared: Any) -> tuple[str, ...]:
    """The goals that a goal was planned as: itself, or one for each thing that its pattern matches."""
    planned = [goal.goal_id for goal in prepared.meta.goals]
    if name in planned:
        return (name,)
    return tuple(part for part in planned if part not in goals and part.rstrip("0123456789").rstrip("_") == name)


def _goal_lines(
    gw: Goalwright, name: str, goal: Goal, parts: Collection[str], prepared: Any, places: Places
) -> Iterator[Line]:
    expressions = {"each": goal.each, "when": goal.when}
    said = {**goal.params, **{name: value for name, value in expressions.items() if value}}
    params = "  ".join(f"{key}={value_text(value)}" for key, value in said.items())
    head: tuple[Part, ...] = (
        ("   ", ""),
        (f"{name_text(name)}  ", "bold cyan"),
        (f"{goal.domain}.{goal.verb}  ", ""),
        (params, ""),
        (f"  {harmless(goal.scope)}" if goal.scope != "root" else "", "dim"),
    )
    yield Line(head, 5)
    if len(parts) != 1:
        how = ("matches: ", counted(len(parts), "thing")) if parts else ("later: ", "planned once others are done")
        yield _note(*how, "")
    for unmet in prepared.result.unmet:
        if unmet.goal_id in parts:
            yield _note("not met: ", unmet.detail or unmet.reason, "yellow")
    if prepared.plan is None:
        return
    if set(prepared.plan.satisfied) - set(prepared.plan.reasserted) >= set(parts):
        yield _note("already so: ", "nothing has to be done for it", "")
    completing = _completing(parts, prepared)
    is_long = is_folded(len(completing))
    for group in folded(completing) if is_long else ():
        yield _note("", folded_words(group, places), "")
    for action in completing if not is_long else ():
        yield from _action_lines(gw, action, prepared, places)
    for action in prepared.plan.actions:
        if not completing and not set(parts).isdisjoint(action.goals):
            others = ", ".join(other for other in action.goals if other not in parts)
            yield _note("done by: ", f"{action.action_id}, which also serves {others}", "")


def _completing(parts: Collection[str], prepared: Any) -> list[PlannedAction]:
    """The actions that are there for these goals, and for no later one."""
    actions = prepared.plan.actions if prepared.plan is not None else ()
    return [action for action in actions if action.goals and action.goals[-1] in parts]


def _action_lines(gw: Goalwright, action: PlannedAction, prepared: Any, places: Places) -> Iterator[Line]:
    head: tuple[Part, ...] = (
        ("      ", ""),
        (f"{name_text(action.action_id)}  ", "cyan"),
        (f"{action_words(action, places)}  ", ""),
        (name_text(action.tool or "any tool"), "dim"),
    )
    yield Line(head, 8)
    for name, value in action.args.items():
        if not is_told(action, name):
            yield _note(f"{name_text(name)} = ", value_text(places.value(name, value)), "")
    if action.depends_on:
        yield _note("after: ", ", ".join(action.depends_on), "")
    yield _note("why: ", action.why, "")
    stake = _stake(gw, action, prepared, places)
    yield _note("risk: ", f"{action.risk} ({stake})", RISK_STYLES[action.risk])


def _stake(gw: Goalwright, action: PlannedAction, prepared: Any, places: Places) -> str:
    """What the action's risk comes from: what was found where it works, and whether it can be taken back."""
    if action.only_looks:
        return "it only looks"
    seen = _seen(prepared)
    paths = dict.fromkeys(value for value in action.args.values() if isinstance(value, str) and value in seen)
    told = [f"{places.shown(path)} {seen[path]}" for path in paths]
    entry = gw.registry.entry(action.tool or "")
    is_reversible = entry is not None and entry.reversible
    return "; ".join([*told, "it can be undone" if is_reversible else "it cannot be undone"])


def _seen(prepared: Any) -> Mapping[str, str]:
    """Each path that was looked at, with what is there."""
    seen: dict[str, str] = {}
    for fact in prepared.world.recent_facts:
        kind, _, path = fact.key.partition(":")
        if kind not in ("file", "dir") or fact.value not in _THERE:
            continue
        if fact.value == "exists":
            seen[path] = "is there" if kind == "file" else "is a folder that is there"
        else:
            seen.setdefault(path, "is not there")
    return seen


def _note(label: str, text: str, style: str) -> Line:
    return Line((("        ", ""), (label, "dim"), (message_text(text), style)), 8 + len(label))
