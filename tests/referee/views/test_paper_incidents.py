"""Where a paper and the tablet, the rules or the result differ: who sees it, who decides, and what is left to do."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.urls import reverse

from brackets.services.fixtures import fixture_record
from referee.models import Transcription
from referee.selectors.planilla.paper_ending import Signed
from referee.selectors.transcription.standing import parts_of
from tests.factories.brackets import NOW, director_of
from tests.factories.referee import keeper, kept_mesa
from tests.factories.remembered import remembered
from tests.factories.transcriptions import GAME, PAPER, Desk
from tests.referee.views.transcription_pages import address, signed_in, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return Desk(keeper().fixture)


@remembered
def against_an_open_log() -> Transcription:
    """The tablet has the whole log, and one party answered there."""
    tablet = kept_mesa(*GAME)
    tablet.sign(tablet.freeze(), "A")
    desk = Desk(tablet.fixture)
    return desk.confirm(desk.type(PAPER.with_row(1, score=(12, 4)))).transcription


@remembered
def against_a_sealed_log() -> Transcription:
    tablet = kept_mesa(*GAME)
    signed = PAPER.signed_as(tablet.seal())
    desk = Desk(tablet.fixture)
    return desk.confirm(desk.type(signed.with_row(1, score=(12, 4)))).transcription


@remembered
def against_a_result() -> Transcription:
    desk = Desk(keeper().fixture)
    fixture_record(
        fixture=desk.fixture, how="played", winner="B", chicas=[[22, 40], [0, 40]], zapateria=False, reason="",
        user=desk.typist, now=NOW,
    )  # fmt: skip
    return desk.confirm(desk.type()).transcription


def test_the_incident_stands_on_every_page_of_the_desk_and_leads_to_the_correction() -> None:
    tablet = kept_mesa(*GAME)
    signed = PAPER.signed_as(tablet.seal())
    desk = Desk(tablet.fixture)
    done = desk.confirm(desk.type(signed.with_row(1, score=(12, 4)))).transcription
    slug = tablet.championship.slug
    director = signed_in(director_of(tablet.championship))

    control = text(signed_in(desk.reader).get(reverse("referee:control", args=[slug])))
    listed = text(director.get(reverse("referee:transcriptions", args=[slug])))
    partida = text(director.get(reverse("brackets:fixture", args=[slug, tablet.fixture.pk])))
    assert "1 Planilla en papel no dice lo mismo que lo registrado" in control
    assert "1 por decidir" in listed
    assert "Incidente por decidir:</strong> 1 diferencia con la bitácora de la tablet" in partida
    assert "Lo decide el Director" in text(signed_in(desk.reader).get(address("transcription", done)))
    empty = director.post(address("transcription_decide", done), {}, follow=True)
    assert "Falta decir qué vale" in text(empty)
    decided = director.post(address("transcription_decide", done), {"verdict": "papel", "words": "Lo vi"}, follow=True)
    assert reverse("referee:correction", args=[slug, tablet.fixture.pk]) in text(decided)
    assert "no dice lo mismo" not in text(director.get(reverse("referee:control", args=[slug])))


def test_the_second_sees_what_differs_from_the_tablet_before_confirming_and_the_incident_tells_it() -> None:
    tablet = kept_mesa(*GAME)
    planilla = tablet.seal()
    desk = Desk(tablet.fixture)
    signed = PAPER.signed_as(planilla)
    draw = replace(PAPER.draws[0], dealer="B1")
    signers = {**signed.ending.signers, "juez": Signed("Otra Jueza", "firma")}
    typed = desk.type(replace(signed, draws=[draw], ending=replace(signed.ending, signers=signers)))
    reader, page = signed_in(desk.reader), address("transcription_confirm", typed)
    read = {f"{row.key}_{side}": row.score[at] for row in PAPER.rows for at, side in enumerate("AB")} | {"winner": "A"}

    blind = text(reader.get(page))
    shown = text(reader.post(page, read | {"paso": "leer"}))
    done = text(reader.post(page, read | {"paso": "confirmar", "vista": parts_of(typed)}, follow=True))

    assert "Según la tablet" not in blind
    assert "Al confirmar se abrirá un incidente" in shown
    for told in (shown, done):
        assert "Firma del Juez" in told
        assert "firma: Otra Jueza" in told
        assert f"firma: {tablet.juez}" in told
        assert '<th scope="row">Sorteo</th>' in told
        assert '<td>Reparte</td><td data-label="Según el papel">B1</td><td data-label="Según la tablet">A1</td>' in told
    assert "Incidente: el papel y la tablet no dicen lo mismo" in done


def test_of_a_paper_that_agrees_the_second_is_told_what_is_compared() -> None:
    tablet = kept_mesa(*GAME)
    planilla = tablet.seal()
    desk = Desk(tablet.fixture)
    typed = desk.type(PAPER.signed_as(planilla))
    read = {f"{row.key}_{side}": row.score[at] for row in PAPER.rows for at, side in enumerate("AB")} | {"winner": "A"}

    shown = text(signed_in(desk.reader).post(address("transcription_confirm", typed), read | {"paso": "leer"}))

    assert "Dice lo mismo que la tablet" in shown
    assert "las firmas de la Planilla v1 (respuesta y nombre)" in shown
    assert "Al confirmar se abrirá un incidente" not in shown


@pytest.mark.parametrize(
    ("world", "verdict", "told"),
    [
        (against_an_open_log, "otro", "Falta firmar en la tablet lo que ella tiene"),
        (against_an_open_log, "ninguno", "Falta corregir la bitácora en la tablet"),
        (against_an_open_log, "papel", "Escribir las chicas del papel"),
        (against_a_sealed_log, "otro", "la Planilla sellada queda como estaba"),
        (against_a_sealed_log, "ninguno", "Abrir la corrección oficial"),
        (against_a_result, "otro", "el resultado registrado queda como estaba"),
        (against_a_result, "ninguno", "Escribir las chicas que valen"),
        (against_a_result, "papel", "Sellar la Planilla transcrita"),
    ],
)
def test_after_a_decision_it_is_said_what_is_still_to_be_done(
    world: Callable[[], Transcription], verdict: str, told: str
) -> None:
    done = world()
    director = signed_in(director_of(done.fixture.stage.championship))

    decided = director.post(address("transcription_decide", done), {"verdict": verdict, "words": "Así es"}, follow=True)

    assert told in text(decided)


def test_a_decision_that_corrects_a_result_is_shown_before_it_is_done(desk: Desk) -> None:
    done = desk.confirm(desk.type(PAPER.with_row(2, score=(14, 20)))).transcription
    director = signed_in(director_of(desk.fixture.stage.championship))
    director.post(address("transcription_decide", done), {"verdict": "otro", "words": "Sumó mal"})

    asked = director.post(address("transcription_seal", done))
    sealed = director.post(address("transcription_seal", done), {"confirmar": "1"}, follow=True)

    assert asked.status_code == 200
    assert Transcription.objects.get().status == "sellada"
    assert "Confirmada y sellada" in text(sealed)
