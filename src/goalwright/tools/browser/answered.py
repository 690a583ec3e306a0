"""A press and what a page made of it: all that its answer is judged by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goalwright.named_tuple import NamedTuple
from goalwright.tools.browser.page_looks import Form, Note, PageLook


class Answered(NamedTuple):
    """What is judged: the page before and after, the form that was sent and by what, and what the site answered.

    `data` came back for what was sent in the background. `is_stuck` says that Enter was pressed in a form whose button
    is disabled, and that the site was asked nothing. The `deed` is what the control does by its name. The site's answer
    may say by its status that something was kept, made or removed (`is_made`), or lead on to another page, as it does
    after a form that was taken (`is_led_on`). It was asked to change something if it `is_written`. Notes that came and
    went again are `passing`.
    """

    before: PageLook
    after: PageLook
    form: Form | None = None
    control: str = ""
    failed_write: int = 0
    failed_read: int = 0
    data: str = ""
    alerts: Sequence[str] = ()
    is_stuck: bool = False
    deed: str = ""
    is_made: bool = False
    is_led_on: bool = False
    is_written: bool = False
    passing: Sequence[Note] = ()

    @property
    def status(self) -> int:
        """The site's answer, if it gave another page."""
        return self.after.status if self.after.born_ms != self.before.born_ms else 0

    @property
    def form_now(self) -> Form | None:
        """The form that was sent, as the page shows it now."""
        sent = self.form
        like = [form for form in self.after.forms if sent is not None and form.is_like(sent)]
        held = sent.fields if sent is not None else {}
        # Frames may have forms with the same fields: the one that holds most of what was typed is meant.
        return max(like, key=lambda form: sum(form.fields.get(name) == held[name] for name in held), default=None)

    @property
    def typed(self) -> Mapping[str, str]:
        """What the fields held that were sent; numbers and times, which pages have too, if there is nothing else."""
        held = {name: value for name, value in (self.form.fields.items() if self.form else ()) if value}
        return {name: value for name, value in held.items() if any(map(str.isalpha, value))} or held

    @property
    def is_emptied(self) -> bool:
        """Whether the fields that held something are empty now; dates and choices may stay."""
        form, now = self.form, self.form_now
        filled = [name for name, value in form.fields.items() if value] if form is not None else []
        held = [name for name in filled if form is None or name in (form.texts or ())] or filled
        return now is not None and bool(held) and not any(now.fields.get(name) for name in held)

    @property
    def is_left_standing(self) -> bool:
        """Whether what was to be kept or sent still stands in its form, as it was typed."""
        form, now = self.form, self.form_now
        fields = form.fields if form is not None else {}
        texts = fields if form is None or form.texts is None else form.texts
        held = {name: value for name, value in fields.items() if value and name in texts}
        return now is not None and bool(held) and all(now.fields.get(name) == held[name] for name in held)

    @property
    def results(self) -> list[str]:
        """What fields show now in which only the page writes, and did not before."""
        form, now = self.form, self.form_now
        then = form.fields if form is not None else {}
        return (
            [now.fields[name] for name in now.outputs if now.fields.get(name, "") not in ("", then.get(name, ""))]
            if now
            else []
        )

    @property
    def is_search(self) -> bool:
        """Whether what was sent asks for something, and for nothing to be done."""
        form = self.form
        return form is not None and form.method == "get" and not form.passwords and bool(form.action)

    @property
    def is_logged_in(self) -> bool:
        """Whether a form to log in was sent and is gone."""
        return self.form is not None and self.form.is_login and not any(form.is_login for form in self.after.forms)
