"""Reading a stage as it is drawn: its structure, its fixtures, and in words whom a side still waits for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeAlias

from brackets.draw.bracket import Key
from brackets.draw.sheet import Ways, ways
from brackets.draw.structure import NO_LINE, From, Planned, Source, Structure
from brackets.models import WON_OTHERWISE, Championship, Fixture, Pareja, Stage
from brackets.selectors.bracket import attach_parejas
from brackets.selectors.parejas import parejas_list
from brackets.selectors.stages import entered_of, structure_for
from brackets.selectors.voided import Voided, meetings_of

NOBODY: Final = "Nadie"
PENDING: Final = "Por definir"
NOT_PAIRED: Final = "Todavía no hay partidas: falta emparejar la primera ronda."
"""Where a Swiss stage would be drawn whose first round is to come."""
AWAITED: Final[Mapping[From, str]] = {
    From.WINNER: "Ganador de la {}",
    From.LOSER: "Perdedor de la {}",
    From.FIRST_DEFEAT: "Perdedor de la {}",
    From.AGAIN: "Si el invicto pierde la {}",
}

BRIEF: Final[Mapping[str, str]] = {
    Fixture.How.WALKOVER: "W.O.",
    Fixture.How.RETIREMENT: "Abandono",
    Fixture.How.DISQUALIFICATION: "Descalificación",
    Fixture.How.DOUBLE_NO_SHOW: "Doble ausencia",
    Fixture.How.PASS: "Sin rival",
    Fixture.How.UNNEEDED: "No hizo falta",
}
"""How a match ended otherwise than by playing, where there is little room: `ended_brief`."""


Sides: TypeAlias = tuple[int | None, int | None]


def nobody_told(left: int | None) -> str:
    """What stands where nobody comes; `left` is the number of who would have."""
    return f"{NOBODY}: salió el {left}" if left else NOBODY


def sides_left(
    planned: Planned, structure: Structure, fixtures: Mapping[Key, Fixture], lines: Sequence[int | None]
) -> Sides:
    """On each side of a match where nobody comes: the number of who would have, but left. `lines` are the numbers on the lines of the stage."""
    fixture = fixtures[planned.key]
    return (
        _left(planned.a, structure, fixtures, lines) if fixture.nobody_a else None,
        _left(planned.b, structure, fixtures, lines) if fixture.nobody_b else None,
    )


def left_of(fixture: Fixture) -> Sides:
    """The same of one fixture: one query, none where somebody comes on both sides."""
    if not (fixture.nobody_a or fixture.nobody_b):
        return None, None
    stage = fixture.stage
    there = {
        (each.round, each.position): each for each in stage.fixtures.select_related("pareja_a", "pareja_b", "winner")
    }
    structure = structure_for(stage)
    return sides_left(structure[fixture.round, fixture.position], structure, there, entered_of(stage).slots)


def _left(
    source: Source, structure: Structure, fixtures: Mapping[Key, Fixture], lines: Sequence[int | None]
) -> int | None:
    if source.what is From.LINE:
        return lines[source.of[1]] if source.of[1] != NO_LINE else None
    before = fixtures[source.of]
    if source.what is From.AGAIN or (before.winner is None and before.nobody_a == before.nobody_b):
        return None
    if source.what is From.WINNER:
        return _gone(before.winner) if before.winner else None
    if before.how == Fixture.How.DISQUALIFICATION:
        return None  # who lost it would not have come
    is_a = before.winner_id != before.pareja_a_id if before.winner else before.nobody_a
    loser = before.pareja_a if is_a else before.pareja_b
    if loser is None:
        left = sides_left(structure[source.of], structure, fixtures, lines)
        return left[0] if is_a else left[1]
    return _gone(loser)


def _gone(pareja: Pareja) -> int | None:
    return pareja.number if pareja.status != Pareja.Status.ACTIVE else None


def ended_brief(fixture: Fixture) -> str:
    """How it ended where that was not by its chicas; else empty."""
    return WON_OTHERWISE if fixture.is_won_otherwise else BRIEF.get(fixture.how, "")


@dataclass(frozen=True, slots=True)
class StageSheet:
    """A drawn stage by the keys of its matches.

    `awaited` says of both sides what stands there before a pareja does, `left` who would where nobody comes; `voided`, what counts for nobody.
    """

    stage: Stage
    structure: Structure
    fixtures: Mapping[Key, Fixture]
    awaited: Mapping[Key, tuple[str, str]]
    left: Mapping[Key, Sides]
    ways: Mapping[Key, Ways]
    voided: Voided

    @property
    def never_played(self) -> frozenset[Key]:
        """Where nobody stands and nobody will: left out of a drawing, but for a second final, of which it says that it was not needed."""
        empty = ((key, fixture) for key, fixture in self.fixtures.items() if fixture.nobody_a and fixture.nobody_b)
        return frozenset(key for key, fixture in empty if fixture.how != Fixture.How.UNNEEDED)

    @property
    def as_of(self) -> datetime | None:
        """When the latest of its results was entered, else when it was published."""
        decided = [fixture.decided_at for fixture in self.fixtures.values() if fixture.decided_at]
        return max(decided, default=self.stage.published_at)


def stage_numbered(championship: Championship, number: int, *, drawn: bool) -> Stage | None:
    """Published; with `drawn` also before that."""
    seen = [Stage.Status.PUBLISHED, Stage.Status.DRAWN] if drawn else [Stage.Status.PUBLISHED]
    stages = Stage.objects.filter(championship=championship, number=number, status__in=seen)
    return stages.select_related("championship").first()


def stage_sheet(stage: Stage) -> StageSheet:
    """With parejas, players and tables at hand: three queries for any size."""
    fixtures = list(stage.fixtures.select_related("table").order_by("round", "position"))
    for fixture in fixtures:
        fixture.stage = stage
    parejas = list(parejas_list(stage.championship))
    attach_parejas(fixtures, parejas)
    voided = meetings_of(stage, [pareja.number for pareja in parejas if pareja.voided])
    structure = structure_for(stage)
    by_key = {(fixture.round, fixture.position): fixture for fixture in fixtures}
    hang = ways(structure)
    awaited = {
        planned.key: (
            _awaited(planned.a, structure, by_key, hang),
            _awaited(planned.b, structure, by_key, hang),
        )
        for planned in structure.matches
    }
    lines = entered_of(stage).slots
    left = {planned.key: sides_left(planned, structure, by_key, lines) for planned in structure.matches}
    return StageSheet(stage, structure, by_key, awaited, left, hang, Voided({stage.pk: voided}))


def _awaited(source: Source, structure: Structure, fixtures: Mapping[Key, Fixture], hang: Mapping[Key, Ways]) -> str:
    """Whoever comes out of a match that is never played comes from the one that is still open before it."""
    if source.what is From.LINE:
        return PENDING
    fixture = fixtures[source.of]
    if fixture.number is not None:
        return AWAITED[source.what].format(fixture.number)
    onwards = hang[source.of].winner
    if source.what is From.FIRST_DEFEAT and onwards is not None and fixtures[onwards].number is not None:
        return AWAITED[source.what].format(fixtures[onwards].number)
    if source.what is From.WINNER:
        planned = structure[source.of]
        return _awaited(planned.b if fixture.nobody_a else planned.a, structure, fixtures, hang)
    return PENDING
