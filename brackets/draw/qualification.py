"""Who enters a stage, as data: rules over the stages before it, each place with the sentence that explains it."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar, Final, TypeAlias

from brackets.draw.ranking import Ranked, Ranking

ORDINALS: Final = ("primera", "segunda", "tercera", "cuarta", "quinta", "sexta", "séptima", "octava")
NOBODY_TAKEN: Final[Mapping[int, Collection[int]]] = {}


@dataclass(frozen=True, slots=True)
class FromEach:
    """The first `places` of each series of a stage; of a stage in one piece, its first ones."""

    kind: ClassVar[str] = "primeras"
    stage: int
    places: int = 1


@dataclass(frozen=True, slots=True)
class Best:
    """The `count` best who came in `place` in their series, or in whatever place (0), among those no rule has taken yet."""

    kind: ClassVar[str] = "mejores"
    stage: int
    count: int
    place: int = 0


@dataclass(frozen=True, slots=True)
class Rest:
    """All of a stage whom no rule of its other followers takes: the field of a repechaje that is played."""

    kind: ClassVar[str] = "resto"
    stage: int


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """The winner of the winners' (`ganadores`) or of the losers' (`perdedores`) bracket of a double elimination."""

    kind: ClassVar[str] = "llave"
    stage: int
    bracket: str = "ganadores"


@dataclass(frozen=True, slots=True)
class Exempt:
    """These parejas enter here without having played before."""

    kind: ClassVar[str] = "exentas"
    parejas: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Everybody:
    """All that are inscribed and no other stage has as exempt: the first stage."""

    kind: ClassVar[str] = "inscritas"


Rule: TypeAlias = FromEach | Best | Rest | WinnerOf | Exempt | Everybody
RULES: Final[tuple[type[Rule], ...]] = (FromEach, Best, Rest, WinnerOf, Exempt, Everybody)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of the stage: the pareja that would take it now (None: open) and why, in a sentence.

    `settled`: the source stage has ended, so that this is final, None included. `series` are those that the pareja has played before
    this stage, in the source stage and earlier ones, each as the number of its stage and the series from 0: a draw can keep those of one
    apart. `seeded`: the pareja of this place is a seed of the draw, in the order of the
    places.
    """

    pareja: int | None
    why: str
    settled: bool
    stage: int | None = None
    series: tuple[tuple[int, int], ...] = ()
    seeded: bool = False

    @property
    def vacant(self) -> bool:
        """Nobody will ever fill it: the stage is drawn without it."""
        return self.settled and self.pareja is None


@dataclass(frozen=True, slots=True)
class Before:
    """A stage that others take their entrants from; `brackets` are the winners of the two of a double elimination."""

    name: str
    ranking: Ranking
    brackets: Mapping[str, int | None]


def rule_data(rule: Rule) -> dict[str, Any]:
    """Ready for JSON.

    >>> rule_data(Best(1, 3, place=2))
    {'kind': 'mejores', 'stage': 1, 'count': 3, 'place': 2}
    """
    data = {"kind": rule.kind, **asdict(rule)}
    return data | {"parejas": list(rule.parejas)} if isinstance(rule, Exempt) else data


def rule_from(data: Mapping[str, Any]) -> Rule:
    """The inverse of `rule_data`; KeyError or TypeError for what it never gave."""
    kinds = {each.kind: each for each in RULES}
    values: dict[str, Any] = {name: value for name, value in data.items() if name != "kind"}
    if "parejas" in values:
        values["parejas"] = tuple(values["parejas"])
    return kinds[data["kind"]](**values)


