"""The port of locks between processes."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Protocol


class MachineLock(Protocol):
    """Holds names for this process among all processes of the user; waits for those that another has."""

    def __call__(self, *names: str) -> AbstractAsyncContextManager[None]: ...
