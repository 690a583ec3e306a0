"""Anaphora: `it`, `there`, `that file` become what was named before them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from goalwright.dataclass import replace
from goalwright.interpret.grammar.clause_readings import Reading
from goalwright.interpret.grammar.condition_reach import Reach
from goalwright.interpret.grammar.draft import Draft, ForeseenValue, PointsNowhere
from goalwright.interpret.grammar.grammar import params_of
from goalwright.interpret.grammar.if_clauses import IfClause
from goalwright.interpret.grammar.recalled import Recalled, may_recall
from goalwright.interpret.grammar.segments import Piece
from goalwright.interpret.grammar.spoken import Listed, Pronoun
from goalwright.interpret.grammar.tokens import QUOTE, Token
from goalwright.rules.language import load_language

_SLASHES = ("/", "\\")
_WILD = frozenset("*?")
_WHERE_TO_SEARCH = 'to search the page, type into its search field; to leave it, say "search google for"'
_LEAVES_TWO = frozenset({"copy", "compress", "extract"})


class _Thing(NamedTuple):
    """A file or folder that was named: its path and the place that was said with it."""

    path: str
    inside: str | None
    drive: str | None
    is_folder: bool | None


def drafted(pieces: Iterable[Piece], tokens: Sequence[Token], recalled: Recalled | None = None) -> list[Draft]:
    """The goals of the clauses, in the order of the text, every pronoun resolved; raises PointsNowhere.

    What nothing in the sentence can be meant by is looked for among what is `recalled`.
    """
    drafts: list[Draft] = []
    reach = Reach(tokens, _named)
    for piece in pieces:
        reading = piece.reading
        if reading is None:  # only framing
            continue
        condition = reach.condition(piece, reading, drafts)
        known = [*drafts, *(Draft(reading.rule, dict(named), piece) for named in reach.named)]
        spoken = {token.word for token in tokens[reading.start : reading.end]}
        quoted = {slot.name for slot in reading.filled if slot.start >= 0 and tokens[slot.start].mark == QUOTE}
        seen: dict[str, Any] = {}
        for first in reading.firsts:
            drafts += [Draft(first.rule, params, piece) for params in _each(first.params)]
            seen |= {first.gives: ForeseenValue(drafts[-1])} if first.gives is not None else {}
        for params in (params for _ in range(reading.times) for params in _each(reading.params)):
            draft = Draft(reading.rule, params | seen, piece, each=reach.each)
            _require_place(draft, reading, spoken, drafts)
            own = drafts[len(known) - len(reach.named) :]
            pointing = _Pointing(reading, tokens, [*known, *own], recalled)
            drafts.append(_resolved(draft, pointing, spoken, quoted=quoted))
            if draft.each is None and _tells_of_each(draft):
                raise PointsNowhere(piece)
            draft.when = _own_condition(condition, draft).clauses if condition is not None else ()
    return drafts


def _tells_of_each(draft: Draft) -> bool:
    """Whether a goal speaks of the thing at hand ("its name") without any set to take one from."""
    values = [value for value in draft.params.values() if isinstance(value, Mapping)]
    return any("'its'" in repr(value) for value in values) and "'select'" not in repr(values)


def _own_condition(condition: IfClause, draft: Draft) -> IfClause:
    """A condition behind a command, in which "it" is what the command is about."""
    path = draft.places[0] if draft.places else draft.text("path")
    if condition.points_back and (path is None or draft.inside is not None):
        raise PointsNowhere(draft.piece)
    return condition.with_paths(lambda _: str(path))


def _named(pronoun: Pronoun, earlier: Sequence[Draft], piece: Piece) -> str:
    things = (thing for before in reversed(earlier) if (thing := _left_by(before)) is not None)
    thing = next(things, None)
    if thing is None or thing.inside is not None or pronoun.points_at == "found":
        raise PointsNowhere(piece)
    return thing.path


def _require_place(draft: Draft, reading: Reading, spoken: set[str], earlier: Sequence[Draft]) -> None:
    """Raises PointsNowhere for "close it" where no page was named, and for a search that may be meant for this page."""
    pages = [before for before in earlier if before.rule.domain == "browser"]
    if draft.rule.name == "browser.close_tab" and not pages and spoken & {"it", "that"} and "tab" not in spoken:
        raise PointsNowhere(draft.piece)
    is_bare = draft.rule.name == "browser.search" and [token.word for token in reading.prefix] == ["search"]
    is_here = bool(pages) and all(before.shape.kind == "event" for before in pages)
    if is_bare and is_here and "platform" not in draft.params:
        raise PointsNowhere(draft.piece, _WHERE_TO_SEARCH)


def _each(params: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The parameters once for every value of a list."""
    listed = next((name for name, value in params.items() if isinstance(value, Listed)), None)
    if listed is None:
        yield dict(params)
        return
    for value in params[listed].values:
        yield {**params, listed: value}


