"""The order of a series, a league or a Swiss stage: wins first, then tie-breaks.

A table applies an ordered list of criteria to the results. Each separates only parejas that all earlier ones left level, and its
decision stays. A criterion that depends on which parejas are level is applied again to each smaller group, before the next one in
the list. Every value is an exact number, the higher the better.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, groupby
from typing import Final, TypeAlias

from brackets.draw.lots import by_lot
from brackets.draw.treatment import Unplayed

Value: TypeAlias = int | Fraction

WON_UNPLAYED: Final = ((40, 0), (40, 0))
"""The chicas of a mesa that was not played to its end: no reglamento says; ours."""


@dataclass(frozen=True, slots=True)
class Score:
    """One mesa that counts. `winner` None: neither side won it. `b` None: `a` had no rival in that round.

    `chicas` are the points of each, a's first. `zapaterias` and `caidas` are how many each side made. `unplayed`: it was not played to its
    end, because a side did not come, had left, gave it up or was disqualified, or was not there at all; `Unplayed` says what counts
    instead of chicas.
    """

    a: int
    b: int | None
    winner: int | None
    chicas: tuple[tuple[int, int], ...] = ()
    zapaterias: tuple[int, int] = (0, 0)
    caidas: tuple[int, int] = (0, 0)
    unplayed: bool = False

    def rival(self, pareja: int) -> int | None:
        """Who sat against it."""
        return self.b if pareja == self.a else self.a

    def counted(self, pareja: int, worth: Callable[[int, int], int]) -> int:
        """The sum of a measure of its chicas, this pareja's points first.

        One that was not played to its end counts for its winner as `WON_UNPLAYED`, or as what was played of it where that is more;
        for who lost it, both where nobody won, the other way round.
        """
        played = sum(worth(*_own(pareja, chica, self)) for chica in self.chicas)
        if not self.unplayed:
            return played
        if pareja == self.winner:
            return max(played, sum(worth(own, other) for own, other in WON_UNPLAYED))
        return min(played, sum(worth(own, other) for other, own in WON_UNPLAYED))


@dataclass(frozen=True, slots=True)
class Field:
    """The results by pareja, and how many mesas each has won: what all criteria look at.

    `unplayed` says how mesas that were not played count. By pareja, `without` are its rivals in such mesas, `missed` those whose
    mesa it missed itself.
    """

    scores: Mapping[int, Sequence[Score]]
    wins: Mapping[int, int]
    unplayed: Unplayed = Unplayed.FIXED
    without: Mapping[int, Collection[int]] = field(default_factory=dict)
    missed: Mapping[int, Collection[int]] = field(default_factory=dict)

    def compared(self, pareja: int, tied: Collection[int]) -> Iterator[Score]:
        """Its mesas, less those against rivals that not all the tied parejas have played: the same rivals are left out for all."""
        own = _any(self.missed.get(pareja), tied)
        for score in self.scores[pareja]:
            rival = score.rival(pareja)
            if rival is None:
                out = score.unplayed
            elif rival in tied:
                out = own or _any(self.missed.get(rival), tied)
            else:
                out = _any(self.without.get(rival), tied)
            if not out:
                yield score


@dataclass(frozen=True, slots=True)
class Criterion:
    """`value` of a pareja among those tied with it; `definition` and `example` are for people, in Spanish.

    `averaged`: a sum over mesas, averaged where series differ in size. `direct`: counts mesas between tied parejas, so it cannot
    compare different series. `anew`: applied again whenever the group gets smaller. `content`: counts what happened in a mesa,
    which `Unplayed` replaces.
    """

    code: str
    label: str
    definition: str
    example: str
    value: Callable[[int, Collection[int], Field], Value]
    averaged: bool = True
    direct: bool = False
    anew: bool = False
    content: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One criterion that separated a pareja from others: its value among the `tied`, the pareja itself included.

    `again`: the criterion had been applied before, to a larger group.
    """

    code: str
    tied: tuple[int, ...]
    value: Value
    again: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table. `values` has one number for each criterion, as it was when first applied.

    `steps` are the criteria that separated it from parejas level until then, in order; none where wins alone did, or nothing
    could. `down`: how many places below the one that all parejas with as many wins would share. Both as far as those are concerned who
    stand with it, not behind all others; `Step.tied` names all.
    """

    place: int
    pareja: int
    values: tuple[Value, ...]
    steps: tuple[Step, ...]
    down: int

    @property
    def decided(self) -> str | None:
        """The last criterion that separated it from another pareja."""
        return self.steps[-1].code if self.steps else None


def _own(pareja: int, pair: tuple[int, int], score: Score) -> tuple[int, int]:
    """A pair of the score with this pareja's number first."""
    return pair if pareja == score.a else (pair[1], pair[0])


