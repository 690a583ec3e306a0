"""What a text of a page tells of an answer: that something was taken, that it was not, or neither.

The words are in the language's `outcomes` table; those that pages use in other languages are among the signs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Literal

from goalwright.contracts.harm import harm_of
from goalwright.language.tables import table
from goalwright.tools.browser.deed_names import is_editing

Said = Literal["yes", "no", ""]
_QUOTED = re.compile('[\N{LEFT DOUBLE QUOTATION MARK}\N{DOUBLE LOW-9 QUOTATION MARK}"«]([^”“»"]*)[”“»"]')
_SHORTEST = 4
_ASKED = re.compile(r"[^.!?;]+\?")
_ENDS = re.compile(r"[.!?;]+\s+")
_UNSPACED = "\u2e80"
"""From here on, writing does not set words apart."""


@cache
def signs() -> Mapping[str, Any]:
    """What tells in any language how a page answered."""
    import tomllib  # only what sends something needs it

    file = resources.files("goalwright.tools.browser").joinpath("outcome_signs.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def told(text: str, deed: str = "", *, is_search: bool = False) -> Said:
    """Whether a text says that something was taken, or was not; nothing if it says neither.

    What says that the `deed` itself was done takes it, whatever the word: "Ann is blocked" after Block. To a search,
    "nothing found" is an answer like any other.
    """
    if said := _by_deed(_flat(text), deed):
        return said
    whole, is_done = _undone(_without_courtesy(_flat(text)), deed)
    is_taken = is_done or _is_taking(whole)
    if (is_taken and _is_partly(whole)) or _pattern("partly").search(_pattern("harmless").sub(" ", whole)):
        return "no"
    rest = _harmless(whole, is_search=is_search)
    if not _is_refusing(rest):
        return "yes" if is_taken else ""
    unquoted = _QUOTED.sub(" ", whole)
    if _is_taking(unquoted) and not _is_refusing(_harmless(unquoted)):
        return "yes"
    is_sure = _pattern("surely").search(whole) is not None
    if not _is_rejecting(rest):
        is_sure = is_sure or _pattern("thanking").search(whole) is not None
        return "yes" if is_taken and (is_sure or not _demands_first(whole)) else "no"
    is_sorry = not _is_rejecting(_pattern("regretting").sub(" ", rest))
    return "yes" if is_taken and (is_sure or is_sorry) else "no"


def _without_courtesy(whole: str) -> str:
    """A text without the thanks at its end, if it refuses something before that."""
    rest = re.sub(table("outcomes")["courtesy"], "", whole)
    return rest if _is_refusing(_harmless(rest)) else whole


def _by_deed(whole: str, deed: str) -> Said:
    """What means yes to some deeds and no to all others, such as "signed out"."""
    if not deed:
        return ""
    is_meant = {"leaving": is_leaving(deed), "deletes": harm_of(deed) == "deletes", "keeps": is_editing(deed)}
    found = [kind for kind, said in table("outcomes")["by_deed"].items() if re.search(said, whole)]
    if not found or (is_meant[found[0]] and (found[0] == "keeps" or _pattern("limiting").search(whole))):
        return ""
    return "yes" if is_meant[found[0]] else "no"


def is_held(text: str) -> bool:
    """Whether a text says that something waits to be done: a draft, "waiting for network", 0 %."""
    return _pattern("held").search(_flat(text)) is not None


def is_reviewed(text: str) -> bool:
    """Whether a text says that something waits for others to look at it."""
    return _pattern("reviewed").search(_flat(text)) is not None


def without_greeting(text: str) -> str:
    """A text without what it greets the reader with."""
    return _pattern("greeting").sub(" ", _flat(text))


def is_regret(text: str) -> bool:
    """Whether a text says that its site is sorry, and no more."""
    rest = _harmless(_flat(text))
    return _is_rejecting(rest) and not _is_rejecting(_pattern("regretting").sub(" ", rest))


def is_demand(text: str) -> bool:
    """Whether a text asks for something, or says what can't be, and not that anything failed."""
    rest = _harmless(_flat(text))
    return not _is_rejecting(rest) and _pattern("demanding").search(rest) is not None


def is_stamp(text: str) -> bool:
    """Whether a text says when something was, or will be, changed."""
    return _pattern("stamps").search(_flat(text)) is not None


def is_receipt(text: str) -> bool:
    """Whether a heading has the number of an order, a booking or the like."""
    return _pattern("receipts").search(_flat(text)) is not None


def is_inviting(hint: str) -> bool:
    """Whether the hint of a field asks for a further one, as it does once the first was taken."""
    return _pattern("inviting").search(_flat(hint)) is not None


def is_retry(name: str) -> bool:
    """Whether a control of this name does once more what did not go well."""
    return _pattern("retrying").search(_flat(name)) is not None


def is_about_login(text: str) -> bool:
    """Whether a text speaks of what may keep a user from being logged in."""
    whole = _flat(text)
    return _pattern("logging_in").search(whole) is not None or _beginnings("login_words").search(whole) is not None


def is_proof_wanted(text: str) -> bool:
    """Whether a text asks for a further proof of who logs in."""
    return _pattern("proving").search(_flat(text)) is not None


def is_confirming(text: str) -> bool:
    """Whether a text asks someone who joins to show that the address is theirs."""
    return is_proof_wanted(text) or _pattern("confirming").search(_flat(text)) is not None


def is_failing_title(title: str) -> bool:
    """Whether a title or heading, or a part of it, says nothing but that something failed."""
    whole = " ".join(title.casefold().split())
    parts = [whole, *re.split(r"\s[\W_]\s|\s*[|·]\s*", whole)]
    bare = [re.sub(r"^\W+|[ .!]+$", "", part) for part in parts]
    return any(re.fullmatch(one, part) for part in {*parts, *bare} for one in table("outcomes")["failing_titles"])


