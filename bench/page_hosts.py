"""The sites that page tasks take place on, each started on this machine and brought back to its first state for a task.

Those of the development lock run in this environment; `bench/install-page-sites` puts the others into build/.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests")]

from page_host import BUILT, SITES, Host, emptied, restored  # noqa: E402
from page_hosts_fourth import FOURTH  # noqa: E402
from page_hosts_more import MORE  # noqa: E402
from page_hosts_third import THIRD  # noqa: E402

from browser_runs.real_sites import PASSWORD, sqlite_web, started  # noqa: E402  # found by the line above

if TYPE_CHECKING:
    from playwright.async_api import Page

OURS = ROOT / "tests" / "browser_runs"
PROGRAMS = BUILT / "page-apps" / "bin"
WIKI = BUILT / "mediawiki" / "w"
DATASETTE = BUILT / "page-datasette" / "bin" / "datasette"
TRACKER = BUILT / "page-tracker" / "bin"
CMS = BUILT / "page-cms" / "bin" / "python"
NOTES = BUILT / "dokuwiki" / "w"
FILES = BUILT / "page-files" / "node_modules" / "cloudcmd" / "bin" / "cloudcmd.mjs"
WIKI_PASSWORD = "right-one-2026"


@contextmanager
def admin(site: Path, folder: Path) -> Iterator[Host]:
    """Django's admin: with a book shop, or with courses, some of which are edited in lists."""
    database = folder / "site.db"
    with started(site, folder, "{port}", page="/admin/login/", PYTHONPATH=str(ROOT / "tests")) as address:

        async def enter(page: Page) -> None:
            await page.goto(f"{address}/admin/login/?next=/admin/")
            await page.fill("#id_username", "ann")
            await page.fill("#id_password", PASSWORD)
            await page.click("[type=submit]")
            await page.wait_for_selector("#user-tools")

        yield Host(address, folder, partial(restored, database), database, enter)


@contextmanager
def orders(folder: Path) -> Iterator[Host]:
    """Flask-Admin with orders."""
    database = folder / "orders.db"
    with started(OURS / "order_site.py", folder, "{port}", page="/admin/order/") as address:
        yield Host(address, folder, partial(restored, database), database)


@contextmanager
def teas(folder: Path) -> Iterator[Host]:
    """sqlite-web."""
    with sqlite_web(folder) as site:

        async def enter(page: Page) -> None:
            await page.goto(site.at("/login/"))
            if await page.query_selector("[type=password]"):
                await page.fill("[type=password]", PASSWORD)
                await page.press("[type=password]", "Enter")
                await page.wait_for_selector("text=tea")

        yield Host(site.address, folder, site.reset, folder / "shop.db", enter)


@contextmanager
def gradio(site: Path, folder: Path) -> Iterator[Host]:
    program = PROGRAMS / "python"
    with started(site, folder, "{port}", page="/", program=program, GRADIO_ANALYTICS_ENABLED="False") as address:
        yield Host(address, folder, partial(emptied, folder))


@contextmanager
def streamlit(site: Path, folder: Path) -> Iterator[Host]:
    options = ("--server.headless", "true", "--server.address", "127.0.0.1", "--browser.gatherUsageStats", "false")
    command = ("run", site, *options, "--server.port", "{port}", "--", folder)
    with started(*command, page="/", program=PROGRAMS / "streamlit") as address:
        yield Host(address, folder, partial(emptied, folder))


