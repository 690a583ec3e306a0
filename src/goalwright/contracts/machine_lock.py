"""The port of locks between processes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import TypeAlias

MachineLock: TypeAlias = Callable[[str], AbstractAsyncContextManager[None]]
"""Holds a name for this process among all processes of the machine."""
