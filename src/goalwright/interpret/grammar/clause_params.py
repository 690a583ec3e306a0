"""What a reading's slots and constants make of its row's parameters, and whether nothing is left to be said."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

from goalwright.contracts.path_spelling import parent
from goalwright.interpret.grammar.heads import Head
from goalwright.interpret.grammar.if_clauses import placed_clause
from goalwright.interpret.grammar.noun_phrases import DOUBTFUL, SELECTING, filled_in, spread, without
from goalwright.interpret.grammar.spoken import Listed, Pronoun
from goalwright.interpret.grammar.template_entries import PATTERN_SLOT, SCOPE_SLOTS, Entry, params_of, pattern_slots
from goalwright.rules.param_types import check_param
from goalwright.rules.rule import Rule
from goalwright.rules.vocabulary import Vocabulary

_FLAT = "file.list"
_IN_FOLDERS = frozenset({"file", "folder", "entry"})
_BY_HAND = frozenset({"page", "keyboard", "mouse"})
_DERIVED = frozenset({("file", "delete", "object_type")})
"""Required parameters that the planner can work out for itself when they were not said."""


_LEFT_OUT, _CHOSEN = SELECTING[4], SELECTING[-4:]
_LEVEL_UP = "./.."
"""What stands for the folder above that of a thing, whichever that is."""
_GOING = frozenset({"move", "rename"})
"""Verbs after which a thing is in one place only."""
_SEVERAL = "several"
"""What a row says instead of a number whose list must have more than one."""


def settle_lists(values: dict[str, Any]) -> bool:
    """Put lists that stand in expressions where they belong; False if one can't, or has more or fewer than was said."""
    said = values.pop("exactly", None)
    values.pop("about", None)
    named = [len(value.values) for value in values.values() if isinstance(value, Listed)]
    if said == _SEVERAL and not named:
        return False
    if said not in (None, _SEVERAL, *(named or [1])):
        return False
    for name, value in values.items():
        if isinstance(value, Mapping | list):
            values[name] = spread(_one_by_one(value) if isinstance(value, list) else value)
    return None not in values.values()


def _one_by_one(values: list[Any]) -> list[Any]:
    return [each for value in values for each in (value.values if isinstance(value, Listed) else (value,))]


def settle_place(rule: Rule, values: dict[str, Any]) -> None:
    """Where something lies is part of its path if it also goes somewhere, and its type only what a row asks for."""
    known, inside = params_of(rule), values.get("inside")
    values.pop(DOUBTFUL, None)
    if "object_type" not in known:
        values.pop("object_type", None)
    if rule.domain == "text" and isinstance(inside, str) and "whether" in str(values.get("value")):
        clauses = values["value"]["value"]["whether"]
        values["value"] = {"value": {"whether": [placed_clause(clause, inside) for clause in clauses]}}
        inside = values.pop("inside") and None
    if isinstance(inside, str):
        values["inside"] = inside.rstrip("/") or inside
    if "to" in known and known["to"].into and isinstance(inside, str):
        values["path"], _ = filled_in("{inside}/{path}", values)
        del values["inside"]


def settle_goal(rule: Rule, values: dict[str, Any], preposition: str, inside: Set[str]) -> None:
    """A slash behind where folders go, where it can only be a folder: several of them, or one that goes into it."""
    known, path, to = params_of(rule), values.get("path"), values.get("to")
    if to == _LEVEL_UP:
        values["to"] = to = _above(path)
    if not isinstance(to, str) or "to" not in known or not known["to"].into or _has_ending(to):
        return
    sources = path.values if isinstance(path, Listed) else (path,)
    are_folders = all(isinstance(source, str) and not _has_ending(source) for source in sources)
    if are_folders and (len(sources) > 1 or preposition in inside) and not to.endswith(("/", "\\")):
        values["to"] = f"{to}/"


def _above(path: Any) -> str:
    """The folder above the one that something lies in."""
    chosen = path.get("select") if isinstance(path, Mapping) else None
    place = chosen.get("in") if isinstance(chosen, Mapping) else parent(path) if isinstance(path, str) else None
    return parent(place) or "." if isinstance(place, str) and place.strip("./") else ".."


def imply(entry: Entry | Head, values: dict[str, Any]) -> bool:
    """Add what a head points at without a word; whether that is something that it mostly says."""
    if not isinstance(entry, Head):
        return False
    is_unsaid = any(name not in values for name in entry.may_imply)
    for name, points_at in (*entry.implied.items(), *entry.may_imply.items()):
        values.setdefault(name, Pronoun(points_at))
    return is_unsaid


def made_here(rule: Rule, params: dict[str, Any], said: Mapping[str, Any], words: Vocabulary) -> dict[str, Any]:
    """Parameters in which a new folder lies here though one that is known everywhere is called like it: music."""
    path = params.get("path")
    is_made = rule.name == "file.create" and isinstance(path, str) and not {"inside", "drive"} & said.keys()
    return {**params, "path": f"./{path}"} if is_made and words.folder(str(path)) is not None else params


def looked_for(params: dict[str, Any]) -> dict[str, Any]:
    """Parameters in which what is looked for, and nothing says where, may lie at any depth."""
    things = params.get("things")
    chosen = things.get("select") if isinstance(things, Mapping) else None
    if not isinstance(chosen, Mapping) or chosen.get("kind") not in _IN_FOLDERS or {"in", "deep"} & chosen.keys():
        return params
    return {**params, "things": {"select": {**chosen, "deep": True}}}


