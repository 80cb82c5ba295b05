"""Which partidas wait because of which appeal: those that its result leads to, and no others (17)."""

from collections.abc import Iterable, Mapping

from brackets.draw.bracket import Key
from brackets.draw.structure import From, Structure
from brackets.models import Championship, Fixture, Stage
from brackets.selectors.provisional import awaited_among, stages_awaiting
from brackets.selectors.stages import roster_of, structure_for
from referee.models import Appeal, standing
from referee.selectors.mesas import mesa_counts


def fixtures_waiting(championship: Championship) -> Mapping[int, list[Appeal]]:
    """For each partida, by its key, the appeals that were admitted, not ruled upon nor released, on which it depends.

    In its own stage those that its result leads to; in a later one, drawn before and kept so on purpose, those of whoever
    enters by it. Two queries, one for each stage with such an appeal, and a few for each later stage that was kept.
    """
    awaiting = Appeal.objects.filter(
        standing("mesa__"), championship=championship, qualification__admitted=True, ruling=None, release=None
    ).select_related("mesa__fixture__stage")
    held = [appeal for appeal in awaiting if mesa_counts(appeal.mesa)]
    waiting: dict[int, list[Appeal]] = {}
    by_stage: dict[int, tuple[Structure, Mapping[Key, int]]] = {}
    for appeal in held:
        fixture = appeal.mesa.fixture
        if fixture.stage_id not in by_stage:
            by_stage[fixture.stage_id] = structure_for(fixture.stage), _undecided(fixture.stage_id)
        structure, undecided = by_stage[fixture.stage_id]
        for key in led_to(structure, (fixture.round, fixture.position)):
            if key in undecided:
                waiting.setdefault(undecided[key], []).append(appeal)
    for later, awaited in _later(championship).items() if held else ():
        waiting.setdefault(later, []).extend(appeal for appeal in held if appeal.mesa.fixture in awaited)
    return waiting


def _later(championship: Championship) -> Mapping[int, list[Fixture]]:
    """The partidas of stages that were kept as drawn, which the provisional results before them hold back."""
    kept = championship.stages.filter(kept_draw=True, status=Stage.Status.PUBLISHED)
    found: dict[int, list[Fixture]] = {}
    for stage in kept:
        begun = (Fixture.Status.IN_PLAY, Fixture.Status.PROVISIONAL, Fixture.Status.FINAL)
        ahead = stage.fixtures.exclude(status__in=begun).select_related("stage__championship")
        found |= awaited_among(ahead, roster_of(championship.pk))
    return found


def fixtures_held_by(appeal: Appeal) -> list[Fixture]:
    """The partidas that wait for the ruling on this appeal, by number."""
    keys = [key for key, appeals in fixtures_waiting(appeal.championship).items() if appeal in appeals]
    found = Fixture.objects.filter(pk__in=keys).select_related("stage", "pareja_a", "pareja_b", "table")
    return list(found.order_by("number", "pk"))


def stages_held_by(appeal: Appeal) -> list[Stage]:
    """The later stages that are neither drawn nor published until the ruling."""
    return stages_awaiting(appeal.championship, appeal.mesa.fixture.stage) if mesa_counts(appeal.mesa) else []


def appeals_awaited(fixture: Fixture) -> list[Appeal]:
    """The appeals whose ruling this partida waits for: those of its own mesa, and those of mesas that lead to it."""
    championship = fixture.stage.championship
    own = Appeal.objects.filter(
        standing("mesa__"), mesa__fixture=fixture, qualification__admitted=True, ruling=None, release=None
    )
    told = [appeal for appeal in own.select_related("mesa__fixture__stage") if mesa_counts(appeal.mesa)]
    return [*told, *fixtures_waiting(championship).get(fixture.pk, ())]


def led_to(structure: Structure, key: Key) -> set[Key]:
    """The matches that the result of this one leads to, next or later."""
    reached: set[Key] = {key}
    for planned in structure.matches:  # in the order of their keys, sources first
        if any(source.what is not From.LINE and source.of in reached for source in (planned.a, planned.b)):
            reached.add(planned.key)
    return reached - {key}


def _undecided(stage: int) -> Mapping[Key, int]:
    rows: Iterable[tuple[int, int, int]] = (
        Fixture.objects.filter(stage=stage).exclude(status=Fixture.Status.FINAL).values_list("round", "position", "pk")
    )
    return {(round_, position): pk for round_, position, pk in rows}


def rulings_awaited(championship: Championship) -> dict[int, Appeal]:
    """By the id of its mesa, the first appeal of each that was admitted and waits for its ruling: one query."""
    waiting = Appeal.objects.filter(championship=championship, qualification__admitted=True, ruling=None)
    return {appeal.mesa_id: appeal for appeal in waiting.order_by("-number")}
