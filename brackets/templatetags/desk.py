"""The places of the panel, in groups: each page of the desk stands once, in the table below."""

from typing import Any, Final, NamedTuple

from django import template
from django.urls import reverse

from brackets.selectors import wording

register = template.Library()

HOME: Final = "brackets:panel"
CALLS: Final = "referee:calls"


class Place(NamedTuple):
    """A page, what it is called, and the action of whoever gets to it."""

    view: str
    words: str
    action: str


class Group(NamedTuple):
    name: str
    places: tuple[Place, ...]


class Shown(NamedTuple):
    """A place as it is drawn. `here`: it is looked at, or something below it. `calls`: how many wait stands beside it."""

    address: str
    words: str
    here: bool
    calls: bool = False


# A page that is new gets one line here; its address and those below it mark it as the place where one is.
GROUPS: Final = (
    Group(
        "Sala",
        (
            Place("referee:control", "Control", "calls.attend"),
            Place("brackets:fixtures", "Partidas", "floor.edit"),
            Place("brackets:allocation", "Asignación", "floor.edit"),
            Place("brackets:jueces", "Jueces", "jueces.edit"),
            Place("brackets:hours", "Horas", "floor.edit"),
            Place("brackets:tables", "Mesas", "tables.edit"),
            Place("brackets:neutrality", "Neutralidad", "floor.edit"),
            Place("referee:devices", "Tablets", "devices.edit"),
            Place("referee:screens", "Pantallas", "screens.edit"),
            Place("referee:prints", "Imprimir", "print"),
            Place("referee:transcriptions", "En papel", "transcription.write"),
            Place("referee:quarantine", "Cuarentena", "quarantine.decide"),
        ),
    ),
    Group(
        "Ley",
        (
            Place(CALLS, "Llamadas", "calls.attend"),
            Place("referee:table_protests", "Protestas", "calls.attend"),
            Place("referee:suspensions", "Suspensiones", "suspensions.edit"),
            Place("referee:appeals", "Apelaciones", "appeals.see"),
            Place("referee:consultas", "Consultas", "consultas.write"),
            Place("referee:conduct", "Conducta", "conduct.write"),
        ),
    ),
    Group(
        "Inscripción",
        (
            Place("brackets:parejas", "Parejas", "parejas.edit"),
            Place("brackets:presence", "Presencia", "presence.edit"),
            Place("referee:credentials", "Credenciales", "presence.edit"),
            Place("brackets:entries", "Solicitudes", "entries.answer"),
            Place("brackets:people", "Datos personales", "people.see"),
        ),
    ),
    Group(
        "Torneo",
        (
            Place("brackets:stages", "Etapas", "draw.see"),
            Place("brackets:draw", "Sorteo", "draw.see"),
            Place("brackets:standings_desk", "Posiciones", "panel.see"),
        ),
    ),
    Group(
        "Organización",
        (
            Place("referee:championship_settings", "Ajustes", "championship.edit"),
            Place("brackets:team", "Equipo", "team.edit"),
            Place("referee:certificate", "Certificado", "certificate.edit"),
            Place("brackets:functions", "Funciones", "panel.see"),
            Place("brackets:notices", "Avisos", "notices.see"),
            Place("brackets:log", "Registro", "audit.see"),
            Place("referee:archive", "Archivo", "archive.export"),
        ),
    ),
)


@register.inclusion_tag("brackets/parts/desk_places.html", takes_context=True)
def desk_places(context: dict[str, Any]) -> dict[str, object]:
    """Two rows: the groups, each leading to its first place, and the places of the group that one is in."""
    request = context["request"]
    slug, per_pareja = request.championship.slug, request.championship.players_per_pareja
    groups = [(group.name, _allowed(group, request.allowed)) for group in GROUPS]
    addresses = {place.view: reverse(place.view, args=[slug]) for _, places in groups for place in places}
    here = max((each for each in addresses.values() if request.path.startswith(each)), key=len, default="")
    inner = [
        (
            name,
            [
                Shown(
                    addresses[place.view],
                    wording.twin(per_pareja, place.words),
                    addresses[place.view] == here,
                    place.view == CALLS,
                )
                for place in places
            ],
        )
        for name, places in groups
        if places
    ]
    home = reverse(HOME, args=[slug])
    return {
        "request": request,
        "home": Shown(home, "Inicio", request.path == home),
        "groups": [
            Shown(places[0].address, name, any(place.here for place in places), any(place.calls for place in places))
            for name, places in inner
        ],
        "places": next((places for _, places in inner if any(place.here for place in places)), ()),
        "group": next((name for name, places in inner if any(place.here for place in places)), ""),
        "calls_state": reverse("referee:calls_state", args=[slug]) if CALLS in addresses else "",
    }


def _allowed(group: Group, allowed: frozenset[str]) -> tuple[Place, ...]:
    return tuple(place for place in group.places if place.action in allowed)
