"""The address of the fleet's database, with its password from the keyring and TLS wherever it is not this machine."""

from __future__ import annotations

import os
from collections.abc import Mapping
from urllib.parse import SplitResult, parse_qs, quote, urlsplit, urlunsplit

from goalwright.errors import FleetError

VARIABLE = "GOALWRIGHT_FLEET_URL"
KEYRING_SERVICE = "goalwright-fleet"
_LOCAL = ("", "localhost", "127.0.0.1", "::1")
_SAFE_MODES = ("require", "verify-ca", "verify-full")
_SCHEMES = ("postgresql", "postgres")
_FORM = "postgresql://USER@HOST/DATABASE"


def fleet_url(environ: Mapping[str, str] = os.environ) -> str:
    """Where the fleet's database is, ready to connect to; FleetError says what to set."""
    given = environ.get(VARIABLE, "")
    if not given:
        raise FleetError(f"set {VARIABLE} to the address of the fleet's Postgres: {_FORM}")
    if not given.startswith(tuple(f"{scheme}://" for scheme in _SCHEMES)):
        raise FleetError(f"{VARIABLE} must begin with postgresql://, and be {_FORM}")
    try:
        parts = urlsplit(given)
        is_whole = bool(parts.netloc or parts.query) and parts.port != 0
    except ValueError:
        is_whole = False
    if not is_whole:
        raise FleetError(f"{VARIABLE} is no address of a database: it must be {_FORM}")
    return urlunsplit(_encrypted(_with_password(parts)))


def shown_address(url: str) -> str:
    """The address without its password."""
    parts = urlsplit(url)
    name = f"{parts.username}@" if parts.username else ""
    return f"{name}{parts.hostname or 'this machine'}{parts.path}"


def _with_password(parts: SplitResult) -> SplitResult:
    if parts.password is not None or not parts.username or not parts.hostname:
        return parts
    import keyring
    from keyring.errors import KeyringError

    try:
        password = keyring.get_password(KEYRING_SERVICE, f"{parts.username}@{parts.hostname}")
    except KeyringError:  # a machine without one: Postgres says whether it wants a password
        password = None
    if not password:
        return parts
    name, _, place = parts.netloc.rpartition("@")
    return parts._replace(netloc=f"{name}:{quote(password, safe='')}@{place}")


def _encrypted(parts: SplitResult) -> SplitResult:
    """Away from this machine, a connection is encrypted or not made at all."""
    settings = parse_qs(parts.query)
    host = settings.get("host", [parts.hostname or ""])[0]
    if host in _LOCAL or host.startswith("/"):
        return parts
    mode = settings.get("sslmode", [""])[0]
    if not mode:
        return parts._replace(query="&".join(filter(None, (parts.query, "sslmode=require"))))
    if mode not in _SAFE_MODES:
        raise FleetError(f"{VARIABLE} says sslmode={mode} for {host}: use one of {', '.join(_SAFE_MODES)}")
    return parts
