"""Each minute and at each seal the trees grow: by Celery's beat, or without Redis by a thread of the serving process."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic, sleep
from typing import Final

import structlog
from celery import shared_task
from django.conf import settings
from django.db import connections
from django.utils import timezone
from kombu.exceptions import OperationalError

from brackets.models import Championship
from referee.sealing.checkpoints import checkpoints_stamp
from referee.services.tree import on_seal, tree_sweep

EVERY: Final = 60.0  # seconds, of the thread

log = structlog.get_logger(__name__)


@shared_task
def trees_sweep() -> int:
    """Append to the tree of each championship what it lacks; how many leaves. Any number of these may run at once."""
    return _sweep(Championship.objects.order_by("pk"), at_once=False)


@shared_task
def tree_sweep_at_once(championship_id: int) -> int:
    """A Planilla of it was sealed, or it is taken away as an archive: its checkpoint does not wait for the minute."""
    return _sweep(Championship.objects.filter(pk=championship_id), at_once=True)


@shared_task
def trees_stamp() -> int:
    """Ask for the time stamps that are due, where a server of them is named; how many came. No sweep waits for it."""
    return checkpoints_stamp(now=timezone.now())


def trees_start() -> None:
    """Called once by a process that serves: where no worker sweeps and asks for time stamps, two threads of it do."""
    if settings.REDIS_URL:
        on_seal(_ask_worker)
        return
    asked: SimpleQueue[int] = SimpleQueue()
    on_seal(asked.put)
    Thread(target=_keep_sweeping, args=(asked, lambda: True), name="trees", daemon=True).start()
    if settings.TSA_URL:
        Thread(target=_keep_stamping, args=(lambda: True,), name="stamps", daemon=True).start()


def _sweep(championships: Iterable[Championship], *, at_once: bool) -> int:
    """One that cannot be swept, as without its key, keeps no other from it."""
    leaves = 0
    for championship in championships:
        try:
            leaves += tree_sweep(championship=championship, now=timezone.now(), at_once=at_once).leaves
        except Exception:  # whatever it was: the next minute may go well
            log.exception("tree_sweep", championship=championship.slug)
    return leaves


def _keep_sweeping(asked: "SimpleQueue[int]", going_on: Callable[[], bool]) -> None:
    """All of them each minute, from the start on, and between those the ones that are `asked` for."""
    due = monotonic()
    while going_on():
        sealed: set[int] = set()
        with suppress(Empty):
            sealed.add(asked.get(timeout=max(0.0, due - monotonic())))
            while True:
                sealed.add(asked.get_nowait())
        try:
            for championship_id in sorted(sealed):
                tree_sweep_at_once(championship_id)
            if monotonic() >= due:
                due = monotonic() + EVERY
                trees_sweep()
        except Exception:  # the list of championships could not be read
            log.exception("trees")
        finally:
            connections.close_all()


def _keep_stamping(going_on: Callable[[], bool]) -> None:
    """Each minute, beside the sweeps: a server of time stamps that is far away or down keeps none of them."""
    while going_on():
        try:
            trees_stamp()
        except Exception:  # whatever it was: the next minute may go well
            log.exception("stamps")
        finally:
            connections.close_all()
        sleep(EVERY)


def _ask_worker(championship_id: int) -> None:
    try:
        tree_sweep_at_once.delay(championship_id)
    except OperationalError:  # the minute's sweep does it
        log.exception("tree_sweep_at_once", championship=championship_id)
