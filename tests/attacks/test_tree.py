"""Who owns the database and lifts what keeps its rows is found out by the tree, whatever he rewrites; the rows behind a checkpoint that is kept elsewhere, for good."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.management import CommandError, call_command

from brackets.draw.acta_seal import drawn_digest
from brackets.models import AuditEntry, Pareja, Stage, StageEvent
from brackets.services.audit import audit_record
from kernel import checkpoint as notes
from kernel.merkle import EMPTY_ROOT, Frontier, leaf_hash
from referee.models import (
    Checkpoint,
    Confirmation,
    Incarnation,
    Jugada,
    LeafSource,
    Mesa,
    Planilla,
    Signature,
    TreeKey,
    TreeLeaf,
    TreeLog,
)
from referee.rules import canonical
from referee.selectors.chain import link
from referee.selectors.digest import digest_of
from referee.selectors.tree.check import WHAT, _named, tree_check
from referee.selectors.verification import genesis_of
from referee.services.incarnations import incarnation_begin
from referee.services.tree import tree_sweep
from tests.factories.brackets import NOW, director_of
from tests.factories.insider import triggers_lifted
from tests.factories.referee import SORTEO, Keeper, kept_mesa, sealed_mesa
from tests.factories.remembered import remembered

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(days=1)
Attack = Callable[[Keeper], object]


@pytest.fixture
def swept() -> Iterator[Keeper]:
    """A sealed mesa in its tree, and the triggers are lifted."""
    kept = sealed_and_swept()
    with triggers_lifted():
        yield kept


@remembered
def sealed_and_swept() -> Keeper:
    kept = sealed_mesa()
    tree_sweep(championship=kept.championship, now=LATER)
    assert tree_check(kept.championship).problems == []
    return kept


def rechain(kept: Keeper) -> None:
    """Write another winner's log with all its hashes, Planilla and signatures made anew: no row contradicts another."""
    mesa = kept.mesa
    Jugada.objects.filter(mesa=mesa, seq=2).update(notation='ajusta A +38 "otra cosa"')
    head = genesis_of(mesa, dict(Pareja.objects.values_list("pk", "number")))
    for row in Jugada.objects.filter(mesa=mesa).order_by("seq"):
        values = {"device": row.device_id, "user": row.user_id, "mesa": mesa.public_id}
        for name in ("seq", "client_id", "notation", "lease_epoch", "device_ts", "received_at", "signed"):
            values[name] = getattr(row, name)
        before, head = head, link(head, **values)
        Jugada.objects.filter(pk=row.pk).update(prev_hash=before, hash=head)
    Mesa.objects.filter(pk=mesa.pk).update(head_hash=head)
    digest = digest_of(kept.mesa)
    Planilla.objects.update(digest=digest, chain_hash=head)
    Signature.objects.update(digest=digest)


def last_jugada_goes(kept: Keeper) -> None:
    mesa = kept.mesa
    before = Jugada.objects.get(mesa=mesa, seq=mesa.head_seq - 1)
    Jugada.objects.filter(mesa=mesa, seq=mesa.head_seq).delete()
    Mesa.objects.filter(pk=mesa.pk).update(head_seq=before.seq, head_hash=before.hash)


def goes(kind: str) -> Attack:
    """The last row of this kind, with what names it."""

    def gone(_kept: Keeper) -> None:
        source = LeafSource.objects.filter(**{f"{kind}__isnull": False}).order_by("-leaf__index")[:1].get()
        row = getattr(source, kind)
        LeafSource.objects.filter(pk=source.pk).delete()
        type(row).objects.filter(pk=row.pk).delete()

    return gone


def the_tail_goes(kept: Keeper) -> None:
    """The last leaf and its row, an event; the tree's own memory agrees."""
    goes("event")(kept)
    leaf = TreeLeaf.objects.latest("index")
    TreeLeaf.objects.filter(pk=leaf.pk).delete()
    frontier = Frontier(bytes.fromhex(each) for each in TreeLeaf.objects.values_list("hash", flat=True))
    TreeLog.objects.update(frontier=frontier.dump())


def leaf_rewritten(kept: Keeper) -> None:
    """A row and its leaf say the same other thing."""
    leaf = TreeLeaf.objects.filter(kind="jugada")[:1].get()
    row = Jugada.objects.get(mesa=kept.mesa, seq=1)
    entry = leaf.entry.replace(row.hash, "0" * 64)
    Jugada.objects.filter(pk=row.pk).update(hash="0" * 64)
    TreeLeaf.objects.filter(pk=leaf.pk).update(entry=entry, hash=leaf_hash(entry.encode()).hex())


