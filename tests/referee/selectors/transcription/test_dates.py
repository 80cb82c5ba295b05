"""The day that is offered for a paper before anybody read it there."""

from datetime import date, datetime, timedelta

import pytest

from brackets.models import Fixture, Stage
from referee.selectors.planilla.paper_ending import PaperEnding
from referee.selectors.transcription.dates import day_expected, signed_on_paper
from tests.factories.brackets import NOW

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
    stage = Stage(planned_hours={"1": planned.isoformat()} if planned else {})
    fixture = Fixture(stage=stage, round=1, started_at=started, called_at=called)

    assert day_expected(fixture, NOW) == expected


@pytest.mark.parametrize("written", ["", "25:00", "a las diez", "10:75", ":"])
def test_what_is_no_hour_is_the_end_of_the_day_or_when_it_was_typed(written: str) -> None:
    assert signed_on_paper(PaperEnding(day="2026-11-28", ended=written), typed=NOW) == NOW
    assert signed_on_paper(PaperEnding(ended=written), typed=NOW) == NOW
    before = signed_on_paper(PaperEnding(day="2026-11-27", ended=written), typed=NOW)
    assert f"{before:%d/%m %H:%M}" == "27/11 23:59"
