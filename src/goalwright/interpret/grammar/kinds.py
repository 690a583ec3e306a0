"""Slot kinds: which words of a sentence may fill a slot, and with what value. What does not fit is rejected outright."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from goalwright.interpret.grammar.gaps import Gap
from goalwright.interpret.grammar.numbers import number_at, ordinal
from goalwright.interpret.grammar.tokens import (
    CLOCK,
    DOT,
    DOTTED,
    GLOB,
    NUMBER,
    PATH,
    QUOTE,
    SELECTOR,
    STOP,
    URL,
    WORD,
    Token,
)
from goalwright.rules.language import Language
from goalwright.rules.vocabulary import Vocabulary

End = tuple[int, Any, int]
"""Where a slot ends, its value, and its cost: 0 for what can hardly be anything else."""

FREE_WORD, LOOSE_WORD, SWALLOWED_GAP, BARE_NAME = 1, 2, 12, 3
LISTED_VALUE, LISTED_NAME, MAX_LISTED, LIKE_A_FILE = 2, 11, 50, 8
MAX_NAME, MAX_TITLE, MAX_PHRASE = 9, 5, 5

_DOMAIN = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?P<last>[a-z]{2,})(?::\d+)?(?P<path>/.*)?")
_DOMAINS = frozenset(
    "com org net edu gov mil int io app dev co uk de fr jp cn ru br au ca es it nl se no fi dk pl ch at be cz gr pt ie "
    "nz kr tv us eu info biz xyz online site store tech blog cloud wiki news live art gg fm ly me ai in to".split()
)
_FILE_ENDINGS = frozenset(
    "txt md pdf py sh rs js ts c h cpp hpp java go rb php pl html htm css json xml yaml yml toml ini cfg conf log csv "
    "tsv doc docx xls xlsx ppt pptx odt ods odp rtf tex png jpg jpeg gif bmp svg webp ico tif tiff mp3 wav flac ogg m4a "
    "mp4 mkv avi mov webm zip tar gz bz2 xz 7z rar tgz iso img exe msi deb rpm dmg apk bin dat db sqlite bak tmp old "
    "orig patch diff ipynb env lock bat ps1 cmd lnk torrent epub mobi psd ai sql vue jsx tsx scss less".split()
) - {"ai"}
_SMALL_WORDS = frozenset(
    "the a an in on to it and that this with for of from at by called named my your file files folder folders directory "
    "new empty there here me all is are be saying containing then into inside under them i you we us or as not no do "
    "does what which who how why when where if so some any other please".split()
)
_ARTICLES = frozenset("the a an my your this that on to in of".split())
_TEMPLATE_MARKS = frozenset("{}<>[]|")
_ENDS_A_TITLE = frozenset("in inside into on under with saying containing that and to from at".split())
_QUESTION = frozenset("what what's how why who when where which whose is are can could does do did should will".split())
_UNITS = {"second": 1, "sec": 1, "s": 1, "minute": 60, "min": 60, "hour": 3600, "hr": 3600, "day": 86400, "week": 604800}
_WEEKDAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
_ZONES = frozenset("pacific eastern central mountain atlantic gmt utc est pst cst mst".split())
_MEDIA = frozenset(
    "song songs music track tracks tune tunes album albums playlist playlists podcast podcasts episode episodes radio "
    "station stations channel fm audiobook audiobooks audio broadcast video videos movie movies soundtrack concert "
    "mixtape remix symphony genre".split()
)
_POINTING = frozenset("that this the said same your".split())


class Pronoun(NamedTuple):
    """A word that points back: at a `thing`, a `file`, a `folder`, a `place` or a `window` named before."""

    points_at: str


class Listed(NamedTuple):
    """Several values said in one breath: a, b and c."""

    values: tuple[Any, ...]


class Kinds:
    """What each kind of slot finds in one sentence. `hits` are places of words that no free text may carry along."""

    def __init__(
        self,
        text: str,
        tokens: Sequence[Token],
        gaps: Sequence[Gap],
        words: Vocabulary,
        language: Language,
        apps: Mapping[str, str],
    ) -> None:
        self.text, self.tokens, self.words = text, tokens, words
        self.language, self.apps = language, apps
        self.hits: list[tuple[int, int, str, str]] = []
        self._folded = [token.word for token in tokens]
        self._in_gap = _gap_starts(gaps, len(tokens))
        self._gap_at = {gap.start: gap for gap in gaps}
        self._free_cost = _running_cost(tokens, gaps)
        self._known: dict[tuple[str, int], list[End]] = {}

    def __call__(self, kind: str, start: int, end: int) -> list[End]:
        """Where a slot that starts at a word may end, at the latest at `end`."""
        free = _FREE.get(kind)
        if free is not None:
            return free(self, start, end)
        found = self._known.get((kind, start))
        if found is None:
            found = list(self._found(kind, start))
            if kind in LISTED:
                found += self._lists(kind, found)
            self._known[kind, start] = found
        return [ending for ending in found if ending[0] <= end]

    def _found(self, kind: str, start: int) -> Iterator[End]:
        if kind.startswith("choice:"):
            return self._choices(kind.removeprefix("choice:").split("|"), start)
        return _CLOSED[kind](self, start)

    def _lists(self, kind: str, firsts: Sequence[End]) -> Iterator[End]:
        """Lists that begin with one of these: each further value stands behind a joining word or a comma."""
        growing = [(end, (value,), cost) for end, value, cost in firsts if not isinstance(value, Pronoun)]
        while growing:
            end, values, cost = growing.pop()
            gap = self._gap_at.get(end)
            if gap is None or gap.order or gap.end >= len(self.tokens) or len(values) >= MAX_LISTED:
                continue
            for stop, value, own in self._found(kind, self._past_article(gap.end)):
                if isinstance(value, Pronoun) or self._is_file_name(stop) != self._is_file_name(end):
                    continue
                further = cost + own + (LISTED_VALUE if own < LOOSE_WORD else LISTED_NAME)
                yield stop, Listed((*values, value)), further
                growing.append((stop, (*values, value), further))

    def _is_file_name(self, end: int) -> bool:
        """Whether the word before a place is a name with an ending."""
        return self.tokens[end - 1].mark == DOTTED

    def _past_article(self, start: int) -> int:
        return start + 1 if self._folded[start] in ("the", "a", "an", "my") and start + 1 < len(self.tokens) else start

    def item_ends(self, start: int, end: int) -> list[End]:
        """A name, or names listed between joining words."""
        found = self.name_ends(start, end)
        stops = [place for place in sorted(self._gap_at) if start < place < end and not self._gap_at[place].order]
        values, cost, first = [], 0, start
        for place in [*stops, end]:
            if place <= first or self.tokens[first].word in _SMALL_WORDS - {"the"}:
                break
            pieces = [piece for piece in self.name_ends(first, place) if piece[0] == place]
            if not pieces:
                break
            values.append(pieces[0][1])
            cost += pieces[0][2] + (LISTED_NAME if len(values) > 1 else 0)
            if len(values) > 1:
                found.append((place, Listed(tuple(values)), cost))
            gap = self._gap_at.get(place)
            if gap is None:
                break
            first = gap.end
        return found

    def hits_between(self, start: int, end: int, moved_to: int) -> list[tuple[int, int, str, str]]:
        """The hits among some words, as if those words began at another place."""
        shift = moved_to - start
        return [
            (first + shift, last + shift, where, kind)
            for first, last, where, kind in self.hits
            if start <= first and last <= end
        ]

    def said(self, start: int, end: int) -> str:
        """The user's own text of some words; of a quote alone, what is quoted."""
        first = self.tokens[start]
        if end == start + 1 and first.mark == QUOTE:
            return first.value
        return self.text[first.start : self.tokens[end - 1].end]

    def _free(self, start: int, end: int, most: int) -> Iterator[End]:
        if self._in_gap[start] or self.tokens[start].mark == STOP:
            return
        base = self._free_cost[start]
        for stop in range(start + 1, min(end, start + most) + 1):
            last = self.tokens[stop - 1]
            if last.value in _TEMPLATE_MARKS:
                return
            if last.mark == STOP or self._in_gap[stop - 1] or self._is_refused(start, stop):
                continue
            yield stop, self.said(start, stop), self._free_cost[stop] - base

    def text_ends(self, start: int, end: int) -> list[End]:
        return list(self._free(start, end, len(self.tokens)))

    def name_ends(self, start: int, end: int) -> list[End]:
        if self._folded[start] in ("it", "them", "there", "here") and self.tokens[start].mark == WORD:
            return []
        found = self._free(start, end, MAX_NAME)
        return [ending for ending in found if any(self._folded[at] not in _ARTICLES for at in range(start, ending[0]))]

    def proper_ends(self, start: int, end: int) -> list[End]:
        """A name that is written as one: with a capital, a digit or in quotes."""
        token = self.tokens[start]
        is_proper = token.mark == QUOTE or not token.value[:1].islower()
        return self.item_ends(start, end) if is_proper else []

    def _is_refused(self, start: int, stop: int) -> bool:
        if not self.hits:
            return False
        asks = self._folded[start] in _QUESTION
        for first, last, where, kind in self.hits:
            if first < start or last > stop or (asks and kind in ("condition", "repeat")):
                continue
            if where == "anywhere" or (where == "at_start" and first == start) or (where == "at_end" and last == stop):
                return True
        return False

    def _phrases(self, start: int, most: int = MAX_PHRASE, *, across_gaps: bool = True) -> Iterator[tuple[int, str]]:
        """Runs of plain words from a place on, longest first, or what is quoted there."""
        token = self.tokens[start]
        if token.mark == QUOTE:
            yield start + 1, token.value
            return
        stop = start
        while stop < len(self.tokens) and stop - start < most and self.tokens[stop].mark in (WORD, NUMBER):
            if self._in_gap[stop] and not across_gaps:
                break
            stop += 1
        for end in range(stop, start, -1):
            yield end, " ".join(self._folded[start:end])

    def words_(self, start: int) -> Iterator[End]:
        token = self.tokens[start]
        if token.mark == QUOTE:
            yield start + 1, token.value, 0
        elif token.mark in (WORD, NUMBER) and token.word[0].isalnum():
            if token.word not in _SMALL_WORDS or (len(token.word) == 1 and self._ends_a_name(start + 1)):
                yield start + 1, token.value, BARE_NAME

    def _ends_a_name(self, place: int) -> bool:
        """Whether a name can end before a place, so that a lone letter there is one ("folder a in docs")."""
        return place >= len(self.tokens) or self._in_gap[place] or self._folded[place] in _ENDS_A_TITLE

    def title(self, start: int) -> Iterator[End]:
        if self.tokens[start].mark != WORD:
            yield from self.new_path(start)
            return
        if self.tokens[start].word in _SMALL_WORDS:
            yield from self.words_(start)
            return
        for stop in range(start + 1, min(len(self.tokens), start + MAX_TITLE) + 1):
            token = self.tokens[stop - 1]
            if token.mark not in (WORD, NUMBER, DOTTED) or token.word in _ENDS_A_TITLE or self._in_gap[stop - 1]:
                return
            yield stop, self.said(start, stop), LOOSE_WORD * (stop - start)
            if token.mark == DOTTED:
                return

    def path(self, start: int) -> Iterator[End]:
        token = self.tokens[start]
        if token.mark in (PATH, GLOB, DOT, QUOTE, DOTTED):
            if token.value.strip():
                yield start + 1, token.value, _path_cost(token)
            return
        yield from self._known_folder(start)
        yield from self._pointing(start, {"file": "file", "document": "file", "folder": "folder", "directory": "folder"})
        if token.word in ("it", "that", "this"):
            yield start + 1, Pronoun("thing"), 1

    def new_path(self, start: int) -> Iterator[End]:
        found = list(self.path(start))
        yield from found
        if not found:
            yield from self.words_(start)

    def new_folder(self, start: int) -> Iterator[End]:
        """A new folder's name; one that ends like a file's is far-fetched."""
        for end, value, cost in self.new_path(start):
            is_like_file = self.tokens[start].mark == DOTTED and self.tokens[start].word.rpartition(".")[2] in _FILE_ENDINGS
            yield end, value, cost + (LIKE_A_FILE if is_like_file else 0)

    def it(self, start: int) -> Iterator[End]:
        if self._folded[start] in ("it", "that", "this"):
            yield start + 1, Pronoun("window"), 0

    def folder(self, start: int) -> Iterator[End]:
        token = self.tokens[start]
        if token.mark in (PATH, DOT, QUOTE, DOTTED):
            if token.value.strip():
                yield start + 1, token.value, 0 if token.mark != DOTTED else 2
            return
        known = list(self._known_folder(start))
        yield from known
        yield from self._pointing(start, {"folder": "folder", "directory": "folder", "place": "folder"})
        if token.word in ("it", "that", "this", "there", "here"):
            yield start + 1, Pronoun("folder"), 1
        elif not known:
            yield from self.words_(start)

    def there(self, start: int) -> Iterator[End]:
        if self.tokens[start].word in ("there", "here"):
            yield start + 1, Pronoun("folder"), 1

    def _known_folder(self, start: int) -> Iterator[End]:
        for end, phrase in self._phrases(start, 4):
            folder = self.words.folder(phrase)
            if folder is not None:
                yield end, folder.name, 1

    def _pointing(self, start: int, nouns: Mapping[str, str]) -> Iterator[End]:
        if self._folded[start] in _POINTING and start + 1 < len(self.tokens):
            skip = start + 2 if self._folded[start + 1] in ("same", "new") else start + 1
            noun = nouns.get(self._folded[skip]) if skip < len(self.tokens) else None
            if noun is not None:
                yield skip + 1, Pronoun(noun), 1

    def address(self, start: int) -> Iterator[End]:
        token = self.tokens[start]
        if token.mark == URL:
            yield start + 1, token.value, 0
        elif token.mark in (DOTTED, PATH, QUOTE) and (found := _DOMAIN.fullmatch(token.value.strip().casefold())):
            last = found["last"]
            if last in _DOMAINS or found["path"]:
                yield start + 1, _host_folded(token.value.strip()), 0
            elif last not in _FILE_ENDINGS:
                yield start + 1, _host_folded(token.value.strip()), 4
        elif token.mark == WORD and start + 2 < len(self.tokens) and self._folded[start + 1] == "dot":
            if self._folded[start + 2] in _DOMAINS:
                yield start + 3, f"{token.word}.{self._folded[start + 2]}", 1
        yield from self.site(start)

    def site(self, start: int) -> Iterator[End]:
        for end, phrase in self._phrases(start):
            site = self.words.site(phrase)
            if site is not None:
                yield end, site.address, 1

    def platform(self, start: int) -> Iterator[End]:
        for end, phrase in self._phrases(start):
            platform = self.words.platform(phrase.removeprefix("my ").removeprefix("the "))
            if platform is not None:
                yield end, platform.name, 0

    def next_number(self, start: int) -> Iterator[End]:
        """A number that may stand behind a comma or "and"."""
        gap = self._gap_at.get(start)
        place = gap.end if gap is not None and not gap.order else start
        if place < len(self.tokens):
            yield from self.number(place)

    def app(self, start: int) -> Iterator[End]:
        if self._folded[start] in ("it", "that") and self.tokens[start].mark == WORD:
            yield start + 1, Pronoun("app"), 2
        for end, phrase in self._phrases(start):
            known = self.words.app(phrase)
            if known is not None:
                yield end, known.name, 1
            elif phrase.casefold() in self.apps:
                yield end, self.apps[phrase.casefold()], 1

    def browser(self, start: int) -> Iterator[End]:
        for end, phrase in self._phrases(start):
            known = self.words.browser(phrase)
            if known is not None:
                yield end, known.name, 0

    def number(self, start: int) -> Iterator[End]:
        if self.tokens[start].mark in (WORD, NUMBER):
            for end, value in number_at(self._folded, start):
                yield end, value, 0

    def duration(self, start: int) -> Iterator[End]:
        counts: list[tuple[int, float]] = list(number_at(self._folded, start))
        if self._folded[start] in ("a", "an", "one"):
            counts.append((start + 1, 1))
        if self._folded[start : start + 2] in (["half", "a"], ["half", "an"]):
            counts.append((start + 2, 0.5))
        for end, count in counts:
            unit = _UNITS.get(self._folded[end].removesuffix("s") or "s") if end < len(self.tokens) else None
            if unit is not None:
                seconds = count * unit
                yield end + 1, int(seconds) if seconds == int(seconds) else seconds, 0

    def clock(self, start: int) -> Iterator[End]:
        token = self.tokens[start]
        if token.mark == CLOCK or token.word in ("noon", "midnight"):
            yield from self._hour_ends(start + 1)
        elif token.word in ("half", "quarter") and self._folded[start + 1 : start + 2] in (["past"], ["to"]):
            for end, _value in number_at(self._folded, start + 2) if start + 2 < len(self.tokens) else ():
                yield from self._hour_ends(end)
        elif token.mark in (WORD, NUMBER):
            if re.fullmatch(r"\d{1,2}(am|pm)", token.word):
                yield start + 1, None, 0
            for end, _value in number_at(self._folded, start):
                yield from self._hour_ends(end)

    def _hour_ends(self, end: int) -> Iterator[End]:
        yield end, None, 0
        if end < len(self.tokens) and self._folded[end] in ("am", "pm", "o'clock", "oclock", "a.m", "p.m"):
            yield end + 1, None, 0

    def weekday(self, start: int) -> Iterator[End]:
        if self._folded[start].removesuffix("s") in _WEEKDAYS:
            yield start + 1, None, 0

    def ordinal(self, start: int) -> Iterator[End]:
        value = ordinal(self._folded[start])
        if value is not None:
            yield start + 1, str(value), 0
        elif self._folded[start] == "last":
            yield start + 1, "last", 0

    def key(self, start: int) -> Iterator[End]:
        for end in range(min(len(self.tokens), start + 4), start, -1):
            parts = self._folded[start:end]
            if any(self.tokens[place].mark not in (WORD, NUMBER, QUOTE) for place in range(start, end)):
                continue
            if end == start + 1 and self.tokens[start].mark == QUOTE:
                parts = [self.tokens[start].value]
            joined = "+".join(part for part in parts if part != "plus")
            for spelled in (" ".join(parts), joined, joined.replace("-", "+")):
                name = self.words.key(spelled)
                if name is not None:
                    yield end, name, 0
                    break

    def selector(self, start: int) -> Iterator[End]:
        token = self.tokens[start]
        if token.mark in (SELECTOR, DOT) or (token.mark == QUOTE and _is_selector(token.value)):
            yield start + 1, token.value, 0

    def pattern(self, start: int) -> Iterator[End]:
        token = self.tokens[start]
        if token.mark in (GLOB, DOTTED, QUOTE) and token.value.strip():
            yield start + 1, token.value, 0
        elif token.mark == DOT:
            yield start + 1, f"*{token.value}", 0
        for end, phrase in self._phrases(start, 2):
            if phrase in self.language.file_types:
                yield end, self.language.file_types[phrase], 0

    def letter(self, start: int) -> Iterator[End]:
        token = self.tokens[start]
        name = token.value.rstrip(":\\/")
        if len(name) == 1 and name.isascii() and name.isalpha() and token.mark in (WORD, PATH):
            colon = start + 1 < len(self.tokens) and self.tokens[start + 1].value == ":"
            yield start + 1 + colon, name.upper(), 0

    def place(self, start: int) -> Iterator[End]:
        for end, phrase in self._phrases(start, 5, across_gaps=False):
            first, _, _ = phrase.partition(" ")
            if (first not in _SMALL_WORDS or (first == "the" and end > start + 1)) and not first.isdecimal():
                yield end, self.said(start, end), LOOSE_WORD * (end - start)

    def _choices(self, allowed: Sequence[str], start: int) -> Iterator[End]:
        for end, phrase in self._phrases(start, 3):
            if phrase.replace(" ", "_") in allowed:
                yield end, phrase.replace(" ", "_"), 0

    def number_text(self, start: int) -> Iterator[End]:
        for end, value, cost in self.number(start):
            yield end, str(value), cost

    def known_folder(self, start: int) -> Iterator[End]:
        return self._known_folder(start)

    def quoted(self, start: int) -> Iterator[End]:
        if self.tokens[start].mark == QUOTE:
            yield start + 1, self.tokens[start].value, 0

    def timezone(self, start: int) -> Iterator[End]:
        if self._folded[start] in _ZONES:
            for end in (start + 1, start + 2):
                if end == start + 1 or self._folded[start + 1 : end] in (["standard"], ["daylight"]):
                    yield end, self.said(start, end), 0

    def media_ends(self, start: int, end: int) -> list[End]:
        """A free text that speaks of something to listen to or watch."""
        nouns = [place for place in range(start, end) if self._folded[place] in _MEDIA]
        return [ending for ending in self.text_ends(start, end) if any(place < ending[0] for place in nouns)]


