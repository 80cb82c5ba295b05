"""The fixtures of a stage as a projection: always what `fold` makes of its slots and its final results.

Only what people decide is read from a fixture: its final result, its table and Juez, and whether it was
called or is being played. All else is written here and nowhere else.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from brackets.draw.bracket import NOBODY, How, Key, Match, Result, Side, Status, fold
from brackets.models import Fixture, Pareja, Stage

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
UNPLAYED: Final = frozenset({Fixture.How.BYE, Fixture.How.PASS})
UNDER_WAY: Final = frozenset({Fixture.Status.CALLED, Fixture.Status.IN_PLAY, Fixture.Status.PROVISIONAL})


def stage_lock(stage: Stage) -> Stage:
    """The row as it is now, held until the transaction ends: one change of a bracket at a time."""
    stages = Stage.objects.select_for_update(of=("self",), no_key=True).select_related("championship")
    return stages.get(pk=stage.pk)


def fixtures_create(stage: Stage) -> None:
    """The fixtures of a stage just drawn, in place of any it had."""
    stage.fixtures.all().delete()
    ids = pareja_ids(stage)
    fixtures = []
    for match in fold(stage.slots, {}):
        fixture = Fixture(stage=stage, round=match.round, position=match.position)
        _fill(fixture, match, ids)
        fixtures.append(fixture)
    Fixture.objects.bulk_create(fixtures, batch_size=100)


def stage_project(stage: Stage, fixtures: Iterable[Fixture], ids: Mapping[int, int]) -> tuple[Fixture, ...]:
    """Bring all fixtures of the stage up to date, writing only those that change.

    Answers those that had been called and no longer have the parejas they were called with: they are no
    longer called, and keep table and Juez.
    """
    fixtures = list(fixtures)
    bracket = fold(stage.slots, results_of(fixtures, ids))
    changed, uncalled = [], []
    for fixture in fixtures:
        before = _values(fixture)
        was_called = fixture.status == Fixture.Status.CALLED
        _fill(fixture, bracket[fixture.round, fixture.position], ids)
        if _values(fixture) != before:
            changed.append(fixture)
            if was_called and fixture.status != Fixture.Status.CALLED:
                uncalled.append(fixture)
    Fixture.objects.bulk_update(changed, PROJECTED, batch_size=50)
    return tuple(uncalled)


def results_of(fixtures: Iterable[Fixture], ids: Mapping[int, int]) -> dict[Key, Result]:
    """The results that count: final ones that somebody entered."""
    numbers = {pk: number for number, pk in ids.items()}
    return {
        (fixture.round, fixture.position): Result(
            numbers[fixture.winner_id] if fixture.winner_id else None, How(fixture.how)
        )
        for fixture in fixtures
        if fixture.status == Fixture.Status.FINAL and fixture.how not in UNPLAYED
    }


def pareja_ids(stage: Stage) -> dict[int, int]:
    """The primary key of each pareja number."""
    return dict(Pareja.objects.filter(championship=stage.championship_id).values_list("number", "pk"))


def _values(fixture: Fixture) -> list[object]:
    return [getattr(fixture, name) for name in PROJECTED]


def _fill(fixture: Fixture, match: Match, ids: Mapping[int, int]) -> None:
    """Write onto `fixture` what the bracket says of it."""
    before = (fixture.pareja_a_id, fixture.pareja_b_id)
    fixture.number = match.number
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
