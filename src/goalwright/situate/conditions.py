"""Conditions: whether what a goal's `when` says is so now, and the sentence that says why not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from goalwright.contracts.expressions import Claim, Things, WhenClause
from goalwright.dataclass import replace
from goalwright.errors import NotPlannable, NotYetSeen
from goalwright.situate.clauses import figure_test, plain, teller, text_test
from goalwright.situate.file_texts import contains, same_bytes
from goalwright.situate.looking import Looker
from goalwright.situate.seen_things import SeenEntry
from goalwright.situate.told_things import counted_things, told_clause, told_things
from goalwright.situate.valuing import Valuer, number_text

Operands = tuple[Any, ...]
Running = Callable[[str], bool]
_FIGURES = frozenset({"over", "under", "least", "most"})


class Conditions:
    """Looks at conditions, at each once: of a condition and its opposite exactly one holds."""

    def __init__(self, looker: Looker, valuer: Valuer, running: Running, page: str | None = None) -> None:
        self._looker, self._valuer, self._running, self._page = looker, valuer, running, page
        self._known: dict[tuple[str, Operands], tuple[bool, str]] = {}
        valuer.judge = self.judged  # values tell whether conditions hold, and conditions compare values

    def unmet(self, conditions: Sequence[WhenClause]) -> str:
        """Why the conditions do not hold; nothing if they do."""
        for condition in conditions:
            holds, why = self._look(condition)
            if not holds:
                return why
        return ""

    def judged(self, conditions: Sequence[WhenClause]) -> tuple[bool, str]:
        """Whether the conditions all hold, and what is so."""
        told = [self._look(condition) for condition in conditions]
        failed = next((why for holds, why in told if not holds), "")
        return not failed, failed or ", ".join(why for _, why in told)

    def known(self, condition: WhenClause) -> tuple[bool, str] | None:
        """Whether a condition holds, and what is so, if that was looked at before."""
        found = self._known.get((condition.test, condition.operands))
        return None if found is None else (found[0] != condition.is_negated, found[1])

    def _look(self, condition: WhenClause) -> tuple[bool, str]:
        """Whether a condition holds, and what is so."""
        key = condition.test, condition.operands
        if key not in self._known:
            try:
                self._known[key] = _TESTS[condition.test](self, *condition.operands)
            except OSError as error:
                problem = f"{error.filename or 'a file'} cannot be looked at: {error.strerror or error}"
                raise NotPlannable("blocked", problem) from None
        holds, why = self._known[key]
        return holds != condition.is_negated, why

    def _exists(self, what: str | Things) -> tuple[bool, str]:
        if isinstance(what, Things):
            found = len(self._looker.find(any_number(what)))
            return found > 0, f"there are {counted_things(what, found)}: {told_things(what)}"
        kind = self._kind(what)
        return kind != "missing", f"{what} {'exists' if kind != 'missing' else 'does not exist'}"

    def _of_kind(self, wanted: str, path: str) -> tuple[bool, str]:
        kind = self._kind(path)
        return kind == wanted, f"{path} {'does not exist' if kind == 'missing' else f'is a {kind}'}"

    def _kind(self, path: str) -> str:
        full = self._looker.absolute(path)
        self._looker.to_come.require_known_kind(full)
        kind = self._looker.to_come.kind_at(full)
        if kind == "unknown":
            raise NotPlannable("blocked", f"{path} cannot be looked at: check its permissions")
        self._looker.note(path, kind)
        return kind

    def _entry(self, path: str) -> SeenEntry:
        full = self._looker.absolute(path)
        self._looker.to_come.require_known(full)
        kind = self._kind(path)
        if kind == "missing":
            raise NotPlannable("blocked", f"there is no {path}: check the name and the folder")
        return self._looker.to_come.made.get(full) or SeenEntry(full, path, is_folder=kind == "folder")

    def _empty(self, path: str) -> tuple[bool, str]:
        thing, to_come = self._entry(path), self._looker.to_come
        is_empty = to_come.will_be_empty(thing) if thing.is_folder and to_come else thing.is_empty
        return is_empty, f"{path} is {'' if is_empty else 'not '}empty"

    def _count(self, things: Things, comparison: str, number: float) -> tuple[bool, str]:
        found = len(self._looker.find(any_number(things)))
        return figure_test(comparison, found, number), f"{counted_things(things, found)}: {told_things(things)}"

    def _contains(self, path: str, text: str, *, whole_words: bool = False) -> tuple[bool, str]:
        found = contains(self._looker.file(path), text, whole_words=whole_words)
        self._looker.note(f"{path} for {text!r}", "found" if found else "not found")
        return found, f"{path} {'contains' if found else 'does not contain'} {text!r}"

    def _compare(self, value: Any, comparison: str, other: Any) -> tuple[bool, str]:
        left, right = self._valuer.value(value), self._valuer.value(other)
        why = f"{number_text(left)} against {number_text(right)}"
        try:
            figures = float(left), float(right)
        except ValueError:
            if comparison in _FIGURES:
                raise NotPlannable("blocked", f"{why}: only numbers can be compared like that") from None
            return text_test(comparison, number_text(right))(plain(number_text(left))), why
        if comparison == "is" or comparison in _FIGURES:
            return figure_test(comparison, *figures), why
        return text_test(comparison, number_text(right))(plain(number_text(left))), why

    def _same(self, path: str, other: str) -> tuple[bool, str]:
        is_same = same_bytes(self._looker.file(path), self._looker.file(other))
        return is_same, f"{path} and {other} {'are the same' if is_same else 'differ'}"

    def _newer(self, path: str, other: str) -> tuple[bool, str]:
        times = [SeenEntry(full, "", is_folder=False).seen.st_mtime for full in map(self._looker.file, (path, other))]
        return times[0] > times[1], f"{path} is {'' if times[0] > times[1] else 'not '}newer than {other}"

    def _is(self, path: str, claim: Claim) -> tuple[bool, str]:
        fits = teller(claim, self._looker.now)(self._entry(path))
        return fits, f"{path}: {told_clause(claim if fits else replace(claim, is_negated=not claim.is_negated))}"

    def _is_running(self, app: str) -> tuple[bool, str]:
        self._looker.to_come.require_calm("apps")
        runs = self._running(app)
        self._looker.note(app, "running" if runs else "not running")
        return runs, f"{app} is {'' if runs else 'not '}running"

    def _is_open(self, what: str) -> tuple[bool, str]:
        wanted = plain(what)
        windows = self._looker.shown("window")
        is_open = any(wanted in plain(item.said["title"]) or wanted == plain(item.said["program"]) for item in windows)
        self._looker.note(f"windows for {what!r}", "open" if is_open else "not open")
        return is_open, f"{what} is {'' if is_open else 'not '}open"

    def _shows(self, text: str) -> tuple[bool, str]:
        if self._page is None:
            raise NotYetSeen("blocked", "what a page shows cannot be looked at before the page is there")
        self._looker.to_come.require_calm("page")
        found = " ".join(plain(text).split()) in " ".join(plain(self._page).split())
        self._looker.note(f"the page for {text!r}", "found" if found else "not found")
        return found, f"the page {'shows' if found else 'does not show'} {text!r}"

    def _all(self, conditions: tuple[WhenClause, ...]) -> tuple[bool, str]:
        return self.judged(conditions)

    def _any(self, conditions: tuple[WhenClause, ...]) -> tuple[bool, str]:
        told = [self._look(condition) for condition in conditions]
        met = next((why for holds, why in told if holds), "")
        return bool(met), met or ", ".join(why for _, why in told)


def any_number(things: Things) -> Things:
    """The same things, of which there may be more than one: "if there is a pdf" holds for two."""
    return Things(selections=tuple(replace(selection, is_one=False, exactly=None) for selection in things.selections))


_TESTS: Mapping[str, Callable[..., tuple[bool, str]]] = {
    "exists": Conditions._exists,
    "empty": Conditions._empty,
    "file": lambda self, path: self._of_kind("file", path),
    "folder": lambda self, path: self._of_kind("folder", path),
    "count": Conditions._count,
    "contains": Conditions._contains,
    "mentions": lambda self, path, text: self._contains(path, text, whole_words=True),
    "compare": Conditions._compare,
    "same": Conditions._same,
    "newer": Conditions._newer,
    "is": Conditions._is,
    "running": Conditions._is_running,
    "open": Conditions._is_open,
    "shows": Conditions._shows,
    "all": Conditions._all,
    "any": Conditions._any,
}
