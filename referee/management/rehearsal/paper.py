"""A mesa kept on paper: the same game of cards, of which only the result comes to the Mesa de Control."""

from datetime import timedelta
from typing import Final

from brackets.models import Fixture
from brackets.services.fixtures import fixture_record
from referee.management.rehearsal.agenda import Process
from referee.management.rehearsal.hall import Hall
from referee.management.rehearsal.invariants import Broken
from referee.management.rehearsal.playing import mesa_played
from referee.management.rehearsal.table import SEATINGS
from referee.rules import apply, outcome, start
from referee.selectors.mesa_ending import mesa_ending

REASON: Final = "Planilla de papel: la mesa no tuvo tablet"
WALK: Final = (60, 300)
"""Seconds that the Juez takes to the desk."""


class Paper:
    """One fixture played without a tablet."""

    def __init__(self, hall: Hall, fixture: Fixture) -> None:
        self._hall = hall
        self._fixture = fixture
        self._random = hall.chance("mesa", fixture)

    def play(self) -> Process:
        """Play it, and have its result typed."""
        hall, random, options = self._hall, self._random, self._hall.options
        seats = random.choice(SEATINGS[1 if options.singles else 2])
        skills = hall.skills(self._fixture)
        state, seconds = start(hall.rules, seats), 0
        for happened in mesa_played(hall.rules, {seat: skills[seat] for seat in seats}, options, random):
            state = apply(state, happened.jugada)
            seconds += round(happened.seconds)
        ended = outcome(state)
        if ended is None:
            raise Broken(f"{self._fixture.name}: la mesa se entrega sin terminar")
        yield timedelta(seconds=seconds + random.randint(*WALK))
        ending = mesa_ending(ended, state.position.chicas)
        fixture_record(
            fixture=self._fixture,
            **ending,
            user=hall.founded.control,
            now=hall.now,
            reason=REASON,
        )
        hall.tally.papers += 1
        hall.tally.zapaterias += any(ending["zapaterias"])
        hall.step(bracket=True)
