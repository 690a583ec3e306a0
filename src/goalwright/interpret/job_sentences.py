"""JobSentences: a sentence that says when, cut into what starts a job and the command that is done then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from goalwright.contracts.references import IsThere, LastCommand, LeftThing
from goalwright.errors import NotUnderstood, UnparsedClause
from goalwright.interpret.grammar.grammar_extractor import GrammarExtractor
from goalwright.interpret.grammar.matcher import TooComplex
from goalwright.interpret.grammar.text_kinds import FREE_KINDS
from goalwright.interpret.grammar.tokens import CLOCK, QUOTE, STOP
from goalwright.interpret.reminders import reminding, rings_early
from goalwright.interpret.trigger_phrases import EVENT, TIME, Trigger, TriggerPhrases, merged
from goalwright.named_tuple import NamedTuple
from goalwright.rules.trigger_words import job_text, job_told, job_words, read_clock

ROUTINE = "routine"
_REPEATS = "repeats"
_RINGING, _WAKING, _BARE = "ringing", "waking", "bare"
_INSIDE = (_BARE, "alarms", _WAKING, _RINGING)
"""What a trigger may stand behind inside a command."""
_LONGEST_CALL = 5
_SAMPLE = LastCommand(text="it", cwd="/", things=(LeftThing(path="/arrived/file.ext"),))


class AskedJob(NamedTuple):
    """A job as a sentence asks for it: what its trigger says (a `time`, an `event` or a `routine`), and its command.

    `trigger` are the words that say when; with `ask_then`, high risk waits for a yes each time.
    """

    kind: str
    features: Mapping[str, Any]
    trigger: str
    command: str
    ask_then: bool = False


class _Cut(NamedTuple):
    """One way to cut a sentence: its triggers, and what is left of it, as words from and to."""

    features: Mapping[str, Any]
    kind: str
    trigger: tuple[int, int]
    rest: tuple[tuple[int, int], ...]
    is_behind: bool


class JobSentences:
    """Reads the sentences that ask for jobs. Only what is not understood otherwise is looked at."""

    def __init__(self, extractor: GrammarExtractor) -> None:
        self._extractor = extractor

    def asked(self, text: str, *, on_page: bool, is_there: IsThere) -> AskedJob | None:
        """The job that a sentence asks for, None if it asks for none; NotUnderstood if only its trigger is clear."""
        try:
            return _Asked(self._extractor, text, on_page, is_there).job()
        except TooComplex:
            return None


class _Asked:
    """One sentence that may ask for a job."""

    def __init__(self, extractor: GrammarExtractor, text: str, on_page: bool, is_there: IsThere) -> None:
        self._extractor, self._on_page, self._is_there = extractor, on_page, is_there
        self.phrases = TriggerPhrases(extractor, text)
        self.end, self.ask_then = self._before_ask(self._past_stops(len(self.phrases.tokens)))
        leads = self.phrases.framing.leads(0, self.end) if self.end else []
        # Words that order what follows turn the time into another one: "before 6 pm" is not at 6 pm.
        self.starts = [start for start, orders in leads if not orders]

    def job(self) -> AskedJob | None:
        if not self.starts:
            return None
        routine = self._routine()
        if routine is not None:
            return routine
        cuts = list(self._cuts())
        for cut in cuts:
            command = self._command(cut)
            if command and self._problem(command, cut) is None:
                return self._made(cut, command)
        for cut in cuts:
            quoted = self._quoted(cut)
            if quoted and self._problem(quoted, cut) is None:
                return self._made(cut, quoted)
        self._refuse(cuts)
        return None

    # Cutting.

    def _cuts(self) -> Iterator[_Cut]:
        fronts = [trigger for start in self.starts for trigger in self.phrases.at(start, self.end)]
        ends = [stop for stop, _ in self.phrases.framing.trails(self.starts[-1], self.end)]
        behind = [(trigger, stop) for stop in ends for trigger in self.phrases.behind(self.starts[0], stop)]
        for front in fronts:
            yield self._cut(front.features, front, (self._past_joint(front.end), self.end))
            for back, _ in behind:
                both = merged(front, back) if back.start > front.end else None
                if both is not None:
                    yield self._cut(both, front, (self._past_joint(front.end), back.start))
            yield from self._inner_cuts(self._past_joint(front.end), front)
        yield from self._inner_cuts(self.starts[-1])
        for back, _ in behind:
            yield self._cut(back.features, back, (0, back.start), is_behind=True)

    def _inner_cuts(self, start: int, front: Trigger | None = None) -> Iterator[_Cut]:
        """Triggers behind the first words of a reminder: "remind me tomorrow to call Anna", "set a timer for …".

        What the trigger at the front of the sentence says is added: "tomorrow remind me at 8 to call Anna".
        """
        for use in _INSIDE:
            for place in self.phrases.ends(use, start, self.end):
                for trigger in self._set_triggers(use, place):
                    rest = ((start, place), (trigger.end, self.end)) if trigger.end < self.end else ((start, place),)
                    features = trigger.features if front is None else merged(front, trigger)
                    if features is None:
                        continue
                    woken = features.merged({"part": job_text("woken_in")}) if use == _WAKING else None
                    own = front or trigger
                    yield _Cut(woken or features, own.kind, (own.start, own.end), rest, is_behind=False)

    def _set_triggers(self, use: str, place: int) -> Iterator[Trigger]:
        """The triggers at a place inside a reminder; what is set for a length of time needs no "in"."""
        if use == _RINGING:
            lengths = self._lengths(place)
            yield from (trigger for trigger in lengths if self.phrases.ends("ringers", trigger.end, self.end))
            return
        is_set = use != _BARE and self.phrases.kinds.word(place) in job_words("set_for")
        if place + is_set < self.end:
            yield from self.phrases.at(place + is_set, self.end)
            yield from self._lengths(place + 1) if is_set else ()

    def _lengths(self, place: int) -> Iterator[Trigger]:
        lengths = self.phrases.kinds("set_time", place, self.end) if place < self.end else []
        return (Trigger(place, stop, features, TIME) for stop, features, _ in reversed(lengths))

    def _cut(
        self, features: Mapping[str, Any], own: Trigger, rest: tuple[int, int], *, is_behind: bool = False
    ) -> _Cut:
        start, end = rest
        while end > start and self.phrases.tokens[end - 1].mark == STOP:
            end -= 1
        return _Cut(features, own.kind, (own.start, own.end), ((start, end),) if start < end else (), is_behind)

    # What is left of the sentence.

    def _command(self, cut: _Cut) -> str:
        """The command of a cut, reminders said as notifications; nothing where it is not clear."""
        rest = self._rest(cut)
        if self._has_own_time(cut):
            return ""
        said = reminding(self._extractor, rest, self._about(cut)) if rest else None
        if said is None:
            return rest
        if cut.is_behind and (said.is_report or not said.is_first):
            return ""
        return "" if said.is_report and len(cut.features) and self._is_joined(cut) else said.text

    def _quoted(self, cut: _Cut) -> str:
        """The command of a cut whose reminder has a text that speaks of times itself."""
        if cut.is_behind:
            return ""
        said = reminding(self._extractor, self._rest(cut), self._about(cut)) if cut.rest else None
        return said.quoted if said is not None and said.is_first and not self._is_joined(cut) else ""

    def _is_joined(self, cut: _Cut) -> bool:
        """Whether words behind the command belong to the trigger, too."""
        return bool(cut.rest) and not cut.is_behind and len(cut.rest) == 1 and cut.rest[-1][1] < self._last_word()

    def _last_word(self) -> int:
        ends = [stop for stop, _ in self.phrases.framing.trails(self.starts[-1], self.end)]
        return min(ends)

    def _about(self, cut: _Cut) -> str:
        """What happens, for a notification that has no other text."""
        start, end = cut.trigger
        if cut.kind != EVENT:
            return ""
        leads = self.phrases.kinds("whenever", start, end) or self.phrases.kinds("if_ever", start, end)
        return self.phrases.said(max((stop for stop, _, _ in leads), default=start), end)

    def _rest(self, cut: _Cut) -> str:
        return " ".join(self.phrases.said(start, end) for start, end in cut.rest)

    def _problem(self, command: str, cut: _Cut) -> NotUnderstood | None:
        """Why a command is not understood; None if it is."""
        is_about_file = cut.kind == EVENT and {"file", "folder"} & cut.features.keys()
        recall = (lambda: _SAMPLE) if is_about_file else None
        try:
            self._extractor.extract(command, on_page=self._on_page, recall=recall, is_there=self._is_there)
        except NotUnderstood as declined:
            return declined
        if cut.is_behind and cut.kind == TIME and _REPEATS not in cut.features and self._may_belong(command):
            return self._refusal(cut, job_told("in_text"))
        return None

    def _may_belong(self, command: str) -> bool:
        """Whether the time behind a command may belong to a text at its end: "search for trains at 8"."""
        pieces = self._extractor.clauses(command, on_page=self._on_page, is_there=self._is_there)
        reading = pieces[-1].reading if pieces else None
        if reading is None or reading.rule.name in job_words("timed"):
            return False
        last = max(reading.filled, key=lambda slot: slot.end, default=None)
        tokens = TriggerPhrases(self._extractor, command).tokens
        is_open = last is not None and last.kind in FREE_KINDS and last.end == pieces[-1].end
        return is_open and last is not None and tokens[last.end - 1].mark != QUOTE

    # Routines.

    def _routine(self) -> AskedJob | None:
        for start in self.starts:
            for place in self.phrases.ends("calling", start, self.end):
                return self._called(start, place) if place < self.end else None
        for place in range(1, self.end):
            for stop in self.phrases.ends("meaning", place, self.end) if self._may_call(place) else ():
                cut = _Cut({}, ROUTINE, (0, stop), ((self._past_joint(stop), self.end),), is_behind=False)
                if stop < self.end and (made := self._as_routine(cut, 0, place)) is not None:
                    return made
            for stop in self.phrases.ends("calling", place, self.end):
                if stop < self.end:
                    cut = _Cut({}, ROUTINE, (stop, self.end), ((0, self._before_stop(place)),), is_behind=True)
                    return self._as_routine(cut, stop, self.end)
        return None

    def _may_call(self, end: int) -> bool:
        """Whether the first words may be ones that call a routine: "good night means …"."""
        return end <= _LONGEST_CALL and job_words("asking").isdisjoint(self.phrases.kinds.folded[:end])

    def _called(self, start: int, place: int) -> AskedJob | None:
        """A routine whose words stand first; they end at a comma, or as soon as the rest is a command."""
        ends = [end for end in range(place + 1, self.end) if self._past_joint(end) < self.end]
        stops = [end for end in ends if self.phrases.kinds.word(end) in job_words("consequent")]
        for end in (*stops, *ends):
            cut = _Cut({}, ROUTINE, (start, end), ((self._past_joint(end), self.end),), is_behind=False)
            if (made := self._as_routine(cut, place, end)) is not None:
                return made
        if not ends:
            raise self._refusal(_Cut({}, ROUTINE, (start, self.end), (), is_behind=False), job_told("no_command"))
        first = (*stops, *ends)[0]
        rest = self.phrases.said(self._past_joint(first), self.end)
        raise self._declined(rest, _Cut({}, ROUTINE, (start, first), (), is_behind=False))

    def _as_routine(self, cut: _Cut, start: int, end: int) -> AskedJob | None:
        command = self._command(cut)
        if not command or self._problem(command, cut) is not None:
            return None
        words = self._either(start, end)
        for said in words:
            if self._means_something(said):
                raise self._refusal(cut, job_told("routine").replace("{words}", repr(said)))
        features = {"words": words}
        return AskedJob(ROUTINE, features, self.phrases.said(*cut.trigger), command, self.ask_then)

    def _means_something(self, said: str) -> bool:
        try:
            self._extractor.extract(said, on_page=self._on_page, is_there=self._is_there)
        except NotUnderstood:
            return False
        return True

    def _either(self, start: int, end: int) -> tuple[str, ...]:
        """The words that call a routine, one way or several."""
        groups: list[list[str]] = [[]]
        for token in self.phrases.tokens[start:end]:
            if token.word in job_words("either") and groups[-1]:
                groups.append([])
            elif token.mark != STOP:
                shown = token.value if not groups[-1] or groups[-1][-1] != token.value else ""
                groups[-1] += [shown] if shown else []
        return tuple(" ".join(group).casefold() for group in groups if group)

    # Refusals.

    def _refuse(self, cuts: list[_Cut]) -> None:
        """Raise the reason why a sentence with a trigger makes no job; nothing if it has none."""
        self._refuse_times()
        cuts = [cut for cut in cuts if not self._is_condition(cut)]
        fronts = [cut for cut in cuts if not cut.is_behind]
        if self._has_inner_trigger() and not fronts:
            raise self._refusal(None, job_told("parts"))
        for cut in (*fronts, *(cut for cut in cuts if cut.is_behind)):
            self._refuse_cut(cut)
        if (reminder := reminding(self._extractor, self.phrases.text, "")) is not None and reminder.is_first:
            raise self._refusal(None, job_told("no_time"))

    def _is_condition(self, cut: _Cut) -> bool:
        """Whether what happens may as well be a condition for now, of which more is known: if a.txt exists."""
        return self._may_be_now(cut.kind, *cut.trigger)

    def _may_be_now(self, kind: str, start: int, end: int) -> bool:
        return kind == EVENT and bool(self.phrases.kinds("if_ever", start, end))

    def _refuse_cut(self, cut: _Cut) -> None:
        if not cut.rest:
            raise self._refusal(cut, job_told("no_command"))
        start, end = cut.rest[0]
        first = next(place for place, _ in reversed(self.phrases.framing.leads(start, end)))
        if self.phrases.kinds.word(first) in job_words("no_verbs"):
            raise self._refusal(cut, job_told("undo"))
        if self._has_own_time(cut) or (not cut.is_behind and (self._goes_on(start) or self._has_inner_trigger(start))):
            raise self._refusal(cut, job_told("two_jobs"))
        if cut.kind == TIME and end in self.phrases.ends("bare", first, end):
            raise self._refusal(cut, job_told("no_text"))
        said = reminding(self._extractor, self._rest(cut), self._about(cut))
        if cut.is_behind and said is not None and self._problem(said.text, cut) is None:
            raise self._refusal(cut, job_told("reported" if said.is_report else "which"))
        raise self._declined(said.text if said is not None else self._rest(cut), cut)

    def _has_own_time(self, cut: _Cut) -> bool:
        """Whether a part before the last has a time behind it as well: "call Anna in 10 minutes and Bob in 20"."""
        if not cut.is_behind or cut.kind != TIME:
            return False
        joints = [gap.start for gap in self.phrases.gaps if gap.start > 0 and gap.end < cut.trigger[0]]
        return any(self.phrases.behind(self.starts[0], joint) for joint in joints)

    def _goes_on(self, place: int) -> bool:
        """Whether a second trigger follows the first: every day at 9 and every friday at 5."""
        places = [place, *(gap.end for gap in self.phrases.gaps if gap.start == place)]
        return any(self.phrases.at(first, self.end) for first in places if first < self.end)

    def _refuse_times(self) -> None:
        """Refuse a time that no clock shows, and one that says nothing."""
        for place, token in enumerate(self.phrases.tokens):
            if token.mark == CLOCK and read_clock(token.value) is None:
                raise self._refusal(_Cut({}, TIME, (place, place + 1), (), is_behind=False), job_told("no_clock"))
        fronts = [(start, *self.phrases.ends("bare", start, self.end)) for start in self.starts]
        for use, told in (("unsaid", "no_time"), ("vague", "no_day")):
            found = [place for places in fronts for place in places if place < self.end]
            found = [place for place in found if self.phrases.ends(use, place, self.end)]
            found += [place for place in range(1, self.end) if self.end in self.phrases.ends(use, place, self.end)]
            if found:
                raise self._refusal(None, job_told(told))

    def _declined(self, rest: str, cut: _Cut) -> NotUnderstood:
        problem = self._problem(rest, cut)
        assert problem is not None
        return problem

    def _has_inner_trigger(self, start: int = 0) -> bool:
        """Whether a trigger stands before a later command of the sentence."""
        places = [gap.end for gap in self.phrases.gaps if gap.start > start and gap.end < self.end]
        triggers = (trigger for place in places for trigger in self.phrases.at(place, self.end))
        later = (trigger for trigger in triggers if trigger.end < self.end)
        return not all(self._may_be_now(each.kind, each.start, each.end) for each in later)

    def _refusal(self, cut: _Cut | None, problem: str) -> NotUnderstood:
        start, end = cut.trigger if cut is not None else (0, self.end)
        said = self.phrases.said(start, end)
        place = self.phrases.tokens[start].start
        return NotUnderstood(
            f"not understood: {said!r}: {problem}", [UnparsedClause(said, place, place + len(said), problem)]
        )

    # Places.

    def _before_ask(self, end: int) -> tuple[int, bool]:
        """Where the sentence ends before the words that ask for a question each time."""
        for place in range(1, end):
            if end in self.phrases.ends("ask_then", place, end):
                return self._before_stop(place), True
        return end, False

    def _before_stop(self, place: int) -> int:
        while place > 0 and self.phrases.tokens[place - 1].mark == STOP:
            place -= 1
        return place

    def _past_stops(self, end: int) -> int:
        return self._before_stop(end)

    def _past_joint(self, place: int) -> int:
        """Behind the comma and the joining word that may stand between a trigger and its command."""
        while place < self.end and self.phrases.kinds.word(place) in job_words("consequent"):
            place += 1
        return place

    def _made(self, cut: _Cut, command: str) -> AskedJob:
        trigger, features = self.phrases.said(*cut.trigger), dict(cut.features)
        if cut.rest and rings_early(self.phrases, *cut.rest[0], features.get("clocks", ())):
            features.setdefault("part", job_text("woken_in"))
        return AskedJob(cut.kind, features, trigger, command, self.ask_then)
