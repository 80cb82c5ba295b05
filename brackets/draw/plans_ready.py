"""Plans ready to pick: how championships of Cuarenta are usually played, for any number of entrants from 2 to 1,024.

Each is a function of how many play. What a zapatería does beyond its mesa is the reglamento's to say, so it is given.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from brackets.draw.formats import (
    LARGEST_LEAGUE,
    DoubleElimination,
    Elimination,
    Format,
    Series,
    Swiss,
    sizes_of,
)
from brackets.draw.places import bracket_size
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Best, Everybody, FromEach, Rule
from brackets.draw.structure import Zapateria

TABLE: Final = ("mesas", "directo", "chicas", "puntos", "zapaterias", "sorteo")
"""No reglamento says how ties are broken: this order is ours."""
SWISS_TABLE: Final = (
    "mesas", "buchholz-menos-1", "buchholz", "sonneborn-berger", "directo", "chicas", "puntos", "sorteo",
)  # fmt: skip
"""Rivals differ in a Swiss stage, so whom one met counts before by how much one won."""
SERIES: Final = 4
"""Nine series of four in the Mundial of 2025, fifteen of four and three of three for the 69 of 2022."""
CLUB_SERIES: Final = 16
"""Where all against all would be too many for one series."""

Stages = tuple[StagePlan, ...]


@dataclass(frozen=True, slots=True)
class Template:
    """`what` says in Spanish how it is played, `source` who plays like this ("" is nobody in particular)."""

    key: str
    label: str
    what: str
    source: str
    build: Callable[[int], Stages]

    def plans(self, entrants: int, zapateria: Zapateria = Zapateria.NOTHING) -> Stages:
        """The stages for so many."""
        return tuple(
            StagePlan(name=each.name, format=each.format, entry=each.entry, criteria=each.criteria, zapateria=zapateria)
            for each in self.build(entrants)
        )


def _stage(name: str, form: Format, *entry: Rule) -> StagePlan:
    criteria = SWISS_TABLE if isinstance(form, Swiss) else TABLE
    return StagePlan(name=name, format=form, entry=entry or (Everybody(),), criteria=criteria)


def _final(entrants: int, *entry: Rule, name: str = "Final") -> StagePlan:
    """A knock-out of so many; the beaten semifinalists play for the third place where there are two."""
    return _stage(name, Elimination(third_place=entrants > 3), *entry)


def _in_series(entrants: int) -> Series:
    """Series of four and three; up to five are one series, because five do not part into fours and threes."""
    return Series(size=0 if entrants <= SERIES + 1 else SERIES)


def _lightning(entrants: int) -> Stages:
    return (_final(entrants, name="Eliminatoria directa"),)


def _two_defeats(_entrants: int) -> Stages:
    return (_stage("A dos derrotas", DoubleElimination(second_final=True)),)


def _mundial(entrants: int) -> Stages:
    """96: 24 series of four; 24 winners and 12 seconds in nine series of four; nine winners and 3 seconds in a final of 12.

    So about three in eight of the first stage go on, in full series of four, and a third more than the winners of the
    second. With fewer than four series in the first stage the second is passed over, with one it is the final of two.
    """
    if entrants == 2:
        return (_final(2),)
    form = _in_series(entrants)
    series = len(sizes_of(form, entrants))
    first = _stage("Eliminatorias", form)
    if series == 1:
        return first, _final(2, FromEach(1, 2))
    if series < 4:
        last = _knock_out_size(series)
        return first, _final(last, FromEach(1), Best(1, last - series, place=2), name="Semifinales y final")
    through = (3 * series + 4) // 8 * SERIES
    quarters = through // SERIES
    last = _knock_out_size(quarters)
    return (
        first,
        _stage("Cuartos", Series(size=SERIES), FromEach(1), Best(1, through - series, place=2)),
        _final(last, FromEach(2), Best(2, last - quarters, place=2), name="Semifinales y final"),
    )


def _knock_out_size(series: int) -> int:
    """The winners of so many series and some seconds: 4, 6, 8, 12, 16, 24, …, a bracket that is full or has a bye in three lines."""
    whole = bracket_size(series + 1)
    smaller = whole // 4 * 3
    return smaller if smaller > series and whole > 4 else whole


def _series_and_final(entrants: int) -> Stages:
    if entrants == 2:
        return (_final(2),)
    form = _in_series(entrants)
    through = 2 * len(sizes_of(form, entrants))
    return _stage("Series", form), _final(through, FromEach(1, 2))


def _salinas(entrants: int) -> Stages:
    stages: list[StagePlan] = []
    while entrants > 2:
        form = _in_series(entrants)
        entry = (FromEach(len(stages), 2),) if stages else ()
        stages.append(_stage(f"Series {len(stages) + 1}", form, *entry))
        entrants = 2 * len(sizes_of(form, entrants))
    return *stages, _final(2, *((FromEach(len(stages), 2),) if stages else ()))


def _league(turns: int) -> Callable[[int], Stages]:
    def build(entrants: int) -> Stages:
        if entrants <= LARGEST_LEAGUE:
            return (_stage("Todos contra todos", Series(size=0, turns=turns)),)
        series = -(-entrants // CLUB_SERIES)
        final = _stage("Final, todos contra todos", Series(size=0, turns=turns), FromEach(1))
        return _stage("Series, todos contra todos", Series(size=-(-entrants // series), turns=turns)), final

    return build


def _swiss(entrants: int) -> Stages:
    """So many rounds that at most one can win all; never more than can be paired without a rival twice."""
    return (_stage("Suizo", Swiss(rounds=min(entrants // 2, (entrants - 1).bit_length()))),)


TEMPLATES: Final[Sequence[Template]] = (
    Template(
        "mundial",
        "Mundial",
        "Series de cuatro. Quien gana su serie y los mejores segundos puestos juegan otra vez series de cuatro; de estas, quien "
        "gana cada una y, por repechaje, los mejores segundos puestos van a la eliminatoria final.",
        "Mundial de 40, Quito 2025: 96, 36, nueve series de cuatro, 12 y final.",
        _mundial,
    ),
    Template(
        "riobamba",
        "Riobamba, a dos derrotas",
        "La primera derrota no elimina: se sigue por la llave de perdedores. Si quien llega invicto pierde la final, hay otra.",
        "Reglamento de Riobamba, artículo 12.",
        _two_defeats,
    ),
    Template(
        "relampago",
        "Relámpago",
        "Quien pierde queda fuera. Es lo más corto; quienes pierden las semifinales juegan por el tercer puesto.",
        "",
        _lightning,
    ),
    Template(
        "todos",
        "Todos contra todos",
        "Cada quien juega una vez con todos los demás, y gana quien más mesas ganó. "
        f"Con más de {LARGEST_LEAGUE} se hacen series de hasta {CLUB_SERIES}, y después juegan todos entre sí quienes las ganan.",
        "",
        _league(1),
    ),
    Template(
        "todos-dos-vueltas",
        "Todos contra todos, a dos vueltas",
        "Lo mismo, jugando dos veces con cada rival.",
        "",
        _league(2),
    ),
    Template(
        "series-final",
        "Series y final",
        "Series de cuatro; los dos primeros puestos de cada una van a la eliminatoria final.",
        "",
        _series_and_final,
    ),
    Template(
        "salinas",
        "Salinas",
        "Series de cuatro de las que pasan dos, y otra vez series con quienes pasan, hasta que quedan dos para la final.",
        "Torneo interclubes del Salinas Yacht Club. Allí se separan los clubes solo en el primer sorteo.",
        _salinas,
    ),
    Template(
        "suizo",
        "Suizo",
        "En cada ronda juegan entre sí quienes llevan las mismas mesas ganadas, sin repetir rival. Nadie queda fuera antes del final.",
        "",
        _swiss,
    ),
)
BY_KEY: Final = {template.key: template for template in TEMPLATES}
