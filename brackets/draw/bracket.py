"""The bracket of a single elimination: always a pure function of the drawn lines and the results."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from itertools import count, islice, repeat
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
    """How a match was decided; the last two need no result."""

    PLAYED = "played"
    WALKOVER = "walkover"
    RETIREMENT = "retirement"
    DISQUALIFICATION = "disqualification"
    DOUBLE_NO_SHOW = "double-no-show"
    BYE = "bye"
    PASS = "pass"  # noqa: S105


class Status(StrEnum):
    """What a match waits for: a rival, its result, nothing; `bye` is never played."""

    WAITING = "waiting"
    READY = "ready"
    DECIDED = "decided"
    BYE = "bye"


WITHOUT_WINNER = (How.DOUBLE_NO_SHOW, How.DISQUALIFICATION)


@dataclass(frozen=True, slots=True)
class Result:
    """Who advances (None: nobody, both absent or both disqualified) and how it was decided."""

    winner: int | None
    how: How = How.PLAYED

    def __post_init__(self) -> None:
        if self.how in (How.BYE, How.PASS):
            raise ValueError(f"{self.how} follows from the bracket and is not a result")
        if self.winner is None and self.how not in WITHOUT_WINNER:
            raise ValueError(f"{self.how} needs a winner")
        if self.winner is not None and self.how is How.DOUBLE_NO_SHOW:
            raise ValueError("nobody wins a double no-show")


class Match(NamedTuple):
    """One place of the bracket (a tuple, because ten thousand of them are made at once).

    `number` is printed, from 1 in the order of play, and never changes; a bye of the draw has none.
    `advances` is what the next match gets from here.
    """

    round: int
    position: int
    number: int | None
    a: Side
    b: Side
    status: Status
    how: How | None
    advances: Side

    @property
    def key(self) -> Key:
        return self.round, self.position

    @property
    def winner(self) -> int | None:
        """Who advances, with or without playing."""
        return self.advances if isinstance(self.advances, int) else None

    @property
    def loser(self) -> int | None:
        """Who was beaten; None before the result, in a bye, and when nobody won."""
        if self.status is not Status.DECIDED or self.winner is None:
            return None
        loser = self.b if self.winner == self.a else self.a
        return loser if isinstance(loser, int) else None


Settled: TypeAlias = tuple[Status, How | None, Side]
"""The last three of a match: what follows from its two sides and its result."""

WAITING: Final[Settled] = (Status.WAITING, None, PENDING)
IDLE: Final = Status.BYE
READY: Final[Settled] = (Status.READY, None, PENDING)


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


def fold(slots: Sequence[int | None], results: Mapping[Key, Result]) -> Bracket:
    """The bracket after these results; the order in which they were entered cannot matter.

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
    numbers = count(1)
    while len(sides) > 1:
        round_ = len(rounds) + 1
        above, below = sides[::2], sides[1::2]
        own = [unused.pop((round_, position), None) for position in range(len(above))] if unused else repeat(None)
        settled = list(map(settle, above, below, own, repeat(How.PASS if rounds else How.BYE)))
        statuses, hows, sides = map(list, zip(*settled, strict=True))
        numbered = (
            islice(numbers, len(above))
            if rounds
            else [None if NOBODY in pair else next(numbers) for pair in zip(above, below, strict=True)]
        )
        fields = zip(repeat(round_), count(), numbered, above, below, statuses, hows, sides, strict=False)
        rounds.append(tuple(map(Match._make, fields)))
    if unused:
        raise ValueError(f"no such match: {sorted(unused)}")
    return Bracket(tuple(rounds))


def settle(a: Side, b: Side, result: Result | None, idle: How) -> Settled:
    """The status, how, and what advances from these two sides; ValueError when the result does not fit them.

    `idle` is what it is called when there is nothing to play.
    """
    if result is not None and not (isinstance(a, int) and isinstance(b, int)):
        raise ValueError(f"a result without two parejas: {a} against {b}")
    if a is PENDING or b is PENDING:
        return WAITING
    if a is NOBODY or b is NOBODY:
        return IDLE, idle, b if a is NOBODY else a
    if result is None:
        return READY
    if result.winner not in (a, b, None):
        raise ValueError(f"{result.winner} does not play {a} against {b}")
    return Status.DECIDED, result.how, NOBODY if result.winner is None else result.winner
