"""Whether the result of a partida is the one that the log of its mesa came to."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from brackets.draw.bracket import Key
from brackets.models import UNPLAYED, Fixture, Pareja, Stage, StageEvent
from brackets.selectors.events import SIDES, events_at, log_ended_of
from brackets.selectors.stages import result_counts
from referee.models import Mesa, Planilla
from referee.rules import MesaState, outcome
from referee.selectors.folding import state_of
from referee.selectors.mesa_ending import mesa_ending
from referee.selectors.mesas import is_overruled, mesa_counts, mesa_shown
from referee.selectors.unreadable import UNREADABLE, unread

NOT_AS_RECORDED: Final = (
    "La partida no tiene el último resultado registrado: lo que guarda el sistema no está como se registró. Pregunte en la Mesa de "
    "Control, que tiene copias de respaldo."
)
MISSING: Final = "la partida no tiene resultado, y el último registrado cuenta"
TAKEN_BACK: Final = "la partida tiene un resultado, y el último registrado no cuenta"


@dataclass(frozen=True, slots=True)
class Reported:
    """The partida of a mesa, its stage, all results of it in the order of recording, and the numbers of parejas by their keys."""

    fixture: Fixture
    stage: Stage
    events: Sequence[StageEvent]
    numbers: Mapping[int, int]


def reported_of(mesas: Iterable[Mesa]) -> Mapping[int, Reported]:
    """By mesa; three queries."""
    fixtures = {mesa.pk: mesa.fixture_id for mesa in mesas}
    rows = Fixture.objects.select_related("stage").in_bulk(set(fixtures.values()))
    stages = {row.stage for row in rows.values()}
    events: dict[tuple[int, int, int | None, int | None], list[StageEvent]] = defaultdict(list)
    championships = {stage.championship_id for stage in stages}
    results = StageEvent.objects.filter(
        championship__in=championships, stage__in={stage.number for stage in stages}, kind=StageEvent.Kind.RESULT
    )
    for event in results.order_by("seq"):
        events[event.championship_id, event.stage, event.round, event.position].append(event)
    numbers = dict(Pareja.objects.filter(championship__in=championships).values_list("pk", "number"))
    return {mesa: _reported(rows[fixture], events, numbers) for mesa, fixture in fixtures.items()}


def _reported(
    fixture: Fixture,
    events: Mapping[tuple[int, int, int | None, int | None], Sequence[StageEvent]],
    numbers: Mapping[int, int],
) -> Reported:
    stage = fixture.stage
    found = events.get((stage.championship_id, stage.number, fixture.round, fixture.position), ())
    return Reported(fixture, stage, [event for event in found if event.seq > stage.events_from], numbers)


def result_problem(mesa: Mesa, state: MesaState, planillas: Sequence[Planilla], reported: Reported) -> str:
    """What is wrong with the result of its partida; empty where nothing is. No query.

    The log of a mesa that has ended was reported as it ended, by the last event that speaks of it; the row of the partida has
    what the last event says.
    """
    sides = [reported.numbers[mesa.pareja_a_id], reported.numbers[mesa.pareja_b_id]]
    if _is_of_others(reported, sides):
        return "el resultado que se dio de la bitácora es de otras dos parejas"
    ended, told = outcome(state), [event for event in reported.events if log_ended_of(event) is not None]
    if told and (not mesa.head_seq or {*told[-1].data["before"][SIDES]} != {*sides}):
        return "la mesa no es la que dio el resultado de esta partida"
    if ended is None and told and told[-1] is reported.events[-1] and log_ended_of(told[-1]):
        return "un hecho dice que la bitácora terminó, y no ha terminado"
    if ended is not None and told and log_ended_of(told[-1]) and told[-1].data["before"][SIDES] == sides:
        ending, after = mesa_ending(ended, state.position.chicas), told[-1].data["after"]
        wins = sides["AB".index(ending["winner"])]
        if after["winner"] != wins:
            return f"según la bitácora gana la pareja {wins}, y el resultado que se dio de ella dice {after['winner']}"
        made = ending["zapaterias"] if any(ending["zapaterias"]) else []
        there = (ending["how"], _lists(ending["chicas"]), made, ending["zapateria"])
        if (after["how"], _lists(after["chicas"]), [*after["zapaterias"]], after["by_zapateria"]) != there:
            return "el resultado que se dio de la bitácora no es el que resulta de ella"
    if (
        ended is not None
        and _is_sealed_since(reported.stage.drawn_at, planillas)
        and not told
        and _is_there(mesa, reported)
    ):
        return "la Planilla está sellada, y ningún hecho dice que la bitácora terminó"
    return _row_problem(reported)


def result_otherwise(fixture: Fixture, mesa: Mesa | None) -> str:
    """What a page says against the result of a partida; empty where nothing is. Two queries and the fold, and more where something seems wrong.

    `mesa` is its own, if it has one. What seems wrong is looked at again: something may have been recorded between the queries.
    """
    if not _otherwise(fixture, mesa):
        return ""
    again = Fixture.objects.select_related("stage", "pareja_a", "pareja_b", "winner").get(pk=fixture.pk)
    return _otherwise(again, mesa_shown(again))


def _otherwise(fixture: Fixture, mesa: Mesa | None) -> str:
    try:
        return _found_otherwise(fixture, mesa)
    except UNREADABLE as error:
        return unread("lo que consta del resultado de su partida", error)


def _found_otherwise(fixture: Fixture, mesa: Mesa | None) -> str:
    parejas = [fixture.pareja_a, fixture.pareja_b, fixture.winner]
    if mesa is not None and not mesa.stands:
        parejas += [mesa.pareja_a, mesa.pareja_b]
    numbers = {pareja.pk: pareja.number for pareja in parejas if pareja is not None}
    reported = Reported(fixture, fixture.stage, [*reversed(events_at(fixture))], numbers)
    if mesa is None or mesa.estado != "terminada":
        return _row_problem(reported)
    if problem := result_problem(mesa, state_of(mesa), list(mesa.planillas.all()), reported):
        return problem
    other = mesa.winner and mesa_counts(mesa) and is_overruled(mesa, mesa.winner) and not is_of_desk(mesa)
    return "la partida no tiene el resultado que su mesa dice tener" if other else ""


def is_of_desk(mesa: Mesa) -> bool:
    """Whether the desk gave the partida of a mesa the result that it has, or took it back, or that follows from a departure.

    Where the log of the mesa ended in the present draw, it had given one before.
    """
    fixture = mesa.fixture
    events = list(events_at(fixture))
    if not events or not events[0].counts:
        return fixture.how in UNPLAYED or (bool(events) and not _otherwise(fixture, None))
    by_log = [event for event in events if log_ended_of(event)]
    begun = by_log or not _is_sealed_since(fixture.stage.drawn_at, mesa.planillas.all())
    return bool(begun) and events[0] not in by_log and not _otherwise(fixture, None)


def logs_lost(events: Iterable[StageEvent], places: Collection[Key]) -> list[Key]:
    """The partidas of which a mesa's log gave a result, by the `events` of one stage, that are none of the `places` where a mesa is."""
    told = {
        (event.round or 0, event.position or 0)
        for event in events
        if event.kind == StageEvent.Kind.RESULT and log_ended_of(event) is not None
    }
    return sorted(told.difference(places))


