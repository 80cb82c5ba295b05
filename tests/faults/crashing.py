"""Where a server process can die while it records a jugada, and how it is made to."""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from threading import local
from typing import Any

POINTS = (
    "after-read",
    "after-begin",
    "after-insert",
    "after-update",
    "before-commit",
    "after-commit",
    "mid-answer",
    "after-answer",
)
EXIT_CODE = 100  # plus the index of the point: the supervisor sees that it was that one


class Crash:
    """Ends the process the `hits`-th time that recording a jugada reaches `point`."""

    def __init__(self, point: str, hits: int) -> None:
        self._point, self._left = point, hits
        self._recording = local()

    @classmethod
    def from_environment(cls) -> "Crash | None":
        point = os.environ.get("FAULTS_CRASH")
        return cls(point, int(os.environ["FAULTS_CRASH_HITS"])) if point else None

    def reach(self, point: str) -> None:
        if point == self._point and getattr(self._recording, "now", False):
            self._left -= 1
            if self._left <= 0:
                os._exit(EXIT_CODE + POINTS.index(point))

    def install(self) -> None:
        from django.db.backends.base.base import BaseDatabaseWrapper  # noqa: PLC0415 (Django is set up by now)

        from referee.api import tap  # noqa: PLC0415
        from referee.services import log, projecting  # noqa: PLC0415

        self._wrap(tap, "_answer", before=self._begin)
        self._wrap(tap, "tap_record", first="after-read")
        self._wrap(log, "tap_lock", before=self._begin, first="after-begin")
        self._wrap(log, "rows_insert", after="after-insert")
        self._wrap(projecting, "mesa_update", after="after-update")
        self._wrap(BaseDatabaseWrapper, "_commit", first="before-commit", after="after-commit")

    def answering(self, answer: Iterable[bytes]) -> Iterator[bytes]:
        """Hand the answer on in two halves."""
        try:
            body = b"".join(answer)
            half = len(body) // 2
            yield body[:half]
            if getattr(self._recording, "now", False):
                time.sleep(0.05)  # let the first half leave
            self.reach("mid-answer")
            yield body[half:]
            if getattr(self._recording, "now", False):
                time.sleep(0.05)
            self.reach("after-answer")
        finally:
            self._recording.now = False
            close = getattr(answer, "close", None)
            if close is not None:
                close()

    def _begin(self) -> None:
        """This thread records: the one that answers, and on SQLite the one that writes."""
        self._recording.now = True

    def _wrap(
        self,
        owner: Any,
        name: str,
        *,
        before: Callable[[], None] | None = None,
        first: str | None = None,
        after: str | None = None,
    ) -> None:
        original = getattr(owner, name)

        @wraps(original)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            if before is not None:
                before()
            if first is not None:
                self.reach(first)
            result = original(*args, **kwargs)
            if after is not None:
                self.reach(after)
            return result

        setattr(owner, name, wrapped)
