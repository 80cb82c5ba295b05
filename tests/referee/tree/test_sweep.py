"""A sweep appends one leaf for each row, in a fixed order, and signs what it comes to."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from brackets.models import AuditEntry, Championship, DrawEvent, StageEvent
from brackets.services.audit import audit_record
from brackets.services.fixtures import fixture_record
from brackets.services.personal_data import player_erase
from kernel import checkpoint as notes
from kernel.merkle import leaf_hash, root
from referee.models import Checkpoint, Incarnation, Jugada, LeafSource, Planilla, Signature, TreeKey, TreeLeaf, TreeLog
from referee.selectors.tree.check import tree_check
from referee.selectors.tree.heads import heads_since, newest_sizes
from referee.services import tree
from referee.services.keystore import signer_path
from referee.services.tree import Swept, tree_sweep
from tests.factories.brackets import NOW, director_of
from tests.factories.referee import SORTEO, Keeper, keeper, keepers, kept_mesa, sealed_mesa

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(hours=1)


def swept(kept: Keeper, minutes: int = 0) -> Swept:
    return tree_sweep(championship=kept.championship, now=LATER + timedelta(minutes=minutes))


def entries(kept: Keeper, kind: str) -> list[dict[str, object]]:
    leaves = TreeLeaf.objects.filter(championship=kept.championship, kind=kind)
    return [json.loads(entry) for entry in leaves.values_list("entry", flat=True)]


def test_every_row_has_one_leaf_and_the_note_is_signed_over_all() -> None:
    kept = sealed_mesa()

    done = swept(kept)

    leaves = list(TreeLeaf.objects.filter(championship=kept.championship))
    assert [leaf.index for leaf in leaves] == list(range(len(leaves)))
    assert [entry["seq"] for entry in entries(kept, "jugada")] == list(range(1, kept.mesa.head_seq + 1))
    for kind, rows in {
        "signature": Signature.objects.count(),
        "planilla": Planilla.objects.count(),
        "event": StageEvent.objects.count(),
        "audit": AuditEntry.objects.count(),
        "draw": DrawEvent.objects.count(),
    }.items():
        assert rows == len(entries(kept, kind)), kind
    assert done.leaves == len(leaves)
    assert all(leaf.hash == leaf_hash(leaf.entry.encode()).hex() for leaf in leaves)
    key = TreeKey.objects.get()
    assert done.checkpoint is not None
    said = notes.verify(done.checkpoint.note.encode(), notes.VerifierKey.parse(key.vkey)).checkpoint
    assert (said.size, said.root) == (len(leaves), root(bytes.fromhex(leaf.hash) for leaf in leaves))
    assert said.origin == f"testserver/{kept.championship.slug}"
    assert said.incarnation == Incarnation.objects.get().code


def test_nothing_of_a_person_is_in_an_entry() -> None:
    """No name, no ink, no sentence, no key of a database."""
    kept = sealed_mesa()
    swept(kept)
    whole = "\n".join(TreeLeaf.objects.values_list("entry", flat=True))

    assert {*kept.players("A"), *kept.players("B"), str(kept.juez)}.isdisjoint(
        word for entry in whole.splitlines() for word in _strings(json.loads(entry))
    )
    sentences = AuditEntry.objects.values_list("sentence", flat=True)
    assert not [sentence for sentence in sentences if sentence in whole]
    assert "ink" not in whole


def _strings(value: object) -> list[str]:
    if isinstance(value, dict):
        return [found for each in value.values() for found in _strings(each)]
    if isinstance(value, list):
        return [found for each in value for found in _strings(each)]
    return [value] if isinstance(value, str) else []


def test_a_sweep_appends_only_what_is_new_and_where_nothing_is_costs_one_query() -> None:
    kept = kept_mesa(SORTEO)
    first = swept(kept)
    with CaptureQueriesContext(connection) as queries:
        again = swept(kept, minutes=2)
    kept.record("caida A", "limpia B")
    third = swept(kept, minutes=4)

    assert (again, len(queries)) == (Swept(), 1)
    assert third.leaves == 2
    assert [each.size for each in Checkpoint.objects.all()] == [first.leaves, first.leaves + 2]
    assert TreeKey.objects.count() == TreeLog.objects.count() == Incarnation.objects.count() == 1


def test_checkpoints_are_a_minute_apart_unless_one_is_asked_for_at_once() -> None:
    kept = kept_mesa(SORTEO)
    swept(kept)
    kept.record("caida A")

    soon = LATER + timedelta(seconds=59)
    assert tree_sweep(championship=kept.championship, now=soon) == Swept()
    assert tree_sweep(championship=kept.championship, now=soon, at_once=True).leaves == 1
    kept.record("caida A")
    assert (
        tree_sweep(championship=kept.championship, now=LATER - timedelta(minutes=5)).leaves == 1
    )  # the clock was set back


def test_what_comes_to_be_seen_late_has_its_leaf_whatever_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a transaction that began first is committed last."""
    kept = kept_mesa(SORTEO, "caida A")
    hidden = AuditEntry.objects.order_by("pk").first()
    assert hidden
    waiting = tree.rows_waiting
    monkeypatch.setattr(tree, "rows_waiting", lambda *of: [each for each in waiting(*of) if each != hidden])
    monkeypatch.setattr(tree, "tide_of", lambda of, real=tree.tide_of: real(of)._replace(now=["less"]))
    swept(kept)
    assert not LeafSource.objects.filter(audit=hidden).exists()
    monkeypatch.undo()

    assert swept(kept, minutes=2).leaves == 1
    assert LeafSource.objects.get(audit=hidden).leaf.of == f"audit/{AuditEntry.objects.count()}"


