"""Identities: the signing keys of a hub and of a worker, private files in the state folder."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Literal

from nacl.signing import SigningKey

from goalwright.dataclass import dataclass
from goalwright.errors import FleetError
from goalwright.fleet.seals import public_key

FOLDER = "fleet"
_PRIVATE = 0o600
_MEMBERSHIP = "membership.json"
Role = Literal["hub", "worker"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Membership:
    """What a worker was told when it joined: its name, and the key of the one hub that it obeys."""

    name: str
    hub_key: str
    tags: tuple[str, ...] = ()


def fleet_folder(home: Path) -> Path:
    """The folder for keys, made for its owner alone."""
    folder = home / FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    return folder


def own_key(home: Path, role: Role, *, is_made: bool = True) -> SigningKey:
    """The key of this machine in a role, made when it is first asked for, unless it must be there."""
    file = home / FOLDER / f"{role}.key"
    try:
        return _read(file)
    except FileNotFoundError:
        if not is_made:
            remedy = "`goalwright fleet enrol NAME` makes it one; if it was one, put the file back from a backup"
            raise FleetError(f"this machine is no {role} of a fleet, for want of {file}: {remedy}") from None
    fleet_folder(home)
    _write(file, bytes(SigningKey.generate()).hex())
    return _read(file)


def require_free(home: Path, membership: Membership) -> None:
    """FleetError if this machine obeys another hub: it is not taken over by this one."""
    known = membership_of(home)
    if known is not None and known.hub_key != membership.hub_key:
        file = home / FOLDER / _MEMBERSHIP
        raise FleetError(f"this machine belongs to another hub already: remove {file} to leave that one")


def remember(home: Path, membership: Membership) -> None:
    """Keep which hub this machine obeys."""
    require_free(home, membership)
    file = fleet_folder(home) / _MEMBERSHIP
    file.unlink(missing_ok=True)
    content = {"name": membership.name, "hub_key": membership.hub_key, "tags": list(membership.tags)}
    _write(file, json.dumps(content))


def membership_of(home: Path) -> Membership | None:
    """Which hub this machine obeys, if it has joined one."""
    file = home / FOLDER / _MEMBERSHIP
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        return Membership(name=kept["name"], hub_key=kept["hub_key"], tags=tuple(kept["tags"]))
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError) as error:
        raise FleetError(f"{file} is damaged: remove it and join again with a new ticket") from error


def fingerprint(key: SigningKey | str) -> str:
    """The beginning of a public key, for people to compare."""
    text = key if isinstance(key, str) else public_key(key)
    return ":".join(text[place : place + 4] for place in range(0, 16, 4))


def _read(file: Path) -> SigningKey:
    text = file.read_text(encoding="ascii")
    if file.stat().st_mode & 0o077:
        raise FleetError(f"{file} can be read by others: `chmod 600` it, and enrol again if someone may have read it")
    try:
        return SigningKey(bytes.fromhex(text))
    except ValueError as error:
        raise FleetError(f"{file} is damaged: put it back from a backup, or remove it and enrol again") from error


def _write(file: Path, text: str) -> None:
    """Write a private file that is whole or not there; one that is there meanwhile is left alone."""
    new = file.with_name(f".{file.name}.{os.getpid()}")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _PRIVATE)
    with os.fdopen(descriptor, "w", encoding="utf-8") as writing:
        writing.write(text)
        writing.flush()
        os.fsync(writing.fileno())
    try:
        os.link(new, file)
    except FileExistsError:
        pass
    finally:
        new.unlink()
