"""A paper typed by one and confirmed by another: what becomes of it, and what it never touches."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from brackets.models import AuditEntry, Fixture, Stage
from brackets.selectors.events import disagreements
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.fixtures import fixture_clear, fixture_record, fixture_restore
from referee.models import Jugada, Lease, Mesa, PaperIncident, Planilla, Transcription
from referee.selectors.digest import digest_of
from referee.selectors.mesas import mesa_counts
from referee.selectors.planilla.build import mesas_to_print, planilla_sheet
from referee.selectors.planilla.paper_ending import Signed
from referee.services.errors import LeaseLost, RefereeError
from referee.services.transcriptions.beginning import transcription_start, transcription_take, transcription_withdraw
from referee.services.transcriptions.confirming import ReadingsDiffer, transcription_return
from referee.services.transcriptions.incidents import incident_decide, incident_seal
from referee.services.transcriptions.rows import (
    ending_save,
    row_confirm,
    row_drop,
    row_save,
    transcription_finish,
    transcription_reopen,
)
from tests.factories.brackets import NOW, ChampionshipFactory, RoleFactory, director_of
from tests.factories.referee import keeper, kept_mesa, log_of
from tests.factories.transcriptions import GAME, PAPER, SORTEO, Desk, paper_of, state_of
from tests.referee.replaying import assert_projection_equals_replay

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return Desk(keeper().fixture)


def refused(error: type[Exception], code: str, act: object) -> None:
    with pytest.raises(error) as found, transaction.atomic():
        act()  # type: ignore[operator]
    assert found.value.code == code  # type: ignore[attr-defined]


def everything() -> list[object]:
    """What may not change where something is refused."""
    return [
        list(model.objects.order_by("pk").values())
        for model in (Transcription, PaperIncident, Mesa, Jugada, Planilla, Fixture, AuditEntry)
    ]


def test_a_whole_mesa_typed_and_confirmed_is_a_sealed_planilla_and_the_result(desk: Desk) -> None:
    done = desk.confirm(desk.type())

    fixture = Fixture.objects.get(pk=desk.fixture.pk)
    mesa = fixture.mesa
    assert done.transcription.status == "sellada"
    assert (fixture.status, fixture.how, fixture.winner) == ("final", "played", fixture.pareja_a)
    assert (fixture.chicas, fixture.caidas) == ([[40, 22], [40, 0]], [0, 2])
    assert (mesa.estado, mesa.winner, mesa.device) == ("terminada", "A", None)
    planilla = mesa.planillas.get()
    assert (planilla.status, planilla.version, planilla.digest) == ("sealed", 1, digest_of(mesa))
    assert (planilla.received_by, planilla.frozen_by) == (desk.reader, desk.typist)
    assert [(each.party, each.outcome, each.name, each.ink) for each in planilla.signatures.all()] == [
        ("A", "firma", "Quien representa a A", []),
        ("juez", "firma", "Juez de papel", []),
    ]
    assert_projection_equals_replay(mesa)


def test_the_log_has_the_rows_that_a_tablet_would_have_sent_and_says_whence_they_come(desk: Desk) -> None:
    tablet = kept_mesa(*GAME)

    done = desk.confirm(desk.type(PAPER.with_row(1, rondas=("7",)))).transcription

    mesa = desk.fixture.mesa
    assert log_of(mesa) == log_of(tablet.mesa) == list(GAME)
    assert Mesa.objects.get(pk=mesa.pk).state == tablet.mesa.state
    assert set(mesa.jugadas.values_list("device", "user")) == {(None, desk.typist.public_id)}
    assert (done.base_seq, done.last_seq, done.planilla.mesa) == (0, 23, mesa)


def test_who_typed_it_never_confirms_it_not_even_in_the_database(desk: Desk) -> None:
    typed = desk.type()
    before = everything()

    refused(RefereeError, "misma-persona", lambda: desk.confirm(typed, user=desk.typist))

    assert everything() == before
    with pytest.raises(IntegrityError), transaction.atomic():
        Transcription.objects.filter(pk=typed.pk).update(status="coincide", confirmed_by=desk.typist, confirmed_at=NOW)


def test_nor_does_who_began_it_and_left_it_to_another(desk: Desk) -> None:
    third = RoleFactory(championship=desk.fixture.stage.championship, kind="control").user
    typed = desk.type()

    transcription_take(transcription=typed, user=third, now=NOW)
    transcription_finish(transcription=typed, user=third, now=NOW)

    refused(RefereeError, "misma-persona", lambda: desk.confirm(typed, user=third))
    refused(RefereeError, "misma-persona", lambda: desk.confirm(typed, user=desk.typist))
    assert desk.confirm(typed).transcription.status == "sellada"


def test_what_the_second_reads_otherwise_is_shown_and_nothing_changes(desk: Desk) -> None:
    typed = desk.type()
    scores = {row.key: row.score for row in PAPER.rows} | {"fila-2": (12, 18)}
    before = everything()

    with pytest.raises(ReadingsDiffer) as found, transaction.atomic():
        desk.confirm(typed, scores=scores, winner="B")

    assert (found.value.keys, found.value.ending) == (("fila-2",), True)
    assert everything() == before


FALLA = (
    SORTEO, "caida A", "segundo-reparto", "conteo A=0 B=40 mesa=0 falla",
    "segundo-reparto", "conteo A=0 B=24 mesa=16", "limpia B", "proclama",
)  # fmt: skip
"""A falla of a pareja that has a levante."""


@pytest.mark.parametrize("written", [(), ("caida A", "segundo-reparto", "conteo A=0 B=40 mesa=0 falla")])
def test_what_the_log_makes_implausible_is_answered_before_it_is_handed_on_and_kept(
    desk: Desk, written: tuple[str, ...]
) -> None:
    paper = paper_of(state_of(*FALLA)).with_row(1, lines=written)
    with pytest.raises(RefereeError) as found:
        desk.type(paper)
    assert found.value.code == "falta-confirmar"
    assert "en la fila 1" in found.value.message
    typed = Transcription.objects.get()
    assert typed.status == "digitando"

    row_confirm(transcription=typed, key=paper.rows[0].key, user=desk.typist)
    transcription_finish(transcription=typed, user=desk.typist, now=NOW)
    done = desk.confirm(typed).transcription

    assert done.status == "sellada"
    assert log_of(desk.fixture.mesa)[3] == "conteo A=0 B=40 mesa=0 falla confirmado"


def test_a_row_that_is_typed_anew_is_asked_about_anew(desk: Desk) -> None:
    paper = paper_of(state_of(*FALLA))
    with pytest.raises(RefereeError):
        desk.type(paper)
    typed = Transcription.objects.get()
    row_confirm(transcription=typed, key=paper.rows[0].key, user=desk.typist)
    row_save(transcription=typed, row=paper.rows[0], user=desk.typist)

    refused(
        RefereeError, "falta-confirmar", lambda: transcription_finish(transcription=typed, user=desk.typist, now=NOW)
    )


def test_a_paper_that_was_handed_on_without_an_answer_is_not_sealed(desk: Desk) -> None:
    """Whatever let it pass: the second person gives it back."""
    paper = paper_of(state_of(*FALLA))
    with pytest.raises(RefereeError):
        desk.type(paper)
    typed = Transcription.objects.get()
    row_confirm(transcription=typed, key=paper.rows[0].key, user=desk.typist)
    transcription_finish(transcription=typed, user=desk.typist, now=NOW)
    rows = [row | {"confirmed": False} for row in Transcription.objects.get().rows]
    Transcription.objects.update(rows=rows)

    refused(RefereeError, "falta-confirmar", lambda: desk.confirm(typed))
    assert Transcription.objects.get().status == "por-confirmar"


def test_every_row_is_held_beside_the_paper(desk: Desk) -> None:
    typed = desk.type()

    refused(RefereeError, "falta-cotejar", lambda: desk.confirm(typed, seen=["fila-1"]))


def test_given_back_it_is_typed_again_with_its_rows_marked_and_confirmed_then(desk: Desk) -> None:
    typed = desk.type(PAPER.with_row(2, score=(12, 18)))

    transcription_return(
        transcription=typed, marked=["fila-2", "no-hay"], words="El papel dice 20", user=desk.reader, now=NOW
    )
    typed.refresh_from_db()
    assert (typed.status, typed.marked, typed.told) == ("digitando", ["fila-2"], "El papel dice 20")
    row_save(transcription=typed, row=PAPER.rows[1], user=desk.typist)
    typed.refresh_from_db()
    assert typed.marked == []
    transcription_finish(transcription=typed, user=desk.typist, now=NOW)

    assert desk.confirm(typed).transcription.status == "sellada"


def test_rows_are_replaced_put_in_between_and_taken_out_and_nothing_is_lost(desk: Desk) -> None:
    one, two, three = PAPER.rows[:3]
    typed = desk.start()
    row_save(transcription=typed, row=one, user=desk.typist)
    row_save(transcription=typed, row=three, user=desk.typist)
    row_save(transcription=typed, row=two, user=desk.typist, before=three.key)
    row_save(transcription=typed, row=replace(one, note="con tachón"), user=desk.typist)
    row_drop(transcription=typed, key=three.key, user=desk.typist)
    row_drop(transcription=typed, key=three.key, user=desk.typist)

    typed.refresh_from_db()
    assert [(row["key"], row["note"]) for row in typed.rows] == [("fila-1", "con tachón"), ("fila-2", "")]
    assert desk.start().pk == typed.pk


def test_only_who_types_types_and_only_while_it_is_typed(desk: Desk) -> None:
    typed = desk.start()
    row = PAPER.rows[0]

    refused(RefereeError, "digita-otra-persona", lambda: row_save(transcription=typed, row=row, user=desk.reader))
    refused(RefereeError, "transcripcion-abierta", lambda: desk.start(user=desk.reader))
    row_save(transcription=typed, row=row, user=desk.typist)
    refused(RefereeError, "falta-final", lambda: transcription_finish(transcription=typed, user=desk.typist, now=NOW))
    ending_save(transcription=typed, ending=PAPER.ending, user=desk.typist, now=NOW)
    transcription_finish(transcription=typed, user=desk.typist, now=NOW)
    refused(RefereeError, "transcripcion-cambio", lambda: row_save(transcription=typed, row=row, user=desk.typist))
    transcription_reopen(transcription=typed, user=desk.typist, now=NOW)
    row_save(transcription=typed, row=PAPER.rows[1], user=desk.typist)


def test_what_cannot_stand_on_a_paper_is_not_kept(desk: Desk) -> None:
    typed = desk.start()
    row = PAPER.rows[0]

    for wrong, code in (
        (replace(row, cards=(41, 0)), "cartas-imposibles"),
        (replace(row, score=(100, 0)), "puntos-imposibles"),
        (replace(row, lines=("caida C",)), "no-es-jugada"),
        (replace(row, note="x" * 201), "demasiado-largo"),
    ):
        refused(InvalidValue, code, lambda wrong=wrong: row_save(transcription=typed, row=wrong, user=desk.typist))
    unnamed = replace(PAPER.ending, signers={"A": Signed("", "firma")})
    refused(InvalidValue, "falta", lambda: ending_save(transcription=typed, ending=unnamed, user=desk.typist, now=NOW))
    typed.refresh_from_db()
    assert (typed.rows, typed.ending) == ([], {})


def test_a_paper_that_adds_up_otherwise_waits_for_a_decision_and_counts_for_nothing(desk: Desk) -> None:
    wrong = PAPER.with_row(2, score=(14, 20)).with_row(3, score=(30, 22))
    done = desk.confirm(desk.type(wrong)).transcription

    assert (done.status, done.incident.against) == ("con-diferencias", "reglas")
    assert [each["what"] for each in done.incident.differences] == ["Puntos de A", "Puntos de A"]
    fixture = Fixture.objects.get(pk=desk.fixture.pk)
    assert (fixture.how, Mesa.objects.count()) == ("", 0)
    director = director_of(fixture.stage.championship)
    refused(RefereeError, "no-se-sella", lambda: incident_seal(transcription=done, user=director, now=NOW))

    incident_decide(transcription=done, verdict="otro", words="Sumó mal el Juez", user=director, now=NOW)
    sealed = incident_seal(transcription=done, user=director, now=NOW).transcription

    fixture.refresh_from_db()
    assert (sealed.status, fixture.status, fixture.chicas) == ("sellada", "final", [[40, 22], [40, 0]])
    assert sealed.confirmed_by == desk.reader
    assert not incident_seal(transcription=done, user=director, now=NOW).changed


def test_where_the_paper_holds_against_the_rules_nothing_is_sealed(desk: Desk) -> None:
    done = desk.confirm(desk.type(PAPER.with_row(2, score=(14, 20)))).transcription
    director = director_of(desk.fixture.stage.championship)

    incident_decide(transcription=done, verdict="papel", words="Así se jugó", user=director, now=NOW)
    incident_decide(transcription=done, verdict="papel", words="Así se jugó", user=director, now=NOW)

    refused(
        RefereeError, "incidente-decidido",
        lambda: incident_decide(transcription=done, verdict="otro", words="No", user=director, now=NOW),
    )  # fmt: skip
    refused(RefereeError, "no-se-sella", lambda: incident_seal(transcription=done, user=director, now=NOW))


def test_signatures_on_paper_seal_the_log_of_a_tablet_that_died_before_them() -> None:
    tablet = kept_mesa(*GAME)
    desk = Desk(tablet.fixture)

    done = desk.confirm(desk.type()).transcription

    fixture = Fixture.objects.get(pk=tablet.fixture.pk)
    assert (done.status, done.base_seq, done.last_seq) == ("sellada", 23, 23)
    assert (fixture.status, log_of(tablet.mesa)) == ("final", list(GAME))
    assert fixture.mesa.planillas.get().signatures.count() == 2


def test_the_paper_goes_on_from_where_the_tablet_died() -> None:
    tablet = kept_mesa(*GAME[:6], 'suspension "se apagó la tablet"')
    desk = Desk(tablet.fixture)
    before = everything()
    refused(RefereeError, "mesa-en-tablet", desk.start)
    assert everything() == before
    rest = replace(PAPER, draws=(), rows=PAPER.rows[1:])

    typed = desk.type(rest, tablet_left=True)

    assert (typed.kind, typed.base_seq, tablet.mesa.device) == ("resto", 7, None)
    with pytest.raises(LeaseLost):
        tablet.record("caida A")
    done = desk.confirm(typed).transcription
    assert log_of(tablet.mesa)[7:10] == ["reanudacion", "caida-limpia B", "segundo-reparto"]
    assert (done.base_seq, done.last_seq) == (7, 25)
    assert (tablet.mesa.estado, tablet.mesa.winner) == ("terminada", "A")
    assert_projection_equals_replay(tablet.mesa)


def test_a_tablet_that_took_the_mesa_up_again_is_not_written_over() -> None:
    tablet = kept_mesa(*GAME[:6])
    desk = Desk(tablet.fixture)
    typed = desk.type(replace(PAPER, draws=(), rows=PAPER.rows[1:]), tablet_left=True)
    tablet.open()
    tablet.record("caida A")

    refused(RefereeError, "bitacora-siguio", lambda: desk.confirm(typed))

    assert Lease.objects.filter(mesa=tablet.mesa).count() == 2
    transcription_withdraw(transcription=typed, reason="Siguió en la tablet", user=desk.typist, now=NOW)
    assert Transcription.objects.get().status == "retirada"
    assert desk.start(tablet_left=True).base_seq == 7


def test_a_typed_result_that_the_paper_confirms_stays_and_another_opens_an_incident(desk: Desk) -> None:
    by = {"user": desk.typist, "now": NOW, "reason": ""}
    fixture_record(
        fixture=desk.fixture,
        how="played",
        winner="A",
        chicas=[[40, 22], [40, 0]],
        zapateria=False,
        zapaterias=["", "A"],
        **by,
    )
    assert desk.confirm(desk.type()).transcription.status == "sellada"

    other = Desk(keeper().fixture)
    fixture_record(fixture=other.fixture, how="played", winner="B", chicas=[[22, 40], [0, 40]], zapateria=False, **by)
    done = other.confirm(other.type()).transcription
    assert (done.status, done.incident.against) == ("con-diferencias", "resultado")
    director = director_of(other.fixture.stage.championship)
    incident_decide(transcription=done, verdict="papel", words="Se escribió al revés", user=director, now=NOW)
    sealed = incident_seal(transcription=done, user=director, now=NOW)
    fixture = Fixture.objects.get(pk=other.fixture.pk)
    assert (sealed.transcription.status, fixture.winner) == ("sellada", fixture.pareja_a)


@pytest.mark.parametrize("typed_before", [False, True])
def test_what_was_transcribed_counts_no_more_once_another_result_is_recorded(desk: Desk, *, typed_before: bool) -> None:
    """Also where the result was typed first, and its paper confirmed it."""
    by = {"user": director_of(desk.fixture.stage.championship), "now": NOW + timedelta(hours=1), "reason": "Se repite"}
    if typed_before:
        fixture_record(
            fixture=desk.fixture, how="played", winner="A", chicas=[[40, 22], [40, 0]], zapateria=False, zapaterias=["", "A"],
            **by | {"now": NOW},
        )  # fmt: skip
    desk.confirm(desk.type())

    fixture_clear(fixture=desk.fixture, **by)
    fixture_record(fixture=desk.fixture, how="walkover", winner="B", chicas=[], zapateria=False, **by)

    assert not mesa_counts(Mesa.objects.select_related("fixture").get(fixture=desk.fixture.pk))


def test_its_correction_is_undone_as_before_where_its_paper_confirmed_it(desk: Desk) -> None:
    by = {"user": director_of(desk.fixture.stage.championship), "now": NOW, "reason": "Mal leído"}
    first, right = [[40, 30], [40, 0]], [[40, 22], [40, 0]]
    for chicas in (first, right):
        fixture_record(
            fixture=desk.fixture, how="played", winner="A", chicas=chicas, zapateria=False, zapaterias=["", "A"], **by
        )
    desk.confirm(desk.type())

    fixture_restore(fixture=desk.fixture, user=by["user"], now=NOW)

    assert Fixture.objects.get(pk=desk.fixture.pk).chicas == first
    assert disagreements(Stage.objects.get(pk=desk.fixture.stage_id)) == []


@pytest.mark.parametrize(
    ("recorded", "told"),
    [
        ({"how": "played", "winner": "B", "chicas": [[40, 22]]}, "gana B (por fallo o sanción)"),
        ({"how": "played", "winner": "B", "chicas": [[22, 40], [0, 40]]}, "gana B (jugada)"),
        ({"how": "walkover", "winner": "B", "chicas": []}, "gana B (ganada por ausencia (W.O.))"),
    ],
)
def test_what_is_beside_the_paper_says_how_the_partida_was_won(desk: Desk, recorded: dict[str, Any], told: str) -> None:
    fixture_record(fixture=desk.fixture, zapateria=False, user=desk.typist, now=NOW, reason="x", **recorded)

    incident = desk.confirm(desk.type()).transcription.incident

    assert incident.differences[0]["other"] == told


def test_a_repeated_confirmation_does_nothing(desk: Desk) -> None:
    typed = desk.type()
    assert desk.confirm(typed).changed
    before = everything()

    assert not desk.confirm(typed).changed

    assert everything() == before
    third = RoleFactory(championship=desk.fixture.stage.championship, kind="control").user
    refused(RefereeError, "transcripcion-cambio", lambda: desk.confirm(typed, user=third))


def test_who_leaves_loses_and_the_last_data_is_not_counted() -> None:
    desk = Desk(keeper().fixture)
    state = state_of(*GAME[:8], 'abandono B "Se fueron"')
    paper = paper_of(state)

    desk.confirm(desk.type(paper))

    fixture = Fixture.objects.get(pk=desk.fixture.pk)
    assert (fixture.how, fixture.winner) == ("retirement", fixture.pareja_a)
    assert fixture.mesa.reason == "abandono"


def test_under_protest_needs_no_ink_and_shows_on_the_sheet_that_it_was_transcribed(desk: Desk) -> None:
    signers = {**PAPER.ending.signers, "B": Signed("Quien perdió", "bajo-protesta", "El conteo de la data 2")}
    desk.confirm(desk.type(replace(PAPER, ending=replace(PAPER.ending, signers=signers))))

    mesa = mesas_to_print().get(fixture=desk.fixture)
    sheet = planilla_sheet(mesa, base_url="https://ejemplo.ec")

    assert [(block.party, block.outcome, block.reason) for block in sheet.signatures] == [
        ("A", "firma", ""),
        ("B", "bajo-protesta", "El conteo de la data 2"),
        ("juez", "firma", ""),
    ]
    assert f"{sheet.signatures[0].at:%d/%m %H:%M}" == "28/11 10:05"
    assert sheet.signatures[0].late is None
    assert sheet.transcribed == (
        f"Transcrita del papel: la digitó {desk.typist}, la confirmó {desk.reader}, 28/11/2026 14:00."
    )


def test_single_players_and_other_seats(desk: Desk) -> None:
    singles = Desk(keeper(championship=ChampionshipFactory(reglamento="pagat", players_per_pareja=1)).fixture)

    refused(RefereeError, "asientos", lambda: singles.start(seats=("A1", "B1", "A2", "B2")))
    refused(RefereeError, "asientos", lambda: desk.start(seats=("A1", "A2", "B1", "B2")))
    assert singles.start().seats == ["A1", "B1"]
    assert desk.start(seats=("A1", "B2", "A2", "B1")).seats == ["A1", "B2", "A2", "B1"]


def test_no_paper_of_a_partida_without_rivals_or_of_a_championship_that_is_over(desk: Desk) -> None:
    waiting = desk.fixture.stage.fixtures.get(status="waiting")
    by = {"seats": ("A1", "B1", "A2", "B2"), "tablet_left": False, "user": desk.typist, "now": NOW}

    refused(RefereeError, "partida-no-lista", lambda: transcription_start(fixture=waiting, **by))
    typed = desk.type()
    championship = desk.fixture.stage.championship
    championship.status = "closed"
    championship.save()
    refused(BracketError, "campeonato-terminado", lambda: desk.confirm(typed))


def test_each_step_is_on_record_and_the_rows_as_they_were_handed_on(desk: Desk) -> None:
    desk.confirm(desk.type())

    entries = AuditEntry.objects.filter(action__startswith="transcripcion-").order_by("pk")
    assert [(entry.action, entry.user) for entry in entries] == [
        ("transcripcion-empezar", desk.typist),
        ("transcripcion-terminar", desk.typist),
        ("transcripcion-sellar", desk.reader),
    ]
    assert [row["score"] for row in entries[1].data["typed"]["filas"]] == [list(row.score) for row in PAPER.rows]
    assert entries[1].data["typed"]["final"] == PAPER.ending.as_json()


def test_a_partida_that_was_taken_back_since_it_was_read_is_refused(desk: Desk) -> None:
    Fixture.objects.filter(pk=desk.fixture.pk).delete()

    with pytest.raises(BracketError) as refused:
        desk.type()

    assert refused.value.code == "partida-ya-no-existe"
