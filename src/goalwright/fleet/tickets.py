"""Tickets: what a person carries from the hub to a machine so that it may join, once, under one name."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import os
from string import hexdigits

from nacl.signing import SigningKey

from goalwright.dataclass import dataclass
from goalwright.errors import FleetError
from goalwright.fleet.host_names import require_name
from goalwright.fleet.seals import KEY_DIGITS, public_key

_PREFIX = "gwfleet1-"
_BAD = "is no ticket: `goalwright fleet enrol NAME` on the hub prints one, to be copied whole"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """A name in the fleet, the hub's public key, and a secret that only the hub can make again."""

    name: str
    tags: tuple[str, ...]
    hub_key: str
    nonce: str
    secret: str

    def text(self) -> str:
        content = [self.name, list(self.tags), self.hub_key, self.nonce, self.secret]
        return _PREFIX + base64.urlsafe_b64encode(json.dumps(content).encode()).decode().rstrip("=")


def new_ticket(name: str, tags: tuple[str, ...], hub: SigningKey) -> Ticket:
    nonce = os.urandom(16).hex()
    secret = _secret(hub, name, nonce)
    return Ticket(name=name, tags=tags, hub_key=public_key(hub), nonce=nonce, secret=secret)


def ticket_from(text: str) -> Ticket:
    """The ticket that a text is; FleetError otherwise."""
    try:
        if not text.startswith(_PREFIX):
            raise ValueError
        coded = text.removeprefix(_PREFIX)
        name, tags, hub_key, nonce, secret = json.loads(base64.urlsafe_b64decode(coded + "=" * (-len(coded) % 4)))
        if not all(isinstance(part, str) for part in (name, *tags, hub_key, nonce, secret)):
            raise ValueError
    except (ValueError, TypeError, binascii.Error) as error:
        raise FleetError(f"this {_BAD}") from error
    tags = tuple(require_name(tag, "tag") for tag in tags)
    return Ticket(name=require_name(name), tags=tags, hub_key=hub_key, nonce=nonce, secret=secret)


def proof(ticket: Ticket, worker_key: str, tags: tuple[str, ...]) -> str:
    """What shows the hub that the machine with this key and these tags holds the ticket."""
    return _proof(ticket.secret, ticket.name, worker_key, tags)


def is_proven(hub: SigningKey, name: str, nonce: str, worker_key: str, tags: tuple[str, ...], shown: str) -> bool:
    """Whether the proof was made with a ticket of this hub for this name."""
    if len(worker_key) != KEY_DIGITS or not set(worker_key) <= set(hexdigits):
        return False
    expected = _proof(_secret(hub, name, nonce), name, worker_key, tags)
    return hmac.compare_digest(expected.encode(), shown.encode())  # texts must be ASCII, and a stranger's may not be


def _secret(hub: SigningKey, name: str, nonce: str) -> str:
    return hashlib.blake2b(f"ticket\0{name}\0{nonce}".encode(), key=bytes(hub), digest_size=32).hexdigest()


def _proof(secret: str, name: str, worker_key: str, tags: tuple[str, ...]) -> str:
    told = json.dumps(["join", name, worker_key, list(tags)])
    return hmac.new(secret.encode(), told.encode(), hashlib.sha256).hexdigest()
