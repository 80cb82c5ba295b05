"""What several texts leave open alike, and what they call it."""

from collections.abc import Mapping
from typing import Final

from referee.rules.parameters import Doubt, Phrase

NEXT_CHICA: Final = Doubt(
    "sorteo-por-chica",
    "",
    ("no", "si"),
    reason=(
        "El texto no lo dice; la rotación da la mano a todos por igual.",
        "The text does not say; the rotation gives everybody the deal alike.",
    ),
    words={"si": ("Se elige de nuevo en cada chica", "It is chosen anew in each chica")},
)
OF_ANY_PLAYERS: Final[Mapping[str, Phrase]] = {
    "primera-carta": ("Hasta que se lanza la primera carta del reparto", "Until the first card of the deal is played"),
    "cuarta-primera-carta": ("Hasta la primera carta del último jugador", "Until the first card of the last player"),
}
"""Until when a ronda may be asked for, where two play or four."""
HIGHEST_CARD: Final[Mapping[str, Phrase]] = {
    "carta-mayor": ("Quien levanta la carta mayor", "Whoever cuts the highest card")
}
