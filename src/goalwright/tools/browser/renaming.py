"""What is pressed may be called something else afterwards: by what it is now, or by what can be had in its place."""

from __future__ import annotations

from goalwright.tools.browser.answer_words import is_following_on
from goalwright.tools.browser.page_change import PageChange
from goalwright.tools.browser.untold_sentences import DIGITS, without_digits, words_of

_STEM = 4
_AT_WORK = ("...", "\N{HORIZONTAL ELLIPSIS}")


def is_renamed(change: PageChange) -> bool:
    """Whether what was pressed is called by what became of it: Follow is Following, Save is Saved, 12 is 13."""
    return _is_other(change) and not is_called_otherwise(change)


def is_called_otherwise(change: PageChange) -> bool:
    """Whether it offers something that has nothing to do with what was pressed: Add to cart is Notify me."""
    now, then = words_of(change.seen.after.control), words_of(change.seen.before.control)
    if not _is_other(change) or not any(map(str.isalpha, now)) or not any(map(str.isalpha, then)):
        return False  # a sign such as a heart has no words to be compared
    return not _is_akin(now, then) and not is_following_on(change.seen.after.control)


def _is_other(change: PageChange) -> bool:
    now, then = change.seen.after.control, change.seen.before.control
    is_other = bool(now) and bool(then) and now != then and not change.is_other_page and not now.endswith(_AT_WORK)
    return is_other and (not DIGITS.search(now) or without_digits(now) == without_digits(then))


def _is_akin(now: list[str], then: list[str]) -> bool:
    """Whether two names share a word, or the stem of one."""
    return any(one == other or (len(one) >= _STEM and one[:_STEM] in other) for one in then for other in now)