def audit_out_of_its_chain(_kept: Keeper) -> None:
    """The last entry follows another one than it does: leaf and hash agree."""
    leaf = TreeLeaf.objects.filter(kind="audit").latest("index")
    entry = re.sub('"before":"[0-9a-f]+"', f'"before":"{"0" * 64}"', leaf.entry)
    TreeLeaf.objects.filter(pk=leaf.pk).update(entry=entry, hash=leaf_hash(entry.encode()).hex())


def signed_by_another(_kept: Keeper) -> None:
    last = Checkpoint.objects.latest("size")
    body = notes.Note.parse(last.note.encode()).text
    said = notes.Checkpoint.parse(body)
    Checkpoint.objects.filter(pk=last.pk).update(note=str(notes.signed_checkpoint(said, Ed25519PrivateKey.generate())))


def draw_rewritten(_kept: Keeper) -> None:
    stage = Stage.objects.filter(status="published")[:1].get()
    stage.drawn_record["inscritas"].reverse()
    Stage.objects.filter(pk=stage.pk).update(
        drawn_record=stage.drawn_record, drawn_digest=drawn_digest(stage.drawn_record)
    )


def winner_of_event(_kept: Keeper) -> None:
    event = StageEvent.objects.filter(kind="result").latest("pk")
    event.data["after"]["winner"] = 99
    StageEvent.objects.filter(pk=event.pk).update(data=event.data)


def confirmed_in_the_past(_kept: Keeper) -> None:
    planilla = Planilla.objects.get()
    Confirmation.objects.create(planilla=planilla, party="B", digest=planilla.digest, at=NOW)


def signed_in_the_past(_kept: Keeper) -> None:
    signature = Signature.objects.get(party="A")
    signature.pk, signature.party, signature.client_id, signature.received_at = None, "B", uuid4(), NOW
    signature.save()


def swept_after(attack: Attack) -> Attack:
    """What it leaves comes into a leaf of the next sweep."""

    def swept(kept: Keeper) -> None:
        attack(kept)
        tree_sweep(championship=kept.championship, now=LATER + timedelta(days=1))

    return swept


def audit_from_the_past(kept: Keeper) -> None:
    audit_record(
        championship=kept.championship, user=None, now=NOW - timedelta(days=1), action="w-o", sentence="No vino."
    )


def other_head(_kept: Keeper) -> None:
    Incarnation.objects.update(code="0" * 32)


ATTACKS: dict[str, tuple[Attack, str]] = {
    "a whole log made anew": (rechain, "la jugada 2 de la mesa"),
    "the chain of the audit": (audit_out_of_its_chain, "no continúa la cadena de la anterior"),
    "the hash of a jugada": (lambda _: Jugada.objects.filter(seq=3).update(hash="0" * 64), "la jugada 3 de la mesa"),
    "the last jugada goes": (last_jugada_goes, "tiene hoja y ya no está"),
    "a refusal becomes a signature": (lambda _: Signature.objects.filter(party="A").update(outcome="no-firma", reason="x"), "difiere en outcome, said"),
    "another name signed": (lambda _: Signature.objects.filter(party="A").update(name="Otra"), "difiere en said"),
    "other ink": (lambda _: Signature.objects.filter(party="A").update(ink=[]), "difiere en said"),
    "the hour of a signature": (lambda _: Signature.objects.update(signed_at=NOW), "difiere en signed_at"),
    "a signature goes": (goes("signature"), "tiene hoja y ya no está"),
    "the digest of a Planilla": (lambda _: Planilla.objects.update(digest="0" * 64), "difiere en digest"),
    "the hour of a seal": (lambda _: Planilla.objects.update(sealed_at=NOW), "difiere en sealed_at"),
    "the version of a Planilla": (lambda _: Planilla.objects.update(version=7), "difiere en version"),
    "a Planilla unsealed": (lambda _: Planilla.objects.update(status="reopened"), "ya no está sellada"),
    "the winner of a result": (winner_of_event, "difiere en result, said"),
    "a result that counts no more": (lambda _: StageEvent.objects.filter(kind="result").update(counts=False), "difiere en counts"),
    "a result goes": (goes("event"), "tiene hoja y ya no está"),
    "a draw made anew": (draw_rewritten, "no es lo que consta"),
    "an acta without a part": (lambda _: Stage.objects.update(drawn_record={}), "no se puede leer"),
    "a draw that is public no more": (lambda _: Stage.objects.update(status="drawn", planned_entries={}), "no está publicada, y de sus sorteos consta lo contrario"),
    "the sentence of the audit": (lambda _: AuditEntry.objects.update(sentence="Nada."), "difiere en said"),
    "the values of the audit": (lambda _: AuditEntry.objects.update(data={"x": 1}), "difiere en said"),
    "who it was": (lambda k: AuditEntry.objects.update(user=director_of(k.championship)), "difiere en user"),
    "what it was": (lambda _: AuditEntry.objects.update(action="nada"), "difiere en action"),
    "when it was": (lambda _: AuditEntry.objects.update(at=NOW - timedelta(hours=1)), "difiere en at"),
    "the audit goes": (goes("audit"), "tiene hoja y ya no está"),
    "an entry of the audit in the past": (audit_from_the_past, "con hora anterior al último punto de control"),
    "the same in a leaf": (swept_after(audit_from_the_past), "una hora anterior al punto de control"),
    "a confirmation in the past": (confirmed_in_the_past, "con hora anterior al último punto de control: B confirmó"),
    "a confirmation in the past in a leaf": (swept_after(confirmed_in_the_past), "lleva una hora anterior al punto de control"),
    "a signature in the past": (signed_in_the_past, "con hora anterior al último punto de control"),
    "a signature in the past in a leaf": (swept_after(signed_in_the_past), "lleva una hora anterior al punto de control"),
    "a leaf with its row": (leaf_rewritten, "no es la raíz de sus hojas"),
    "the entry of a leaf alone": (lambda _: TreeLeaf.objects.filter(index=3).update(entry="{}"), "no es la de su huella"),
    "a leaf without a row": (lambda _: TreeLeaf.objects.filter(kind="jugada").update(kind="audit"), "tiene hoja y ya no está"),
    "the tail of the tree": (the_tail_goes, "es de más hojas que las que hay"),
    "the last checkpoint goes": (lambda _: Checkpoint.objects.all().delete(), "falta el último punto de control"),
    "the root of a checkpoint": (lambda _: Checkpoint.objects.update(root=EMPTY_ROOT.hex()), "no dice lo que su nota"),
    "a checkpoint of another key": (signed_by_another, "no está firmado con la clave"),
    "the peaks of the tree": (lambda _: TreeLog.objects.update(frontier=Frontier().dump()), "el borde guardado"),
    "how far it has come": (lambda _: TreeLog.objects.update(reached={}), "hasta dónde llega"),
    "a salt": (lambda _: LeafSource.objects.filter(audit__isnull=False).update(salt=""), "perdió la sal"),
    "the life of the database": (other_head, "nombra otra encarnación"),
}  # fmt: skip


