"""The sentences of the sheet where single players meet: a pareja of one is a player, and has one rival.

Phrases, longest first, since in Spanish more than the noun changes. A test holds every sheet to having no pareja left.
"""

import re
from collections.abc import Mapping
from typing import Final

from referee.rules.rule_sheet.words import Language

PHRASES: Final[Mapping[Language, tuple[tuple[str, str], ...]]] = {
    "es": (
        ("su compañero y, si él tampoco las ve, la pareja rival", "el rival"),
        ("cualquier jugador de la otra pareja", "el rival"),
        ("solo el rival que juega a continuación", "el rival"),
        ("los rivales tengan menos y no hayan", "el rival tenga menos y no haya"),
        ("A una pareja convocada se la espera", "A un jugador convocado se le espera"),
        ("los rivales ganan", "el rival gana"),
        ("si la piden", "si la pide"),
        ("reparten los rivales", "reparte el rival"),
        ("de los rivales", "del rival"),
        ("a los rivales", "al rival"),
        ("a la rival", "al rival"),
        ("la rival", "el rival"),
        ("solo si a ella le toca", "solo si a él le toca"),
        ("la que tiene más gana", "el que tiene más gana"),
        ("la firma de la perdedora", "la firma del perdedor"),
        ("cartas cada una", "cartas cada uno"),
        ("a la pareja", "al jugador"),
        ("la pareja rival", "el rival"),
        ("la pareja ganadora", "el ganador"),
        ("la otra pareja", "el otro jugador"),
        ("La pareja", "El jugador"),
        ("la pareja", "el jugador"),
        ("Una pareja", "Un jugador"),
        ("una pareja", "un jugador"),
        ("Ninguna pareja", "Ningún jugador"),
        ("cada pareja", "cada jugador"),
    ),
    "en": (
        ("his partner and, if he misses them too, by the rivals", "the rival"),
        ("any player of the other pareja", "the rival"),
        ("only the rival who plays next", "the rival"),
        ("the rivals have less and did not", "the rival has less and did not"),
        ("the rivals deal", "the rival deals"),
        ("the rivals gain", "the rival gains"),
        ("if they ask for it", "if he asks for it"),
        ("the rivals", "the rival"),
        ("the rival pareja", "the rival"),
        ("the dealing pareja", "the dealer"),
        ("the pareja that dealt the data", "the player who dealt the data"),
        ("the pareja that deals the next data", "the player who deals the next data"),
        ("pareja that", "player who"),
        ("if it has", "if he has"),
        ("if it deals", "if he deals"),
        ("the points it claimed", "the points he claimed"),
        ("its rival", "the rival"),
        ("if it is its first defeat", "if it is his first defeat"),
        ("pareja", "player"),
    ),
}


def alone(text: str, language: Language) -> str:
    """A sentence as it reads where nobody has a partner.

    >>> alone("Ninguna pareja baja de 0 puntos.", "es")
    'Ningún jugador baja de 0 puntos.'
    """
    for phrase, words in PHRASES[language]:
        text = re.sub(rf"\b{phrase}\b", words, text)
    return text
