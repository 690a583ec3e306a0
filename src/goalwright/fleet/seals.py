"""Seals: JSON that is signed by a key, so that a database which carries it can neither make nor change it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from nacl.exceptions import CryptoError
from nacl.signing import SigningKey, VerifyKey

from goalwright.errors import SealBroken

Purpose: TypeAlias = Literal["order", "answer", "enrolment", "fleet run", "approval", "mark"]
MAX_CHARACTERS = 16 * 2**20
KEY_DIGITS = 64


def public_key(key: SigningKey) -> str:
    return bytes(key.verify_key).hex()


def sealed(purpose: Purpose, body: Mapping[str, Any], key: SigningKey) -> str:
    """The body as text with its signature. The purpose is signed, too: an answer can't be passed off as an order."""
    text = json.dumps({"purpose": purpose, **body}, sort_keys=True, separators=(",", ":"))
    return json.dumps({"text": text, "signature": key.sign(text.encode()).signature.hex()})


def opened(purpose: Purpose, seal: object, key: str) -> dict[str, Any]:
    """The body of a seal made for this purpose with the key of this public half; SealBroken for anything else."""
    try:
        if not isinstance(seal, str) or len(seal) > MAX_CHARACTERS or len(key) != KEY_DIGITS:
            raise ValueError
        parts = json.loads(seal)
        text = parts["text"]
        VerifyKey(bytes.fromhex(key)).verify(text.encode(), bytes.fromhex(parts["signature"]))
        body = json.loads(text)
        if body.pop("purpose") != purpose:
            raise ValueError
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, CryptoError) as error:
        raise SealBroken(f"this {purpose} does not carry the signature it should") from error
    return dict(body)
