"""Archives that mean harm: each is refused with a sentence, and leaves nothing behind, inside or outside."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import stat
import struct
import tarfile
import tracemalloc
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns import rounds
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.errors import ToolFailure
from goalwright.tools.files.archives import Limits
from goalwright.tools.files.archives.unpacking import leads_inside
from goalwright.tools.files.extracting import extract
from goalwright.tools.services import Services
from tools.files.desk import Desk, tree
from tools.files.trees import aged, at

UP = "../" * 12


def tar(*members: tuple[str, bytes | str | None, bytes], **more: Any) -> bytes:
    """A tar archive of (name, content or link target, type)."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", **more) as archive:
        for name, content, kind in members:
            info = tarfile.TarInfo(name)
            info.type = kind
            if isinstance(content, bytes):
                info.size = len(content)
                archive.addfile(info, io.BytesIO(content))
            else:
                info.linkname = content or ""
                archive.addfile(info)
    return packed.getvalue()


def file(name: str, content: bytes = b"x") -> tuple[str, bytes, bytes]:
    return name, content, tarfile.REGTYPE


def link(name: str, target: str) -> tuple[str, str, bytes]:
    return name, target, tarfile.SYMTYPE


def alias(name: str, target: str) -> tuple[str, str, bytes]:
    return name, target, tarfile.LNKTYPE


def folder(name: str) -> tuple[str, None, bytes]:
    return name, None, tarfile.DIRTYPE