class _Pointing(NamedTuple):
    """A clause whose words may point back: at what was named earlier in its sentence, or at what is recalled."""

    reading: Reading
    tokens: Sequence[Token]
    earlier: Sequence[Draft]
    recalled: Recalled | None

    def fill(self, draft: Draft, name: str, pronoun: Pronoun) -> None:
        """Give a parameter what its pronoun stands for."""
        points_at = pronoun.points_at if name != "to" else "folder_path"
        try:
            _RESOLVE[points_at](draft, name, pronoun, self.earlier)
        except PointsNowhere:
            if self.recalled is None or not may_recall(pronoun, self.earlier) or draft.inside is not None:
                raise
            self.recalled.fill(draft, name, pronoun._replace(points_at=points_at), self._said(name))

    def within(self, draft: Draft, value: Any) -> Any:
        """A value in which every pronoun is the path it stands for: how many lines it has."""
        if isinstance(value, Pronoun):
            inner = Draft(draft.rule, {"path": value}, draft.piece)
            self.fill(inner, "path", value)
            draft.taken += [replace(taken, said=self._pointing_word) for taken in inner.taken]
            if not isinstance(inner.params.get("path"), str) or inner.inside is not None:
                raise PointsNowhere(draft.piece)
            return inner.params["path"]
        if isinstance(value, Mapping):
            return {name: self.within(draft, part) for name, part in value.items()}
        return [self.within(draft, part) for part in value] if isinstance(value, list) else value

    @property
    def _pointing_word(self) -> str:
        words = load_language().words
        said = [token.value for token in self.tokens[self.reading.start : self.reading.end]]
        return next((word for word in said if word.casefold() in words["pointing_it"] | words["pointing_them"]), "it")

    def folder(self, draft: Draft) -> str:
        try:
            return _folder(self.earlier, draft)
        except PointsNowhere:
            if self.recalled is None or self.earlier:
                raise
            return self.recalled.folder(draft, self._said("inside"))

    def _said(self, name: str) -> str:
        """The words of a parameter, or of all parameters where it has none of its own."""
        slots = [slot for slot in self.reading.filled if slot.start >= 0]
        own = [slot for slot in slots if slot.name == name] or slots
        words = [token.value for slot in own[:1] for token in self.tokens[slot.start : slot.end]]
        return " ".join(words) or name


def _resolved(draft: Draft, pointing: _Pointing, spoken: set[str], *, quoted: set[str]) -> Draft:
    reading, earlier = pointing.reading, pointing.earlier
    draft.is_folder = _said_type(draft, spoken)
    draft.drive = reading.drive
    if isinstance(reading.inside, Pronoun):
        draft.inside = pointing.folder(draft)
    elif isinstance(reading.inside, str):
        draft.inside = reading.inside
    for name, value in list(draft.params.items()):
        if name not in quoted and _is_content_pronoun(draft, name):
            _content(draft, name, earlier)
        elif isinstance(value, Pronoun) and draft.each is not None and value.points_at in ("thing", "file"):
            draft.params[name] = {"value": {"its": "path"}}
        elif isinstance(value, Pronoun):
            pointing.fill(draft, name, value)
        elif isinstance(value, Mapping):
            draft.params[name] = pointing.within(draft, value)
    return draft


def _is_content_pronoun(draft: Draft, name: str) -> bool:
    """Whether a text is not meant as such, but as what was seen before: "read the page and write it to page.txt"."""
    said = draft.text(name)
    param = params_of(draft.rule).get(name)
    is_content = said is not None and param is not None and param.type == "content"
    return is_content and str(said).casefold() in load_language().words["contents"]


def _content(draft: Draft, name: str, earlier: Sequence[Draft]) -> None:
    for before in reversed(earlier):
        if before.shape.action_class == "observe" and before.rule.verb != "screenshot":  # which shows no text
            draft.params[name] = ForeseenValue(before)
            return
    raise PointsNowhere(draft.piece)


def _said_type(draft: Draft, spoken: set[str]) -> bool | None:
    said = draft.params.get("object_type")
    if said is not None:
        return bool(said == "folder")
    if (draft.text("to") or "").endswith(_SLASHES):  # the words for a folder are said of where it goes
        return None
    nouns = load_language().nouns
    if spoken & (nouns["folder"] | nouns["folders"]) and not _is_for_files(draft):
        return True
    return False if spoken & (nouns["file"] | nouns["files"]) or _is_for_files(draft) else None


