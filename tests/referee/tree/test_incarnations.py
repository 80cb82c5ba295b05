"""A restored copy says in its trees what it was restored from, and goes on so that every checkpoint it still knows is continued."""

import json
from base64 import b64decode
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client

from brackets.models import AuditEntry
from brackets.services.audit import audit_record
from kernel.checkpoint import Checkpoint as Said
from kernel.checkpoint import VerifierKey, verify
from kernel.merkle import leaf_hash, verify_consistency
from referee.models import Checkpoint, Incarnation, TreeKey, TreeLeaf
from referee.rules import canonical
from referee.selectors.tree.check import tree_check
from referee.services import keystore
from referee.services.incarnations import incarnation_begin, incarnation_first
from referee.services.keystore import KeyUnavailable, signer_path
from referee.services.tree import tree_sweep
from tests.attacks.test_verifier import found_by_all, tool
from tests.factories.archives import written
from tests.factories.brackets import NOW, ChampionshipFactory
from tests.factories.insider import triggers_lifted
from tests.factories.referee import SORTEO, Keeper, keeper, kept_mesa

pytestmark = pytest.mark.django_db


def grown(kept: Keeper, minutes: int) -> Checkpoint:
    done = tree_sweep(championship=kept.championship, now=NOW + timedelta(minutes=minutes), at_once=True)
    assert done.checkpoint is not None
    return done.checkpoint


def said(checkpoint: Checkpoint) -> Said:
    key = TreeKey.objects.filter(championship=checkpoint.championship).latest("pk")
    return verify(checkpoint.note.encode(), VerifierKey.parse(key.vkey)).checkpoint


def lost(write: Callable[[], Checkpoint]) -> Checkpoint:
    """What was written after the copy was made, of which only the checkpoint is left, elsewhere."""
    with transaction.atomic():
        written = write()
        transaction.set_rollback(True)
    return written


def test_a_restored_copy_goes_on_from_what_it_has_under_another_incarnation(tmp_path: Path, client: Client) -> None:
    kept = kept_mesa(SORTEO)
    copied = grown(kept, 0)

    def went_on() -> Checkpoint:
        kept.record("caida A", "limpia B")
        return grown(kept, 2)

    outside = lost(went_on)
    note = tmp_path / "punto.txt"
    note.write_text(outside.note)
    told = StringIO()

    call_command("nueva_encarnacion", conocido=[note], stdout=told)
    kept.record("limpia A")
    last = grown(kept, 10)

    first, second = Incarnation.objects.all()
    leaf = TreeLeaf.objects.get(kind="incarnation")
    entry = json.loads(leaf.entry)
    assert (leaf.index, entry["size"], entry["root"]) == (copied.size, copied.size, copied.root)
    assert entry["known"] == {"size": outside.size, "root": outside.root}
    assert (entry["before"], entry["incarnation"]) == (first.code, second.code)
    codes = [said(each).incarnation for each in Checkpoint.objects.all()]
    assert codes == [first.code, second.code, second.code]
    assert f"Encarnación {second.code}." in told.getvalue()
    assert AuditEntry.objects.filter(action="copia-restaurar").count() == 1
    assert tree_check(kept.championship).problems == []
    answer = client.get(f"/c/{kept.championship.slug}/punto/{last.size}/desde/{copied.size}")
    proof = [b64decode(each) for each in answer.json()["proof"]]
    sizes = {"old_size": copied.size, "size": last.size}
    assert verify_consistency(proof, **sizes, old_root=bytes.fromhex(copied.root), root=bytes.fromhex(last.root))
    gone = outside.size - copied.size
    (problem,) = tree_check(kept.championship, [outside.note.encode()]).problems
    assert f"es de antes de restaurar una copia que tenía {copied.size}: de {gone} no consta nada" in problem
    call_command("verificar_bitacora", stdout=(checked := StringIO()))
    assert f"se conocía un punto de control con {outside.size}: de {gone} no consta nada" in checked.getvalue()
    path = tmp_path / "a.json"
    written(path, kept.championship)
    lost_too = f"{outside.size}:{outside.root[:16]}"
    for kept_elsewhere in ([], [("papel", lost_too)], [("teléfono", outside.note)]):
        found = tool().Archive(path).check(kept_elsewhere)
        assert [each[0] for each in found] == ["lost"] * (1 + len(kept_elsewhere))
        assert {each[-2:] for each in found} == {(copied.size, gone)}


