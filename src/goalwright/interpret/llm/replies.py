"""An HTTP client whose replies are bounded, however much a server sends."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx2
from pydantic_ai.models import create_async_httpx2_client

MAX_REPLY = 1_048_576


class ReplyTooLarge(Exception):
    """A server sent more than any answer can be, or compressed it, which hides its size."""


def bounded_client(timeout_s: float) -> httpx2.AsyncClient:
    """A client that reads at most MAX_REPLY bytes of a reply."""
    client = create_async_httpx2_client(timeout=httpx2.Timeout(timeout_s, connect=min(timeout_s, 5)))
    client.headers["Accept-Encoding"] = "identity"
    client.event_hooks = {**client.event_hooks, "response": [_bound]}
    return client


async def _bound(response: httpx2.Response) -> None:
    # A packed reply could be a thousand times larger than what was read of it.
    if response.headers.get("content-encoding", "identity") != "identity":
        raise ReplyTooLarge
    if isinstance(response.stream, httpx2.AsyncByteStream):
        response.stream = _BoundedStream(response.stream)


class _BoundedStream(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in self._stream:
            size += len(chunk)
            if size > MAX_REPLY:
                raise ReplyTooLarge
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()
