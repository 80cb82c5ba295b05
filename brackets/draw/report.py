"""What comes out when an acta is verified."""

from dataclasses import dataclass
from typing import Final

SHOWN: Final = 12
"""How many differences a step names."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was looked at, in a sentence, and what differs there; nothing is good."""

    what: str
    differs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """All that was looked at, and the lines that came out."""

    steps: tuple[Step, ...]
    slots: tuple[int | None, ...] = ()

    @property
    def good(self) -> bool:
        return not any(step.differs for step in self.steps)
