"""Which trash folder a thing goes to, by the rules that desktops share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from goalwright.disk.trash import Bin, bin_for, home_trash, open_bin
from goalwright.errors import ToolFailure


def test_a_path_on_the_disk_of_the_home_trash_goes_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "no" / "such"))
    assert home_trash() == tmp_path / "no" / "such" / "Trash"
    assert bin_for(str(tmp_path / "a.txt"), tmp_path.stat().st_dev) == Bin(str(home_trash()))


def test_a_shared_trash_counts_only_if_it_is_a_sticky_folder(other_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    device = other_disk.stat().st_dev
    # The folder above stands for another disk, so that this one is the top of its own.
    monkeypatch.setattr("goalwright.disk.trash._top_of_disk", lambda _folder, _device: other_disk)
    own = Bin(str(other_disk / f".Trash-{os.getuid()}"), str(other_disk))
    path = str(other_disk / "a.txt")
    assert bin_for(path, device) == own
    shared = other_disk / ".Trash"
    shared.mkdir(mode=0o755)
    assert bin_for(path, device) == own
    shared.chmod(0o1777)
    assert bin_for(path, device) == Bin(str(shared / str(os.getuid())), str(other_disk))
    shared.rename(other_disk / "elsewhere")
    shared.symlink_to("elsewhere")
    assert bin_for(path, device) == own


def test_a_bin_at_the_top_of_a_disk_must_be_ones_own_and_no_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "bin").symlink_to("real")
    with pytest.raises(NotADirectoryError), open_bin(Bin(str(tmp_path / "bin"), str(tmp_path)), make=True):
        pass
    if os.geteuid() == 0:
        os.chown(tmp_path / "real", 1234, 1234)
        with (
            pytest.raises(ToolFailure, match="belongs to another user"),
            open_bin(Bin(str(tmp_path / "real"), str(tmp_path)), make=True),
        ):
            pass


def test_looking_into_a_trash_does_not_make_it(tmp_path: Path) -> None:
    with open_bin(Bin(str(tmp_path / "Trash"))) as found:
        assert found is None
    assert list(tmp_path.iterdir()) == []