def zipped(*members: tuple[str, bytes] | tuple[str, bytes, int]) -> bytes:
    """A zip archive of (name, content) or (name, content, Unix mode with its type)."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content, *mode in members:
            info = zipfile.ZipInfo("x")
            info.filename = name
            info.create_system = 3
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (mode[0] if mode else stat.S_IFREG | 0o644) << 16
            archive.writestr(info, content)
    return packed.getvalue()


def zip_link(name: str, target: str) -> tuple[str, bytes, int]:
    return name, target.encode(), stat.S_IFLNK | 0o777


NAMES = [
    "/etc/evil",
    "//etc/evil",
    "../evil",
    "a/../../evil",
    "a/b/../../../evil",
    f"{UP}tmp/evil",
    "..",
    "a/..",
    "..\\evil",
    "a\\..\\..\\evil",
    "\\evil",
    "\\\\server\\share\\evil",
    "C:\\evil",
    "C:/evil",
    "c:",
    "./../evil",
    "a/./../../evil",
    "n" * 5_000,
]

HOSTILE = {
    **{f"a tar member called {name[:30]}": tar(file("good"), file(name)) for name in NAMES},
    **{f"a zip member called {name[:30]}": zipped(("good", b"x"), (name, b"x")) for name in NAMES},
    **{f"a tar folder called {name[:30]}": tar(folder(name)) for name in NAMES},
    "a link outside": tar(link("out", f"{UP}etc")),
    "an absolute link": tar(link("out", "/etc")),
    "a link one level up": tar(link("out", "..")),
    "a link that goes in and out again": tar(folder("a"), link("a/out", "../../x")),
    "a link through a link that reads as harmless": tar(link("here", "."), link("out", "here/here/here/../../..")),
    "a link through a later link": tar(link("out", "here/../../.."), folder("a"), link("here", "a/b"), folder("a/b")),
    "a link through a link to an absolute path": tar(link("root", "a"), link("a", "/"), link("out", "root/etc")),
    "links in a circle": tar(link("a", "b"), link("b", "a")),
    "a link to nothing": tar(link("a", "")),
    "a file through a link": tar(link("out", "/tmp"), file("out/evil")),
    "a file through a harmless link": tar(folder("in"), link("way", "in"), file("way/evil")),
    "a file in the place of a link": tar(link("out", "in"), file("out")),
    "a link in the place of a file": tar(file("out"), link("out", "in")),
    "a link in the place of a folder": tar(file("out/x"), link("out", "/tmp")),
    "a file in a file": tar(file("a"), file("a/b")),
    "a file twice": tar(file("a", b"1"), file("a", b"2")),
    "a file twice, spelled anew": tar(file("a/b", b"1"), file("./a//b", b"2")),
    "a file and a folder of one name": tar(file("a"), folder("a")),
    "a hard link outside": tar(alias("a", "/etc/passwd")),
    "a hard link up": tar(alias("a", "../../secret")),
    "a hard link to what is not there": tar(alias("a", "b")),
    "a hard link to what comes later": tar(alias("a", "b"), file("b")),
    "a hard link to itself": tar(alias("a", "a")),
    "a hard link to a folder": tar(folder("b"), alias("a", "b")),
    "a hard link to a link outside": tar(link("b", "/etc"), alias("a", "b")),
    "a pipe": tar(("a", None, tarfile.FIFOTYPE)),
    "a character device": tar(("a", None, tarfile.CHRTYPE)),
    "a block device": tar(("a", None, tarfile.BLKTYPE)),
    "a kind nobody knows": tar(("a", None, b"Z")),
    "a file with no name": tar(file(".")),
    "a link over the top": tar(link("./", "/tmp")),
    "a zip link outside": zipped(zip_link("out", f"{UP}etc")),
    "an absolute zip link": zipped(zip_link("out", "/etc")),
    "a zip link with a NUL": zipped(zip_link("out", "a\0b")),
    "a zip file through a link": zipped(zip_link("out", "/tmp"), ("out/evil", b"x")),
    "a zip device": zipped(("a", b"", stat.S_IFCHR | 0o666)),
    "a zip pipe": zipped(("a", b"", stat.S_IFIFO | 0o666)),
    "a zip file twice": zipped(("a", b"1"), ("b/../a", b"2")),
    "a name with a NUL": zipped(("good", b"x"), ("a\0b", b"x")),
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("is_new", [True, False])
def test_a_hostile_archive_leaves_nothing(desk: Desk, tmp_path: Path, content: bytes, is_new: bool) -> None:
    aged(tmp_path / "secret", b"secret")
    (desk.root / "a").write_bytes(content)
    if not is_new:
        aged(desk.root / "out" / "mine", b"mine")
    before, outside = desk.tree(), set(tmp_path.rglob("*"))
    with pytest.raises(ToolFailure, match=r"was not extracted: the member|is damaged"):
        desk.do("extract", "a", to=at(desk, "out"), risk="high")
    assert desk.tree() == before
    assert set(tmp_path.rglob("*")) == outside


HARMLESS = {
    "links that stay inside": tar(
        folder("a"), file("a/x"), link("a/l", "../a/x"), link("up", "a/.."), link("l", "a/l")
    ),
    "a folder twice": tar(folder("a"), file("a/x"), folder("a/"), folder("./a")),
    "folders that nobody lists": tar(file("a/b/c/d"), file("a/b/e")),
    "a hard link that stays inside": tar(file("a/x"), alias("a/y", "a/x"), alias("z", "./a/y")),
    "a hard link to a link": tar(file("x"), link("l", "x"), alias("m", "l")),
    "names of one letter in two cases": tar(file("readme"), file("README")),
    "dots that are names": tar(file("..."), file("..a"), file("a.."), file(" ")),
    "odd signs": tar(file("a\nb"), file("C:name"), file("*?<>|\"'"), file("-rf")),
    "the top itself": tar(folder("."), file("./x")),
    "a zip link that stays inside": zipped(("x", b"x"), zip_link("l", "x")),
}


@pytest.mark.parametrize("content", HARMLESS.values(), ids=HARMLESS)
def test_what_only_looks_odd_is_extracted_and_taken_back(desk: Desk, content: bytes) -> None:
    (desk.root / "a").write_bytes(content)
    before = desk.tree()
    done = desk.do("extract", "a", to=at(desk, "out"))
    assert tree(desk.root / "out")
    done.undo()
    assert desk.tree() == before


def test_no_archive_gives_special_rights(desk: Desk) -> None:
    members = []
    for name, mode in (("setuid", 0o4755), ("setgid", 0o2755), ("sticky", 0o1755)):
        info = tarfile.TarInfo(name)
        info.mode, info.uid, info.gid, info.uname = mode, 12345, 12345, "daemon"
        members.append(info)
    with tarfile.open(desk.root / "a.tar", "w") as archive:
        for info in members:
            archive.addfile(info)
    (desk.root / "b.zip").write_bytes(zipped(("setuid", b"", stat.S_IFREG | 0o6755)))
    desk.do("extract", "a.tar", to=at(desk, "out"))
    desk.do("extract", "b.zip", to=at(desk, "zip"))
    for path in (*(desk.root / "out").iterdir(), *(desk.root / "zip").iterdir()):
        assert path.stat().st_mode & 0o7777 == 0o755
        assert path.stat().st_uid == desk.root.stat().st_uid


def test_a_zip_with_a_password_is_told(desk: Desk) -> None:
    content = bytearray(zipped(("secret.txt", b"x" * 100)))
    for place in (content.index(b"PK\x03\x04") + 6, content.index(b"PK\x01\x02") + 8):
        content[place] |= 1
    (desk.root / "a.zip").write_bytes(content)
    with pytest.raises(ToolFailure, match=r"secret\.txt is locked with a password"):
        desk.do("extract", "a.zip", to=at(desk, "out"))
    assert set(desk.tree()) == {"a.zip"}


def test_a_zip_packed_in_a_way_that_is_not_known_is_told(desk: Desk) -> None:
    content = bytearray(zipped(("a.txt", b"x" * 100)))
    for place in (content.index(b"PK\x03\x04") + 8, content.index(b"PK\x01\x02") + 10):
        struct.pack_into("<H", content, place, 97)
    (desk.root / "a.zip").write_bytes(content)
    with pytest.raises(ToolFailure, match="compressed in a way that is not supported"):
        desk.do("extract", "a.zip", to=at(desk, "out"))
    assert set(desk.tree()) == {"a.zip"}


SMALL = Limits(total=1 << 20, ratio=100, ratio_from=100_000, members=50)
ZEROS = bytes(900_000)


def sparse_tar(size: int) -> bytes:
    """A tar archive of one file that is said to be all hole."""
    info = tarfile.TarInfo("hole")
    info.pax_headers = {"GNU.sparse.size": str(size), "GNU.sparse.map": f"{size},0", "GNU.sparse.name": "hole"}
    info.pax_headers |= {"GNU.sparse.major": "0", "GNU.sparse.minor": "1", "GNU.sparse.numblocks": "1"}
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        archive.addfile(info)
    return packed.getvalue()


BOMBS = {
    "a zip of zeros": (zipped(("a", ZEROS)), "more than 100 times its own size"),
    "a zip of many zeros": (zipped(*((str(number), ZEROS[:60_000]) for number in range(15))), "100 times its own size"),
    "a large zip": (zipped(("a", ZEROS + bytes(range(256)) * 600)), "more than"),
    "a tar.gz of zeros": (gzip.compress(tar(file("a", ZEROS))), "more than 100 times its own size"),
    "a tar.bz2 of zeros": (bz2.compress(tar(file("a", ZEROS))), "more than 100 times its own size"),
    "a tar.xz of zeros": (lzma.compress(tar(file("a", ZEROS))), "more than 100 times its own size"),
    "a plain tar that is large": (tar(file("a", ZEROS), file("b", ZEROS)), r"more than 0\.000976562 GiB"),
    "zeros after the end": (gzip.compress(tar(file("a")) + ZEROS), "more than 100 times its own size"),
    "zeros before a member": (gzip.compress(tar(("a", ZEROS, tarfile.FIFOTYPE), file("b"))), "more than|is a pipe"),
    "a hole": (sparse_tar(10 << 40), "more than"),
    "too many members in a zip": (zipped(*((str(number), b"") for number in range(51))), "more than 50 files"),
    "too many members in a tar": (tar(*(file(str(number)) for number in range(51))), "more than 50 files"),
}


@pytest.mark.parametrize(("content", "said"), BOMBS.values(), ids=BOMBS)
def test_a_bomb_does_not_go_off(desk: Desk, content: bytes, said: str) -> None:
    (desk.root / "a").write_bytes(content)
    desk.tools = {"files.extract": extract(Services(roots=AllowedRoots([desk.root])), SMALL)}
    with pytest.raises(ToolFailure, match=said):
        desk.do("extract", "a", to=at(desk, "out"))
    assert set(desk.tree()) == {"a"}


def long_header(kind: bytes) -> bytes:
    """A squeezed tar archive with a description of 200 MB, which a reader would take into memory whole."""
    size = 200 << 20
    info = tarfile.TarInfo("././@LongLink")
    info.type, info.size = kind, size
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=1) as stream:
        stream.write(info.tobuf(tarfile.GNU_FORMAT))
        for _ in range(size >> 20):
            stream.write(bytes(1 << 20))
    return packed.getvalue()


@pytest.mark.parametrize("kind", [tarfile.GNUTYPE_LONGNAME, tarfile.XHDTYPE])
def test_a_long_description_is_not_taken_into_memory(desk: Desk, kind: bytes) -> None:
    (desk.root / "a").write_bytes(long_header(kind))
    tracemalloc.start()
    try:
        with pytest.raises(ToolFailure, match="damaged"):
            desk.do("extract", "a", to=at(desk, "out"))
        assert tracemalloc.get_traced_memory()[1] < 32 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("kind", [tarfile.GNUTYPE_LONGNAME, tarfile.XHDTYPE])
@pytest.mark.parametrize("count", [900, 5_000])
def test_descriptions_of_descriptions_do_not_go_on_for_ever(desk: Desk, kind: bytes, count: int) -> None:
    info = tarfile.TarInfo("x")
    info.type, info.size = kind, 512
    (desk.root / "a").write_bytes((info.tobuf(tarfile.GNU_FORMAT) + b"a".ljust(512, b"\0")) * count)
    with pytest.raises(ToolFailure, match="damaged"):
        desk.do("extract", "a", to=at(desk, "out"))
    assert set(desk.tree()) == {"a"}


@pytest.mark.parametrize(
    "content", [gzip.compress(tar(file("a", bytes(1 << 20))), mtime=0), zipped(("a", bytes(1 << 20)))]
)
def test_small_files_of_one_repeated_letter_are_no_bomb(desk: Desk, content: bytes) -> None:
    (desk.root / "a").write_bytes(content)
    desk.do("extract", "a", to=at(desk, "out"))
    assert (desk.root / "out" / "a").stat().st_size == 1 << 20


CASES: list[tuple[str, str, dict[str, str], str, bool]] = [
    ("l", "a", {}, "", True),
    ("l", "..", {}, "", False),
    ("a/l", "..", {}, "", True),
    ("a/l", "../..", {}, "", False),
    ("top/l", "..", {}, "top", False),
    ("top/a/l", "..", {}, "top", True),
    ("l", "m/..", {"m": "a/b"}, "", True),
    ("l", "m/../..", {"m": "a/b"}, "", True),
    ("l", "m/../../..", {"m": "a/b"}, "", False),
    ("l", "m/x", {"m": "/etc"}, "", False),
    ("l", "l", {"l": "l"}, "", False),
    ("l", "", {}, "", True),
]


@pytest.mark.parametrize(("path", "target", "links", "top", "is_inside"), CASES)
def test_where_a_link_leads(path: str, target: str, links: dict[str, str], top: str, is_inside: bool) -> None:
    assert leads_inside(path, target, links, top) is is_inside


parts = st.sampled_from(["a", "b", "l", "m", "..", "."])
paths = st.lists(parts, min_size=1, max_size=5).map("/".join)
members = st.lists(
    st.one_of(
        st.builds(file, paths),
        st.builds(folder, paths),
        st.builds(link, paths, paths),
        st.builds(alias, paths, paths),
    ),
    max_size=7,
)


@given(members=members)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=rounds(30, 80))
def test_whatever_is_in_it_nothing_ever_leads_out(desk: Desk, tmp_path: Path, members: list[Any]) -> None:
    """Random archives of files, folders and links: either all of it stays inside, or nothing is there."""
    aged(tmp_path / "b", b"outside")
    (desk.root / "a.tar").write_bytes(tar(*members))
    desk.keep.mkdir(parents=True, exist_ok=True)
    outside = tree(tmp_path)
    inside = (desk.root / "out").resolve()
    with suppress(ToolFailure):
        done = desk.do("extract", "a.tar", to=at(desk, "out"))
        for path in (desk.root / "out").rglob("*"):
            assert path.resolve().is_relative_to(inside), path
        done.undo()
    assert tree(tmp_path) == outside


@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=rounds(30, 80))
def test_random_damage_is_a_sentence_and_never_a_crash(desk: Desk, data: st.DataObject) -> None:
    whole = data.draw(st.sampled_from(SOUND))
    content = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 6))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    (desk.root / "a").write_bytes(content)
    with suppress(ToolFailure):
        desk.do("extract", "a", to=at(desk, "out")).undo()
    assert set(desk.tree()) == {"a"}


SOUND = [
    zipped(("a/b.txt", b"hello" * 20), ("c", b""), zip_link("l", "c")),
    tar(file("a/b.txt", b"hello" * 20), folder("d"), link("l", "a"), alias("m", "a/b.txt")),
    gzip.compress(tar(file("a/b.txt", b"hello" * 20), file("n" * 150)), mtime=0),
    lzma.compress(tar(file("a/b.txt", b"hello" * 20))),
    bz2.compress(tar(file("a/b.txt", b"hello" * 20))),
]
