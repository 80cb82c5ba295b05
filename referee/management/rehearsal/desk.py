"""The Mesa de Control of a rehearsal: it hands out tables and jueces, calls, and settles who did not come."""

from datetime import datetime, timedelta
from typing import Final

from brackets.draw.formats import Series
from brackets.models import Fixture, Stage
from brackets.selectors.stages import format_of
from brackets.services.fixtures import fixture_call, fixture_record, fixtures_assign_auto
from referee.management.rehearsal.agenda import Process
from referee.management.rehearsal.attempts import desk_refused
from referee.management.rehearsal.directing import go_on
from referee.management.rehearsal.hall import Hall
from referee.management.rehearsal.invariants import finals_hold
from referee.management.rehearsal.paper import Paper
from referee.management.rehearsal.progress import Progress
from referee.management.rehearsal.table import Table
from referee.management.rehearsal.tally import MesaFigures
from referee.rules import reason_of
from referee.services.closing import championship_close_answered

WALK: Final = (60, 360)
"""Seconds from the call until both parejas sit."""


class Desk:
    """Hands out what is ready whenever a table becomes free, until no partida is left."""

    def __init__(self, hall: Hall, progress: Progress) -> None:
        self._hall = hall
        self._progress = progress
        self._begun: set[int] = set()
        self._ready_since: dict[int, datetime] = {}

    def hand_out(self) -> None:
        """Give tables and jueces to what is ready, earlier rounds first, and let those partidas begin."""
        hall = self._hall
        if not hall.options.one_round:
            go_on(hall)
        for stage in hall.stages():
            self._hand_out(stage)

    def _hand_out(self, stage: Stage) -> None:
        hall = self._hall
        ready = Fixture.objects.filter(stage=stage, status=Fixture.Status.READY)
        if hall.options.one_round:
            ready = ready.filter(round=1)
        elif isinstance(format_of(stage), Series):
            ready = ready.filter(round=_round_of(stage))
        for pk in ready.values_list("pk", flat=True):
            self._ready_since.setdefault(pk, hall.now)
        wanting = ready.filter(juez=None)
        for number in sorted(set(wanting.values_list("round", flat=True))):
            fixtures_assign_auto(
                championship=stage.championship, stage=stage, round=number, user=hall.founded.control, now=hall.now
            )
            hall.step(bracket=True)
        assigned = ready.exclude(juez=None).exclude(table=None).exclude(pk__in=self._begun)
        related = assigned.select_related("stage", "pareja_a", "pareja_b", "juez")
        for fixture in related.order_by("round", "number"):
            self._begun.add(fixture.pk)
            hall.agenda.begin(self._partida(fixture))

    def close(self) -> None:
        """End the championship where everything has ended."""
        if not self._hall.options.one_round:
            championship_close_answered(
                championship=self._hall.founded.championship, user=self._hall.founded.director, now=self._hall.now
            )
            self._hall.step(bracket=True)

    def _partida(self, fixture: Fixture) -> Process:
        hall, juez = self._hall, fixture.juez
        assert juez is not None  # noqa: S101 (it was asked for above)
        random = hall.chance("partida", fixture)
        hall.tally.waits.append((hall.now - self._ready_since[fixture.pk]).total_seconds() / 60)
        fixture_call(fixture=fixture, user=hall.founded.control, now=hall.now)
        hall.step(bracket=True)
        yield timedelta(seconds=random.randint(*WALK))
        absent = [side for side in "AB" if random.random() < hall.options.rates.absences]
        if absent:
            yield timedelta(minutes=hall.founded.championship.grace_minutes)
            self._absence(fixture, absent)
        elif hall.chance("papel", fixture).random() < hall.options.rates.paper:
            yield from Paper(hall, fixture).play()
        else:
            table = Table(hall, fixture, juez)
            opened = hall.now
            yield from table.play()
            decided = hall.now
            yield from table.sign()
            self._noted(fixture, table, opened, decided)
        fixture.refresh_from_db()
        finals_hold([fixture])
        if random.random() < hall.options.rates.attempts:
            desk_refused(hall, fixture, random)
        self._progress.step()
        self.hand_out()

    def _absence(self, fixture: Fixture, absent: list[str]) -> None:
        hall = self._hall
        both = len(absent) == 2
        fixture_record(
            fixture=fixture,
            how="double-no-show" if both else "walkover",
            winner=None if both else "B" if absent == ["A"] else "A",
            chicas=[],
            zapateria=False,
            user=hall.founded.control,
            now=hall.now,
            reason="No se presentó ninguna pareja" if both else "No se presentó en el tiempo de espera",
        )
        hall.tally.double_no_shows += both
        hall.tally.walkovers += not both
        hall.step(bracket=True)

    def _noted(self, fixture: Fixture, table: Table, opened: datetime, decided: datetime) -> None:
        position, mesa = table.state.position, table.mesa
        self._hall.tally.mesas.append(
            MesaFigures(
                stage=fixture.stage.number,
                round=fixture.round,
                number=fixture.number or 0,
                opened=opened,
                decided=decided,
                sealed=self._hall.now,
                jugadas=mesa.head_seq,
                datas=len(position.datas),
                chicas=len(position.chicas),
                zapateria=any(chica.zapateria for chica in position.chicas),
                how=reason_of(self._hall.rules, position.ended) if position.ended else "",
                digest=mesa.head_hash,
            )
        )
        self._hall.tally.zapaterias += self._hall.tally.mesas[-1].zapateria
        self._hall.tally.add(table.state)


def _round_of(stage: Stage) -> int:
    """In series all is ready from the start: the first round that has not ended is played, so that nobody is called twice."""
    left = stage.fixtures.exclude(status=Fixture.Status.FINAL).order_by("round")
    return left.values_list("round", flat=True).first() or 0
