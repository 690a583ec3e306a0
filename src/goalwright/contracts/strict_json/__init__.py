"""Strict reading of JSON that strangers wrote: a tree of exact plain types, or every fault with its place."""

from goalwright.contracts.strict_json.json_faults import MAX_LISTED, ROOT, Faults, Place, place_text, shown
from goalwright.contracts.strict_json.plain_tree import MAX_DEPTH, MAX_INTEGER, REFUSED, JsonLimits, plain_tree
from goalwright.contracts.strict_json.reader import read_json

__all__ = [
    "MAX_DEPTH",
    "MAX_INTEGER",
    "MAX_LISTED",
    "REFUSED",
    "ROOT",
    "Faults",
    "JsonLimits",
    "Place",
    "place_text",
    "plain_tree",
    "read_json",
    "shown",
]
