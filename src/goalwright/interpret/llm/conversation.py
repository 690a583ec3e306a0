"""One sentence put to a model: asked by schema, judged by the sentence, asked again within bounds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from pydantic_ai import Agent, ModelRetry, NativeOutput, ToolOutput
from pydantic_ai.exceptions import AgentRunError, UnexpectedModelBehavior, UserError
from pydantic_ai.models import Model
from pydantic_ai.settings import ModelSettings as RequestSettings

from goalwright.contracts.interpretation import Extraction
from goalwright.dataclass import dataclass
from goalwright.errors import NotUnderstood
from goalwright.interpret.llm.answer import Answer, answer_type
from goalwright.interpret.llm.answer_reading import Unsupported, read_answer
from goalwright.interpret.llm.endpoint import BoundedModel, open_model
from goalwright.interpret.llm.instructions import wording
from goalwright.interpret.llm.model_failures import unavailable
from goalwright.interpret.llm.replies import ReplyTooLarge, bounded_client
from goalwright.interpret.model_settings import ModelSettings
from goalwright.rules import RuleBook


@dataclass(kw_only=True)
class Conversation:
    """A sentence and the model that is to read it; `on_call` is called for every request."""

    text: str
    rules: RuleBook
    settings: ModelSettings
    on_call: Callable[[], None]
    refused: str = ""

    def hold(self) -> tuple[Answer, Extraction]:
        """The first answer that the sentence supports, and its goals; NotUnderstood if none does."""
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return asyncio.run(self._held())
        with ThreadPoolExecutor(max_workers=1) as apart:  # this thread's loop is busy with the caller
            return apart.submit(asyncio.run, self._held()).result()

    async def _held(self) -> tuple[Answer, Extraction]:
        try:
            async with bounded_client(self.settings.timeout_s) as client:
                agent = self._agent(open_model(self.settings, client))
                async with asyncio.timeout(self.settings.timeout_s):  # what comes before takes time here, not there
                    answer = await self._asked(agent)
        except (AgentRunError, ReplyTooLarge, TimeoutError, UserError) as error:
            if self.refused and isinstance(error, UnexpectedModelBehavior):
                raise NotUnderstood(f"the model's answer was refused: {self.refused}") from None
            raise unavailable(error, self.settings) from None
        return answer, read_answer(answer, self.text, self.rules)

    def _agent(self, model: Model) -> Agent[None, Answer]:
        bounded = BoundedModel(model, 1 + self.settings.retries, self.on_call)
        kind = answer_type(self.rules)
        is_native = model.profile.get("supports_json_schema_output", False)
        agent: Agent[None, Answer] = Agent(
            bounded,
            output_type=NativeOutput(kind) if is_native else ToolOutput(kind),
            instructions=wording().instructions_for(self.rules),
            retries=self.settings.retries,
            name="goalwright",
        )

        @agent.output_validator
        def judge(answer: Answer) -> Answer:
            try:
                read_answer(answer, self.text, self.rules)
            except Unsupported as problem:
                self.refused = "; ".join(str(problem).splitlines())
                raise ModelRetry(wording().retry_for(str(problem))) from None
            return answer

        return agent

    async def _asked(self, agent: Agent[None, Answer]) -> Answer:
        most, timeout_s = self.settings.max_output_tokens, self.settings.timeout_s
        bounds = RequestSettings(max_tokens=most, temperature=0.0, timeout=timeout_s, max_retries=0)
        return (await agent.run(wording().sentence_for(self.text), model_settings=bounds)).output
