"""Kinds of slots for files and folders."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from goalwright.interpret.grammar.pointing_kinds import FILES, FOLDERS, POINTING_KINDS, it_or_them, known_name, pointing
from goalwright.interpret.grammar.spoken import BARE_NAME, LOOSE_WORD, TEMPLATE_MARKS, End, Pronoun, Spoken, by_name
from goalwright.interpret.grammar.tokens import DOT, DOTTED, GLOB, NUMBER, PATH, QUOTE, WORD, Token

MAX_TITLE, LIKE_A_FILE = 5, 8

DOMAIN = r"[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?P<last>[a-z]{2,})(?::\d+)?(?P<path>/.*)?"
_ENDING = r"\.\w+"
_WIDE = frozenset({"*", "*.*", "~", ".", "..", "/", "\\", "~/", "./", "../"})


def word(spoken: Spoken, start: int) -> Iterator[End]:
    """One plain word or a quote; a lone letter where a name can end behind it ("folder a in docs")."""
    token = spoken.tokens[start]
    if token.mark == QUOTE:
        if token.value.strip():
            yield start + 1, token.value, 1
    elif token.mark in (WORD, NUMBER) and (token.word[0].isalnum() or token.word[0] == "_"):
        if not TEMPLATE_MARKS.isdisjoint(token.value):  # backup-<today> stands for another name
            return
        nouns = spoken.language.nouns
        if token.word in nouns["not_files"] and start > 0 and spoken.folded[start - 1] in nouns["file"]:
            return
        is_name = token.word not in spoken.language.words["small"] or (
            (len(token.word) == 1 or _is_called(spoken, start)) and _may_end_a_name(spoken, start + 1)
        )
        if is_name:
            yield start + 1, token.value, BARE_NAME


def _is_called(spoken: Spoken, start: int) -> bool:
    """Whether a word that is mostly no name stands where one is said: a folder stuff, called new."""
    words, nouns = spoken.language.words, spoken.language.nouns
    announced = words["calling"] | words["naming_goals"] | nouns["folder"]
    return spoken.folded[start] in words["bare_names"] and spoken.word(start - 1) in announced


def name_part(spoken: Spoken, start: int) -> Iterator[End]:
    """A word of the name of something; "newest" says which one is meant by another way."""
    if spoken.folded[start] not in spoken.language.most:
        yield from word(spoken, start)


def _may_end_a_name(spoken: Spoken, place: int) -> bool:
    return spoken.is_end(place) or spoken.in_gap[place] or spoken.folded[place] in spoken.language.words["ends_a_name"]


def title(spoken: Spoken, start: int) -> Iterator[End]:
    """A name of several words, up to one that goes on about something else."""
    if not _may_begin_title(spoken, start):
        yield from new_path(spoken, start)
        return
    words = spoken.language.words
    if any(spoken.past(start, spoken.language.sequences["comparing"])) or _describes(spoken, start):
        return
    if spoken.folded[start] in words["small"] and not _is_titled(spoken, start):
        yield from word(spoken, start)
        return
    for stop in range(start + 1, min(len(spoken.tokens), start + MAX_TITLE) + 1):
        token = spoken.tokens[stop - 1]
        if token.mark not in (WORD, NUMBER, DOTTED) or token.word in words["ends_a_name"] or spoken.in_gap[stop - 1]:
            return
        if not TEMPLATE_MARKS.isdisjoint(token.value):
            return
        if spoken.is_refused(start, stop):
            continue
        yield stop, spoken.said(start, stop), LOOSE_WORD * (stop - start)
        if token.mark == DOTTED:
            return


def _describes(spoken: Spoken, start: int) -> bool:
    """Whether words tell of any text of a kind rather than say it: with a capital letter."""
    is_told = start > 0 and spoken.folded[start - 1] in spoken.language.words["having"]
    return is_told and any(spoken.past(start, spoken.language.sequences["describing"]))


def saying(spoken: Spoken, start: int) -> Iterator[End]:
    """What a line says, in words that do not count lines: no "2 and 3"."""
    numerals = spoken.language.numerals
    is_number = spoken.tokens[start].mark == NUMBER or numerals.cardinal(spoken.folded[start]) is not None
    if not is_number and numerals.ordinal(spoken.folded[start]) is None:
        yield from title(spoken, start)


def _may_begin_title(spoken: Spoken, start: int) -> bool:
    is_listed = len({token.start for token in spoken.tokens[start : start + 2]}) == 1  # 2023, 2024
    return spoken.tokens[start].mark == WORD or (spoken.tokens[start].mark == NUMBER and not is_listed)


def _is_titled(spoken: Spoken, start: int) -> bool:
    """Whether a small word begins a name, which was announced as one: a folder called my holiday photos."""
    small, is_called = (
        spoken.language.words["small"],
        start > 0 and spoken.word(start - 1) in spoken.language.words["calling"],
    )
    return is_called and not spoken.is_end(start + 1) and spoken.folded[start + 1] not in small


def proper_title(spoken: Spoken, start: int) -> Iterator[End]:
    """A name of several words that is written as one: 2024 taxes, Tax Returns."""
    for end, said, cost in title(spoken, start):
        words = spoken.tokens[start:end]
        is_proper = words[0].mark == NUMBER or all(token.value[:1].isupper() for token in words)
        if end > start + 1 and is_proper:
            yield end, said, cost


def whole_title(spoken: Spoken, start: int) -> Iterator[End]:
    """A folder's name of several words up to the end of its clause, with the slash that says that it is a folder."""
    if spoken.folded[start] in spoken.language.words["ends_a_name"] or list(_long_names(spoken, start)):
        return
    for end, said, cost in title(spoken, start):
        words = spoken.folded[start:end]
        is_name = end > start + 1 and "." not in said and spoken.language.words["small"].isdisjoint(words)
        if is_name and (spoken.is_end(end) or spoken.in_gap[end]):
            yield end, _with_slash(said), cost


