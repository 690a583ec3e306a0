"""The port of apps: what tools may ask of the part of a system that starts programs."""

from __future__ import annotations

from typing import Protocol

from goalwright.dataclass import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """A program as it is to be started. `names` are what its processes and windows are called.

    `is_app` says that the desktop lists it as an app, so that a window can be expected.
    """

    app: str
    command: tuple[str, ...]
    names: frozenset[str]
    is_app: bool = True


class Launcher(Protocol):
    """Starts programs on their own: they neither end with this process nor write to its terminal."""

    def named(self, name: str, url: str = "") -> Start:
        """How the app of that name is started, at an address if one is given; ToolFailure if it cannot be."""

    def start(self, start: Start) -> Started:
        """Start it; ToolFailure if the system refuses."""


class Started(Protocol):
    """A program that was started. `pid` is that of its first process, None where the system does not tell."""

    @property
    def pid(self) -> int | None: ...

    def poll(self) -> int | None:
        """The code it has ended with, None while it runs or where the system does not tell."""
