"""Who plays on in a stage: each departure acts from its place in the order of effect on.

A departure changes no match decided before it and no pass already taken. An undecided match goes to the rival, and so does every
later one.

Times are even for a departure and odd for a result: twice the `order` of each (`brackets.draw.events` says which number that is), and
one more for a result. Of two that results put out, neither was out before the other.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from brackets.draw.bracket import NOBODY, How, Key, Result, Side
from brackets.draw.sides import From, Source

DEFEATS_TOLD: Final = (
    "Para la zapatería que elimina a quien ya tenía una derrota cuenta toda mesa que perdió, también la que después se anuló porque "
    "alguien salió: se jugó."
)
"""To whoever chooses what a zapatería does, or voids what was played."""


class Zapateria(StrEnum):
    """What a zapatería does to its loser beyond the mesa (Riobamba 12, reading A-05)."""

    NOTHING = "nada"
    IF_DEFEATED = "si-ya-perdio"
    ELIMINATES = "elimina"

    @property
    def label(self) -> str:
        return {
            self.NOTHING: "Es una derrota como cualquiera",
            self.IF_DEFEATED: "Elimina a quien ya tenía una derrota",
            self.ELIMINATES: "Elimina siempre",
        }[self]


@dataclass(frozen=True, slots=True)
class Left:
    """A pareja left at this `order`; `playing` are the matches it was at, which stay its own until their result."""

    order: int
    playing: frozenset[Key] = frozenset()

    @property
    def time(self) -> int:
        return 2 * self.order


@dataclass(frozen=True, slots=True)
class Rules:
    """What takes a pareja out of a stage besides its matches.

    `out`: who loses in one of these ways plays nowhere else in the stage. `left` have left the championship, from their place in
    the order of effect on. `defeated` had a defeat before the stage, which counts for `zapateria`. `unsettled` are the matches whose
    result is decided anew, by those of their two who are out of the stage or left since they played it: these stay in it.
    """

    out: Collection[How] = (How.DISQUALIFICATION,)
    left: Mapping[int, Left] = field(default_factory=dict)
    zapateria: Zapateria = Zapateria.NOTHING
    defeated: Collection[int] = ()
    unsettled: Mapping[Key, Collection[int]] = field(default_factory=dict)

    def eliminated(self, result: Result, loser: int, defeats: int) -> bool:
        """Whether this result puts its loser, with `defeats` earlier defeats in the stage, out of the whole stage."""
        if result.how in self.out:
            return True
        if not result.zapateria or self.zapateria is Zapateria.NOTHING:
            return False
        return self.zapateria is Zapateria.ELIMINATES or defeats > 0 or loser in self.defeated


PLAIN: Final = Rules()


class Dates:
    """When each side of a match became known, and when each pareja stopped playing; false while no pareja is out.

    `unfinished` maps each pareja that left with matches to play to the first one that went to a rival. `_settled` is when the
    winner of a match was known, `_fallen` when its loser was.
    """

    def __init__(self, rules: Rules, after_main: Mapping[Key, Key]) -> None:
        self._left, self._unsettled, self._after_main = rules.left, rules.unsettled, after_main
        self._out: dict[int, int] = {}
        self._settled: dict[Key, int] = {}
        self._fallen: dict[Key, int] = {}
        self._decided: set[Key] = set()
        self.unfinished: dict[int, Key] = {}

    def __bool__(self) -> bool:
        return bool(self._left or self._out)

    def put_out(self, parejas: Iterable[int], time: int) -> None:
        """Put these parejas out by a result of a table."""
        self._out |= {pareja: min(time, self._out.get(pareja, time)) for pareja in parejas}

    def staying(
        self, key: Key, sources: tuple[Source, Source], sides: tuple[Side, Side], result: Result | None
    ) -> tuple[Side, Side]:
        """The sides of a match, less a pareja that was out before the match was decided or passed."""
        if result is not None:
            self._settled[key] = self._fallen[key] = result.time
            self._decided.add(key)
            return sides
        since = [self._since(source) for source in sources]
        out = [self._goes(side, key) for side in sides]
        # From when on nobody comes from a side, unless a pareja goes on there.
        alone = [
            at if side is NOBODY else None if gone is None else max(at, gone)
            for side, at, gone in zip(sides, since, out, strict=True)
        ]
        kept: list[Side] = []
        for side, at, gone, rival in zip(sides, since, out, reversed(alone), strict=True):
            stays = gone is None or passed(gone, at, rival)
            if not stays and side in self._left and not self._was_out(side):  # type: ignore[arg-type]
                self.unfinished.setdefault(side, key)  # type: ignore[arg-type]
            kept.append(side if stays else NOBODY)
        known = [max(at, gone or 0) if mine is NOBODY else at for mine, at, gone in zip(kept, since, out, strict=True)]
        self._settled[key] = max(known)
        self._fallen[key] = min((at for side, at in zip(kept, known, strict=True) if side is NOBODY), default=0)
        return kept[0], kept[1]

    def _was_out(self, pareja: int) -> bool:
        """Whether a result put the pareja out before it left."""
        left = self._left[pareja].time
        return self._out.get(pareja, left) < left

    def _goes(self, side: Side, key: Key) -> int | None:
        """When this pareja left or was put out; None for those that play on, and for this match where it is at it."""
        if not isinstance(side, int) or side in self._unsettled.get(key, ()):
            return None
        left, out = self._left.get(side), self._out.get(side)
        if left is None or key in left.playing:
            return out
        return left.time if out is None else min(left.time, out)

    def _since(self, source: Source) -> int:
        """When it was known which pareja, if any, comes from this source."""
        what, of, _ = source
        if what is From.LINE:
            return 0
        if what is From.LOSER or (what is From.FIRST_DEFEAT and of in self._decided):
            return self._fallen[of]
        if what is From.FIRST_DEFEAT:
            return max(self._settled[of], self._fallen[self._after_main[of]])
        return self._settled[of]


def passed(out: int, since: int, alone: int | None) -> bool:
    """Whether a pareja out at `out` had passed a match that it reached at `since` and that had no rival from `alone` on.

    Results have no order among themselves: of two parejas put out by results, neither passes the other.

    >>> passed(4, 1, 2), passed(4, 1, 6), passed(4, 1, None)
    (True, False, False)
    >>> passed(5, 0, 2), passed(5, 0, 3)
    (True, False)
    """
    if alone is None:
        return False
    at = max(since, alone)
    return at < out and not (at % 2 and out % 2)
