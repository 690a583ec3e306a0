"""The files of the page: read once, sent with a tag, so that a browser asks only whether they have changed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response

from goalwright.named_tuple import NamedTuple

_TYPES: Mapping[str, str] = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
INDEX = "index.html"


class PageFile(NamedTuple):
    content: bytes
    media_type: str
    tag: str


@cache
def page_files() -> Mapping[str, PageFile]:
    """Every file of the page by its address below the root."""
    found: dict[str, PageFile] = {}
    _collect(files("goalwright.doors.web") / "page", "", found)
    return found


def sent_file(name: str, request: Request) -> Response | None:
    """The file of this name; None if there is none."""
    file = page_files().get(name)
    if file is None:
        return None
    headers = {"etag": file.tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    return Response(file.content, headers=headers, media_type=file.media_type)


def _collect(folder: Traversable, prefix: str, found: dict[str, PageFile]) -> None:
    for entry in folder.iterdir():
        name = f"{prefix}{entry.name}"
        if entry.is_dir():
            _collect(entry, f"{name}/", found)
            continue
        ending = "." + name.rpartition(".")[2]
        if ending in _TYPES:
            content = entry.read_bytes()
            tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
            found[name] = PageFile(content, _TYPES[ending], tag)
