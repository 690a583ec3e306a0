"""Secrets: `{{secret:name}}` in typed text, from the system's keyring, typed on their own origin and shown nowhere."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goalwright.contracts import ToolCall
from goalwright.errors import ToolFailure
from goalwright.tools.browsers.filling import field, fill
from goalwright.tools.browsers.origins import origin_of
from goalwright.tools.browsers.secret_box import Keyring, SecretBox, system_keyring

if TYPE_CHECKING:
    from playwright.async_api import Locator, Page

HIDDEN = "•••"
_MARK = re.compile(r"\{\{\s*secret:\s*([A-Za-z0-9._-]+)\s*\}\}")
_FILE = "secrets.json"
_FIELDS = "input, textarea, [contenteditable]"


class Secrets:
    """The secrets that were typed, so that nothing shows them.

    What was typed stays in its page when the command ends, so `folder` remembers the names of secrets that were.
    """

    def __init__(self, keyring: Callable[[], Keyring] = system_keyring, folder: str = "") -> None:
        self._box = SecretBox(keyring, folder)
        self._file = Path(folder) / _FILE if folder else None
        self._typed: dict[str, str] | None = None

    async def type_text(self, page: Page, call: ToolCall) -> Mapping[str, Any]:
        """Type a text with its secrets filled in, each only into a page of its own origin."""
        element = await field(page, call.args.get("selector"))
        frame = await element.owner_frame()
        here = origin_of(frame.url if frame is not None else page.url)
        found = {name: self._box.read(name) for name in _MARK.findall(call.args["text"])}
        for name, secret in found.items():
            if secret.origin != here:
                raise ToolFailure(
                    f"the secret {name} may be typed on {secret.origin} only, not on {here or 'this page'}"
                )
        self._remember({name: secret.value for name, secret in found.items()})
        # The element belongs to the document that was looked at: should the page go elsewhere, nothing is typed.
        await fill(element, _MARK.sub(lambda mark: found[mark[1]].value, call.args["text"]))
        return {"typed": HIDDEN}

    def spoken(self, call: ToolCall) -> ToolCall:
        """The call with the secrets that were typed filled in, to look whether they are there."""
        text = call.args.get("text")
        if not is_secret(call) or not isinstance(text, str):
            return call
        typed = self._known()
        filled = _MARK.sub(lambda mark: typed.get(mark[1], mark[0]), text)
        return replace(call, args={**call.args, "text": filled})

    def hidden(self, text: str) -> str:
        """The text without the secrets that were typed."""
        for value in sorted(self._known().values(), key=len, reverse=True):
            if value:
                text = text.replace(value, HIDDEN)
        return text

    def hidden_in(self, value: Any) -> Any:
        """The value with every text in it without secrets."""
        if not self._known():
            return value
        if isinstance(value, str):
            return self.hidden(value)
        if isinstance(value, Mapping):
            return {self.hidden(key): self.hidden_in(item) for key, item in value.items()}
        if isinstance(value, Sequence):
            return [self.hidden_in(item) for item in value]
        return value

    def masks(self, page: Page) -> list[Locator]:
        """What is painted over in a picture of the page: every field, once a secret was typed."""
        return [frame.locator(_FIELDS) for frame in page.frames] if self._known() else []

    def _known(self) -> dict[str, str]:
        """The secrets that were typed, in earlier commands too."""
        if self._typed is None:
            self._typed = {}
            for name in self._names():
                try:
                    self._typed[name] = self._box.read(name).value
                except ToolFailure:  # it was taken out of the keyring since: fields are painted over all the same
                    self._typed[name] = ""
        return self._typed

    def _names(self) -> list[str]:
        try:
            listed = json.loads(self._file.read_text(encoding="utf-8")) if self._file is not None else []
        except (OSError, ValueError):
            return []
        return [name for name in listed if isinstance(name, str)] if isinstance(listed, list) else []

    def _remember(self, typed: Mapping[str, str]) -> None:
        known = self._known()
        known |= typed
        if self._file is not None:
            self._file.write_text(json.dumps(sorted(known)), encoding="utf-8")


def is_secret(call: ToolCall) -> bool:
    """Whether the text of a call names a secret. A text that came from a page names none, whatever it says."""
    text = call.args.get("text")
    return isinstance(text, str) and "text" not in getattr(call, "filled", ()) and _MARK.search(text) is not None
