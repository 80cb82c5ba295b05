"""The values: a mesa as its boards show it, and the JSON that they are sent."""

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from brackets.models import Championship
from referee.selectors.live.estado import Estado
from referee.selectors.tree.heads import Head

Visibility = Championship.LiveVisibility


@dataclass(frozen=True, slots=True)
class LiveSide:
    """`points` of the chica in play, or of the last one, with the perros and tantos that lie for them; `won` counts chicas.

    None where the public is not told.
    """

    letter: str
    number: int | None
    title: str
    players: tuple[str, ...]
    points: int | None = None
    perros: int | None = None
    tantos: int | None = None
    won: int | None = None
    winner: bool = False


@dataclass(frozen=True, slots=True)
class LiveChica:
    """A proclaimed one."""

    points: tuple[int, int]
    winner: str
    zapateria: bool


@dataclass(frozen=True, slots=True)
class LiveDealer:
    """Who has the data marker."""

    side: str
    seat: str
    name: str


@dataclass(frozen=True, slots=True)
class LiveJugada:
    """`kind` is its word in the notation; `points` is what it changed, A's first; `score` the board after it; `text` all of it as one reads it out."""

    number: int
    kind: str
    side: str
    label: str
    who: str
    points: tuple[int, int]
    score: tuple[int, int]
    annulled_by: int | None
    text: str


@dataclass(frozen=True, slots=True)
class LiveMesa:
    """Everything that a board shows of a mesa. What `version` says of it, later versions hold too or replace.

    `jugada` is how many rows of the log it holds; `jugadas` are those of the data in play, or of the last one, the latest first.
    `estado` says what people read of where it stands, `result` how it ended. `voided`: its result counts for nobody, and no side wins.
    `at` is the hour of the last that was recorded.
    """

    fixture: int
    number: int | None
    championship: str
    round: str
    table: int | None
    state: Estado
    review: tuple[str, ...]
    estado: str
    sides: tuple[LiveSide, LiveSide]
    chicas: tuple[LiveChica, ...]
    chica: int
    data: int
    dealer: LiveDealer | None
    last: LiveJugada | None
    jugadas: tuple[LiveJugada, ...]
    jugada: int | None
    result: str
    voided: bool
    visibility: str
    version: int
    at: datetime | None

    @property
    def ended(self) -> bool:
        return bool(self.result) or self.state.code in ("provisional", "final", "voided")

    @property
    def is_covered(self) -> bool:
        """Whether the public is told less of it now than there is."""
        return self.visibility != Visibility.ALL and not self.ended

    def for_public(self, visibility: str) -> "LiveMesa":
        """Without what the public is not told before the mesa is over."""
        if visibility == Visibility.ALL or self.ended:
            return self
        chicas = visibility == Visibility.CHICAS
        sides = tuple(_without_points(side, won=chicas) for side in self.sides)
        return replace(
            self,
            sides=(sides[0], sides[1]),
            chicas=self.chicas if chicas else (),
            chica=self.chica if chicas else 0,
            data=0,
            dealer=None,
            last=None,
            jugadas=(),
            jugada=None,
            estado="",
            visibility=visibility,
        )

    def as_json(self) -> dict[str, Any]:
        """Plain values: `state` as an object, the hour in ISO 8601."""
        told: dict[str, Any] = asdict(self)
        told["state"] = self.state._asdict()
        told["at"] = self.at.isoformat() if self.at else None
        return told


def _without_points(side: LiveSide, *, won: bool) -> LiveSide:
    return replace(side, points=None, perros=None, tantos=None, won=side.won if won else None)


@dataclass(frozen=True, slots=True)
class LiveAnswer:
    """Some mesas, and up to which version nothing is missing; `gone` are the keys of those that are published no more.

    `whole`: these are all that are on the floor, and no other is. `head` is the last checkpoint of the championship, where it is told.
    """

    version: int
    mesas: Collection[LiveMesa] = ()
    gone: Iterable[int] = ()
    whole: bool = False
    head: Head | None = None

    def as_json(self) -> dict[str, Any]:
        """What is polled and streamed alike."""
        mesas = [mesa.as_json() for mesa in self.mesas]
        head = {"head": self.head.as_json()} if self.head else {}
        return {"version": self.version, "whole": self.whole, "mesas": mesas, "gone": sorted(self.gone), **head}
