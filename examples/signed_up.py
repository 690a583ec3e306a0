"""Fill in a form in a web page, on a site that this program serves itself.

Shows: sentences about a page, elements called what people call them, an answer read from the page.
Needs `pip install 'goalwright[browser]'` and Chrome, Edge or Chromium.

    python examples/signed_up.py "Ann Lee" ann@example.com
"""

from __future__ import annotations

import asyncio
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs, urlsplit

from goalwright import Goalwright

FORM = """<title>Sign up</title><h1>Sign up</h1><form action="/welcome">
<label>Full name <input name="name"></label> <label>Email <input name="email" type="email"></label>
<label><input type="checkbox" name="news"> Send me news</label> <button>Sign up</button></form>"""


class Site(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        asked = parse_qs(urlsplit(self.path).query)
        name, email = (asked.get(key, [""])[0] for key in ("name", "email"))
        news = "with news" if "news" in asked else "without news"
        page = FORM if not asked else f"<title>Welcome</title><h1>Welcome, {name}</h1><p>{email}, {news}</p>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(page.encode())

    def log_message(self, *_said: object) -> None:
        """Say nothing of each request."""


async def sign_up(address: str, name: str, email: str) -> int:
    async with Goalwright() as gw:
        for sentence in (
            f"go to {address}",
            f'type "{name}" into the full name box and "{email}" into the email box, then tick send me news',
            "click the sign up button",
            "read the page",
        ):
            report = await gw.run(sentence)
            if report.status != "success":
                print(f"{sentence}: {report.status} {report.reason}")
                return report.exit_code
        for _, seen in report.answers:
            print(seen["text"])
        return 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit("usage: signed_up.py NAME EMAIL")
    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            raise SystemExit(asyncio.run(sign_up(f"http://127.0.0.1:{server.server_port}/", *sys.argv[1:])))
        finally:
            server.shutdown()
