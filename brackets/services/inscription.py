"""What is written down about a pareja, and what is wrong with it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from brackets.models import Pareja
from brackets.selectors.parejas import cedula_masked
from brackets.selectors.spelling import name_key
from brackets.services.cedula import cedula_clean
from brackets.services.errors import InvalidValue
from brackets.services.names import text_clean

HIGHEST_NUMBER: Final = 9999


@dataclass(frozen=True, slots=True, kw_only=True)
class ParejaData:
    """What is written down about a pareja, besides its number."""

    player_1: str
    player_2: str
    cedula_1: str = ""
    cedula_2: str = ""
    name: str = ""
    club: str = ""
    category: str = ""
    representative: int = 1
    uniform: bool = False
    seed: int | None = None

    @property
    def cedulas(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.cedula_1, self.cedula_2)))

    @property
    def people(self) -> frozenset[str]:
        """Both names, whatever their order, case and accents."""
        return frozenset((name_key(self.player_1), name_key(self.player_2)))

    @property
    def title(self) -> str:
        return self.name or f"{self.player_1} / {self.player_2}"


FIELDS: Final = tuple(field.name for field in fields(ParejaData))
SECRET: Final = frozenset({"cedula_1", "cedula_2"})
LABELS: Final[Mapping[str, str]] = {
    "number": "Número",
    "name": "Pareja",
    "player_1": "Jugador 1",
    "player_2": "Jugador 2",
    "cedula_1": "Cédula 1",
    "cedula_2": "Cédula 2",
    "club": "Club o institución",
    "category": "Categoría",
    "representative": "Representante",
    "uniform": "Uniforme",
    "seed": "Cabeza de serie",
    "status": "Estado",
}
"""How people call each value of a pareja, in the order of a sheet."""


def pareja_data(pareja: Pareja) -> ParejaData:
    """What is written down about it now; one query unless players are prefetched."""
    first, second = sorted(pareja.players.all(), key=lambda player: player.position)
    return ParejaData(
        player_1=first.name,
        player_2=second.name,
        cedula_1=first.cedula,
        cedula_2=second.cedula,
        name=pareja.name,
        club=pareja.club,
        category=pareja.category,
        representative=pareja.representative,
        uniform=pareja.uniform,
        seed=pareja.seed,
    )


def pareja_clean(data: ParejaData) -> ParejaData:
    """The data as it is stored; InvalidValue for the first value that cannot be."""
    clean, problems = pareja_examine(data)
    for problem in problems or pareja_contradictions(clean):
        raise problem
    return clean


def pareja_examine(data: ParejaData) -> tuple[ParejaData, list[InvalidValue]]:
    """The data as it would be stored, and what is wrong with each value taken alone."""
    problems: list[InvalidValue] = []
    texts: dict[str, str] = {}
    for field, label, longest in (
        ("player_1", "El nombre del jugador 1", 60),
        ("player_2", "El nombre del jugador 2", 60),
        ("name", "El nombre de la pareja", 60),
        ("club", "El club o institución", 60),
        ("category", "La categoría", 30),
    ):
        try:
            texts[field] = text_clean(
                getattr(data, field), field=field, label=label, longest=longest, required=field.startswith("player")
            )
        except InvalidValue as problem:
            problems.append(problem)
    for field, label in (("cedula_1", "La cédula del jugador 1"), ("cedula_2", "La cédula del jugador 2")):
        try:
            texts[field] = cedula_clean(getattr(data, field), field=field, label=label)
        except InvalidValue as problem:
            problems.append(problem)
    if data.representative not in (1, 2):
        problems.append(
            InvalidValue("representante", "El representante es el jugador 1 o el 2.", field="representative")
        )
    if data.seed is not None and not 1 <= data.seed <= HIGHEST_NUMBER:
        problems.append(InvalidValue("cabeza-de-serie", "La cabeza de serie es un número desde 1.", field="seed"))
    clean = replace(data, **texts)  # type: ignore[arg-type]
    return clean, problems


def pareja_contradictions(data: ParejaData) -> Iterator[InvalidValue]:
    """What is wrong with values that are good one by one."""
    if data.cedula_1 and data.cedula_1 == data.cedula_2:
        yield InvalidValue("cedula-repetida", "Los dos jugadores tienen la misma cédula.", field="cedula_2")
    elif len(data.people) == 1 and len(data.cedulas) < 2:
        yield InvalidValue(
            "jugador-repetido",
            "Los dos jugadores tienen el mismo nombre. Si son dos personas, escriba la cédula de cada una.",
            field="player_2",
        )


def audited_changes(before: ParejaData, after: ParejaData) -> Mapping[str, Any]:
    """What changed, for the audit: of a cédula only its last digits."""
    return {
        field: {
            when: cedula_masked(getattr(data, field)) if field in SECRET else getattr(data, field)
            for when, data in (("before", before), ("after", after))
        }
        for field in FIELDS
        if getattr(before, field) != getattr(after, field)
    }
