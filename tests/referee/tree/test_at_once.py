"""Two servers sweep at the same moment: nothing has two leaves, and nothing is left out."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Barrier, Event

import pytest
from django.db import connections, transaction

from brackets.models import AuditEntry
from brackets.services.audit import audit_record
from referee.models import Incarnation, LeafSource, TreeKey, TreeLeaf, TreeLog
from referee.selectors.tree.check import tree_check
from referee.services.tree import Swept, tree_sweep
from tests.factories.brackets import NOW, ChampionshipFactory
from tests.factories.referee import SORTEO, keeper, kept_mesa

pytestmark = pytest.mark.django_db(transaction=True)
WAIT = 30  # seconds, of a thread that hangs


def at_once(*works: Callable[[], Swept]) -> list[Swept]:
    barrier = Barrier(len(works))

    def run(work: Callable[[], Swept]) -> Swept:
        try:
            barrier.wait(WAIT)
            return work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


def test_two_sweeps_at_once_leave_one_leaf_of_each_row() -> None:
    kept = kept_mesa(SORTEO)
    for minute in range(0, 6, 2):
        now = NOW + timedelta(minutes=minute)
        works = [partial(tree_sweep, championship=kept.championship, now=now, at_once=True)] * 4
        done = at_once(*works)

        names = TreeLeaf.objects.values_list("of", flat=True)
        assert len(names) == len(set(names))
        assert sum(each.leaves > 0 for each in done) == 1
        check = tree_check(kept.championship)
        assert (check.problems, check.waiting) == ([], 0)
        kept.record("caida A", "limpia B")

    assert TreeKey.objects.count() == TreeLog.objects.count() == Incarnation.objects.count() == 1


def test_the_first_sweeps_of_two_championships_at_once_begin_one_incarnation() -> None:
    first, second = kept_mesa(SORTEO), keeper(championship=ChampionshipFactory())

    at_once(*(partial(tree_sweep, championship=each.championship, now=NOW) for each in (first, second)))

    assert Incarnation.objects.count() == 1
    assert [tree_check(each.championship).problems for each in (first, second)] == [[], []]


@pytest.mark.postgres
def test_what_is_committed_after_a_higher_number_has_its_leaf_in_the_next_sweep() -> None:
    """The first transaction has the lower number, and is still open when the second is swept."""
    kept = kept_mesa(SORTEO)
    written, go_on = Event(), Event()

    def slow() -> int:
        try:
            with transaction.atomic():
                entry = audit_record(
                    championship=kept.championship, user=None, now=NOW, action="lenta", sentence="Empezó antes."
                )
                written.set()
                assert go_on.wait(WAIT)
            return entry.pk
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        late = pool.submit(slow)
        assert written.wait(WAIT)
        quick = audit_record(
            championship=kept.championship, user=None, now=NOW, action="otra", sentence="Terminó antes."
        )
        tree_sweep(championship=kept.championship, now=NOW)
        go_on.set()
        number = late.result(WAIT)
    assert number < quick.pk

    done = tree_sweep(championship=kept.championship, now=NOW + timedelta(minutes=2))

    assert done.leaves == 1
    assert LeafSource.objects.get(audit=number).leaf.of == f"audit/{AuditEntry.objects.count()}"
    assert tree_check(kept.championship).problems == []
