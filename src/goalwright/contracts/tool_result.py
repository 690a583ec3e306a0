"""ToolResult: what one tool call came to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goalwright.contracts.checks import freeze_mapping, require_flag, require_text_or_none
from goalwright.contracts.frozen import EMPTY
from goalwright.dataclass import dataclass
from goalwright.errors import ContractViolation


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """A tool's outcome: `output` is what it saw or made, `error` what went wrong and what to do about it."""

    ok: bool
    output: Mapping[str, Any] = EMPTY
    error: str | None = None

    def __post_init__(self) -> None:
        require_flag(self, "ok")
        freeze_mapping(self, "output")
        require_text_or_none(self, "error")
        if self.ok == (self.error is not None):
            problem = "must be left out of a good result" if self.ok else "is missing: say what went wrong"
            raise ContractViolation("ToolResult", "error", problem)
