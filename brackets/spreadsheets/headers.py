"""What a column may be called; case, accents, spaces and punctuation do not matter."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from brackets.selectors.spelling import name_key
from brackets.services.inscription import LABELS

WIDTHS: Final = {"number": 9, "representative": 15, "uniform": 10, "seed": 15, "status": 11}
TEXT: Final = "@"
"""The number format of every cell: a cédula keeps its zero."""

REQUIRED: Final = ("player_1", "player_2")
_OTHER_TITLES: Final[Mapping[str, tuple[str, ...]]] = {
    "number": ("n", "no", "nro", "num", "#", "numero de pareja", "numero pareja", "pareja no", "pareja n"),
    "name": ("nombre de la pareja", "nombre pareja", "nombre de pareja", "equipo", "alias", "seudonimo"),
    "club": (
        "club", "institucion", "club institucion", "institucion club", "club e institucion", "entidad", "empresa",
        "delegacion",
    ),
    "category": ("rama", "modalidad"),
    "representative": ("representante de la pareja", "capitan", "delegado"),
    "uniform": ("uniformes", "chompa", "chompas", "chompas uniformes", "uniformados"),
    "seed": ("cabeza", "cabezas de serie", "siembra", "preclasificado", "preclasificada"),
    "status": ("situacion",),
}  # fmt: skip
_PLAYER: Final = ("jugador {}", "jugador{}", "jugadora {}", "nombre {}", "nombre jugador {}", "nombre del jugador {}",
                  "nombres jugador {}", "nombre y apellido {}", "nombres y apellidos {}", "integrante {}",
                  "participante {}")  # fmt: skip
_CEDULA: Final = ("cedula {}", "cedula{}", "cedula jugador {}", "cedula del jugador {}", "ci {}", "ci{}", "c i {}",
                  "ci jugador {}", "identificacion {}", "documento {}", "no cedula {}", "numero de cedula {}",
                  "jugador {} cedula")  # fmt: skip
_ORDINALS: Final = {"primer": "1", "primera": "1", "segundo": "2", "segunda": "2", "uno": "1", "dos": "2"}


@dataclass(frozen=True, slots=True)
class Header:
    """Which place of a row has which field, and the titles nobody knows."""

    places: Mapping[str, int]
    repeated: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(field for field in REQUIRED if field not in self.places)


def header_of(titles: Sequence[str]) -> Header:
    """Read a row as titles, which it may turn out not to be."""
    places: dict[str, int] = {}
    repeated, unknown = [], []
    for place, title in enumerate(titles):
        if not title.strip():
            continue
        field = _FIELDS.get(title_key(title))
        if field is None:
            unknown.append(title.strip())
        elif field in places:
            repeated.append(LABELS[field])
        else:
            places[field] = place
    return Header(places, tuple(repeated), tuple(unknown))


def title_key(title: str) -> str:
    """What spellings of one title have in common.

    >>> title_key("N.º"), title_key("CÉDULA_1"), title_key("Segundo jugador"), title_key("Club / Institución")
    ('n', 'cedula 1', 'jugador 2', 'club institucion')
    """
    if title.strip() == "#":
        return "#"
    plain = name_key(title.replace("º", "").replace("°", "").replace("ª", ""))
    words = re.sub(r"[^a-z0-9ñ]+", " ", plain).split()
    numbered = [word for word in words if word not in _ORDINALS]
    return " ".join([*numbered, *(_ORDINALS[word] for word in words if word in _ORDINALS)])


def _titles(field: str) -> list[str]:
    titles = [LABELS[field], *_OTHER_TITLES.get(field, ())]
    if field[-1] in "12":
        patterns = _PLAYER if field.startswith("player") else _CEDULA
        titles += [pattern.format(field[-1]) for pattern in patterns]
    return titles


_FIELDS: Final = {title_key(title): field for field in LABELS for title in _titles(field)}
