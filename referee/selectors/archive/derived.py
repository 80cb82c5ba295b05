"""What follows from the logs of a document, made anew from its rows and compared: who is out, who entered each stage, tables, the podium.

By the code that pages, papers and draws have it from; no rule is here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from brackets.draw.plural import numbered
from brackets.models import Fixture, Pareja, Stage, StageEvent
from brackets.selectors.bound import entered_otherwise, kept_wrongly, out_wrongly, podium_rows, rounds_wrongly
from brackets.selectors.course import Course, Run, course_from
from brackets.selectors.podium import PLACES, podium_in
from brackets.selectors.stages import as_before, left_of, spots_after
from brackets.selectors.swiss_rounds import rounds_data
from referee.selectors.archive.document import Line, encode, refused
from referee.selectors.archive.refusal import Refused

Place = tuple[int, int, int | None]
"""Of the podium: the place, the pareja and the final that it won, by their numbers in the document."""


@dataclass(frozen=True, slots=True)
class Derived:
    """The rows that went by, of which the rest is derived: `fixtures` by the row of their stage, `events` by its number.

    `actas` by the digest of their draw, each with its line: what it says of lines and rounds.
    """

    stages: Sequence[Stage]
    parejas: Sequence[Pareja]
    fixtures: Mapping[int, Sequence[Fixture]]
    events: Mapping[int, Sequence[StageEvent]]
    actas: Mapping[str, tuple[Line, Mapping[str, Any]]]
    podium: Sequence[Place]

    def check(self, *, ended: bool) -> None:
        """Raises Refused with the first stage, and the pareja or the place, that is not what it follows from; one of `UNREADABLE` where nothing does."""
        events = [*chain.from_iterable(self.events.values())]
        if out := out_wrongly(self.parejas, self.stages, events):
            who = numbered(out, "la pareja {} esté", "las parejas {} estén")
            raise Refused(f"de los hechos no resulta que {who} dentro o fuera como dice", part="parejas")
        played = {
            stage: sorted(own, key=lambda each: (each.round, each.position)) for stage, own in self.fixtures.items()
        }
        course = course_from(sorted(self.stages, key=lambda stage: stage.number), self.parejas, played)
        for run in course.runs:
            for wrong in self._wrong(run, course, played):
                raise Refused(wrong, part="etapas", row=self.stages.index(run.stage) + 1)
        self._actas_check(course)
        self._podium_check(podium_rows(podium_in(course)) if ended else [])

    def _wrong(self, run: Run, course: Course, played: Mapping[int, Sequence[Fixture]]) -> Iterator[str]:
        stage, name = run.stage, f"«{run.stage.name}»"
        events = [each for each in self.events.get(stage.number, ()) if each.seq > stage.events_from]
        if kept_wrongly(stage, events):
            yield f"de {name} lo que se mantiene a propósito no es lo que dice el último hecho"
        spots = spots_after(stage, course.stages, played, as_before(course.roster, left_of(stage)))
        if others := entered_otherwise(stage, spots):
            yield f"de las etapas anteriores no resulta quiénes entraron en {name}: {numbered(others, 'difiere la pareja {}', 'difieren las parejas {}')}"
        if run.is_swiss and (rounds := rounds_wrongly(stage, events, run.drawn, run.results, run.roster)):
            yield f"la tabla con que se emparejó la ronda {rounds[0]} de {name} no resulta de sus partidas"

    def _actas_check(self, course: Course) -> None:
        """Check that each draw has its acta, and that its rounds are those of the stage."""
        for stage in (each for each in course.stages if each.status != Stage.Status.PLANNED):
            if stage.drawn_digest not in self.actas:
                raise Refused(f"falta el acta del sorteo de «{stage.name}»", part="actas")
            line, acta = self.actas[stage.drawn_digest]
            rounds, run = acta.get("rondas"), course.run(stage.number)
            if run and run.is_swiss:
                rounds = rounds_data(stage, run.drawn, run.results, run.roster)
            if encode((acta["lineas"], acta.get("rondas"))) != encode((stage.slots, rounds)):
                what = f"el acta de «{stage.name}» no tiene sus líneas, o sus rondas"
                raise refused(what, line)

    def _podium_check(self, derived: Sequence[Place]) -> None:
        numbers = {pareja.pk: pareja.number for pareja in self.parejas}
        for place in PLACES:
            there, ought = (
                sorted(numbers[pareja] for at, pareja, _ in rows if at == place) for rows in (self.podium, derived)
            )
            if there != ought:
                told, won = (_parejas(each) if each else "nadie" for each in (there, ought))
                what = f"el puesto {place} del podio es de {won} según las partidas, y de {told} según el archivo"
                raise Refused(what, part="podio")
        if {*self.podium} != {*derived}:
            raise Refused("la final del podio no es la que ganó quien figura de campeón", part="podio")


def _parejas(numbers: Sequence[int]) -> str:
    """As a sentence names them, some at least."""
    return numbered(numbers, "la pareja {}", "las parejas {}")
