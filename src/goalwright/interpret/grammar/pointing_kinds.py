"""Kinds of slots for names of what is there, and for words that point at files and folders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from goalwright.contracts.path_spelling import parent
from goalwright.interpret.grammar.numbers import number_at
from goalwright.interpret.grammar.picked_kinds import picked
from goalwright.interpret.grammar.spoken import BARE_NAME, End, Pick, Pronoun, Spoken, by_name
from goalwright.interpret.grammar.tokens import DOT, DOTTED, NUMBER, PATH, QUOTE, WORD

FILES, FOLDERS = {"file": "file"}, {"folder": "folder", "place": "folder"}
"""What a pronoun points at, by the group of nouns behind it."""
_ROLES = {"archives": "archive", "copies": "copy", "originals": "original"}


def known_name(spoken: Spoken, start: int) -> Iterator[End]:
    """A plain word that is the name of something here, or that was called one before."""
    token = spoken.tokens[start]
    if token.mark not in (WORD, NUMBER) or token.word in spoken.language.words["small"]:
        return
    if spoken.is_there(token.value) or token.word in spoken.named_elsewhere(start, "calling"):
        yield start + 1, token.value, 1
    elif token.word in spoken.named_elsewhere(start, "naming_goals"):
        yield start + 1, token.value, BARE_NAME


def members(spoken: Spoken, start: int) -> Iterator[End]:
    """Things by the name of the folder here that they lie in: the two newest bills."""
    token = spoken.tokens[start]
    if token.mark == WORD and token.word not in spoken.language.words["small"] and spoken.is_there(token.value):
        yield start + 1, token.value, 1


def member(spoken: Spoken, start: int) -> Iterator[End]:
    """One thing by the name of the folder here that it lies in: the newest bill."""
    token = spoken.tokens[start]
    if token.mark == WORD and spoken.is_there(f"{token.value}s"):
        yield start + 1, f"{token.value}s", 1


def dotted(spoken: Spoken, start: int) -> Iterator[End]:
    """Part of a name with a dot in it: .log, b.pdf, or in quotes ".log"."""
    token = spoken.tokens[start]
    if token.mark in (DOT, DOTTED) or (token.mark == QUOTE and token.value.startswith(".")):
        yield start + 1, token.value, 1


def affix(spoken: Spoken, start: int) -> Iterator[End]:
    """Part of a name with a dash at one of its ends: old-, -final."""
    tokens = spoken.tokens[start : start + 2]
    is_joined = len(tokens) == 2 and tokens[0].end == tokens[1].start
    if is_joined and "-" in (tokens[0].value, tokens[1].value) and WORD in (tokens[0].mark, tokens[1].mark):
        yield start + 2, tokens[0].value + tokens[1].value, 1


def known_file(spoken: Spoken, start: int) -> Iterator[End]:
    """The name of a file here, with its ending: what it says is meant rather than its name."""
    token = spoken.tokens[start]
    if token.mark in (DOTTED, PATH) and spoken.is_there(token.value):
        yield start + 1, token.value, 0


def written_file(spoken: Spoken, start: int) -> Iterator[End]:
    """What a file is called, there or not, with an ending that files have; in quotes it would be a text."""
    token = spoken.tokens[start]
    if token.mark in (DOTTED, PATH) and token.word.rpartition(".")[2] in spoken.language.endings["files"]:
        yield start + 1, token.value, 0


def implied(spoken: Spoken, start: int) -> Iterator[End]:  # noqa: ARG001  # it needs no word
    """What the command is about, where no word says so: "delete old.txt if present"."""
    yield start, Pronoun("thing"), 0


def thing_before(spoken: Spoken, start: int) -> Iterator[End]:
    """What a clause before is about, which needs no word: "sort a.txt and put the first line into b.txt"."""
    if any(0 < gap < start for gap in spoken.gap_at):
        yield start, Pronoun("thing"), 0


def place_before(spoken: Spoken, start: int) -> Iterator[End]:
    """Where a set that was spoken of before lies, which needs no word: "move the mp3s in songs and delete the wav"."""
    named = (token for token in spoken.tokens[:start] if token.mark == WORD)
    is_told = not spoken.language.words["within"].isdisjoint(spoken.folded[:start])
    is_told = is_told or any(spoken.is_there(token.value) for token in named)
    if is_told and any(0 < gap < start for gap in spoken.gap_at):
        yield start, Pronoun("origin"), 0


def place_left(spoken: Spoken, start: int) -> Iterator[End]:
    """Where what was spoken of before came from, which needs no word: move docs/a.txt, delete the empty folder."""
    if any(0 < gap < start for gap in spoken.gap_at):
        yield start, Pronoun("origin"), 0


def same_subject(spoken: Spoken, start: int) -> Iterator[End]:
    """What the condition before is about, which needs no word behind "and": "if docs exists and is empty"."""
    words = spoken.language.words
    if spoken.word(start - 1) in words["condition_joints"] and not words["conditional"].isdisjoint(
        spoken.folded[:start]
    ):
        yield start, Pronoun("subject"), 1


def own_folder(spoken: Spoken, start: int) -> Iterator[End]:
    """Where things of a type also lie, which needs no word: in the folder here that is called like them: the logs."""
    word = spoken.folded[start]
    if word.endswith("s") and word[:-1] in spoken.language.type_nouns and spoken.is_there(word):
        yield start, [".", word], 0


def one_of_two(spoken: Spoken, start: int) -> Iterator[End]:  # noqa: ARG001  # it needs no word
    """The first of two things that were spoken of together."""
    yield start, Pronoun("pair", Pick(1, 1)), 0


def other_of_two(spoken: Spoken, start: int) -> Iterator[End]:  # noqa: ARG001  # it needs no word
    """The second of them."""
    yield start, Pronoun("pair", Pick(2, 1)), 0


def its_goal(spoken: Spoken, start: int) -> Iterator[End]:
    """Where what the command is about is to go, which must not be taken: "unless it is already there"."""
    if spoken.folded[start] in spoken.language.words["pointing_there"]:
        yield start + 1, Pronoun("goal"), 1


def own_text(spoken: Spoken, start: int) -> Iterator[End]:
    """The text that the command itself writes: "add milk to a.txt unless it already has it"."""
    if spoken.folded[start] in spoken.language.words["pointing_it"]:
        yield start + 1 + (spoken.word(start + 1) in spoken.language.words["line"]), Pronoun("text"), 1


def that_line(spoken: Spoken, start: int) -> Iterator[End]:
    """The line of a file that was spoken of before: "show the last line of a.txt and delete that line"."""
    is_that = spoken.folded[start] in spoken.language.words["pointing_it"]
    if is_that and spoken.word(start + 1) in spoken.language.words["line"]:
        yield start + 2, Pronoun("line"), 1


def its_file(spoken: Spoken, start: int) -> Iterator[End]:  # noqa: ARG001  # it needs no word
    """The file that this line is in."""
    yield start, Pronoun("line_file"), 0


def beside(spoken: Spoken, start: int) -> Iterator[End]:
    """The folder that a file lies in, by the file: next to docs/notes.txt."""
    token = spoken.tokens[start]
    if token.mark == PATH and "/" in token.value:
        yield start + 1, parent(token.value), 0
    elif token.mark == DOTTED and spoken.is_there(token.value):
        yield start + 1, ".", 0


def those(spoken: Spoken, start: int) -> Iterator[End]:
    """Those of what the command is about: "if there are any"."""
    if spoken.folded[start] in spoken.language.words["some"]:
        yield start + 1, Pronoun("those"), 1


def its(spoken: Spoken, start: int) -> Iterator[End]:
    """What belongs to the file named before."""
    if spoken.folded[start] in spoken.language.words["pointing_its"]:
        yield start + 1, Pronoun("file"), 1


def them(spoken: Spoken, start: int) -> Iterator[End]:
    """A word for several things that were found or named before, or for some of them."""
    found = (ending for ending in it_or_them(spoken, start) if ending[1].points_at == "found")
    yield from (ending for ending in found if ending[1].pick.many != 1)  # one of them is rather read


def there(spoken: Spoken, start: int) -> Iterator[End]:
    """A word for a folder that was named before."""
    if spoken.folded[start] in spoken.language.words["pointing_there"]:
        yield start + 1, Pronoun("place"), 1


def one_of_them(spoken: Spoken, start: int) -> Iterator[End]:
    """Words for one of several things that were named before: the last one."""
    yield from (ending for ending in picked(spoken, start) if ending[1].pick.many == 1)


def all_folders(spoken: Spoken, start: int) -> Iterator[End]:
    """Words for several folders that were named before, where only folders can be meant: into each of them."""
    several = (ending for ending in picked(spoken, start) if ending[1].pick.many != 1 and not ending[1].pick.order)
    yield from ((stop, Pronoun("folders", pronoun.pick), cost) for stop, pronoun, cost in several)


def those_folders(spoken: Spoken, start: int) -> Iterator[End]:
    """Words that call them folders: both folders."""
    yield from (ending for ending in picked(spoken, start) if ending[1].points_at == "folders")


def here(spoken: Spoken, start: int) -> Iterator[End]:
    """A word for the folder that commands are given in."""
    if spoken.folded[start] in spoken.language.words["pointing_here"]:
        yield start + 1, ".", 1


def that_folder(spoken: Spoken, start: int) -> Iterator[End]:
    """Words for a folder that was named before: that folder, the directory."""
    yield from pointing(spoken, start, FOLDERS)


def in_it(spoken: Spoken, start: int) -> Iterator[End]:
    """A word that points at a folder, and nothing else."""
    yield from that_folder(spoken, start)
    if spoken.folded[start] in ("it", "there"):
        yield start + 1, Pronoun("folder"), 1


def pointing(spoken: Spoken, start: int, nouns: Mapping[str, str]) -> Iterator[End]:
    """ "that file", "the same folder"."""
    if spoken.folded[start] not in spoken.language.words["pointing_at_noun"]:
        return
    place = start + 2 if spoken.word(start + 1) in ("same", "new") else start + 1
    yield from _counted_roles(spoken, place, nouns)
    is_this = spoken.folded[start] in spoken.language.words["pointing_this"]
    for group, said in nouns.items():
        points_at = "this_place" if is_this and said == "folder" else said
        if spoken.word(place) in spoken.language.nouns[group]:
            is_called_so = group in _ROLES and spoken.word(place + 1) in spoken.language.nouns["file"]
            is_one = group in _ROLES and not spoken.word(place).endswith("s")
            yield place + 1 + is_called_so, Pronoun(points_at, Pick(1, 1, exactly=True) if is_one else Pick()), 1


def _counted_roles(spoken: Spoken, place: int, nouns: Mapping[str, str]) -> Iterator[End]:
    """What was made of others, or these, by their number: the two originals."""
    for end, count in number_at(spoken.folded, place) if not spoken.is_end(place) else ():
        groups = (group for group in _ROLES if group in nouns and spoken.word(end) in spoken.language.nouns[group])
        if isinstance(count, int):
            yield from ((end + 1, Pronoun(nouns[group], Pick(1, count, exactly=True)), 1) for group in groups)


def it_or_them(spoken: Spoken, start: int) -> Iterator[End]:
    nouns = spoken.language.nouns
    if spoken.folded[start] in spoken.language.words["pointing_it"]:
        if spoken.word(start + 1) not in nouns["file"] | nouns["folder"]:  # that folder
            yield start + 1, Pronoun("thing"), 1
        if spoken.word(start + 1) in spoken.language.words["pointing_one"] and spoken.folded[start] != "it":
            yield start + 2, Pronoun("thing"), 1
    elif spoken.folded[start] in spoken.language.words["pointing_them"]:
        yield start + 1, Pronoun("found"), 1
    yield from pointing(spoken, start, _ROLES)
    yield from picked(spoken, start)


POINTING_KINDS: Mapping[str, Callable[[Spoken, int], Iterator[End]]] = by_name(
    known_name,
    members,
    member,
    dotted,
    affix,
    known_file,
    written_file,
    implied,
    its,
    its_goal,
    those,
    own_text,
    that_line,
    its_file,
    beside,
    them,
    there,
    here,
    one_of_them,
    all_folders,
    those_folders,
    in_it,
    that_folder,
    place_before,
    place_left,
    thing_before,
    same_subject,
    own_folder,
    one_of_two,
    other_of_two,
)
