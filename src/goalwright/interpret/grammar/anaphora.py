"""Anaphora: `it`, `there`, `that file` become what was named before them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from goalwright.contracts.references import IsThere
from goalwright.dataclass import replace
from goalwright.interpret.grammar.asides import Asides, is_fused
from goalwright.interpret.grammar.clause_readings import PAIRED, Reading
from goalwright.interpret.grammar.condition_reach import Reach
from goalwright.interpret.grammar.draft import Draft, ForeseenValue, PointsNowhere
from goalwright.interpret.grammar.fronted_places import placed
from goalwright.interpret.grammar.if_clauses import IfClause
from goalwright.interpret.grammar.left_things import (
    SLASHES,
    all_made,
    folders_left,
    goal_of,
    goes_into,
    is_file_name,
    is_file_verb,
    is_for_files,
    left_by,
    made_inside,
    made_of_another,
    names_left,
    set_in,
    whole_folder,
)
from goalwright.interpret.grammar.listed_params import (
    PAIR,
    each_of_list,
    each_place,
    paired,
    picked_names,
)
from goalwright.interpret.grammar.narrowed_sets import SEVERAL, THEM, takes_several
from goalwright.interpret.grammar.pointing_back import Pointing
from goalwright.interpret.grammar.recalled import Recalled
from goalwright.interpret.grammar.segments import Piece
from goalwright.interpret.grammar.spoken import Listed, Pronoun, parts_of
from goalwright.interpret.grammar.template_entries import params_of
from goalwright.interpret.grammar.tokens import QUOTE, Token
from goalwright.rules.language import load_language
from goalwright.rules.rule import Rule

_WILD = frozenset("*?")
_NOT_IN_A_FOLDER = "nothing in it can be done in a folder: leave the folder out"
_SWAPS = "two names are not swapped in one go: rename one to a third name first"
_POINTS_IN_TEXT = "it begins with a word for things that were named before: name them, or quote the text"
_CHANGED_THERE = "what was changed is in its own file: copy that file first, and change the copy"
_WRITES_OVER = 'each would be written over the one before: say "append" to keep them all'
_WHERE_TO_SEARCH = 'to search the page, type into its search field; to leave it, say "search google for"'

_RECALLED = ("thing", "file")
_ABOUT = ("path", "things")


def drafted(
    pieces: Iterable[Piece], tokens: Sequence[Token], recalled: Recalled | None, is_there: IsThere
) -> list[Draft]:
    """The goals of the clauses, in the order of the text, every pronoun resolved; raises PointsNowhere.

    What nothing in the sentence can be meant by is looked for among what is `recalled`.
    """
    drafts: list[Draft] = []
    reach = Reach(tokens, partial(_named_or_recalled, recalled), is_there)
    asides = Asides()
    for piece in pieces:
        reading = piece.reading
        if reading is None:  # framing, or what only tells of things
            asides.add(piece, tokens[piece.start : piece.end], drafts)
            reach.leave(piece)
            continue
        condition = reach.condition(piece, reading, drafts)
        reading = placed(reading, reach.front)
        if reading.front is not None and reading == piece.reading:
            raise PointsNowhere(piece, _NOT_IN_A_FOLDER)
        told = [_spoken_of(reading, named, piece) for named in (*asides.before(piece, reading), *reach.named)]
        told += [_goal_undone(drafts[at], reading) for at in reach.undone if goes_into(drafts[at])]
        done = [_before(draft, reading) if at in reach.undone else draft for at, draft in enumerate(drafts)]
        known, count = reach.known(reading, done, told), len(drafts)
        spoken = {token.word for token in tokens[reading.start : reading.end]}
        quoted = {slot.name for slot in reading.filled if slot.start >= 0 and tokens[slot.start].mark == QUOTE}
        seen: dict[str, Any] = {}
        for first in reading.firsts:
            drafts += [Draft(first.rule, params, piece) for params in each_of_list(first.params, first.rule)]
            seen |= {first.gives: ForeseenValue(drafts[-1])} if first.gives is not None else {}
        given = _with_names(reading.rule, reading.params, known)
        if is_fused(reading, drafts):
            continue
        if reading.rule.name == "file.find" and isinstance(given.get("things"), Listed):
            raise PointsNowhere(piece)  # what was named one by one needs no looking for
        every = paired(given, piece) if PAIRED in reading.orders else list(each_of_list(given, reading.rule))
        places = each_place(reading, known, piece)
        for params, inside in ((params, inside) for _ in range(reading.times) for params in every for inside in places):
            reading = replace(reading, inside=inside)
            draft = Draft(reading.rule, params | seen, piece, each=reach.each)
            _refuse_swap(draft, drafts)
            _require_place(draft, reading, spoken, drafts)
            pointing = Pointing(reading, tokens, [*known, *drafts[count:]], recalled)
            drafts.append(_resolved(draft, pointing, spoken, quoted=quoted))
            if draft.each is None and _tells_of_each(draft):
                draft.params = pointing.of_the_thing(draft)
            _refuse_overwriting(draft)
            _look_before(draft, drafts)
            draft.when = _own_condition(condition, draft, given).clauses if condition is not None else ()
    return drafts


def _refuse_swap(draft: Draft, earlier: Sequence[Draft]) -> None:
    """Raises PointsNowhere for "rename a to b and b to a": what bears the name by then is not what is meant."""
    said = draft.text("path"), draft.text("to")
    is_swap = any(before.rule is draft.rule and said == (before.text("to"), before.text("path")) for before in earlier)
    if is_swap and None not in said and draft.piece.order != "then":
        raise PointsNowhere(draft.piece, _SWAPS)


def _refuse_overwriting(draft: Draft) -> None:
    """Raises PointsNowhere for "for each pdf, write its name to list.txt"."""
    is_one_file = draft.each is not None and draft.rule.name == "file.write" and draft.text("path")
    if is_one_file and _tells_of_each(draft):
        raise PointsNowhere(draft.piece, _WRITES_OVER)


def _look_before(draft: Draft, drafts: list[Draft]) -> None:
    """Look at what is deleted before it is gone: "delete the newest file in docs and tell me its name"."""
    before = drafts[-2] if len(drafts) > 1 else None
    if before is None or before.rule.verb != "delete" or draft.shape.writes or before.when:
        return
    chosen = before.params.get("path")
    said = draft.piece.reading.params if draft.piece.reading is not None else {}
    are_they = any(isinstance(part, Mapping) and part.get("kind") == THEM for part in parts_of(said))
    is_it = chosen in (draft.about, draft.params.get("path"))
    if isinstance(chosen, Mapping) and (
        is_it or (are_they and draft.rule.name == "text.answer" and draft.search is before)
    ):
        drafts[-2:] = [draft, before]


def _tells_of_each(draft: Draft) -> bool:
    """Whether a goal speaks of the thing at hand ("its name") without any set to take one from."""
    told = {name for part in parts_of(draft.params) if isinstance(part, Mapping) for name in part}
    return "its" in told and "select" not in told


def _own_condition(condition: IfClause, draft: Draft, given: Mapping[str, Any]) -> IfClause:
    """A condition behind a command, in which "it" is what the command is about, and "they" all that were named."""
    if not condition.points_back:
        return condition
    path = draft.places[0] if draft.places else draft.text("path")
    if path is None and set_in(draft) is not None:  # several things are not "it", but where they go or all lie is
        path = goes_into(draft) or whole_folder(draft)
    goal = goal_of(draft)
    if goal is not None and all(clause[:2] == ["not", "exists"] for clause in condition.clauses):
        path = goal  # what is copied is there; what must not be there yet is its copy
    known = {"goal": goal if "to" in draft.params else path, "those": set_in(draft)}
    known["text"] = draft.text("content") or draft.text("text")
    listed = next((value.values for value in given.values() if isinstance(value, Listed)), ())

    def meant(pronoun: Pronoun) -> Any:
        if pronoun.points_at == "pair":
            known["pair"] = listed[pronoun.pick.start - 1] if len(listed) == PAIR else None
        found = known.get(pronoun.points_at, path)
        if found is None or draft.inside is not None:
            raise PointsNowhere(draft.piece)
        return found

    return condition.with_paths(meant)


def _named_or_recalled(recalled: Recalled | None, pronoun: Pronoun, earlier: Sequence[Draft], piece: Piece) -> Any:
    """What a condition points at: what was named before it, or else what the command before was about."""
    if earlier or recalled is None or piece.reading is None or pronoun.points_at not in _RECALLED:
        return _named(pronoun, earlier, piece)
    draft = Draft(piece.reading.rule, {"path": pronoun}, piece)
    recalled.fill(draft, "path", pronoun, "it")
    if draft.text("path") is None or draft.inside is not None:
        raise PointsNowhere(piece)
    return draft.text("path")


def _named(pronoun: Pronoun, earlier: Sequence[Draft], piece: Piece) -> Any:
    if pronoun.points_at == "pair":
        both = names_left(earlier) if earlier else []
        if len(both) != PAIR:
            raise PointsNowhere(piece)
        return both[pronoun.pick.start - 1]
    if pronoun.points_at == "those":
        chosen = next((chosen for before in reversed(earlier) if (chosen := set_in(before)) is not None), None)
        if chosen is None:
            raise PointsNowhere(piece)
        return chosen
    things = (thing for before in reversed(earlier) if (thing := left_by(before)) is not None)
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


def _spoken_of(reading: Reading, named: Mapping[str, Any], piece: Piece) -> Draft:
    """What a condition speaks of, as if a goal before had been about it."""
    params = {name: value for name, value in named.items() if name != "object_type"}
    is_folder = True if named.get("object_type") == "folder" else None
    return Draft(reading.rule, params, piece, is_folder=is_folder, is_spoken_of=True)


def _goal_undone(draft: Draft, reading: Reading) -> Draft:
    """Where a goal that is not done would have put something: "…, otherwise move b.txt there"."""
    return _spoken_of(reading, {"path": goes_into(draft), "object_type": "folder"}, draft.piece)


def _before(draft: Draft, reading: Reading) -> Draft:
    """What a goal that is not done would have been about, as it is then: where it was."""
    params = {name: value for name, value in draft.params.items() if name in _ABOUT}
    found = _spoken_of(reading, params, draft.piece)
    found.is_folder, found.inside = draft.is_folder, draft.inside
    return found


def _with_names(rule: Rule, params: Mapping[str, Any], earlier: Sequence[Draft]) -> Mapping[str, Any]:
    """The parameters with the names that "them" stands for, where several were named one by one."""
    pointing = {name: value for name, value in params.items() if isinstance(value, Pronoun)}
    if not earlier or not pointing:
        return params
    named: dict[str, Sequence[str]] = {"folders": () if is_file_verb(rule, params) else folders_left(earlier)}
    if set_in(earlier[-1]) is None:
        sources = _sources(earlier)
        named |= {"found": sources or names_left(earlier), "original": sources or all_made("original", earlier)}
        named["copy"] = all_made("copy", earlier)
    meant = {name: picked_names(value, named.get(value.points_at, ())) for name, value in pointing.items()}
    lists = {name: Listed(tuple(names)) if len(names) > 1 else names[0] for name, names in meant.items() if names}
    is_one = isinstance(lists.get("path"), Listed) and "to" in rule.shape.derive and takes_several(rule)
    if is_one and not pointing["path"].pick.each:  # "zip both" makes one of them, "zip each of them" does not
        lists[SEVERAL] = lists.pop("path")
        params = {name: value for name, value in params.items() if name != "path"}
    return {**params, **lists}


def _sources(earlier: Sequence[Draft]) -> Sequence[str]:
    """The things, named one by one, that one was made of."""
    made = next(made_of_another("original", earlier), None)
    return made[1] if made is not None and isinstance(made[1], list) else ()


def _resolved(draft: Draft, pointing: Pointing, spoken: set[str], *, quoted: set[str]) -> Draft:
    reading, earlier = pointing.reading, pointing.earlier
    draft.is_folder = _said_type(draft, spoken)
    draft.drive = reading.drive
    if isinstance(reading.inside, Pronoun):
        draft.inside = _with_the_last(draft, earlier) or pointing.folder(draft)
        _copy_there(draft)
    elif isinstance(reading.inside, str):
        draft.inside = reading.inside
    for name, value in list(draft.params.items()):
        if name not in quoted and _is_content_pronoun(draft, name):
            _content(draft, name, earlier)
        elif name not in quoted and _points_in_text(draft, name):
            raise PointsNowhere(draft.piece, _POINTS_IN_TEXT)
        elif isinstance(value, Pronoun) and draft.each is not None and value.points_at in ("thing", "file"):
            draft.params[name] = {"value": {"its": "path"}}
        elif isinstance(value, Pronoun):
            pointing.fill(draft, name, value)
            if name == "to" and isinstance(draft.params.get(name), str):
                draft.topic = draft.params[name].rstrip("/")
        elif isinstance(value, Mapping):
            draft.params[name] = pointing.within(draft, value)
    _lie_in_made(draft, earlier)
    return _from_there(draft)


def _copy_there(draft: Draft) -> None:
    """Put the copy of "it" where that is said to be made: "make a copy of it there called b.txt"."""
    to = draft.text("to")
    is_named = draft.rule.verb == "copy" and isinstance(draft.params.get("path"), Pronoun) and to is not None
    if is_named and to is not None and draft.inside is not None and not _has_slash(to):
        draft.params["to"], draft.inside = f"{draft.inside.rstrip('/')}/{to}", None


def _lie_in_made(draft: Draft, earlier: Sequence[Draft]) -> None:
    """Take the name of a folder that was made in another for that one: "a folder a with a folder b, put c.txt in b"."""
    for name in ("to", "path"):
        said = draft.text(name)
        if said is not None and not _has_slash(said.rstrip("/")) and draft.rule.verb != "create":
            draft.params[name] = made_inside(said, earlier)


def _has_slash(path: str) -> bool:
    return any(slash in path for slash in SLASHES)


def _from_there(draft: Draft) -> Draft:
    """The goal with the place of what it moves or copies in its path: where that goes is said as seen from here."""
    path, to = draft.text("path"), params_of(draft.rule).get("to")
    if draft.inside is not None and path is not None and path.startswith(f"{draft.inside.rstrip('/')}/"):
        draft.inside = None  # which the path says already
    if draft.inside is not None and path is not None and to is not None and to.into and "to" in draft.params:
        draft.params["path"], draft.inside = f"{draft.inside.rstrip('/')}/{path}", None
    return draft


def _with_the_last(draft: Draft, earlier: Sequence[Draft]) -> str | None:
    """The folder that the goal right before lies in, where both are made together with that folder."""
    inside = draft.piece.reading.inside if draft.piece.reading is not None else None
    if isinstance(inside, Pronoun) and inside.pick.many is not None:
        return None  # in that one
    last, pieces = (earlier[-1] if earlier else None), (draft.piece, earlier[-1].piece if earlier else draft.piece)
    is_together = last is not None and all(piece.is_elided and piece.reading is not None for piece in pieces)
    is_made = last is not None and last.rule is draft.rule and last.rule.name == "file.create"
    points_on = is_together and pieces[1].reading is not None and isinstance(pieces[1].reading.inside, Pronoun)
    return last.inside if last is not None and is_made and points_on else None


def _is_content_pronoun(draft: Draft, name: str) -> bool:
    """Whether a text is not meant as such, but as what was seen before: "read the page and write it to page.txt"."""
    said = draft.text(name)
    param = params_of(draft.rule).get(name)
    is_content = said is not None and param is not None and param.type == "content"
    return is_content and str(said).casefold() in load_language().words["contents"]


def _points_in_text(draft: Draft, name: str) -> bool:
    """Whether a text to write begins with words for several things: "put them together as c.txt"."""
    words = str(draft.params[name]).casefold().split()
    param = params_of(draft.rule).get(name)
    is_content = param is not None and param.type == "content" and draft.text(name) is not None
    pointing = load_language().words
    points_at_one = len(words) == PAIR and words[0] in pointing["pointing_it"] - {"it"}  # that list, this number
    return is_content and len(words) > 1 and (points_at_one or words[0] in pointing["pointing_several"])


def _content(draft: Draft, name: str, earlier: Sequence[Draft]) -> None:
    is_several = str(draft.params[name]).casefold() in load_language().words["several_contents"]
    answers = [before for before in earlier if before.rule.name == "text.answer"]
    if is_several and len(answers) > 1:
        told = [part for answer in answers for part in (answer.params["value"], "\n")]
        draft.params[name] = {"value": {"join": told}}
        return
    if len(answers) > 1 and earlier[-2:] == answers[-2:]:  # either of the two, or their sum
        raise PointsNowhere(draft.piece)
    said = str(draft.params[name]).casefold()
    found = (seen for before in reversed(earlier) if (seen := _seen_before(draft, before, said)) is not None)
    draft.params[name] = next(found, None)
    if draft.params[name] is None:
        raise PointsNowhere(draft.piece)


def _seen_before(draft: Draft, before: Draft, said: str) -> Any:
    """What an earlier goal leaves to be written; None if nothing, and PointsNowhere if it is not clear what."""
    if before.rule.name == "text.answer":  # the number itself, not the sentence that tells it
        return before.params["value"]
    if before.rule.domain == "system" and said in load_language().words["number_contents"]:
        raise PointsNowhere(draft.piece)
    if said in load_language().words["results"] and before.shape.writes:
        raise PointsNowhere(draft.piece, _CHANGED_THERE)
    if (gone := _taken_out(draft, before)) is not None:
        return gone
    thing = left_by(before) if draft.rule.name == "file.append" and before.rule.verb != "read" else None
    if thing is not None and isinstance(thing.path, str) and is_file_name(thing.path):
        draft.about = f"{thing.inside.rstrip('/')}/{thing.path}" if thing.inside else thing.path
        lines = {"lines": part} if (part := before.text("lines")) is not None else {}
        return {"value": {"text": draft.about, **lines}}  # what it says is added, not its name
    is_seen = before.shape.action_class == "observe" and before.rule.verb != "screenshot"  # which shows no text
    return ForeseenValue(before) if is_seen else None


def _taken_out(draft: Draft, before: Draft) -> str | None:
    """The text that a goal takes out of a file, which is "it" then; PointsNowhere where it is not known which."""
    text, verb = before.text("text"), before.rule.verb
    if verb == "replace" and before.params.get("by") == "":
        return text
    if verb == "delete_lines" and before.params.get("match") != "whole":
        raise PointsNowhere(draft.piece)  # which are gone by then
    return text if verb == "delete_lines" else None


def _said_type(draft: Draft, spoken: set[str]) -> bool | None:
    said = draft.params.get("object_type")
    if said is not None:
        return bool(said == "folder")
    if (draft.text("to") or "").endswith(SLASHES):  # the words for a folder are said of where it goes
        return None
    nouns = load_language().nouns
    if spoken & (nouns["folder"] | nouns["folders"]) and not is_for_files(draft):
        return True
    return False if spoken & (nouns["file"] | nouns["files"]) or is_for_files(draft) else None
