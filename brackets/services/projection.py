"""The fixtures of a stage as a projection: always what its structure makes of its lines and its final results.

Only what people decide is read from a fixture: its final result, its table and Juez, and whether it was
called or is being played. All else is written here and nowhere else.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from brackets.draw.bracket import NOBODY, Match, Side, Status
from brackets.models import Fixture, Stage
from brackets.selectors.stages import Roster, drawn_of, results_of, roster_of

PROJECTED: Final = (
    "number",
    "status",
    "pareja_a_id",
    "pareja_b_id",
    "nobody_a",
    "nobody_b",
    "winner_id",
    "how",
    "called_at",
)
UNDER_WAY: Final = frozenset({Fixture.Status.CALLED, Fixture.Status.IN_PLAY, Fixture.Status.PROVISIONAL})


def stage_lock(stage: Stage) -> Stage:
    """The row as it is now, held until the transaction ends: one change of a bracket at a time."""
    stages = Stage.objects.select_for_update(of=("self",), no_key=True).select_related("championship")
    return stages.get(pk=stage.pk)


def fixtures_create(stage: Stage) -> None:
    """The fixtures of a stage just drawn, in place of any it had."""
    stage.fixtures.all().delete()
    fixtures_add(stage, roster_of(stage.championship_id))


def fixtures_add(stage: Stage, roster: Roster) -> None:
    """Those that its structure has and the database has not yet."""
    fixtures = list(stage.fixtures.all())
    there = {(fixture.round, fixture.position) for fixture in fixtures}
    made = []
    for match in drawn_of(stage, roster).after(results_of(fixtures, roster.ids)).matches.values():
        if match.key not in there:
            fixture = Fixture(stage=stage, round=match.round, position=match.position)
            _fill(fixture, match, stage, roster.ids)
            made.append(fixture)
    Fixture.objects.bulk_create(made, batch_size=100)


def stage_project(stage: Stage, fixtures: Iterable[Fixture], roster: Roster) -> tuple[Fixture, ...]:
    """Bring all fixtures of the stage up to date, writing only those that change.

    Answers those that had been called and no longer have the parejas they were called with: they are no
    longer called, and keep table and Juez.
    """
    fixtures = list(fixtures)
    matches = drawn_of(stage, roster).after(results_of(fixtures, roster.ids)).matches
    changed, uncalled = [], []
    for fixture in fixtures:
        before = _values(fixture)
        was_called = fixture.status == Fixture.Status.CALLED
        _fill(fixture, matches[fixture.round, fixture.position], stage, roster.ids)
        if _values(fixture) != before:
            changed.append(fixture)
            if was_called and fixture.status != Fixture.Status.CALLED:
                uncalled.append(fixture)
    Fixture.objects.bulk_update(changed, PROJECTED, batch_size=50)
    return tuple(uncalled)


def _values(fixture: Fixture) -> list[object]:
    return [getattr(fixture, name) for name in PROJECTED]


def _fill(fixture: Fixture, match: Match, stage: Stage, ids: Mapping[int, int]) -> None:
    """Write onto `fixture` what the stage says of it."""
    before = (fixture.pareja_a_id, fixture.pareja_b_id)
    fixture.number = None if match.number is None else stage.first_number + match.number - 1
    fixture.pareja_a_id, fixture.pareja_b_id = _pareja(match.a, ids), _pareja(match.b, ids)
    fixture.nobody_a, fixture.nobody_b = match.a is NOBODY, match.b is NOBODY
    if match.status is Status.DECIDED:
        return
    same = before == (fixture.pareja_a_id, fixture.pareja_b_id)
    if match.status is Status.READY and same and fixture.status in UNDER_WAY:
        return
    fixture.called_at = None
    fixture.winner_id, fixture.how = _pareja(match.advances, ids), match.how or ""
    fixture.status = {
        Status.WAITING: Fixture.Status.WAITING,
        Status.READY: Fixture.Status.READY,
        Status.BYE: Fixture.Status.FINAL,
    }[match.status]


def _pareja(side: Side, ids: Mapping[int, int]) -> int | None:
    return ids[side] if isinstance(side, int) else None
