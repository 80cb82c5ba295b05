"""Another installation cosigns what only grew, refuses a fork for good, and its signature is taken here of nobody unknown."""

import json
from base64 import b64encode
from datetime import timedelta
from functools import partial
from io import StringIO

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client

from brackets.models import AuditEntry
from kernel.checkpoint import Checkpoint as Said
from kernel.checkpoint import KeyKind, Note, VerifierKey, cosign, signed_checkpoint, verify
from kernel.merkle import Frontier
from referee.management.commands import cofirmar
from referee.models import Checkpoint, Cosignature, Cosigner, FollowedLog, LeafSource, TreeKey, TreeLeaf, TreeLog
from referee.selectors.tree.check import tree_check
from referee.services.cosigners import MOST_COSIGNERS, MOST_EVER, cosigner_add, cosigner_end
from referee.services.cosigning import LogForked, LogUnproved, cosigning_key, log_follow
from referee.services.errors import RefereeError
from referee.services.incarnations import incarnation_begin
from referee.services.keystore import signer_read
from referee.services.tree import tree_sweep
from tests.factories.brackets import NOW, director_of
from tests.factories.insider import triggers_lifted
from tests.factories.referee import SORTEO, Keeper, kept_mesa

pytestmark = pytest.mark.django_db
SITE = "https://torneo.example"


