"""Goals by the names of their verbs."""

from __future__ import annotations

from typing import Any

from goalwright.contracts import Goal


def goal(name: str, scope: str = "root", object: str | None = None, **params: Any) -> Goal:  # noqa: A002  # the field's name
    domain, verb = name.split(".")
    return Goal(domain=domain, verb=verb, params=params, scope=scope, object=object)
