"""ToolEntry: one registered tool, as the planner, the resolver, the executor and people need to know it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from goalwright.contracts.checks import (
    freeze_mapping,
    freeze_text_set,
    freeze_texts,
    require_choice,
    require_flag,
    require_text,
)
from goalwright.contracts.frozen import EMPTY
from goalwright.contracts.plan import Risk
from goalwright.contracts.tool import Tool
from goalwright.dataclass import dataclass, field
from goalwright.errors import ContractViolation

PLATFORM_NAMES = {"linux": "Linux", "darwin": "macOS", "win32": "Windows"}
PLATFORMS = tuple(PLATFORM_NAMES)
ArgType = Literal["path", "source", "sources", "program", "text", "content", "number", "flag", "data"]
PATH_TYPES = ("path", "path?", "source", "source?", "sources", "sources?", "program", "program?")
_RISKS = get_args(Risk)
_ARG_TYPES = frozenset(f"{name}{mark}" for name in get_args(ArgType) for mark in ("", "?"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCapability:
    """A tool's name, the goals it serves, the state it needs and the state it brings about."""

    name: str
    can_achieve: frozenset[str] = frozenset()
    requires: frozenset[str] = frozenset()
    effects: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        require_text(self, "name")
        freeze_text_set(self, "can_achieve", "requires", "effects")


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolEntry:
    """One tool.

    `risk` is the most an action of this tool can put at stake, `least_risk` the least; `reversible` says whether it can
    be taken back, `platforms` where it exists, named as `sys.platform` has them. `args` are the arguments it takes with
    their types, a `?` marking those that may be left out; a `source` is a path that is only read, `sources` several, a
    `program` one that is started, `content` text that may also come from what an earlier action saw, `data` anything
    that JSON has. `intents` are the kinds of action it may serve, `pools` what only one call on this machine may use at
    a time. `is_idempotent` allows it to be tried again, `waits` says that it may wait long for others, so that one is
    given up soon after a person asks to stop. `is_trusted` says that what it reports comes from this machine and not
    from a page, a file, a clipboard or another program's window. `missing` says why it cannot be used here and what to
    do about it; `tool` does the work, and is None in a catalogue that was not probed.
    """

    name: str
    capability: ToolCapability
    risk: Risk = "low"
    least_risk: Risk = "none"
    reversible: bool = False
    platforms: tuple[str, ...] = PLATFORMS
    description: str = ""
    args: Mapping[str, str] = EMPTY
    intents: tuple[str, ...] = ()
    pools: tuple[str, ...] = ()
    timeout_s: float = 60.0
    is_idempotent: bool = False
    waits: bool = False
    is_trusted: bool = True
    missing: str = ""
    tool: Tool | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        require_text(self, "name")
        require_text(self, "description", "missing", empty=True)
        require_choice(self, "risk", _RISKS)
        require_choice(self, "least_risk", _RISKS)
        require_flag(self, "reversible", "is_idempotent", "waits", "is_trusted")
        freeze_texts(self, "platforms", "intents", "pools")
        freeze_mapping(self, "args")
        if not isinstance(self.capability, ToolCapability) or self.capability.name != self.name:
            raise ContractViolation("ToolEntry", "capability", f"must be the ToolCapability of {self.name!r}")
        for name, kind in self.args.items():
            if kind not in _ARG_TYPES:
                problem = f"{name!r} is of the type {kind!r}: use {', '.join(get_args(ArgType))}, with ? if optional"
                raise ContractViolation("ToolEntry", "args", problem)
        if not (type(self.timeout_s) in (int, float) and self.timeout_s > 0):
            raise ContractViolation("ToolEntry", "timeout_s", "must be a number of seconds above 0")

    @property
    def is_available(self) -> bool:
        return self.tool is not None and not self.missing