def spaced_name(spoken: Spoken, start: int) -> Iterator[End]:
    """A file's name of several words, the last of which has its ending: final report.docx."""
    if not _may_begin_title(spoken, start) or spoken.folded[start] in spoken.language.words["calling"]:
        return
    endings = spoken.language.endings["files"]
    for end, said, cost in title(spoken, start):
        is_name = end > start + 1 and spoken.tokens[end - 1].mark == DOTTED and _ending(said) in endings
        words = spoken.language.words
        inner = words["small"] - words["inside_names"]
        if is_name and spoken.folded[start] not in words["small"] and inner.isdisjoint(spoken.folded[start:end]):
            yield end, said, cost


def held_text(spoken: Spoken, start: int) -> Iterator[End]:
    """What files may have in them, behind "with": no word for how something is done ("list them with care")."""
    if spoken.folded[start] not in spoken.language.words["manners"]:
        yield from title(spoken, start)


def whereto(spoken: Spoken, start: int) -> Iterator[End]:
    """What a part of a page is called that is gone to: a title, but none that counts ("the second page")."""
    said, language = spoken.word(start), spoken.language
    counts = language.numerals.ordinal(said) is not None or said in language.words["counting"]
    if spoken.tokens[start].mark == WORD and not counts:
        no_names = language.elements.keys() | language.nouns["no_parts"]
        yield from (ending for ending in title(spoken, start) if ending[1].casefold() not in no_names)


def path(spoken: Spoken, start: int) -> Iterator[End]:
    """A path that looks like one, a quote, a known folder, or a word that points at a path."""
    token = spoken.tokens[start]
    yield from _long_names(spoken, start)
    if token.mark in (PATH, GLOB, DOT, QUOTE, DOTTED):
        if token.value.strip():
            yield start + 1, token.value, _path_cost(spoken, token)
        return
    yield from known_name(spoken, start)
    yield from known_folder(spoken, start)
    yield from pointing(spoken, start, FILES | FOLDERS)
    yield from it_or_them(spoken, start)


def near_path(spoken: Spoken, start: int) -> Iterator[End]:
    """A path that may lie in a folder that is said with it, as a known folder does not: "the pictures in photos"."""
    is_known = {end for end, _, _ in known_folder(spoken, start)}
    yield from (ending for ending in path(spoken, start) if ending[0] not in is_known)


def file(spoken: Spoken, start: int) -> Iterator[End]:
    """A path that is probably a file's: not a known folder, and best with an ending."""
    token = spoken.tokens[start]
    yield from (ending for ending in _long_names(spoken, start) if spoken.tokens[ending[0] - 1].mark in (DOTTED, PATH))
    if token.mark in (PATH, DOT, QUOTE, DOTTED, GLOB):
        if token.value.strip() and token.value not in _WIDE and not token.value.endswith(("/", "\\")):
            yield start + 1, token.value, _path_cost(spoken, token) + (0 if "." in _last_part(token.value) else 2)
        return
    yield from pointing(spoken, start, FILES)
    yield from (ending for ending in it_or_them(spoken, start) if ending[1].points_at != "folders")


