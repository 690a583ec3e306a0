"""`goalwright mcp`: the server for assistants, and the servers whose tools take part in plans."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from goalwright.doors.cli.parameters import Argument, AsJson, Option, wrong_argument
from goalwright.doors.cli.plain_text import counted, harmless, message_text, name_text
from goalwright.doors.cli.plan_view import risk_text
from goalwright.doors.cli.screen import Line, columns, is_asked, is_yes, show, show_json, warn
from goalwright.doors.cli.work_loop import answered
from goalwright.errors import REFUSED

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.app.mcp_servers import McpServers, ToolChange

EPILOG = """\b
With a server installed:
  goalwright mcp add clock -- mcp-server-time
  goalwright mcp trust clock get_current_time

\b
Example:
  goalwright mcp list
  goalwright mcp list --json
"""


class McpDeed(StrEnum):
    """What is done about servers."""

    SERVE = "serve"
    ADD = "add"
    LIST = "list"
    SHOW = "show"
    REFRESH = "refresh"
    TRUST = "trust"
    REMOVE = "remove"


Names = list[str] | None


def mcp(  # noqa: PLR0913  # each is a choice of the user
    deed: Annotated[McpDeed, Argument(metavar="ACTION", help="What to do.")] = McpDeed.LIST,
    name: Annotated[str, Argument(metavar="NAME", help="What the server is called here.")] = "",
    words: Annotated[Names, Argument(metavar="WORD", help="The server's command behind --, or tools to trust.")] = None,
    *,
    url: Annotated[str, Option("--url", metavar="URL", help="The address of a server that is not started here.")] = "",
    env: Annotated[Names, Option("--env", metavar="VARIABLE", help="A variable that the server may see.")] = None,
    secret: Annotated[
        Names, Option("--secret", metavar="VARIABLE", help="A variable whose value you are asked for.")
    ] = None,
    header: Annotated[Names, Option("--header", metavar="NAME", help="A header whose value you are asked for.")] = None,
    folder: Annotated[str, Option("--folder", metavar="DIR", help="The folder to work in.")] = "",
    timeout: Annotated[int, Option("--timeout", metavar="S", min=1, help="Seconds that a call may take.")] = 60,
    risk: Annotated[str, Option("--risk", metavar="RISK", help="With trust: none, low, medium or high.")] = "low",
    yes: Annotated[bool, Option("--yes", "-y", help="With refresh: take over what has changed.")] = False,
    rewrite: Annotated[bool, Option("--rewrite", help="With refresh: write all rows again.")] = False,
    elsewhere: Annotated[
        bool, Option("--approve-elsewhere", help="With serve: never ask for approval through the assistant.")
    ] = False,
    as_json: AsJson = False,
) -> int:
    """Serve assistants over MCP, or use tools of MCP servers in plans.

    `serve` is what an assistant starts. `add NAME -- COMMAND` connects to a server once, and
    writes verbs for its tools into a rule file. They are of high risk until you `trust` them.
    """
    from goalwright.app import Goalwright

    asked = {"url": url, "env": env or (), "secret": secret or (), "header": header or (), "folder": folder}
    _check(deed, name, words or [], asked)
    with closing(Goalwright(cwd=_served(folder)) if deed is McpDeed.SERVE else Goalwright()) as gw:
        if deed is McpDeed.SERVE:
            return _serve(gw, asks_person=not elsewhere)
        from goalwright.app.mcp_servers import McpServers

        servers = McpServers(gw)
        if deed is McpDeed.ADD:
            return _add(gw, servers, name, words or [], {**asked, "timeout": timeout}, as_json=as_json)
        if deed is McpDeed.REFRESH:
            return _refresh(gw, servers, name, yes=yes, rewrite=rewrite, as_json=as_json)
        if deed is McpDeed.TRUST:
            servers.trust(name, words or [], risk)
            told = f"{', '.join(words or [])} of {name}: {risk_text(risk)} from now on"
            return _told(told, {"name": name, "tools": list(words or []), "risk": risk}, as_json=as_json)
        if deed is McpDeed.REMOVE:
            servers.remove(name)
            return _told(f"removed {name}, its rows and its secrets", {"removed": name}, as_json=as_json)
        return _show(servers, name, as_json=as_json) if deed is McpDeed.SHOW else _list(servers, as_json=as_json)


def _check(deed: McpDeed, name: str, words: Sequence[str], asked: Mapping[str, Any]) -> None:
    has_name = deed not in (McpDeed.SERVE, McpDeed.LIST)
    if has_name != bool(name):
        raise wrong_argument(f"`mcp {deed}` {'needs a' if has_name else 'takes no'} name")
    if words and deed not in (McpDeed.ADD, McpDeed.TRUST):
        raise wrong_argument(f"`mcp {deed}` takes nothing behind the name")
    if deed is McpDeed.TRUST and not words:
        raise wrong_argument("`mcp trust` needs the tools to trust")
    if deed is McpDeed.ADD and bool(words) == bool(asked["url"]):
        raise wrong_argument("`mcp add` needs either a command behind -- or --url")
    allowed = {McpDeed.ADD: set(asked), McpDeed.SERVE: {"folder"}}.get(deed, set())
    for option, value in asked.items():
        if value and option not in allowed:
            raise wrong_argument(f"`mcp {deed}` takes no --{option}")


def _served(folder: str) -> Path | None:
    """The folder that relative paths start from; the files of assistants do not expand a ~ by themselves."""
    found = Path(folder).expanduser() if folder else None
    if found is not None and not found.is_dir():
        raise wrong_argument(f"{folder!r} is not a folder", "--folder")
    return found


def _serve(gw: Goalwright, *, asks_person: bool) -> int:
    try:
        from goalwright.doors.mcp.assistant import Assistant
        from goalwright.doors.mcp.assistant_server import serve_stdio
    except ImportError:
        warn("the Python package mcp is not installed: `pip install 'goalwright[mcp]'`")
        return 1
    answered(gw, serve_stdio(Assistant(gw, asks_person=asks_person)))
    return 0


def _add(
    gw: Goalwright, servers: McpServers, name: str, words: Sequence[str], asked: Mapping[str, Any], *, as_json: bool
) -> int:
    from goalwright.app.mcp_servers import new_record

    record = new_record(
        name,
        command=words,
        url=asked["url"],
        folder=asked["folder"],
        env=asked["env"],
        secrets=asked["secret"],
        headers=asked["header"],
        timeout_s=asked["timeout"],
    )
    secrets = {wanted: _value(wanted) for wanted in (*record.secrets, *record.headers)}
    added = answered(gw, servers.add(record, secrets))
    file = servers.rows_file(name)
    told = f"added {name} with {counted(len(added.tools), 'tool')}, each of high risk; its verbs are in {file}"
    return _told(told, {"name": name, "pin": added.pin, "rows": str(file), "tools": _tools(added)}, as_json=as_json)


def _refresh(gw: Goalwright, servers: McpServers, name: str, *, yes: bool, rewrite: bool, as_json: bool) -> int:
    record, found = answered(gw, servers.refreshed(name))
    if not found and not rewrite:
        return _told(f"{name} is as it was", {"name": name, "changes": []}, as_json=as_json)
    if not as_json:
        show(_change_lines(found))
    is_taken = yes or (not as_json and is_asked() and is_yes("Take this over?"))
    document = {"name": name, "changes": [change._asdict() for change in found], "is_taken_over": is_taken}
    if not is_taken:
        if as_json:
            show_json(document)
        else:
            warn(f"not taken over: {name} can't be used as it is now; --yes takes it over")
        return REFUSED
    servers.pin(record, found, rewrite=rewrite)
    return _told(f"taken over: what is new or changed of {name} is of high risk", document, as_json=as_json)


def _show(servers: McpServers, name: str, *, as_json: bool) -> int:
    record = servers.record(name)
    said = servers.sentences(name)
    if as_json:
        show_json(
            {
                "name": name,
                "reached_by": record.reached_by,
                "pin": record.pin,
                "rows": str(servers.rows_file(name)),
                "tools": _tools(record),
                "sentences": {verb: list(listed) for verb, listed in said.items()},
            }
        )
        return 0
    show([Line(((harmless(name), "bold cyan"), (f"  {message_text(record.reached_by)}", "dim")))])
    rows = [(("tool", "bold"), ("risk", "bold"), ("say", "bold"))]
    for tool in record.tools:
        listed = said.get(tool.called, ())
        rows.append(
            (
                (name_text(tool.called), "cyan"),
                (record.risk(tool.name), ""),
                (harmless(listed[0]) if listed else "", ""),
            )
        )
    show(columns(rows))
    show([Line((("", ""),)), Line(((f"verbs in {servers.rows_file(name)}; pinned as {record.pin[:16]}", "dim"),))])
    return 0


def _list(servers: McpServers, *, as_json: bool) -> int:
    records = [servers.record(name) for name in servers.names()]
    if as_json:
        show_json(
            {"servers": [{"name": one.name, "reached_by": one.reached_by, "tools": len(one.rows)} for one in records]}
        )
    elif not records:
        show([Line((("No server was added: `goalwright mcp add NAME -- COMMAND` adds one.", ""),))])
    else:
        heads = [(("server", "bold"), ("tools", "bold"), ("reached by", "bold"))]
        cells = [
            ((one.name, "cyan"), (str(len(one.rows)), ""), (message_text(one.reached_by), "dim")) for one in records
        ]
        show(columns(heads + cells))
    return 0


def _tools(record: Any) -> list[dict[str, str]]:
    return [{"name": tool.name, "verb": tool.called, "risk": record.risk(tool.name)} for tool in record.tools]


def _change_lines(found: Sequence[ToolChange]) -> Iterator[Line]:
    for change in found:
        yield Line(((f"{change.what}: ", "yellow"), (name_text(change.tool), "cyan")), 2)
        if change.what != "gone":
            yield Line((("  it says: ", "dim"), (message_text(change.description[:300]), "")), 4)


def _told(text: str, document: Mapping[str, Any], *, as_json: bool) -> int:
    if as_json:
        show_json(dict(document))
    else:
        show([Line(((text, "bold"),))])
    return 0


def _value(name: str) -> str:
    """The value of a secret, typed unseen or read from standard input, one a line."""
    if is_asked():
        from getpass import getpass

        return getpass(f"{name}: ")
    line = sys.stdin.readline() if sys.stdin is not None else ""
    if not line.strip():
        raise wrong_argument(f"no value for {name}: type it at a terminal, or give it on standard input")
    return line.rstrip("\n")