@pytest.mark.parametrize("name", ATTACKS)
def test_a_rewriting_is_found_and_named(swept: Keeper, name: str) -> None:
    attack, said = ATTACKS[name]

    attack(swept)

    problems = tree_check(swept.championship).problems
    assert any(said in problem for problem in problems), problems


def test_a_tree_made_anew_over_other_rows_contradicts_a_checkpoint_from_outside(swept: Keeper, tmp_path: Path) -> None:
    """With the server's own key: nothing inside contradicts anything, the paper on the wall does."""
    kept_outside = tmp_path / "punto.txt"
    kept_outside.write_text(Checkpoint.objects.latest("size").note)
    call_command("verificar_bitacora", punto=[kept_outside], stdout=StringIO())
    for model in (Checkpoint, LeafSource, TreeLeaf):
        model.objects.all().delete()
    TreeLog.objects.update(frontier=Frontier().dump(), reached={}, seen=[], signed_size=0, signed_at=None)
    AuditEntry.objects.filter(pk=AuditEntry.objects.latest("pk").pk).update(sentence="Otra.")
    tree_sweep(championship=swept.championship, now=LATER)

    errors = StringIO()
    call_command("verificar_bitacora", stdout=StringIO())
    with pytest.raises(CommandError):
        call_command("verificar_bitacora", punto=[kept_outside], stdout=StringIO(), stderr=errors)
    assert "no es de este árbol" in errors.getvalue()


def test_each_entry_of_the_audit_names_the_one_before_over_several_sweeps(swept: Keeper) -> None:
    for hours in (1, 2):
        audit_record(championship=swept.championship, user=None, now=LATER, action="w-o", sentence=f"No vino {hours}.")
        tree_sweep(championship=swept.championship, now=LATER + timedelta(hours=hours))

    leaves = TreeLeaf.objects.filter(kind="audit").order_by("index")
    assert [json.loads(leaf.entry)["before"] for leaf in leaves] == ["", *[leaf.hash for leaf in leaves][:-1]]
    assert tree_check(swept.championship).problems == []


def test_a_tree_that_is_behind_is_sound_and_says_by_how_many_rows() -> None:
    kept = kept_mesa(SORTEO)
    tree_sweep(championship=kept.championship, now=LATER)
    kept.record("caida A", "limpia B")
    told = StringIO()

    call_command("verificar_bitacora", stdout=told)

    size = TreeLeaf.objects.count()
    said = f"Árbol de {kept.championship.slug}: {size} hojas, 1 punto de control; 2 filas esperan el próximo barrido."
    assert told.getvalue().splitlines()[0] == said


