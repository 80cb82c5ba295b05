"""What is written down about a pareja, and what is wrong with it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from brackets.models import Pareja
from brackets.selectors.parejas import cedulas_noted
from brackets.selectors.spelling import name_key
from brackets.services.cedula import cedula_clean
from brackets.services.errors import InvalidValue
from brackets.services.names import text_clean

HIGHEST_NUMBER: Final = 9999
PAIR: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ParejaData:
    """What is written down about a pareja, besides its number; of one player, without `player_2`."""

    player_1: str
    player_2: str = ""
    cedula_1: str = ""
    cedula_2: str = ""
    name: str = ""
    club: str = ""
    institution: str = ""
    family: str = ""
    province: str = ""
    finalist: bool = False
    category: str = ""
    representative: int = 1
    uniform: bool = False
    seed: int | None = None

    @property
    def cedulas(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.cedula_1, self.cedula_2)))

    @property
    def people(self) -> frozenset[str]:
        """The players' names, whatever their order, case and accents."""
        return frozenset(name_key(name) for name in (self.player_1, self.player_2) if name)

    @property
    def title(self) -> str:
        return self.name or " / ".join(filter(None, (self.player_1, self.player_2)))


APART: Final = (
    ("institution", "La otra institución", 60),
    ("family", "La familia", 60),
    ("province", "La provincia", 60),
)
"""What the draw may keep apart besides clubs."""
# By the number of players: field, what it is called in an error, and its longest text.
TEXTS: Final = {
    1: (
        ("player_1", "El nombre del jugador", 60),
        ("name", "El sobrenombre", 60),
        ("club", "El club o institución", 60),
        *APART,
        ("category", "La categoría", 30),
    ),
    2: (
        ("player_1", "El nombre del jugador 1", 60),
        ("player_2", "El nombre del jugador 2", 60),
        ("name", "El nombre de la pareja", 60),
        ("club", "El club o institución", 60),
        *APART,
        ("category", "La categoría", 30),
    ),
}
CEDULAS: Final = {
    1: (("cedula_1", "La cédula del jugador"),),
    2: (("cedula_1", "La cédula del jugador 1"), ("cedula_2", "La cédula del jugador 2")),
}
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
    "institution": "Otra institución",
    "family": "Familia",
    "province": "Provincia",
    "finalist": "Finalista anterior",
    "category": "Categoría",
    "representative": "Representante",
    "uniform": "Uniforme",
    "seed": "Cabeza de serie",
    "status": "Estado",
}
"""How people call each value of a pareja, in the order of a sheet."""
SINGLE_LABELS: Final = {**LABELS, "name": "Sobrenombre", "player_1": "Jugador", "cedula_1": "Cédula"}
FOR_TWO: Final = frozenset({"player_2", "cedula_2", "representative", "uniform"})
"""What is not asked of a single player."""


def labels_of(players: int) -> Mapping[str, str]:
    """How people call each value where a pareja has so many players."""
    return LABELS if players == PAIR else SINGLE_LABELS


def columns_of(players: int) -> tuple[str, ...]:
    """What is asked of a pareja of so many players, in the order of a sheet."""
    return tuple(field for field in LABELS if players == PAIR or field not in FOR_TWO)


def pareja_data(pareja: Pareja) -> ParejaData:
    """What is written down about it now; one query unless players are prefetched."""
    players = {player.position: player for player in pareja.players.all()}
    first, second = players[1], players.get(2)
    return ParejaData(
        player_1=first.name,
        player_2=second.name if second else "",
        cedula_1=first.cedula,
        cedula_2=second.cedula if second else "",
        name=pareja.name,
        club=pareja.club,
        institution=pareja.institution,
        family=pareja.family,
        province=pareja.province,
        finalist=pareja.finalist,
        category=pareja.category,
        representative=pareja.representative,
        uniform=pareja.uniform,
        seed=pareja.seed,
    )


def pareja_clean(data: ParejaData, *, players: int) -> ParejaData:
    """The data as it is stored; InvalidValue for the first value that cannot be."""
    clean, problems = pareja_examine(data, players=players)
    for problem in problems or pareja_contradictions(clean):
        raise problem
    return clean


def pareja_examine(data: ParejaData, *, players: int) -> tuple[ParejaData, list[InvalidValue]]:
    """The data as it would be stored, and what is wrong with each value taken alone."""
    problems: list[InvalidValue] = []
    texts: dict[str, str] = {}
    for field, label, longest in TEXTS[players]:
        try:
            texts[field] = text_clean(
                getattr(data, field), field=field, label=label, longest=longest, required=field.startswith("player")
            )
        except InvalidValue as problem:
            problems.append(problem)
    for field, label in CEDULAS[players]:
        try:
            texts[field] = cedula_clean(getattr(data, field), field=field, label=label)
        except InvalidValue as problem:
            problems.append(problem)
    if players == PAIR:
        problems += _without_representative(data)
    else:
        problems += _with_a_partner(data)
    if data.seed is not None and not 1 <= data.seed <= HIGHEST_NUMBER:
        problems.append(InvalidValue("cabeza-de-serie", "La cabeza de serie es un número desde 1.", field="seed"))
    clean = replace(data, **texts)  # type: ignore[arg-type]
    return clean, problems


def pareja_contradictions(data: ParejaData) -> Iterator[InvalidValue]:
    """What is wrong with values that are good one by one."""
    if not data.player_2:
        return
    if data.cedula_1 and data.cedula_1 == data.cedula_2:
        yield InvalidValue("cedula-repetida", "Los dos jugadores tienen la misma cédula.", field="cedula_2")
    elif len(data.people) == 1 and len(data.cedulas) < 2:
        yield InvalidValue(
            "jugador-repetido",
            "Los dos jugadores tienen el mismo nombre. Si son dos personas, escriba la cédula de cada una.",
            field="player_2",
        )


def _without_representative(data: ParejaData) -> Iterator[InvalidValue]:
    if data.representative not in (1, 2):
        yield InvalidValue("representante", "El representante es el jugador 1 o el 2.", field="representative")


def _with_a_partner(data: ParejaData) -> Iterator[InvalidValue]:
    alone = "En este campeonato se juega mano a mano, sin compañero"
    for field, what in (("player_2", "el segundo jugador"), ("cedula_2", "la cédula del segundo")):
        if getattr(data, field).strip():
            yield InvalidValue("sobra-jugador", f"{alone}: borre {what}.", field=field)
    if data.representative != 1:
        yield InvalidValue("representante", f"{alone}: cada jugador firma por sí mismo.", field="representative")


def audited_changes(before: ParejaData, after: ParejaData) -> Mapping[str, Any]:
    """What changed, for the audit: of a cédula only that it did."""
    changed = {}
    for field in FIELDS:
        values = getattr(before, field), getattr(after, field)
        if values[0] != values[1]:
            told = cedulas_noted(*values) if field in SECRET else values
            changed[field] = dict(zip(("before", "after"), told, strict=True))
    return changed