def _is_of_others(reported: Reported, sides: list[int]) -> bool:
    """Whether what counts now was given of its log, and of others than those of the mesa."""
    last = reported.events[-1] if reported.events else None
    if last is None or not last.counts or not log_ended_of(last):
        return False
    return {*last.data["before"][SIDES]} != {*sides}


def _is_sealed_since(drawn_at: datetime | None, planillas: Iterable[Planilla]) -> bool:
    """Whether a Planilla was sealed for the present draw: by chance the same two may meet there again."""
    sealed = [planilla.sealed_at for planilla in planillas if planilla.status == Planilla.Status.SEALED]
    return any(drawn_at is None or at is None or at >= drawn_at for at in sealed)


def _is_there(mesa: Mesa, reported: Reported) -> bool:
    """Whether the two of the mesa meet in the partida, and its result is final."""
    fixture = reported.fixture
    same = (fixture.pareja_a_id, fixture.pareja_b_id) == (mesa.pareja_a_id, mesa.pareja_b_id)
    return same and fixture.status == Fixture.Status.FINAL


def _row_problem(reported: Reported) -> str:
    """Of a result that counts; one that follows from a departure is compared with the whole stage."""
    fixture, last = reported.fixture, reported.events[-1] if reported.events else None
    if last is None or reported.stage.status != Stage.Status.PUBLISHED:
        return ""
    if last.counts != result_counts(fixture):
        return MISSING if last.counts else TAKEN_BACK
    if not last.counts:
        return ""
    after = last.data["after"]
    winner = reported.numbers.get(fixture.winner_id) if fixture.winner_id else None
    if winner != after["winner"]:
        return f"la partida dice que gana la pareja {winner}, y el último resultado registrado, la {after['winner']}"
    same = (fixture.how, _lists(fixture.chicas)) == (after["how"], _lists(after["chicas"]))
    return "" if same else "la partida no tiene el último resultado registrado"


def _lists(chicas: Iterable[Iterable[int]]) -> list[list[int]]:
    """As JSON has them, whatever they were read from."""
    return [[*points] for points in chicas]
