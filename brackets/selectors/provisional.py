"""What hangs on a result of an earlier stage that does not count yet: who enters a later one, and the mesas of those there."""

from collections.abc import Collection, Iterable

from brackets.models import Championship, Fixture, MarkKind, Stage
from brackets.selectors.stages import Roster, roster_of, spots_of


def results_awaited(fixture: Fixture) -> list[Fixture]:
    """The provisional partidas of earlier stages that decide whether these two play here, by number.

    Only a draw that was kept on purpose, although a result before it no longer counts, has such partidas; one that was begun
    then, and is marked, goes on. No query for any other.
    """
    if not fixture.stage.kept_draw or fixture.is_marked(MarkKind.KEPT):
        return []
    return awaited_among([fixture], roster_of(fixture.stage.championship_id)).get(fixture.pk, [])


def awaited_among(fixtures: Iterable[Fixture], roster: Roster) -> dict[int, list[Fixture]]:
    """The same for several of one later stage, by key: five queries."""
    there = list(fixtures)
    spots = spots_of(there[0].stage, roster) if there else ()
    sources = {spot.stage for spot in spots if not spot.settled and spot.stage is not None}
    awaited = provisional_in(there[0].stage.championship_id, sources) if sources else []
    settled = {roster.ids[spot.pareja] for spot in spots if spot.settled and spot.pareja is not None}
    return {
        fixture.pk: awaited
        for fixture in there
        if awaited
        and not fixture.is_marked(MarkKind.KEPT)
        and not {fixture.pareja_a_id, fixture.pareja_b_id} - {None} <= settled
    }


def provisional_in(championship_id: int, stages: Collection[int]) -> list[Fixture]:
    """The partidas of the stages with these numbers that were played and do not count yet."""
    found = Fixture.objects.filter(
        stage__championship=championship_id, stage__number__in=stages, status=Fixture.Status.PROVISIONAL
    )
    return list(found.select_related("stage").order_by("number"))


def stages_awaiting(championship: Championship, stage: Stage) -> list[Stage]:
    """The later stages, not published yet, that cannot be drawn until this one has ended: two queries for each and two more."""
    roster = roster_of(championship.pk)
    later = (
        championship.stages.filter(number__gt=stage.number).exclude(status=Stage.Status.PUBLISHED).order_by("number")
    )
    return [
        each
        for each in later
        if any(spot.stage == stage.number and not spot.settled for spot in spots_of(each, roster))
    ]
