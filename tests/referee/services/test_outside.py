from contextlib import ExitStack
from threading import Barrier, Thread

import pytest
from django.db import connections

from brackets.models import AuditEntry
from brackets.turns import STRANGERS
from referee.models import Mesa, OutsideSigned, Planilla
from referee.sealing import planilla_paper
from referee.selectors.planilla.build import mesas_to_print
from referee.selectors.sealed.outside import outside_names, outside_of
from referee.selectors.sealed.record import bytes_kept
from referee.services.outside import OutsideRefused, OutsideUndecided, outside_signed_keep
from referee.services.planillas import planilla_deliver
from tests.factories.brackets import NOW, director_of
from tests.factories.outside import page_replaced, signed_outside
from tests.factories.referee import Keeper, sealed_mesa
from tests.factories.sealing import certified_mesa
from tests.referee.selectors.sealed.test_verdict import all_turns_taken, amend

BASE = "https://torneo.example.ec"
pytestmark = pytest.mark.django_db


@pytest.fixture
def sealed() -> Keeper:
    return certified_mesa()


def mesa_of(kept: Keeper) -> Mesa:
    return mesas_to_print().get(public_id=kept.mesa_id)


def fetched(kept: Keeper) -> bytes:
    return planilla_paper(mesa_of(kept), base_url=BASE, now=NOW)


def bring(kept: Keeper, data: bytes) -> OutsideSigned:
    return outside_signed_keep(mesa=kept.mesa, data=data, user=kept.juez, now=NOW)


def test_what_a_person_signed_further_is_kept_with_his_name_and_brought_again_changes_nothing(sealed: Keeper) -> None:
    data = signed_outside(fetched(sealed))

    kept = bring(sealed, data)

    (told,) = outside_of(sealed.mesa)
    assert bytes_kept(kept) == data
    assert (told.version, [(one.name, one.issuer, one.trust) for one in told.signers]) == (
        1,
        [("Rosa Guamán", "Rosa Guamán", "cadena no comprobada")],
    )
    assert outside_names([sealed.fixture]) == {sealed.fixture.pk: "Rosa Guamán"}
    assert "firmada fuera por Rosa Guamán" in AuditEntry.objects.get(action="planilla-firmada-fuera").sentence
    assert bring(sealed, data) == kept
    assert OutsideSigned.objects.count() == AuditEntry.objects.filter(action="planilla-firmada-fuera").count() == 1


def test_what_was_fetched_before_the_delivery_is_still_ours(sealed: Keeper) -> None:
    before = signed_outside(fetched(sealed))
    planilla_deliver(planilla=Planilla.objects.get(), user=director_of(sealed.championship), now=NOW)
    fetched(sealed)

    assert bring(sealed, before).pdf.planilla.version == 1


@pytest.mark.parametrize(
    ("make", "code", "words"),
    [
        (lambda pdf: pdf, "sin-firma", "todavía no lleva ninguna firma más"),
        (lambda pdf: pdf + b"\n", "alterada", "Fírmela de nuevo"),
        (page_replaced, "alterada", "no es una firma"),
        (lambda pdf: signed_outside(page_replaced(pdf)), "alterada", "no es una firma"),
        (lambda pdf: signed_outside(pdf[:10] + b"X" + pdf[11:]), "alterada", "no empieza con nuestro PDF"),
        (lambda _pdf: b"hola", "ajena", "no es un PDF"),
        (lambda _pdf: b"%PDF-1.4\nnada", "ajena", "no es una Planilla de este sitio"),
    ],
)
def test_anything_else_is_refused_with_its_reason(sealed: Keeper, make: object, code: str, words: str) -> None:
    with pytest.raises(OutsideRefused) as refused:
        bring(sealed, make(fetched(sealed)))

    assert refused.value.code == f"firmada-fuera-{code}"
    assert words in refused.value.message
    assert not OutsideSigned.objects.exists()


def test_a_busy_server_does_not_call_it_altered_and_a_crowd_of_strangers_keeps_nobody_out(
    sealed: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("brackets.turns.LONG_PATIENCE", 0.1)
    data = signed_outside(fetched(sealed))
    with all_turns_taken(), pytest.raises(OutsideUndecided) as refused:
        bring(sealed, data)

    assert (refused.value.code, refused.value.http_status) == ("firmada-fuera-sin-decidir", 503)
    assert "Vuelva a intentarlo" in refused.value.message
    with ExitStack() as held:
        for _ in range(STRANGERS.places):
            STRANGERS._strangers.acquire()
            held.callback(STRANGERS._strangers.release)
        assert bring(sealed, data).signers[0]["name"] == "Rosa Guamán"


def test_a_pdf_without_our_signature_is_refused(sealed: Keeper) -> None:
    unsigned = sealed_mesa()

    with pytest.raises(OutsideRefused, match="no lleva la firma del campeonato"):
        bring(unsigned, planilla_paper(mesa_of(unsigned), base_url=BASE, now=NOW))


def test_that_of_another_mesa_is_refused(sealed: Keeper) -> None:
    other = sealed_mesa()

    with pytest.raises(OutsideRefused, match="Súbala en la página de esa partida"):
        bring(other, signed_outside(fetched(sealed)))


def test_that_of_a_version_that_was_replaced_is_refused(sealed: Keeper) -> None:
    old = signed_outside(fetched(sealed))
    amend(sealed)

    with pytest.raises(OutsideRefused, match="Firmó la versión 1, y la vigente es la 2"):
        bring(sealed, old)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_two_that_bring_it_at_once_keep_one(sealed: Keeper) -> None:
    data, barrier, answers = signed_outside(fetched(sealed)), Barrier(2), []

    def ask() -> None:
        barrier.wait()
        answers.append(bring(sealed, data).pk)
        connections.close_all()

    threads = [Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(answers) == 2
    assert len(set(answers)) == 1
