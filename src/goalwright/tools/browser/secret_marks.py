"""How a text names a secret: `{{secret:name}}`."""

from __future__ import annotations

import re

from goalwright.contracts import ToolCall

MARK = re.compile(r"\{\{\s*secret:\s*([A-Za-z0-9._-]+)\s*\}\}")


def is_secret(call: ToolCall) -> bool:
    """Whether the text of a call names a secret. A text that came from a page names none, whatever it says."""
    text = call.args.get("text")
    return isinstance(text, str) and "text" not in call.filled and MARK.search(text) is not None