def qualify(
    rules: Sequence[Rule],
    before: Mapping[int, Before],
    *,
    inscribed: Sequence[int] = (),
    taken: Mapping[int, Collection[int]] = NOBODY_TAKEN,
) -> tuple[Spot, ...]:
    """All places in the order of the rules, the better first.

    `inscribed` are for `Everybody`; `taken` those whom other stages take, by the stage they come from, for `Rest`
    and for the best in whatever place. Nobody enters twice: who has a place by one rule leaves that of another to the next one there.
    After departures the first one left of a stage may have won its repechaje besides.
    """
    spots: list[Spot] = []
    for rule in rules:
        spots += _spots(rule, before, inscribed, taken, spots)
    series = _series_played(before)
    return tuple(
        spot if spot.pareja is None else replace(spot, series=tuple(series.get(spot.pareja, ()))) for spot in spots
    )


def said(rule: Rule, before: Mapping[int, str], *, alone: bool = False) -> str:
    """The rule in a sentence; `before` are the names of the stages, `alone`: single players play.

    >>> said(Best(1, 3, place=2), {1: "Series"}), said(FromEach(1, 2), {1: "Series"})
    ('Las 3 mejores segundas de «Series».', 'Las 2 primeras de cada serie de «Series».')
    >>> said(Best(1, 1), {1: "Series"}), said(FromEach(1), {1: "Series"}, alone=True)
    ('La mejor de las que no clasificaron de «Series».', 'El primero de cada serie de «Series».')
    """
    o, one, many = ("o", "El", "Los") if alone else ("a", "La", "Las")
    if isinstance(rule, Everybody):
        return f"Tod{o}s {many.lower()} inscrit{o}s que no están exent{o}s."
    if isinstance(rule, Exempt):
        return f"Exent{o}s de las etapas anteriores: {', '.join(map(str, rule.parejas))}."
    name = f"«{before[rule.stage]}»"
    if isinstance(rule, FromEach):
        who = f"{one} primer{o}" if rule.places == 1 else f"{many} {rule.places} primer{o}s"
        return f"{who} de cada serie de {name}."
    if isinstance(rule, Best):
        who, best, s = (one, "mejor", "") if rule.count == 1 else (f"{many} {rule.count}", "mejores", "s")
        of = f"{ORDINALS[rule.place - 1][:-1]}{o}{s}" if rule.place else f"de {many.lower()} que no clasificaron"
        return f"{who} {best} {of} de {name}."
    if isinstance(rule, Rest):
        return f"{many} de {name} que no clasificaron."
    return f"{one} ganador{'' if alone else 'a'} de la llave de {rule.bracket} de {name}."


def _spots(
    rule: Rule,
    before: Mapping[int, Before],
    inscribed: Sequence[int],
    taken: Mapping[int, Collection[int]],
    spots: Sequence[Spot],
) -> list[Spot]:
    """The places of one rule; `spots` are those of the rules before it."""
    already = {spot.pareja for spot in spots if spot.pareja is not None}
    if isinstance(rule, Everybody):
        return [Spot(pareja, "Inscrita.", settled=True) for pareja in inscribed if pareja not in already]
    if isinstance(rule, Exempt):
        why = "Exenta: entra en esta etapa sin jugar las anteriores."
        return [Spot(pareja, why, settled=True, seeded=True) for pareja in rule.parejas if pareja not in already]
    stage, others = before[rule.stage], {*already, *taken.get(rule.stage, ())}
    if isinstance(rule, FromEach):
        return _from_each(rule, stage, already)
    if isinstance(rule, Best):
        return _best(rule, stage, already if rule.place else others)
    if isinstance(rule, Rest):
        return _rest(rule, stage, others)
    return [_winner_of(rule, stage, already)]


def _winner_of(rule: WinnerOf, stage: Before, already: Collection[int]) -> Spot:
    """Known before the last final of its stage is played; nobody where it was put out, has left, or has a place already."""
    winner = stage.brackets.get(rule.bracket)
    pareja = None if winner in stage.ranking.unfit or winner in already else winner
    why = f"Ganadora de la llave de {rule.bracket} de «{stage.name}»."
    settled = winner is not None or stage.ranking.complete
    return Spot(pareja, why, settled, rule.stage, seeded=rule.bracket == "ganadores")


