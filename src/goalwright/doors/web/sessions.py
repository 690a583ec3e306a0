"""Sessions: who may talk to the service. Programs show the token; a page has a session, made with a one-time link."""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Callable
from hmac import compare_digest
from typing import TYPE_CHECKING, Literal

from goalwright.named_tuple import NamedTuple

if TYPE_CHECKING:
    from goalwright.app.service_folder import ServiceFolder

SESSIONS = "sessions.json"
LINK_LIFE_S = 600.0
SESSION_LIFE_S = 30 * 24 * 3600.0
_MOST_SESSIONS = 50
_MOST_LINKS = 20

Means = Literal["page", "token"]


class Caller(NamedTuple):
    """Who makes a request: a page, which a person sits at, or a program with the token."""

    means: Means
    name: str

    @property
    def is_person(self) -> bool:
        return self.means == "page"


class NewSession(NamedTuple):
    """The two halves of a session: the cookie, which no script can read, and the key, which no other port is sent."""

    cookie: str
    key: str


class Sessions:
    """The token, the links that were not used yet, and the sessions, of which only digests are kept."""

    def __init__(self, folder: ServiceFolder, clock: Callable[[], float] = time.time) -> None:
        self._folder, self._clock = folder, clock
        self._token = folder.token()
        self._links: dict[str, float] = {}
        self._sessions = _kept(folder.document(SESSIONS))

    def new_link(self) -> str:
        """What stands in an address that opens the page: it works once, for ten minutes."""
        link, now = secrets.token_urlsafe(24), self._clock()
        self._links = {known: until for known, until in self._links.items() if until > now}
        while len(self._links) >= _MOST_LINKS:
            self._links.pop(next(iter(self._links)))
        self._links[_digest(link)] = now + LINK_LIFE_S
        return link

    def enter(self, link: str) -> NewSession | None:
        """A session for a link that was not used before."""
        until = self._links.pop(_digest(link), 0.0)
        if until <= self._clock():
            return None
        made = NewSession(secrets.token_urlsafe(32), secrets.token_urlsafe(32))
        while len(self._sessions) >= _MOST_SESSIONS:
            self._sessions.pop(min(self._sessions, key=lambda cookie: self._sessions[cookie][1]))
        self._sessions[_digest(made.cookie)] = (_digest(made.key), self._clock() + SESSION_LIFE_S)
        self._keep()
        return made

    def is_token(self, token: str) -> bool:
        return compare_digest(token.encode(), self._token.encode())

    def session(self, cookie: str, key: str | None) -> str | None:
        """The name of the session that a cookie, and unless it is None the key, belong to."""
        known = self._sessions.get(_digest(cookie)) if cookie else None
        if known is None or known[1] <= self._clock():
            return None
        if key is not None and not compare_digest(_digest(key), known[0]):
            return None
        return _digest(cookie)[:8]

    def leave(self, cookie: str) -> None:
        """End a session; its cookie is worth nothing from now on."""
        if self._sessions.pop(_digest(cookie), None) is not None:
            self._keep()

    def _keep(self) -> None:
        rows = [[cookie, key, until] for cookie, (key, until) in self._sessions.items()]
        self._folder.write(SESSIONS, json.dumps(rows))


def _kept(rows: object) -> dict[str, tuple[str, float]]:
    """The sessions of the file; one that is damaged opens nothing, and its pages ask for a new link."""
    return {
        row[0]: (row[1], row[2])
        for row in (rows if isinstance(rows, list) else ())
        if isinstance(row, list) and [type(part) for part in row] == [str, str, float]
    }


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
