"""The application object, and the only place where its parts are wired."""

from goalwright.app.goalwright import Goalwright

__all__ = ["Goalwright"]
