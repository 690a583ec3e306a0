"""Where a platform has a program keep its settings and its state. It imports only what every interpreter has loaded."""

import os
import sys

CONFIG_VARIABLE = "GOALWRIGHT_CONFIG"
HOME_VARIABLE = "GOALWRIGHT_HOME"
SERVICE_FOLDER = "service"
SOCKET = "commands.sock"
"""Where, in the service's folder, a running service takes commands."""

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


def standard_config_folder() -> str:
    """The folder with the user's settings: GOALWRIGHT_CONFIG's, else the platform's."""
    return _folder(CONFIG_VARIABLE, _CONFIG_FOLDERS)


def standard_state_folder() -> str:
    """The folder for state: GOALWRIGHT_HOME's, else the platform's."""
    return _folder(HOME_VARIABLE, _DATA_FOLDERS)


def has_service_socket() -> bool:
    """Whether a service may be there that takes commands; it may have died, or belong to another user."""
    return os.path.exists(f"{standard_state_folder()}/{SERVICE_FOLDER}/{SOCKET}")  # noqa: PTH110  # pathlib is slow to load


def _folder(variable: str, table: dict[str, tuple[str, str]]) -> str:
    chosen = os.environ.get(variable)
    if chosen:
        return os.path.expanduser(chosen)  # noqa: PTH111  # as above
    platform_variable, fallback = table.get(sys.platform, table["linux"])
    named = os.environ.get(platform_variable, "") if platform_variable else ""
    # The XDG specification has relative paths ignored.
    is_usable = bool(named) and os.path.isabs(named)  # noqa: PTH117  # as above
    return os.path.join(os.path.expanduser(named if is_usable else fallback), "goalwright")  # noqa: PTH111, PTH118  # as above
