"""The key that the system keyring holds for a model."""

from __future__ import annotations

import logging

logger = logging.getLogger(__name__)

SERVICE = "goalwright"


def keyring_key(account: str) -> str:
    """The key stored for an account under the service `goalwright`; empty if there is none, or no keyring."""
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError:
        return ""
    try:
        return (keyring.get_password(SERVICE, account) or "").strip()
    except (KeyringError, RuntimeError, OSError) as error:
        logger.debug("The system keyring cannot be read: %s", type(error).__name__)
        return ""
