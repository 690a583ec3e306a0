"""`goalwright serve`: the page and the HTTP interface, until it is stopped."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from goalwright.doors.cli.parameters import AsJson, Option
from goalwright.doors.cli.screen import Line, show, show_json, warn
from goalwright.errors import GoalwrightError, SettingsError

if TYPE_CHECKING:
    from goalwright.app.service_folder import ServiceFolder

EPILOG = """\b
Example:
  goalwright serve --open
  goalwright serve --port 0 --log-json 2> service.log
"""
_PACKAGES = "starlette", "uvicorn"


def serve(
    port: Annotated[
        int | None,
        Option(
            "--port", metavar="PORT", min=0, help="Where to listen, unless the settings say; 0 is any that is free."
        ),
    ] = None,
    host: Annotated[
        str, Option("--host", metavar="ADDRESS", help="Listen at another address than this machine's own loopback.")
    ] = "127.0.0.1",
    open_page: Annotated[bool, Option("--open", help="Open the page in the browser.")] = False,
    log_json: Annotated[bool, Option("--log-json", help="Write a JSON line to stderr for each request.")] = False,
    as_json: AsJson = False,
) -> int:
    """Serve the page and the HTTP interface until Ctrl-C.

    The address that is printed opens the page once, and gives that browser a session. Where a
    service is running already, its address is printed, and this command ends.
    """
    from goalwright.app.goalwright import Goalwright
    from goalwright.app.service_folder import ServiceFolder

    _require_packages()
    if port is not None and port > 65_535:
        raise SettingsError("serve", "--port", f"is {port}: choose one up to 65535")

    def announce(address: str) -> None:
        _announced(address, as_json=as_json, is_first=True)
        if open_page:
            _opened(address)

    with closing(Goalwright()) as gw:
        folder = ServiceFolder(gw.home)
        chosen = gw.settings["service_port"] if port is None else port
    hold = folder.hold()
    if hold is None:
        address = _address_of_first(folder)
        _announced(address, as_json=as_json, is_first=False)
        if open_page:
            _opened(address)
        return 0
    with hold:
        from goalwright.doors.web.serving import LOOPBACK, Served
        from goalwright.doors.web.serving import serve as serve_until_stopped

        if host not in (*LOOPBACK, "::1"):
            warn(
                f"other machines can reach {host}: what they send is not encrypted, and the token is all that protects"
            )
        return serve_until_stopped(Served(host, chosen, Path.cwd(), is_logged=log_json), folder, announce)


def _announced(address: str, *, as_json: bool, is_first: bool) -> None:
    if as_json:
        show_json({"address": address, "is_first": is_first}, indent=None)
    elif is_first:
        show([Line(((f"Goalwright is at {address}", "bold"),), 2)])
    else:
        show([Line(((f"Goalwright is running already, at {address}", "bold"),), 2)])
    sys.stdout.flush()


def _address_of_first(folder: ServiceFolder) -> str:
    """A fresh address of the service that is there, which it gives to those who can read its token."""
    import time
    from urllib.request import ProxyHandler, Request, build_opener

    problem = "a service is running, but does not answer: stop it, and start it again"
    for _ in range(50):  # it may be just starting
        known = folder.document("address.json")
        if isinstance(known, dict):
            break
        time.sleep(0.1)
    else:
        raise GoalwrightError(problem)
    headers = {"Authorization": f"Bearer {folder.token()}", "Content-Type": "application/json"}
    request = Request(f"{known['address']}/api/links", data=b"{}", headers=headers, method="POST")
    try:
        with build_opener(ProxyHandler({})).open(request, timeout=10) as answer:  # never by way of a proxy
            return str(json.load(answer)["address"])
    except (OSError, ValueError) as error:
        raise GoalwrightError(f"{problem} ({error})") from None


def _opened(address: str) -> None:
    import webbrowser

    if not webbrowser.open(address):
        warn("no browser could be opened: open the address yourself")


def _require_packages() -> None:
    from importlib.util import find_spec

    if missing := [name for name in _PACKAGES if find_spec(name) is None]:
        raise GoalwrightError(f"the service needs {' and '.join(missing)}: install goalwright[serve]")
