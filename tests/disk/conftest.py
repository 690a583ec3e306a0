"""The desk and the other disk of the file tools' tests, for the tests of what they work with."""

from tools.files.conftest import desk, other_disk, tmp_path

__all__ = ["desk", "other_disk", "tmp_path"]
