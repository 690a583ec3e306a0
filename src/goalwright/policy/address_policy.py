"""The addresses of a plan: only schemes that were allowed, spelled so that every program reads them alike."""

from __future__ import annotations

import re
from collections.abc import Collection
from urllib.parse import urlsplit

from goalwright.contracts import Plan
from goalwright.contracts.shown import shown

SCHEMES = ("http", "https")
URL = "url"
"""The name of every argument that is an address, whichever tool takes it."""

_SCHEME = r"([A-Za-z][A-Za-z0-9+.-]*):"
# Browsers drop or turn these silently: `java\tscript:` becomes a script, `http:\\host` an address.
_MISREAD = r"[\x00-\x20\x7f-\xa0\\\u2028\u2029\ud800-\udfff]"


def address_refusals(plan: Plan, schemes: Collection[str] = SCHEMES) -> tuple[tuple[str, str], ...]:
    """Each argument named `url` that may not be opened, as (action id, what is wrong with it)."""
    opening = [action for action in plan.actions if URL in action.args]
    return tuple(
        (action.action_id, f"{URL}: {shown(action.args[URL])}: {problem}")
        for action in opening
        if (problem := address_problem(action.args[URL], schemes))
    )


def address_problem(url: object, schemes: Collection[str] = SCHEMES) -> str:
    """Why an address may not be opened, or nothing; `schemes` are in lower case."""
    if type(url) is not str or not url:
        return "is not an address: write it like https://example.com/page"
    if re.search(_MISREAD, url):
        return "holds a space, a backslash or a character that cannot be seen: write it without"
    scheme = re.match(_SCHEME, url)
    if scheme is None:
        return "names no scheme: write it in full, like https://example.com/page"
    name = scheme.group(1).lower()
    if name not in schemes:
        return f"uses the scheme {name}, and only {', '.join(schemes)} may be opened: see allowed_schemes in the config"
    return _host_problem(url) if name in SCHEMES else ""


def _host_problem(url: str) -> str:
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return "is not an address that can be read: write it like https://example.com/page"
    if not host or not url[len(parts.scheme) :].startswith("://"):
        return "names no host: write it like https://example.com/page"
    if "@" in parts.netloc:
        return "has a name or password before its host, which hides where it leads: write the host alone"
    return ""