def _path(draft: Draft, name: str, pronoun: Pronoun, earlier: Sequence[Draft]) -> None:
    """A path takes over the place and the type of what it points at."""
    wanted = {"file": False, "folder": True}.get(pronoun.points_at)
    for before in reversed(earlier):
        thing = _left_by(before)
        if wanted is True and (goal := _goes_into(before)) is not None:
            draft.params[name], draft.is_folder = goal, True
            return
        if thing is None or (wanted is not None and thing.is_folder not in (None, wanted)):
            continue
        if thing.is_folder and _is_for_files(draft):
            continue
        if draft.rule.name == "file.delete" and before.text("to") is not None and before.rule.verb in _LEAVES_TWO:
            break  # which of the two is meant is not to be guessed
        draft.params[name] = thing.path
        if draft.inside is None and draft.drive is None:
            draft.inside, draft.drive = thing.inside, thing.drive
        if draft.rule.name == "file.delete" and (thing.is_folder or (thing.is_folder is False and wanted is False)):
            draft.params.setdefault("object_type", "folder" if thing.is_folder else "file")
        draft.is_folder = thing.is_folder if draft.is_folder is None else draft.is_folder
        return
    raise PointsNowhere(draft.piece)


def _found(draft: Draft, name: str, pronoun: Pronoun, earlier: Sequence[Draft]) -> None:
    """What a search before finds, as a pattern at any depth; a name that is none finds whatever is called like it."""
    if pronoun.pick.many is not None:
        raise PointsNowhere(draft.piece)
    for before in reversed(earlier):
        chosen = before.params.get("things", before.params.get("path"))
        if isinstance(chosen, Mapping) and "select" in chosen:
            draft.params[name], draft.search = chosen, before
            return
        pattern = before.text("pattern")
        if before.rule.name != "file.find" or pattern is None:
            continue
        if not _WILD.intersection(pattern) or any(slash in pattern for slash in _SLASHES):
            break
        folder = before.text("path")
        draft.params[name] = f"{folder.rstrip('/')}/**/{pattern}" if folder else f"**/{pattern}"
        draft.search = before
        if draft.rule.name == "file.delete":
            draft.params.setdefault("object_type", "file")
        return
    raise PointsNowhere(draft.piece)


def _is_for_files(draft: Draft) -> bool:
    """Whether a verb has nothing to do with folders: to write into one is to make something in it."""
    has_folders = any(variant.when.get("object_type") == "folder" for variant in draft.rule.variants)
    register = draft.shape.register
    return register is not None and register.family == "file" and not has_folders


def _goes_into(draft: Draft) -> str | None:
    """The folder that a goal puts something into."""
    to = draft.text("to")
    return to if to is not None and draft.rule.verb in ("move", "copy") and "." not in _last_part(to) else None


def _left_by(draft: Draft) -> _Thing | None:
    """The file or folder that a goal leaves to talk about."""
    path, to, verb = draft.text("path"), draft.text("to"), draft.rule.verb
    if path is None:
        return None
    if to is not None and verb == "move" and "." not in _last_part(to):
        return _Thing(_last_part(path), to, None, draft.is_folder)
    is_renamed = to is not None and verb in ("rename", "compress", "move")
    return _Thing(to if to is not None and is_renamed else path, draft.inside, draft.drive, draft.is_folder)


def _last_part(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2]


def _folder_path(draft: Draft, name: str, _pronoun: Pronoun, earlier: Sequence[Draft]) -> None:
    draft.params[name] = _folder(earlier, draft)


def _folder(earlier: Sequence[Draft], draft: Draft) -> str:
    """The folder named last: one that was made or opened, a destination, or the place of the thing before."""
    for before in reversed(earlier):
        path, to = before.text("path"), before.text("to")
        if to is not None and to.endswith(_SLASHES):
            return to
        if path is not None and before.is_folder:
            return path
        if to is not None and "." not in to.rpartition("/")[2]:
            return to
        if before.rule.verb in ("list", "find") and path is not None:
            return path
        if before.inside is not None:
            return before.inside
        if path is not None and before.rule.verb == "open" and "." not in path:
            return path
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


_RESOLVE = {
    **dict.fromkeys(("thing", "file", "folder"), _path),
    "folder_path": _folder_path,
    "found": _found,
    "app": _app,
    "window": _window,
}
