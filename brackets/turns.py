"""Turns for work that anybody may ask for and that takes long: the threads that would wait for it are those of the tablets."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import BoundedSemaphore
from typing import Final

PATIENCE: Final = 1  # seconds of a stranger for a turn
LONG_PATIENCE: Final = 10


class Turns:
    """So many work together, so many strangers wait; to the next ones it is said at once that there is no turn."""

    def __init__(self, *, together: int, waiting: int) -> None:
        self.together, self.places = together, together + waiting
        self._turns = BoundedSemaphore(together)
        self._strangers = BoundedSemaphore(self.places)

    @contextmanager
    def one(self, *, known: bool = False) -> Iterator[bool]:
        """Whether a turn came. Whoever is `known` here waits longer, however many strangers there are."""
        with ExitStack() as held:
            given = known or self._strangers.acquire(blocking=False)
            if given and not known:
                held.callback(self._strangers.release)
            given = given and self._turns.acquire(timeout=LONG_PATIENCE if known else PATIENCE)
            if given:
                held.callback(self._turns.release)
            yield given


STRANGERS: Final = Turns(together=1, waiting=4)
"""For files that anybody may bring, whatever they are: all of them together take one process, and leave a thread to who writes."""
