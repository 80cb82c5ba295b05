"""What stands once on a Planilla kept on paper, as it is typed, and the JSON it is kept in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time
from typing import Any, Final

LEFT: Final = ("abandono", "descalificacion")
RULED: Final = "fallo"


@dataclass(frozen=True, slots=True)
class Signed:
    """What one party answered on the paper; `outcome` as in `Signature`, empty where its box is empty."""

    name: str = ""
    outcome: str = ""
    reason: str = ""

    def as_json(self) -> dict[str, str]:
        return {"name": self.name, "outcome": self.outcome, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class PaperEnding:
    """What stands once on the form: who won by what, who signed, the day and the hours, and what is written in words.

    `day` is as ISO has it, and `identified` whether the Juez ticked it; neither was asked for at first: "" and None.
    """

    winner: str = ""
    cause: str = ""
    reason: str = ""
    signers: Mapping[str, Signed] = field(default_factory=dict)
    began: str = ""
    ended: str = ""
    remarks: str = ""
    day: str = ""
    identified: bool | None = None

    @property
    def played_on(self) -> date | None:
        return date.fromisoformat(self.day) if self.day else None

    @property
    def reason_apart(self) -> str:
        """The reason, where what the log says of the end has no place for it."""
        return "" if self.cause in (*LEFT, RULED) else self.reason

    def as_json(self) -> dict[str, Any]:
        return {
            "winner": self.winner,
            "cause": self.cause,
            "reason": self.reason,
            "signers": {party: signed.as_json() for party, signed in self.signers.items()},
            "began": self.began,
            "ended": self.ended,
            "remarks": self.remarks,
            "day": self.day,
            "identified": self.identified,
        }


def ending_of(kept: Mapping[str, Any]) -> PaperEnding:
    """What is kept of the end; nothing is, until it was typed."""
    signers = {party: Signed(**signed) for party, signed in kept.get("signers", {}).items()}
    words = {name: kept.get(name, "") for name in ("winner", "cause", "reason", "began", "ended", "remarks", "day")}
    return PaperEnding(signers=signers, identified=kept.get("identified"), **words)


def hour_written(written: str) -> time | None:
    """`21:40` as an hour; None where nothing is written that can be one."""
    hours, _, minutes = written.partition(":")
    if not (hours.isdecimal() and minutes.isdecimal() and int(hours) < 24 and int(minutes) < 60):
        return None
    return time(int(hours), int(minutes))