def test_a_note_of_no_log_here_is_refused(tmp_path: Path) -> None:
    kept_mesa(SORTEO)
    other = tmp_path / "punto.txt"
    other.write_text(
        str(notes.signed_checkpoint(notes.Checkpoint("otra.example/copa", 1, EMPTY_ROOT), Ed25519PrivateKey.generate()))
    )
    assert not TreeKey.objects.exists()

    with pytest.raises(CommandError, match=r"otra\.example/copa"):
        call_command("verificar_bitacora", punto=[other], stdout=StringIO())


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("audit", {"at": ["x"]}),
        ("audit", {"user": {}}),
        ("event", {"stage": "x"}),
        ("event", {"stage": None}),
        ("event", {"stage": ...}),
        ("event", {"seq": "y"}),
        ("event", {"seq": [1]}),
        ("event", {"at": {}, "user": [1]}),
        ("audit", {"action": "sorteo-hacer", "sha256": []}),
        ("incarnation", {"incarnation": []}),
        ("incarnation", {"known": ["x"]}),
        ("incarnation", {"known": {"size": "x"}}),
        ("incarnation", {"known": {"size": True}}),
        ("incarnation", {"known": {"size": -1}}),
        ("incarnation", {"known": {"size": 2**53}}),
        ("incarnation", {"known": {}}),
        *(("incarnation", {"known": known}) for known in (3, True, 0, "", [])),
    ],
)
def test_a_leaf_of_other_types_is_named_and_what_else_is_wrong_too(
    swept: Keeper, kind: str, change: dict[str, Any]
) -> None:
    """The command does not end at the first that it cannot read."""
    if kind == "incarnation":
        incarnation_begin(known=[], new_keys=False, now=LATER)
    leaf = TreeLeaf.objects.filter(kind=kind).latest("index")
    values = {name: each for name, each in (json.loads(leaf.entry) | change).items() if each is not ...}
    entry = canonical(values).decode()
    TreeLeaf.objects.filter(pk=leaf.pk).update(entry=entry, hash=leaf_hash(entry.encode()).hex())
    Checkpoint.objects.update(root="0" * 64)
    errors = StringIO()

    with pytest.raises(CommandError):
        call_command("verificar_bitacora", stdout=StringIO(), stderr=errors)

    said = errors.getvalue()
    assert WHAT[TreeLeaf.Kind(kind)].format(*leaf.of.split("/")) in said
    assert "no dice lo que su nota" in said


@pytest.mark.parametrize("digest", [[], {}, 3, None])
def test_a_draw_of_which_the_audit_has_no_digest_is_named(swept: Keeper, digest: object) -> None:
    leaf = LeafSource.objects.get(audit__action="sorteo-hacer").leaf
    entry = canonical(json.loads(leaf.entry) | {"sha256": digest}).decode()
    TreeLeaf.objects.filter(pk=leaf.pk).update(entry=entry, hash=leaf_hash(entry.encode()).hex())

    assert f"{_named(leaf)} es de un sorteo, o de un compromiso, que ya no consta" in said_by_the_command()


@pytest.mark.parametrize(
    "change",
    [{"of": "x"}, {"of": ""}, {"of": "audit/"}, {"of": f"audit/{'9' * 70}"}, {"entry": "[" * 100_000}],
    ids=["no slash", "empty", "no number", "a long number", "nested"],
)
def test_a_leaf_that_names_nothing_or_cannot_be_read_is_named_and_what_else_is_wrong_too(
    swept: Keeper, change: dict[str, str]
) -> None:
    leaf = TreeLeaf.objects.filter(kind="audit").latest("index")
    for name, value in change.items():
        setattr(leaf, name, value)
    TreeLeaf.objects.filter(pk=leaf.pk).update(**change, hash=leaf_hash(leaf.entry.encode()).hex())
    Checkpoint.objects.update(root="0" * 64)

    said = said_by_the_command()

    assert _named(leaf) in said
    assert "no dice lo que su nota" in said


@pytest.mark.parametrize("data", [[], 3, "x", {"after": 3, "log_ended": True}, {"before": [], "log_ended": True}])
def test_an_event_of_other_types_is_named_and_what_else_is_wrong_too(swept: Keeper, data: object) -> None:
    StageEvent.objects.filter(kind="result").update(data=data)
    Checkpoint.objects.update(root="0" * 64)

    said = said_by_the_command()

    assert "lo que consta del resultado de su partida no se puede leer" in said
    assert "Etapa «" in said
    assert "el hecho" in said
    assert "no dice lo que su nota" in said


def said_by_the_command() -> str:
    """What `verificar_bitacora` says, which finds something and ends with no other error."""
    errors = StringIO()
    with pytest.raises(CommandError, match="con problemas"):
        call_command("verificar_bitacora", stdout=StringIO(), stderr=errors)
    return errors.getvalue()
