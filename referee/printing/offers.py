"""What the print page offers: every kind of document, by the moment it is needed, with a tick for each place there is one of."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from referee.printing.papers import KINDS, Kind
from referee.printing.places import (
    Place,
    by_jueces,
    by_tables,
    each_appeal,
    each_blank_series_stage,
    each_bracket,
    each_day,
    each_day_entered,
    each_day_played,
    each_draw,
    each_open_partida,
    each_open_round,
    each_sealed_round,
    each_series_stage,
    each_stage,
    each_walkover,
    once_ended,
    once_entered,
    once_entered_together,
    once_played,
    once_published,
    once_with_tables,
    one_for_each,
    one_for_each_champion,
    one_for_each_finalist,
    one_for_each_juez,
    one_for_each_zapateria,
    whole,
)
from referee.selectors.prints.facts import Facts
from referee.selectors.prints.selection import Chosen

Moment = Literal["antes", "durante", "despues"]
MOMENTS: Final[tuple[tuple[Moment, str], ...]] = (
    ("antes", "Antes de jugar"),
    ("durante", "Durante el campeonato"),
    ("despues", "Después"),
)
Places = Callable[[Kind, Facts], list[Place]]


@dataclass(frozen=True, slots=True)
class Preset:
    """What is often wanted together, and how."""

    words: str
    hint: str
    output: str


PRESETS: Final = {
    "noche": Preset("Todo para esta noche", "lo que hace falta para empezar, en un PDF", "pdf"),
    "muro": Preset("Para el muro", "llaves, series, horario y posiciones, en un PDF", "pdf"),
    "archivo": Preset("Para el archivo", "Planillas selladas y actas, cada una en su PDF", "zip"),
}


@dataclass(frozen=True, slots=True)
class Spec:
    """When a kind is needed, where there is one of it, and in which of `PRESETS` it is. `why`: what is missing, if it is not the kind's own `nothing`."""

    moment: Moment
    places: Places
    presets: tuple[str, ...] = ()
    hint: str = ""
    why: str = ""


NO_DRAW: Final = "Todavía no hay ningún sorteo publicado."
NO_SERIES: Final = "Ninguna etapa publicada es de series, de todos contra todos o suiza."
NO_RIVALS: Final = "Todavía no hay partidas por jugar con sus dos rivales."
NOT_PLAYED: Final = "Todavía no se ha jugado ninguna partida."
NOT_ENDED: Final = "El campeonato todavía no termina."
SPECS: Final[Mapping[str, Spec]] = {
    "planillas-en-blanco": Spec(
        "antes",
        each_open_partida,
        ("noche",),
        "Una por partida que falta jugar, con quienes juegan y su QR: con ellas se sigue si falla todo lo demás.",
        "No hay partidas por jugar con sus dos rivales. Si falta el sorteo, hágalo; la de una ya jugada se saca en su partida.",
    ),
    "planilla-vacia": Spec("antes", whole),
    "convocatoria": Spec("antes", each_open_round, ("noche", "muro"), why=NO_RIVALS),
    "credenciales": Spec("antes", once_entered, hint="Con marcas de corte."),
    "enlaces": Spec("antes", once_entered_together, hint="Entra quien tenga el papel: entréguelos en mano."),
    "tarjetas-mesa": Spec(
        "antes", once_with_tables, ("noche",), "Con marcas de corte.", "El salón no tiene mesas todavía."
    ),
    "reglas": Spec("antes", whole, ("noche", "muro")),
    "lista-presencia": Spec("antes", each_day_entered, ("noche",), why="Todavía no hay inscritos."),
    "acta-sorteo": Spec("antes", each_draw, ("noche", "archivo"), why=NO_DRAW),
    "llave": Spec("antes", each_bracket, ("muro",), "En las hojas que haga falta, para cortar y pegar.", NO_DRAW),
    "series-en-blanco": Spec("antes", each_blank_series_stage, why=NO_SERIES),
    "horario-dia": Spec("durante", each_day, ("noche", "muro"), why=NO_DRAW),
    "horario-mesa": Spec("durante", by_tables, why=NO_DRAW),
    "horario-juez": Spec("durante", by_jueces, ("noche",), why=NO_DRAW),
    "series": Spec("durante", each_series_stage, ("muro",), why=NO_SERIES),
    "posiciones": Spec("durante", each_stage, ("muro", "archivo"), why=NO_DRAW),
    "prensa": Spec("durante", each_day_played, why=NOT_PLAYED),
    "acta-wo": Spec("durante", each_walkover, ("archivo",)),
    "resolucion": Spec("durante", each_appeal, ("archivo",)),
    "planillas": Spec(
        "despues",
        each_sealed_round,
        ("archivo",),
        "Con el resultado y las firmas.",
        "Todavía no hay ninguna Planilla sellada: espere a que los Jueces firmen.",
    ),
    "acta-final": Spec("despues", once_ended, ("archivo",), why=NOT_ENDED),
    "certificado-campeon": Spec("despues", one_for_each_champion, why=NOT_ENDED),
    "certificado-finalistas": Spec("despues", one_for_each_finalist, why=NOT_ENDED),
    "certificado-participacion": Spec("despues", one_for_each, why="Todavía no hay inscritos."),
    "certificado-juez": Spec("despues", one_for_each_juez, why=NO_DRAW),
    "certificado-zapatero": Spec("despues", one_for_each_zapateria, why=NOT_PLAYED),
    "neutralidad": Spec("despues", once_played, ("archivo",), why=NOT_PLAYED),
}
AFTERWARDS: Final = Spec("despues", once_ended, ("archivo",), why=NOT_ENDED)
OTHERWISE: Final = Spec("durante", once_published, why=NO_DRAW)


@dataclass(frozen=True, slots=True)
class Offer:
    """A kind of document with the ticks that there are for it; without any, `why` says what is missing."""

    kind: Kind
    spec: Spec
    places: list[Place]

    @property
    def why(self) -> str:
        return self.spec.why or self.kind.nothing


def offers_of(facts: Facts, allowed: Collection[str] | None = None) -> list[Offer]:
    """Every kind that whoever is `allowed` these actions may print, in the order of the page."""
    order = [*SPECS, *(key for key in KINDS if key not in SPECS)]
    kinds = [KINDS[key] for key in order if key in KINDS and (allowed is None or KINDS[key].action in allowed)]
    return [Offer(kind, spec_of(kind), spec_of(kind).places(kind, facts)) for kind in kinds]


def spec_of(kind: Kind) -> Spec:
    """How a kind is offered; one of which nothing is said here, by its group."""
    return SPECS.get(kind.key) or (AFTERWARDS if kind.group == "Después" else OTHERWISE)


def groups_of(offers: Iterable[Offer]) -> list[tuple[str, list[Offer]]]:
    """The offers by moment."""
    kept = list(offers)
    return [(words, [offer for offer in kept if offer.spec.moment == moment]) for moment, words in MOMENTS]


def places_of(offers: Iterable[Offer]) -> dict[Chosen, Place]:
    """All that can be ticked."""
    return {place.chosen: place for offer in offers for place in offer.places}


def documents_in(selection: Iterable[Chosen], places: Mapping[Chosen, Place]) -> int:
    """How many documents these ticks are now."""
    return sum(places[each].documents for each in selection if each in places)


def preset_tokens(offers: Iterable[Offer], preset: str) -> set[str]:
    """What a preset ticks: for tonight, only what is of today and still to be played."""
    return {
        place.chosen.token
        for offer in offers
        if preset in offer.spec.presets
        for place in offer.places
        if (place.tonight or preset != "noche")
    }
