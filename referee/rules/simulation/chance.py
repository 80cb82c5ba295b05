"""Where chance comes from: an argument, so that the same seed plays the same mesa."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from referee.rules.naipes.deck import DECK

T = TypeVar("T")


class Chance(Protocol):
    """What the simulation asks of chance; `random.Random` has it."""

    def random(self) -> float:
        """A number from 0 up to, but not, 1."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 to `stop` - 1."""

    def choice(self, seq: Sequence[T], /) -> T:
        """One of `seq`."""


def shuffled(chance: Chance) -> list[str]:
    """The forty cards in any order."""
    return sorted(DECK, key=lambda _: chance.random())
