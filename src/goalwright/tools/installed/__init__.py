"""The programs of this machine: what they are called, how each is started, and which processes are theirs."""

from goalwright.tools.installed.finding import find_app
from goalwright.tools.installed.menu import app_names, installed_apps
from goalwright.tools.installed.names import process_names

__all__ = ["app_names", "find_app", "installed_apps", "process_names"]
