"""What a column may be called; case, accents, spaces and punctuation do not matter."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from brackets.selectors.spelling import name_key
from brackets.services.inscription import columns_of, labels_of

WIDTHS: Final = {"number": 9, "representative": 15, "uniform": 10, "seed": 15, "finalist": 18, "status": 11}
TEXT: Final = "@"
"""The number format of every cell: a cédula keeps its zero."""

REQUIRED: Final = {1: ("player_1",), 2: ("player_1", "player_2")}
_OTHER_TITLES: Final[Mapping[str, tuple[str, ...]]] = {
    "number": ("n", "no", "nro", "num", "#", "numero de pareja", "numero pareja", "pareja no", "pareja n"),
    "name": ("nombre de la pareja", "nombre pareja", "nombre de pareja", "equipo", "alias", "seudonimo"),
    "club": (
        "club", "institucion", "club institucion", "institucion club", "club e institucion", "entidad", "empresa",
        "delegacion",
    ),
    "institution": ("segunda institucion",),
    "family": ("familias", "parientes", "parentesco"),
    "province": ("provincias", "procedencia"),
    "finalist": ("finalista", "finalistas", "finalista de la edicion anterior"),
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
_ALONE: Final[Mapping[str, tuple[str, ...]]] = {
    "player_1": ("jugadora", "nombre", "nombres", "nombre y apellido", "nombres y apellidos", "apellidos y nombres",
                 "nombre del jugador", "participante"),
    "cedula_1": ("cedula del jugador", "ci", "c i", "identificacion", "documento", "no cedula", "numero de cedula"),
}  # fmt: skip
"""Where each plays alone, his columns need no number."""
LONGEST_TITLE: Final = 100
"""Characters; what is longer is no title, and would take long to compare in each cell of many sheets."""
_PARTNER: Final = ("player_2", "cedula_2")
"""Known also there: what is written in them is refused, not passed over."""
_ORDINALS: Final = {"primer": "1", "primera": "1", "segundo": "2", "segunda": "2", "uno": "1", "dos": "2"}


@dataclass(frozen=True, slots=True)
class Header:
    """Which place of a row has which field, and the titles nobody knows."""

    players: int
    places: Mapping[str, int]
    repeated: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(field for field in REQUIRED[self.players] if field not in self.places)


def header_of(titles: Sequence[str], *, players: int) -> Header:
    """Read a row as titles of a sheet where a pareja has so many players, which it may turn out not to be."""
    places: dict[str, int] = {}
    repeated, unknown = [], []
    for place, title in enumerate(map(str.strip, titles)):
        if not title:
            continue
        field = _FIELDS[players].get(title_key(title)) if len(title) <= LONGEST_TITLE else None
        if field is None:
            unknown.append(title)
        elif field in places:
            repeated.append(labels_of(players)[field])
        else:
            places[field] = place
    return Header(players, places, tuple(repeated), tuple(unknown))


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


def _titles(field: str, players: int) -> list[str]:
    titles = [labels_of(2)[field], labels_of(players)[field], *_OTHER_TITLES.get(field, ())]
    if field[-1] in "12":
        patterns = _PLAYER if field.startswith("player") else _CEDULA
        titles += [pattern.format(field[-1]) for pattern in patterns]
    return titles + list(_ALONE.get(field, ()) if players == 1 else ())


_FIELDS: Final = {
    players: {
        title_key(title): field
        for field in dict.fromkeys((*columns_of(players), *_PARTNER))
        for title in _titles(field, players)
    }
    for players in REQUIRED
}
