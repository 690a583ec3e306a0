"""Folders that are moved, copied and renamed, with what lies in them: plans are short, and do what was said."""

from __future__ import annotations

import asyncio
import random
import zipfile
from pathlib import Path, PurePosixPath

import pytest

from goalwright import Goalwright
from goalwright.contracts import RunReport

WORLDS = 20
SEED = 20_261_117
Tree = dict[PurePosixPath, str | None]
"""What lies at each path below the working folder: the text of a file, or None for a folder."""


def run(folder: Path, sentence: str) -> RunReport:
    async def done() -> RunReport:
        async with Goalwright(home=folder / "state", cwd=folder / "work") as gw:
            return await gw.run(sentence, approve=True)

    return asyncio.run(done())


def plant(folder: Path, tree: Tree) -> None:
    folder.mkdir()
    for path, text in sorted(tree.items()):
        if text is None:
            (folder / path).mkdir()
        else:
            (folder / path).write_text(text)


def grown(folder: Path) -> Tree:
    return {
        PurePosixPath(path.relative_to(folder)): None if path.is_dir() else path.read_text()
        for path in folder.rglob("*")
    }


@pytest.fixture(autouse=True)
def _own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOALWRIGHT_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.mark.parametrize(
    ("sentence", "actions"),
    [
        ("move the folder pp to qq, then append y to qq/sub/a.txt", 2),
        ("rename the folder pp to qq, then append y to qq/sub/a.txt", 2),
        ("copy the folder pp to qq, then append y to qq/sub/a.txt", 2),
        ("move the folder pp to qq, then move the folder qq to rr, then append y to rr/sub/a.txt", 3),
        ("move the folder pp to qq, then delete qq/sub/a.txt, then append y to qq/sub/a.txt", 3),
        ("move the folder pp to qq, then delete the folder qq/sub, then append y to qq/sub/a.txt", 4),
        ("move the folder pp to qq, then append y to pp/sub/a.txt", 3),
        ("copy the folder pp to tt, then append y to tt/pp/sub/a.txt", 2),
        ("delete the folder tt, then move the folder pp to tt, then append y to tt/sub/a.txt", 3),
        ("move the folder pp to qq, then append y to qq/sub/new/a.txt", 3),
        ("move the folder pp to qq, then copy notes.txt to qq/sub, then append y to qq/sub/notes.txt", 3),
    ],
)
def test_what_lay_in_a_folder_is_known_to_lie_where_the_folder_went(
    sentence: str, actions: int, tmp_path: Path
) -> None:
    paths = {"pp": None, "pp/sub": None, "pp/sub/a.txt": "x", "tt": None, "notes.txt": "n"}
    plant(tmp_path / "work", {PurePosixPath(path): text for path, text in paths.items()})
    report = run(tmp_path, sentence)
    assert report.status == "success", report
    assert report.plan is not None
    assert (report.plan.total_actions, report.plan.minimal_certified) == (actions, True)


@pytest.mark.parametrize(
    ("sentence", "actions", "is_certified"),
    [
        ("extract pp.zip to out, then append y to out/pp/sub/a.txt", 2, True),
        ("extract pp.zip to pp, then append y to pp/sub/a.txt", 2, True),
        ("extract pp.zip to out, then append y to out/sub/a.txt", 3, True),
        ("extract pp.zip to out, then move the folder out to far, then append y to far/pp/sub/a.txt", 3, True),
        ("extract pp.zip to tt, then append y to tt/old/b.txt, then append y to tt/pp/sub/b.txt", 3, True),
        ("extract pp.zip to out, then delete the folder out/pp/sub, then append y to out/pp/sub/a.txt", 4, True),
        ("copy pp.zip to qq.zip, then extract qq.zip to out, then append y to out/pp/sub/a.txt", 4, False),
    ],
)
def test_what_is_in_an_archive_is_known_to_lie_where_it_was_extracted(
    sentence: str, actions: int, is_certified: bool, tmp_path: Path
) -> None:
    work = tmp_path / "work"
    plant(work, {PurePosixPath(path): None for path in ("tt", "tt/old")})
    with zipfile.ZipFile(work / "pp.zip", "w") as archive:
        archive.writestr("pp/sub/a.txt", "x")
    report = run(tmp_path, sentence)
    assert report.status == "success", report
    assert report.plan is not None
    assert (report.plan.total_actions, report.plan.minimal_certified) == (actions, is_certified)


