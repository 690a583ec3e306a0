"""SecretBox: secrets in the system's keyring, each bound to an origin; only their names and origins are in a file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from goalwright.contracts import ToolCall
from goalwright.errors import SettingsError, ToolFailure
from goalwright.named_tuple import NamedTuple
from goalwright.tools.browser.browser_files import read_json, write_json
from goalwright.tools.browser.origins import read_origin

NAME = re.compile(r"[A-Za-z0-9._-]+")
"""What a secret may be called."""
MARK = re.compile(r"\{\{\s*secret:\s*([A-Za-z0-9._-]+)\s*\}\}")


class Keyring(Protocol):
    """What holds passwords on this system."""

    def get_password(self, service_name: str, username: str) -> str | None: ...

    def set_password(self, service_name: str, username: str, password: str) -> None: ...

    def delete_password(self, service_name: str, username: str) -> None: ...


class Secret(NamedTuple):
    """A text to type, and the only origin that it may be typed on."""

    value: str
    origin: str


def system_keyring() -> Keyring:
    """The keyring of this system; ToolFailure without the package that reaches it."""
    try:
        import keyring
    except ImportError:
        raise ToolFailure("the Python package keyring is not installed: `pip install 'goalwright[browser]'`") from None
    return keyring


class SecretBox:
    """Keeps, gives and forgets secrets. `folder` remembers their names and origins, since no keyring lists its own."""

    def __init__(self, keyring: Callable[[], Keyring] = system_keyring, folder: str = "") -> None:
        self._keyring = keyring
        self._file = Path(folder) / "kept-secrets.json" if folder else None

    def put(self, name: str, value: str, origin: str) -> str:
        """Keep a secret, bound to an origin, in place of one of that name; the origin as it is compared."""
        if not NAME.fullmatch(name):
            raise SettingsError("secret", name, "is not a name: use letters, digits, dots, - and _")
        if not value:
            raise SettingsError("secret", name, "has no value: type one, or give it on standard input")
        try:
            bound = read_origin(origin)
        except SettingsError as error:
            raise SettingsError("--origin", origin, error.problem) from None
        self._asked("set_password", name, json.dumps({"origin": bound, "value": value}))
        self._write({**self.names(), name: bound})
        return bound

    def read(self, name: str) -> Secret:
        """A secret; ToolFailure if there is none of that name."""
        kept = self._asked("get_password", name)
        if kept is None:
            raise ToolFailure(
                f"the keyring has no secret {name}: keep it with `goalwright secret set {name} --origin URL`"
            )
        try:
            read = json.loads(kept)
            return Secret(str(read["value"]), read_origin(str(read["origin"])))
        except (ValueError, KeyError, TypeError, SettingsError):
            raise ToolFailure(
                f"the secret {name} is not bound to an origin: keep it with `goalwright secret set {name} --origin URL`"
            ) from None

    def forget(self, name: str) -> None:
        """Take a secret out of the keyring; ToolFailure if there is none of that name."""
        if self._asked("get_password", name) is None:
            raise ToolFailure(f"the keyring has no secret {name}: `goalwright secret list` lists them")
        self._asked("delete_password", name)
        self._write({known: origin for known, origin in self.names().items() if known != name})

    def names(self) -> Mapping[str, str]:
        """The names of the secrets that were kept here, each with its origin."""
        return {name: str(origin) for name, origin in read_json(self._file, {}).items()}

    def _write(self, names: Mapping[str, str]) -> None:
        if self._file is not None:
            write_json(self._file, dict(sorted(names.items())))

    def _asked(self, what: str, name: str, *value: str) -> Any:
        """What the keyring answers; one that is locked or not there is a ToolFailure."""
        keyring = self._keyring()
        from keyring.errors import KeyringError

        try:
            return getattr(keyring, what)("goalwright", f"secret:{name}", *value)
        except KeyringError as error:
            why = (str(error) or type(error).__name__).splitlines()[0].partition(". ")[0].rstrip(".")
            raise ToolFailure(
                f"the system's keyring cannot be used ({why}): set up and unlock one, such as GNOME Keyring or KWallet",
                is_transient=True,
            ) from None


def is_secret(call: ToolCall) -> bool:
    """Whether the text of a call names a secret. A text that came from a page names none, whatever it says."""
    text = call.args.get("text")
    return isinstance(text, str) and "text" not in call.filled and MARK.search(text) is not None