_FREE: Mapping[str, Callable[[Kinds, int, int], list[End]]] = {
    "text": Kinds.text_ends,
    "name": Kinds.name_ends,
    "item": Kinds.item_ends,
    "proper": Kinds.proper_ends,
    "media": Kinds.media_ends,
}
_CLOSED: Mapping[str, Callable[[Kinds, int], Iterator[End]]] = {
    "word": Kinds.words_,
    "title": Kinds.title,
    "path": Kinds.path,
    "new_path": Kinds.new_path,
    "new_folder": Kinds.new_folder,
    "it": Kinds.it,
    "folder": Kinds.folder,
    "there": Kinds.there,
    "address": Kinds.address,
    "site": Kinds.site,
    "platform": Kinds.platform,
    "app": Kinds.app,
    "browser": Kinds.browser,
    "number": Kinds.number,
    "duration": Kinds.duration,
    "clock": Kinds.clock,
    "weekday": Kinds.weekday,
    "ordinal": Kinds.ordinal,
    "key": Kinds.key,
    "selector": Kinds.selector,
    "pattern": Kinds.pattern,
    "letter": Kinds.letter,
    "place": Kinds.place,
    "next_number": Kinds.next_number,
    "number_text": Kinds.number_text,
    "known_folder": Kinds.known_folder,
    "quoted": Kinds.quoted,
    "timezone": Kinds.timezone,
}
FREE_KINDS = frozenset(_FREE)
KINDS = frozenset({*_FREE, *_CLOSED})
LISTED = frozenset({"item", "proper", "path", "new_path", "new_folder", "address", "site", "app", "title", "key", "word"})
"""Kinds whose values may follow each other in a list ("a, b and c") with the verb said only once."""

