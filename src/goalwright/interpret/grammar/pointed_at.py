"""What words that point back stand for among the earlier goals of their sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from goalwright.interpret.grammar.draft import Draft, PointsNowhere
from goalwright.interpret.grammar.left_things import (
    SLASHES,
    NamedThing,
    folder_named,
    goes_into,
    is_file_name,
    is_for_files,
    last_part,
    leaves_two,
    left_by,
    made_of_another,
    place_of_set,
    set_in,
)
from goalwright.interpret.grammar.narrowed_sets import SEVERAL, some_of, take_several
from goalwright.interpret.grammar.spoken import Pronoun
from goalwright.rules.follow_up_words import told

_WILD = frozenset("*?")


def _path(draft: Draft, name: str, pronoun: Pronoun, earlier: Sequence[Draft]) -> None:
    """A path takes over the place and the type of what it points at."""
    wanted = {"file": False, "folder": True}.get(pronoun.points_at)
    if draft.rule.name == "file.list":
        wanted = True
    for before in reversed(earlier):
        if wanted is True and (goal := goes_into(before)) is not None:
            draft.params[name], draft.is_folder = goal, True
            return
        thing = _meant(draft, before, wanted)
        if thing is None:
            continue
        if draft.rule.name == "file.delete" and leaves_two(before):
            if draft.piece.order != "before":  # copy it before deleting it
                break  # which of the two is meant is not to be guessed
            thing = NamedThing(before.params.get(name), before.inside, before.drive, before.is_folder)
        _take(draft, name, thing, is_called_file=wanted is False)
        return
    raise PointsNowhere(draft.piece)


def _meant(draft: Draft, before: Draft, wanted: bool | None) -> NamedThing | None:
    """The thing of an earlier goal that a word may stand for, `wanted` being whether that is a folder."""
    thing = left_by(before)
    if draft.rule.name == "file.delete" and before.rule.verb == "compress" and before.text("to") is None:
        thing = NamedThing(before.params.get("path"), before.inside, before.drive, before.is_folder)
    if wanted is None and before.topic and not is_for_files(draft):
        thing = _topic(draft, before)
    if thing is None or (wanted is not None and thing.is_folder not in (None, wanted)):
        return None
    if before.rule.verb == "copy" and draft.shape.writes and draft.rule.name != "file.delete":
        thing = _copy_of(draft, before, thing)
    return None if thing.is_folder and is_for_files(draft) else thing


def _take(draft: Draft, name: str, thing: NamedThing, *, is_called_file: bool) -> None:
    draft.params[name] = thing.path
    if draft.inside is None and draft.drive is None:
        draft.inside, draft.drive = thing.inside, thing.drive
    if draft.rule.name == "file.delete" and (thing.is_folder or (thing.is_folder is False and is_called_file)):
        draft.params.setdefault("object_type", "folder" if thing.is_folder else "file")
    draft.is_folder = thing.is_folder if draft.is_folder is None else draft.is_folder


def _copy_of(draft: Draft, before: Draft, original: NamedThing) -> NamedThing:
    """What is changed after copying it: the copy, where that has a name of its own, which was said last."""
    to = before.text("to") or ""
    if is_file_name(to):
        return NamedThing(to, None, None, is_folder=False)
    if draft.rule.verb in ("move", "rename"):
        named = isinstance(original.path, str)
        either = f"{original.path} or {to}/{last_part(original.path)}" if named else told("original_or_copy", to)
        raise PointsNowhere(draft.piece, told("several", either))
    return original


def _topic(draft: Draft, before: Draft) -> NamedThing | None:
    """What "it" was in the clause before, and so is again, where it can't be the other thing of that clause."""
    to = draft.text("to")
    if draft.rule.name == "file.delete" or (to is not None and is_file_name(to)):
        raise PointsNowhere(draft.piece, told("several", f"{before.topic} or {before.text('path') or 'that'}"))
    return NamedThing(before.topic, None, None, is_folder=True)


