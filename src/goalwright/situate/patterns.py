"""Patterns: which part of an absolute path people meant as one, and which part just happens to look like it."""

from __future__ import annotations

import re
from itertools import takewhile

from goalwright.contracts.path_spelling import is_windows, normal
from goalwright.dataclass import dataclass

_WILD = re.compile(r"[*?\[]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """A pattern in an absolute path. `prefix` is what stands before the part that was said: nothing in it is wild,
    whatever the working folder is called."""

    literal: str
    prefix: str

    @property
    def exactly(self) -> str:
        """What matches the thing of this very name and nothing else."""
        return _escaped(self.literal)

    @property
    def wild(self) -> str:
        """What matches as it was meant."""
        return _escaped(self.prefix) + self.literal[len(self.prefix) :]

    def __str__(self) -> str:
        """The pattern and the folder it is looked for in: `*.pdf in /home/me/Downloads`."""
        first = _WILD.search(self.literal, len(self.prefix))
        cut = self.literal.rfind("/", 0, first.start()) if first is not None else -1
        return f"{self.literal[cut + 1 :]} in {self.literal[:cut] or '/'}" if cut >= 0 else self.literal


def pattern_in(said: str, full: str) -> Pattern | None:
    """The pattern in a path that was said, `full` being the same path made absolute; None if there is none."""
    if not _WILD.search(said):
        return None
    spelled = normal(said)
    said_parts = spelled.split("\\") if is_windows(spelled) else spelled.split("/")
    full_parts = full.split("/")
    pairs = zip(reversed(said_parts), reversed(full_parts), strict=False)
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    tail = "/".join(full_parts[len(full_parts) - common :])
    return Pattern(literal=full, prefix=full[: len(full) - len(tail)])


def _escaped(text: str) -> str:
    return _WILD.sub(lambda found: f"[{found.group()}]", text)