def _any(parejas: Collection[int] | None, tied: Collection[int]) -> bool:
    return bool(parejas) and any(pareja in tied for pareja in parejas or ())


def _won(pareja: int, _tied: Collection[int], field: Field) -> int:
    return field.wins[pareja]


def _direct(pareja: int, tied: Collection[int], field: Field) -> int:
    return sum(score.winner == pareja for score in field.scores[pareja] if score.rival(pareja) in tied)


def _summed(
    measure: Callable[[int, Score], int], *, in_score: bool = True
) -> Callable[[int, Collection[int], Field], Value]:
    """The sum of a measure over the mesas of a pareja, those not played counted as `Field.unplayed` says.

    A fixed score says nothing of what is not `in_score`: its winner then has the mean of the mesas that it played to their end, or what
    it made where that is more.
    """

    def value(pareja: int, tied: Collection[int], field: Field) -> Value:
        if field.unplayed is Unplayed.LEFT_OUT:
            return sum(measure(pareja, score) for score in field.compared(pareja, tied))
        scores = field.scores[pareja]
        total = sum(measure(pareja, score) for score in scores)
        played = [measure(pareja, score) for score in scores if not score.unplayed]
        won = [measure(pareja, score) for score in scores if score.unplayed and score.winner == pareja]
        if not (played and won) or (field.unplayed is Unplayed.FIXED and in_score):
            return total
        mean = Fraction(sum(played), len(played))
        worth = [mean if field.unplayed is Unplayed.MEAN else max(mean, Fraction(each)) for each in won]
        counted = total - sum(won) + sum(worth)
        return counted.numerator if counted.denominator == 1 else counted

    return value


def _chicas(pareja: int, score: Score) -> int:
    return score.counted(pareja, lambda own, other: (own > other) - (own < other))


def _points(pareja: int, score: Score) -> int:
    return score.counted(pareja, lambda own, other: own - other)


def _zapaterias(pareja: int, score: Score) -> int:
    own, other = _own(pareja, score.zapaterias, score)
    return own - other


def _caidas(pareja: int, score: Score) -> int:
    return _own(pareja, score.caidas, score)[0]


def _strengths(pareja: int, field: Field) -> list[int]:
    """The wins of each rival; a round without one counts as one rival who won as often as the pareja itself."""
    rivals = (score.rival(pareja) for score in field.scores[pareja])
    return sorted(field.wins[pareja] if rival is None else field.wins[rival] for rival in rivals)


def _buchholz(pareja: int, _tied: Collection[int], field: Field) -> int:
    return sum(_strengths(pareja, field))


def _buchholz_cut(pareja: int, _tied: Collection[int], field: Field) -> int:
    return sum(_strengths(pareja, field)[1:])


def _sonneborn(pareja: int, _tied: Collection[int], field: Field) -> int:
    beaten = (score.rival(pareja) for score in field.scores[pareja] if score.winner == pareja)
    return sum(field.wins[pareja] if rival is None else field.wins[rival] for rival in beaten)


