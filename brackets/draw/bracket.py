"""The bracket of a single elimination: always a pure function of the drawn lines and the results."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from itertools import count, repeat
from typing import Final, NamedTuple, TypeAlias

Key: TypeAlias = tuple[int, int]
"""Round from 1, position from 0; the winner goes to (round + 1, position // 2), to side a from an even position."""


class Absent(Enum):
    """Why no pareja stands on a side: it is not decided yet, or none will ever come."""

    PENDING = "pending"
    NOBODY = "nobody"


PENDING: Final = Absent.PENDING
NOBODY: Final = Absent.NOBODY
Side: TypeAlias = int | Absent


class How(StrEnum):
    """How a match was decided; the last three need no result."""

    PLAYED = "played"
    WALKOVER = "walkover"
    RETIREMENT = "retirement"
    DISQUALIFICATION = "disqualification"
    DOUBLE_NO_SHOW = "double-no-show"
    BYE = "bye"
    PASS = "pass"  # noqa: S105
    UNNEEDED = "unneeded"


class Status(StrEnum):
    """What a match waits for: a rival, its result, nothing; `bye` is never played."""

    WAITING = "waiting"
    READY = "ready"
    DECIDED = "decided"
    BYE = "bye"


WITHOUT_WINNER = (How.DOUBLE_NO_SHOW, How.DISQUALIFICATION)


@dataclass(frozen=True, slots=True)
class Result:
    """The winner (None if both were absent or disqualified), how the match was decided, and whether by zapatería.

    `order` is when it takes effect (`brackets.draw.events`), which is no part of what it says.
    """

    winner: int | None
    how: How = How.PLAYED
    zapateria: bool = False
    order: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        if self.how in (How.BYE, How.PASS, How.UNNEEDED):
            raise ValueError(f"{self.how} follows from the bracket and is not a result")
        if self.winner is None and self.how not in WITHOUT_WINNER:
            raise ValueError(f"{self.how} needs a winner")
        if self.winner is not None and self.how is How.DOUBLE_NO_SHOW:
            raise ValueError("nobody wins a double no-show")

    @property
    def time(self) -> int:
        """See `brackets.draw.leaving`."""
        return 2 * self.order + 1


class Match(NamedTuple):
    """One match of the bracket: its two sides and its result (a tuple, since thousands are made).

    `number` is the printed number, in the order of play. It never changes; a bye of the draw has none. Nobody comes to one that is not
    `needed`.
    """

    round: int
    position: int
    number: int | None
    a: Side
    b: Side
    result: Result | None
    needed: bool = True

    @property
    def key(self) -> Key:
        return self.round, self.position

    @property
    def status(self) -> Status:
        if self.result is not None:
            return Status.DECIDED
        if self.a is PENDING or self.b is PENDING:
            return Status.WAITING
        return Status.BYE if self.a is NOBODY or self.b is NOBODY else Status.READY

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to be played in it."""
        return self.status in (Status.DECIDED, Status.BYE)

    @property
    def how(self) -> How | None:
        """How it was decided; `bye` where no rival could ever come, `pass` because none was left, `unneeded` where all is decided without."""
        if self.result is not None:
            return self.result.how
        if self.status is not Status.BYE:
            return None
        if not self.needed:
            return How.UNNEEDED
        return How.BYE if self.number is None else How.PASS

    @property
    def advances(self) -> Side:
        """What the next match gets from here."""
        return advancing(self.a, self.b, self.result)

    @property
    def winner(self) -> int | None:
        """Who advances, with or without playing."""
        advances = self.advances
        return advances if isinstance(advances, int) else None

    @property
    def loser(self) -> int | None:
        """Who was beaten; None before the result, in a bye, and when nobody won."""
        if self.result is None or self.result.winner is None:
            return None
        loser = self.b if self.result.winner == self.a else self.a
        return loser if isinstance(loser, int) else None


@dataclass(frozen=True, slots=True)
class Bracket:
    """All matches, round by round."""

    rounds: tuple[tuple[Match, ...], ...]

    def __getitem__(self, key: Key) -> Match:
        if key not in self:
            raise KeyError(key)
        return self.rounds[key[0] - 1][key[1]]

    def __contains__(self, key: Key) -> bool:
        return 1 <= key[0] <= len(self.rounds) and 0 <= key[1] < len(self.rounds[key[0] - 1])

    def __iter__(self) -> Iterator[Match]:
        for matches in self.rounds:
            yield from matches

    @property
    def final(self) -> Match:
        return self.rounds[-1][0]

    @property
    def champion(self) -> int | None:
        """None until the final is decided, and when nobody came out of it."""
        return self.final.winner


def fold(slots: Sequence[int | None], results: Mapping[Key, Result], first: int = 1) -> Bracket:
    """The bracket after these results, its matches numbered from `first`; the order in which they were entered cannot matter.

    ValueError when a result belongs to no match, or to one without that pareja or without two parejas.

    >>> bracket = fold((7, None, 4, 9), {(1, 1): Result(9)})
    >>> [(match.a, match.b, str(match.status)) for match in bracket]
    [(7, <Absent.NOBODY: 'nobody'>, 'bye'), (4, 9, 'decided'), (7, 9, 'ready')]
    """
    size = len(slots)
    if size < 2 or size & (size - 1):
        raise ValueError(f"a bracket has 2, 4, 8, … lines, not {size}")
    sides: list[Side] = [NOBODY if slot is None else slot for slot in slots]
    rounds: list[tuple[Match, ...]] = []
    unused = dict(results)
    numbers = _numbers(sides, first)
    while len(sides) > 1:
        a, b = sides[::2], sides[1::2]
        positions = range(len(a))  # first to run out below, so no number is lost
        round_ = len(rounds) + 1
        own = [unused.pop((round_, position), None) for position in positions] if unused else [None] * len(a)
        rounds.append(tuple(map(Match, repeat(round_), positions, numbers, a, b, own)))
        sides = list(map(advancing, a, b, own))
    if unused:
        raise ValueError(f"no such match: {sorted(unused)}")
    return Bracket(tuple(rounds))


def _numbers(sides: Sequence[Side], first: int) -> Iterator[int | None]:
    """The printed numbers of all matches in order; a bye of the draw takes none."""
    numbers = count(first)
    for a, b in zip(sides[::2], sides[1::2], strict=True):
        yield None if a is NOBODY or b is NOBODY else next(numbers)
    yield from numbers


def advancing(a: Side, b: Side, result: Result | None) -> Side:
    """Who goes on from these two sides; ValueError when the result does not fit them.

    >>> advancing(7, NOBODY, None), advancing(7, 4, Result(4))
    (7, 4)
    """
    if result is None:
        return b if a is NOBODY else a if b is NOBODY else PENDING
    too_early = isinstance(a, Absent) or isinstance(b, Absent)
    if too_early:
        raise ValueError(f"a result without two parejas: {a} against {b}")
    if result.winner not in (a, b, None):
        raise ValueError(f"{result.winner} does not play {a} against {b}")
    return NOBODY if result.winner is None else result.winner
