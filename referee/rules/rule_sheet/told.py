"""Parameters whose value is a text, as the sheet says them: in Spanish as everywhere, with the English here."""

from collections.abc import Mapping
from typing import Final

from referee.rules.parameters import field_name, value_text
from referee.rules.reglamento import Reglamento
from referee.rules.rule_sheet.words import Both

ENGLISH: Final[Mapping[str, str]] = {
    # caida.claim_deadline, caida_en_ronda.claim_deadline
    "antes de la siguiente jugada del adversario": "before the next play of an opponent",
    "con la jugada": "with the play",
    "con la caída": "with the caída",
    "al terminar la data, antes del reparto siguiente": "at the end of the data, before the next deal",
    # ronda.verified_by
    "el Juez o el Inspector, siempre": "always the Juez or the Inspector",
    "el Juez de Aguas": "the Juez de Aguas",
    "nadie": "nobody",
    # misdeal.triggers
    "bloque que no es de cinco, o empezar por la izquierda": "a block that is not of five, or beginning on the left",
    "cualquier irregularidad en el reparto": "any irregularity in the deal",
    "el que reparte se equivoca": "the dealer makes a mistake",
    "cualquier irregularidad al repartir, como quedarse con cuatro o seis cartas": "any irregularity in the deal, such "
    "as being left with four or six cards",
    "cartas mal repartidas, cuando se noten": "cards badly dealt, whenever it is noticed",
    # extra_card_played.policy
    "una queda jugada; las otras se lanzan en los turnos siguientes": "one stays played; the others are thrown in the "
    "next turns",
    "una queda jugada; las otras se recogen": "one stays played; the others are taken back",
    "es un error: diez a la rival": "it is a mistake: ten to the rivals",
    # wrong_lift.when
    "antes de lanzar su carta": "before throwing a card",
    "antes de la jugada siguiente": "before the next play",
    "en cualquier momento": "at any moment",
    # deal.shuffle_by, deal.cut_by
    "el Juez, después de los jugadores": "the Juez, after the players",
    "solo el Juez": "the Juez alone",
    "quien reparte": "the dealer",
    "el Juez de Aguas para el sorteo; después, quien reparte": "the Juez de Aguas for the draw; afterwards, the dealer",
    "el jugador de la izquierda de quien reparte": "the player to the left of the dealer",
    # gaps.resolved_by
    "Director del Campeonato": "the Director of the championship",
    "los jugadores; en un campeonato, su Director": "the players; in a championship, its Director",
}


def told(rules: Reglamento, key: str) -> Both | None:
    """A text of the rulebook in both languages; None where it has none. Raises KeyError without its English."""
    value = getattr(rules, field_name(key))
    if not isinstance(value, str):
        return None
    text = value_text(key, value)
    return Both(text, ENGLISH[text])
