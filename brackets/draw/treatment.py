"""How a stage ranks parejas that did not play it through (no mesa played, out of it, expelled), and how mesas not played because
of them count. No reglamento says; these are our rules.
"""

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


CUT: Final = "Una mesa ganada sin que se jugara hasta el final, porque el rival faltó, se había retirado, abandonó o fue descalificado,"


class Unplayed(StrEnum):
    """How a mesa counts in chicas, points, zapaterías and caídas that was not played to its end: a rival did not come to it, had left
    before, gave it up or was disqualified, or a ruling gave it.

    By the first, who was there is never placed lower than by the narrowest win in play; what was played of it counts where it is more,
    and its zapatería. The score says nothing of caídas: its winner has its mean of the mesas it played to their end, or what it made
    where that is more; who has played none has what it made. No rule can match a narrow win of any number of caídas, so by these the
    promise is of one in which it makes no more than its mean, against a rival that has won no
    mesa so: that one's mean would be lower for a mesa without caídas. `LEFT_OUT` also leaves out the mesas of all that are level against the same rival. By `MEAN` the
    winner gets the mean of the mesas it played to their end; who has played none, and who stayed away or gave up, count as by the
    first. A Swiss round without a rival counts in the same way.
    """

    FIXED = "fijo"
    LEFT_OUT = "no-cuenta"
    MEAN = "promedio"

    @property
    def label(self) -> str:
        return {
            self.FIXED: "Como 2–0, 40–0 y 40–0",
            self.LEFT_OUT: "No cuenta, y tampoco las de sus iguales contra ese rival",
            self.MEAN: "Como el promedio de las mesas que jugó",
        }[self]

    @property
    def sentence(self) -> str:
        """The sentence shown with a table."""
        return {
            self.FIXED: f"{CUT} cuenta como 2–0, 40–0 y 40–0, o como lo jugado donde fue más; en caídas, como el promedio de las que jugó hasta el final.",
            self.LEFT_OUT: f"{CUT} no suma chicas, puntos, zapaterías ni caídas; a quienes siguen iguales tampoco les suman las suyas "
            "contra ese rival.",
            self.MEAN: f"{CUT} cuenta en chicas, puntos, zapaterías y caídas como el promedio de las que jugó hasta el final; a quien "
            "la perdió, como 0–2, 0–40 y 0–40.",
        }[self]


KINDS: Final[Mapping[str, str]] = {
    "without_result": "Quien solo tiene ausencias",
    "left": "Quien se retiró con algo por jugar, fue descalificado o salió de la etapa por una zapatería",
    "expelled": "A quien se expulsó",
}
"""The fields of a treatment, for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Treatment:
    """How a stage ranks three kinds of parejas; one of two kinds counts as the later.

    `without_result`: has lost all its mesas by absence, or had none to play; `left`: left the championship with something to play
    in the stage, or was put out of it (`Outcome.dropped`), and qualifies for nothing wherever it stands; `expelled`: was expelled, and the
    same. Who left, or was put out of a knock-out by a zapatería, with nothing more to play has the place of its results, and qualifies for
    nothing; who has no place neither. `unplayed`:
    how the mesas count that were not played.
    """

    without_result: Standing = Standing.BY_RESULTS
    left: Standing = Standing.LAST
    expelled: Standing = Standing.NOWHERE
    unplayed: Unplayed = Unplayed.FIXED

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
    def sentences(self) -> tuple[str, ...]:
        """Where those of each kind stand, for people.

        >>> Treatment().sentences[1]
        'Quien se retiró con algo por jugar, fue descalificado o salió de la etapa por una zapatería: al final, con puesto.'
        """
        return tuple(f"{label}: {getattr(self, name).label.lower()}." for name, label in KINDS.items())

    @property
    def sentences_of_table(self) -> tuple[str, ...]:
        """The same, and how mesas count that were not played."""
        return (*self.sentences, self.unplayed.sentence)

    def as_data(self) -> dict[str, str]:
        """Ready for JSON."""
        return {name: str(value) for name, value in asdict(self).items()}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Treatment":
        """The inverse of `as_data`; what is not said is as usual."""
        unplayed = Unplayed(data.get("unplayed", Unplayed.FIXED))
        return cls(**{name: Standing(value) for name, value in data.items() if name in KINDS}, unplayed=unplayed)


USUAL: Final = Treatment()
