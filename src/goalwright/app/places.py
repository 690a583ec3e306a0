"""Where a platform keeps what programs keep: settings, state, and the folders of the user."""

from __future__ import annotations

import os
import sys
from pathlib import Path

CONFIG_VARIABLE = "GOALWRIGHT_CONFIG"
HOME_VARIABLE = "GOALWRIGHT_HOME"
HOSTS_FILE = "fleet/hosts.json"
"""In the state folder of a fleet's hub: the hosts it has enrolled."""
HUB_KEY_FILE = "fleet/hub.key"
"""In the state folder of a fleet's hub: what makes it the hub."""

# sys.platform -> the variable that names the folder for such things, and where it is without; others follow linux.
_CONFIG_FOLDERS = {
    "linux": ("XDG_CONFIG_HOME", "~/.config"),
    "darwin": ("", "~/Library/Application Support"),
    "win32": ("APPDATA", "~/AppData/Roaming"),
}
_DATA_FOLDERS = {
    "linux": ("XDG_DATA_HOME", "~/.local/share"),
    "darwin": ("", "~/Library/Application Support"),
    "win32": ("LOCALAPPDATA", "~/AppData/Local"),
}


def config_folder(given: str | os.PathLike[str] | None) -> Path:
    """The folder with the user's settings: the one given, else GOALWRIGHT_CONFIG's, else the platform's."""
    return _folder(given, CONFIG_VARIABLE, _CONFIG_FOLDERS)


def state_folder(given: str | os.PathLike[str] | None) -> Path:
    """The folder for state: the one given, else GOALWRIGHT_HOME's, else the platform's.

    JournalError if it may not even be looked into.
    """
    folder = _folder(given, HOME_VARIABLE, _DATA_FOLDERS)
    try:
        (folder / "journal.db").exists()
    except OSError as error:
        from goalwright.store.store_faults import journal_error

        raise journal_error(folder, error) from error
    return folder


def user_folder() -> Path:
    """The user's home folder; without one, wherever a relative `~` leads."""
    return expanded("~")


def user_name() -> str:
    """The name of the user whose process this is, as the system has it."""
    try:
        import pwd

        return pwd.getpwuid(os.getuid()).pw_name
    except (ImportError, KeyError):  # Windows, or a user without an entry
        import getpass

        try:
            return getpass.getuser()
        except (OSError, KeyError):
            return "unknown"


def expanded(folder: str | os.PathLike[str]) -> Path:
    try:
        return Path(folder).expanduser()
    except RuntimeError:  # no home folder can be found: the path stays as it is and is simply not there
        return Path(folder)


def _folder(given: str | os.PathLike[str] | None, variable: str, table: dict[str, tuple[str, str]]) -> Path:
    chosen = given if given is not None else os.environ.get(variable)
    if chosen:
        return expanded(chosen)
    platform_variable, fallback = table.get(sys.platform, table["linux"])
    named = os.environ.get(platform_variable, "") if platform_variable else ""
    # The XDG specification has relative paths ignored.
    return expanded(named if named and Path(named).is_absolute() else fallback) / "goalwright"
