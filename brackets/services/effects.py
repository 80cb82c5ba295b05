"""What an act brings about beyond what it was asked for: in one value, for who is told, for the audit and for the answer."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Final, NamedTuple

from brackets.models import Fixture


@dataclass(frozen=True, slots=True)
class Fell:
    """A Swiss round that was taken back, with those after it, or without `round` the draw of a stage, which has this `number`.

    `draw`: the key of that stage.
    """

    stage: str
    round: int | None = None
    number: int = field(default=0, compare=False)
    draw: int | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return f"la ronda {self.round} de «{self.stage}»" if self.round else f"el sorteo de «{self.stage}»"


class Followed(NamedTuple):
    """What of a stage, by number, was kept on purpose until now, and its marks as `marks_follow` has them."""

    stage: int
    what: tuple[int, ...]
    marks: Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Effects:
    """What one act, or several done as one and added up, brought about.

    `uncalled`: partidas that lost their call, because other parejas meet there or nobody does. `altered`: partidas of which it was told
    that their call fell, and that others are to play than before, nobody any more, or somebody after all. `fallen`: rounds and draws
    that were taken back; `removed`: their partidas that had been called. `followed`: what is no longer kept on purpose; `kept`: the keys
    of stages of which something else is kept than before. `marked`: partidas against which the act was carried through on purpose.

    Where the act undoes an earlier one: `given_back` and `not_given_back` are the partidas that the earlier one had changed on
    purpose, `still_fallen` the rounds and draws that it had taken back and that have to be made again.
    """

    uncalled: tuple[Fixture, ...] = ()
    altered: tuple[Fixture, ...] = ()
    fallen: tuple[Fell, ...] = ()
    removed: tuple[Fixture, ...] = ()
    followed: tuple[Followed, ...] = ()
    kept: tuple[int, ...] = ()
    marked: tuple[Fixture, ...] = ()
    given_back: tuple[Fixture, ...] = ()
    not_given_back: tuple[Fixture, ...] = ()
    still_fallen: tuple[Fell, ...] = ()

    def __add__(self, other: "Effects") -> "Effects":
        return Effects(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    def as_json(self) -> dict[str, object]:
        """For the audit: what fell, as people call it, and the numbers of the partidas that are called no more."""
        return {
            "uncalled": [fixture.number for fixture in self.uncalled],
            "fallen": [str(each) for each in self.fallen],
        }


NO_EFFECTS: Final = Effects()


class WithEffects:
    """What an act answers: its `effects` can be read from it directly."""

    __slots__ = ()
    effects: Effects

    @property
    def uncalled(self) -> tuple[Fixture, ...]:
        return self.effects.uncalled

    @property
    def fallen(self) -> tuple[Fell, ...]:
        return self.effects.fallen

    @property
    def marked(self) -> tuple[Fixture, ...]:
        return self.effects.marked

    @property
    def given_back(self) -> tuple[Fixture, ...]:
        return self.effects.given_back

    @property
    def not_given_back(self) -> tuple[Fixture, ...]:
        return self.effects.not_given_back

    @property
    def still_fallen(self) -> tuple[Fell, ...]:
        return self.effects.still_fallen