@contextmanager
def jupyter(folder: Path) -> Iterator[Host]:
    root = folder / "work"
    root.mkdir()
    cells = [_cell("a = 1 + 2\na"), _cell("")]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": kernel, "cells": cells}

    def reset() -> None:
        (root / "sums.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
        (root / "list.txt").write_text("milk\nbread\n", encoding="utf-8")

    reset()
    options = ("--no-browser", "--allow-root", "--ip=127.0.0.1", "--port={port}", "--IdentityProvider.token=")
    places = {name: str(folder / name) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")}
    kernels = {"JUPYTER_PATH": str(PROGRAMS.parent / "share" / "jupyter")}
    command = (*options, f"--ServerApp.root_dir={root}")
    with started(*command, page="/lab", program=PROGRAMS / "jupyter-lab", **places, **kernels) as address:
        yield Host(address, root, reset)


@contextmanager
def handbook(_folder: Path) -> Iterator[Host]:
    with _served({"/": BUILT / "page-handbook"}) as address:
        yield Host(address, _folder, lambda: None)


@contextmanager
def widgets(_folder: Path) -> Iterator[Host]:
    with _served({"/npm/": BUILT / "page-widgets" / "node_modules", "/": SITES / "widgets"}) as address:
        yield Host(address, _folder, lambda: None)


@contextmanager
def tracker(folder: Path) -> Iterator[Host]:
    """Trac, with five tickets and a page."""
    env = folder / "env"
    subprocess.run(
        [TRACKER / "trac-admin", env, "initenv", "Teapots", "sqlite:db/trac.db"], check=True, capture_output=True
    )
    subprocess.run([TRACKER / "python", SITES / "tracker_data.py", env], check=True, capture_output=True)
    database = env / "db" / "trac.db"
    with started(
        "--port", "{port}", "--hostname", "127.0.0.1", "-s", env, page="/report/1", program=TRACKER / "tracd"
    ) as address:
        yield Host(address, folder, partial(restored, database), database)


@contextmanager
def plants(folder: Path) -> Iterator[Host]:
    """Datasette, which shows a database and changes nothing."""
    database = folder / "flora.db"
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript((SITES / "plants.sql").read_text(encoding="utf-8"))
    options = ("--host", "127.0.0.1", "--port", "{port}", "--setting", "default_page_size", "20")
    with started("serve", database, *options, page="/flora/plants", program=DATASETTE) as address:
        yield Host(address, folder, lambda: None, database)


@contextmanager
def files(folder: Path) -> Iterator[Host]:
    """Cloud Commander, a file manager."""
    root = folder / "root"

    def reset() -> None:
        shutil.rmtree(root, ignore_errors=True)
        (root / "letters").mkdir(parents=True)
        for name, text in (("list.txt", "milk\n"), ("old.txt", "old\n"), ("letters/bob.txt", "Dear Bob\n")):
            (root / name).write_text(text, encoding="utf-8")

    reset()
    node = shutil.which("node")
    assert node is not None
    options = (
        "--port",
        "{port}",
        "--root",
        root,
        "--no-open",
        "--no-auth",
        "--no-terminal",
        "--no-console",
        "--one-file-panel",
    )
    with started(FILES, *options, page="/", program=node, HOME=str(folder)) as address:
        yield Host(address, root, reset)


@contextmanager
def wiki(folder: Path) -> Iterator[Host]:
    data, first = WIKI / "data", folder / "data"
    shutil.copytree(WIKI / "first", first)

    def reset() -> None:
        for file in first.iterdir():
            file.is_dir() or shutil.copy(file, data / file.name)

    reset()
    php = shutil.which("php")
    assert php is not None
    with started("-S", "127.0.0.1:{port}", "-t", WIKI, page="/index.php", program=php) as address:

        async def enter(page: Page) -> None:
            await page.goto(f"{address}/index.php/Special:UserLogin")
            if await page.query_selector("#wpName1"):
                await page.fill("#wpName1", "Ann")
                await page.fill("#wpPassword1", WIKI_PASSWORD)
                await page.click("#wpLoginAttempt")
                await page.wait_for_selector("#pt-logout")

        yield Host(address, folder, reset, data / "wiki.sqlite", enter)


@contextmanager
def cms(folder: Path) -> Iterator[Host]:
    """Wagtail with recipes."""
    database = folder / "cms.db"
    with started(SITES / "cms_site.py", folder, "{port}", page="/admin/login/", program=CMS) as address:

        async def enter(page: Page) -> None:
            await page.goto(f"{address}/admin/login/")
            if await page.query_selector("[name=password]"):
                await page.fill("[name=username]", "ann")
                await page.fill("[name=password]", PASSWORD)
                await page.press("[name=password]", "Enter")
                await page.wait_for_selector("#wagtail-sidebar a", state="attached")

        yield Host(address, folder, partial(restored, database), database, enter)


@contextmanager
def notes(folder: Path) -> Iterator[Host]:
    """DokuWiki, whose pages are files."""

    def reset() -> None:
        shutil.rmtree(NOTES / "data", ignore_errors=True)  # it writes there while pages are open
        shutil.copytree(NOTES.parent / "first", NOTES / "data", dirs_exist_ok=True)

    reset()
    php = shutil.which("php")
    assert php is not None
    with started("-S", "127.0.0.1:{port}", "-t", NOTES, page="/doku.php", program=php) as address:

        async def enter(page: Page) -> None:
            await page.goto(f"{address}/doku.php?do=login")
            if await page.query_selector("[name=p]"):
                await page.fill("[name=u]", "ann")
                await page.fill("[name=p]", PASSWORD)
                await page.press("[name=p]", "Enter")
                await page.wait_for_selector(".action.logout")

        yield Host(address, folder, reset, None, enter)


HOSTS: dict[str, Callable[[Path], AbstractContextManager[Host]]] = (
    {
        host.__name__: host
        for host in (
            orders,
            teas,
            jupyter,
            handbook,
            widgets,
            wiki,
            tracker,
            plants,
            files,
            cms,
            notes,
        )
    }
    | {
        "books": partial(admin, OURS / "book_site.py"),
        "school": partial(admin, SITES / "school_site.py"),
        "gradio": partial(gradio, SITES / "gradio_site.py"),
        "kitchen": partial(gradio, SITES / "kitchen_site.py"),
        "streamlit": partial(streamlit, SITES / "streamlit_site.py"),
        "garden": partial(streamlit, SITES / "garden_site.py"),
    }
    | MORE
    | THIRD
    | FOURTH
)


def _cell(source: str) -> dict[str, object]:
    return {
        "cell_type": "code",
        "id": f"c{len(source)}",
        "metadata": {},
        "source": source,
        "outputs": [],
        "execution_count": None,
    }


class _Files(SimpleHTTPRequestHandler):
    def __init__(self, *args: object, folders: dict[str, Path], **kwargs: object) -> None:
        self.folders = folders
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # as the server gives them

    def translate_path(self, path: str) -> str:
        prefix = next(one for one in self.folders if path.startswith(one))
        self.directory = str(self.folders[prefix])
        return super().translate_path(path.removeprefix(prefix.rstrip("/")))

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def _served(folders: dict[str, Path]) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, folders=folders))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
