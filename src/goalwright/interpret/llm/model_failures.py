"""What went wrong with a model, as one line that says what to do about it."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic_ai import exceptions as said_by

from goalwright.errors import ModelUnavailable
from goalwright.interpret.llm.replies import MAX_REPLY, ReplyTooLarge
from goalwright.interpret.model_settings import KEY_VARIABLE, ModelSettings

# The first kind that fits gives the line: the special ones come before the general.
_LINES: tuple[tuple[type[BaseException], str], ...] = (
    (ReplyTooLarge, f"sent more than {MAX_REPLY // 1024:,} KiB, or a compressed reply: check what is at that address"),
    (said_by.ModelAuthenticationError, f"refused the key: check {KEY_VARIABLE}, or the keyring's entry"),
    (said_by.ModelQuotaExceededError, "is over its quota: top up the account, or configure another model"),
    (said_by.ModelRateLimitError, "is over its rate limit: wait a minute and try again"),
    (said_by.ModelNotFoundError, "is not known there: check the model's name and base_url"),
    (said_by.ModelContextWindowExceededError, "cannot take that much text: shorten it, or use a larger context"),
    (said_by.ModelTimeoutError, "could not be reached in time: check that it is running, or raise timeout_s"),
    (said_by.ModelRequestTimeout, "did not answer in time: check that it is running, or raise timeout_s"),
    (TimeoutError, "did not answer in time: check that it is running, or raise timeout_s"),
    (said_by.ModelConnectionError, "dropped the connection: check that it is still running, and try again"),
    (said_by.ModelUnavailableError, "is overloaded or down: wait a minute and try again"),
    (said_by.ModelServerError, "failed with an error of its own: look at its log, or try again later"),
    (said_by.ModelRequestRejectedError, "rejected the request: check that it can answer by a JSON schema"),
    (said_by.ContentFilterError, "declines to answer this sentence: reword it"),
    (said_by.AgentRunError, "answered with something other than goals: use a model that can follow a JSON schema"),
)
_PASSING = (said_by.ModelConnectionError, said_by.ModelServerError, said_by.ModelUnavailableError)


def unavailable(error: BaseException, settings: ModelSettings) -> ModelUnavailable:
    """The error that people see. Nothing that a server wrote is in it: that could hold the key."""
    status = f" (HTTP {error.status_code})" if isinstance(error, said_by.ModelHTTPError) else ""
    return ModelUnavailable(f"the model {settings.label} {_line(error)}{status}")


def is_passing(error: Exception) -> bool:
    """Whether the same request may well succeed at once: the transport or the server stumbled."""
    return isinstance(error, _PASSING) and not any(isinstance(cause, ReplyTooLarge) for cause in _causes(error))


def _line(error: BaseException) -> str:
    causes = list(_causes(error))
    is_timeout = isinstance(error, said_by.ModelTimeoutError)
    if isinstance(error, said_by.ModelConnectionError) and error.phase == "connect" and not is_timeout:
        return "cannot be reached: check that it is running, and base_url"
    for kind, line in _LINES:
        found = causes if kind is ReplyTooLarge else (error,)
        if any(isinstance(cause, kind) for cause in found):
            return line
    return "cannot be asked: check its settings"


def _causes(error: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = error
    for _ in range(20):
        if cause is None:
            return
        yield cause
        cause = cause.__cause__ or cause.__context__
