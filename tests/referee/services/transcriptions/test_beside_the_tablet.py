"""A paper beside what a tablet has of its mesa: where both say the same, and what opens an incident."""

from dataclasses import replace
from datetime import timedelta

import pytest

from brackets.models import AuditEntry, Fixture
from referee.models import Transcription
from referee.selectors.digest import digest_of
from referee.selectors.planilla.paper_ending import Signed
from referee.selectors.transcription.form import PaperDraw
from referee.services.errors import RefereeError
from referee.services.transcriptions.incidents import incident_decide, incident_seal
from tests.factories.brackets import NOW, director_of
from tests.factories.referee import Keeper, kept_mesa
from tests.factories.transcriptions import GAME, PAPER, Desk, Paper, paper_of, state_of

pytestmark = pytest.mark.django_db


def sealed_on_a_tablet() -> Keeper:
    tablet = kept_mesa(*GAME)
    tablet.seal()
    return tablet


def signed_as(tablet: Keeper) -> Paper:
    """The paper of that game, with the names and the answers of the tablet's Planilla."""
    return PAPER.signed_as(tablet.mesa.planillas.get())


def differences_of(done: Transcription) -> list[tuple[str, ...]]:
    names = ("where", "what", "paper", "other")
    return [tuple(each[name] for name in names) for each in done.incident.differences]


def test_a_paper_that_says_what_the_tablet_says_agrees_and_changes_nothing() -> None:
    tablet = sealed_on_a_tablet()
    desk = Desk(tablet.fixture)
    digest = digest_of(tablet.mesa)

    done = desk.confirm(desk.type(signed_as(tablet))).transcription

    assert (done.kind, done.status) == ("cotejo", "coincide")
    assert (digest_of(tablet.mesa), tablet.mesa.planillas.count()) == (digest, 1)
    told = AuditEntry.objects.get(action="transcripcion-confirmar").sentence
    assert told == (
        f"Confirmó la Planilla en papel de la {tablet.fixture.name}: coincide con la tablet en el sorteo, las datas, el resultado, "
        "la identificación, la fecha (con un día de margen) y las firmas de la Planilla v1 (respuesta y nombre)."
    )


def test_a_paper_that_says_something_else_opens_an_incident_and_the_result_stays() -> None:
    tablet = sealed_on_a_tablet()
    desk = Desk(tablet.fixture)
    other = signed_as(tablet).with_row(
        1, points={**PAPER.rows[0].points, "caida": (0, 4)}, score=(12, 4), cards=(21, 18)
    )

    done = desk.confirm(desk.type(other)).transcription

    assert differences_of(done) == [
        ("Fila 1 (chica 1, data 1)", "Cartas de A", "21", "22"),
        ("Fila 1 (chica 1, data 1)", "Cartas de B", "18", "17"),
        ("Fila 1 (chica 1, data 1)", "Caída de B", "4", "2"),
        ("Fila 1 (chica 1, data 1)", "Puntos de B", "4", "2"),
    ]
    fixture = Fixture.objects.get(pk=tablet.fixture.pk)
    assert (done.incident.against, fixture.status, fixture.chicas) == ("tablet", "final", [[40, 22], [40, 0]])
    director = director_of(tablet.championship)
    incident_decide(transcription=done, verdict="papel", words="El Juez lo confirma", user=director, now=NOW)
    with pytest.raises(RefereeError) as found:
        incident_seal(transcription=done, user=director, now=NOW)
    assert found.value.code == "no-se-sella"
    assert tablet.mesa.planillas.get().corrected_at is None


def test_fewer_datas_and_another_winner_are_told() -> None:
    tablet = sealed_on_a_tablet()
    desk = Desk(tablet.fixture)
    same = signed_as(tablet)
    short = replace(same, rows=same.rows[:-1], ending=replace(same.ending, winner="B"))

    done = desk.confirm(desk.type(short)).transcription

    assert [(each[0], *each[2:]) for each in differences_of(done)] == [
        ("Datas", "6", "7"),
        ("Final", "gana B por chicas", "gana A por chicas"),
    ]


