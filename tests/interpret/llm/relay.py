"""A relay in front of a model: counts and keeps what passes, and can put a schema of its own in the request."""

from __future__ import annotations

import json
import urllib.request
from http.server import BaseHTTPRequestHandler
from typing import Any

from interpret.llm.scripted_endpoint import ScriptedEndpoint, sends


class Relay(ScriptedEndpoint):
    """Passes requests on to `url`. With `forced` set, the model can answer with that one value and no other."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.forced: dict[str, Any] | None = None
        self.replies: list[dict[str, Any]] = []
        self._target = f"{url}/chat/completions"
        self.script = [self._pass_on]

    def _pass_on(self, handler: BaseHTTPRequestHandler) -> None:
        request = self.requests[-1]
        if self.forced is not None:
            schema = {**request["response_format"]["json_schema"], "schema": {"const": self.forced}}
            request = {**request, "response_format": {"type": "json_schema", "json_schema": schema}}
        headers = {"content-type": "application/json"}
        passed = urllib.request.Request(self._target, json.dumps(request).encode(), headers)
        with urllib.request.urlopen(passed, timeout=600) as reply:
            body = reply.read()
        self.replies.append(json.loads(body))
        sends(body)(handler)
