"""HTTP to servers: answers of bounded size, no redirects elsewhere, nothing taken from the environment."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2

from goalwright.tools.mcp.bounded_stdio import MOST_BYTES

CONNECT_S = 30.0


class _BoundedBody(httpx2.AsyncByteStream):
    """A body that ends in an error when it gets too long."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        count = 0
        async for chunk in self._stream:
            count += len(chunk)
            if count > MOST_BYTES:
                raise httpx2.ReadError(f"the server sent more than {MOST_BYTES // 2**20} MB")
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()


class _BoundedHttp(httpx2.AsyncHTTPTransport):
    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        response = await super().handle_async_request(request)
        response.stream = _BoundedBody(response.stream)
        return response


@asynccontextmanager
async def bounded_client(headers: dict[str, str], read_s: float) -> AsyncIterator[httpx2.AsyncClient]:
    """A client with these headers for all requests."""
    timeout = httpx2.Timeout(CONNECT_S, read=max(read_s, CONNECT_S))
    async with httpx2.AsyncClient(
        headers=headers, timeout=timeout, transport=_BoundedHttp(), trust_env=False
    ) as client:
        yield client
