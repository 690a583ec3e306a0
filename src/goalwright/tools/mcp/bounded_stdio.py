"""A server as a child process: messages of bounded size, what it writes to standard error kept in a few bytes."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import anyio
import mcp_types as types
from mcp.shared.message import SessionMessage

MOST_BYTES = 16 * 2**20
"""Bytes of one message; a server that sends more is ended."""
TAIL_BYTES = 2_000
GRACE_S = 1.0


class ServerProcess:
    """One process of a server.

    `complaint` is why it was ended, `tail` the last it wrote to standard error; `is_over` says that it is silent now.
    """

    def __init__(self, command: Sequence[str], env: Mapping[str, str], folder: str) -> None:
        self._command, self._env, self._folder = command, env, folder
        self.complaint = ""
        self.tail = ""
        self.is_over = False

    @asynccontextmanager
    async def streams(self) -> AsyncIterator[Any]:
        """Start the process; the streams that the SDK's client works with. It is ended with all its children."""
        process = await asyncio.create_subprocess_exec(
            *self._command,
            env=dict(self._env),
            cwd=self._folder or None,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=MOST_BYTES,
            start_new_session=True,
        )
        incoming, read = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        write, outgoing = anyio.create_memory_object_stream[SessionMessage](0)
        tasks = [
            asyncio.create_task(self._heard(process, incoming)),
            asyncio.create_task(_told(process, outgoing)),
            asyncio.create_task(self._watched(process)),
        ]
        try:
            yield read, write
        finally:
            with anyio.CancelScope(shield=True):
                await _ended(process)
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                for stream in (incoming, read, write, outgoing):
                    stream.close()

    async def _heard(self, process: asyncio.subprocess.Process, incoming: Any) -> None:
        """Pass on what the server says, line by line, until it ends or says too much at once."""
        output = process.stdout
        assert output is not None
        with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError, OSError):
            async with incoming:
                try:
                    while line := await output.readline():
                        await incoming.send(_message(line))
                except ValueError:
                    self.complaint = f"it sent a message of more than {MOST_BYTES // 2**20} MB"
                    _kill(process)
                finally:
                    self.is_over = True

    async def _watched(self, process: asyncio.subprocess.Process) -> None:
        errors = process.stderr
        assert errors is not None
        tail = b""
        with suppress(OSError):
            while chunk := await errors.read(4096):
                tail = (tail + chunk)[-TAIL_BYTES:]
                self.tail = tail.decode(errors="replace")


async def _told(process: asyncio.subprocess.Process, outgoing: Any) -> None:
    given = process.stdin
    assert given is not None
    with suppress(OSError, anyio.ClosedResourceError, anyio.BrokenResourceError):
        async with outgoing:
            async for message in outgoing:
                text = message.message.model_dump_json(by_alias=True, exclude_unset=True)
                given.write(text.encode() + b"\n")
                await given.drain()


def _message(line: bytes) -> SessionMessage | Exception:
    try:
        return SessionMessage(types.jsonrpc_message_adapter.validate_json(line, by_name=False))
    except ValueError as error:
        return error


async def _ended(process: asyncio.subprocess.Process) -> None:
    """Have the process end by itself, and kill it and its children if it does not."""
    if process.stdin is not None:
        with suppress(OSError):
            process.stdin.close()
    with suppress(TimeoutError):
        async with asyncio.timeout(GRACE_S):
            await process.wait()
    _kill(process)
    await process.wait()


def _kill(process: asyncio.subprocess.Process) -> None:
    """Kill the process and what it started: they are a group of their own."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
