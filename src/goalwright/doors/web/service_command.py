"""`goalwright service`: the service as a unit of systemd, which starts it when you log in."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from goalwright.doors.cli.parameters import Argument, AsJson, wrong_argument
from goalwright.doors.cli.screen import Line, show, show_json, warn
from goalwright.errors import GoalwrightError

if TYPE_CHECKING:
    from goalwright.app.service_folder import ServiceFolder

EPILOG = """\b
Example:
  goalwright service status
"""
UNIT = "goalwright.service"
ACTIONS = ("install", "status", "remove")
_KEPT = ("GOALWRIGHT_HOME", "GOALWRIGHT_CONFIG")
_SYSTEMCTL_S = 30
_TEXT = """[Unit]
Description=Goalwright: the page, the HTTP interface and jobs

[Service]
ExecStart={command} serve
WorkingDirectory=%h
{environment}Restart=on-failure
KillMode=process
TimeoutStopSec=90

[Install]
WantedBy=default.target
"""


def service(
    action: Annotated[str, Argument(metavar="ACTION", help="install, status or remove.")] = "status",
    as_json: AsJson = False,
) -> int:
    """Have systemd start the service when you log in, or look whether one runs.

    `install` writes a unit of yours and starts it, `remove` stops it and takes it away, `status`
    changes nothing.
    """
    if action not in ACTIONS:
        raise wrong_argument(f"there is no {action[:40]!r}: use {', '.join(ACTIONS)}", "ACTION")
    from goalwright.app.goalwright import Goalwright
    from goalwright.app.service_folder import ServiceFolder

    with closing(Goalwright()) as gw:
        folder = ServiceFolder(gw.home)
    if action == "install":
        _install()
    elif action == "remove":
        _remove()
    return _status(folder, as_json=as_json)


def unit_file() -> Path:
    """Where systemd looks for the units of a user."""
    named = os.environ.get("XDG_CONFIG_HOME", "")
    config = Path(named) if named and Path(named).is_absolute() else Path.home() / ".config"
    return config / "systemd" / "user" / UNIT


def unit_text() -> str:
    """The unit: this very program, with the folders that it has now."""
    environment = "".join(
        f"Environment={_quoted(f'{name}={os.environ[name]}')}\n" for name in _KEPT if name in os.environ
    )
    found = shutil.which("goalwright")
    command = _quoted(found) if found else f"{_quoted(sys.executable)} -P -m goalwright"
    return _TEXT.format(command=command, environment=environment)


def _install() -> None:
    _require_systemd()
    file = unit_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(unit_text(), encoding="utf-8")
    _systemctl("daemon-reload")
    _systemctl("enable", "--now", UNIT)


def _remove() -> None:
    if not unit_file().exists():
        raise GoalwrightError(f"there is no {unit_file()}: nothing is installed")
    _require_systemd()
    _systemctl("disable", "--now", UNIT)
    unit_file().unlink(missing_ok=True)
    _systemctl("daemon-reload")


def _status(folder: ServiceFolder, *, as_json: bool) -> int:
    is_running = folder.is_held()
    known = folder.document("address.json") if is_running else None
    address = str(known["address"]) if isinstance(known, dict) else ""
    is_installed = unit_file().exists()
    if as_json:
        show_json({"installed": is_installed, "running": is_running, "address": address})
        return 0
    installed = f"installed as {unit_file()}" if is_installed else "not installed"
    running = f"running at {address}; `goalwright serve` prints a link to the page" if is_running else "not running"
    show([Line(((f"{installed}; {running}", "bold"),), 2)])
    return 0


def _require_systemd() -> None:
    if shutil.which("systemctl") is None:
        raise GoalwrightError("there is no systemd here: start `goalwright serve` with what starts your other programs")


def _systemctl(*arguments: str) -> None:
    """Ask systemd; where it cannot be reached, say how to do it later."""
    command = ["systemctl", "--user", *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_SYSTEMCTL_S)
    except (OSError, subprocess.TimeoutExpired) as error:
        warn(f"systemd does not answer ({error}): run `{' '.join(command)}` yourself")
        return
    if done.returncode:
        said = done.stderr.strip().splitlines()[-1:] or ["it does not say why"]
        warn(f"systemd did not do it ({said[0]}): run `{' '.join(command)}` yourself, in a session of yours")


def _quoted(text: str) -> str:
    """A word as a unit file has it; a percent sign has a meaning there."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{escaped}"'
