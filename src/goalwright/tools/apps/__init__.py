"""Apps."""

from goalwright.tools.apps.family import make_tools, missing
from goalwright.tools.apps.here import start_app

__all__ = ["make_tools", "missing", "start_app"]
