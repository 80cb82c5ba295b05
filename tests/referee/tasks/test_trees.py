"""Who has the trees grow: each minute and at each seal, whatever goes wrong with one of them."""

from collections import Counter
from datetime import timedelta
from queue import SimpleQueue

import pytest
import time_machine
from django.db import connections
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from referee.models import Checkpoint, TreeKey, TreeLeaf
from referee.services import keystore, tree
from referee.services.keystore import signer_path
from referee.services.tree import on_seal
from referee.tasks import trees
from referee.tasks.trees import trees_sweep
from tests.factories.brackets import ChampionshipFactory
from tests.factories.referee import SORTEO, ZAPATERIA, keeper, kept_mesa

pytestmark = pytest.mark.django_db


def test_every_championship_is_swept_and_one_that_cannot_be_keeps_no_other_from_it() -> None:
    first, second = kept_mesa(SORTEO), keeper(championship=ChampionshipFactory())
    trees_sweep()
    signed = dict.fromkeys((first.championship.pk, second.championship.pk), 1)
    assert Counter(Checkpoint.objects.values_list("championship", flat=True)) == signed
    signer_path(TreeKey.objects.get(championship=first.championship).public_id).unlink()
    keystore._signer_read.cache_clear()

    first.record("caida A")
    second.open()
    second.record(SORTEO)
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        trees_sweep()

    assert Counter(Checkpoint.objects.values_list("championship", flat=True)) == signed | {second.championship.pk: 2}
    assert (
        TreeLeaf.objects.filter(championship=first.championship, kind="jugada").count() == 1
    )  # nor a leaf without its checkpoint


def test_the_thread_that_asks_for_time_stamps_goes_on_whatever_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is another one than that which sweeps: a server of time stamps that does not answer holds up no sweep."""
    monkeypatch.setattr(connections, "close_all", lambda: None)
    monkeypatch.setattr(trees, "sleep", lambda _: None)
    asked: list[object] = []

    def failing(*, now: object) -> int:
        asked.append(now)
        raise OSError

    monkeypatch.setattr(trees, "checkpoints_stamp", failing)
    rounds = iter((True, True, False))
    trees._keep_stamping(lambda: next(rounds))

    assert len(asked) == 2


def test_the_thread_sweeps_at_its_start_and_whatever_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = kept_mesa(SORTEO)
    monkeypatch.setattr(connections, "close_all", lambda: None)  # the test's own connection
    asked: SimpleQueue[int] = SimpleQueue()
    rounds = iter((True, False))
    trees._keep_sweeping(asked, lambda: next(rounds))
    sizes = [Checkpoint.objects.get().size]

    kept.record("caida A")
    asked.put(kept.championship.pk)
    rounds = iter((True, False))
    monkeypatch.setattr(trees, "trees_sweep", lambda: 0)  # a minute has not passed
    trees._keep_sweeping(asked, lambda: next(rounds))

    sizes.append(Checkpoint.objects.latest("size").size)
    assert sizes == [sizes[0], sizes[0] + 1]


def test_a_seal_asks_for_a_sweep_once_it_is_committed(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    monkeypatch.setattr(tree, "_callers", [])
    asked: list[int] = []
    on_seal(asked.append)
    kept = kept_mesa(*ZAPATERIA)

    with django_capture_on_commit_callbacks(execute=True):
        planilla = kept.freeze()
        kept.sign(planilla, "A")
        kept.sign(planilla, "juez")
        assert asked == []

    assert asked == [kept.championship.pk]


def test_a_serving_process_starts_one_thread_and_none_where_a_worker_sweeps(
    monkeypatch: pytest.MonkeyPatch, settings: object
) -> None:
    started: list[str] = []
    monkeypatch.setattr(tree, "_callers", [])
    monkeypatch.setattr(trees.Thread, "start", lambda thread: started.append(thread.name))
    for redis in ("", "redis://nowhere"):
        monkeypatch.setattr(trees.settings, "REDIS_URL", redis)
        trees.trees_start()

    assert started == ["trees"]
    assert len(tree._callers) == 2
