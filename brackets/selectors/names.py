"""The names of parejas and of their players, and whether they are those that were last written down as digests (`NameEvent`)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from brackets.draw.acta_seal import ERASED, person_digest
from brackets.models import NameEvent, Pareja

Place: TypeAlias = tuple[int, int]
"""The number of a pareja, and the position of a player; 0 for the name of the pareja."""


def names_in(parejas: Iterable[Pareja]) -> dict[Place, str]:
    """What there is of these, with their players at hand."""
    found = {}
    for pareja in parejas:
        found[pareja.number, 0] = pareja.name
        found |= {(pareja.number, player.position): player.name for player in pareja.players.all()}
    return {place: name for place, name in found.items() if name}


def names_last(events: Iterable[NameEvent]) -> dict[Place, NameEvent]:
    """Of events in their order the last of each place."""
    return {(event.pareja, event.position): event for event in events}


def is_name_of(event: NameEvent, name: str) -> bool:
    """Whether this is what it says; of one whose salt is gone, whether it says so."""
    return person_digest(name, event.salt) == event.digest if event.salt else name == ERASED


def named_wrongly(names: Mapping[Place, str], events: Iterable[NameEvent]) -> Iterator[str]:
    """What is wrong with the names of parejas of which any was ever written down, in a sentence each; no query."""
    reached: dict[Place, int] = {}
    events = list(events)
    for event in events:
        place = event.pareja, event.position
        reached[place] = reached.get(place, 0) + 1
        if event.number != reached[place]:
            yield f"falta un nombre entre los que se anotaron: {_words(place)}"
            reached[place] = event.number
    last = names_last(events)
    noted = {pareja for pareja, _ in last}
    for place in sorted(last.keys() | {place for place in names if place[0] in noted}):
        if place not in last or not is_name_of(last[place], names.get(place, "")):
            yield f"no es el último que se anotó: {_words(place)}"


def _words(place: Place) -> str:
    number, position = place
    return f"el nombre del jugador {position} de la pareja {number}" if position else f"el nombre de la pareja {number}"
