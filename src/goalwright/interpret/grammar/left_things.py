"""What earlier goals of a sentence leave to talk about: a file or folder, a set, what was made of another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goalwright.contracts.path_spelling import parent
from goalwright.interpret.grammar.draft import Draft
from goalwright.named_tuple import NamedTuple
from goalwright.rules.rule import Rule
from goalwright.rules.things import PIECES

SLASHES = ("/", "\\")
_ARCHIVE_ENDING = ".zip"


class NamedThing(NamedTuple):
    """A file or folder that was named: its path, or the selection of it, and the place that was said with it."""

    path: Any
    inside: str | None
    drive: str | None
    is_folder: bool | None


def left_by(draft: Draft) -> NamedThing | None:
    """The one file or folder that a goal leaves to talk about: the result, where it makes one of another."""
    path, to = draft.about or draft.params.get("path"), draft.text("to")
    if draft.is_spoken_of or draft.about is not None:
        return NamedThing(path, None, None, draft.is_folder) if isinstance(path, str) or is_single(path) else None
    if path is None and (file := _file_told_of(draft)):
        return NamedThing(file, None, None, is_folder=False)
    if to is not None and "things" in draft.params:
        return NamedThing(to, None, None, is_folder=False)
    if path is None:
        path = next(filter(is_single, (draft.params.get("things"), _told_attribute(draft))), None)
    return _result(draft, path, to) if isinstance(path, str) or is_single(path) else None


def _result(draft: Draft, path: Any, to: str | None) -> NamedThing | None:
    """What a goal makes of one thing, or leaves as it is."""
    verb = draft.rule.verb
    if to is not None and verb == "move" and not is_file_name(to):
        is_named = isinstance(path, str)
        return NamedThing(
            last_part(path) if is_named else in_folder(path, to), to if is_named else None, None, draft.is_folder
        )
    is_renamed = to is not None and verb in ("rename", "compress", "move")
    if verb == "rename" and is_single(path) and to is not None and not _has_slash(to):
        place = place_of_set(draft)
        return NamedThing(f"{place.rstrip('/')}/{to}", None, None, draft.is_folder) if place else None
    if verb == "rename" and isinstance(path, str) and to is not None and not _has_slash(to) and _has_slash(path):
        to = f"{parent(path)}/{to}"  # what is renamed stays where it is
    elif verb == "rename" and to is not None and not _has_slash(to) and "." not in to:
        to = f"./{to}"  # else it might be taken for a known folder
    if verb == "compress" and to is None:
        archive = archive_of(path) if isinstance(path, str) else ""
        return NamedThing(archive, draft.inside, draft.drive, is_folder=False) if archive else None
    is_folder = draft.is_folder if verb != "compress" else False
    return NamedThing(to if is_renamed else path, draft.inside, draft.drive, is_folder)


def in_folder(chosen: Mapping[str, Any], folder: str) -> dict[str, Any]:
    """The path in a folder of the one thing that was chosen and put there."""
    return {"value": {"join": [f"{folder.rstrip('/')}/", {"its": "name", "of": chosen}]}}


def _file_told_of(draft: Draft) -> str:
    """The file that something is told of: how many lines it has, what its first line is."""
    value = draft.params.get("value")
    form = value.get("value") if isinstance(value, Mapping) else None
    if not isinstance(form, Mapping):
        return ""
    if isinstance(form.get("text"), str):
        return str(form["text"])
    chosen = _selection_in(form)
    is_piece = chosen is not None and isinstance(chosen["select"], Mapping) and chosen["select"]["kind"] in PIECES
    return str(chosen["select"].get("in", "")) if chosen is not None and is_piece else ""


def _told_attribute(draft: Draft) -> Any:
    """What something is told of: the name of the newest file."""
    value = draft.params.get("value")
    form = value.get("value") if isinstance(value, Mapping) else None
    return form.get("of") if isinstance(form, Mapping) and "its" in form else None


def archive_of(path: str) -> str:
    """What the archive of something is called where no name was said for it."""
    return f"{path.rstrip('/')}{_ARCHIVE_ENDING}"


def is_single(value: Any) -> bool:
    """Whether a value is a selection of one thing."""
    chosen = value.get("select") if isinstance(value, Mapping) else None
    return isinstance(chosen, Mapping) and (chosen.get("limit") == 1 or chosen.get("one") is True)


def leaves_two(draft: Draft) -> bool:
    """Whether a goal leaves what it made beside what it made it of, so that "delete it" may mean either."""
    to, verb = draft.text("to"), draft.rule.verb
    return to is not None and verb in ("copy", "compress", "extract")


def goes_into(draft: Draft) -> str | None:
    """The folder that a goal puts something into."""
    to = draft.text("to")
    return to if to is not None and draft.rule.verb in ("move", "copy") and not is_file_name(to) else None


def whole_folder(draft: Draft) -> str | None:
    """The folder of which a goal is about all that lies in it: empty docs."""
    chosen = draft.params.get("path")
    row = chosen.get("select") if isinstance(chosen, Mapping) else None
    is_all = isinstance(row, Mapping) and not row.keys() - {"kind", "in"} and isinstance(row.get("in"), str)
    return str(row["in"]) if is_all and row is not None else None


def goal_of(draft: Draft) -> str | None:
    """Where the one thing that a goal moves or copies will be."""
    path, to, folder = draft.text("path"), draft.text("to"), goes_into(draft)
    if path is None or to is None:
        return None
    return f"{folder.rstrip('/')}/{last_part(path)}" if folder is not None else to


def folder_named(earlier: Sequence[Draft]) -> Any:
    """The folder named last: one that was made or opened, a destination, or the place of the thing before."""
    return next((folder for before in reversed(earlier) if (folder := _folder_of(before)) is not None), None)


def folders_left(earlier: Sequence[Draft]) -> list[str]:
    """All folders that goals name: where things come from and go, and those that are made or looked into."""
    found: dict[str, None] = {}
    for before in earlier:
        own = before.text("path") if before.is_folder or before.rule.name == "file.list" else None
        made = f"{before.inside.rstrip('/')}/{own}" if own and before.inside else own
        found |= dict.fromkeys(filter(None, (made, place_of_set(before), goes_into(before))))
    return [folder.rstrip("/") for folder in found]


def made_inside(name: str, earlier: Sequence[Draft]) -> str:
    """The folder that a bare name means where one that bears it was just made in another."""
    for before in reversed(earlier):
        path = before.text("path") if before.rule.verb == "create" and before.is_folder else None
        full = f"{before.inside.rstrip('/')}/{path}" if path and before.inside else path
        if full is not None and last_part(full) == name.rstrip("/"):
            return full
    return name


def _folder_of(draft: Draft) -> Any:
    path, to, verb = draft.params.get("path"), draft.text("to"), draft.rule.verb
    if verb == "rename" and (thing := left_by(draft)) is not None:
        return thing.path
    if to is not None and to.endswith(SLASHES):
        return to
    if path is not None and (draft.is_folder or (draft.is_spoken_of and _is_folder_name(path))):
        return path
    if to is not None and not is_file_name(to):
        return to
    if verb == "create" and isinstance(path, str) and "." not in path:
        draft.params["object_type"] = "folder"  # what something goes into is one
        return path
    is_looked_into = verb in ("list", "find") or (verb == "open" and isinstance(path, str) and "." not in path)
    if is_looked_into and path is not None:
        return path
    return draft.inside or place_of_set(draft) or None


def _is_folder_name(path: Any) -> bool:
    return isinstance(path, str) and not is_file_name(path)


def place_of_set(draft: Draft) -> str:
    """The one folder that the things a goal is about lie in."""
    chosen = set_in(draft)
    place = chosen["select"].get("in") if chosen is not None and isinstance(chosen["select"], Mapping) else None
    return place if isinstance(place, str) else ""


def set_in(draft: Draft) -> Mapping[str, Any] | None:
    """The selection that a goal is about."""
    values = (draft.params.get(name) for name in ("things", "path", "value", "content"))
    chosen = next((found for value in values if (found := _selection_in(value)) is not None), None)
    if chosen is None or draft.rule.verb != "search" or not isinstance(chosen["select"], Mapping):
        return chosen
    # What a search leaves is what it finds, not all that it looks through.
    where = [*chosen["select"].get("where", ()), ["contents", "contains", draft.params.get("text")]]
    return {"select": {**chosen["select"], "where": where}} if isinstance(draft.params.get("text"), str) else None


def all_found(earlier: Sequence[Draft]) -> Mapping[str, Any] | None:
    """What the last goals find that were asked for with one verb: "find the pdfs in bills and the jpgs in photos"."""
    found: list[Any] = []
    for before in reversed(earlier):
        chosen = set_in(before)
        if chosen is None or before.rule is not earlier[-1].rule:
            break
        found = [*(chosen["select"] if isinstance(chosen["select"], list) else [chosen["select"]]), *found]
        if not before.piece.is_elided or before.rule.name != "file.find":
            break
    return {"select": found if len(found) > 1 else found[0]} if found else None


def _selection_in(value: Any) -> Mapping[str, Any] | None:
    if not isinstance(value, Mapping):
        return None
    if "select" in value:
        return value
    return next((found for part in value.values() if (found := _selection_in(part)) is not None), None)


def names_left(earlier: Sequence[Draft]) -> list[str]:
    """The things that the last goals of one kind leave, each named by itself: create x.txt, y.txt and z.txt."""
    if earlier and earlier[-1].is_spoken_of and isinstance(several := earlier[-1].params.get("things"), list):
        return list(several)
    compared = [str(before.text(name)) for before in earlier[-1:] for name in ("path", "other") if before.text(name)]
    compared = compared if len(compared) > 1 or not earlier else _asked_of_two(earlier[-1])
    if len(compared) > 1:
        return compared
    found: list[str] = []
    for before in reversed(earlier):
        thing = left_by(before)
        if thing is None or before.rule is not earlier[-1].rule or not isinstance(thing.path, str):
            break
        found.insert(0, f"{thing.inside.rstrip('/')}/{thing.path}" if thing.inside else thing.path)
    return found


def _asked_of_two(draft: Draft) -> list[str]:
    """The two files of a question: are a.txt and b.txt the same."""
    value = draft.params.get("value")
    clauses = value["value"].get("whether", ()) if isinstance(value, Mapping) and "value" in value else ()
    parts = [clause[clause[0] == "not" :] for clause in clauses]
    return [path for kind, *paths in parts if kind in ("same", "newer") for path in paths if len(parts) == 1]


def made_of_another(role: str, earlier: Sequence[Draft]) -> Iterator[tuple[Draft, Any]]:
    """What goals made of another thing, or made it of: the zip, the copy, the original."""
    for before in reversed(earlier):
        path, to, verb = before.params.get("path", before.params.get("things")), before.text("to"), before.rule.verb
        if role == "archive" and verb == "compress" and (thing := left_by(before)) is not None:
            yield before, thing.path
        elif role == "original" and verb in ("copy", "compress", "combine"):
            yield before, path
        elif role == "copy" and verb == "copy" and to is not None and is_single(path) and not is_file_name(to):
            yield before, in_folder(dict(path or {}), to)
        elif role == "copy" and verb == "copy" and to is not None and isinstance(path, str):
            is_folder = to.endswith(SLASHES) or not is_file_name(to) or to in (".", "./")
            yield before, f"{to.rstrip('/')}/{last_part(path)}" if is_folder else to


def all_made(role: str, earlier: Sequence[Draft]) -> list[str]:
    """What the last goals of one kind made of others, or made it of, each named by itself."""
    found: list[str] = []
    for before, value in made_of_another(role, earlier):
        if before.rule is not earlier[-1].rule or not isinstance(value, str):
            break
        found.insert(0, value)
    return list(dict.fromkeys(found))


def is_for_files(draft: Draft) -> bool:
    """Whether a verb has nothing to do with folders: to write into one is to make something in it."""
    return is_file_verb(draft.rule, draft.params)


def is_file_verb(rule: Rule, params: Mapping[str, Any]) -> bool:
    """The same of a row with some parameters."""
    if all(any(ref.family == "file" and ref.param == "path" for ref in shape.assume) for shape in rule.shapes):
        return True
    has_folders = any(variant.when.get("object_type") == "folder" for variant in rule.variants)
    register = rule.shape_for(params).register
    return register is not None and register.family == "file" and not has_folders


def last_part(path: str) -> str:
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2]


def is_file_name(path: str) -> bool:
    """Whether a path ends like a file's name, in something behind a dot."""
    return "." in last_part(path).strip(".")


def _has_slash(path: str) -> bool:
    return any(slash in path for slash in SLASHES)
