"""One thing that may be recorded, as `legal` offers it and the API gives it."""

from collections.abc import Mapping
from typing import NamedTuple

from referee.rules.plausibility import Question
from referee.rules.previewing import as_sides
from referee.rules.sides import Pair


class Target(NamedTuple):
    """A levante that may be protested, by whom, and what upholding it would do; or a data that a ruling may repeat.

    `line` is complete but for a reason, if the jugada needs one.
    """

    number: int
    subjects: tuple[str, ...]
    label: str
    line: str
    points: Pair | None = None
    score: Pair | None = None
    ask: Question | None = None

    def as_json(self) -> dict[str, object]:
        """The shape the API gives."""
        answer: dict[str, object] = {
            "number": self.number,
            "label": self.label,
            "line": self.line,
            "points": None if self.points is None else as_sides(self.points),
            "score": None if self.score is None else as_sides(self.score),
        }
        return answer if self.ask is None else answer | {"ask": self.ask.as_json()}


class Choice(NamedTuple):
    """One kind of jugada for one pareja (or for none), allowed or refused.

    `needs` names the arguments still to be given; `line` is the whole notation when none are. Limits of the arguments:
    `subjects` who may be named (of a conteo, whose the cards left may be, the likelier first; of a
    sanction, those to whom it is not refused), `ranks` of a ronda, `cards`
    that a conteo adds up to or the most an arranche takes, `step` what the points of an `ajusta` are multiples of,
    `targets` of a protest or a repeated data, `last` the jugada that an `anula` without reason takes back. `ask`: what the
    log makes implausible of `line`. `figures` of a sorteo: what the deck calls those that it calls otherwise. `cause` of a
    resumption: why the mesa is suspended, in somebody's own words. `hold` of a ronda, also of one that is refused by now: what the
    players are told while one waits to be verified.
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
    figures: Mapping[str, str] | None = None
    cards: int | None = None
    step: int | None = None
    targets: tuple[Target, ...] = ()
    last: int | None = None
    note: str | None = None
    hold: str | None = None
    ask: Question | None = None
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
        for key in ("finding", "cards", "figures", "step", "last", "note", "hold", "cause", "code", "message"):
            value = getattr(self, key)
            if value is not None:
                answer[key] = value
        if not {"dealer", "leftovers"}.isdisjoint(self.needs):
            answer["subjects"] = self.subjects
        if self.ask is not None:
            answer["ask"] = self.ask.as_json()
        return answer
