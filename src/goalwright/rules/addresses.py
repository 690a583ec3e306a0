"""Web addresses: from what was said to an absolute URL, and from a URL to the page it stands for."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from goalwright.named_tuple import NamedTuple
from goalwright.rules.vocabulary import Vocabulary

SCHEMES = ("http", "https")
_SCHEME = r"([A-Za-z][A-Za-z0-9+.-]*):(?!\d+(?:[/?#]|$))"
_LABEL = r"[^\W_](?:[\w-]*[^\W_])?"
_HOST = rf"(?:{_LABEL}\.)+{_LABEL}\.?|localhost|\[[0-9A-Fa-f:.]+\]"
# This machine itself: what is tried out on it seldom has a certificate.
_HERE = r"(?i)(?:[\w-]+\.)*localhost(?![\w.-])|127(?:\.\d{1,3}){3}(?![\w.-])|\[::1\]"
_PORTS = {"http": 80, "https": 443}


class Address(NamedTuple):
    """An absolute URL and the page it leads to; a bare host is a prefix of every page of its site."""

    url: str
    page: tuple[str, ...]


def read_address(said: str, words: Vocabulary) -> Address | str:
    """The address that was said, or a sentence telling what is wrong with it."""
    site = words.site(said)
    if site is not None:
        url = f"https://{site.host}{site.path}"
        return Address(url, page_of(url, words))
    if any(char.isspace() for char in said):
        return "is neither a site in the table nor an address: write it like example.com/page"
    scheme = re.match(_SCHEME, said)
    if scheme and scheme.group(1).lower() not in SCHEMES:
        return f"uses the scheme {scheme.group(1).lower()}: only http and https addresses are opened"
    url = said if scheme else f"{'http' if re.match(_HERE, said) else 'https'}://{said}"
    problem = _url_problem(url)
    if problem:
        return problem
    head, slashes, rest = url.partition("://")
    url = f"{head.lower()}{slashes}{rest}"
    return Address(url, page_of(url, words))


def page_of(url: str, words: Vocabulary) -> tuple[str, ...]:
    """The page as a hierarchical value: its site, then what stands behind the host, if anything.

    `www.` and a trailing slash make no difference; https is taken for granted, http is not the same site.
    """
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").removeprefix("www.").rstrip("."), parts.port
    except ValueError:
        return (url,)
    if parts.scheme not in SCHEMES or not host:
        return (url,)
    if ":" in host:
        host = f"[{host}]"
    home, trail, rest = _home(host, parts.path.rstrip("/"), words)
    if port is not None and port != _PORTS[parts.scheme]:
        home = f"{home}:{port}"
    if parts.scheme == "http":
        trail = ("http:", *trail)
    rest += f"?{parts.query}" if parts.query else ""
    rest += f"#{parts.fragment}" if parts.fragment else ""
    return (home, *trail, rest) if rest else (home, *trail)


def host_and_path(url: str) -> tuple[str, str]:
    """The host an absolute URL names, without www., and the path behind it."""
    try:
        parts = urlsplit(url)
        return (parts.hostname or "").removeprefix("www."), parts.path
    except ValueError:
        return "", ""


def _home(host: str, path: str, words: Vocabulary) -> tuple[str, tuple[str, ...], str]:
    """A page's site, the way from there to the part of it that has a name or a host of its own, and the path left."""
    site = words.site_of_host(host)
    if site is not None and host != site.host:
        home, trail, _ = _home(site.host, site.path, words)
        return home, (*trail, f"//{host}"), path
    home = site.name if site is not None else host
    part = words.site_of_host(host, path)
    if part is not None and part.path and f"{path}/".startswith(f"{part.path}/"):
        return home, (part.path,), path[len(part.path) :]
    return home, (), path


def _url_problem(url: str) -> str | None:
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        return "is not an address: write it like example.com/page"
    if parts.username is not None or parts.password is not None:
        return "carries a user name before the host: leave that part out"
    if not re.fullmatch(_HOST, f"[{host}]" if ":" in host else host):
        return "is neither a site in the table nor an address: write it like example.com/page"
    return None
