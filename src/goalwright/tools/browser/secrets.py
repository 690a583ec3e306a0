"""Secrets: `{{secret:name}}` in typed text, from the system's keyring, typed on their own origin and shown nowhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goalwright.contracts import ToolCall
from goalwright.dataclass import replace
from goalwright.errors import ToolFailure
from goalwright.tools.browser.browser_files import TYPED, read_json, write_json
from goalwright.tools.browser.filling import field
from goalwright.tools.browser.origins import origin_of
from goalwright.tools.browser.secret_box import MARK, Keyring, SecretBox, is_secret, system_keyring
from goalwright.tools.browser.secret_hiding import HIDDEN, Hiding
from goalwright.tools.browser.secret_typing import plain_field, put_secret
from goalwright.tools.browser.selector_arg import optional_selector

if TYPE_CHECKING:
    from playwright.async_api import Locator, Page

_LOCKED = f"{HIDDEN} (hidden while the keyring is locked)"
_FIELDS = "input, textarea, select, [contenteditable]"


class Secrets:
    """The secrets that were typed, so that nothing shows them.

    What was typed stays in its page when the command ends, so `folder` remembers the names of secrets that were.
    """

    def __init__(self, keyring: Callable[[], Keyring] = system_keyring, folder: str = "") -> None:
        self._box = SecretBox(keyring, folder)
        self._file = Path(folder) / TYPED if folder else None
        self._typed: dict[str, str] | None = None
        self._hiding = Hiding(())
        self._is_blind = False

    async def type_text(self, page: Page, call: ToolCall) -> Mapping[str, Any]:
        """Type a text with its secrets filled in, each only into a page of its own origin."""
        element = await plain_field(await field(page, optional_selector(call)))
        frame = await element.owner_frame()
        here = origin_of(frame.url if frame is not None else page.url)
        found = {name: self._box.read(name) for name in MARK.findall(call.args["text"])}
        for name, secret in found.items():
            if secret.origin != here:
                raise ToolFailure(
                    f"the secret {name} may be typed on {secret.origin} only, not on {here or 'this page'}"
                )
        self._remember({name: secret.value for name, secret in found.items()})
        # The element belongs to the document that was checked: if the page goes elsewhere, nothing is typed.
        await put_secret(element, MARK.sub(lambda mark: found[mark[1]].value, call.args["text"]))
        return {"typed": HIDDEN}

    def spoken(self, call: ToolCall) -> ToolCall:
        """The call with the secrets that were typed filled in, to check that the field holds them."""
        text = call.args.get("text")
        if not is_secret(call) or not isinstance(text, str):
            return call
        typed = self._known()
        filled = MARK.sub(lambda mark: typed.get(mark[1], mark[0]), text)
        return replace(call, args={**call.args, "text": filled})

    def hidden(self, text: str) -> str:
        """The text without the secrets that were typed, however it spells them.

        Nothing of it is left if secrets were typed that the keyring does not give now.
        """
        if not self._known() or not text:
            return text
        return _LOCKED if self._is_blind else self._hiding.without(text)

    def hidden_in(self, value: Any) -> Any:
        """The value with every text in it without secrets; the keys are the tools' own."""
        if not self._known():
            return value
        if isinstance(value, str):
            return self.hidden(value)
        if isinstance(value, Mapping):
            return {key: self.hidden_in(item) for key, item in value.items()}
        if isinstance(value, Sequence):
            return [self.hidden_in(item) for item in value]
        return value

    def masks(self, page: Page) -> list[Locator]:
        """What is painted over in a picture of the page once a secret was typed: every field, and where it is shown."""
        known = self._known()
        if self._is_blind:
            return [page.locator("html")]
        shown = [value for value in known.values() if value.strip()]
        fields = [frame.locator(_FIELDS) for frame in page.frames] if known else []
        return fields + [frame.get_by_text(value) for frame in page.frames for value in shown]

    def _known(self) -> dict[str, str]:
        """The secrets that were typed, in earlier commands too."""
        if self._typed is None:
            names = [name for name in read_json(self._file, []) if isinstance(name, str)]
            self._typed = {name: self._value(name) for name in names}
            self._hiding = Hiding(self._typed.values())
        return self._typed

    def _value(self, name: str) -> str:
        """A secret that an earlier command typed; nothing if it is no longer in the keyring."""
        try:
            return self._box.read(name).value
        except ToolFailure as failure:
            self._is_blind = self._is_blind or failure.is_transient  # the keyring is locked, and will open again
            return ""

    def _remember(self, typed: Mapping[str, str]) -> None:
        known = self._known()
        known |= typed
        self._hiding = Hiding(known.values())
        if self._file is not None:
            write_json(self._file, sorted(known))