def file_name(spoken: Spoken, start: int) -> Iterator[End]:
    """A file by a name that looks like one even in quotes, so that no text is taken for it."""
    token = spoken.tokens[start]
    if token.mark != QUOTE or "." in token.value.strip("."):
        yield from file(spoken, start)


def _long_names(spoken: Spoken, start: int) -> Iterator[End]:
    """Several words that are the name of something here: bills/jan bill.txt."""
    for stop in range(start + 1, min(len(spoken.tokens), start + MAX_TITLE) + 1):
        if spoken.tokens[stop - 1].mark not in (WORD, NUMBER, DOTTED, PATH) or spoken.in_gap[stop - 1]:
            return
        if stop > start + 1 and spoken.is_there(spoken.said(start, stop)):
            yield stop, spoken.said(start, stop), 0


def folder_path(spoken: Spoken, start: int) -> Iterator[End]:
    """A path that says by its last slash that it is a folder's: docs/."""
    token = spoken.tokens[start]
    if token.mark == PATH and token.value.endswith(("/", "\\")) and token.value not in _WIDE:
        yield start + 1, token.value, 0


def csv(spoken: Spoken, start: int) -> Iterator[End]:
    """A file for a table."""
    for end, value, cost in file(spoken, start):
        if isinstance(value, str) and value.casefold().endswith(".csv"):
            yield end, value, cost


def program(spoken: Spoken, start: int) -> Iterator[End]:
    """The path of a program: it leads into a folder, and does not end like a document's."""
    token = spoken.tokens[start]
    is_path = token.mark in (PATH, QUOTE) and any(slash in token.value for slash in "/\\")
    if is_path and _last_part(token.value) and _ending(token.value) in spoken.language.endings["programs"]:
        yield start + 1, token.value, 0


def document(spoken: Spoken, start: int) -> Iterator[End]:
    """A path that is no program's."""
    return path(spoken, start) if not list(program(spoken, start)) else iter(())


def new_path(spoken: Spoken, start: int) -> Iterator[End]:
    """A path, or one plain word for something that gets its name here."""
    found = list(path(spoken, start))
    yield from found
    if not found:
        yield from word(spoken, start)
        yield from spaced_name(spoken, start)


def new_folder(spoken: Spoken, start: int) -> Iterator[End]:
    """A new folder's name; one that ends like a file's is unlikely."""
    token = spoken.tokens[start]
    is_like_file = token.mark == DOTTED and _ending(token.value) in spoken.language.endings["files"]
    for end, value, cost in new_path(spoken, start) if token.value not in _WIDE else ():
        if isinstance(value, Pronoun) and spoken.word(end) in spoken.language.nouns["folder"]:
            continue  # "that folder" is no folder called that
        yield end, value, cost + (LIKE_A_FILE if is_like_file else 0)


def folder(spoken: Spoken, start: int) -> Iterator[End]:
    """A folder that something lies in: a path, a known folder, a plain word, or a word that points at one."""
    token = spoken.tokens[start]
    if token.mark in (PATH, DOT, QUOTE, DOTTED):
        if token.value.strip():
            yield start + 1, token.value, _folder_cost(spoken, token)
        return
    known = list(known_folder(spoken, start)) or list(known_name(spoken, start))
    yield from (*known, *_long_names(spoken, start))
    is_this = token.word in spoken.language.words["pointing_this"]
    yield from pointing(spoken, start, FOLDERS if is_this else dict.fromkeys(FOLDERS, "that_place"))
    if token.word in spoken.language.words["pointing_it"] | spoken.language.words["pointing_there"]:
        if not is_this or spoken.word(start + 1) not in spoken.language.nouns["folder"]:
            yield start + 1, Pronoun("folder"), 1
    elif not known and not _is_no_folder(spoken, start) and not _tells_which(spoken, start):
        yield from word(spoken, start)


def _is_no_folder(spoken: Spoken, start: int) -> bool:
    """Whether a word that is not called a folder is a time, a number, a program, or something known behind "the"."""
    nouns = spoken.language.nouns
    is_other = spoken.folded[start] in nouns["no_folders"] and spoken.tokens[start].mark == WORD
    is_folder = any(
        spoken.word(place) in nouns[group] for group in FOLDERS for place in (start - 1, start + 1) if place >= 0
    )
    words = spoken.language.words
    is_how = (
        spoken.folded[start] in nouns["no_places"] and spoken.word(start - 1) in words["within"] | words["into_or_as"]
    )
    is_number = spoken.language.numerals.cardinal(spoken.folded[start]) is not None
    is_counted = is_number or any(spoken("period", start, start + 2))
    if spoken.tokens[start].mark == WORD and is_counted and not is_folder:
        return True
    is_program = spoken.words.app(spoken.folded[start]) is not None and not spoken.folded[start].endswith("s")
    return not is_folder and (is_how or is_program or (is_other and spoken.word(start - 1) in words["articles"]))


