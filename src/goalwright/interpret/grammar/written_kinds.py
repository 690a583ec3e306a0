"""Kinds of slots for texts that are searched, written or typed as they stand."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from goalwright.interpret.grammar.spoken import End, Listed, Spoken
from goalwright.interpret.grammar.tokens import QUOTE, STOP

LONGEST_FIELD, DESCRIBED, DESCRIBED_ALONE, NAMES_A_FIELD, WORKED_OUT = 9, 3, 8, 2, 1


def text(spoken: Spoken, start: int, end: int) -> list[End]:
    return list(spoken.free(start, end, len(spoken.tokens)))


def content(spoken: Spoken, start: int, end: int) -> list[End]:
    """A text that is written or typed as it stands: a quote if it begins with one, with the ! or ? that ends all.

    What is to be worked out ("today's date") is a value. A text never runs over words that say which field it goes
    into, and what is said to stand on the page is none.
    """
    if spoken.word(start - 1) in spoken.language.words["lines"] and start > 0:
        return _line_by_line(spoken, start, end)
    if spoken.tokens[start].mark == QUOTE:
        return text(spoken, start, min(end, start + 1))
    end = _field_start(spoken, start, end)
    values = [
        (stop, said["value"], cost + WORKED_OUT)
        for stop, said, cost in spoken("content_value", start, end)
        if not spoken.is_written_number(start, stop)
    ]
    past = max((stop for stop, _, _ in values), default=start)
    language = spoken.language
    if spoken.folded[start] in language.words["determiners"]:  # a header line "names": the quote is the text
        end = next((at for at in range(start, end) if spoken.tokens[at].mark == QUOTE), end)
    found = [
        ending for ending in text(spoken, start, end) if ending[0] > past and not _runs_on(spoken, start, ending[0])
    ]
    if spoken.folded[start] in language.words["contents"] and spoken.word(start + 1) in language.words["placing"]:
        found = [ending for ending in found if ending[0] == start + 1]
    of_page = next((at for at in range(start, end) if any(spoken.past(at, language.sequences["of_page"]))), end)
    told = [(stop, value + _last_mark(spoken, stop), cost) for stop, value, cost in found if stop <= of_page + 2]
    return [*values, *told]


def _runs_on(spoken: Spoken, start: int, stop: int) -> bool:
    """Whether a text goes on over a joint behind a name of a file: another command, or a list, is meant."""
    at = bisect_left(spoken.file_places, start)
    first = spoken.file_places[at] if at < len(spoken.file_places) else stop
    after = bisect_right(spoken.gap_places, first)
    return first < stop and after < len(spoken.gap_places) and spoken.gap_places[after] < stop - 1


def lines(spoken: Spoken, start: int, end: int) -> list[End]:
    """A text that is written, or several in quotes that each are a line: add "eggs" and "bread" to list.txt."""
    found = content(spoken, start, end)
    values: list[str] = []
    place = start
    while place < end and spoken.tokens[place].mark == QUOTE:
        values.append(spoken.tokens[place].value)
        gap = spoken.gap_at.get(place + 1)
        if len(values) > 1:
            found.append((place + 1, Listed(tuple(values)), len(values)))
        if gap is None or gap.order:
            break
        place = gap.end
    return found


def _line_by_line(spoken: Spoken, start: int, end: int) -> list[End]:
    """Texts that were announced as lines, each of which is one: with the lines red, green and blue."""
    found: list[End] = []
    values: list[str] = []
    first = start + (spoken.word(start) == ":")
    while first < end:
        place = min((gap for gap in spoken.gap_at if gap >= first), default=end)
        pieces = text(spoken, first, min(place, end))
        if values:
            found += [(stop, Listed((*values, value)), len(values) + cost) for stop, value, cost in pieces]
        elif place >= end:
            found += [one for one in pieces if one[0] == first + 1]
        gap = spoken.gap_at.get(place)
        is_last = not pieces or pieces[-1][0] != place or gap is None or bool(gap.order)
        if is_last or gap is None or spoken.begins_command(gap.end, end):
            break
        values.append(pieces[-1][1])
        first = gap.end
    return found


def typed(spoken: Spoken, start: int, end: int) -> list[End]:
    """A text that is typed; one with a quote in it, or a few words that describe one ("the total"), is none."""
    if spoken.tokens[start].mark == QUOTE:
        return content(spoken, start, end)
    quote = next((at for at in range(start, end) if spoken.tokens[at].mark == QUOTE), end)
    found = [ending for ending in content(spoken, start, end) if ending[0] <= quote]
    if spoken.folded[start] in spoken.language.nouns["fields"]:  # "bob as username" types bob
        found = [(stop, value, cost + (NAMES_A_FIELD if stop == start + 1 else 0)) for stop, value, cost in found]
    return _not_described(spoken, start, found, DESCRIBED)


def alone(spoken: Spoken, start: int, end: int) -> list[End]:
    """A text that is typed wherever the cursor is, so that it says of no field that it goes there."""
    typed_here = typed(spoken, start, end)
    found = [one for one in typed_here if not isinstance(one[1], str) or not _has_fields(spoken, start, one[0])]
    return _not_described(spoken, start, found, DESCRIBED_ALONE)


def _not_described(spoken: Spoken, start: int, found: list[End], most: int) -> list[End]:
    """Those of some texts that are not up to so many words about a text that is not said: "the total"."""
    first = spoken.tokens[start]
    describes = first.mark != QUOTE and first.value in spoken.language.words["describes"]
    return (
        [ending for ending in found if ending[0] > start + most or not isinstance(ending[1], str)]
        if describes
        else found
    )


def _has_fields(spoken: Spoken, start: int, stop: int) -> bool:
    """Whether a text says where it goes: "Oslo in from and London in to", "password hunter2"."""
    if spoken.tokens[start].mark == QUOTE:
        return False
    if spoken.folded[start] in spoken.language.nouns["fields"] and stop > start + 1:
        return True
    words = spoken.language.words
    places = [at for at in range(start + 1, stop - 1) if spoken.folded[at] in words["into_or_as"]]
    if any(at == stop - 2 or spoken.folded[at + 1] in ("the", "my") for at in places):
        return True
    joints = [place for place in sorted(spoken.gap_at) if start < place < stop]
    parts = zip((start, *joints), (*joints, stop), strict=True)
    return sum(not words["goes_into"].isdisjoint(spoken.folded[first + 1 : last]) for first, last in parts) > 1


def _field_start(spoken: Spoken, start: int, end: int) -> int:
    """Where a text ends because the field that it goes into is named: " into the password field"."""
    fields, into = spoken.language.elements, spoken.language.words["into"]
    for place in range(start + 1, end - 1):
        if spoken.folded[place] in into and any(
            fields.get(spoken.folded[at]) == "textbox" for at in range(place + 1, min(end, place + LONGEST_FIELD))
        ):
            return place
    return end


def _last_mark(spoken: Spoken, stop: int) -> str:
    """The mark behind the last word of all that says more than that a sentence ends."""
    if stop != len(spoken.tokens) - 1 or spoken.tokens[stop].mark != STOP:
        return ""
    said = spoken.text[spoken.tokens[stop].start : spoken.tokens[stop].end]
    is_close = spoken.tokens[stop].start == spoken.tokens[stop - 1].end
    return said if is_close and said.strip("!?") == "" else ""
