"""From settings to the model that pydantic-ai talks to, asked a bounded number of times."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Callable
from typing import Any

import httpx2
from pydantic_ai.exceptions import ModelAPIError, UnexpectedModelBehavior, UserError
from pydantic_ai.messages import ModelMessage, ModelResponse
from pydantic_ai.models import Model, ModelRequestParameters, infer_model
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.providers import Provider, infer_provider, infer_provider_class
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
from pydantic_ai.settings import ModelSettings as RequestSettings

from goalwright.errors import ModelUnavailable
from goalwright.interpret.llm.model_failures import is_passing
from goalwright.interpret.model_settings import KEY_VARIABLE, ModelSettings

PAUSE_S = 0.2
# The OpenAI client insists on a key, and would otherwise send the one it finds for OpenAI itself.
_NO_KEY = "none"
# What adapters raise where a reply lacks the parts that they count on.
_STUMBLES = (LookupError, TypeError, ValueError, AttributeError)
logger = logging.getLogger(__name__)

SERVICE = "goalwright"


class BoundedModel(WrapperModel):
    """A model that is asked at most `limit` times; a failure that may pass is tried again within that limit."""

    def __init__(self, wrapped: Model, limit: int, on_call: Callable[[], None]) -> None:
        super().__init__(wrapped)
        self._left, self._on_call = limit, on_call

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: RequestSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        while True:
            if self._left <= 0:
                raise UnexpectedModelBehavior("asked often enough")
            self._left -= 1
            self._on_call()
            try:
                return await self.wrapped.request(messages, model_settings, model_request_parameters)
            except ModelAPIError as error:
                if self._left <= 0 or not is_passing(error):
                    raise
            except _STUMBLES:
                raise UnexpectedModelBehavior("a reply that the provider's adapter stumbles over") from None
            await asyncio.sleep(PAUSE_S)


def open_model(settings: ModelSettings, client: httpx2.AsyncClient) -> Model:
    """The model that the settings name; ModelUnavailable if there is none, or no key for it."""
    if settings.base_url is not None:
        key = settings.key or keyring_key(settings.account) or _NO_KEY
        provider = OpenAICompatibleProvider("goalwright", base_url=settings.base_url, api_key=key, http_client=client)
        return OpenAIChatModel(settings.name, provider=provider)
    try:
        infer_provider_class(settings.account)
    except ValueError:
        problem = f"pydantic-ai knows no provider {settings.account}: use one such as openai, or set base_url"
        raise ModelUnavailable(f"no model can be asked: {problem}") from None
    except ImportError:
        raise ModelUnavailable(
            f'{settings.account} needs a package of its own: pip install "pydantic-ai-slim[{settings.account}]"'
        ) from None
    return _hosted_model(settings, client)


def _hosted_model(settings: ModelSettings, client: httpx2.AsyncClient) -> Model:
    """The provider's model, with our key, else the one in the provider's own variable, else the keyring's."""
    try:
        return infer_model(settings.name, _provider_maker(settings.key, client))
    except UserError:
        key = "" if settings.key else keyring_key(settings.account)
    try:
        if key:
            return infer_model(settings.name, _provider_maker(key, client))
    except UserError:
        pass
    raise ModelUnavailable(
        f"{settings.name} cannot be asked without a key: set {KEY_VARIABLE}, "
        f"or run `keyring set {SERVICE} {settings.account}`"
    ) from None


def _provider_maker(key: str, client: httpx2.AsyncClient) -> Callable[[str], Provider[Any]]:
    def make(name: str) -> Provider[Any]:
        if name.startswith("gateway/"):
            return infer_provider(name)
        maker = infer_provider_class(name)
        given = {"http_client": client, **({"api_key": key} if key else {})}
        taken = inspect.signature(maker).parameters
        return maker(**{argument: value for argument, value in given.items() if argument in taken})

    return make


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
