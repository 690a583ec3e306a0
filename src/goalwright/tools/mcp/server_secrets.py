"""Secrets of servers: values in the system's keyring, each for one variable or header of one server."""

from __future__ import annotations

from collections.abc import Mapping

from goalwright.errors import ToolFailure
from goalwright.tools.mcp.server_record import ServerRecord

SERVICE = "goalwright"


def keep_secret(server: str, name: str, value: str) -> None:
    _asked("set_password", server, name, value)


def forget_secrets(record: ServerRecord) -> None:
    """Take all secrets of a server out of the keyring."""
    for name in (*record.secrets, *record.headers):
        if _asked("get_password", record.name, name) is not None:
            _asked("delete_password", record.name, name)


def secret_values(record: ServerRecord, names: tuple[str, ...]) -> Mapping[str, str]:
    """The values by name; ToolFailure if one is missing."""
    found = {}
    for name in names:
        value = _asked("get_password", record.name, name)
        if value is None:
            remedy = f"remove the server and add it again, which asks for {name}"
            raise ToolFailure(f"the keyring has no {name} for {record.name}: {remedy}")
        found[name] = str(value)
    return found


def _asked(what: str, server: str, name: str, *value: str) -> object:
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError:
        raise ToolFailure("the Python package keyring is not installed: `pip install 'goalwright[mcp]'`") from None
    try:
        return getattr(keyring, what)(SERVICE, f"mcp:{server}:{name}", *value)
    except KeyringError as error:
        why = (str(error) or type(error).__name__).splitlines()[0].partition(". ")[0].rstrip(".")
        remedy = "set up and unlock one, such as GNOME Keyring or KWallet"
        raise ToolFailure(f"the system's keyring cannot be used ({why}): {remedy}") from None