def _found(draft: Draft, name: str, pronoun: Pronoun, earlier: Sequence[Draft]) -> None:
    """What a search before finds, as a pattern at any depth; a name that is none finds whatever is called like it."""
    if draft.rule.name == "file.list":  # which lists a folder
        raise PointsNowhere(draft.piece)
    for before in reversed(earlier):
        chosen = set_in(before)
        if chosen is not None:
            found = some_of(chosen, pronoun.pick)
            if found is None:
                raise PointsNowhere(draft.piece)
            take_several(draft, name, found)
            draft.search = before
            return
        if pronoun.pick.many is not None:
            continue
        pattern = before.text("pattern")
        if before.rule.name != "file.find" or pattern is None:
            continue
        if not _WILD.intersection(pattern) or any(slash in pattern for slash in SLASHES):
            break
        folder = before.text("path")
        if name == SEVERAL:  # which are chosen, never a path
            chosen = {"kind": "file", "in": folder or ".", "deep": True, "where": [["name", "matches", pattern]]}
            draft.params[name], draft.search = {"select": chosen}, before
            return
        draft.params[name] = f"{folder.rstrip('/')}/**/{pattern}" if folder else f"**/{pattern}"
        draft.search = before
        if draft.rule.name == "file.delete":
            draft.params.setdefault("object_type", "file")
        return
    raise PointsNowhere(draft.piece)


def _folder_path(draft: Draft, name: str, _pronoun: Pronoun, earlier: Sequence[Draft]) -> None:
    draft.params[name] = folder_before(earlier, draft)


def folder_before(earlier: Sequence[Draft], draft: Draft) -> Any:
    found = folder_named(earlier)
    if found is None:
        raise PointsNowhere(draft.piece)
    return found


def _role(draft: Draft, name: str, pronoun: Pronoun, earlier: Sequence[Draft]) -> None:
    """What was made of another thing, or that other thing."""
    for before, value in made_of_another(pronoun.points_at, earlier):
        if isinstance(value, str) or (isinstance(value, Mapping) and "value" in value):
            draft.params[name] = value
            draft.inside, draft.drive = before.inside, before.drive
            draft.is_folder = before.is_folder if pronoun.points_at == "original" else draft.is_folder
        elif isinstance(value, Mapping):
            take_several(draft, name, value)
        else:
            raise PointsNowhere(draft.piece)
        draft.search = before
        return
    raise PointsNowhere(draft.piece)


def _origin(draft: Draft, name: str, _pronoun: Pronoun, earlier: Sequence[Draft]) -> None:
    """Where the things lie that were spoken of last."""
    for before in reversed(earlier):
        listed = before.text("path") if before.rule.name == "file.list" else None
        if place := place_of_set(before) or listed:
            draft.params[name], draft.search = place, before
            return
    raise PointsNowhere(draft.piece)


def _app(draft: Draft, name: str, _pronoun: Pronoun, earlier: Sequence[Draft]) -> None:
    for before in reversed(earlier):
        app = before.text("app")
        if app is not None:
            draft.params[name] = app
            return
        if before.rule.domain == "browser":
            break
    raise PointsNowhere(draft.piece)


def _window(draft: Draft, name: str, _pronoun: Pronoun, earlier: Sequence[Draft]) -> None:
    """The window of the app named last; with none named, the one in front, which needs no words."""
    for before in reversed(earlier):
        app = before.text("target") or before.text("app")
        if app is not None and before.rule.domain != "browser":
            draft.params[name] = app
            return
    del draft.params[name]


RESOLVE: Mapping[str, Callable[[Draft, str, Pronoun, Sequence[Draft]], None]] = {
    **dict.fromkeys(("thing", "file", "folder"), _path),
    **dict.fromkeys(("archive", "copy", "original"), _role),
    **dict.fromkeys(("folder_path", "place"), _folder_path),
    "found": _found,
    "origin": _origin,
    "app": _app,
    "window": _window,
}