CRITERIA: Final = {
    criterion.code: criterion
    for criterion in (
        Criterion(
            "mesas",
            "Mesas ganadas",
            "Cuántas mesas ganó. Una ganada por ausencia vale como cualquiera.",
            "Ganó 2 de 3: 2.",
            _won,
        ),
        Criterion(
            "directo",
            "Resultado directo",
            "Cuántas mesas ganó contra las que siguen empatadas con ella, y solo contra esas. Se cuenta de nuevo cuando quedan menos.",
            "La 4 y la 7 empatan; la 7 le ganó a la 4: 1 para la 7, 0 para la 4.",
            _direct,
            averaged=False,
            direct=True,
            anew=True,
        ),
        Criterion(
            "directo-una-vez",
            "Resultado directo, una sola vez",
            "Cuántas mesas ganó contra las que empataban con ella al llegar a este desempate. No se cuenta de nuevo cuando quedan menos.",
            "Tres empatan y las chicas separan a una: entre las otras dos sigue el próximo desempate, no la mesa que jugaron.",
            _direct,
            averaged=False,
            direct=True,
        ),
        Criterion(
            "chicas",
            "Diferencia de chicas",
            "Chicas ganadas menos chicas perdidas.",
            "Ganó una mesa 2–1 y perdió otra 0–2: 2 − 3 = −1.",
            _summed(_chicas),
            content=True,
        ),
        Criterion(
            "puntos",
            "Diferencia de puntos",
            "Puntos de todas sus chicas menos los de sus rivales.",
            "40–22 y 38–40: (40 − 22) + (38 − 40) = 16.",
            _summed(_points),
            content=True,
        ),
        Criterion(
            "zapaterias",
            "Zapaterías",
            "Zapaterías dadas menos recibidas.",
            "Dio dos y recibió una: 1.",
            _summed(_zapaterias),
            content=True,
        ),
        Criterion(
            "caidas",
            "Caídas",
            "Cuántas caídas hizo.",
            "Tres en una mesa y cuatro en otra: 7.",
            _summed(_caidas, in_score=False),
            content=True,
        ),
        Criterion(
            "buchholz",
            "Fuerza de los rivales",
            "Suma de las mesas que ganaron sus rivales (Buchholz). Una ronda sin rival cuenta como un rival que ganó tantas como ella.",
            "Sus rivales ganaron 3, 2 y 2: 7.",
            _buchholz,
        ),
        Criterion(
            "buchholz-menos-1",
            "Fuerza de los rivales sin el más débil",
            "La misma suma sin el rival que menos ganó.",
            "Sus rivales ganaron 3, 2 y 1: 3 + 2 = 5.",
            _buchholz_cut,
        ),
        Criterion(
            "sonneborn-berger",
            "Fuerza de los vencidos",
            "Suma de las mesas que ganaron los rivales a los que venció (Sonneborn-Berger).",
            "Venció a rivales que ganaron 3 y 1, y perdió con uno que ganó 2: 3 + 1 = 4.",
            _sonneborn,
        ),
    )
}
LOTS: Final = "sorteo"


def criterion_of(code: str) -> Criterion:
    """What a criterion of a list is, its words for people included; KeyError where there is none of this code."""
    return _lots({}) if code == LOTS else CRITERIA[code]


def field_of(parejas: Iterable[int], scores: Iterable[Score], unplayed: Unplayed = Unplayed.FIXED) -> Field:
    """Gather the results of these parejas; ValueError for one of somebody else."""
    own: dict[int, list[Score]] = {pareja: [] for pareja in parejas}
    wins = dict.fromkeys(own, 0)
    scores = list(scores)
    for score in scores:
        for pareja in (score.a, score.b):
            if pareja is None:
                continue
            if pareja not in own:
                raise ValueError(f"{pareja} does not play here")
            own[pareja].append(score)
        if score.winner is not None:
            if score.winner not in (score.a, score.b):
                raise ValueError(f"{score.winner} does not play {score.a} against {score.b}")
            wins[score.winner] += 1
    return Field(own, wins, unplayed, *_unplayed(scores))


def _unplayed(scores: Iterable[Score]) -> tuple[Mapping[int, Collection[int]], Mapping[int, Collection[int]]]:
    """By pareja, its rivals in mesas that were not played, and those of them whose mesa it missed itself."""
    without: defaultdict[int, set[int]] = defaultdict(set)
    missed: defaultdict[int, set[int]] = defaultdict(set)
    for score in scores:
        if score.unplayed and score.b is not None:
            for pareja, rival in ((score.a, score.b), (score.b, score.a)):
                without[pareja].add(rival)
                if pareja != score.winner:
                    missed[pareja].add(rival)
    return without, missed


def table(
    parejas: Collection[int],
    scores: Iterable[Score],
    criteria: Sequence[str],
    *,
    seed: str = "",
    lots: Mapping[int, int] | None = None,
    averages: bool = False,
    behind: Iterable[Collection[int]] = (),
    unplayed: Unplayed = Unplayed.FIXED,
) -> tuple[Row, ...]:
    """The table by these criteria, in their order; `sorteo`, by the seed, leaves nobody equal.

    `lots` are drawn already where this is one of several tables (`lots_of`), so that all have one order.
    Parejas that all criteria leave equal share their place. `averages`: sums are divided by the mesas of each, to
    compare series of unequal size. `behind`: these come after all others whatever they won. They are moved there once the order is
    decided, so that it is the same among the others wherever they stand.

    >>> rows = table([4, 7, 9], [Score(4, 7, 7), Score(4, 9, 4), Score(7, 9, 9)], ["mesas", "sorteo"], seed="cuarenta")
    >>> [(row.place, row.pareja, row.decided) for row in rows]
    [(1, 9, 'sorteo'), (2, 4, 'sorteo'), (3, 7, 'sorteo')]
    """
    chosen = [
        _lots(lots_of(parejas, seed) if lots is None else lots) if code == LOTS else CRITERIA[code] for code in criteria
    ]
    order = _Order(chosen, field_of(parejas, scores, unplayed), averages=averages)
    groups = [*order.parted(sorted(set(parejas)))]
    later = [frozenset(group) for group in behind]
    rows: list[Row] = []
    for stand in (frozenset(parejas).difference(*later), *later):
        staying = [[pareja for pareja in group if pareja in stand] for group in groups]
        rows += order.rows([group for group in staying if group], len(rows))
    return tuple(rows)


