"""Who enters a later stage after something happens, and who does not any more."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entering:
    """A later stage that others would enter, by numbers."""

    name: str
    enter: tuple[int, ...]
    leave: tuple[int, ...]

    @property
    def words(self) -> str:
        told = []
        if self.enter:
            told.append(
                f"entraría {_listed(self.enter)}" if len(self.enter) == 1 else f"entrarían {_listed(self.enter)}"
            )
        if self.leave:
            told.append(f"saldría {_listed(self.leave)}" if len(self.leave) == 1 else f"saldrían {_listed(self.leave)}")
        return " y ".join(told)


def entering(name: str, before: Sequence[int], after: Sequence[int]) -> Entering:
    """What becomes of those who entered it before."""
    enter = [pareja for pareja in after if pareja not in before]
    leave = [pareja for pareja in before if pareja not in after]
    return Entering(name, tuple(enter), tuple(leave))


def _listed(numbers: tuple[int, ...]) -> str:
    *others, last = [f"el {number}" for number in numbers]
    return f"{', '.join(others)} y {last}" if others else last
