"""Tokens: a sentence cut into words, marked data (quotes, addresses, paths, selectors) and punctuation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from goalwright.named_tuple import NamedTuple
from goalwright.rules.language import load_language

# Data is found before words are: inside it, case, punctuation and connecting words mean nothing.
# Accents, vowel signs and pictures belong to the letters they stand with, though `\\w` does not count them.
_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u06d6-\u06ed\u0900-\u0903\u093a-\u094f"
    "\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc-\u09cd\u0a01-\u0a4d\u0a81-\u0acd\u0b01-\u0b4d\u0b82-\u0bcd"
    "\u0c00-\u0c4d\u0c81-\u0ccd\u0d00-\u0d4d\u0e31-\u0e4e\u0eb1-\u0ece\u0f18-\u0fbc\u102b-\u103e\u17b4-\u17d3"
    "\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u2600-\u27bf\U0001f1e6-\U0001faff"
)
_DIGITS = tuple("0123456789")
_FEW = 4
"""How many patterns are made before the one of all marks is: a command line needs one, a service would need each."""
# What a mark looks like, in the order of trying, and what a text has if it has one: only what may occur is compiled.
PATTERNS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "quote": (
        ('"', "“", "„", "«", "`", "'", "‘"),
        r"""  "[^"]*" | “[^”]*” | „[^“”]*[“”] | «[^»]*» | `[^`]*`
            | (?<![\w'’])'(?:[^']|(?<=\w)'(?=\w))*'(?![\w])
            | (?<!\w)‘(?:[^’]|(?<=\w)’(?=\w))*’(?!\w)""",
    ),
    "quote_list": (("[",), r"\[\s*-?\d+(?:\.\d+)?(?:\s*,\s*-?\d+(?:\.\d+)?)+\s*\]"),
    "secret": (("{",), r"\{\{secret:[\w.-]+\}\}"),
    "url": (
        (":", "www.", "localhost", *(f"{digit}." for digit in _DIGITS)),
        r"""  [A-Za-z][A-Za-z0-9+.-]*://[^\s"<>]*[^\s"<>.,;:!?)'\]] | (?:javascript|data|mailto|file):[^\s"]+
            | www\.[^\s"<>]*[^\s"<>.,;:!?)'\]]
            | (?<![\w.])(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?(?:/[^\s"]*[^\s".,;:!?)'])?(?![\w])""",
    ),
    "clock": ((":",), r"(?<![\w.])\d{1,2}:\d{2}(?::\d{2})?(?![\w:])"),
    "selector": (
        ("=", "#"),
        r"""  css=(?:"[^"]*"|[^\s,;"]*[^\s,;".!?:](?:\s*[>+~]\s*[^\s,;"]*[^\s,;".!?:])*)
            | (?:role|label|placeholder|text|field|xpath)=(?:"[^"]*"|[^\s,;"\[]+(?:\[[^\]\n]*\])?)
            | (?<![\w&\#])\#[A-Za-z_][\w-]*(?:[.\#>:\[][^\s,;]*[^\s,;.!?:])? | (?<!\S)\[[a-z-]+[*^$~|]?=[^\]\s]*\]""",
    ),
    "mail": (("@",), r"(?<![\w.+@-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    "path": (
        ("/", "\\", "~"),
        r"""  (?<![\w])[A-Za-z]:[\\/](?:[^\s"<>|?*]*[^\s"<>|?*.,;:!?)'])? | \\\\[^\s"]+[^\s".,;:!?)']
            | (?<![\w/])(?:~|\.{1,2})?/(?:[^\s"]*[^\s".,;:!?)'])? | (?<!\S)~(?!\S)
            | (?<![\w.~$@+-])[\w-]+(?:\.[\w-]+)+/[^\s"<>]*[?=&%\#][^\s"<>]*[^\s"<>.,;:!?)'\]]
            | (?<![\w.~$@+-])[\w.~$@+-]+(?:[\\/][\w.~$@+()-]*[\w~$@+)*-])+/?
            | (?<![\w.~$@+-])[\w.~$@+-]+/(?=\s|$|[,;])""",
    ),
    "path_dot": ((" .",), r"(?<!\S)\.\.(?=\s|$) | (?<!\S)\.(?=\s+[^\s.]) | (?:BEFORE_A_DOT)\.(?=\s|$)"),
    "glob": (("*",), r"(?<!\S)[\w.-]*\*(?:[\w.*?-]*[\w*?])?"),
    "point": (
        (",",),
        r"\(\s*\d{1,5}\s*,\s*\d{1,5}\s*\) | (?<![\w.,])\d{1,5}\s*,\s*\d{1,5}(?!\w|,\d|\.\d)",
    ),
    "number": (_DIGITS, r"(?<![\w.])-?\d+(?:[.,]\d+)?(?![\w]|[.]\w|-[A-Za-z])"),
    "dotted": ((".",), r"(?<![\w.@$+&()-])[\w@$+&()-]*[\w@$+&)-](?:\.[\w$@+~-]*[\w$@+~])+"),
    "dot": ((" .",), r"(?<!\S)\.[A-Za-z_][\w-]*(?:\.[\w-]*\w)*"),
    "word_short": ((". ",), r"\b(?:SHORTENED)\.(?=\s+\w)"),
    "word": (("",), r"[^\W_]+\((?:PLURALS)\)(?!\w) | [^\W_][\w]*(?:['’\-+&/][\w]+)*['’]? | _\w+"),
    "stop": (
        tuple(",;.!?:\n…-–—"),
        r"(?!(?<=\w)[!?]+\s+(?:AFTER_A_MARK)\s) [,;.!?:\n…]+ | (?<!\S)[-–—]+(?=\s|$)",
    ),
    "symbol": (("",), r"\S"),
}
_NO_BRACKETS = str.maketrans("", "", "()")  # file(s)
_OPENING = {'"': "double quote", "“": "double quote", "„": "double quote", "«": "quote", "`": "backquote"}
_SINGLE = frozenset({"'", "\u2018"})
_SYMBOLS = {"%": "percent", "&": "and", "+": "plus"}

QUOTE, URL, SELECTOR, PATH, GLOB, DOTTED, DOT, MAIL, NUMBER, WORD, STOP, CLOCK = (
    *("quote", "url", "selector", "path", "glob", "dotted", "dot", "mail", "number", "word", "stop", "clock"),
)


class Token(NamedTuple):
    """`word` is the folded form that templates are compared with, `value` the data: of a quote, what is quoted."""

    word: str
    mark: str
    start: int
    end: int
    value: str


def tokenise(text: str, contractions: Mapping[str, tuple[str, ...]]) -> tuple[Token, ...]:
    """The tokens of a sentence. Short forms become the words they stand for, which share one place in the text."""
    tokens: list[Token] = []
    is_ascii = text.isascii()
    for found in _data(_marks(text, is_ascii), is_ascii).finditer(text):
        mark, piece = str(found.lastgroup).partition("_")[0], found.group()
        start, end = found.span()
        if mark == WORD:
            folded = piece.replace("\u2019", "'").casefold().translate(_NO_BRACKETS)
            for word in contractions.get(folded) or _parts(folded):
                tokens.append(Token(word, WORD, start, end, piece))
        elif mark == "point":
            tokens += [Token(part, NUMBER, start, end, part) for part in re.findall(r"\d+", piece)]
        elif mark == QUOTE:
            tokens.append(Token("\x00quote", QUOTE, start, end, piece[1:-1]))
        elif mark == "symbol":
            tokens.append(Token(_SYMBOLS.get(piece, piece), WORD, start, end, piece))
        elif mark == STOP:
            tokens.append(Token(piece[0], STOP, start, end, piece))
        else:
            tokens.append(Token(piece.casefold(), mark, start, end, piece))
    return tuple(tokens)


def _marks(text: str, is_ascii: bool) -> tuple[str, ...]:
    """The marks to look for: those that may be there, or all of them once a process has read several kinds of text."""
    if not is_ascii or _data.cache_info().currsize >= _FEW:
        return tuple(PATTERNS)
    spaced = f"{text} {' '.join(('', *text.split()))}"  # the second time with a space for whatever stands between words
    return tuple(mark for mark, (signs, _) in PATTERNS.items() if any(sign in spaced for sign in signs))


@cache
def _data(marks: tuple[str, ...], is_ascii: bool) -> re.Pattern[str]:
    """The pattern of tokens with these marks; that of plain letters takes a fifth of the time to make."""
    words = load_language().words
    before = "|".join(rf"(?<={word}\ )" for word in sorted(words["before_a_dot"]))
    pattern = "|".join(f"(?P<{mark}>{PATTERNS[mark][1]})" for mark in marks)
    pattern = pattern.replace("BEFORE_A_DOT", before).replace("AFTER_A_MARK", "|".join(sorted(words["after_a_mark"])))
    pattern = pattern.replace("PLURALS", "|".join(sorted(words["plurals"])))
    pattern = pattern.replace("SHORTENED", "|".join(f"(?i:{word})" for word in sorted(words["shortened"])))
    return re.compile(pattern if is_ascii else pattern.replace(r"[\w", rf"[\w{_MARKS}"), re.VERBOSE)


def _parts(word: str) -> tuple[str, ...]:
    """A word as templates know it: `3-step` is two."""
    count, hyphen, noun = word.partition("-")
    return (count, noun) if hyphen and noun in ("step", "steps") else (word,)


def unclosed_quote(tokens: tuple[Token, ...]) -> Token | None:
    """The first quotation mark that opens a text and never closes it; an apostrophe may stand for lost letters."""
    for place, token in enumerate(tokens):
        if token.mark == WORD and (token.value in _OPENING or (token.value in _SINGLE and _opens(tokens, place))):
            return token
    return None


def _opens(tokens: tuple[Token, ...], place: int) -> bool:
    """Whether a single mark stands right before a word that has not just lost letters."""
    if place + 1 == len(tokens) or tokens[place + 1].start != tokens[place].end:
        return False
    if place and tokens[place - 1].end == tokens[place].start:
        return False
    word = tokens[place + 1].word
    return word not in load_language().words["clipped"] and not word[:1].isdigit()