KIND_OF_TYPE: Mapping[str, str] = {
    "any": "text",
    "app": "app",
    "content": "text",
    "key": "key",
    "line": "text",
    "number": "number",
    "path": "path",
    "platform": "platform",
    "selector": "selector",
    "target": "name",
    "url": "address",
}


def _gap_starts(gaps: Sequence[Gap], count: int) -> list[bool]:
    inside = [False] * count
    for gap in gaps:
        for place in range(gap.start, gap.end):
            inside[place] = True
    return inside


def _running_cost(tokens: Sequence[Token], gaps: Sequence[Gap]) -> list[int]:
    """What the words before each place cost inside a free text; a quote costs nothing, a joining word a lot."""
    extra = {gap.start: SWALLOWED_GAP * (2 if gap.order else 1) for gap in gaps}
    running = [0]
    for place, token in enumerate(tokens):
        own = 0 if token.mark in (QUOTE, STOP) else FREE_WORD
        running.append(running[-1] + own + extra.get(place, 0))
    return running


def _path_cost(token: Token) -> int:
    if token.mark == PATH and (found := _DOMAIN.fullmatch(token.word)) and found["last"] in _DOMAINS:
        return 4
    if token.mark != DOTTED:
        return 0
    ending = token.word.rpartition(".")[2]
    if ending in _FILE_ENDINGS:
        return 0
    return 4 if ending in _DOMAINS else 1


def _host_folded(address: str) -> str:
    host, slash, rest = address.partition("/")
    return host.casefold() + slash + rest


def _is_selector(value: str) -> bool:
    return value.startswith(("#", "css=", "role=", "label=", "text=", "placeholder=", "field=", "xpath="))
