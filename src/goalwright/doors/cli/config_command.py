"""`goalwright config`: the settings, and where each comes from."""

from __future__ import annotations

from contextlib import closing
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

from goalwright.doors.cli.parameters import Argument, AsJson
from goalwright.doors.cli.plain_text import message_text, value_text
from goalwright.doors.cli.screen import Line, columns, show, show_json
from goalwright.doors.cli.short_paths import Places

if TYPE_CHECKING:
    from goalwright.app import Goalwright

EPILOG = """\b
Example:
  goalwright config
  goalwright config path
  GOALWRIGHT_MAX_PARALLEL=4 goalwright config --json
"""
CONFIG_FILE = "config.toml"


class Part(StrEnum):
    """What of the settings is asked for."""

    PATH = "path"


def config(
    part: Annotated[Part | None, Argument(metavar="path", help="Only where the settings are.")] = None,
    as_json: AsJson = False,
) -> int:
    """Show the settings, and where each comes from.

    A variable of the environment comes before config.toml, and that before the default.
    """
    from goalwright.app import Goalwright

    with closing(Goalwright()) as gw:
        file = str(gw.config / CONFIG_FILE)
        if part is not None:
            if as_json:
                show_json({"path": file})
            else:
                show([Line(((message_text(file), ""),))])
        elif as_json:
            show_json({"path": file, "home": str(gw.home), "settings": [_document(row) for row in gw.settings_table()]})
        else:
            _show(gw, file)
    return 0


def _document(row: Any) -> dict[str, Any]:
    return {"name": row.name, "value": row.value, "source": row.source, "help": row.help}


def _show(gw: Goalwright, file: str) -> None:
    places = Places.around(gw.cwd)
    heads = [(("setting", "bold"), ("value", "bold"), ("from", "bold"), ("what it is", "bold"))]
    rows = [
        (
            (row.name, "cyan"),
            ("" if row.value in (None, "", ()) else value_text(row.value), ""),
            (places.text(row.source), "dim"),
            (row.help, "dim"),
        )
        for row in gw.settings_table()
    ]
    show(columns(heads + rows))
    show([Line(), Line((("settings: ", "dim"), (message_text(file), "")))])
    show([Line((("state:    ", "dim"), (message_text(str(gw.home)), "")))])
