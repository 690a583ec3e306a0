"""GoalInterpreter: a sentence in, a MetaGoal out, or NotUnderstood; what cannot be a sentence is not even tried."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from goalwright.contracts.interpretation import Extraction, Extractor, Interpretation
from goalwright.contracts.meta_goal import MetaGoal
from goalwright.contracts.references import IsThere, Recall
from goalwright.dataclass import replace
from goalwright.errors import NotUnderstood, UnparsedClause
from goalwright.interpret.grammar.grammar import Grammar, grammar_of
from goalwright.interpret.grammar.grammar_extractor import GrammarExtractor
from goalwright.interpret.grammar.tokens import tokenise
from goalwright.interpret.scopes import resolve_scopes
from goalwright.rules import RuleBook
from goalwright.rules.follow_up_words import follow_up_words

if TYPE_CHECKING:
    from goalwright.interpret.follow_ups import FollowUps
    from goalwright.interpret.intent_agent import IntentAgent
    from goalwright.interpret.job_requests import JobRequest
    from goalwright.interpret.job_sentences import AskedJob

MAX_CHARACTERS = 20_000
MAX_QUOTES = 200
_QUOTED = r'"[^"]*"'
# Control characters, invisible ones and those that reorder what a person reads; line ends and tabs are white space.
_UNFIT = (
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff\ud800-\udfff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


class GoalInterpreter:
    """Understands sentences with the rule rows' templates; what those decline goes to `model`, if there is one.

    `apps` are further programs that can be opened by name. A sentence that is refused for what it says (a
    condition, a negation, a time, a repetition), or that is ambiguous, never goes to the model.
    """

    def __init__(
        self,
        rules: Mapping[tuple[str, str], Any] | None = None,
        *,
        model: Extractor | None = None,
        apps: Iterable[str] = (),
        grammar: Grammar | None = None,
    ) -> None:
        self.grammar = GrammarExtractor(grammar or grammar_of(rules), apps)
        self.model = model

    def interpret(self, text: str) -> MetaGoal:
        """The goals of a sentence with their dependencies; raises NotUnderstood rather than guess."""
        return self.read(text).meta_goal

    def is_sentence(self, text: str) -> bool:
        """Whether the grammar takes the text for a sentence; no model is asked."""
        try:
            self.grammar.extract(text)
        except NotUnderstood:
            return False
        return True

    def read(
        self,
        text: str,
        *,
        on_page: bool = False,
        page: str = "",
        recall: Recall | None = None,
        is_there: IsThere = lambda _: False,
    ) -> Interpretation:
        """The goals of a sentence and how it was understood. `on_page` says that a page is what is talked about,
        `page` at which address it is.

        With `recall`, it may also point at the command before, which that tells about; a plain word may be the name of
        what `is_there`.
        """
        checked_text(text)
        if recall is not None and (found := self._picked_further(text, recall, is_there, on_page=on_page)) is not None:
            return found
        around: dict[str, Any] = {"is_there": is_there, "found_out": {}}
        try:
            extraction = self.grammar.extract(text, on_page=on_page, page=page, recall=recall, **around)
            return interpretation(text, extraction, self.grammar.name, self.rules)
        except NotUnderstood as declined:
            found = self._followed(text, recall, is_there, on_page=on_page) if recall is not None else None
            if found is not None:
                return found
            if self.model is None or declined.readings or any(clause.problem for clause in declined.clauses):
                raise self._with_suggestions(declined, text, around, on_page=on_page) from None
        return interpretation(text, self.model.extract(text), self.model.name, self.rules)

    def job(self, text: str, *, on_page: bool = False, is_there: IsThere = lambda _: False) -> AskedJob | None:
        """The job that a sentence asks for which `read` declines; None if it asks for none.

        NotUnderstood says what is the matter with one that says when, but not clearly enough what.
        """
        from goalwright.rules.job_signs import may_say_when

        language = self.grammar.grammar.language
        if not may_say_when([token.word for token in tokenise(checked_text(text), language.contractions)], language):
            return None
        from goalwright.interpret.job_sentences import JobSentences  # few sentences say when

        try:
            return JobSentences(self.grammar).asked(checked_text(text), on_page=on_page, is_there=is_there)
        except NotUnderstood as declined:
            raise self._with_suggestions(declined, text, {}, on_page=on_page) from None

    def job_request(self, text: str) -> JobRequest | None:
        """What a sentence that `read` declines asks of the jobs there are; None if it is not about them."""
        grammar = self.grammar.grammar
        if not grammar.may_be_about_jobs({token.word for token in tokenise(text, grammar.language.contractions)}):
            return None
        from goalwright.interpret.job_requests import job_request

        return job_request(self.grammar, text)

    def _picked_further(self, text: str, recall: Recall, is_there: IsThere, *, on_page: bool) -> Interpretation | None:
        """The last command with others of the things before; "and the last one" is then no song, nor "what about x"."""
        if self.follow_ups.is_about_another(text, is_there):
            return self._followed(text, recall, is_there, on_page=on_page)
        if not set(follow_up_words()["pointing"]) & set(text.casefold().strip(" .!?").split()):
            return None
        last = recall() if self.follow_ups.is_further_pick(text) else None
        is_choice = last is not None and (last.shown or len(last.things) > 1 or self.follow_ups.swapped(text, last))
        return self._followed(text, recall, is_there, on_page=on_page) if is_choice else None

    def _followed(self, text: str, recall: Recall, is_there: IsThere, *, on_page: bool) -> Interpretation | None:
        """What a command means that only makes sense behind the one before it."""
        written = self.follow_ups.written_out(text, recall, is_there, on_page=on_page)
        if written is None:
            return None
        extraction = self.grammar.extract(written.text, on_page=on_page, recall=recall, is_there=is_there)
        taken = replace(extraction, references=(written.reference, *extraction.references))
        return interpretation(written.text, taken, self.grammar.name, self.rules)

    @cached_property
    def follow_ups(self) -> FollowUps:
        from goalwright.interpret.follow_ups import FollowUps  # few commands are follow-ups

        return FollowUps(self.grammar)

    @property
    def rules(self) -> RuleBook:
        return self.grammar.grammar.rules

    @cached_property
    def intents(self) -> IntentAgent:
        from goalwright.interpret.intent_agent import IntentAgent  # only what is declined needs it

        return IntentAgent(grammar=self.grammar.grammar)

    def _with_suggestions(
        self, declined: NotUnderstood, text: str, around: Mapping[str, Any], *, on_page: bool
    ) -> NotUnderstood:
        """The same with what would be understood, and with advice; `around` is what the sentence was read with."""
        clauses = list(declined.clauses)
        for place, clause in enumerate(clauses[:MAX_SUGGESTED]):
            if not clause.problem and len(clause.text) <= LONGEST_SUGGESTED:
                clauses[place] = replace(clause, suggestions=self.intents.suggestions(clause.text, on_page=on_page))
        shown = clauses[:MAX_SUGGESTED]
        advice = self._advice(shown, text, around, on_page=on_page) or _hint(shown, declined.readings)
        return NotUnderstood(declined.problem + advice, clauses, declined.readings, declined.choices)

    def _advice(self, clauses: Sequence[UnparsedClause], text: str, around: Mapping[str, Any], *, on_page: bool) -> str:
        """What helps more than a suggestion: a page for what needs one, or quotes for a name with a comma in it."""
        for clause in (each for each in clauses if not each.problem and len(each.text) <= LONGEST_SUGGESTED):
            before = text[: clause.start].rstrip()
            verbs = set() if on_page or self._is_of_files(clause.text) else self._page_verbs(clause.text, around)
            if not verbs <= {"read"}:
                return NO_SUCH_SWITCH if verbs <= _SWITCHING else NEEDS_PAGE
            if before.endswith(",") and not self._page_verbs(before[:-1], around).isdisjoint(_CHOOSING):
                return NEEDS_QUOTES
        return ""

    def _is_of_files(self, clause: str) -> bool:
        """Whether a clause speaks of files, so that no page helps it."""
        language, words = self.grammar.grammar.language, clause.split()
        spoken = [word for number, word in enumerate(words) if not number or not word[0].isupper()]  # others are names
        nouns = language.nouns["file"] | language.nouns["files"] | language.nouns["folder"] | language.nouns["folders"]
        endings = (ending for _, dot, ending in (word.casefold().rpartition(".") for word in words) if dot)
        return not nouns.isdisjoint(map(str.casefold, spoken)) or not language.endings["files"].isdisjoint(endings)

    def _page_verbs(self, clause: str, around: Mapping[str, Any]) -> set[str]:
        """What a clause asks for on a page, if it would be understood there."""
        try:
            goals = self.grammar.extract(clause, on_page=True, **around).goals
        except NotUnderstood:
            return set()
        return {goal.verb for goal in goals if goal.domain == "browser"}


MAX_SUGGESTED, LONGEST_SUGGESTED = 3, 500
NEEDS_PAGE = ': that needs a page, and none is open: open one first, such as with "go to example.com"'
NO_SUCH_SWITCH = (
    ': nothing here can be switched by that name; for a switch on a page, open the page first ("go to example.com")'
)
NEEDS_QUOTES = ": if it belongs to the name before the comma, put that name in quotes"
_SWITCHING = frozenset({"check", "uncheck"})
_CHOOSING = frozenset({"click", "select", "check", "uncheck"})


def _hint(clauses: Sequence[UnparsedClause], readings: Sequence[str]) -> str:
    """What could have been said, as the rest of a sentence."""
    if readings:
        return ": " + "; ".join(f"{number}. {reading}" for number, reading in enumerate(readings, 1))
    said = dict.fromkeys(suggestion for clause in clauses for suggestion in clause.suggestions)
    if said:
        return "; did you mean " + " or ".join(f'"{suggestion}"' for suggestion in list(said)[:MAX_SUGGESTED]) + "?"
    return "" if any(clause.problem for clause in clauses) else "; `goalwright rules` lists what can be said"


def interpretation(text: str, extraction: Extraction, extractor: str, rules: RuleBook | None = None) -> Interpretation:
    """What an extractor found, with scopes resolved: the one way from goals to dependencies."""
    return Interpretation(
        meta_goal=_referring(resolve_scopes(extraction.goals, text, rules), extraction),
        clauses=extraction.clauses,
        extractor=extractor,
        step_count=extraction.step_count,
    )


def _referring(meta: MetaGoal, extraction: Extraction) -> MetaGoal:
    return replace(meta, references=extraction.references) if extraction.references else meta


def checked_text(text: str) -> str:
    """The text, if it can be a sentence; raises NotUnderstood otherwise."""
    if not isinstance(text, str):
        raise NotUnderstood(f"a sentence is text, not {type(text).__name__}")
    if len(text) > MAX_CHARACTERS:
        raise NotUnderstood(f"the sentence has {len(text):,} characters: use at most {MAX_CHARACTERS:,}")
    if not text.strip():
        raise NotUnderstood('there is nothing to do: say it in words, such as "open youtube"')
    unquoted = re.sub(_QUOTED, "", text) if '"' in text else text
    quotes = max(unquoted.count(mark) for mark in "“„«‘`")
    if quotes > MAX_QUOTES:
        raise NotUnderstood(f"the sentence has {quotes} opening quotation marks: use at most {MAX_QUOTES}")
    unfit = None if text.isprintable() else re.search(_UNFIT, text)
    if unfit:
        place = unfit.start()
        import unicodedata  # only for a complaint

        is_byte = "\udc80" <= unfit.group() <= "\udcff"  # how Python passes on bytes that are no text
        name = unicodedata.name(unfit.group(), "a control character").lower()
        what = "a byte that is not UTF-8" if is_byte else f"U+{ord(unfit.group()):04X} ({name})"
        problem = f"it holds {what} at character {place + 1}: remove it"
        raise NotUnderstood(problem, [UnparsedClause(unfit.group(), place, place + 1, problem)])
    return text