@pytest.mark.parametrize("most", [1, 2, 7, 250])
def test_a_long_sweep_is_many_short_transactions_and_one_checkpoint(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = sealed_mesa()
    monkeypatch.setattr(tree, "MOST", most)

    done = swept(kept)

    assert Checkpoint.objects.count() == 1
    assert done.checkpoint is not None
    assert done.checkpoint.size == done.leaves == TreeLeaf.objects.count() > Jugada.objects.count()


def test_more_mesas_than_one_statement_names_are_all_swept_before_it_is_signed(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = keeper(parejas=8)
    for each in keepers(list(stage.fixture.stage.fixtures.filter(status="ready"))[:3]):
        each.open()
        each.record(SORTEO)
    monkeypatch.setattr(tree, "MESAS_AT_ONCE", 1)

    swept(stage)

    assert len(entries(stage, "jugada")) == Jugada.objects.count()
    assert tree_check(stage.championship).waiting == 0


@pytest.mark.parametrize("visibility", ["chicas", "final"])
def test_where_the_public_sees_less_a_running_mesa_is_not_counted(visibility: str) -> None:
    kept = kept_mesa(SORTEO)
    Championship.objects.update(live_visibility=visibility)
    swept(kept)
    kept.record("caida A")
    assert swept(kept, minutes=2).leaves == 0
    assert entries(kept, "jugada") == []

    kept.record('ajusta A +36 "marcador del caso"', "limpia A", "proclama")
    swept(kept, minutes=4)
    assert len(entries(kept, "jugada")) == kept.mesa.head_seq == 5


def test_what_was_recorded_at_a_mesa_that_the_desk_ended_is_bound_where_the_public_saw_less() -> None:
    """By a W.O. in the middle of it, the log says nothing of an end."""
    kept = kept_mesa(SORTEO, "caida A")
    Championship.objects.update(live_visibility="final")
    swept(kept)
    assert entries(kept, "jugada") == []

    fixture_record(
        fixture=kept.fixture, how="walkover", winner="A", chicas=[], zapateria=False, user=director_of(kept.championship),
        now=LATER, reason="Se fueron",
    )  # fmt: skip
    swept(kept, minutes=2)

    assert len(entries(kept, "jugada")) == Jugada.objects.count() == 2


def test_a_sweep_costs_the_same_however_many_mesas_moved() -> None:
    counts = []
    for mesas in (1, 3):
        stage = keeper(parejas=8)
        kept = keepers(list(stage.fixture.stage.fixtures.filter(status="ready"))[:mesas])
        championship = stage.championship
        for each in kept:
            each.open()
        tree_sweep(championship=championship, now=LATER)
        for each in kept:
            each.record(SORTEO, "caida A")
        with CaptureQueriesContext(connection) as queries:
            done = tree_sweep(championship=championship, now=LATER + timedelta(minutes=2))
        assert done.leaves >= 2 * mesas
        counts.append(len(queries))

    assert counts[0] == counts[1] <= 22, counts


def test_the_heads_of_many_that_grew_are_two_queries_and_of_none_that_did_one() -> None:
    before = newest_sizes()
    grown = [kept_mesa(SORTEO) for _ in range(3)]
    signed = {kept.championship.slug: swept(kept).checkpoint for kept in grown}

    with CaptureQueriesContext(connection) as queries:
        newest = newest_sizes()
        heads = heads_since(before, newest)
        again = heads_since(newest, newest_sizes())

    assert {slug: head.root for slug, head in heads.items()} == {slug: row and row.root for slug, row in signed.items()}
    assert (again, len(queries)) == ({}, 3)
    swept(grown[0])
    grown[0].record("caida A")
    swept(grown[0], minutes=2)
    assert [*heads_since(newest, newest_sizes())] == [grown[0].championship.slug]


def test_the_leaves_of_jugadas_are_made_before_the_turn_to_write() -> None:
    kept = kept_mesa(SORTEO)
    swept(kept)
    kept.record("caida A")
    under_lock: list[str] = []

    def watch(execute: Any, sql: str, *rest: Any) -> Any:
        if connection.savepoint_ids:
            under_lock.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(watch):
        assert swept(kept, minutes=2).leaves

    assert any("INSERT" in sql and "treeleaf" in sql for sql in under_lock)
    assert not any("referee_jugada" in sql for sql in under_lock)


def test_the_key_is_no_part_of_the_database_and_is_enciphered() -> None:
    kept = kept_mesa(SORTEO)
    swept(kept)
    content = signer_path(TreeKey.objects.get().public_id).read_text()

    assert content.startswith("-----BEGIN ENCRYPTED PRIVATE KEY-----")


def test_the_salt_of_what_was_erased_goes_and_no_other() -> None:
    kept = sealed_mesa()
    pareja = kept.mesa.pareja_a
    player = pareja.players.get(position=1)
    written = audit_record(
        championship=kept.championship, user=kept.juez, now=LATER, action="pareja-corregir", sentence="Corrigió.",
        data={"number": pareja.number, "cedula_1": "terminada en 0000"},
    )  # fmt: skip
    swept(kept)
    Championship.objects.update(status="closed")

    player_erase(player=player, user=None, now=LATER)

    assert LeafSource.objects.get(audit=written).salt == ""
    assert set(LeafSource.objects.filter(salt="", planilla=None, draw=None).values_list("audit", flat=True)) == {
        written.pk
    }
    assert LeafSource.objects.filter(planilla=None).exclude(salt="").exists()
    check = tree_check(Championship.objects.get())
    assert (check.problems, check.erased) == ([], 1)


def test_a_salt_goes_only_when_the_championship_has_ended_and_never_changes() -> None:
    kept = sealed_mesa()
    swept(kept)
    source = LeafSource.objects.filter(audit__isnull=False)[:1].get()

    for salt, status in (("", "open"), ("z", "open"), ("z", "closed")):
        Championship.objects.update(status=status)
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            LeafSource.objects.filter(pk=source.pk).update(salt=salt)
    assert LeafSource.objects.filter(pk=source.pk).update(salt="") == 1