@pytest.mark.parametrize(
    "sentence",
    [
        "copy the folder pp to tt, then rename the folder tt to qq, then append y to qq/pp/sub/a.txt",
        "copy the folder pp to tt, then move the folder tt to qq, then delete qq/pp/sub/a.txt",
        "zip pp, then unzip pp.zip to tt/new, then rename the folder tt to qq, then append y to qq/new/pp/sub/a.txt",
    ],
)
def test_what_was_made_in_a_folder_carried_and_changed_there_is_taken_back(sentence: str, tmp_path: Path) -> None:
    paths = {"pp": None, "pp/sub": None, "pp/sub/a.txt": "x", "tt": None}
    plant(tmp_path / "work", {PurePosixPath(path): text for path, text in paths.items()})
    before = grown(tmp_path / "work")

    async def taken_back() -> None:
        async with Goalwright(home=tmp_path / "state", cwd=tmp_path / "work") as gw:
            assert (await gw.run(sentence, approve=True)).status == "success"
            await gw.undo()

    asyncio.run(taken_back())
    assert grown(tmp_path / "work") == before


@pytest.mark.parametrize("number", range(WORLDS))
def test_random_chains_in_random_trees_take_as_few_actions_as_can_be(number: int, tmp_path: Path) -> None:
    chain = Chain(random.Random(SEED + number))
    plant(tmp_path / "work", chain.tree)
    sentence = ", then ".join(chain.command() for _ in range(chain.chance.randint(2, 4)))
    report = run(tmp_path, sentence)
    assert report.status == "success", (sentence, report)
    assert report.plan is not None
    assert report.plan.total_actions == chain.actions, (sentence, report.plan.actions)
    assert report.plan.minimal_certified, sentence
    assert grown(tmp_path / "work") == chain.tree, sentence


class Chain:
    """Commands, one after the other, with the tree they lead to.

    Each is about something that has to be done when its turn comes, so a plan needs an action for each, and one more
    for each that finds the folder missing which it puts something into.
    """

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.actions = chance, 0
        self.tree: Tree = {}
        self.last = PurePosixPath("nowhere")
        for top in ("aa", "bb", "cc"):
            self._grow(PurePosixPath(top), 2)

    def _grow(self, folder: PurePosixPath, depth: int) -> None:
        self.tree[folder] = None
        for name in ("f.txt", "g.txt"):
            if self.chance.random() < 0.6:
                self.tree[folder / name] = name
        for name in ("dd", "ee") if depth else ():
            if self.chance.random() < 0.8:
                self._grow(folder / name, depth - 1)

    def command(self) -> str:
        while True:
            said = self.chance.choice((self._carry, self._carry, self._append, self._append, self._delete))()
            if said:
                self.actions += 1
                return said

    def _folders(self) -> list[PurePosixPath]:
        return sorted(path for path, text in self.tree.items() if text is None)

    def _carry(self) -> str:
        source = self.chance.choice(self._folders())
        verb = self.chance.choice(("move", "copy", "rename"))
        new = f"n{self.actions}{self.chance.randint(0, 9)}"
        said = source.parent / new if verb == "rename" else self.chance.choice((PurePosixPath(new), *self._folders()))
        if verb != "rename" and self.chance.random() < 0.3:
            said = said / new
        target = said / source.name if self.tree.get(said, "") is None else said
        if target in self.tree or source in (target, *target.parents):
            return ""
        self._make(target.parent)
        inside = {path: text for path, text in self.tree.items() if source in (path, *path.parents)}
        if verb != "copy":
            self._remove(source)
        self.tree |= {target / path.relative_to(source): text for path, text in inside.items()}
        self.last = target
        return f"{verb} the folder {source} to {new if verb == 'rename' else said}"

    def _append(self) -> str:
        inside = [folder for folder in self._folders() if self.last in folder.parents]  # where a model is easily wrong
        folder = self.chance.choice(inside or self._folders())
        if self.chance.random() < 0.3:
            folder = folder / "dd"
        path = folder / self.chance.choice(("f.txt", "h.txt"))
        self._make(folder)
        self.tree[path] = f"{there}\ny" if (there := self.tree.get(path)) else "y"
        return f"append y to {path}"

    def _delete(self) -> str:
        folder = self.chance.choice(self._folders())
        self._remove(folder)
        return f"delete the folder {folder}" if self.tree else ""

    def _make(self, folder: PurePosixPath) -> None:
        if folder.name and folder not in self.tree:
            self.actions += 1
            for path in (folder, *folder.parents[:-1]):
                self.tree[path] = None

    def _remove(self, folder: PurePosixPath) -> None:
        self.tree = {path: text for path, text in self.tree.items() if folder not in (path, *path.parents)}
