"""Serving: the process behind `goalwright serve`, from the address it prints to the moment it has let go of all."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn

from goalwright.app.job_service import TROUBLE_S, job_scheduler
from goalwright.doors.handover.warm_child import warm_child
from goalwright.doors.web.application import application
from goalwright.doors.web.assistants_route import AssistantsRoute
from goalwright.doors.web.job_firer import JobFirer
from goalwright.doors.web.service import Service
from goalwright.errors import INTERRUPTED, GoalwrightError, SettingsError
from goalwright.named_tuple import NamedTuple

if TYPE_CHECKING:
    from goalwright.app.service_folder import ServiceFolder

ADDRESS = "address.json"
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_KEEP_ALIVE_S = 30
_MOST_CONNECTIONS = 500
_JOBS_END_S = 60.0


class Served(NamedTuple):
    """Where and how to serve. `port` 0 is any that is free."""

    host: str
    port: int
    cwd: Path
    is_logged: bool = False


def serve(wanted: Served, folder: ServiceFolder, announce: Callable[[str], None]) -> int:
    """Serve until a signal says to stop; `announce` is given the address that opens the page."""
    listener = _bound(wanted.host, wanted.port)
    try:
        return asyncio.run(_served(wanted, listener, folder, announce))
    finally:
        listener.close()
        folder.remove(ADDRESS)


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named: asyncio sends small pieces at once only where it is, and an answer has two, of which the
    # second would wait 40 ms for the first to be acknowledged.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host.strip("[]"), port))
    except OSError as error:
        listener.close()
        problem = f"cannot be listened at ({error.strerror or error}): choose another with --port"
        raise SettingsError("serve", f"{host}:{port}", problem) from None
    return listener


async def _served(
    wanted: Served, listener: socket.socket, folder: ServiceFolder, announce: Callable[[str], None]
) -> int:
    port = listener.getsockname()[1]
    service = Service(wanted.cwd, host_names(wanted.host, port))
    told = _log_line if wanted.is_logged else None
    assistants = AssistantsRoute(service)
    server = _Server(
        uvicorn.Config(
            application(service, [assistants.route], told),
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            lifespan="off",
            http="h11",
            ws="none",
            timeout_keep_alive=_KEEP_ALIVE_S,
            limit_concurrency=_MOST_CONNECTIONS,
            timeout_graceful_shutdown=1,
        )
    )
    _listen(server, service)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.002)
    folder.write(ADDRESS, json.dumps({"address": f"http://{service_host(wanted.host, port)}", "at": time.time()}))
    announce(f"http://{service_host(wanted.host, port)}/enter?link={service.sessions.new_link()}")
    warming = asyncio.create_task(_warmed(service))
    watching = asyncio.create_task(_watched(service))
    doing = asyncio.create_task(_jobs_done(service))
    with warm_child(folder.folder):
        await serving
    for task in (warming, watching):
        task.cancel()
    service.stop_own(is_now=False)
    doing.cancel()
    await asyncio.wait({doing}, timeout=_JOBS_END_S)
    await assistants.close()
    await service.close()
    return 0


class _Server(uvicorn.Server):
    """Uvicorn's server, without its own way with signals."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _listen(server: uvicorn.Server, service: Service) -> None:
    """The first signal ends the service in order, the second abandons what still runs, the third ends the process."""
    loop, heard = asyncio.get_running_loop(), Counter[str]()

    def on_signal() -> None:
        heard["signals"] += 1
        server.should_exit = True
        if heard["signals"] == 1:
            service.ended = loop.create_task(service.hub.close())  # uvicorn would wait for the streams
        elif heard["signals"] == 2:
            service.stop_own(is_now=True)
        else:
            os._exit(INTERRUPTED)

    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, on_signal)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_signal: loop.call_soon_threadsafe(on_signal))


def service_host(host: str, port: int) -> str:
    shown = f"[{host}]" if ":" in host and not host.startswith("[") else host
    return f"{'127.0.0.1' if host in ('0.0.0.0', '::') else shown}:{port}"


def host_names(host: str, port: int) -> tuple[str, ...]:
    """What the Host header of a request may say: names that lead to the own machine, and the one that was asked for."""
    names = dict.fromkeys((service_host(host, port), *(f"{name}:{port}" for name in LOOPBACK)))
    if host in ("0.0.0.0", "::"):
        names.update(dict.fromkeys(f"{name}:{port}" for name in _own_names()))
    return tuple(name.lower() for name in names)


def _own_names() -> list[str]:
    name = socket.gethostname()
    with suppress(OSError):
        return [name, *socket.gethostbyname_ex(name)[2]]
    return [name]


async def _warmed(service: Service) -> None:
    """Load what the first sentence needs, before it comes."""
    with suppress(GoalwrightError):  # whatever is wrong is told to the one who asks
        await asyncio.to_thread(service.gw.is_sentence, "warm")
        await asyncio.to_thread(lambda: service.gw.registry)
    gc.collect()
    gc.freeze()  # tables and modules stay: looking for garbage among them again and again finds none


async def _jobs_done(service: Service) -> None:
    """Do jobs until it is cancelled; whatever goes wrong with that is told, and it begins again."""
    firer = JobFirer(service)
    while True:
        try:
            await job_scheduler(service.gw, firer).run()
        except Exception as error:  # noqa: BLE001  # a door: a service that goes on without its jobs must not seem well
            service.metrics.unexpected()
            firer.tell_trouble(f"unexpected: {type(error).__name__}: {error}")
            await asyncio.sleep(TROUBLE_S)


async def _watched(service: Service) -> None:
    """Tell OpenTelemetry of runs and actions, where it is installed and set up."""
    from goalwright.doors.web.spans import run_spans

    spans = run_spans()
    if spans is not None:
        await service.hub.told(spans.tell)


def _log_line(told: dict[str, Any]) -> None:
    with suppress(OSError):  # a log that can't be written is no reason not to answer
        sys.stderr.write(json.dumps({"at": round(time.time(), 3), **told}) + "\n")
        sys.stderr.flush()
