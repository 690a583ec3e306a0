"""What a run leaves behind to talk about: the files and folders it made, moved, found or read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from goalwright.contracts import PlannedAction, Prepared, RunReport
from goalwright.contracts.path_spelling import is_anchored, join, normal, parent
from goalwright.contracts.references import LastCommand, LeftThing

MOST_THINGS = 20_000
_SEARCH = "file.search"
"""What it looks through is not what it leaves, but what it finds."""
_TWO = {"file.copy": ("path", "to"), "file.compress": ("to", "path"), "file.extract": ("to", "path")}
"""Where a verb leaves two things: which of its arguments "it" is, and which lies beside that."""


def left_behind(prepared: Prepared, report: RunReport, cwd: str) -> LastCommand:
    """What a run leaves, its words included; one that did not succeed leaves only itself, to be undone or repeated."""
    meta, plan = prepared.meta, prepared.plan
    if meta is None or plan is None:
        return LastCommand(text=prepared.text, cwd=cwd)
    done = [action for action in plan.actions if report.outcomes[action.action_id].is_done]
    verb = f"{meta.goals[-1].domain}.{meta.goals[-1].verb}"
    places = {goal.goal_id: index for index, goal in enumerate(meta.goals)}
    own = [action for action in done if action.rule == verb] if report.status == "success" else []
    own.sort(key=lambda action: min((places.get(goal, 0) for goal in action.goals), default=0))
    left = [_left_by(action, report.outcomes[action.action_id].output) for action in own]
    things = [path for paths, _ in left for path in paths]
    if own and not things and len(meta.goals) == 1 and own[0].action_class == "observe":
        things = list(prepared.seen)
    twins = [path for _, paths in left for path in paths]
    app = meta.goals[-1].params.get("app")
    return LastCommand(
        text=meta.text or prepared.text,
        cwd=cwd,
        things=_once(things),
        twins=_once(twins),
        folder=_folder(own, report, things, twins, cwd),
        app=app if isinstance(app, str) and own else "",
        verb=verb,
        run_id=report.run_id if any(action.action_class == "actuate" for action in done) else "",
    )


def _left_by(action: PlannedAction, output: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """The paths of what an action leaves, and of what lies beside that."""
    if "trash" in output:
        return [], []
    if action.rule in _TWO:
        first, second = (_paths(action.args.get(name)) for name in _TWO[action.rule])
        return first, second or _paths(action.args.get("things"))
    if "things" in action.args and action.rule != _SEARCH:  # it has all of them; what is shown may be cut short
        found = _paths(action.args["things"])
        return (_paths(output.get("to")) or found), []
    for name in ("matches", "entries"):
        if isinstance(output.get(name), tuple | list):
            is_whole = output.get("truncated") is not True
            return [path for item in output[name] for path in _listed(item, output)] if is_whole else [], []
    return _paths(output.get("to")) or _paths(output.get("path")), []


def _paths(value: Any) -> list[str]:
    values = value if isinstance(value, tuple | list) else (value,)
    return [normal(path) for path in values if isinstance(path, str) and is_anchored(path)]


def _listed(item: Any, output: Mapping[str, Any]) -> list[str]:
    """The path of one thing of a list: its own, or its name in the folder that was listed."""
    if not isinstance(item, Mapping):
        return []
    name, folder = item.get("name"), output.get("path")
    return _paths(item.get("path")) or (
        _paths(join(folder, name)) if isinstance(name, str) and isinstance(folder, str) else []
    )


def _once(paths: Iterable[str]) -> tuple[LeftThing, ...]:
    """The things by their paths, each once; too many are none, rather than some of them."""
    found = tuple(dict.fromkeys(paths))
    return tuple(LeftThing(path=path) for path in found) if len(found) <= MOST_THINGS else ()


def _folder(
    own: Iterable[PlannedAction], report: RunReport, things: Iterable[str], twins: Iterable[str], cwd: str
) -> str:
    """The folder that a run was about: the one that was listed, or the one that all it leaves lies in."""
    for action in own:
        output = report.outcomes[action.action_id].output
        if "entries" in output:
            return next(iter(_paths(output.get("path"))), "")
    above = {parent(path) for path in (twins or things)}
    return next((folder for folder in above if folder != cwd), "") if len(above) == 1 else ""
