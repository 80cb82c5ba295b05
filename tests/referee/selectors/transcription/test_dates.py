"""The day that is offered for a paper before anybody read it there."""

from datetime import date, datetime, timedelta

import pytest
from django.utils.timezone import localtime

from brackets.models import Championship, Fixture, Stage
from referee.selectors.planilla.paper_ending import PaperEnding
from referee.selectors.transcription.dates import day_expected, signed_on_paper
from tests.factories.brackets import NOW

FIXTURE = Fixture(stage=Stage(championship=Championship()), round=1)
YESTERDAY, TOMORROW = NOW - timedelta(days=1), NOW + timedelta(days=1)


@pytest.mark.parametrize(
    ("started", "called", "planned", "expected"),
    [
        (None, None, None, date(2026, 11, 28)),
        (None, None, YESTERDAY, date(2026, 11, 27)),
        (None, YESTERDAY, NOW, date(2026, 11, 27)),
        (YESTERDAY, NOW, NOW, date(2026, 11, 27)),
        (None, None, TOMORROW, date(2026, 11, 28)),
    ],
)
def test_when_it_began_or_was_called_or_was_due_and_never_after_today(
    started: datetime | None, called: datetime | None, planned: datetime | None, expected: date
) -> None:
    stage = Stage(championship=Championship(), planned_hours={"1": planned.isoformat()} if planned else {})
    fixture = Fixture(stage=stage, round=1, started_at=started, called_at=called)

    assert day_expected(fixture, NOW) == expected


@pytest.mark.parametrize("written", ["", "25:00", "a las diez", "10:75", ":"])
def test_what_is_no_hour_is_the_end_of_the_day_or_when_it_was_typed(written: str) -> None:
    assert signed_on_paper(PaperEnding(day="2026-11-28", ended=written), FIXTURE, typed=NOW) == NOW
    assert signed_on_paper(PaperEnding(ended=written), FIXTURE, typed=NOW) == NOW
    before = signed_on_paper(PaperEnding(day="2026-11-27", ended=written), FIXTURE, typed=NOW)
    assert f"{before:%d/%m %H:%M}" == "28/11 04:59"


@pytest.mark.parametrize(
    ("day", "began", "ended", "called", "signed"),
    [
        ("2026-11-28", "23:50", "00:10", "28/11 23:40", "29/11 00:10"),
        ("2026-11-28", "00:20", "00:50", "29/11 00:15", "29/11 00:50"),  # dated by the day of play
        ("2026-11-29", "00:20", "00:50", "29/11 00:15", "29/11 00:50"),  # dated by the calendar
        ("2026-11-29", "00:20", "00:50", "30/11 00:15", "30/11 00:50"),
        ("2026-11-29", "", "00:50", "", "30/11 00:50"),
        ("2026-11-30", "00:20", "00:50", "", "30/11 00:50"),
        ("2026-11-28", "04:10", "05:20", "29/11 04:00", "29/11 05:20"),
        ("", "", "00:50", "", "30/11 00:50"),
        ("2026-11-29", "01:20", "01:50", "", "29/11 01:50"),  # tonight's is still to come
        ("2026-11-29", "01:20", "01:50", "30/11 00:55", "30/11 01:50"),  # the clock of the hall is fast
        ("2026-11-29", "23:50", "00:10", "", "30/11 00:10"),
        ("2026-11-30", "23:50", "00:10", "", "30/11 00:10"),  # dated by its end
        ("2026-11-30", "23:50", "00:10", "29/11 23:40", "30/11 00:10"),
        ("2026-11-29", "23:50", "00:10", "28/11 23:40", "29/11 00:10"),
    ],
)
def test_hours_past_midnight_are_of_the_night_whichever_date_people_wrote(
    day: str, began: str, ended: str, called: str, signed: str
) -> None:
    """Typed on the 30th at 01:00."""
    typed = datetime.fromisoformat("2026-11-30T06:00+00:00")
    at = datetime.strptime(f"2026/{called} -0500", "%Y/%d/%m %H:%M %z") if called else None
    fixture = Fixture(stage=Stage(championship=Championship()), round=1, called_at=at)

    found = signed_on_paper(PaperEnding(day=day, began=began, ended=ended), fixture, typed=typed)

    assert f"{localtime(found):%d/%m %H:%M}" == signed
