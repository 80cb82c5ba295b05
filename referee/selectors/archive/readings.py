"""Each row read as pages read it, so that what only has the right form is refused with its place and not brought."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from django.db.models import Model
from django.utils.timezone import localtime

from brackets.draw.formats import Series, Swiss
from brackets.draw.standings import criterion_of
from brackets.draw.treatment import Treatment
from brackets.models import Championship, DayPlan, Fixture, Stage, StageEvent
from brackets.models.scores import scores_wrong
from brackets.selectors.draws import draw_of, entries, terms_of
from brackets.selectors.stages import format_of, late_of, left_of, rules_of, unsettled_of
from referee.models import AppealRuling, Mesa, Transcription
from referee.rules import parse_jugada, reglamento_get
from referee.selectors.planilla.paper_ending import ending_of
from referee.selectors.transcription.form import draw_of as paper_draw_of
from referee.selectors.transcription.form import row_of


def row_read(instance: Model) -> None:
    """Raises one of `UNREADABLE` where pages could not read it."""
    if read := READINGS.get(type(instance)):
        for _ in read(instance):
            pass


def _championship(championship: Any) -> Iterator[object]:
    yield reglamento_get(championship.reglamento, championship.rule_settings)


def _stage(stage: Any) -> Iterator[object]:
    yield from (terms_of(stage), rules_of(stage), Treatment.from_data(stage.treatment))
    yield from map(criterion_of, stage.criteria)
    if isinstance(format_of(stage), (Series, Swiss)) and not stage.criteria:
        raise ValueError("una tabla se ordena por algo")
    yield from (late_of(stage), left_of(stage), unsettled_of(stage), entries(stage.entrants), draw_of(stage))
    yield from map(datetime.fromisoformat, stage.planned_hours.values())
    hours = [
        each["at"] for each in (*stage.paired_on, *stage.exchanges, *stage.commitments, *stage.left) if "at" in each
    ]
    hours += [each["revoked_at"] for each in stage.commitments if each["revoked_at"]]
    yield from map(datetime.fromisoformat, hours)


def _fixture(fixture: Any) -> Iterator[object]:
    sides = {fixture.pareja_a_id: "A", fixture.pareja_b_id: "B", None: None}
    wrong = scores_wrong(
        fixture.chicas,
        fixture.zapaterias,
        fixture.caidas,
        zapateria=fixture.by_zapateria,
        winner=sides[fixture.winner_id],
    )
    if wrong:
        raise ValueError(wrong.rstrip("."))
    yield fixture


def _event(event: Any) -> Iterator[object]:
    if "since" in event.data:
        yield localtime(datetime.fromisoformat(event.data["since"]))


def _day_plan(plan: Any) -> Iterator[object]:
    yield from map(int, (*plan.hours, *plan.announced))
    yield from map(datetime.fromisoformat, plan.hours.values())
    yield from (datetime.fromisoformat(each["hour"]) for each in plan.announced.values())


def _mesa(mesa: Any) -> Iterator[object]:
    yield reglamento_get(mesa.reglamento, mesa.rule_settings)


def _transcription(typed: Any) -> Iterator[object]:
    yield from (*map(row_of, typed.rows), *map(paper_draw_of, typed.draws))
    yield ending_of(typed.ending).played_on


def _ruling(ruling: Any) -> Iterator[object]:
    yield from (parse_jugada(line) for _, line in ruling.jugadas)


READINGS: Final[Mapping[type[Model], Callable[[Any], Iterator[object]]]] = {
    Championship: _championship,
    Stage: _stage,
    Fixture: _fixture,
    StageEvent: _event,
    DayPlan: _day_plan,
    Mesa: _mesa,
    Transcription: _transcription,
    AppealRuling: _ruling,
}
"""Of the tables whose columns can be of the right form and make no sense."""
