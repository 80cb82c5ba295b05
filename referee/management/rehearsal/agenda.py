"""Many things at once in one thread: what happens next is whatever is due first on the simulated clock."""

from collections.abc import Generator
from datetime import datetime, timedelta
from heapq import heappop, heappush
from itertools import count
from typing import TypeAlias

Process: TypeAlias = Generator[timedelta, None, None]
"""Something that takes time: it does a step, and yields how long it waits before the next."""


class Agenda:
    """The simulated clock of a hall and what is going on in it."""

    def __init__(self, start: datetime) -> None:
        self.now = start
        self._due: list[tuple[datetime, int, Process]] = []
        self._order = count()

    def begin(self, process: Process) -> None:
        """Let it do its first step now, after what is due now already."""
        heappush(self._due, (self.now, next(self._order), process))

    def run(self) -> None:
        """Until nothing is left to do; a process may begin others."""
        while self._due:
            self.now, _, process = heappop(self._due)
            wait = next(process, None)
            if wait is not None:
                heappush(self._due, (self.now + wait, next(self._order), process))
