"""What is compared of a championship and its stages with their events, names and audit: each look tells in words what differs."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from brackets.draw.plural import listed, numbered
from brackets.models import Championship, Stage
from brackets.selectors.bound import (
    drawn_wrongly,
    draws_hidden,
    entered_wrongly,
    kept_paired_wrongly,
    kept_wrongly,
    out_wrongly,
    paired_wrongly,
    podium_wrong,
)
from brackets.selectors.events import disagreements, events_of
from brackets.selectors.names import named_wrongly, names_in
from brackets.selectors.parejas import parejas_list
from referee.models import Mesa
from referee.selectors.ended import ended_otherwise
from referee.selectors.log_results import logs_lost

Look = Callable[[Championship], Iterable[str]]


WORDS: Final = {
    "results": "los resultados",
    "late": "quienes entraron tarde",
    "left": "quienes salieron",
    "unsettled": "lo que se decide de nuevo",
    "sides": "quiénes jugaron las partidas con resultado",
    "order": "el lugar de los resultados entre las salidas",
    "matches": "los cruces",
    "fixtures": "las partidas",
}
"""What of a stage differs, as `disagreements` names it."""


def stage_compared(championship: Championship, *, key: int) -> Iterator[str]:
    """In what one of its stages is not what its events come to, in words."""
    stage = championship.stages.select_related("championship").get(pk=key)
    for name, _, differs in (each.partition(": ") for each in disagreements(stage)):
        yield f"de sus hechos no resultan {WORDS[name]}: {differs}"
    for name in drawn_wrongly(stage):
        yield f"no se sorteó con lo que dice su acta en «{name}»"
    events = [*events_of(stage)]
    there = Mesa.objects.filter(fixture__stage=stage).values_list("fixture__round", "fixture__position")
    for round_number, position in logs_lost(events, [*there]):
        yield f"la mesa de la partida {position} de la ronda {round_number}, que dio un resultado, no está en ella"
    if stage.status == Stage.Status.PUBLISHED:
        yield from _published(stage)


def _published(stage: Stage) -> Iterator[str]:
    if others := entered_wrongly(stage):
        yield f"de las etapas anteriores no resulta quiénes entraron: difieren en {listed(others)}"
    for wrong in kept_paired_wrongly(stage):
        yield f"su acta no se repite: {wrong}"
    if kept_wrongly(stage, events_of(stage)):
        yield "lo que se mantiene a propósito no es lo que dice el último hecho"
    for number in paired_wrongly(stage):  # the last: of an archive with too many events it ends with `NotCompared`
        yield f"la tabla con que se emparejó la ronda {number} no resulta de sus partidas"


def _out(championship: Championship) -> Iterator[str]:
    out = out_wrongly(championship.parejas.all(), championship.stages.all(), championship.events.all())
    if out:
        who = numbered(out, "la pareja {} esté", "las parejas {} estén")
        yield f"de los hechos no resulta que {who} dentro o fuera como dice"


def _podium(championship: Championship) -> Iterator[str]:
    ended = championship.status == Championship.Status.CLOSED and not championship.imported_unfinished
    if podium_wrong(championship, ended=ended):
        yield "el podio guardado no es el que resulta de sus partidas"


def _names(championship: Championship) -> Iterable[str]:
    return named_wrongly(names_in(parejas_list(championship)), championship.names.all())


LOOKS: Final[Mapping[str, Look]] = {
    "lo que consta de quienes salieron": _out,
    "un nombre": _names,
    "de lo que resulta el podio": _podium,
    "lo que consta de los sorteos": draws_hidden,
    "si terminó": ended_otherwise,
}
"""What is looked at of each championship."""
