"""Modules that are loaded late are the same modules, and a short command does without them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from doors.cli.command import SOURCES
from goalwright.doors.cli.late_modules import LATE

LISTED = """
import json, os, sys
leave = os._exit
def listed(code):
    with open("modules.json", "w") as file:
        json.dump(sorted(sys.modules), file)
    leave(code)
os._exit = listed
from goalwright.__main__ import main
main()
"""
USED = """
import sys
from goalwright.doors.cli.late_modules import LATE, LateModule, load_late
load_late()
import asyncio, concurrent.futures, threading
import asyncio.sslproto, asyncio.staggered, asyncio.trsock
import fnmatch, inspect, ipaddress, linecache, locale, logging, ntpath, ssl, textwrap
late = {name: module for name in LATE if isinstance(module := sys.modules[name], LateModule)}
assert "_ssl" not in sys.modules
with concurrent.futures.ThreadPoolExecutor(8) as pool:
    start = threading.Barrier(8)
    def asked(_):
        start.wait()
        return asyncio.base_events.ssl.SSLContext
    (made,) = set(pool.map(asked, range(8)))
assert made is ssl.SSLContext is sys.modules["ssl"].SSLContext is not None
assert asyncio.sslproto.SSLProtocol is asyncio.base_events.sslproto.SSLProtocol
assert inspect.signature(print) and ipaddress.ip_address("::1") and locale.getlocale()
assert dir(linecache) and textwrap.dedent(" a") == "a"
assert fnmatch.fnmatch("a.txt", "*.txt") and ntpath.basename("c:\\\\a") == "a"
assert asyncio.base_events.staggered.staggered_race is asyncio.staggered.staggered_race
assert isinstance(sys.modules["logging"], LateModule), "asyncio and its futures have their loggers all the same"
asyncio.log.logger.debug("nobody hears it")
assert isinstance(sys.modules["logging"], LateModule)
asyncio.log.logger.setLevel(50)
assert logging.getLogger("asyncio").level == 50 and asyncio.futures.STACK_DEBUG == logging.DEBUG - 1
concurrent.futures._base.LOGGER.setLevel(40)
assert logging.getLogger("concurrent.futures").level == 40
assert [type(each) for each in logging.getLogger("goalwright").handlers] == [logging.NullHandler]
assert asyncio.selector_events.trsock.TransportSocket is asyncio.trsock.TransportSocket
late["ipaddress"].planted = 1
assert sys.modules["ipaddress"].planted == 1
del late["ipaddress"].planted
assert not hasattr(ipaddress, "planted")
assert not [name for name in late if isinstance(sys.modules[name], LateModule)]
assert not hasattr(ssl, "nothing_of_the_kind")
print(*sorted(late))
"""
ENCRYPTED = """
import sys
from goalwright.doors.cli.late_modules import load_late
load_late()
import asyncio
async def said():
    import ssl
    here = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    here.load_cert_chain(sys.argv[1])
    there = ssl.create_default_context(cafile=sys.argv[1])
    there.check_hostname = False
    async def answer(reader, writer):
        writer.write((await reader.readline()).upper())
        writer.close()
    async with await asyncio.start_server(answer, "127.0.0.1", 0, ssl=here) as server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname(), ssl=there)
        writer.write(b"hello\\n")
        is_encrypted = writer.get_extra_info("cipher") is not None
        heard = await reader.readline()
        writer.close()
        return heard.decode().strip(), is_encrypted
print(*asyncio.run(said()))
"""


def python(code: str, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-c", code, *arguments]
    environment = {"PYTHONPATH": str(SOURCES), "HOME": str(cwd), "PATH": "", "GOALWRIGHT_HOME": str(cwd / "state")}
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.slow
def test_a_file_run_loads_none_of_them(tmp_path: Path) -> None:
    done = python(LISTED, "create a folder docs and put notes.txt in it saying hello", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "docs" / "notes.txt").read_text() == "hello"
    loaded = set(json.loads((tmp_path / "modules.json").read_text()))
    assert loaded >= {"asyncio", *LATE}
    assert loaded.isdisjoint({"_ssl", "ast", "nt", "tokenize"})


@pytest.mark.slow
def test_a_late_module_is_the_module_itself_for_all_who_ask(tmp_path: Path) -> None:
    done = python(USED, cwd=tmp_path)
    assert (done.stdout.split(), done.stderr) == ([*LATE], "")


def test_what_is_in_a_late_package_can_be_imported(tmp_path: Path) -> None:
    asked = (
        "from goalwright.doors.cli.late_modules import load_late; load_late(); import logging, logging.handlers as deep"
    )
    done = python(f"{asked}; print(deep is logging.handlers)", cwd=tmp_path)
    assert (done.stdout, done.stderr) == ("True\n", "")


@pytest.mark.slow
def test_asyncio_speaks_tls(tmp_path: Path) -> None:
    from pages.internet import certificate

    done = python(ENCRYPTED, str(certificate(tmp_path)), cwd=tmp_path)
    assert (done.stdout, done.stderr) == ("HELLO True\n", "")
