"""What words that point back stand for among the earlier goals of their sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from goalwright.contracts.path_spelling import parent
from goalwright.interpret.grammar.draft import Draft, PointsNowhere
from goalwright.interpret.grammar.left_things import (
    SLASHES,
    NamedThing,
    all_found,
    all_made,
    folder_named,
    goal_of,
    goes_into,
    is_file_name,
    is_for_files,
    is_single,
    last_part,
    leaves_two,
    left_by,
    made_of_another,
    names_left,
    place_of_set,
    set_in,
)
from goalwright.interpret.grammar.narrowed_sets import SEVERAL, others_in, some_of, take_several
from goalwright.interpret.grammar.spoken import Pronoun, parts_of
from goalwright.rules.follow_up_words import told
from goalwright.rules.language import load_language

_WILD = frozenset("*?")


def _path(draft: Draft, name: str, pronoun: Pronoun, earlier: Sequence[Draft]) -> None:
    """A path takes over the place and the type of what it points at."""
    wanted = {"file": False, "folder": True}.get(pronoun.points_at)
    if draft.rule.name == "file.list":
        wanted = True
    for before in reversed(earlier):
        origin = place_of_set(before) if wanted is True else ""
        if wanted is True and (goal := goes_into(before) or (origin if _spares(draft) else "")):
            if origin and draft.rule.name == "file.delete":  # the one that was emptied, or the one that was filled
                raise PointsNowhere(draft.piece, told("several", f"{origin} or {goal}"))
            draft.params[name], draft.is_folder = goal, True
            return
        thing = _meant(draft, before, wanted)
        if thing is None or _is_gone(draft, before):
            continue
        if draft.rule.name == "file.delete" and _tells_of_another(before):
            raise PointsNowhere(draft.piece, told("several", f"{thing.path} {told('or_told_of')}"))
        is_source = wanted is True and before.rule.verb == "compress"
        if draft.rule.name == "file.delete" and leaves_two(before) and draft.inside:
            _take_from(draft, name, before)
            return
        if draft.rule.name == "file.delete" and leaves_two(before) and not is_source:
            if draft.piece.order != "before" and not _goes_on(draft, before, name):  # copy it before deleting it
                break  # which of the two is meant is not to be guessed
            thing = NamedThing(before.params.get(name), before.inside, before.drive, before.is_folder)
        _take(draft, name, thing, is_called_file=wanted is False)
        return
    _take_parent(draft, name, earlier)


def _is_gone(draft: Draft, before: Draft) -> bool:
    """Whether a goal deletes what another one would work on; what comes before it in time is said with "before"."""
    reading = before.piece.reading
    is_later = draft.piece.order == "after" or (reading is not None and "before_next" in reading.orders)
    is_later = is_later or (draft.piece.reading is not None and "ahead" in draft.piece.reading.orders)
    is_deleted = before.rule.name == "file.delete" and not before.is_spoken_of
    return is_deleted and bool(draft.shape.writes) and not is_later


def _goes_on(draft: Draft, before: Draft, name: str) -> bool:
    """Whether "it" was said of the original in the clause before, too: "if a exists, zip it into b and delete it"."""
    readings = [each.piece.reading for each in (draft, before)]
    said = [reading.params.get(name) for reading in readings if reading is not None]
    return all(isinstance(each, Pronoun) and each.points_at == "thing" for each in said)


def _take_parent(draft: Draft, name: str, earlier: Sequence[Draft]) -> None:
    """List the folder of what was named last, where no folder was: "in bills, rename a.pdf to b.pdf and list it"."""
    path = earlier[-1].text("path") if earlier and draft.rule.name == "file.list" else None
    if path is None or "/" not in path:
        raise PointsNowhere(draft.piece)
    draft.params[name], draft.is_folder = parent(path), True


def _spares(draft: Draft) -> bool:
    """Whether a goal leaves what it is about as it is."""
    return not draft.shape.writes or draft.rule.verb in ("compress", "copy")


def _take_from(draft: Draft, name: str, before: Draft) -> None:
    """Take what was copied from where it is said to be: "remove it from here", "delete it from docs"."""
    if draft.inside == ".":
        draft.params[name], draft.inside = before.params.get(name), before.inside
    elif (path := before.text(name)) is not None:
        draft.params[name] = last_part(path)
    else:
        raise PointsNowhere(draft.piece)


def _meant(draft: Draft, before: Draft, wanted: bool | None) -> NamedThing | None:
    """The thing of an earlier goal that a word may stand for, `wanted` being whether that is a folder."""
    thing = left_by(before)
    is_packed = before.rule.verb == "compress" and (wanted or (before.text("to") is None and wanted is None))
    if draft.rule.name == "file.delete" and is_packed and not (wanted and before.is_folder is False):
        thing = NamedThing(before.params.get("path"), before.inside, before.drive, before.is_folder)
    if wanted is None and before.topic and not is_for_files(draft):
        thing = _topic(draft, before)
    if thing is None or (wanted is not None and thing.is_folder not in (None, wanted)):
        return None
    if before.rule.verb == "copy" and draft.shape.writes and draft.rule.name != "file.delete":
        thing = _copy_of(draft, before, thing)
    is_file = wanted is True and thing.is_folder is None and isinstance(thing.path, str) and is_file_name(thing.path)
    return None if is_file or (thing.is_folder and is_for_files(draft)) else thing


def _tells_of_another(before: Draft) -> bool:
    """Whether what a goal writes tells of one other thing, which "that file" may as well mean."""
    chosen = set_in(before)
    return before.text("path") is not None and chosen is not None and is_single(chosen)


def _take(draft: Draft, name: str, thing: NamedThing, *, is_called_file: bool) -> None:
    draft.params[name] = thing.path
    if draft.inside is None and draft.drive is None:
        draft.inside, draft.drive = thing.inside, thing.drive
    if draft.rule.name == "file.delete" and (thing.is_folder or (thing.is_folder is False and is_called_file)):
        draft.params.setdefault("object_type", "folder" if thing.is_folder else "file")
    if draft.rule.name == "file.create":  # "if there is no a.txt, create one"
        is_file = isinstance(thing.path, str) and is_file_name(thing.path) and not thing.is_folder
        draft.params["object_type"] = "file" if is_file else "folder"
    draft.is_folder = thing.is_folder if draft.is_folder is None else draft.is_folder


def _copy_of(draft: Draft, before: Draft, original: NamedThing) -> NamedThing:
    """What is changed after copying it: the copy, where that has a name of its own, which was said last."""
    to = before.text("to") or ""
    if is_file_name(to):
        return NamedThing(to, None, None, is_folder=False)
    said = before.piece.reading.prefix if before.piece.reading is not None else ()
    copies = load_language().nouns["copies"]
    if isinstance(copy := goal_of(before), str) and any(token.word in copies for token in said[1:]):
        is_named = not (to.endswith(SLASHES) or is_file_name(copy))  # a folder's copy, by a name of its own
        copy = to if is_named else copy
        return NamedThing(copy, None, None, original.is_folder)  # a copy of it was asked for
    if draft.rule.verb in ("move", "rename"):
        named = isinstance(original.path, str)
        either = f"{original.path} or {to}/{last_part(original.path)}" if named else told("original_or_copy", to)
        raise PointsNowhere(draft.piece, told("several", either))
    return original


def refuse_either(draft: Draft, before: Draft) -> None:
    """Raises PointsNowhere where some things were copied, and these or their copies may be moved or renamed."""
    if before.rule.verb == "copy" and draft.rule.verb in ("move", "rename"):
        raise PointsNowhere(draft.piece, told("several", told("original_or_copy", before.text("to") or "")))


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
        chosen = all_found(earlier) if before is earlier[-1] else set_in(before)
        if chosen is not None:
            refuse_either(draft, before)
            is_elsewhere = draft.inside is not None and pronoun.pick.order
            found = others_in(draft, chosen, pronoun.pick) if is_elsewhere else some_of(chosen, pronoun.pick)
            _take_found(draft, name, before, found)
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


def _take_found(draft: Draft, name: str, before: Draft, found: Mapping[str, Any] | None) -> None:
    """Take some things, or the file that tells of them where a text is changed: write their names and sort them."""
    if "content" in before.params and draft.shape.writes and is_for_files(draft) and before.text("path"):
        draft.params[name], draft.inside = before.params["path"], before.inside
        return
    if found is None:
        raise PointsNowhere(draft.piece)
    take_several(draft, name, found)
    draft.search = before


def _those_folders(draft: Draft, name: str, pronoun: Pronoun, earlier: Sequence[Draft]) -> None:
    """What was found before, where that is folders."""
    chosen = next((chosen for before in reversed(earlier) if (chosen := set_in(before)) is not None), None)
    if chosen is None or not isinstance(chosen["select"], Mapping) or chosen["select"].get("kind") == "file":
        raise PointsNowhere(draft.piece)
    _found(draft, name, pronoun, earlier)


def _folder_path(draft: Draft, name: str, _pronoun: Pronoun, earlier: Sequence[Draft]) -> None:
    found = folder_before(earlier, draft)
    maker = next((before for before in reversed(earlier) if before.params.get("path") == found), None)
    inside = maker.inside if maker is not None else None
    draft.params[name] = f"{inside.rstrip('/')}/{found}" if inside and isinstance(found, str) else found


def _that_place(draft: Draft, name: str, pronoun: Pronoun, earlier: Sequence[Draft]) -> None:
    """The folder that is called one, in which a set lies."""
    _path(draft, name, pronoun._replace(points_at="folder"), earlier)


def _this_place(draft: Draft, name: str, pronoun: Pronoun, earlier: Sequence[Draft]) -> None:
    """The same; where the sentence names none, it is the one that commands are given in."""
    is_made = bool(earlier) and earlier[-1].rule.verb == "create"  # which is not the one that one is in
    try:
        _that_place(draft, name, pronoun, earlier[:-1] if is_made else earlier)
    except PointsNowhere:
        draft.params[name] = "."


def folder_before(earlier: Sequence[Draft], draft: Draft) -> Any:
    found = folder_named(earlier)
    if found is None:
        raise PointsNowhere(draft.piece)
    return found


def _role(draft: Draft, name: str, pronoun: Pronoun, earlier: Sequence[Draft]) -> None:
    """What was made of another thing, or that other thing."""
    if pronoun.pick.exactly and len(all_made(pronoun.points_at, earlier)) > 1:
        raise PointsNowhere(draft.piece, told("several", " or ".join(all_made(pronoun.points_at, earlier))))
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


def _of_two(draft: Draft, name: str, pronoun: Pronoun, earlier: Sequence[Draft]) -> None:
    """The first or the second of two things that were named one by one."""
    both = names_left(earlier) if earlier else []
    if earlier and earlier[-1].rule.verb == "copy" and (copy := goal_of(earlier[-1])) is not None:
        both = [str(earlier[-1].text("path")), copy]
    if len(both) != len(("first", "second")):
        raise PointsNowhere(draft.piece)
    draft.params[name] = both[pronoun.pick.start - 1]


def _origin(draft: Draft, name: str, _pronoun: Pronoun, earlier: Sequence[Draft]) -> None:
    """Where the things lie that were spoken of last."""
    for before in reversed(earlier):
        named = before.text("path") if before.rule.name in ("file.list", "file.compress") else None
        listed = named if named is not None and not is_file_name(named) else None
        path = before.text("path") if before.rule.verb == "move" else None
        left = parent(path) if path is not None and "/" in path else None
        if place := place_of_set(before) or listed or left:
            draft.params[name], draft.search = place, before
            return
    raise PointsNowhere(draft.piece)


def _line(draft: Draft, name: str, pronoun: Pronoun, earlier: Sequence[Draft]) -> None:
    """The part of a file that was spoken of last, or this file; PointsNowhere where that is more than a line."""
    told_of = (part for before in reversed(earlier) for part in parts_of(before.params) if isinstance(part, Mapping))
    last = next((part for part in told_of if "text" in part and "lines" in part), None)
    if last is None or not isinstance(last["text"], str):
        raise PointsNowhere(draft.piece)
    draft.params[name] = last["lines" if pronoun.points_at == "line" else "text"]


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
    "that_place": _that_place,
    "this_place": _this_place,
    "found": _found,
    "pair": _of_two,
    "folders": _those_folders,
    "origin": _origin,
    **dict.fromkeys(("line", "line_file"), _line),
    "app": _app,
    "window": _window,
}
