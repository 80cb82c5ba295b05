"""Who enters a later stage after something happens, and who does not any more."""

from collections.abc import Sequence
from dataclasses import dataclass

from brackets.draw.plural import numbered


@dataclass(frozen=True, slots=True)
class Entering:
    """A later stage that others would enter, by numbers; `stays` where it is let stand with those who play it all the same."""

    name: str
    enter: tuple[int, ...]
    leave: tuple[int, ...]
    stays: bool = False

    @property
    def sentence(self) -> str:
        if self.stays:
            return f"«{self.name}» sigue con quienes la juegan, aunque {self.words} por los resultados"
        return f"En «{self.name}» {self.words}"

    @property
    def words(self) -> str:
        told = []
        if self.enter:
            told.append(numbered((f"el {number}" for number in self.enter), "entraría {}", "entrarían {}"))
        if self.leave:
            told.append(numbered((f"el {number}" for number in self.leave), "saldría {}", "saldrían {}"))
        return " y ".join(told)


def entering(name: str, before: Sequence[int], after: Sequence[int], *, stays: bool = False) -> Entering:
    """What becomes of those who entered it before."""
    enter = [pareja for pareja in after if pareja not in before]
    leave = [pareja for pareja in before if pareja not in after]
    return Entering(name, tuple(enter), tuple(leave), stays)
