"""What the live server does beside a test: its pages are none of the client's, and it ends them before the next test begins."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, get_ident
from threading import enumerate as enumerate_threads

import pytest
from django.core.signals import request_finished, request_started
from django.test import client

LONGEST_S = 5


class Served:
    """Which threads of a live server are at a request; that of the tests is `here`."""

    def __init__(self) -> None:
        self.here = get_ident()
        self._busy: set[int] = set()
        self._changed = Condition()

    def at_rest(self) -> None:
        """Wait for the end of all, as far as their threads are there still: whoever closes a page may leave one without."""
        with self._changed:
            self._changed.wait_for(lambda: self._busy.isdisjoint(each.ident for each in enumerate_threads()), LONGEST_S)
            self._busy.clear()

    def begun(self, **_signal: object) -> None:
        with self._changed:
            self._busy |= {get_ident()} - {self.here}

    def ended(self, **_signal: object) -> None:
        """Django says so of some requests more than once."""
        with self._changed:
            self._busy.discard(get_ident())
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
