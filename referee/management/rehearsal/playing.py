"""What happens at a table: where the rehearsal gets its jugadas from."""

from collections.abc import Iterator, Sequence
from random import Random

from referee.management.rehearsal.script import played_mesa
from referee.management.rehearsal.incidents import Happened, with_incidents
from referee.management.rehearsal.options import Options
from referee.rules import Reglamento


def mesa_played(
    rules: Reglamento, seats: tuple[str, ...], skills: Sequence[float], options: Options, random: Random
) -> Iterator[Happened]:
    """The jugadas of a mesa as its Juez records them, until it is over."""
    return with_incidents(_game(rules, seats, skills, options, random), rules, seats, options.rates, random)


def _game(
    rules: Reglamento, seats: tuple[str, ...], skills: Sequence[float], options: Options, random: Random
) -> Iterator[Happened]:
    for jugada, _state in played_mesa(rules, random):
        yield Happened(jugada, random.uniform(10, 60))
