"""`goalwright secret`: passwords and the like, which are typed into pages and shown nowhere."""

from __future__ import annotations

import sys
from contextlib import closing
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from goalwright.doors.cli.parameters import Argument, AsJson, Option, wrong_argument
from goalwright.doors.cli.plain_text import message_text, name_text
from goalwright.doors.cli.screen import Line, columns, is_asked, show, show_json

if TYPE_CHECKING:
    from goalwright.app import Goalwright

EPILOG = """\b
With a keyring:
  goalwright secret set bank --origin https://bank.example

\b
Example:
  goalwright secret list
  goalwright secret list --json
"""


class Deed(StrEnum):
    """What is done about secrets."""

    SET = "set"
    LIST = "list"
    FORGET = "forget"


def secret(
    deed: Annotated[Deed, Argument(metavar="set|list|forget", help="What to do.")] = Deed.LIST,
    name: Annotated[str, Argument(metavar="NAME", help="What the secret is called.")] = "",
    origin: Annotated[str, Option("--origin", metavar="URL", help="The only site that it may be typed on.")] = "",
    as_json: AsJson = False,
) -> int:
    """Keep, list or forget what is typed into pages but never shown.

    `set` asks for the value, or reads it from standard input, and puts it into the system's
    keyring. A sentence names it: type "{{secret:NAME}}" into the password field.
    """
    from goalwright.app import Goalwright

    _check(deed, name, origin)
    with closing(Goalwright()) as gw:
        _DEEDS[deed](gw, name, origin, as_json)
    return 0


def _check(deed: Deed, name: str, origin: str) -> None:
    if deed is Deed.LIST and (name or origin):
        raise wrong_argument("`secret list` takes no name and no origin")
    if deed is not Deed.LIST and not name:
        raise wrong_argument(f"`secret {deed}` needs a name")
    if (deed is Deed.SET) != bool(origin):
        raise wrong_argument(f"`secret {deed}` {'needs' if deed is Deed.SET else 'takes no'} --origin")


def _set(gw: Goalwright, name: str, origin: str, as_json: bool) -> None:
    bound = gw.secrets.put(name, _value(name), origin)
    if as_json:
        show_json({"name": name, "origin": bound})
    else:
        show([Line(((f"{name_text(name)} is kept, and typed on {message_text(bound)} only", ""),))])


def _list(gw: Goalwright, _name: str, _origin: str, as_json: bool) -> None:
    names = gw.secrets.names()
    if as_json:
        show_json({"secrets": [{"name": name, "origin": origin} for name, origin in names.items()]})
    elif not names:
        show([Line((("No secret is kept.", ""),))])
    else:
        rows = [((name_text(name), "cyan"), (message_text(origin), "")) for name, origin in names.items()]
        show(columns([(("name", "bold"), ("typed on", "bold")), *rows]))


def _forget(gw: Goalwright, name: str, _origin: str, as_json: bool) -> None:
    gw.secrets.forget(name)
    if as_json:
        show_json({"name": name, "forgotten": True})
    else:
        show([Line(((f"{name_text(name)} is forgotten", ""),))])


_DEEDS = {Deed.SET: _set, Deed.LIST: _list, Deed.FORGET: _forget}


def _value(name: str) -> str:
    """The value as the person types it unseen; without a terminal, the first line of standard input."""
    if is_asked():
        import getpass
        import signal

        usual = signal.signal(signal.SIGINT, signal.default_int_handler)  # an exception, which getpass cleans up after
        try:
            return getpass.getpass(f"value of {name_text(name)}: ", stream=sys.stderr)
        finally:
            signal.signal(signal.SIGINT, usual)
    return sys.stdin.readline().rstrip("\r\n")
