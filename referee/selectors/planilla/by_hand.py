"""What stands on the form that is filled by hand, for the paper and for the page of it."""

from typing import Final

from brackets.selectors.wording import said
from referee.rules import SEATS
from referee.selectors.planilla.sheet import Heading

ON_PAPER: Final = "en papel"
STARTED: Final = "Hora de inicio"
DAY: Final = "Fecha"
INCIDENTS: Final = "Sanciones, protestas, suspensiones y correcciones"
INCIDENT_LINES: Final = 3
PROTESTED: Final = "bajo protesta"
DELIVERY: Final = "Entrega en la Mesa de Control"
DELIVERED: Final = ("Recibe (nombre)", "Firma", "Fecha y hora")
APPEAL: Final = "Recurso de apelación y resoluciones"
APPEALED_AT: Final = "Hora de presentación"
DIRECTOR: Final = "El Director del Campeonato"
ADMITTED: Final = ("admite el recurso", "lo rechaza")
RULING: Final = "Fallo o resolución"
RULED: Final = ("Firma del Director del Campeonato", "Hora del fallo")


def unnamed(heading: Heading) -> str:
    """What is written beside the number of who is not known yet; single players have a line of their own for the name."""
    return "Nombre y club" if heading.players > 1 else "Club"


def identified(heading: Heading) -> str:
    """What the Juez ticks before anything is dealt."""
    return identified_by(heading.players) + (
        f" ({heading.places.identification})" if heading.places.identification else ""
    )


def identified_by(players: int) -> str:
    """The same before it has a place in any text."""
    return said(players, "El Juez identificó a los cuatro jugadores, sentados en forma alternada")


def sorteo_boxes(heading: Heading) -> tuple[str, ...]:
    """The boxes of one sorteo: the card of each, the sums, who deals."""
    if not heading.sorteo_cards:
        return ("Reparte",)
    sums = ("Suma A", "Suma B") if heading.players > 1 else ()
    return (*SEATS[: 2 * heading.players], *sums, "Reparte")


def sorteos(heading: Heading) -> int:
    """How many there is room for: a tie of cards is drawn again."""
    return 2 if heading.sorteo_cards else 1


def winner_line(heading: Heading) -> str:
    return said(heading.players, "Gana la mesa la pareja n.º ____________ por")


def endings(heading: Heading) -> tuple[str, ...]:
    """By what a mesa is won, to be ticked."""
    chicas = "una chica" if heading.chicas == 1 else "dos chicas"
    return chicas, "zapatería", "abandono o descalificación", "fallo"


def signers(heading: Heading) -> tuple[tuple[str, str], ...]:
    """Who signs, by party."""
    sides = (("A", "Representante de la pareja A"), ("B", "Representante de la pareja B"))
    return (*((side, said(heading.players, who)) for side, who in sides), ("juez", "Juez"))


def appeal_by(heading: Heading) -> str:
    return said(heading.players, "Pedido de la pareja n.º")


def appellants(heading: Heading) -> tuple[str, str]:
    first, second = "Firma del primer jugador", "Firma del segundo jugador"
    return said(heading.players, first), said(heading.players, second)


def rules_told(heading: Heading) -> str:
    """Under which rulebook it is played, and what was settled differently from it."""
    told = (
        heading.reglamento and f"Reglamento {heading.reglamento}.",
        heading.appeal and f"Plazo para apelar {heading.appeal}.",
        heading.settings and f"Ajustes: {'; '.join(heading.settings)}.",
    )
    return " ".join(text for text in told if text)
