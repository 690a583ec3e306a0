"""A stand-in for the internet: every host is a small server on this machine, and a browser that reaches no other."""

from __future__ import annotations

import datetime
import json
import os
import shlex
import signal
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from goalwright.tools.browser.find_browser import find_browser
from goalwright.tools.browser.process import is_alive
from pages.desk import DEADLINE_S, Desk
from tools.browser.light_browser import light_browser

_RESULTS = "<title>{query} - results</title><h1>Results for {query}</h1>"
_HOME = "<title>{host}</title><h1>{host}</h1><form action=/results><input name=search_query aria-label=Search></form>"


class _Host(BaseHTTPRequestHandler):
    """Any site: the pages that are written down for it, else a home page, or results for a question."""

    pages: Mapping[str, str] = {}

    def do_GET(self) -> None:
        host, parts = self.headers.get("Host", ""), urlsplit(self.path)
        asked = [value for values in parse_qs(parts.query).values() for value in values]
        page = self.pages.get(f"{host}{parts.path}") or (_RESULTS if asked else _HOME)
        if parts.path.endswith(".csv"):
            page = "tea,price\ngreen,3\n"
        body = page.replace("{host}", host).replace("{query}", asked[0] if asked else "").encode()
        kind = "text/csv" if parts.path.endswith(".csv") else "text/html; charset=utf-8"
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the parent's own signature
        """Nothing is written to the screen."""


@contextmanager
def internet(folder: Path, pages: Mapping[str, str]) -> Iterator[str]:
    """Serve pages by host and path, such as `shop.example/`; the flags with which a browser takes it for the world."""
    handler = type("Host", (_Host,), {"pages": pages})
    plain, secure = (ThreadingHTTPServer(("127.0.0.1", 0), handler) for _ in range(2))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate(folder))
    secure.socket = context.wrap_socket(secure.socket, server_side=True)
    threads = [threading.Thread(target=server.serve_forever, args=(0.05,)) for server in (plain, secure)]
    for thread in threads:
        thread.start()
    try:
        rules = ", ".join(
            f"MAP *:{port} 127.0.0.1:{server.server_port}" for port, server in ((80, plain), (443, secure))
        )
        yield f"--host-resolver-rules={shlex.quote(rules)} --ignore-certificate-errors"
    finally:
        for server in (plain, secure):
            server.shutdown()
            server.server_close()
        for thread in threads:
            thread.join()


@contextmanager
def browsing(desk: Desk, pages: Mapping[str, str]) -> Iterator[None]:
    """Give a desk a browser that takes the stand-in for the internet, and end the browser with the story."""
    with internet(desk.folder, pages) as flags:
        write_browser(desk.folder / "bin" / "google-chrome-stable", flags)
        try:
            yield
        finally:
            end_browser(desk.state / "browser" / "browser.json")


def write_browser(program: Path, flags: str) -> None:
    """A program that starts this machine's browser with flags of its own."""
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(find_browser(light_browser()).path)} {flags} "$@"\n', "utf-8")
    program.chmod(0o755)


def end_browser(record: Path) -> None:
    """End the browser that a command left running, if there is one."""
    with suppress(OSError):
        pid = int(json.loads(record.read_text("utf-8"))["pid"])
        os.kill(pid, signal.SIGTERM)
        deadline = time.monotonic() + DEADLINE_S
        while is_alive(pid) and time.monotonic() < deadline:
            time.sleep(0.02)


def certificate(folder: Path) -> Path:
    """A key and a certificate for it in one file; nobody vouches for it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "stand-in")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(private + certificate.public_bytes(serialization.Encoding.PEM))
    return file
