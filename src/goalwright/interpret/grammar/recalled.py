"""Recalled: what words point at that the commands before left behind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from goalwright.contracts.path_spelling import name as last_part
from goalwright.contracts.path_spelling import parent
from goalwright.contracts.references import LastCommand, LeftThing, Recall, Reference
from goalwright.interpret.grammar.draft import Draft, PointsNowhere
from goalwright.interpret.grammar.left_things import is_for_files
from goalwright.interpret.grammar.narrowed_sets import SEVERAL, take_several
from goalwright.interpret.grammar.spoken import Pick, Pronoun
from goalwright.rules.follow_up_words import told

_LISTED = 3
_FOLDERS = ("folder", "folder_path", "place", "that_place")
_COPY, _LIST, _DELETE = "file.copy", "file.list", "file.delete"
_FINDING = (_LIST, "file.find", "file.search")


def may_recall(pronoun: Pronoun, earlier: Sequence[Draft]) -> bool:
    """Whether a word may point past its own sentence: nothing in there could be meant by it."""
    if pronoun.points_at != "found":
        return not earlier and pronoun.points_at != "origin"
    return not any(before.rule.verb in ("find", "list") or "select" in repr(before.params) for before in earlier)


class Recalled:
    """Finds what one sentence points at in the command before it."""

    def __init__(self, recall: Recall) -> None:
        self._recall = recall

    def fill(self, draft: Draft, name: str, pronoun: Pronoun, said: str) -> None:
        """Give a parameter what its word stands for; raises PointsNowhere where that is nothing, or not clear."""
        last = self._last(draft)
        if pronoun.points_at == "folders":
            pronoun = pronoun._replace(points_at="found")
            if not all(thing.is_folder for thing in last.things):
                raise PointsNowhere(draft.piece, told("no_folder"))
        if pronoun.points_at == "app":
            if not last.app:
                raise PointsNowhere(draft.piece, told("nothing"))
            draft.params[name] = meant = last.app
        elif pronoun.points_at in ("archive", "copy", "original"):
            things = _in_role(draft, pronoun.points_at, last)
            meant = _put(draft, name, things, pronoun.pick)
        elif pronoun.points_at in _FOLDERS or (pronoun.points_at == "thing" and _is_for_folder(draft, last)):
            draft.params[name] = meant = self.folder(draft, said, is_noted=False)
        else:
            things = _chosen(draft, pronoun, last)
            if is_for_files(draft) and any(thing.is_folder for thing in things):
                raise PointsNowhere(draft.piece, told("nothing"))
            meant = _put(draft, name, things, pronoun.pick)
        draft.taken.append(Reference(said=said, meant=meant, source=last.text))

    def selected(self, draft: Draft, said: str) -> dict[str, Any]:
        """What the command before found or listed, as a selection."""
        last = self._last(draft)
        things = _chosen(draft, Pronoun("found"), last)
        draft.taken.append(Reference(said=said, meant=_named(things, "and"), source=last.text))
        return _selection(things, Pick())

    def folder(self, draft: Draft, said: str, *, is_noted: bool = True) -> str:
        """The folder that the command before made, looked into or put something into."""
        last = self._last(draft)
        folders = [thing for thing in last.things if thing.is_folder] if last.verb != _LIST else []
        if len(folders) > 1:
            raise PointsNowhere(draft.piece, told("several", _named(folders, "or")))
        if folders:
            _require_there(draft, folders)
        elif not last.folder:
            raise PointsNowhere(draft.piece, told("no_folder"))
        path = folders[0].path if folders else last.folder
        if is_noted:
            draft.taken.append(Reference(said=said, meant=path, source=last.text))
        return path

    def _last(self, draft: Draft) -> LastCommand:
        last = self._recall()
        if last is None:
            raise PointsNowhere(draft.piece)
        return last


def _is_for_folder(draft: Draft, last: LastCommand) -> bool:
    """Whether "it" is a folder: it is called one, or it is to be listed and only files were left in one."""
    is_listing = draft.rule.name == _LIST and bool(last.folder)
    return bool(draft.is_folder) or (is_listing and not any(thing.is_folder for thing in last.things))


def _chosen(draft: Draft, pronoun: Pronoun, last: LastCommand) -> list[LeftThing]:
    """The things that a word stands for, all of them still there."""
    if pronoun.points_at == "found":
        several: list[Sequence[LeftThing]] = [group for group in (last.things, last.twins) if len(group) > 1] or [
            last.things
        ]
        if last.shown and pronoun.pick.many is not None and not pronoun.pick.exactly:
            several = [[thing for thing in last.shown if not (pronoun.pick.order and thing.state == "gone")]]
        is_named = last.verb not in ("", *_FINDING) and not last.shown
        if len(several[0]) == 1 and pronoun.pick.many is None and is_named and draft.shape.writes:
            raise PointsNowhere(draft.piece, told("few", _named(several[0], "and")))
        things = _some_of(draft, several[0], pronoun.pick)
        groups = len(several)
    else:
        singles = [group[0] for group in (last.things, last.twins) if len(group) == 1]
        is_file = pronoun.points_at == "file" or draft.params.get("object_type") == "file"
        fitting = [thing for thing in singles if not (is_file and thing.is_folder)]
        things, groups = _only(draft, fitting, last), len(fitting)
    if groups > 1 and draft.shape.writes and (draft.rule.name == _DELETE or last.verb == _COPY):
        raise PointsNowhere(draft.piece, told("several", _named([*last.things, *last.twins], "or")))
    _require_there(draft, things)
    return things


def _in_role(draft: Draft, role: str, last: LastCommand) -> list[LeftThing]:
    """What copying or packing made, or what it was made of."""
    is_packed = last.verb == "file.compress"
    made, sources = (last.things, last.twins) if is_packed else (last.twins, last.things)
    if last.verb not in (_COPY, "file.compress") or (role == "archive") != is_packed != (role == "original"):
        raise PointsNowhere(draft.piece, told("nothing"))
    things = list(sources if role == "original" else made)
    if not things:
        raise PointsNowhere(draft.piece, told("nothing"))
    _require_there(draft, things)
    return things


def _only(draft: Draft, fitting: Sequence[LeftThing], last: LastCommand) -> list[LeftThing]:
    if last.verb == _LIST and last.folder:  # what was listed, or what it lies in
        folder = LeftThing(path=last.folder, is_folder=True)
        if fitting or draft.shape.writes:
            raise PointsNowhere(draft.piece, told("several", _named([folder, *last.things], "or")))
        return [folder]
    if fitting:
        return [fitting[0]]
    problem = told("several", _named(last.things, "or")) if len(last.things) > 1 else told("nothing")
    raise PointsNowhere(draft.piece, problem)


def _some_of(draft: Draft, things: Sequence[LeftThing], pick: Pick) -> list[LeftThing]:
    if not things:
        raise PointsNowhere(draft.piece, told("nothing"))
    if pick.many is None or pick.order:
        return list(things)
    start = pick.start - 1 if pick.start > 0 else len(things) + pick.start
    found = list(things[start : start + pick.many]) if start >= 0 else []
    if len(found) < pick.many or (pick.exactly and len(things) > pick.many):
        raise PointsNowhere(draft.piece, told("few" if len(found) < pick.many else "several", _named(things, "and")))
    return found


def _require_there(draft: Draft, things: Sequence[LeftThing]) -> None:
    gone = [thing for thing in things if thing.state == "gone"]
    if gone:
        raise PointsNowhere(draft.piece, told("gone", _named(gone, "and")))


def _put(draft: Draft, name: str, things: Sequence[LeftThing], pick: Pick) -> str:
    """Put things in the place of a word, and tell which."""
    kinds = {thing.is_folder for thing in things}
    is_folder = kinds.pop() if len(kinds) == 1 else None
    draft.is_folder = is_folder if draft.is_folder is None else draft.is_folder
    if len(things) == 1 and "object_type" in draft.rule.shape.params and draft.rule.name == _DELETE:
        draft.params.setdefault("object_type", "folder" if is_folder else "file")
    if len(things) == 1 and name != SEVERAL:
        draft.params[name] = things[0].path
    else:
        take_several(draft, name, _selection(things, pick))
    changed = [thing for thing in things if thing.state == "changed"]
    note = f" ({told('changed')}: {_named(changed, 'and')})" if changed else ""
    return f"{told('one_of') if pick.order else ''}{_named(things, 'and')}{note}"


def _selection(things: Sequence[LeftThing], pick: Pick) -> dict[str, Any]:
    kinds = {thing.is_folder for thing in things}
    found: dict[str, Any] = {
        "kind": "entry" if len(kinds) > 1 else "folder" if kinds.pop() else "file",
        "in": sorted({parent(thing.path) for thing in things}),
        "where": [["path", "is", [thing.path for thing in things]]],
    }
    if pick.order:
        found |= {"order": pick.order, "limit": pick.many}
    return {"select": found}


def _named(things: Sequence[LeftThing], joint: str) -> str:
    names = [last_part(thing.path) for thing in things]
    if len(set(names)) < len(names):
        names = [f"{last_part(parent(thing.path))}/{name}" for thing, name in zip(things, names, strict=True)]
    if len(names) > _LISTED:
        return f"{', '.join(names[:_LISTED])} {joint} {len(names) - _LISTED:,} more"
    return f" {joint} ".join(filter(None, (", ".join(names[:-1]), names[-1])))
