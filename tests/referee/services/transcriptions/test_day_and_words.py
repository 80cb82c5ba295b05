"""What stands once on a paper: its day, its hours, its words; held beside it by the second person, and on the sealed Planilla."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.db import transaction
from django.utils.timezone import localtime

from brackets.models import AuditEntry, Fixture
from brackets.services.errors import InvalidValue
from referee.models import Transcription
from referee.selectors.appeal_terms import appealable
from referee.selectors.papers.certificates import zapatero_papers
from referee.selectors.papers.press import press_papers
from referee.selectors.planilla.build import mesas_to_print, planilla_sheet
from referee.selectors.planilla.sheet import PlanillaSheet
from referee.selectors.transcription.standing import parts_of
from referee.services.errors import RefereeError
from referee.services.transcriptions.rows import ending_save, row_save, transcription_finish
from tests.factories.brackets import NOW
from tests.factories.referee import keeper, kept_mesa
from tests.factories.transcriptions import GAME, PAPER, SORTEO, Desk, paper_of, state_of
from tests.referee.selectors.papers.told import asked, words

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(days=1)
FORTY = (
    "limpia A",
    "segundo-reparto",
    "conteo A=40 B=0 mesa=0",
    "segundo-reparto",
    "conteo A=40 B=0 mesa=0",
    "proclama",
)


@pytest.fixture
def desk() -> Desk:
    return Desk(keeper().fixture)


def refused(code: str, act: object) -> None:
    with pytest.raises(RefereeError) as found, transaction.atomic():
        act()  # type: ignore[operator]
    assert found.value.code == code


def sheet_of(desk: Desk) -> PlanillaSheet:
    return planilla_sheet(mesas_to_print().get(fixture=desk.fixture), base_url="https://ejemplo.ec")


def hours(desk: Desk) -> set[str]:
    return {f"{block.at:%d/%m/%Y %H:%M}" for block in sheet_of(desk).signatures if block.at}


def test_its_hours_are_of_the_day_on_the_paper_whenever_it_is_confirmed(desk: Desk) -> None:
    ending = replace(PAPER.ending, day="2026-11-27", ended="21:40", began="20:05")
    desk.confirm(desk.type(replace(PAPER, ending=ending)), now=NOW + timedelta(days=2))

    assert hours(desk) == {"27/11/2026 21:40"}
    assert (sheet_of(desk).heading.day, sheet_of(desk).began) == ("27/11/2026", "20:05")


def test_a_mesa_that_went_past_midnight_is_signed_on_the_day_after(desk: Desk) -> None:
    ending = replace(PAPER.ending, day="2026-11-27", ended="00:20", began="22:50")
    desk.confirm(desk.type(replace(PAPER, ending=ending)))

    assert hours(desk) == {"28/11/2026 00:20"}
    assert sheet_of(desk).heading.day == "27/11/2026"


def test_a_paper_without_an_hour_is_signed_at_none(desk: Desk) -> None:
    desk.confirm(desk.type(replace(PAPER, ending=replace(PAPER.ending, day="2026-11-27", ended=""))))

    assert hours(desk) == set()
    days = desk.fixture.stage.championship.play_days
    signed = desk.fixture.mesa.planillas.get().signatures.all()
    assert {days.of(each.signed_at) for each in signed} == {date(2026, 11, 27)}


@pytest.mark.parametrize(
    ("changed", "code", "field"),
    [
        ({"day": ""}, "falta", "day"),
        ({"day": "2026-11-29"}, "fecha-futura", "day"),
        ({"began": "23:00", "ended": "05:30"}, "fecha-futura", "ended"),
    ],
)
def test_a_day_is_on_every_paper_and_none_is_of_tomorrow(
    desk: Desk, changed: dict[str, str], code: str, field: str
) -> None:
    typed = desk.start()

    with pytest.raises(InvalidValue) as found:
        ending_save(transcription=typed, ending=replace(PAPER.ending, **changed), user=desk.typist, now=NOW)

    assert (found.value.code, found.value.field) == (code, field)


def test_who_confirms_holds_more_than_the_rows_beside_the_paper(desk: Desk) -> None:
    typed = desk.type()
    rows = [row.key for row in PAPER.rows]

    assert parts_of(typed) == ("cabecera", "sorteo", *rows, "escrito", "final")
    for part in ("cabecera", "sorteo", "escrito", "final"):
        seen = [each for each in parts_of(typed) if each != part]
        refused("falta-cotejar", lambda seen=seen: desk.confirm(typed, seen=seen))


def test_words_on_the_paper_are_on_the_sheet_with_their_row(desk: Desk) -> None:
    ending = replace(PAPER.ending, remarks="Apeló a las 21:45", reason="Por acuerdo", identified=None)
    desk.confirm(desk.type(replace(PAPER.with_row(7, note="Tachado"), ending=ending)))

    sheet = sheet_of(desk)
    assert sheet.written == (
        "Escrito en el papel, fila 7 (chica 2, data 2): «Tachado»",
        "Escrito en el papel, motivo del final: «Por acuerdo»",
        "Escrito en el papel: «Apeló a las 21:45»",
    )
    assert sheet.identified == "no consta"


def test_the_rest_of_a_mesa_keeps_the_day_and_the_identification_of_its_tablet() -> None:
    tablet = kept_mesa(*GAME[:6])
    desk = Desk(tablet.fixture)
    ending = replace(PAPER.ending, day="2026-11-27", identified=False)
    rest = replace(PAPER.with_row(2, note="Siguió en papel"), draws=(), ending=ending)
    desk.confirm(desk.type(replace(rest, rows=rest.rows[1:]), tablet_left=True))

    sheet = sheet_of(desk)
    assert sheet.heading.day == "28/11/2026"
    assert sheet.identified == "realizada con cédula el 28/11/2026 a las 14:00"
    assert sheet.written == ("Escrito en el papel, fila 1: «Siguió en papel»",)
    assert hours(desk) == {"27/11/2026 10:05"}


def test_one_typed_before_the_day_was_asked_for_is_still_confirmed(desk: Desk) -> None:
    typed = desk.type()
    old = {name: value for name, value in typed.ending.items() if name not in ("day", "identified")}
    Transcription.objects.filter(pk=typed.pk).update(ending=old)

    desk.confirm(typed, now=NOW + timedelta(days=2))

    assert hours(desk) == {"28/11/2026 10:05"}
    assert sheet_of(desk).identified == "no consta"


def test_one_left_before_the_day_was_asked_for_is_not_handed_on_without_it(desk: Desk) -> None:
    typed = desk.start()
    for row in PAPER.rows:
        row_save(transcription=typed, row=row, user=desk.typist)
    Transcription.objects.filter(pk=typed.pk).update(ending={"winner": "A", "cause": "chicas"})

    refused("falta-fecha", lambda: transcription_finish(transcription=typed, user=desk.typist, now=NOW))


def decided(desk: Desk) -> str:
    return f"{localtime(Fixture.objects.get(pk=desk.fixture.pk).decided_at):%d/%m %H:%M}"


def test_its_result_is_of_the_day_and_hour_on_the_paper_and_the_audit_of_who_confirmed(desk: Desk) -> None:
    typed = desk.type(paper_of(state_of(SORTEO, *FORTY)))
    desk.confirm(typed, now=LATER)

    assert decided(desk) == "28/11 10:05"
    assert AuditEntry.objects.get(action="partida-resultado").at == LATER
    championship = desk.fixture.stage.championship
    (diploma,) = zapatero_papers(asked(championship))
    assert "que el sábado 28 de noviembre de 2026, en la partida 1" in words([diploma])
    first, second = (words(press_papers(asked(championship, day=date(2026, 11, day)))) for day in (28, 29))
    assert "se jugó 1 partida" in first
    assert "Todavía no hay resultados" in second


def test_the_time_to_appeal_runs_from_when_it_was_confirmed(desk: Desk) -> None:
    desk.confirm(desk.type(), now=LATER)

    championship = desk.fixture.stage.championship
    assert {each.decided_at for each in appealable(desk.fixture.mesa, championship, LATER)} == {LATER}


@pytest.mark.parametrize(
    ("called", "written", "expected"),
    [
        (None, "23:10", "28/11 14:00"),
        (timedelta(hours=-1), "01:30", "28/11 13:00"),
        (timedelta(hours=-1), "13:30", "28/11 13:30"),
    ],
)
def test_an_hour_that_cannot_be_gives_way_to_those_the_server_knows(
    desk: Desk, called: timedelta | None, written: str, expected: str
) -> None:
    Fixture.objects.filter(pk=desk.fixture.pk).update(called_at=called and NOW + called)
    desk.confirm(desk.type(replace(PAPER, ending=replace(PAPER.ending, ended=written))))

    assert decided(desk) == expected


@pytest.mark.parametrize(
    ("written", "expected"), [("15:30", "28/11 15:30"), ("02:30", "29/11 02:30"), ("13:00", "28/11 14:00")]
)
def test_a_mesa_that_went_on_on_paper_ended_at_the_hour_there_and_after_what_its_tablet_has(
    written: str, expected: str
) -> None:
    tablet = kept_mesa(SORTEO, *FORTY[:3])
    desk = Desk(tablet.fixture, now=LATER)
    paper = paper_of(state_of(SORTEO, *FORTY))
    rest = replace(paper, draws=(), rows=paper.rows[1:], ending=replace(paper.ending, ended=written))
    desk.confirm(desk.type(rest, tablet_left=True))

    assert decided(desk) == expected
