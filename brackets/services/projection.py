"""The fixtures of a stage as a projection: always what its structure makes of its lines and its final results.

Only what people decide is read from a fixture: its final result, its table and Juez, and whether it was
called or is being played. All else is written here and nowhere else.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from datetime import datetime
from operator import attrgetter
from typing import Final, NamedTuple

from django.db.models import ProtectedError, QuerySet

from brackets.draw.bracket import NOBODY, Match, Side, Status
from brackets.draw.plural import numbered
from brackets.draw.refusal import DrawRefusal
from brackets.draw.structure import Drawn
from brackets.models import UNDER_WAY, UNPLAYED, Fixture, MarkKind, Stage
from brackets.selectors.events import CARRIED, events_at
from brackets.selectors.holding import held_and_told, holding, places_kept
from brackets.selectors.stages import AWAITED, FixtureRow, Roster, drawn_of, results_of, roster_of
from brackets.services.carrying import Carry
from brackets.services.effects import Effects
from brackets.services.marks import marks_of_rivals_follow


class Projected(NamedTuple):
    """What is written here, by column."""

    number: int | None
    status: str
    pareja_a_id: int | None
    pareja_b_id: int | None
    nobody_a: bool
    nobody_b: bool
    winner_id: int | None
    how: str
    called_at: datetime | None
    started_at: datetime | None


_values: Final = attrgetter(*Projected._fields)


def stage_lock(stage: Stage) -> Stage:
    """The row as it is now, held until the transaction ends: one change of a bracket at a time."""
    stages = Stage.objects.select_for_update(of=("self",), no_key=True).select_related("championship")
    return stages.get(pk=stage.pk)


def published_after(stage: Stage) -> list[Stage]:
    """The later stages that may have to follow it, in their order, held until the transaction ends: one query.

    Asked once `stage` is held: whoever publishes one holds all that come before it.
    """
    later = stage.championship.stages.filter(number__gt=stage.number, status=Stage.Status.PUBLISHED).order_by("number")
    return list(later.select_for_update(of=("self",), no_key=True).select_related("championship"))


def fixtures_create(stage: Stage, *, now: datetime) -> None:
    """The fixtures of a stage just drawn, in place of any it had.

    One that is marked stays, and so does one of which something is kept, such as a Planilla: who meets there now does so in the
    same place, or in another one (`places_kept`). DrawRefusal `in-the-way` where there are too few.
    """
    there, roster = list(stage.fixtures.order_by("round", "position")), roster_of(stage.championship_id)
    held, matches = holding(there), drawn_of(stage).after({}).matches
    kept = places_kept(there, held, matches.values())
    if any(key not in matches for _, key in kept):
        raise _too_many(held)
    stage.fixtures.exclude(pk__in=[fixture.pk for fixture, _ in kept]).delete()
    for fixture, key in kept:
        fixture.number, (fixture.round, fixture.position) = None, key
        fixture.save(update_fields=("number", "round", "position"))
    fixtures_add(stage, roster)
    stage_project(stage, stage.fixtures.all(), roster, carry=Carry("", now))


def fixtures_add(stage: Stage, roster: Roster) -> None:
    """Those that its structure has and the database has not yet."""
    fixtures = list(stage.fixtures.all())
    there = {(fixture.round, fixture.position) for fixture in fixtures}
    made = []
    for match in drawn_of(stage).after(results_of(fixtures, roster.ids)).matches.values():
        if match.key not in there:
            fixture = Fixture(stage=stage, round=match.round, position=match.position)
            _fill(fixture, _projected(fixture, match, roster.ids))
            made.append(fixture)
    Fixture.objects.bulk_create(made, batch_size=100)


def fixtures_remove(fixtures: QuerySet[Fixture]) -> None:
    """They are there no more; DrawRefusal `in-the-way` where something is kept of one, such as a Planilla."""
    try:
        fixtures.delete()
    except ProtectedError as error:
        raise _in_the_way(
            holding(fixtures),
            "Hay una mesa registrada de {}, y se guarda.",
            "Hay mesas registradas de {}, y se guardan.",
        ) from error


def stage_project(
    stage: Stage,
    fixtures: Iterable[Fixture | FixtureRow],
    roster: Roster,
    drawn: Drawn | None = None,
    carry: Carry | None = None,
) -> Effects:
    """Bring these fixtures up to date, writing only those that change: all of the stage, or those of the part `drawn`.

    Those that had been called and no longer have the parejas they were called with are called no longer, and keep table and
    Juez. DrawRefusal `in-the-way` where others would come to a mesa of which something is
    kept, though its result was taken back; with `carry` it is marked. Those who come back to what is kept of them are no others.
    """
    fixtures = list(fixtures)
    matches = (drawn or drawn_of(stage)).after(results_of(fixtures, roster.ids)).matches
    changes = {}
    for fixture in fixtures:
        values = _projected(fixture, matches[fixture.round, fixture.position], roster.ids)
        if values != _values(fixture):
            changes[fixture.pk] = values
    rows = {fixture.pk: fixture for fixture in fixtures}
    known = {pk: row for pk, row in rows.items() if isinstance(row, Fixture)}
    fallen = {pk for pk, values in changes.items() if rows[pk].status == Fixture.Status.CALLED != values.status}
    unknown = fallen - known.keys()  # of the others only what changes is written
    for fixture in Fixture.objects.filter(pk__in=unknown).select_related("pareja_a", "pareja_b") if unknown else ():
        fixture.stage = stage
        known[fixture.pk] = fixture
    called_as = {pk: rows[pk].number for pk in fallen}
    altered = {pk for pk, values in changes.items() if _is_altered(rows[pk], values)}
    changed, other_rivals = [], {}
    numbers = {key: number for number, key in roster.ids.items()}
    for pk, values in changes.items():
        before = rows[pk]
        fixture = known.get(pk) or Fixture(
            pk=pk, stage=stage, round=before.round, position=before.position, marks=before.marks
        )
        sides = before.pareja_a_id, before.pareja_b_id
        if None not in sides and sides != (values.pareja_a_id, values.pareja_b_id):
            other_rivals[fixture] = [numbers[side] for side in sides if side]
        _fill(fixture, values)
        changed.append(fixture)
    kept, told = held_and_told({*altered, *(fixture.pk for fixture in other_rivals)})
    if held := _of_others([fixture for fixture in other_rivals if fixture.pk in kept], changes, roster):
        if carry is None:
            raise _kept(held)
        carry.mark_other_rivals((known.get(each.pk, each), other_rivals[each]) for each in held)
    marks_of_rivals_follow((each for each in changed if each.marks), roster.ids)
    Fixture.objects.bulk_update(changed, Projected._fields, batch_size=50)
    return Effects(
        uncalled=tuple(_numbered(fixture, called_as[fixture.pk]) for fixture in changed if fixture.pk in fallen),
        altered=tuple(fixture for fixture in changed if fixture.pk in altered & told),
    )


def _numbered(fixture: Fixture, number: int | None) -> Fixture:
    """Under the number by which people know it; one that is a bye again has none."""
    known = copy(fixture)
    known.number = number
    return known


def _is_altered(before: Fixture | FixtureRow, values: Projected) -> bool:
    """Whether others are to play it than before, nobody any more, or somebody after all; not one that has both for the first time."""
    there, sides = (before.pareja_a_id, before.pareja_b_id), (values.pareja_a_id, values.pareja_b_id)
    was_known = None not in there or before.how in UNPLAYED
    return was_known and values.how in ("", *UNPLAYED) and (there, before.how) != (sides, values.how)


def _of_others(held: Sequence[Fixture], changes: Mapping[int, Projected], roster: Roster) -> list[Fixture]:
    """Those of which something is kept that is not of the two who come now, as they are in the database.

    It is theirs where the last result there was, and was left without effect when others came, or a mark there says so.
    """
    found = Fixture.objects.filter(pk__in=[fixture.pk for fixture in held]).select_related("stage") if held else ()
    of_others = []
    for fixture in sorted(found, key=attrgetter("round", "position")):
        last, comes = events_at(fixture).first(), changes[fixture.pk]
        of = [mark["sides"] for mark in fixture.marks if mark["kind"] == MarkKind.OTHER_RIVALS]
        of += [last.data["before"]["sides"]] if last and last.action == CARRIED else []
        if [comes.pareja_a_id, comes.pareja_b_id] not in [[roster.ids[number] for number in sides] for sides in of]:
            of_others.append(fixture)
    return of_others


def _kept(held: Sequence[Fixture]) -> DrawRefusal:
    return _in_the_way(
        held,
        "Cambiarían los rivales de {}, de la que hay una mesa registrada, aunque su resultado se quitó: solo se hace a propósito.",
        "Cambiarían los rivales de {}, de las que hay mesas registradas, aunque sus resultados se quitaron: solo se hace a propósito.",
    )


def _too_many(held: Sequence[Fixture]) -> DrawRefusal:
    return _in_the_way(
        held,
        "Hay una mesa registrada de {}, y se guarda: el sorteo no tendría una partida para ella. "
        "Reincorpore a quien salió.",
        "Hay mesas registradas de {}, y se guardan: el sorteo no tendría una partida para cada una. "
        "Reincorpore a quien salió.",
    )


def _in_the_way(held: Sequence[Fixture], one: str, more: str) -> DrawRefusal:
    message = numbered((f"la {fixture.name}" for fixture in held), one, more)
    return DrawRefusal("in-the-way", message, blocking=tuple(map(_key, held)))


def _key(fixture: Fixture) -> tuple[int, int]:
    return fixture.round, fixture.position


def _fill(fixture: Fixture, values: Projected) -> None:
    for name, value in zip(Projected._fields, values, strict=True):
        setattr(fixture, name, value)


def _projected(fixture: Fixture | FixtureRow, match: Match, ids: Mapping[int, int]) -> Projected:
    """What the stage says of this fixture."""
    a, b, status = _pareja(match.a, ids), _pareja(match.b, ids), match.status
    same = (fixture.pareja_a_id, fixture.pareja_b_id) == (a, b)
    if status is Status.DECIDED or (status is Status.READY and same and fixture.status in UNDER_WAY):
        kept = fixture.status, fixture.winner_id, fixture.how, fixture.called_at, fixture.started_at
    else:
        kept = AWAITED[status], _pareja(match.advances, ids), match.how or "", None, None
    return Projected(
        number=match.number,
        status=kept[0],
        pareja_a_id=a,
        pareja_b_id=b,
        nobody_a=match.a is NOBODY,
        nobody_b=match.b is NOBODY,
        winner_id=kept[1],
        how=kept[2],
        called_at=kept[3],
        started_at=kept[4],
    )


def _pareja(side: Side, ids: Mapping[int, int]) -> int | None:
    return ids[side] if isinstance(side, int) else None