@dataclass(slots=True)
class _Order:
    """Splits groups of level parejas by criteria; `values` and `steps` are filled in on the way."""

    chosen: Sequence[Criterion]
    results: Field
    averages: bool
    values: dict[int, list[Value]] = field(default_factory=lambda: defaultdict(list))
    steps: dict[int, list[Step]] = field(default_factory=lambda: defaultdict(list))

    def parted(self, group: Sequence[int], applied: int = 0) -> Iterator[Sequence[int]]:
        """The group in its order, equal ones together; `applied` criteria were applied to a larger group before."""
        for number, criterion in enumerate(self.chosen):
            again = number < applied
            if again and not self._looks_at_group(criterion):
                continue
            parts = self._parts(group, number, again=again)
            applied = max(applied, number + 1)
            if len(parts) > 1:
                yield from chain.from_iterable(self.parted(part, applied) for part in parts)
                return
        yield group

    def rows(self, groups: Sequence[Sequence[int]], before: int) -> Iterator[Row]:
        """The lines of parejas that stand together, equal ones in one group, behind as many as `before`.

        A step at which nobody who stands with a pareja was level with it is left out.
        """
        stand = frozenset(chain.from_iterable(groups))
        shared: dict[Value, int] = {}
        for place, group in _placed(groups, before + 1):
            for pareja in group:
                values = tuple(self.values[pareja])
                steps = (step for step in self.steps[pareja] if len(stand.intersection(step.tied)) > 1)
                yield Row(place, pareja, values, tuple(steps), place - shared.setdefault(values[0], place))

    def _parts(self, group: Sequence[int], number: int, *, again: bool) -> Sequence[Sequence[int]]:
        """Split the group by one criterion, and record the step for each pareja."""
        criterion, tied = self.chosen[number], frozenset(group)
        values = {pareja: self._value(criterion, pareja, tied) for pareja in group}
        parts = _parted(group, values)
        for pareja, value in values.items():
            if not again:
                self.values[pareja].append(value)
            if number and len(parts) > 1:
                self.steps[pareja].append(Step(criterion.code, tuple(group), value, again))
        return parts

    def _looks_at_group(self, criterion: Criterion) -> bool:
        return criterion.anew or (criterion.content and self.results.unplayed is Unplayed.LEFT_OUT)

    def _value(self, criterion: Criterion, pareja: int, tied: Collection[int]) -> Value:
        value = criterion.value(pareja, tied, self.results)
        if not (self.averages and criterion.averaged):
            return value
        mesas = self.results.scores[pareja]
        if criterion.content and self.results.unplayed is Unplayed.LEFT_OUT:
            mesas = list(self.results.compared(pareja, tied))
        return Fraction(value, len(mesas)) if mesas else Fraction(0)


def lots_of(parejas: Iterable[int], seed: str) -> dict[int, int]:
    """What the lots are worth by pareja: the first drawn is the best.

    Who of two comes first is the same for the same seed, whatever the results and whoever enters late.
    """
    return {pareja: -place for place, pareja in enumerate(by_lot(parejas, f"{seed}|desempate"), start=1)}


def _lots(worth: Mapping[int, int]) -> Criterion:
    return Criterion(
        LOTS,
        "Sorteo",
        "El orden en que salieron del sorteo de desempate, que cualquiera puede repetir con su semilla.",
        "Salió tercera: va detrás de la primera y de la segunda.",
        lambda pareja, _tied, _field: worth[pareja],
        averaged=False,
    )


def _parted(group: Sequence[int], values: Mapping[int, Value]) -> list[list[int]]:
    best_first = sorted(group, key=lambda pareja: (-values[pareja], pareja))
    return [list(equal) for _, equal in groupby(best_first, key=lambda pareja: values[pareja])]


def _placed(groups: Iterable[Sequence[int]], place: int) -> Iterable[tuple[int, Sequence[int]]]:
    """Those who are equal, with the place they share, the first of them `place`."""
    for group in groups:
        yield place, group
        place += len(group)
