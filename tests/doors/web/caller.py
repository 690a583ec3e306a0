"""A service in a thread of the tests, and callers that talk HTTP to it as programs and pages do."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from doors.cli.command import Cli
from doors.cli.plugin import ROW, install
from goalwright.doors.web.application import application
from goalwright.doors.web.service import Service, ServiceLimits
from goalwright.doors.web.serving import host_names

GENEROUS = ServiceLimits(per_s=10_000, burst=10_000, strangers_per_s=10_000, strangers_burst=10_000, body_s=1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def document(self) -> Any:
        return json.loads(self.body)

    @property
    def detail(self) -> str:
        """The sentence of a problem."""
        assert self.headers["content-type"] == "application/problem+json", self
        assert self.document["status"] == self.status
        return str(self.document["detail"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Sends requests with headers of its own."""

    port: int
    headers: Mapping[str, str]

    def send(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str | None] | None = None
    ) -> Answered:
        """Any request, its headers ours unless they are given; None leaves one out."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        wanted = {**self.headers, **(headers or {})}
        try:
            line.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in {"Host": f"127.0.0.1:{self.port}", **wanted}.items():
                if value is not None:
                    line.putheader(name, value)
            if body is not None and "Content-Length" not in wanted:
                line.putheader("Content-Length", str(len(body)))
            line.endheaders(body)
            got = line.getresponse()
            named = {name.lower(): value for name, value in got.getheaders()}
            return Answered(status=got.status, headers=named, body=got.read())
        finally:
            line.close()

    def get(self, path: str, **headers: str | None) -> Answered:
        return self.send("GET", path, headers=headers)

    def post(self, path: str, document: Any = None, **headers: str | None) -> Answered:
        body = json.dumps({} if document is None else document).encode()
        return self.send("POST", path, body, {"Content-Type": "application/json", **headers})

    def with_headers(self, **more: str) -> Asker:
        return Asker(port=self.port, headers={**self.headers, **{name.replace("_", "-"): more[name] for name in more}})


class Served:
    """A running service: its port, the folder that it works in, and who may talk to it."""

    def __init__(self, port: int, folder: Path, service: Service) -> None:
        self.port, self.folder, self.service = port, folder, service
        self.home = folder / "state"
        self.work = folder / "work"
        self.stranger = Asker(port=port, headers={})

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def program(self) -> Asker:
        """A program of the user, with the token."""
        token = (self.home / "service" / "token").read_text().strip()
        return self.stranger.with_headers(Authorization=f"Bearer {token}")

    def page(self) -> Asker:
        """A page with a session of its own, entered by a fresh link."""
        address = self.program.post("/api/links").document["address"]
        entered = self.stranger.get(address.removeprefix(self.origin))
        assert entered.status == 200, entered
        found = re.search(rb'data-key="([^"]+)"', entered.body)
        assert found is not None
        cookie = entered.headers["set-cookie"].partition(";")[0]
        return self.stranger.with_headers(Cookie=cookie, X_Goalwright_Key=found[1].decode(), Origin=self.origin)


@contextmanager
def serving(folder: Path, limits: ServiceLimits = GENEROUS) -> Iterator[Served]:
    """A service for the block, with folders for settings, state and work that start out empty."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("home", "work", "config"):
            (folder / name).mkdir(exist_ok=True)
        patch.setenv("HOME", str(folder / "home"))
        patch.setenv("GOALWRIGHT_HOME", str(folder / "state"))
        patch.setenv("GOALWRIGHT_CONFIG", str(folder / "config"))
        install(Cli(folder=folder))
        (folder / "config" / "rules" / "twice.toml").write_text(
            "".join(ROW.format(verb=verb).replace(f'["{verb} for', '["rest for') for verb in ("nap", "sleep"))
        )
        patch.syspath_prepend(str(folder / "site"))
        listener = socket.create_server(("127.0.0.1", 0))
        loop, ready = asyncio.new_event_loop(), threading.Event()
        made: list[Service] = []
        servers: list[uvicorn.Server] = []

        async def work() -> None:
            service = Service(folder / "work", host_names("127.0.0.1", listener.getsockname()[1]), limits)
            made.append(service)
            config = uvicorn.Config(
                application(service),
                log_config=None,
                lifespan="off",
                http="h11",
                ws="none",
                timeout_graceful_shutdown=1,
            )
            servers.append(uvicorn.Server(config))
            serve = asyncio.create_task(servers[0].serve(sockets=[listener]))
            while not servers[0].started:
                await asyncio.sleep(0.005)
            ready.set()
            await serve
            await service.close()

        thread = threading.Thread(target=lambda: loop.run_until_complete(work()))
        thread.start()
        assert ready.wait(30)
        try:
            yield Served(listener.getsockname()[1], folder, made[0])
        finally:
            asyncio.run_coroutine_threadsafe(made[0].hub.close(), loop).result(10)
            servers[0].should_exit = True
            thread.join(60)
            loop.close()
            assert not thread.is_alive()