def test_an_entry_that_names_another_copy_than_it_follows_is_found() -> None:
    kept = kept_mesa(SORTEO)
    copied = grown(kept, 0)
    incarnation_begin(known=[], new_keys=False, now=NOW + timedelta(minutes=2))
    leaf = TreeLeaf.objects.get(kind="incarnation")
    entry = json.loads(leaf.entry) | {"size": copied.size + 3}
    text = canonical(entry)
    with triggers_lifted():
        TreeLeaf.objects.filter(pk=leaf.pk).update(entry=text.decode(), hash=leaf_hash(text).hex())

    assert "no nombra la copia de la que sigue" in str(tree_check(kept.championship).problems)


def test_each_log_has_its_entry_and_one_without_leaves_begins_as_it_would(tmp_path: Path) -> None:
    first, second = kept_mesa(SORTEO), keeper(championship=ChampionshipFactory())
    grown(first, 0)

    made, sizes = incarnation_begin(known=[], new_keys=False, now=NOW)

    assert len(sizes) == TreeLeaf.objects.filter(kind="incarnation").count() == 1
    assert said(grown(second, 5)).incarnation == made.code
    assert [tree_check(each.championship).problems for each in (first, second)] == [[], []]


def test_a_note_of_no_log_here_is_refused_and_nothing_is_begun(tmp_path: Path) -> None:
    kept = kept_mesa(SORTEO)
    checkpoint = grown(kept, 0)
    note = tmp_path / "punto.txt"
    note.write_text(checkpoint.note.replace("testserver", "otro.example"))

    with pytest.raises(CommandError, match="ningún registro"):
        call_command("nueva_encarnacion", conocido=[note], stdout=StringIO())
    assert Incarnation.objects.count() == 1


def test_where_the_keys_are_lost_new_ones_sign_and_the_old_notes_hold() -> None:
    kept = kept_mesa(SORTEO)
    grown(kept, 0)
    signer_path(TreeKey.objects.get().public_id).unlink()
    keystore._signer_read.cache_clear()
    with pytest.raises(KeyUnavailable):
        incarnation_begin(known=[], new_keys=False, now=NOW)

    incarnation_begin(known=[], new_keys=True, now=NOW)

    old, new = TreeKey.objects.all()
    assert old.origin == new.origin
    entry = json.loads(TreeLeaf.objects.get(kind="incarnation").entry)
    assert entry["key"] == new.vkey
    assert said(Checkpoint.objects.latest("size")).origin == new.origin
    assert tree_check(kept.championship).problems == []


def test_a_database_begins_its_first_incarnation_once() -> None:
    one = incarnation_first(now=NOW)

    assert incarnation_first(now=NOW + timedelta(days=1)) == one == Incarnation.objects.get()


@pytest.mark.parametrize("hours", [1, 3, 12])
@pytest.mark.parametrize("rows", [1, 120])
def test_what_waited_for_a_sweep_when_the_copy_was_made_is_not_told_as_put_in_later(
    hours: int, rows: int, tmp_path: Path
) -> None:
    """It has its leaf behind the entry of the restored copy, before a checkpoint of a later hour. Before it, it could not be told from what the
    lost life had there."""
    kept = kept_mesa(SORTEO)
    copied = grown(kept, 1)
    kept.now = NOW + timedelta(minutes=1, seconds=20)
    kept.record("caida A")
    for number in range(rows):
        audit_record(
            championship=kept.championship, user=None, now=kept.now, action="w-o", sentence=f"No vino {number}."
        )
    then = NOW + timedelta(hours=hours)

    incarnation_begin(known=[], new_keys=False, now=then)
    begun = Checkpoint.objects.latest("size")
    tree_sweep(championship=kept.championship, now=then + timedelta(minutes=1), at_once=True)

    assert TreeLeaf.objects.get(kind="incarnation").index == copied.size
    assert begun.size == copied.size + 1 + 1 + rows
    assert found_by_all(tmp_path / "a.json", kept.championship) == ("", [], [])
