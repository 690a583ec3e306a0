"""Digests of short texts, by the interpreter's own code: `hashlib` has the same, and loads OpenSSL with it."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # as in the package's own __init__
if TYPE_CHECKING:
    from hashlib import blake2b, sha256
    from hmac import compare_digest
else:
    from _operator import _compare_digest as compare_digest

    try:
        from _blake2 import blake2b

        if sys.version_info >= (3, 12):
            from _sha2 import sha256
        else:
            from _sha256 import sha256
    except ImportError:  # an interpreter that was built without them
        from hashlib import blake2b, sha256

__all__ = ["blake2b", "compare_digest", "sha256"]