def is_following_on(name: str) -> bool:
    """Whether a control is called so once what it did before was done."""
    return told(name) == "yes" or _pattern("following_on").search(_flat(name)) is not None


def is_leaving(name: str) -> bool:
    """Whether a control of this name leaves a site."""
    return bool(_pattern("leaving").search(name.casefold()))


def _flat(text: str) -> str:
    return " ".join(text.casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").split())


def _harmless(whole: str, *, is_search: bool = False) -> str:
    """A text without what has a word of refusal in it and is none."""
    rest = _pattern("harmless").sub(" ", _ASKED.sub(_unless_human, whole))
    return _pattern("searching").sub(" ", rest) if is_search else rest


def _unless_human(question: re.Match[str]) -> str:
    """Nothing for a question such as "Can't log in?", unless it asks for a human."""
    return question[0] if _pattern("human").search(question[0]) else " "


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _is_taking(whole: str) -> bool:
    stated = _ASKED.sub(_blank, whole)
    said = (found for found in _taken().finditer(stated) if not found[1] and not _is_of_others(stated, found))
    is_said = any(not _is_standing(whole, found) for found in said)
    return is_said or _beginnings("taking_words").search(whole) is not None


def _is_of_others(whole: str, found: re.Match[str]) -> bool:
    """Whether a word tells what someone else did, or was done long ago: "Maria changed this list", "the sent form".

    Nor does it tell of the reader's deed if its sentence says that it was done twice, only here, or for want of more.
    """
    words = table("outcomes")
    sentence, rest = _ENDS.split(whole[: found.start()])[-1], _ENDS.split(whole[found.end() :])[0]
    is_first = not sentence.strip() and re.match(words["describing"], rest) is not None
    if is_first or _pattern("limiting").search(_harmless(f"{sentence}{found[0]}{rest}")):
        return True
    is_describing = " " not in found[0].strip() and re.search(words["attributive"], sentence)
    is_untimely = re.match(words["done_by_others"], rest) or re.search(words["by_itself"], sentence)
    if is_describing or (is_untimely and re.search(words["changing"], found[0])):
        return True
    is_active = re.match(words["done_to"], rest) and re.search(words["doer"], sentence) and " " not in found[0].strip()
    return bool(is_active) and not _pattern("ourselves").search(sentence)


def _is_standing(whole: str, found: re.Match[str]) -> bool:
    """Whether a word only says how things stand: "the room is booked", and not "the room is booked for you"."""
    words, begun = table("outcomes"), whole[: found.start()]
    is_state = re.search(words["standing"], begun) and not re.match(words["yours"], whole[found.end() :])
    return bool(is_state) and not _pattern("personal").search(_ENDS.split(begun)[-1])


def _is_rejecting(whole: str) -> bool:
    return bool(_pattern("rejecting").search(whole) or _beginnings("failing_words").search(whole))


def _is_refusing(whole: str) -> bool:
    return _is_rejecting(whole) or _pattern("demanding").search(whole) is not None


def _is_partly(whole: str) -> bool:
    """Whether fewer were done than there are: "1 of 2 sent"."""
    return any(int(done) < int(there) for done, there in _counted().findall(whole))


def _demands_first(whole: str) -> bool:
    """Whether something is asked for before, or in the sentence in which, it is said that something was done."""
    for sentence in _ENDS.split(whole):
        if _pattern("demanding").search(_harmless(sentence)):
            return True
        if _is_taking(_pattern("greeting").sub(" ", sentence)):
            return False
    return True


def _undone(whole: str, deed: str) -> tuple[str, bool]:
    """A text without what says that the deed was done, and whether something in it does."""
    first = _flat(deed).partition(" ")[0]
    if len(first) < _SHORTEST or not first.isalpha():
        return whole, False
    words = table("outcomes")
    done = words["done"].format(stem=re.escape(first.rstrip("ey")))
    said = re.compile(rf"({words['unfulfilled']}(?:\w+ )?)?(?<!\w){done}(?!\w)")
    kept = [sentence for sentence in _ENDS.split(whole) if not _says_done(sentence, said)]
    stated = _ASKED.sub(_blank, whole)
    is_done = any(not found[1] and not _is_of_others(stated, found) for found in said.finditer(stated))
    return (". ".join(kept) if is_done else whole), is_done


def _says_done(sentence: str, said: re.Pattern[str]) -> bool:
    """Whether all that a sentence says is that it was done, and what that means."""
    mentions = list(said.finditer(sentence))
    is_done = bool(mentions) and not any(found[1] or _is_of_others(sentence, found) for found in mentions)
    return is_done and not _pattern("undoing").search(sentence)


@cache
def _pattern(group: str) -> re.Pattern[str]:
    return re.compile("|".join(rf"(?<!\w)(?:{one})(?!\w)" for one in table("outcomes")[group]))


@cache
def _beginnings(group: str) -> re.Pattern[str]:
    """What finds words by their beginnings; where words are not set apart, anywhere."""
    words = signs()[group]
    apart = [word for word in words if word[0] < _UNSPACED]
    return re.compile("|".join([rf"(?<!\w)(?:{'|'.join(apart)})", *(word for word in words if word[0] >= _UNSPACED)]))


@cache
def _counted() -> re.Pattern[str]:
    return re.compile(table("outcomes")["counted"])


@cache
def _taken() -> re.Pattern[str]:
    words = table("outcomes")
    return re.compile(rf"({words['unfulfilled']}(?:\w+ )?)?(?<!\w)(?:{'|'.join(words['accepting'])})(?!\w)")
