"""Results of servers as outputs of actions: text of bounded length, and what is not text in files of the run."""

from __future__ import annotations

import base64
import binascii
import json
import mimetypes
import os
from pathlib import Path
from typing import Any

from goalwright.errors import ToolFailure

LONGEST_TEXT = 200_000
MOST_FILE_BYTES = 10 * 2**20
MOST_FILES = 20
MOST_BLOCKS = 1_000


class ResultReader:
    """Reads one result. Files go into `folder`, which is private to the run, and are named after the action."""

    def __init__(self, folder: str, stem: str) -> None:
        self._folder, self._stem = folder, stem
        self._files: list[str] = []

    def output(self, result: Any) -> dict[str, Any]:
        """What an action saw: `text`, `structured` if the server gave such, and `files`."""
        blocks = list(result.content or [])
        parts = [self._part(block) for block in blocks[:MOST_BLOCKS]]
        if len(blocks) > MOST_BLOCKS:
            parts.append(f"[{len(blocks) - MOST_BLOCKS} more parts are left out]")
        text = "\n".join(parts)
        found: dict[str, Any] = {}
        structured = result.structured_content
        if structured is not None:
            told = json.dumps(structured, ensure_ascii=False)
            text = text or told
            if len(told) <= LONGEST_TEXT:
                found["structured"] = structured
        if len(text) > LONGEST_TEXT:
            found["truncated"] = True
            text = f"{text[:LONGEST_TEXT]}\n[{len(text) - LONGEST_TEXT:,} more characters are left out]"
        return {"text": text, **found, **({"files": self._files} if self._files else {})}

    def _part(self, block: Any) -> str:
        if block.type == "text":
            return str(block.text)
        if block.type in ("image", "audio"):
            return self._saved(block.data, block.mime_type or "")
        if block.type == "resource_link":
            return f"[a link to {block.uri}]"
        inner = getattr(block, "resource", None)
        if inner is not None and getattr(inner, "text", None) is not None:
            return str(inner.text)
        if inner is not None and getattr(inner, "blob", None) is not None:
            return self._saved(inner.blob, inner.mime_type or "")
        return f"[something of the kind {block.type}, which can't be shown]"

    def _saved(self, data: str, kind: str) -> str:
        """Words for a file that is kept, or why it is not."""
        if len(self._files) >= MOST_FILES or len(data) > MOST_FILE_BYTES * 4 // 3 + 4:
            return f"[a file of the kind {kind[:60]} is left out: it is too large, or one too many]"
        try:
            content = base64.b64decode(data, validate=True)
        except (binascii.Error, ValueError):
            return "[a file is left out: it is damaged]"
        ending = mimetypes.guess_extension(kind.partition(";")[0].strip()) or ".bin"
        file = Path(self._folder) / f"{self._stem}-{len(self._files) + 1}{ending}"
        try:
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0), 0o600)
            with os.fdopen(descriptor, "wb") as kept:
                kept.write(content)
        except OSError as error:
            raise ToolFailure(f"what the server sent can't be kept in {file}: {error.strerror}") from None
        self._files.append(str(file))
        return f"[{len(content):,} bytes of the kind {kind[:60]}, kept in {file}]"


def error_text(result: Any) -> str:
    """What a server says about a call that failed."""
    return " ".join(block.text for block in result.content or [] if block.type == "text")
