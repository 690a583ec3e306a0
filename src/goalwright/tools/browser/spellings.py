"""Every way in which a page, an address or an outline may write a text that nobody should see."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable
from urllib.parse import quote

_SPACE = r"(?:\s|\+|%(?:25)?20|%0[9AD]|&nbsp;)+"


def spellings(texts: Iterable[str]) -> re.Pattern[str]:
    """What finds the texts, longer ones first: in any case, and with their characters escaped in any usual way."""
    found = [_SPACE.join(map(_word, text.split())) for text in sorted(texts, key=len, reverse=True) if text.strip()]
    return re.compile("|".join(found) or r"(?!)", re.IGNORECASE)


def _word(word: str) -> str:
    return "".join(map(character, word))


def character(char: str) -> str:
    """A character as it is, as in an address, as in HTML, and as in a quoted text."""
    address = quote(char, safe="")
    ways = (char, address, quote(address), html.escape(char), json.dumps(char)[1:-1], f"%{ord(char):02X}")
    quoted = ("\\'", "''") if char == "'" else ()
    return f"(?:{'|'.join(map(re.escape, dict.fromkeys((*ways, *quoted))))})"
