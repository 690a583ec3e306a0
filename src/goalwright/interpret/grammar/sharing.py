"""Sharing: which earlier goals a goal has something in common with, so that it must wait for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goalwright.contracts import path_spelling as paths
from goalwright.interpret.grammar.draft import Draft
from goalwright.rules.rule import PATH_FAMILIES, Ref
from goalwright.rules.vocabulary import Vocabulary

_PAGE = frozenset({"page", "browser"})
_FOCUS = frozenset({"active", "keyboard", "mouse", "screen"})


class Sharing:
    """What goals share, by the registers of their rows: a page, a path, the focus, an app, the clipboard, …"""

    def __init__(self, words: Vocabulary, here: str = "") -> None:
        self.words, self.here = words, here

    def followed(self, draft: Draft, earlier: Sequence[Draft]) -> set[int]:
        """The places of the earlier goals that this one comes after, those left out that others of them come after."""
        found: set[int] = set()
        covered: set[int] = set()
        page_seen = not _is_page(draft)
        for index, before in reversed(list(enumerate(earlier))):
            shares = self._shares(draft, before)
            if not page_seen and _is_page(before):
                page_seen = True
                shares = shares or self._shares_page(draft, before)
            if shares and index not in covered:
                found.add(index)
            if index in found or index in covered:
                covered |= before.after
        return found

    def _shares(self, draft: Draft, before: Draft) -> bool:
        mine, theirs = set(_keys(draft)), set(_keys(before))
        return bool(mine & theirs) or "power" in mine or _share_focus(draft, before) or _share_path(draft, before)

    def _shares_page(self, draft: Draft, before: Draft) -> bool:
        if not (opens_own_page(draft) and opens_own_page(before)):
            return True
        return self.site(draft) is not None and self.site(draft) == self.site(before)

    def site(self, draft: Draft) -> str | None:
        """The platform or host that a goal's page is on."""
        platform, url = draft.text("platform"), draft.text("url")
        if platform is not None:
            return platform
        return None if url is None else self._site_at(url)

    @property
    def open_site(self) -> str | None:
        """The platform or host of the page that is open before the first goal."""
        return self._site_at(self.here) if self.here.startswith(("http://", "https://")) else None

    def _site_at(self, url: str) -> str:
        host, slash, path = (url.partition("://")[2] or url).partition("/")
        known = self.words.platform_of_host(host.casefold(), slash + path)
        return known.name if known is not None else host.casefold()


def opens_own_page(draft: Draft) -> bool:
    """Whether a goal brings its own page along: an address, or a search that says where."""
    shape = draft.shape
    if shape.kind != "achieve" or shape.register is None or shape.register.family != "page":
        return False
    return draft.text("url") is not None or draft.text("platform") is not None or draft.rule.domain != "browser"


def _share_focus(draft: Draft, before: Draft) -> bool:
    """Whether one acts on the window in front, and the other decides which one that is."""
    if _name_two_windows(draft, before):
        return False
    if _uses_focus(draft):
        return _changes_focus(before) or _is_page(before)
    return _uses_focus(before) and _changes_focus(draft)


def _uses_focus(draft: Draft) -> bool:
    register = draft.shape.register
    acts = draft.shape.kind == "event" and register is not None and register.family in _FOCUS
    return acts or any(ref.family in _FOCUS for ref in draft.shape.touches)


def _changes_focus(draft: Draft) -> bool:
    return any(ref.family in _FOCUS - {"screen"} for ref in _refs(draft))


def _name_two_windows(draft: Draft, before: Draft) -> bool:
    mine = draft.text("target") or draft.text("app")
    theirs = before.text("target") or before.text("app")
    return mine is not None and theirs is not None and mine != theirs


def _is_page(draft: Draft) -> bool:
    register = draft.shape.register
    return register is not None and register.family in _PAGE


def _refs(draft: Draft) -> Iterator[Ref]:
    shape = draft.shape
    own = (shape.register,) if shape.register is not None else ()
    yield from (*own, *shape.writes, *shape.touches, *shape.assume)


def _keys(draft: Draft) -> Iterator[str]:
    for ref in _refs(draft):
        if ref.family == "app" and ref.param is not None:
            yield f"app:{draft.params.get(ref.param)}"
        elif ref.family not in _PAGE and ref.family not in PATH_FAMILIES | _FOCUS | {"app"}:
            yield ref.family


def _share_path(draft: Draft, before: Draft) -> bool:
    mine, theirs = draft.places, before.places
    if any(_related(one, other) for one in draft.sources for other in (*before.places, *before.sources)):
        return True
    if any(_related(one, other) for one in draft.places for other in before.sources):
        return True
    return any(_related(one, other) for one in mine[:1] for other in theirs) or any(
        _related(one, other)
        for one in mine[1:]
        for other in theirs[:1]
        if before.shape.kind == "achieve" or one == other
    )


def place_draft(draft: Draft, earlier: Sequence[Draft]) -> None:
    """Note where a goal's path and destination lie, as far as the words tell, and which goal makes its folder."""
    if not any(ref.family in PATH_FAMILIES for ref in _refs(draft)) and draft.rule.domain != "file":
        return
    base = draft.inside or (f"{draft.drive}:\\" if draft.drive else "")
    for index, before in reversed(list(enumerate(earlier))):
        if draft.inside is not None and before.is_folder and before.text("path") == draft.inside and before.places:
            base, draft.maker = before.places[0], index
            break
    things = draft.params.get("things")
    if isinstance(things, list):
        draft.sources = [paths.join(base, path) if base and not paths.is_anchored(path) else path for path in things]
    named = [draft.text("path"), draft.text("to")]
    if named[0] is not None and base and not paths.is_anchored(named[0]):
        named[0] = paths.join(base, named[0])
    if named[1] is not None and draft.rule.verb == "rename" and named[0] is not None and "/" not in named[1]:
        named[1] = paths.join(paths.parent(named[0]), named[1]) if "/" in named[0] else named[1]
    draft.places = [name for name in named if name is not None]


def _related(one: str, other: str) -> bool:
    """Whether two paths are the same, or one lies in the other."""
    parts = [[part for part in path.replace("\\", "/").split("/") if part not in ("", ".")] for path in (one, other)]
    shorter = min(map(len, parts))
    return shorter > 0 and parts[0][:shorter] == parts[1][:shorter]
