"""Circumstances: what a plan was made under, and in which ways that is no longer so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from goalwright.contracts.checks import freeze_mapping, require_text
from goalwright.contracts.frozen import EMPTY
from goalwright.contracts.json_fields import inner, read_fields, read_object, read_text, read_texts, readers_of
from goalwright.contracts.path_spelling import ancestors
from goalwright.contracts.plan import Plan
from goalwright.contracts.world_state import WorldState
from goalwright.dataclass import dataclass

_PATH = "path:"
_FAMILIES = ("file", "dir")
_MISSING = "absent"
_GONE, _CAME, _UNSEEN = "is gone", "is there now", "can no longer be looked at"
_LISTED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What a plan was made under: where, what its patterns stood for, and what it relies on.

    `prints` are fingerprints by resource, `facts` what was seen, by register.
    """

    cwd: str
    home: str
    platform: str
    patterns: Mapping[str, tuple[str, ...]] = EMPTY
    prints: Mapping[str, str] = EMPTY
    facts: Mapping[str, Any] = EMPTY

    def __post_init__(self) -> None:
        require_text(self, "cwd", "home", "platform")
        for field in ("patterns", "prints", "facts"):
            freeze_mapping(self, field)

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths that facts speak of: what to look at to know these facts again."""
        return tuple(_kinds(self.facts))

    @property
    def apps(self) -> tuple[str, ...]:
        return tuple(key.partition(":")[2] for key in self.facts if key.startswith("app:"))


def circumstances_to_json(here: Circumstances) -> dict[str, Any]:
    return read_object({name: getattr(here, name) for name in CIRCUMSTANCES}, "Circumstances", "")


def circumstances_from_json(data: object) -> Circumstances:
    """What `circumstances_to_json` gave; ContractViolation with the place of what is not as it should be."""
    return Circumstances(**read_fields(data, "Circumstances", "", CIRCUMSTANCES))


def relied_on(plan: Plan, world: WorldState) -> dict[str, Any]:
    """The facts of a snapshot that a plan rests on: all of paths, others where an action touches them."""
    touched = {register for action in plan.actions for register in action.touches}
    facts = {fact.key: fact.value for fact in sorted(world.recent_facts, key=lambda fact: fact.at or 0.0)}
    found = {key: value for key, value in facts.items() if key.partition(":")[0] in _FAMILIES or key in touched}
    running = {f"app:{app.casefold()}" for app in world.running_apps}
    found |= dict.fromkeys(sorted(running & touched), "running")
    if any(register.partition(":")[0] in ("browser", "page") for register in touched):
        found["browser"] = "running" if world.browser_running else _MISSING
    return found


def drift(then: Circumstances, now: Circumstances) -> list[str]:
    """What has changed, each as a short sentence; nothing, if the plan may run as it is."""
    return [*_elsewhere(then, now), *_things(then, now), *_others(then, now), *_matches(then, now)]


def _elsewhere(then: Circumstances, now: Circumstances) -> Iterator[str]:
    if then.platform != now.platform:
        yield f"made on {then.platform}, but this is {now.platform}"
    if then.cwd != now.cwd:
        yield f"made in {then.cwd}, but this is {now.cwd}"
    if then.home != now.home:
        yield f"made for the home folder {then.home}, but this one is {now.home}"


def _things(then: Circumstances, now: Circumstances) -> Iterator[str]:
    """Changes of files and folders, one for each path: its kind, or else what is in it."""
    before, after = _kinds(then.facts), _kinds(now.facts)
    prints = [resource for resource in then.prints if resource.startswith(_PATH)]
    for path in dict.fromkeys([*before, *(resource.removeprefix(_PATH) for resource in prints)]):
        change = _kind_change(before[path], _kind_at(path, after)) if path in before else ""
        resource = f"{_PATH}{path}"
        if not change and resource in then.prints:
            change = _print_change(then.prints[resource], now.prints.get(resource))
        if change:
            yield f"{_shown(path, then.cwd)} {change}"


def _kinds(facts: Mapping[str, Any]) -> dict[str, str]:
    """What facts say each path is: `file`, `folder`, `absent`, or nothing where they leave it open."""
    kinds: dict[str, str] = {}
    for key, value in facts.items():
        family, _, path = key.partition(":")
        if family in _FAMILIES and path:
            is_there = value not in (_MISSING, False)
            kind = ("file" if family == "file" else "folder") if is_there else _MISSING
            if is_there or path not in kinds:
                kinds[path] = kind
    return kinds


def _kind_at(path: str, kinds: Mapping[str, str]) -> str:
    """What a path is; nothing is told of what would lie in something that is no folder."""
    if path in kinds:
        return kinds[path]
    above = next((kinds[folder] for folder in ancestors(path) if folder in kinds), "")
    return _MISSING if above in (_MISSING, "file") else ""


def _kind_change(before: str, after: str) -> str:
    if before == after:
        return ""
    if not after:
        return _UNSEEN
    if after == _MISSING:
        return _GONE
    return _CAME if before == _MISSING else f"is a {after} now"


def _print_change(before: str, after: str | None) -> str:
    if after is None:
        return _UNSEEN
    if before == after:
        return ""
    kinds = before.partition(" ")[0], after.partition(" ")[0]
    return _kind_change(*kinds) or "has changed"


def _others(then: Circumstances, now: Circumstances) -> Iterator[str]:
    for key, value in then.facts.items():
        family, _, name = key.partition(":")
        if family not in _FAMILIES and now.facts.get(key) != value:
            seen = now.facts.get(key, "unknown" if family != "app" else _MISSING)
            yield f"{name if family == 'app' else key} was {value}, and is {seen} now"
    for resource, value in then.prints.items():
        if not resource.startswith(_PATH) and now.prints.get(resource) != value:
            yield f"{resource} has changed"


def _matches(then: Circumstances, now: Circumstances) -> Iterator[str]:
    for pattern, matches in then.patterns.items():
        found = now.patterns.get(pattern, ())
        new, lost = sorted(set(found) - set(matches)), sorted(set(matches) - set(found))
        if new:
            yield f"{_shown(pattern, then.cwd)} also matches {_listed(new, then.cwd)} now"
        if lost:
            yield f"{_shown(pattern, then.cwd)} no longer matches {_listed(lost, then.cwd)}"


def _listed(paths: list[str], cwd: str) -> str:
    shown = ", ".join(_shown(path, cwd) for path in paths[:_LISTED])
    return shown + (f" and {len(paths) - _LISTED:,} more" if len(paths) > _LISTED else "")


def _read_prints(value: Any, contract: str, place: str) -> dict[str, str]:
    prints = read_object(value, contract, place)
    return {name: read_text(item, contract, inner(place, name)) for name, item in prints.items()}


def _read_patterns(value: Any, contract: str, place: str) -> dict[str, tuple[str, ...]]:
    patterns = read_object(value, contract, place)
    return {name: read_texts(item, contract, inner(place, name)) for name, item in patterns.items()}


CIRCUMSTANCES = readers_of(Circumstances, patterns=_read_patterns, prints=_read_prints)


def _shown(path: str, cwd: str) -> str:
    """A path as it is seen from where the plan was made."""
    short = path.removeprefix(f"{cwd.rstrip('/')}/")
    return short if short.isprintable() and short else repr(short or path)
