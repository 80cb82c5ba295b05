"""What the live server does beside a test: its pages are none of the client's, and it ends them before the next test begins."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, get_ident

import pytest
from django.core.signals import request_finished, request_started
from django.test import client

LONGEST_S = 10


class Served:
    """How many requests the threads of a live server have begun and not ended; that of the tests is `here`."""

    def __init__(self) -> None:
        self.here = get_ident()
        self._open, self._changed = 0, Condition()

    def at_rest(self) -> bool:
        """Wait for their end."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._open, timeout=LONGEST_S)

    def begun(self, **_signal: object) -> None:
        self._count(1)

    def ended(self, **_signal: object) -> None:
        self._count(-1)

    def _count(self, more: int) -> None:
        if get_ident() != self.here:
            with self._changed:
                self._open += more
                self._changed.notify_all()


@contextmanager
def served_apart() -> Iterator[Served]:
    """Django's client takes the templates of every thread for those of its own answer: here for none but of the thread that asks."""
    served, store = Served(), client.store_rendered_templates

    def of_this_thread(*args: object, **kwargs: object) -> None:
        if get_ident() == served.here:
            store(*args, **kwargs)

    request_started.connect(served.begun)
    request_finished.connect(served.ended)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client, "store_rendered_templates", of_this_thread)
        yield served
    request_started.disconnect(served.begun)
    request_finished.disconnect(served.ended)