class Hall:
    """The server of the hall, which the other installation asks; both lie in this database, each with its own tables."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.client = Client()
        self.proofs = True
        monkeypatch.setattr(cofirmar, "http_ask", self.ask)
        monkeypatch.setattr(cofirmar, "http_send", self.send)

    def ask(self, address: str) -> bytes | None:
        if "/desde/" in address and not self.proofs:
            return None
        answer = self.client.get(address.removeprefix(SITE))
        return answer.content if answer.status_code == 200 else None

    def send(self, address: str, body: bytes) -> None:
        answer = self.client.post(address.removeprefix(SITE), body, content_type="application/json")
        if answer.status_code != 200:
            raise OSError(answer.json()["message"])


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Hall:
    return Hall(monkeypatch)


@pytest.fixture
def kept() -> Keeper:
    kept = kept_mesa(SORTEO)
    tree_sweep(championship=kept.championship, now=NOW)
    return kept


def address_of(kept: Keeper) -> str:
    return f"{SITE}/c/{kept.championship.slug}/punto/"


def named(kept: Keeper) -> str:
    """The key of the other installation, which the Director names."""
    vkey = cosigning_key(now=NOW).vkey
    cosigner_add(championship=kept.championship, vkey=vkey, user=director_of(kept.championship), now=NOW)
    return vkey


def cofirmar_(*arguments: str) -> tuple[str, str]:
    """What the command says, and what it complains of."""
    told, wrong = StringIO(), StringIO()
    try:
        call_command("cofirmar", *arguments, stdout=told, stderr=wrong)
    except CommandError as error:
        return told.getvalue(), f"{wrong.getvalue()}{error}"
    return told.getvalue(), ""


def grown(kept: Keeper, minutes: int) -> Checkpoint:
    kept.record("caida A")
    return swept(kept, minutes)


def swept(kept: Keeper, minutes: int) -> Checkpoint:
    done = tree_sweep(championship=kept.championship, now=NOW + timedelta(minutes=minutes), at_once=True)
    assert done.checkpoint
    return done.checkpoint


def made_anew(kept: Keeper, minutes: int) -> Checkpoint:
    """The log is made anew over other rows; its own key signs it."""
    with triggers_lifted():
        for model in (Cosignature, Checkpoint, LeafSource, TreeLeaf):
            model.objects.all().delete()
        TreeLog.objects.update(frontier=Frontier().dump(), reached={}, seen=[], signed_size=0, signed_at=None)
        AuditEntry.objects.filter(pk=AuditEntry.objects.latest("pk").pk).update(sentence="Otra.")
    return swept(kept, minutes)


def test_it_is_cosigned_as_long_as_it_only_grows_and_everybody_sees_by_whom(hall: Hall, kept: Keeper) -> None:
    vkey, base = named(kept), f"/c/{kept.championship.slug}/punto/"
    assert "cofirmado hasta" in cofirmar_(address_of(kept))[0]
    last = grown(kept, 2)

    told, wrong = cofirmar_()  # whatever is followed

    assert f"cofirmado hasta {last.size} entradas" in told
    assert not wrong
    assert "ya estaba cofirmado" in cofirmar_(address_of(kept))[0]
    assert Cosignature.objects.count() == 2
    log, cosigner = VerifierKey.parse(hall.client.get(f"{base}clave").text.strip()), VerifierKey.parse(vkey)
    for address in (base, f"{base}{last.size}/"):
        found = verify(hall.client.get(address).content, log, [cosigner])
        assert [each.name for each in found.cosigned] == [cosigner.name]
    assert hall.client.get(f"{base}cofirmantes").text == f"{vkey}\n"
    page = hall.client.get(f"{base}?n={last.size}&r={last.root}")
    assert f'Cofirmado por <span translate="no">{cosigner.name}</span>' in page.text
    other = hall.client.get(f"{base}?n={last.size}&r={'0' * 64}").text
    assert "no coincide" in other
    assert "Quién más lo firmó" not in other
    assert tree_check(kept.championship).problems == []
    with triggers_lifted():
        Cosignature.objects.filter(checkpoint=last).update(line=Cosignature.objects.earliest("pk").line)
    assert "no es del punto de control" in str(tree_check(kept.championship).problems)


@pytest.mark.parametrize("longer", [True, False])
def test_a_fork_is_refused_loudly_and_for_good_until_a_person_settles_it(
    hall: Hall, kept: Keeper, *, longer: bool
) -> None:
    named(kept)
    before = Checkpoint.objects.latest("size")
    cofirmar_(address_of(kept))
    if longer:
        kept.record("caida A")
    else:  # as many entries, of which the Director's is one, as when it was cosigned
        before = swept(kept, 1)
        cofirmar_()

    forged = made_anew(kept, 2)

    assert (forged.size > before.size) == longer
    for _ in range(2):  # it stays refused
        told, wrong = cofirmar_()
        assert not told
        assert "ATENCIÓN" in wrong
        assert before.note.strip() in wrong
        assert forged.note.strip() in wrong
        assert "1 registro sin cofirmar" in wrong
    assert not Cosignature.objects.exists()  # the one there was went with the old log
    log = FollowedLog.objects.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        FollowedLog.objects.update(refused_at=None, evidence="")
    cofirmar_("--zanjar", log.origin)
    assert "cofirmado hasta" in cofirmar_(address_of(kept))[0]
    assert FollowedLog.objects.filter(refused_at__isnull=False).count() == 1


def test_a_wrong_proof_that_nobody_signed_is_a_doubt_and_no_alarm(hall: Hall, kept: Keeper) -> None:
    """A cache on the way had it from before a copy was restored, or made it up."""
    named(kept)
    cofirmar_(address_of(kept))
    grown(kept, 2)

    for wrong in ([], [bytes(32)], [bytes(32)] * 4, [b"short"]):
        proof = json.dumps({"proof": [b64encode(each).decode() for each in wrong]}).encode()
        asked = partial(lambda address, proof: proof if "/desde/" in address else hall.ask(address), proof=proof)
        with pytest.raises(LogUnproved, match="no prueba que solo haya crecido"):
            log_follow(address=address_of(kept), ask=asked, now=NOW)

    assert FollowedLog.objects.get().refused_at is None
    told, complaint = cofirmar_()
    assert "cofirmado hasta" in told
    assert not complaint


@pytest.mark.parametrize("proof", [None, b'{"proof":[]}'])
def test_a_server_that_signs_another_note_of_the_size_that_was_cosigned_forked(
    hall: Hall, kept: Keeper, proof: bytes | None
) -> None:
    named(kept)
    cofirmar_(address_of(kept))
    log, key = FollowedLog.objects.get(), signer_read(TreeKey.objects.get().public_id)
    grown(kept, 2)
    note = str(signed_checkpoint(Said(log.origin, log.size, bytes(32)), key))
    unsigned = str(signed_checkpoint(Said(log.origin, log.size, bytes(32)), Ed25519PrivateKey.generate()))

    def asked(address: str, old: str) -> bytes | None:
        return (
            proof if "/desde/" in address else old.encode() if address.endswith(f"/{log.size}/") else hall.ask(address)
        )

    for says_nothing in (unsigned, log.note, "", "<html>"):
        with pytest.raises(LogUnproved, match="no prueba que solo haya crecido"):
            log_follow(address=address_of(kept), ask=partial(asked, old=says_nothing), now=NOW)
    with pytest.raises(LogForked) as forked:
        log_follow(address=address_of(kept), ask=partial(asked, old=note), now=NOW)
    assert log.note in forked.value.evidence
    assert note in forked.value.evidence


def test_a_fork_is_kept_with_the_note_it_contradicts_also_where_another_process_cosigned_meanwhile(
    hall: Hall, kept: Keeper
) -> None:
    named(kept)
    cofirmar_(address_of(kept))
    log, key = FollowedLog.objects.get(), signer_read(TreeKey.objects.get().public_id)
    note = str(signed_checkpoint(Said(log.origin, log.size, bytes(32)), key))
    grown(kept, 2)

    def asked(address: str) -> bytes | None:
        if "/desde/" in address:
            return None
        if not address.endswith(f"/{log.size}/"):
            return hall.ask(address)
        log_follow(address=address_of(kept), ask=hall.ask, now=NOW)
        return note.encode()

    with pytest.raises(LogForked, match=f"tamaño {log.size} no continúa el de tamaño {log.size} que") as forked:
        log_follow(address=address_of(kept), ask=asked, now=NOW)
    assert FollowedLog.objects.get().size > log.size
    assert [each.strip() for each in forked.value.evidence.split("---")] == [log.vkey, log.note.strip(), note.strip()]
    assert "Lo que lo demuestra, con las dos notas" in cofirmar_()[1]


def test_what_is_not_proved_is_not_cosigned_and_may_be_later(hall: Hall, kept: Keeper) -> None:
    named(kept)
    cofirmar_(address_of(kept))
    grown(kept, 2)
    hall.proofs = False
    assert "no prueba que solo haya crecido" in cofirmar_()[1]
    for lie in (b"", b"7", b"[" * 100_000, b'{"proof":7}', b'{"proof":[[]]}', '{"proof":["ñ"]}'.encode()):
        asked_for = partial(lambda address, lie: lie if "/desde/" in address else hall.ask(address), lie=lie)
        with pytest.raises(RefereeError, match="no prueba que solo haya crecido"):
            log_follow(address=address_of(kept), ask=asked_for, now=NOW)
    hall.proofs = True
    assert not cofirmar_()[1]

    before = Checkpoint.objects.earliest("size")

    def asked(address: str) -> bytes | None:
        return before.note.encode() if address.endswith("/punto/") else hall.ask(address)

    with pytest.raises(RefereeError, match="ya se cofirmaron"):
        log_follow(address=address_of(kept), ask=asked, now=NOW)
    with pytest.raises(RefereeError, match="como https"):
        log_follow(address="file:///etc/passwd", ask=asked, now=NOW)
    other = signed_checkpoint(Said(FollowedLog.objects.get().origin, 99, bytes(32)), Ed25519PrivateKey.generate())
    with pytest.raises(RefereeError, match="no firma esta nota"):
        log_follow(address=address_of(kept), ask=lambda _: str(other).encode(), now=NOW)


def test_a_log_that_signs_with_a_new_key_is_cosigned_again_once_a_person_says_so(hall: Hall, kept: Keeper) -> None:
    """Its files were lost with the laptop; the other installation heard so from people."""
    named(kept)
    cofirmar_(address_of(kept))
    incarnation_begin(known=[], new_keys=True, now=NOW + timedelta(minutes=5))
    assert "no firma esta nota" in cofirmar_()[1]

    assert not cofirmar_("--zanjar", FollowedLog.objects.get().origin)[1]

    assert "cofirmado hasta" in cofirmar_(address_of(kept))[0]
    assert FollowedLog.objects.latest("pk").vkey == TreeKey.objects.latest("pk").vkey
    assert "no se sigue" in cofirmar_("--zanjar", "otra.example/copa")[1]


def test_no_stranger_has_anything_kept_and_a_cosigner_once_for_each_checkpoint(hall: Hall, kept: Keeper) -> None:
    championship, last = kept.championship, Checkpoint.objects.latest("size")
    url, text = f"/api/v1/checkpoints/{championship.slug}/{last.size}/cosignatures", Note.parse(last.note.encode()).text
    stranger, club = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    vkey = str(VerifierKey.of("club.example", club, KeyKind.COSIGNATURE))
    user, now = director_of(championship), int(NOW.timestamp())
    for _ in range(2):
        cosigner_add(championship=championship, vkey=f" {vkey}\n", user=user, now=NOW)
    assert AuditEntry.objects.filter(action="cofirmante-poner").count() == 1

    def sent(line: object, address: str = url) -> tuple[int, str]:
        answer = hall.client.post(address, {"line": str(line)}, content_type="application/json")
        return answer.status_code, answer.json().get("code", "")

    good = cosign(text, "club.example", club, time=now)
    assert sent(cosign(text, "club.example", stranger, time=now)) == (404, "cofirmante-desconocido")
    assert sent(cosign(text, "otro.example", club, time=now)) == (404, "cofirmante-desconocido")
    assert sent(good, url.replace(f"/{last.size}/", "/9999/")) == (404, "cofirmante-desconocido")
    assert sent(cosign(f"{text}más\n", "club.example", club, time=now)) == (422, "firma-falsa")
    assert sent(cosign(text, "club.example", club, time=2**62)) == (422, "cofirma-de-otra-hora")
    assert sent("— club.example AAAA") == (422, "firma-mal-formada")
    assert sent("x" * 500)[0] == 400
    assert not Cosignature.objects.exists()
    assert sent(good) == (200, "")
    assert sent(cosign(text, "club.example", club, time=now + 1)) == (200, "")
    assert Cosignature.objects.get().time == now

    cosigner_end(championship=championship, vkey=vkey, user=user, now=NOW)
    assert sent(good) == (404, "cofirmante-desconocido")
    with pytest.raises(RefereeError, match="se quitó"):
        cosigner_add(championship=championship, vkey=vkey, user=user, now=NOW)
    own = VerifierKey.of(TreeKey.objects.get().origin, club, KeyKind.COSIGNATURE)
    with pytest.raises(RefereeError, match="nadie se cofirma"):
        cosigner_add(championship=championship, vkey=str(own), user=user, now=NOW)
    with pytest.raises(RefereeError, match="no es de un cofirmante"):
        cosigner_add(championship=championship, vkey=TreeKey.objects.get().vkey, user=user, now=NOW)
    keys = [str(VerifierKey.of(f"club{each}.example", club, KeyKind.COSIGNATURE)) for each in range(MOST_COSIGNERS + 1)]
    for each in keys[:-1]:
        cosigner_add(championship=championship, vkey=each, user=user, now=NOW)
    with pytest.raises(RefereeError, match="Ya hay 8 cofirmantes en uso, y no se admiten más a la vez: quite uno"):
        cosigner_add(championship=championship, vkey=keys[-1], user=user, now=NOW)
    assert Cosigner.objects.filter(ended_at=None).count() == MOST_COSIGNERS


def test_a_championship_names_sixteen_cosigners_in_all_those_that_were_removed_too(kept: Keeper) -> None:
    whose = {"championship": kept.championship, "user": director_of(kept.championship), "now": NOW}
    club = Ed25519PrivateKey.generate()
    keys = [str(VerifierKey.of(f"club{each}.example", club, KeyKind.COSIGNATURE)) for each in range(MOST_EVER + 1)]
    for each in keys[:-1]:
        cosigner_add(vkey=each, **whose)
        if each not in keys[-3:]:
            cosigner_end(vkey=each, **whose)

    with pytest.raises(RefereeError, match="Ya se anotaron 16 cofirmantes, con los 14 que se quitaron"):
        cosigner_add(vkey=keys[-1], **whose)


def test_the_key_that_cosigns_is_of_this_installation_and_lies_beside_the_database() -> None:
    vkey = VerifierKey.parse(cofirmar_("--clave")[0].strip())

    assert vkey.kind is KeyKind.COSIGNATURE
    assert cofirmar_("--clave")[0].strip() == str(vkey)
    assert VerifierKey.of(vkey.name, signer_read(cosigning_key(now=NOW).public_id), vkey.kind) == vkey
