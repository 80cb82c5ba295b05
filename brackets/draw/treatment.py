"""Where an order puts those who did not play it through: without a mesa played, out of it, expelled. No reglamento says; ours."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final


class Standing(StrEnum):
    """Where somebody stands."""

    BY_RESULTS = "por-resultados"
    LAST = "al-final"
    WITHOUT_PLACE = "sin-puesto"
    NOWHERE = "fuera"

    @property
    def label(self) -> str:
        return {
            self.BY_RESULTS: "En el puesto de sus resultados",
            self.LAST: "Al final, con puesto",
            self.WITHOUT_PLACE: "Al final, sin puesto",
            self.NOWHERE: "Fuera de la tabla",
        }[self]


KINDS: Final[Mapping[str, str]] = {
    "without_result": "Quien solo tiene ausencias",
    "left": "Quien se retiró o quedó fuera",
    "expelled": "A quien se expulsó",
}
"""The fields of a treatment, for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Treatment:
    """How a stage orders three kinds of parejas; who is of two is the later one.

    `without_result`: has lost all its mesas by absence, or had none to play; `left`: left the championship or was put out of
    the stage, and qualifies for nothing wherever it stands; `expelled`: was expelled, and the same. Who has no place
    qualifies for nothing either.
    """

    without_result: Standing = Standing.BY_RESULTS
    left: Standing = Standing.LAST
    expelled: Standing = Standing.NOWHERE

    def standings(
        self, *, without_result: Collection[int], left: Collection[int], expelled: Collection[int]
    ) -> dict[int, Standing]:
        """By pareja, for those of the three kinds.

        >>> Treatment().standings(without_result=[4, 7], left=[7, 9], expelled=[9])[7].label
        'Al final, con puesto'
        """
        return {
            **dict.fromkeys(without_result, self.without_result),
            **dict.fromkeys(left, self.left),
            **dict.fromkeys(expelled, self.expelled),
        }

    @property
    def told(self) -> tuple[str, ...]:
        """In sentences.

        >>> Treatment().told[1]
        'Quien se retiró o quedó fuera: al final, con puesto.'
        """
        return tuple(f"{label}: {getattr(self, name).label.lower()}." for name, label in KINDS.items())

    def as_data(self) -> dict[str, str]:
        """Ready for JSON."""
        return {name: str(value) for name, value in asdict(self).items()}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Treatment":
        """The inverse of `as_data`; what is not said is as usual."""
        return cls(**{name: Standing(value) for name, value in data.items()})


USUAL: Final = Treatment()