def test_another_sorteo_head_and_signatures_are_told_too() -> None:
    tablet = sealed_on_a_tablet()
    desk = Desk(tablet.fixture, now=tablet.now + timedelta(days=9))
    winner, juez = tablet.players("A")[0], str(tablet.juez)
    signers = {
        "A": Signed("Otra Persona", "bajo-protesta", "x"),
        "B": Signed("Fulano", "no-firma", "se fue"),
        "juez": Signed("Otro", "firma"),
    }
    draw = PaperDraw((("A1", "7"), ("B1", "7"), ("A2", "2"), ("B2", "Q")), "B1")
    ending = replace(PAPER.ending, signers=signers, identified=False, day="2026-11-30")

    done = desk.confirm(desk.type(replace(PAPER, draws=[draw], ending=ending))).transcription

    assert done.status == "con-diferencias"
    assert differences_of(done) == [
        ("Cabecera", "Fecha", "30/11/2026", "28/11/2026"),
        ("Cabecera", "Identificación de los jugadores", "sin marcar", "realizada"),
        ("Sorteo", "Cartas", "A1 7 · B1 7 · A2 2 · B2 Q", "A1 7 · B1 2 · A2 7 · B2 3"),
        ("Sorteo", "Reparte", "B1", "A1"),
        ("Firmas", "Firma del lado A", "firma bajo protesta: Otra Persona", f"firma: {winner}"),
        ("Firmas", "Firma del lado B", "no firma: Fulano", "sin respuesta"),
        ("Firmas", "Firma del Juez", "firma: Otro", f"firma: {juez}"),
    ]


def test_names_are_compared_without_accents_case_and_blanks_and_a_day_more_is_none() -> None:
    tablet = sealed_on_a_tablet()
    desk = Desk(tablet.fixture, now=tablet.now + timedelta(days=9))
    same = signed_as(tablet)
    signers = {
        party: replace(signed, name=f"  {signed.name.upper()} ".replace("Á", "A").replace(" ", "  "))
        for party, signed in same.ending.signers.items()
    }
    ending = replace(same.ending, signers=signers, day="2026-11-29")

    assert desk.confirm(desk.type(replace(same, ending=ending))).transcription.status == "coincide"


def test_a_sorteo_or_a_signature_that_the_paper_leaves_out_is_a_difference() -> None:
    """The form asks for both; what it does not ask for, as the hour it began at, may be empty."""
    tablet = sealed_on_a_tablet()
    desk = Desk(tablet.fixture)
    empty = replace(PAPER, draws=(), ending=replace(PAPER.ending, signers={}))

    done = desk.confirm(desk.type(empty)).transcription

    assert [each[:3] for each in differences_of(done)] == [
        ("Sorteo", "Cartas y quién reparte", "nada escrito"),
        ("Firmas", "Firma del lado A", "sin respuesta"),
        ("Firmas", "Firma del Juez", "sin respuesta"),
    ]
    assert done.incident.differences[0]["other"] == "A1 7 · B1 2 · A2 7 · B2 3; reparte A1"


def test_of_a_planilla_that_waits_only_the_answers_there_are_are_compared() -> None:
    tablet = kept_mesa(*GAME)
    planilla = tablet.freeze()
    tablet.sign(planilla, "A")
    desk = Desk(tablet.fixture)
    signed = PAPER.signed_as(planilla)
    more = {**signed.ending.signers, "juez": Signed("Quien sea", "firma")}

    done = desk.confirm(desk.type(replace(signed, ending=replace(signed.ending, signers=more)))).transcription

    assert done.status == "coincide"
    assert "la fecha (con un día de margen) y, de la Planilla v1 por sellar, la firma de A" in (
        AuditEntry.objects.get(action="transcripcion-confirmar").sentence
    )


def test_a_tie_that_the_paper_leaves_out_is_told_once() -> None:
    """Sorteos are held side by side from the last, which decides who deals."""
    played = ("sorteo A1=7 B1=7 A2=2 B2=2", GAME[0], *GAME[2:])
    tablet = kept_mesa(*played)
    desk = Desk(tablet.fixture)
    paper = paper_of(state_of(*played)).signed_as(tablet.seal())
    without = replace(paper, draws=paper.draws[1:])

    done = desk.confirm(desk.type(without)).transcription

    assert differences_of(done) == [
        ("Sorteo 1", "Cartas y quién reparte", "nada escrito", "A1 7 · B1 7 · A2 2 · B2 2; empate")
    ]
