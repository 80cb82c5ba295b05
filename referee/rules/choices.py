"""One thing that may be recorded, as `legal` offers it and the API gives it."""

from typing import NamedTuple

from referee.rules.previewing import as_sides
from referee.rules.sides import Pair


class Target(NamedTuple):
    """A levante that may be protested, by whom, and what upholding it would do."""

    number: int
    subjects: tuple[str, ...]
    label: str
    line: str
    points: Pair
    score: Pair

    def as_json(self) -> dict[str, object]:
        """The shape the API gives."""
        return {
            "number": self.number,
            "label": self.label,
            "line": self.line,
            "points": as_sides(self.points),
            "score": as_sides(self.score),
        }


class Choice(NamedTuple):
    """One kind of jugada for one pareja (or for none), allowed or refused.

    `needs` names the arguments still to be given; `line` is the whole notation when none are. Limits of the
    arguments: `subjects` who may be named, `ranks` of a ronda, `cards` that a conteo adds up to or the most
    an arranche takes, `step` what the points of an `ajusta` are multiples of, `targets` of a protest, `last` the
    jugada that an `anula` without reason takes back. `cause` of a resumption: why the mesa is suspended, in somebody's own words.
    """

    jugada: str
    label: str
    article: str
    subject: str | None = None
    subjects: tuple[str, ...] = ()
    finding: str | None = None
    needs: tuple[str, ...] = ()
    line: str | None = None
    allowed: bool = True
    points: Pair | None = None
    score: Pair | None = None
    closes: bool = False
    ranks: tuple[str, ...] = ()
    cards: int | None = None
    step: int | None = None
    targets: tuple[Target, ...] = ()
    last: int | None = None
    note: str | None = None
    cause: str | None = None
    code: str | None = None
    message: str | None = None

    def as_json(self) -> dict[str, object]:
        """The shape the API gives: pairs by pareja; what says nothing is left out."""
        answer: dict[str, object] = {
            "jugada": self.jugada,
            "subject": self.subject,
            "label": self.label,
            "line": self.line,
            "needs": self.needs,
            "allowed": self.allowed,
            "points": None if self.points is None else as_sides(self.points),
            "score": None if self.score is None else as_sides(self.score),
            "closes": self.closes,
            "ranks": self.ranks,
            "targets": [target.as_json() for target in self.targets],
            "article": self.article,
        }
        for key in ("finding", "cards", "step", "last", "note", "cause", "code", "message"):
            value = getattr(self, key)
            if value is not None:
                answer[key] = value
        return answer
