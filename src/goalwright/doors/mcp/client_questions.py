"""Questions to the client: to its person, by elicitation, and to the program itself, about the folders it works in.

The protocol has two ways. Up to 2025-11-25 the server asks in the middle of a call. Since 2026-07-28 the call ends with
the questions, and the client makes it again with the answers and with what the server gave it to remember, which the
SDK seals: only what this process has sealed for this very call comes back.
"""

from __future__ import annotations

import json
from typing import Any

from mcp.server.mcpserver import Context
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from mcp_types import (
    ClientCapabilities,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequiredResult,
    ListRootsRequest,
    ListRootsResult,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from goalwright.doors.mcp.told_actions import LONGEST_NAME, one_line
from goalwright.errors import PolicyRefusal

ROOTS_WAIT_S = 10.0
_ROOTS = "roots"
_YES = "approve"
_FORM = {
    "type": "object",
    "properties": {_YES: {"type": "boolean", "title": "Run it", "description": "Yes, run exactly this."}},
    "required": [_YES],
}


class NeedsInput(Exception):  # it is no error: the call goes on when the client makes it again
    """The call ends here; the client makes it again with the answers."""

    def __init__(self, result: InputRequiredResult) -> None:
        super().__init__("the client is asked")
        self.result = result


class ClientQuestions:
    """What one call asks its client. `remembered` is what an earlier round of the same call left."""

    def __init__(self, context: Context[Any, Any], answer_wait_s: float, *, asks_person: bool) -> None:
        self._context = context
        self._answer_wait_s = answer_wait_s
        self._asks_person = asks_person
        self._is_modern = context.protocol_version in MODERN_PROTOCOL_VERSIONS
        self._answers: dict[str, Any] = dict(context.input_responses or {}) if self._is_modern else {}
        self.remembered: dict[str, Any] = json.loads(context.request_state or "{}") if self._is_modern else {}

    @property
    def client_name(self) -> str:
        """What the client calls itself, which nothing proves."""
        params = self._context.session.client_params
        name = params.client_info.name if params is not None else ""
        return one_line(name.strip(), LONGEST_NAME) or "an unnamed client"

    async def folders(self) -> list[str] | None:
        """The folders that the client works in, as addresses; None if it says nothing about any."""
        if self._capabilities.roots is None:
            return None
        if _ROOTS not in self.remembered:
            answer = await self._asked(_ROOTS, ListRootsRequest(), ListRootsResult, ROOTS_WAIT_S)
            if not isinstance(answer, ListRootsResult):
                raise PolicyRefusal("", "the client has roots, but did not say which: nothing is done outside of them")
            self.remembered[_ROOTS] = [str(root.uri) for root in answer.roots]
        found: list[str] = self.remembered[_ROOTS]
        return found

    async def answer_to(self, key: str, question: str) -> bool | None:
        """Whether the person says yes; None if they can't be asked, or do not answer."""
        form = self._capabilities.elicitation
        if not self._asks_person or form is None or (form.form is None and form.url is not None):
            return None
        request = ElicitRequest(
            params=ElicitRequestFormParams(message=question, requested_schema=_FORM),
        )
        answer = await self._asked(key, request, ElicitResult, self._answer_wait_s)
        if not isinstance(answer, ElicitResult) or answer.action == "cancel":
            return None
        # Only the very word counts: "yes" as a text, or no content at all, is no approval.
        return answer.action == "accept" and (answer.content or {}).get(_YES) is True

    @property
    def _capabilities(self) -> ClientCapabilities:
        return self._context.client_capabilities or ClientCapabilities()

    async def _asked(self, key: str, request: Any, result: Any, wait_s: float) -> Any:
        """What the client answers; None if it does not, or makes no sense."""
        if not self._is_modern:
            metadata = ServerMessageMetadata(related_request_id=self._context.request_id)
            try:
                return await self._context.session.send_request(request, result, wait_s, metadata)
            except (MCPError, ValidationError):
                return None
        # An answer counts only if the question was asked: a client could send one with its first round.
        if key in self.remembered.setdefault("asked", []):
            return self._answers.pop(key, None)
        self.remembered["asked"].append(key)
        raise NeedsInput(InputRequiredResult(input_requests={key: request}, request_state=json.dumps(self.remembered)))
