"""Failures that cannot be provoked from outside are shown in one line too."""

from __future__ import annotations

import json

import pytest

from goalwright.doors.cli.told_failures import report


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (RecursionError("maximum recursion depth exceeded"), 1, "nested too deeply"),
        (MemoryError(), 1, "not enough memory"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (KeyError("x"), 1, "internal error: KeyError: 'x'; set GOALWRIGHT_DEBUG=1 to see where"),
        (ValueError("two\nlines \x1b[31m"), 1, "two\\nlines \\x1b[31m"),
        (AssertionError(), 1, "internal error: AssertionError; set"),
        (ValueError("x" * 10**6), 1, "characters"),
    ],
)
def test_a_failure_is_one_line_or_one_document(
    error: BaseException, code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report(error, as_json=False) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("goalwright: ")
    assert err.count("\n") == 1
    assert words in err
    assert len(err) < 3000
    assert report(error, as_json=True) == code
    out, err = capsys.readouterr()
    assert err == ""
    assert json.loads(out)["error"].keys() == {"kind", "message", "exit_code"}


def test_debug_shows_where(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOALWRIGHT_DEBUG", "1")
    try:
        raise KeyError("x")
    except KeyError as error:
        report(error, as_json=False)
    assert "Traceback" in capsys.readouterr().err
