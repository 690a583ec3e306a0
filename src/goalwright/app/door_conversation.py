"""Conversation: what one door's last command left behind, for the next one to point at."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from stat import S_ISDIR
from typing import TYPE_CHECKING

from goalwright.contracts.references import LastCommand, LeftThing, last_command_of
from goalwright.dataclass import replace
from goalwright.errors import RunNotFound

if TYPE_CHECKING:
    from goalwright.contracts import Prepared, RunReport
    from goalwright.interpret.follow_ups import FollowUps
    from goalwright.runs.runs import Runs
    from goalwright.runs.wish import Wish
    from goalwright.store.conversation_files import ConversationFiles

_CARRIED_OUT = ("success", "partial", "failed", "cancelled", "interrupted")


class DoorConversation:
    """The last command of the conversation called `name`; one without a name keeps nothing and recalls nothing."""

    def __init__(self, files: ConversationFiles, name: str, cwd: str, words: Callable[[], FollowUps]) -> None:
        """`words` gives what reads commands that point back."""
        self._files, self._name, self._cwd, self._words = files, name, cwd, words

    def last(self) -> LastCommand | None:
        """The last command, with what has become of its things since; None if it is too long ago."""
        document = self._files.read(self._name, time.time()) if self._name else None
        last = last_command_of(document) if document is not None else None
        if last is None:
            return None
        things, twins, shown = (tuple(map(_looked_at, group)) for group in (last.things, last.twins, last.shown))
        return replace(last, things=things, twins=twins, shown=shown, is_here=last.cwd == self._cwd)

    def run_to_take_back(self, text: str) -> str:
        """The run that a text such as "undo that" asks to take back; nothing if it asks for no such thing.

        RunNotFound if nothing was changed in this conversation.
        """
        asked = self._words().follow_up(text)
        if asked is None or asked.use != "undo":
            return ""
        last = self.last()
        if last is None or not last.run_id:
            raise RunNotFound(
                "nothing was changed here in the last 15 minutes: `goalwright undo` takes the last run back"
            )
        return last.run_id

    async def kept(self, runs: Runs, wish: Wish, prepare: Callable[[], Awaitable[Prepared]]) -> RunReport:
        """Have a wish run, and keep what it leaves behind."""
        made: list[Prepared] = []

        async def prepared() -> Prepared:
            made.append(await prepare())
            return made[0]

        report = await runs.run(wish, prepared)
        if made and not wish.is_dry:
            self.keep(made[0], report)
        return report

    def keep(self, prepared: Prepared, report: RunReport) -> None:
        """Keep what a run leaves behind. One that was not carried out leaves nothing, unless it pointed back itself."""
        if not self._name:
            return
        meta = prepared.meta
        if report.status not in _CARRIED_OUT or not report.outcomes or meta is None:
            if meta is None or not meta.references:
                self.forget()
            return
        from goalwright.app.left_behind import left_behind

        left, now = left_behind(prepared, report, self._cwd), time.time()
        before = self.last() if not left.run_id or meta.references else None
        # What only looked leaves a change before it to undo.
        run_id = left.run_id or (before.run_id if before is not None else "")
        things, twins = (tuple(map(_seen_now, group)) for group in (left.things, left.twins))
        is_choice = bool(meta.references) and len(things) < 2  # several are shown themselves
        shown = _still_shown(before) if before is not None and is_choice else ()
        self._write(replace(left, at=now, run_id=run_id, things=things, twins=twins, shown=shown))

    def changed_by(self, run_id: str) -> None:
        """What was changed last was changed by a run of the fleet: there is nothing here to point at but that."""
        if self._name:
            self._write(LastCommand(text="", cwd=self._cwd, at=time.time(), run_id=run_id))

    def misheard(self, text: str) -> None:
        """Forget what was talked about after a command that was not understood: that may have named what "it" is now.

        Only where it pointed back itself is it still the same. What was changed last can be taken back all the same.
        """
        last = self.last() if not self._words().points_back(text) else None
        if last is not None and (last.text or last.things or last.twins or last.shown or last.cwd != self._cwd):
            self._write(LastCommand(text="", cwd=self._cwd, at=last.at, run_id=last.run_id))

    def forget(self) -> None:
        """Have nothing to point at any more."""
        if self._name:
            self._files.remove(self._name)

    def _write(self, last: LastCommand) -> None:
        from goalwright.contracts.documents import plain  # a sentence can be read without it

        self._files.write(self._name, plain(last), last.at)


def _still_shown(before: LastCommand) -> tuple[LeftThing, ...]:
    """The things that a command which pointed back could choose from."""
    return before.shown or (before.things if len(before.things) > 1 else ())


def _seen_now(thing: LeftThing) -> LeftThing:
    try:
        seen = Path(thing.path).lstat()
    except OSError:
        return thing
    is_folder = S_ISDIR(seen.st_mode)
    return replace(thing, is_folder=is_folder, seen="" if is_folder else f"{seen.st_size}:{seen.st_mtime_ns}")


def _looked_at(thing: LeftThing) -> LeftThing:
    now = _seen_now(replace(thing, seen="gone"))
    if now.seen == "gone":
        return replace(thing, state="gone")
    is_other = now.is_folder != thing.is_folder or now.seen != thing.seen
    return replace(thing, is_folder=now.is_folder, state="changed" if is_other else "")
