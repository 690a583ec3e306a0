"""Where a platform keeps what programs keep: settings, state, and the folders of the user."""

from __future__ import annotations

import os
from pathlib import Path

from goalwright.standard_folders import standard_config_folder, standard_state_folder

HOSTS_FILE = "fleet/hosts.json"
"""In the state folder of a fleet's hub: the hosts it has enrolled."""
JOBS_FILE = "jobs.db"
"""In the state folder of one who has jobs."""
HUB_KEY_FILE = "fleet/hub.key"
"""In the state folder of a fleet's hub: what makes it the hub."""


def config_folder(given: str | os.PathLike[str] | None) -> Path:
    """The folder with the user's settings: the one given, else GOALWRIGHT_CONFIG's, else the platform's."""
    return expanded(given or standard_config_folder())


def state_folder(given: str | os.PathLike[str] | None) -> Path:
    """The folder for state: the one given, else GOALWRIGHT_HOME's, else the platform's.

    JournalError if it may not even be looked into.
    """
    folder = expanded(given or standard_state_folder())
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
