"""The order of a series, a league or a Swiss stage: wins first, and what decides between those that are equal.

A table is folded from results by an ordered list of criteria. Each is applied only among those whom all before it left equal,
and what it decided stays. Every value is an exact number, the higher the better.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Final

from brackets.draw.lots import shuffle


@dataclass(frozen=True, slots=True)
class Score:
    """One mesa that counts. `winner` None: nobody won it. `b` None: `a` had no rival in that round.

    `chicas` are the points of each, a's first; empty where it was not played. `caidas` are both sides' awards of that kind.
    """

    a: int
    b: int | None
    winner: int | None
    chicas: tuple[tuple[int, int], ...] = ()
    zapateria: bool = False
    caidas: tuple[int, int] = (0, 0)

    def rival(self, pareja: int) -> int | None:
        """Who sat against it."""
        return self.b if pareja == self.a else self.a


@dataclass(frozen=True, slots=True)
class Field:
    """The results by pareja, and how many mesas each has won: what all criteria look at."""

    scores: Mapping[int, Sequence[Score]]
    wins: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Criterion:
    """`value` of a pareja among those tied with it; `definition` and `example` are for people, in Spanish.

    `averaged`: it is a sum over mesas, which series of unequal size compare by its average.
    """

    code: str
    label: str
    definition: str
    example: str
    value: Callable[[int, Collection[int], Field], int | Fraction]
    averaged: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table. `values` has one number for each criterion.

    `decided` is the criterion that put it before or behind the last one equal to it until then, None where wins alone did
    or nothing could; `down` how many places behind the one that all with as many wins would share.
    """

    place: int
    pareja: int
    values: tuple[int | Fraction, ...]
    decided: str | None
    down: int


def _own(pareja: int, pair: tuple[int, int], score: Score) -> tuple[int, int]:
    """A pair of the score with this pareja's number first."""
    return pair if pareja == score.a else (pair[1], pair[0])


def _won(pareja: int, _tied: Collection[int], field: Field) -> int:
    return field.wins[pareja]


def _direct(pareja: int, tied: Collection[int], field: Field) -> int:
    return sum(score.winner == pareja for score in field.scores[pareja] if score.rival(pareja) in tied)


def _chicas(pareja: int, _tied: Collection[int], field: Field) -> int:
    points = (_own(pareja, chica, score) for score in field.scores[pareja] for chica in score.chicas)
    return sum((own > other) - (own < other) for own, other in points)


def _points(pareja: int, _tied: Collection[int], field: Field) -> int:
    points = (_own(pareja, chica, score) for score in field.scores[pareja] for chica in score.chicas)
    return sum(own - other for own, other in points)


def _zapaterias(pareja: int, _tied: Collection[int], field: Field) -> int:
    return sum(1 if score.winner == pareja else -1 for score in field.scores[pareja] if score.zapateria)


def _caidas(pareja: int, _tied: Collection[int], field: Field) -> int:
    return sum(_own(pareja, score.caidas, score)[0] for score in field.scores[pareja])


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
            "Cuántas mesas ganó contra las que siguen empatadas con ella, y solo contra esas.",
            "La 4 y la 7 empatan; la 7 le ganó a la 4: 1 para la 7, 0 para la 4.",
            _direct,
            averaged=False,
        ),
        Criterion(
            "chicas",
            "Diferencia de chicas",
            "Chicas ganadas menos chicas perdidas.",
            "Ganó una mesa 2–1 y perdió otra 0–2: 2 − 3 = −1.",
            _chicas,
        ),
        Criterion(
            "puntos",
            "Diferencia de puntos",
            "Puntos de todas sus chicas menos los de sus rivales.",
            "40–22 y 38–40: (40 − 22) + (38 − 40) = 16.",
            _points,
        ),
        Criterion(
            "zapaterias",
            "Zapaterías",
            "Zapaterías dadas menos recibidas.",
            "Dio dos y recibió una: 1.",
            _zapaterias,
        ),
        Criterion("caidas", "Caídas", "Cuántas caídas hizo.", "Tres en una mesa y cuatro en otra: 7.", _caidas),
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
    return _lots((), "") if code == LOTS else CRITERIA[code]