def _from_each(rule: FromEach, stage: Before, already: Collection[int]) -> list[Spot]:
    """All first ones, then all second ones: so they are seeded, the better place first, and inside it by the comparison."""
    order = {each.pareja: number for number, each in enumerate(stage.ranking.overall)}
    spots = []
    for place in range(1, rule.places + 1):
        found = []
        for group, ranked in enumerate(stage.ranking.groups):
            fit = [each for each in ranked if each.pareja not in stage.ranking.unfit and each.pareja not in already]
            one = fit[place - 1] if len(fit) >= place else None
            why = _why_from(stage, group, place, left=_moved_up(one, ranked, place - 1))
            found.append((order[one.pareja] if one else len(order), group, _spot(rule.stage, stage, one, why)))
        found.sort(key=lambda each: each[:2])
        spots += [replace(spot, seeded=place == 1) for _, _, spot in found]
    return spots


def _best(rule: Best, stage: Before, already: set[int]) -> list[Spot]:
    unfit, overall = stage.ranking.unfit, stage.ranking.overall
    place_of, reached = _places(stage.ranking, unfit), _places(stage.ranking)
    able = [
        each
        for each in overall
        if each.pareja not in already and each.pareja not in unfit and rule.place in (0, place_of[each.pareja])
    ]
    if rule.place:
        whole = [each for each in overall if reached[each.pareja] == rule.place]
    else:
        whole = [each for each in overall if each.pareja not in already]
    kind = f"{ORDINALS[rule.place - 1]}s" if rule.place else "no clasificadas"
    spots = []
    for number in range(rule.count):
        one = able[number] if number < len(able) else None
        left = " que quedan" if _moved_up(one, whole, number) else ""
        why = f"{number + 1}.ª mejor de las {kind}{left} de «{stage.name}»{_by(one, stage)}."
        spots.append(_spot(rule.stage, stage, one, why))
    return spots


def _rest(rule: Rest, stage: Before, taken: set[int]) -> list[Spot]:
    return [
        _spot(rule.stage, stage, each, f"No clasificó en «{stage.name}» y va al repechaje.")
        for each in stage.ranking.overall
        if each.pareja not in taken and each.pareja not in stage.ranking.unfit
    ]


def _moved_up(one: Ranked | None, whole: Sequence[Ranked], number: int) -> bool:
    """Whether it takes the place of who came in there and cannot go on by it; None: nobody is left to take it."""
    return number < len(whole) and whole[number] != one


def _places(ranking: Ranking, without: Collection[int] = ()) -> dict[int, int]:
    """The place of each in its series, from 1, those `without` not counted; lots decide where nothing else does."""
    places: dict[int, int] = {}
    for ranked in ranking.groups:
        fit = [each.pareja for each in ranked if each.pareja not in without]
        places |= {pareja: place for place, pareja in enumerate(fit, start=1)}
    return places


def _series_played(before: Mapping[int, Before]) -> Mapping[int, Sequence[tuple[int, int]]]:
    """By pareja, the series that it has played, by stage: one in one piece has none."""
    played: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, stage in sorted(before.items()):
        if len(stage.ranking.groups) > 1:
            for group, ranked in enumerate(stage.ranking.groups):
                for each in ranked:
                    played[each.pareja].append((number, group))
    return played


def _spot(number: int, stage: Before, one: Ranked | None, why: str) -> Spot:
    return Spot(one.pareja if one else None, why, stage.ranking.complete, number)


def _why_from(stage: Before, group: int, place: int, *, left: bool) -> str:
    """Of those who are `left`: somebody before it cannot go on by that place."""
    ordinal = ORDINALS[place - 1].capitalize() if place <= len(ORDINALS) else f"{place}.ª"
    of = "de las que quedan en" if left else "de"
    series = f"{of} la serie {group + 1} de" if len(stage.ranking.groups) > 1 else of
    return f"{ordinal} {series} «{stage.name}»."


def _by(one: Ranked | None, stage: Before) -> str:
    if one is None or one.row is None:
        return ""
    how = ", por promedios" if stage.ranking.averages else ""
    return f": {one.place}.ª entre todas{how}"