def throughout(rule: Rule, params: Mapping[str, Any]) -> dict[str, Any] | None:
    """Parameters whose sets have in them what lies in folders too; None for a verb that looks into one folder only."""
    if rule.name == _FLAT:
        return None
    found = dict(params)
    for name, value in params.items():
        chosen = value.get("select") if isinstance(value, Mapping) else None
        if isinstance(chosen, Mapping) and "deep" not in chosen:
            found[name] = {"select": {**chosen, "deep": True}}
    return with_folders(rule, found)


def with_folders(rule: Rule, params: dict[str, Any]) -> dict[str, Any]:
    """Parameters in which all that lies in a folder, at any depth, goes elsewhere as it lies: with its folders."""
    to = params_of(rule).get("to")
    for name, value in params.items() if to is not None and to.into is not None else ():
        chosen = value.get("select") if isinstance(value, Mapping) else None
        if not isinstance(chosen, Mapping) or not chosen.get("deep") or chosen.keys() - {"kind", "in", "deep"}:
            continue
        if chosen["kind"] in ("file", "entry"):
            place = {"in": chosen["in"]} if "in" in chosen else {}
            params = {**params, name: {"select": {"kind": "entry", **place}}}
    return params


def _has_ending(path: str) -> bool:
    return "." in path.replace("\\", "/").rpartition("/")[2].strip(".")


def params_said(entry: Entry | Head, values: Mapping[str, Any]) -> dict[str, Any] | None:
    """The parameters that a template's slots and constants give; None if a pattern's slot holds no plain text."""
    made = made_of(entry.say.given, values) if not isinstance(entry, Head) else {}
    if made is None:
        return None
    helping = SCOPE_SLOTS | (pattern_slots(entry.say) if not isinstance(entry, Head) else frozenset())
    return {name: value for name, value in values.items() if name not in helping} | made


def made_of(patterns: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any] | None:
    """Parameters from constants and patterns; None if a pattern's slot holds no plain text."""
    params = {}
    for name, pattern in patterns.items():
        is_pattern = isinstance(pattern, str) and "{" in pattern
        value = _from_pattern(pattern, values) if is_pattern else pattern
        if value is None:
            return None
        params[name] = value
    return params


def _from_pattern(pattern: str, values: Mapping[str, Any]) -> Any:
    names = PATTERN_SLOT.findall(pattern)
    if pattern == f"{{{names[0]}}}" and isinstance(values.get(names[0]), Mapping):
        return values[names[0]]
    if any(name not in values or isinstance(values[name], Pronoun | Mapping) for name in names):
        return None
    lists = [name for name in names if isinstance(values[name], Listed)]
    if len(lists) > 1:
        return None
    if not lists:
        return PATTERN_SLOT.sub(lambda slot: str(values[slot.group(1)]), pattern)
    each = (_from_pattern(pattern, {**values, lists[0]: value}) for value in values[lists[0]].values)
    return Listed(tuple(each))


def may_repeat(rule: Rule) -> bool:
    """Whether a verb may be done several times in a row: clicks and keys, but nothing that writes or moves files."""
    register = rule.shape.register
    is_by_hand = register is not None and register.family in _BY_HAND and rule.shape.kind == "event"
    return is_by_hand and all(param.type not in ("content", "path") for param in params_of(rule).values())


def is_complete(rule: Rule, params: Mapping[str, Any], given: Set[str | None] = frozenset()) -> bool:
    """Whether nothing is left to be said; `given` are parameters that another goal fills in."""
    shape = rule.shape_for(params)
    dated = (name for name, param in shape.params.items() if param.dated)
    known = {*params, *shape.default_params, *shape.derive, *given, *dated}
    missing = [name for name in shape.required_params if name not in known]
    return all((rule.domain, rule.verb, name) in _DERIVED for name in missing)


def fits(rule: Rule, params: Mapping[str, Any], words: Vocabulary) -> bool:
    """Whether every value is one that its parameter takes; pronouns are looked at when they are resolved."""
    known = params_of(rule)
    if not known.keys() >= params.keys():
        return False
    for name, value in params.items():
        if isinstance(value, Mapping):
            continue
        for each in value.values if isinstance(value, Listed) else (value,):
            if not isinstance(each, Pronoun) and isinstance(check_param(each, known[name], words), str):
                return False
    return True


def told_of_set(params: Mapping[str, Any], name: str, told: list[Any]) -> dict[str, Any] | None:
    """Parameters of whose one set more is told behind it; None if there is none, or several, or some are chosen."""
    if name == _LEFT_OUT:
        sets = {param: found for param, value in params.items() if (found := without(value, told)) is not None}
        return {**params, **sets} if len(sets) == 1 else None
    rows = [(param, value.get("select")) for param, value in params.items() if isinstance(value, Mapping)]
    [(param, row), *others] = [each for each in rows if each[1]] or [("", None)]
    if others or not isinstance(row, Mapping) or not row.keys().isdisjoint(_CHOSEN) or "to" not in params:
        return None
    return {**params, param: {"select": {**row, name: [*row.get(name, ()), *told]}}}


def may_be_listed(rule: Rule, params: Mapping[str, Any], *, is_paired: bool) -> bool:
    """Whether the lists of a clause can be told apart: at most one, or two that are paired; one thing goes to one."""
    lists = [name for name, value in params.items() if isinstance(value, Listed)]
    if lists == ["path"] and rule.verb == "rename" and isinstance(params.get("to"), str):
        return False  # two things do not get one name
    return len(lists) > 1 if is_paired else len(lists) < 2 and (lists != ["to"] or rule.verb not in _GOING)


def names_each(rule: Rule, params: Mapping[str, Any]) -> bool:
    """Whether each of several things gets the name that was said in its place: "rename a and b to c and d"."""
    lists = [len(value.values) for value in params.values() if isinstance(value, Listed)]
    return rule.verb == "rename" and len(lists) > 1 and len(set(lists)) == 1
