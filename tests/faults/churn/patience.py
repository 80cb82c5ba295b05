"""How long a browser may take to answer. Playwright itself waits for ever for what a page evaluates or is tapped."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from playwright.async_api import Error

Result = TypeVar("Result")

ANSWER_S = 20.0
LAUNCH_S = 60.0
CLOSING_S = 10.0


class Unanswered(Error):
    """The page, or its browser, did not answer in time. Whoever meets it goes on with a new page."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"no answer within {seconds:.0f} s")


async def within(answer: Coroutine[Any, Any, Result], seconds: float = ANSWER_S) -> Result:
    """The answer, or `Unanswered`."""
    try:
        return await asyncio.wait_for(answer, seconds)
    except TimeoutError:
        raise Unanswered(seconds) from None
