"""Kinds of slots that take any words: texts and names. Templates put them only behind words that leave no doubt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from goalwright.interpret.grammar.gaps import WITH, Gap
from goalwright.interpret.grammar.spoken import LOOSE_WORD, End, Listed, Spoken, by_name
from goalwright.interpret.grammar.tokens import DOTTED, NUMBER, PATH, QUOTE, STOP, WORD, Token
from goalwright.interpret.grammar.written_kinds import alone, content, lines, text, typed
from goalwright.rules.page_thing_words import page_thing_words

_NO_ASIDES = frozenset({"condition", "correction"})
MAX_NAME, LONGEST_BUTTON, LONGEST_PLAIN, MAX_BARE = 9, 3, 3, 4
LISTED_NAME, KIND_IN_NAME, COMMA_IN_NAME, FILE_IN_QUOTES = 11, 2, 4, 2


def name(spoken: Spoken, start: int, end: int) -> list[End]:
    """A few words that are not all small ones, or a quote: the two are never mixed."""
    words = spoken.language.words
    if spoken.folded[start] in words["no_names"] and spoken.tokens[start].mark == WORD:
        return []
    if spoken.folded[start : start + 2] == ["do", "not"] and spoken.word(start + 2) in words["untelling"]:
        return []
    if start > 1 and spoken.folded[start - 1] in words["determiners"] and spoken.tokens[start - 1].value[0].isupper():
        return []  # which begins the name itself: "click My Account"
    if spoken.tokens[start].mark == QUOTE:
        end = start + 1
    else:
        if spoken.folded[start] in words["several"] and spoken.tokens[start].value.islower() and end > start + 1:
            return []
        end = next(
            (place for place in range(start, min(end, start + MAX_NAME)) if spoken.tokens[place].mark == QUOTE), end
        )
    end = min(end, _thing_end(spoken, start, end), _joint_end(spoken, start, end))
    found = [*spoken.free(start, end, MAX_NAME), *_times(spoken, start, end)]
    return [
        ending
        for ending in found
        if spoken.tokens[ending[0] - 1].mark == QUOTE
        or (
            spoken.tokens[ending[0] - 1].value not in words["determiners"]
            and not _cuts_a_title(spoken, start, ending[0])
            and any(_is_telling(spoken, spoken.tokens[at]) for at in range(start, ending[0]))
        )
    ]


def _cuts_a_title(spoken: Spoken, start: int, stop: int) -> bool:
    """Whether a name would end before a word for a kind that belongs to it: "directions for Noodle Bar"."""
    if stop >= len(spoken.tokens) or stop < start + 2 or not spoken.tokens[start].value[:1].islower():
        return False
    last, following = spoken.tokens[stop - 1 : stop + 1]
    is_title = last.mark == WORD == following.mark and last.value[:1].isupper() and following.value[:1].isupper()
    return is_title and following.word in spoken.language.kind_ends


def _times(spoken: Spoken, start: int, end: int) -> Iterator[End]:
    """A time that something to click is called: "click Next week"."""
    language = spoken.language
    may_be_name = start > 0 and spoken.folded[start - 1] in language.verbs["naming"]
    if not may_be_name or spoken.folded[start] not in language.words["times"]:
        return
    for stop in {hit.end for hit in spoken.hits if hit.start == start and hit.kind == "schedule"}:
        if stop <= end:
            yield stop, spoken.said(start, stop), stop - start


def _is_telling(spoken: Spoken, token: Token) -> bool:
    """Whether a word may be a name by itself: not a small one, unless it has a capital, and no bare "third"."""
    is_counting = token.mark == WORD and spoken.language.numerals.ordinal(token.word) is not None
    is_small = is_counting or token.word in spoken.language.words["untelling"]
    return not is_small or token.value[:1].isupper()


def _thing_end(spoken: Spoken, start: int, end: int) -> int:
    """Where words stop being a name because the thing is named: "button below …", "field, …"."""
    for place in range(start, min(end, start + MAX_NAME) - 1):
        role = spoken.language.elements.get(spoken.tokens[place].value)
        is_told = spoken.word(place + 1) in spoken.language.words["lies"] or spoken.word(place + 1) == ","
        if role not in (None, "text") and spoken.tokens[place].mark == WORD and is_told:
            return place + 1
    return end


def _joint_end(spoken: Spoken, start: int, end: int) -> int:
    """Where words stop being a name because a command, or where else it goes, follows a joint."""
    verbs = spoken.language.verbs
    for place in range(start + 1, min(end, start + MAX_NAME)):
        gap = spoken.gap_at.get(place)
        if gap is not None and (gap.order == "then" or spoken.tokens[place].word == ";"):
            return place
        if gap is None or gap.end >= len(spoken.tokens) or spoken.goes_on(place):
            continue
        after = next((stop for stop in spoken.gap_at if stop > gap.end), len(spoken.tokens))
        is_linked = after > gap.end + 1 and spoken.tokens[gap.end].value in verbs["linking"]
        if is_linked or spoken.begins_command(gap.end, after):
            return place
    return end


def button_name(spoken: Spoken, start: int, end: int) -> list[End]:
    """What a button is called that is known by what it does."""
    found = spoken.phrases(start, LONGEST_BUTTON) if start < end else ()
    buttons = spoken.language.verbs["buttons"]
    return [(stop, spoken.said(start, stop), 0) for stop, phrase in found if stop <= end and phrase in buttons]


def label(spoken: Spoken, start: int, end: int) -> list[End]:
    """What something is called, if that is no word for a kind of thing: not "the list"."""
    if spoken.folded[start] in spoken.language.words["determiners"]:
        return []
    return [ending for ending in name(spoken, start, end) if ending[1].casefold() not in spoken.language.elements]


def plain(spoken: Spoken, start: int, end: int) -> list[End]:
    """What a field is called that a value follows at once: a few words in small letters."""
    found, small = [], spoken.language.words["small"]
    for stop in range(start + 1, min(end, start + LONGEST_PLAIN) + 1):
        token = spoken.tokens[stop - 1]
        if token.mark != WORD or not token.value[:1].islower() or spoken.in_gap[stop - 1] or token.word in small:
            break
        found.append((stop, spoken.said(start, stop), stop - start))
    return found


def value(spoken: Spoken, start: int, end: int) -> list[End]:
    """A value that cannot be taken for what it is called: in quotes, with a capital or a figure, or an address."""
    token = spoken.tokens[start]
    if token.mark == WORD and token.value[:1].islower():
        return []
    return name(spoken, start, end)


def choices(spoken: Spoken, start: int, end: int) -> list[End]:
    """Names that are chosen together, as they were said: "Vegan and Halal"."""
    found = [ending for ending in item(spoken, start, end) if isinstance(ending[1], Listed)]
    return [(stop, spoken.said(start, stop), cost) for stop, _, cost in found]


def item(spoken: Spoken, start: int, end: int) -> list[End]:
    """A name, or names listed between joining words."""
    found = name(spoken, start, end)
    stops = [place for place in sorted(spoken.gap_at) if start < place < end and not spoken.gap_at[place].order]
    values: list[str] = []
    cost, first = 0, start
    for place in [*stops, end]:
        if place <= first or spoken.folded[first] in spoken.language.words["small"] - {"the"}:
            break
        if values and spoken.begins_command(first, place):
            break
        pieces = name(spoken, first, place)
        if values:
            cost += LISTED_NAME
            listed = [
                (stop, Listed((*values, value)), cost + own + _kind_cost(spoken, stop)) for stop, value, own in pieces
            ]
            found += [ending for ending in listed if not spoken.is_refused(start, ending[0])]
        if not pieces or pieces[-1][0] != place:
            break
        values.append(pieces[-1][1])
        cost += pieces[-1][2] + _kind_cost(spoken, place)
        gap = spoken.gap_at.get(place)
        if gap is None:
            break
        first = gap.end
    return found


def entry(spoken: Spoken, start: int, end: int) -> list[End]:
    """A name, or names listed; two at the end of all with one joint between them are rather one: "Paris, Texas"."""
    return [
        (stop, value, cost + (COMMA_IN_NAME if isinstance(value, Listed) and _is_one_name(spoken, start, stop) else 0))
        for stop, value, cost in item(spoken, start, end)
    ]


def added(spoken: Spoken, start: int, end: int) -> list[End]:
    """What is added to a list by its name alone: nothing called by its kind ("a folder docs"), and no number."""
    is_other = spoken.folded[start] in spoken.language.words["determiners"] | spoken.language.words["up"]
    if is_other or spoken.tokens[start].mark == NUMBER:
        return []
    to, determiners = page_thing_words().adding_to, spoken.language.words["determiners"]
    places = [at for at in range(start + 1, end - 1) if spoken.word(at) in to and spoken.word(at + 1) in determiners]
    return entry(spoken, start, min(places, default=end))


def _is_one_name(spoken: Spoken, start: int, stop: int) -> bool:
    gaps = [gap for gap in spoken.gap_at.values() if start < gap.start < stop]
    if len(gaps) != 1 or gaps[0].order or gaps[0].end > gaps[0].start + 1:
        return False
    first, joint, second = (spoken.tokens[place] for place in (start, gaps[0].start, gaps[0].end))
    is_last = all(token.mark == STOP for token in spoken.tokens[stop:])
    is_told = is_last or spoken.in_gap[stop] or spoken.word(stop) in spoken.language.words["within"]
    is_and = joint.mark == WORD and is_told
    is_one = is_and or (is_last and second.value[:1].isupper())  # "Terms and conditions"
    return is_one and first.mark == WORD and first.value[:1].isupper()


def _kind_cost(spoken: Spoken, end: int) -> int:
    """What it costs a name in a list to end in a word for a kind of thing: "Conditions link" is hardly a name."""
    return KIND_IN_NAME if spoken.tokens[end - 1].value in spoken.language.kind_ends else 0


def proper(spoken: Spoken, start: int, end: int) -> list[End]:
    """A name that is written as one: with a capital, a digit or in quotes."""
    token = spoken.tokens[start]
    is_proper = token.mark == QUOTE or not token.value[:1].islower()
    return item(spoken, start, end) if is_proper else []


def titled(spoken: Spoken, start: int, end: int) -> list[End]:
    """A name that is written as one; in quotes it may as well be that of a file."""
    extra = FILE_IN_QUOTES if spoken.tokens[start].mark == QUOTE else 0
    return [(stop, value, cost + extra) for stop, value, cost in proper(spoken, start, end)]


def heard(spoken: Spoken, start: int, end: int) -> list[End]:
    """Something to listen to or watch: not a question, and none of the things in a house or a calendar."""
    words, first = spoken.language.words, spoken.past_article(start)
    if spoken.folded[start] in words["not_heard_first"] or spoken.word(first) in words["neighbouring"]:
        return []
    nouns = spoken.language.nouns
    past = max((at for at in range(start, end) if spoken.folded[at] in nouns["media"]), default=start)  # "news radio"
    first = next((at for at in range(past, end) if spoken.folded[at] in nouns["not_heard"]), end)
    return text(spoken, start, first)


def media(spoken: Spoken, start: int, end: int) -> list[End]:
    """Something to listen to that is called so: a song, a station, a podcast."""
    nouns = [at for at in range(start, end) if spoken.folded[at] in spoken.language.nouns["media"]]
    return [ending for ending in heard(spoken, start, end) if any(at < ending[0] for at in nouns)] if nouns else []


def music(spoken: Spoken, start: int, end: int) -> list[End]:
    """Something to listen to that is called so, or that ends in the name of a kind of music."""
    if spoken.language.nouns["genres"].isdisjoint(spoken.folded[start:end]):
        return media(spoken, start, end)
    genres = spoken.language.nouns["genres"]
    return [*media(spoken, start, end), *(e for e in heard(spoken, start, end) if spoken.folded[e[0] - 1] in genres)]


def bare_music(spoken: Spoken, start: int, end: int) -> list[End]:
    """A whole sentence of few words that only says what something to listen to is called: death metal."""
    words, nouns, said = spoken.language.words, spoken.language.nouns, spoken.folded[start:end]
    verbs, apart = spoken.language.verbs, [gap for gap in spoken.gap_at if 0 < gap < end]
    said = said[1:] if said[:1] and said[0] in words["some"] else said
    is_short = 0 < len(said) <= MAX_BARE and start <= 1 and len(spoken.tokens) <= end + 1
    if not is_short or apart or any(token.mark != WORD for token in spoken.tokens[start:end]):
        return []
    is_called = said[-1] in nouns["genres"] or (len(said) > 1 and said[-1] in nouns["media"])
    others = words["question"] | words["talking"] | words["small"] | words["counting"] | words["neighbouring"]
    others |= nouns["not_heard"] | verbs["leading"] | verbs["joined"] | verbs["alone"]
    is_plain = others.isdisjoint(said) and not any(spoken.words.app(word) for word in said)
    return [(end, spoken.said(start, end), LOOSE_WORD * len(said))] if is_called and is_plain else []


def looked_up(spoken: Spoken, start: int, end: int) -> list[End]:
    """A written question about the world, which has a name in it and none of those who talk: "How high is K2?"."""
    words = spoken.language.words
    is_asked = spoken.folded[start] in words["wondering"] and spoken.text.rstrip().endswith("?")
    asks_how = max(spoken.past(start, spoken.language.sequences["asking_how"]), default=start) if is_asked else start
    tokens = spoken.tokens[asks_how:end]
    if not is_asked or any(token.mark not in (WORD, NUMBER) or token.word in words["talking"] for token in tokens):
        return []
    asks_for_person = spoken.folded[start] in words["wondering_who"] and len(tokens) > 2
    has_name = asks_for_person or start < asks_how < end or any(token.value[:1].isupper() for token in tokens[1:])
    return [(end, spoken.said(start, end), LOOSE_WORD * len(tokens))] if has_name else []


def statement(spoken: Spoken, start: int, end: int) -> list[End]:
    """A text that says that something is so."""
    if spoken.folded[start] in spoken.language.words["no_statement"]:
        return []
    stating = spoken.language.verbs["stating"]
    verbs = [at for at in range(start + 1, end) if spoken.folded[at] in stating or spoken.folded[at].endswith("'s")]
    return [ending for ending in text(spoken, start, end) if any(at < ending[0] for at in verbs)] if verbs else []


def aside(spoken: Spoken, start: int, end: int) -> list[End]:
    """Words that ask for nothing: no command stands behind a joint in them, no condition, and nothing is taken back."""
    barred = [hit.start for hit in spoken.hits if hit.kind in _NO_ASIDES and hit.start >= start]
    found: list[End] = []
    for stop in range(start + 1, min([end, *barred]) + 1):
        gap = spoken.gap_at.get(stop)
        if not spoken.in_gap[stop - 1]:
            found.append((stop, spoken.said(start, stop), 0))
        if gap is not None and not _stays_aside(spoken, gap):
            break
    return found


def _stays_aside(spoken: Spoken, gap: Gap) -> bool:
    """Whether a joint only joins names or parts of what is told, and no command stands behind it."""
    follows = spoken.tokens[gap.end] if gap.end < len(spoken.tokens) else None
    is_command = follows is None or follows.word in spoken.language.verbs["leading"] | spoken.language.verbs["joined"]
    is_comma = any(token.mark == STOP for token in spoken.tokens[gap.start : gap.end])
    is_listed = follows is not None and follows.mark in (DOTTED, PATH)
    return gap.order in ("", WITH) and not is_command and (is_listed or not is_comma)


FREE_KINDS: Mapping[str, Callable[[Spoken, int, int], list[End]]] = {
    **by_name(text, content, lines, typed, alone, name, item, entry, added, proper, titled),
    **by_name(button_name, choices, label, plain, value, heard, media, music, bare_music, looked_up, statement, aside),
}
