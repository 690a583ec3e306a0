"""The elements that calls name: their arguments as selectors."""

from __future__ import annotations

from goalwright.contracts import ToolCall
from goalwright.contracts.selector import Selector
from goalwright.errors import ContractViolation, ToolFailure


def selector_arg(call: ToolCall, name: str = "selector") -> Selector:
    """What an argument describes; ToolFailure if that is not an element."""
    text = str(call.args[name])
    try:
        return Selector.parse(text)
    except ContractViolation:
        told = f'{text!r} describes no element: write it like role=button[name="OK"] or text=Sign in'
        raise ToolFailure(told) from None


def optional_selector(call: ToolCall) -> Selector | None:
    """The element that a call names, if it names one."""
    return selector_arg(call) if call.args.get("selector") else None
