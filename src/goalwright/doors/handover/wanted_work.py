"""What a caller wants done, as it came over the line."""

from __future__ import annotations

import os

from goalwright.doors.handover.hand_message import numbers, stamp, unpacked
from goalwright.named_tuple import NamedTuple

_READ_AT_START = ("PYTHON", "LD_", "GLIBC_", "MALLOC_")
"""Variables that an interpreter reads when it starts: those of a process that is there already can't be changed."""


class Stream(NamedTuple):
    """One of the standard streams, as the caller's own interpreter has made it."""

    encoding: str
    errors: str
    is_by_line: bool
    is_unbuffered: bool


class WantedWork(NamedTuple):
    """A command line, and the circumstances under which it was given."""

    arguments: list[str]
    environment: dict[bytes, bytes]
    path: list[str]
    streams: list[Stream]
    ignored: list[int]
    files: list[int]


def wanted_work(message: bytes) -> WantedWork | None:
    """The work; None if the caller is of another version, or was started in another way than this process."""
    try:
        theirs, arguments, variables, path, streams, ignored, files = unpacked(message)
        if theirs != stamp():
            return None
        pairs = (variable.partition(b"=") for variable in variables)
        environment = {name: value for name, _, value in pairs}
        if _read_at_start(environment) != _read_at_start(dict(os.environb)):
            return None
        return WantedWork(
            arguments=list(map(os.fsdecode, arguments)),
            environment=environment,
            path=list(map(os.fsdecode, path)),
            streams=[_stream(os.fsdecode(told)) for told in streams],
            ignored=numbers(ignored),
            files=numbers(files),
        )
    except (ValueError, IndexError):
        return None


def _stream(told: str) -> Stream:
    encoding, errors, is_by_line, is_unbuffered = told.split("\n")
    return Stream(encoding, errors, is_by_line == "1", is_unbuffered == "1")


def _read_at_start(environment: dict[bytes, bytes]) -> dict[bytes, bytes]:
    marks = tuple(mark.encode() for mark in _READ_AT_START)
    return {name: value for name, value in environment.items() if name.startswith(marks)}