def _tells_which(spoken: Spoken, start: int) -> bool:
    """Whether a word between "the" and "folder" tells which folder is meant: the newest, the second, the same."""
    language, word_here = spoken.language, spoken.folded[start]
    is_between = start > 0 and spoken.folded[start - 1] in language.words["articles"]
    if not is_between or spoken.word(start + 1) not in language.nouns["folder"]:
        return False
    is_told = word_here in language.nouns["telling_which"] or word_here in language.most
    return is_told or language.numerals.ordinal(word_here) is not None


def folder_into(spoken: Spoken, start: int) -> Iterator[End]:
    """A folder that was called one and that something goes into; the slash says so where there is none yet."""
    for end, value, cost in folder(spoken, start):
        is_plain = isinstance(value, str) and spoken.words.folder(value) is None and value not in _WIDE
        yield end, _with_slash(value) if is_plain else value, cost


def titled_folder(spoken: Spoken, start: int) -> Iterator[End]:
    """A folder that something goes into by a name of several words."""
    yield from ((end, _with_slash(value), cost) for end, value, cost in title(spoken, start) if end > start + 1)


def known_folder(spoken: Spoken, start: int) -> Iterator[End]:
    for end, phrase in spoken.phrases(start):
        found = spoken.words.folder(phrase)
        if found is not None:
            is_new = phrase in spoken.named_elsewhere(start, "calling")  # create a folder music, …
            yield end, f"./{spoken.said(start, end)}" if is_new else found.name, 0


def pattern(spoken: Spoken, start: int) -> Iterator[End]:
    """What finds files: a pattern, a file's name, or what people call a type of file."""
    token = spoken.tokens[start]
    is_ending = token.mark == DOT or (token.mark == QUOTE and re.fullmatch(_ENDING, token.value) is not None)
    if token.mark in (GLOB, DOTTED, QUOTE) and token.value.strip() and not is_ending:
        yield start + 1, token.value, 0
    elif is_ending:
        yield start + 1, f"*{token.value}", 0
    for end, phrase in spoken.phrases(start, 2):
        if phrase in spoken.language.file_types:
            yield end, spoken.language.file_types[phrase], 0


def archive(spoken: Spoken, start: int) -> Iterator[End]:
    """A file that other files are packed in."""
    token = spoken.tokens[start]
    if token.mark in (PATH, QUOTE, DOTTED) and _ending(token.value) in spoken.language.endings["archives"]:
        yield start + 1, token.value, 0


def letter(spoken: Spoken, start: int) -> Iterator[End]:
    token = spoken.tokens[start]
    name = token.value.rstrip(":\\/")
    if len(name) == 1 and name.isascii() and name.isalpha() and token.mark in (WORD, PATH):
        has_colon = not spoken.is_end(start + 1) and spoken.tokens[start + 1].value == ":"
        yield start + 1 + has_colon, name.upper(), 0


def _path_cost(spoken: Spoken, token: Token) -> int:
    endings, ending = spoken.language.endings, _ending(token.value)
    found = re.fullmatch(DOMAIN, token.word) if token.mark == PATH else None
    if found is not None and found["last"] in endings["hosts"]:
        return 4
    if token.mark != DOTTED or ending in endings["files"]:
        return 0
    return 4 if ending in endings["hosts"] else 1


def _folder_cost(spoken: Spoken, token: Token) -> int:
    if _ending(token.value) in spoken.language.endings["files"]:
        return 2
    return 1 if token.mark == QUOTE else 0


def _last_part(value: str) -> str:
    return value.replace("\\", "/").rpartition("/")[2]


def _with_slash(value: str) -> str:
    if value.endswith(("/", "\\")):
        return value
    return value + ("\\" if "\\" in value and "/" not in value else "/")


def _ending(value: str) -> str:
    stem, dot, ending = _last_part(value).rpartition(".")
    return ending.casefold() if dot and stem else ""


PATH_KINDS: Mapping[str, Callable[[Spoken, int], Iterator[End]]] = {
    **by_name(
        word,
        name_part,
        title,
        saying,
        proper_title,
        whole_title,
        held_text,
        whereto,
        path,
        near_path,
        file,
        file_name,
        csv,
        folder_path,
        document,
        program,
        new_path,
        new_folder,
        archive,
        letter,
    ),
    **by_name(folder, folder_into, titled_folder, known_folder, pattern),
    **POINTING_KINDS,
}
