"""Paths that must not get anywhere, and near-misses that must: each row can set its own trap in a tree.

A row's path is written with `<root>` (the one allowed folder), `<above>` (the folder it is in) and `<outside>` (a
folder that is not allowed). Nothing in `<outside>` or elsewhere in `<above>` may ever change.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

SECRET = "not yours\n"


class Tree(NamedTuple):
    """A folder `root` to be allowed, and its surroundings."""

    root: Path
    above: Path
    outside: Path

    def spelled(self, text: str) -> str:
        """The text with the places in it filled in."""
        for place, path in zip(("<root>", "<above>", "<outside>"), self, strict=True):
            text = text.replace(place, str(path))
        return text


Trap = Callable[[Tree], None]


def grow_tree(base: Path) -> Tree:
    """A fresh tree below `base`."""
    base = base.resolve()
    tree = Tree(root=base / "home" / "me", above=base / "home", outside=base / "outside")
    for folder in (tree.root / "a" / "b", tree.above / "other", tree.above / "me-too", tree.outside / "deep"):
        folder.mkdir(parents=True)
    (tree.root / "notes.txt").write_text("mine\n")
    for folder in (tree.above / "other", tree.above / "me-too", tree.outside, tree.outside / "deep"):
        (folder / "secret.txt").write_text(SECRET)
    return tree


def surroundings(tree: Tree) -> dict[str, str]:
    """All that is in the tree outside the root, by path; equal pictures mean that nothing was touched."""
    found = {}
    for folder, folders, files in os.walk(tree.above.parent):
        folders[:] = [name for name in folders if Path(folder, name) != tree.root]
        for path in (Path(folder, name) for name in (*folders, *files)):
            is_file = path.is_file() and not path.is_symlink()
            found[str(path)] = path.read_text() if is_file else os.fspath(path.readlink()) if path.is_symlink() else ""
    return found


def links(**targets: str) -> Trap:
    """A trap of symbolic links in the root, by name; `__` in a name stands for a slash, places stand in targets."""

    def set_trap(tree: Tree) -> None:
        for name, target in targets.items():
            (tree.root / name.replace("__", "/")).symlink_to(tree.spelled(target))

    return set_trap


def chain(length: int, end: str) -> Trap:
    """A trap of links, each leading to the next and the last to `end`; the first is `link0`."""
    return links(**{f"link{n}": f"link{n + 1}" if n + 1 < length else end for n in range(length)})


def odd_link(tree: Tree) -> None:
    (tree.root / "odd").symlink_to(os.fsdecode(b"\xff\xfe"))


def hard_link(tree: Tree) -> None:
    os.link(tree.outside / "secret.txt", tree.root / "hard.txt")


def link_outside(tree: Tree) -> None:
    (tree.outside / "back").symlink_to(tree.root)


def there_and_back(tree: Tree) -> None:
    link_outside(tree)
    (tree.root / "out").symlink_to(tree.outside)


def no_trap(_tree: Tree) -> None:
    pass


class HostilePath(NamedTuple):
    """A path that is refused; `says` is part of the sentence.

    `is_anchored` is false for paths that a door reads as relative to the working folder or the home folder, before
    the policy sees them.
    """

    name: str
    path: str
    says: str = "outside the allowed folders"
    trap: Trap = no_trap
    is_anchored: bool = True


class HarmlessPath(NamedTuple):
    """A path that is allowed, and where it leads."""

    name: str
    path: str
    leads_to: str
    trap: Trap = no_trap


WINDOWS = "map the drive in the config"
RELATIVE = "is not an absolute path"
CIRCLE = "more than 40 links"

HOSTILE = (
    HostilePath("a file of the system", "/etc/passwd"),
    HostilePath("the root folder", "/"),
    HostilePath("a file outside", "<outside>/secret.txt"),
    HostilePath("a new file outside", "<outside>/new.txt"),
    HostilePath("a folder outside", "<outside>"),
    HostilePath("the folder above", "<above>"),
    HostilePath("the folder above, with a slash", "<above>/"),
    HostilePath("somebody else's home", "<above>/other/secret.txt"),
    HostilePath("a folder whose name starts alike", "<root>-too/secret.txt"),
    HostilePath("one level up", "<root>/.."),
    HostilePath("up and into another folder", "<root>/../other/secret.txt"),
    HostilePath("up twice", "<root>/../../outside/secret.txt"),
    HostilePath("up from a folder inside", "<root>/a/../../other/secret.txt"),
    HostilePath("up with dots between", "<root>/./.././other/secret.txt"),
    HostilePath("up with doubled slashes", "<root>//..//other//secret.txt"),
    HostilePath("up at the end", "<root>/a/b/../../.."),
    HostilePath("up beyond everything", "<root>" + "/.." * 60 + "/etc/passwd"),
    HostilePath("up out of a missing folder", "<root>/missing/../../other/secret.txt"),
    HostilePath("up out of a file", "<root>/notes.txt/../../other/secret.txt"),
    HostilePath("up to a name that starts alike", "<root>/../me-too/secret.txt"),
    HostilePath("doubled slash in front", "//etc/passwd"),
    HostilePath("tripled slash in front", "///etc///passwd"),
    HostilePath("dots in front", "/./././etc/passwd"),
    HostilePath("two dots in front", "/../../etc/passwd"),
    HostilePath("another case", "<above>/ME/notes.txt"),
    HostilePath("a look-alike letter", "<above>/mе/notes.txt"),
    HostilePath("wide letters", "<above>/ｍｅ/notes.txt"),
    HostilePath("a name with an accent apart", "<above>/me\u0301/notes.txt"),
    HostilePath("a name with a space after it", "<root> /notes.txt"),
    HostilePath("a name with a dot after it", "<root>./notes.txt"),
    HostilePath("a name with an unseen character", "<root>\u200b/notes.txt"),
    HostilePath("a name with a turned direction", "<above>/\u202eem/notes.txt"),
    HostilePath("a name with a line break", "<above>/me\n/notes.txt"),
    HostilePath("a name with a terminal's orders", "<above>/\x1b[2J/notes.txt"),
    HostilePath("the process's working folder", "/proc/self/cwd/notes.txt"),
    HostilePath("the process's root folder", "/proc/self/root/etc/passwd"),
    HostilePath("back in by the process's root folder", "/proc/self/root<root>/notes.txt"),
    HostilePath("the thread's working folder", "/proc/thread-self/cwd/notes.txt"),
    HostilePath("another process's root folder", "/proc/1/root/etc/passwd"),
    HostilePath("an open descriptor", "/proc/self/fd/0"),
    HostilePath("the process's memory", "/proc/self/mem"),
    HostilePath("descriptors as devices", "/dev/fd/0"),
    HostilePath("standard input", "/dev/stdin"),
    HostilePath("a device", "/dev/null"),
    HostilePath("a knob of the kernel", "/sys/power/state"),
    HostilePath("a link to a file outside", "<root>/link", trap=links(link="<outside>/secret.txt")),
    HostilePath("a link to a folder outside", "<root>/out/secret.txt", trap=links(out="<outside>")),
    HostilePath("a link to a folder outside, itself", "<root>/out", trap=links(out="<outside>")),
    HostilePath("the same with a slash", "<root>/out/", trap=links(out="<outside>")),
    HostilePath("a new file behind a link", "<root>/out/new.txt", trap=links(out="<outside>")),
    HostilePath("a new folder behind a link", "<root>/out/x/y/z", trap=links(out="<outside>")),
    HostilePath("a relative link", "<root>/link", trap=links(link="../other/secret.txt")),
    HostilePath("a relative link further in", "<root>/a/b/link", trap=links(a__b__link="../../../other")),
    HostilePath("a link with needless dots", "<root>/link", trap=links(link="./.././other/./secret.txt")),
    HostilePath("a link with doubled slashes", "<root>/link", trap=links(link="/<outside>//secret.txt")),
    HostilePath("a link through the root and up", "<root>/link", trap=links(link="<root>/a/../../other/secret.txt")),
    HostilePath("a chain of links", "<root>/link0", trap=chain(5, "<outside>/secret.txt")),
    HostilePath(
        "a chain of folders", "<root>/one/secret.txt", trap=links(one="two", two="a/three", a__three="../../other")
    ),
    HostilePath("a link to itself", "<root>/self", CIRCLE, links(self="self")),
    HostilePath("a link to itself, and on", "<root>/self/x/y", CIRCLE, links(self="self")),
    HostilePath("two links to each other", "<root>/ping", CIRCLE, links(ping="pong", pong="ping")),
    HostilePath("a link that grows", "<root>/grow", CIRCLE, links(grow="grow/grow")),
    HostilePath("a folder in itself without end", "<root>/grow/x", CIRCLE, links(grow="a/../grow/a")),
    HostilePath("41 links", "<root>/link0", CIRCLE, chain(41, "notes.txt")),
    HostilePath("up from a linked folder", "<root>/out/../other/secret.txt", trap=links(out="<above>/me-too")),
    HostilePath("up from a linked folder, back in", "<root>/out/../me/notes.txt", trap=links(out="<above>/me-too")),
    HostilePath("up from a linked folder at the end", "<root>/out/..", trap=links(out="<outside>/deep")),
    HostilePath("a link that dangles outside", "<root>/link", trap=links(link="<outside>/new.txt")),
    HostilePath("a link that dangles further out", "<root>/link", trap=links(link="<outside>/no/new.txt")),
    HostilePath("a link to the root folder", "<root>/top/etc/passwd", trap=links(top="/")),
    HostilePath("a link to the folder above", "<root>/up/other/secret.txt", trap=links(up="..")),
    HostilePath("a link to a name that starts alike", "<root>/link/secret.txt", trap=links(link="<root>-too")),
    HostilePath("a link to the process's root folder", "<root>/link/etc/passwd", trap=links(link="/proc/self/root")),
    HostilePath("a link to standard input", "<root>/link", trap=links(link="/dev/stdin")),
    HostilePath("a link outside that leads in", "<outside>/back/notes.txt", trap=link_outside),
    HostilePath("out and in again", "<root>/out/back/notes.txt", trap=there_and_back),
    HostilePath("nothing", "", "is empty", is_anchored=False),
    HostilePath("a bare name", "notes.txt", RELATIVE, is_anchored=False),
    HostilePath("this folder", ".", RELATIVE, is_anchored=False),
    HostilePath("relative and up", "../../etc/passwd", RELATIVE, is_anchored=False),
    HostilePath("a home folder", "~/notes.txt", RELATIVE, is_anchored=False),
    HostilePath("somebody else's home by name", "~root/notes.txt", RELATIVE, is_anchored=False),
    HostilePath("a variable", "$HOME/notes.txt", RELATIVE, is_anchored=False),
    HostilePath("a variable of Windows", "%USERPROFILE%\\notes.txt", RELATIVE, is_anchored=False),
    HostilePath("a space in front", " /etc/passwd", RELATIVE, is_anchored=False),
    HostilePath("an option", "-rf", RELATIVE, is_anchored=False),
    HostilePath("an address of a file", "file:///etc/passwd", RELATIVE, is_anchored=False),
    HostilePath("a rooted path of Windows", "\\Windows\\notes.txt", RELATIVE, is_anchored=False),
    HostilePath("a drive", "C:\\Users\\me\\notes.txt", WINDOWS),
    HostilePath("a drive with slashes", "c:/Users/me/notes.txt", WINDOWS),
    HostilePath("a drive's own folder", "C:notes.txt", WINDOWS),
    HostilePath("a bare drive", "D:", WINDOWS),
    HostilePath("a share", "\\\\host\\share\\notes.txt", WINDOWS),
    HostilePath("a long drive path", "\\\\?\\C:\\notes.txt", WINDOWS),
    HostilePath("a long share path", "\\\\?\\UNC\\host\\share\\notes.txt", WINDOWS),
    HostilePath("a device of Windows", "\\\\.\\PhysicalDrive0", WINDOWS),
    HostilePath("a share with slashes", "//host/share/notes.txt"),
    HostilePath("a drive below the root folder", "/C:/Users/me/notes.txt"),
    HostilePath("NUL in the middle", "<root>/notes.txt\0.png", "NUL"),
    HostilePath("NUL before the way out", "<root>/\0/../../etc/passwd", "NUL"),
    HostilePath("half a character", "<root>/\ud800.txt", "not text"),
    HostilePath("a name that is too long", "<root>/" + "x" * 256, "more than 255 bytes"),
    HostilePath("a name too long in bytes", "<root>/" + "é" * 128, "more than 255 bytes"),
    HostilePath("a folder's name that is too long", "<root>/" + "x" * 300 + "/notes.txt", "more than 255 bytes"),
    HostilePath("a path that is too long", "<root>" + "/xxxxxxx" * 600, "longer than 4095 bytes"),
    HostilePath("a path too long in bytes", "<root>" + "/ééé" * 600, "longer than 4095 bytes"),
    HostilePath("a path of dots that is too long", "<root>" + "/." * 3_000, "longer than 4095 bytes"),
)

HARMLESS = (
    HarmlessPath("the root", "<root>", "<root>"),
    HarmlessPath("the root with a slash", "<root>/", "<root>"),
    HarmlessPath("the root with a dot", "<root>/.", "<root>"),
    HarmlessPath("the root by way of a folder", "<root>/a/..", "<root>"),
    HarmlessPath("the root from above", "<root>/../me", "<root>"),
    HarmlessPath("the root from far above", "/../.." + "<root>", "<root>"),
    HarmlessPath("a file", "<root>/notes.txt", "<root>/notes.txt"),
    HarmlessPath("a byte that is no text", "<root>/\udcff.txt", "<root>/\udcff.txt"),
    HarmlessPath("a link whose target is no text", "<root>/odd", "<root>/\udcff\udcfe", odd_link),
    HarmlessPath("a file with a slash", "<root>/notes.txt/", "<root>/notes.txt"),
    HarmlessPath("a new file", "<root>/a/b/new.txt", "<root>/a/b/new.txt"),
    HarmlessPath("a new file in new folders", "<root>/x/y/new.txt", "<root>/x/y/new.txt"),
    HarmlessPath("doubled slashes", "/<root>//a//b", "<root>/a/b"),
    HarmlessPath("dots between", "<root>/./a/./b/.", "<root>/a/b"),
    HarmlessPath("up and down again", "<root>/a/b/../b/../../notes.txt", "<root>/notes.txt"),
    HarmlessPath("out by a name and in again", "<root>/a/../../me/a", "<root>/a"),
    HarmlessPath("up out of a missing folder", "<root>/missing/../notes.txt", "<root>/notes.txt"),
    HarmlessPath("a link to a file", "<root>/link", "<root>/notes.txt", links(link="notes.txt")),
    HarmlessPath("a link to a folder", "<root>/link/new.txt", "<root>/a/b/new.txt", links(link="a/b")),
    HarmlessPath("an absolute link", "<root>/link", "<root>/a/b", links(link="<root>/a/b")),
    HarmlessPath("a link to the root", "<root>/link/a", "<root>/a", links(link="<root>")),
    HarmlessPath("a link to its own folder", "<root>/a/here", "<root>/a", links(a__here=".")),
    HarmlessPath("a link to the folder above it", "<root>/a/b/up", "<root>/a", links(a__b__up="..")),
    HarmlessPath("up from a linked folder", "<root>/link/..", "<root>/a", links(link="a/b")),
    HarmlessPath("a link that dangles inside", "<root>/link", "<root>/a/new.txt", links(link="a/new.txt")),
    HarmlessPath("40 links", "<root>/link0", "<root>/notes.txt", chain(40, "notes.txt")),
    HarmlessPath("a hard link, which nothing tells from a file", "<root>/hard.txt", "<root>/hard.txt", hard_link),
    HarmlessPath("three dots", "<root>/.../x", "<root>/.../x"),
    HarmlessPath("two dots and more", "<root>/..x/x..", "<root>/..x/x.."),
    HarmlessPath("dots that only look so", "<root>/․․/․․/x", "<root>/․․/․․/x"),
    HarmlessPath("a wide slash", "<root>/..／..／x", "<root>/..／..／x"),
    HarmlessPath("backslashes in a name", "<root>/..\\..\\x", "<root>/..\\..\\x"),
    HarmlessPath("dots as a web server reads them", "<root>/%2e%2e/x", "<root>/%2e%2e/x"),
    HarmlessPath("a drive's name inside", "<root>/C:/x", "<root>/C:/x"),
    HarmlessPath("a tilde inside", "<root>/~/x", "<root>/~/x"),
    HarmlessPath("a space", "<root>/ /x", "<root>/ /x"),
    HarmlessPath("a line break", "<root>/a\nb", "<root>/a\nb"),
    HarmlessPath("an emoji", "<root>/📄.txt", "<root>/📄.txt"),
    HarmlessPath("the longest name", "<root>/" + "é" * 127, "<root>/" + "é" * 127),
)
