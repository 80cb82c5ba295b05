"""Reading a stage as it is drawn: its structure, its fixtures, and in words whom a side still waits for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeAlias

from brackets.draw.bracket import Key
from brackets.draw.sheet import Ways, ways
from brackets.draw.structure import NO_LINE, From, Source, Structure
from brackets.models import WON_OTHERWISE, Championship, Fixture, Stage
from brackets.selectors.bracket import attach_parejas
from brackets.selectors.parejas import parejas_list
from brackets.selectors.stages import entered_of, left_of, structure_for
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


def sides_left(stage: Stage, fixtures: Mapping[Key, Fixture]) -> dict[Key, Sides]:
    """Of each match, for a side on which nobody comes: the number of who would have, but left since the stage was published; no query."""
    there, gone, found = entered_of(stage), left_of(stage), dict[Key, Sides]()
    for planned in there.structure.matches:
        fixture = fixtures[planned.key]
        a = _to_come(planned.a, fixtures, there.slots, found) if fixture.nobody_a else None
        b = _to_come(planned.b, fixtures, there.slots, found) if fixture.nobody_b else None
        found[planned.key] = (a if a in gone else None, b if b in gone else None)
    return found


def sides_left_of(fixture: Fixture) -> Sides:
    """The same of one fixture: one query, none where somebody comes on both sides."""
    if not (fixture.nobody_a or fixture.nobody_b):
        return None, None
    there = fixture.stage.fixtures.select_related("pareja_a", "pareja_b", "winner")
    by_key = {(each.round, each.position): each for each in there}
    return sides_left(fixture.stage, by_key)[fixture.round, fixture.position]


def _to_come(
    source: Source, fixtures: Mapping[Key, Fixture], lines: Sequence[int | None], left: Mapping[Key, Sides]
) -> int | None:
    """The number of who comes from there unless it has left; `left` has the matches before it."""
    if source.what is From.LINE:
        return lines[source.of[1]] if source.of[1] != NO_LINE else None
    before = fixtures[source.of]
    if source.what is From.AGAIN or (before.winner is None and before.nobody_a == before.nobody_b):
        return None
    if source.what is From.WINNER:
        return before.winner.number if before.winner else None
    if before.how == Fixture.How.DISQUALIFICATION:
        return None  # who lost it would not have come
    at = 0 if (before.winner_id != before.pareja_a_id if before.winner else before.nobody_a) else 1
    loser = (before.pareja_a, before.pareja_b)[at]
    return loser.number if loser else left[source.of][at]


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
    left = sides_left(stage, by_key)
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