def field_of(parejas: Iterable[int], scores: Iterable[Score]) -> Field:
    """Gather the results of these parejas; ValueError for one of somebody else."""
    own: dict[int, list[Score]] = {pareja: [] for pareja in parejas}
    wins = dict.fromkeys(own, 0)
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
    return Field(own, wins)


def table(
    parejas: Collection[int],
    scores: Iterable[Score],
    criteria: Sequence[str],
    *,
    seed: str = "",
    averages: bool = False,
    behind: Iterable[Collection[int]] = (),
) -> tuple[Row, ...]:
    """The table by these criteria, in their order; `sorteo`, by the seed, leaves nobody equal.

    Parejas that all criteria leave equal share their place. `averages`: sums are divided by the mesas of each, to
    compare series of unequal size. `behind`: these come after all others whatever they won, and tie with nobody before them.

    >>> rows = table([4, 7, 9], [Score(4, 7, 7), Score(4, 9, 4), Score(7, 9, 9)], ["mesas", "sorteo"], seed="cuarenta")
    >>> [(row.place, row.pareja, row.decided) for row in rows]
    [(1, 4, 'sorteo'), (2, 7, 'sorteo'), (3, 9, 'sorteo')]
    """
    field = field_of(parejas, scores)
    chosen = [_lots(parejas, seed) if code == LOTS else CRITERIA[code] for code in criteria]
    values: dict[int, list[int | Fraction]] = defaultdict(list)
    decided: dict[int, str] = {}
    later = [sorted(group) for group in behind if group]
    groups = [sorted(set(parejas).difference(*later)), *later]
    shared = dict.fromkeys(parejas, 1)
    for number, criterion in enumerate(chosen):
        ordered = []
        for group in groups:
            for pareja in group:
                values[pareja].append(_valued(criterion, pareja, group, field, averages=averages))
            parts = _parted(group, {pareja: values[pareja][-1] for pareja in group})
            ordered += parts
            if number and len(parts) > 1:
                decided |= dict.fromkeys(group, criterion.code)
        groups = ordered
        if not number:
            shared = {pareja: place for place, group in _placed(groups) for pareja in group}
    return tuple(
        Row(place, pareja, tuple(values[pareja]), decided.get(pareja), place - shared[pareja])
        for place, group in _placed(groups)
        for pareja in group
    )


def _lots(parejas: Collection[int], seed: str) -> Criterion:
    """The first drawn is the best; the same for the same parejas and seed, whatever the results."""
    drawn = shuffle(sorted(parejas), f"{seed}|desempate")
    worth = {pareja: -place for place, pareja in enumerate(drawn, start=1)}
    return Criterion(
        LOTS,
        "Sorteo",
        "El orden en que salieron del sorteo de desempate, que cualquiera puede repetir con su semilla.",
        "Salió tercera: va detrás de la primera y de la segunda.",
        lambda pareja, _tied, _field: worth[pareja],
        averaged=False,
    )


def _valued(
    criterion: Criterion, pareja: int, group: Collection[int], field: Field, *, averages: bool
) -> int | Fraction:
    value = criterion.value(pareja, group, field)
    if not (averages and criterion.averaged):
        return value
    return Fraction(value, len(field.scores[pareja])) if field.scores[pareja] else Fraction(0)


def _parted(group: Sequence[int], values: Mapping[int, int | Fraction]) -> list[list[int]]:
    best_first = sorted(group, key=lambda pareja: (-values[pareja], pareja))
    return [list(equal) for _, equal in groupby(best_first, key=lambda pareja: values[pareja])]


def _placed(groups: Iterable[Sequence[int]]) -> Iterable[tuple[int, Sequence[int]]]:
    """Those who are equal, with the place they share."""
    place = 1
    for group in groups:
        yield place, group
        place += len(group)
