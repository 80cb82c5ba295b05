"""What the text of `blog` leaves open or says in two ways.

One contradiction has no setting, because a score is always even: «How to play» 19 says seven points for 21 cards and
then rounds them to eight; the rounding stands.
"""

from typing import Final

from referee.rules.parameters import Doubt
from referee.rules.reglamentos.doubts import HIGHEST_CARD, NEXT_CHICA, OF_ANY_PLAYERS

DOUBTS: Final = (
    Doubt(
        "veinte-veinte",
        "«How to play» 19",
        ("ambas", "quien-reparte", "dos-por-darlas"),
        reason=(
            "A la letra, toda pareja con más de 19 cartas cobra seis: ambas.",
            "By the letter, every pair with more than 19 cards scores six: both do.",
        ),
    ),
    Doubt(
        "empate-bajo-20",
        "«How to play» 20",
        ("nada", "dos-por-darlas"),
        reason=(
            "El texto premia a quien tiene más cartas; en un empate no hay nadie.",
            "The text rewards whoever has more cards; in a tie nobody has.",
        ),
    ),
    Doubt(
        "mal-reparto-mano",
        "«Rules» 1",
        ("repite", "pasa"),
        reason=(
            "El texto da los diez puntos y no dice que la mano pase.",
            "The text gives the ten points and does not say that the deal passes.",
        ),
    ),
    Doubt(
        "mal-reparto-propio",
        "«Rules» 1",
        ("si", "no"),
        reason=(
            "El texto castiga al que reparte mal sin decir a quién.",
            "The text punishes whoever misdeals without saying to whom.",
        ),
    ),
    Doubt(
        "sanciones-desde-38",
        "«Rules» 4, «Rules» 5",
        ("no", "si"),
        reason=(
            "A la letra, con 38 «solo» se recibe puntos por caída, aunque todo error dé diez.",
            "By the letter, at 38 points come “only” by caída, although every error gives ten.",
        ),
    ),
    Doubt(
        "ronda-plazo",
        "«How to play» 7",
        ("propia-primera-carta", "primera-carta", "cuarta-primera-carta"),
        reason=(
            "El texto la pide al recibir las cartas, sin decir hasta cuándo.",
            "The text has it claimed when the cards are dealt, without saying until when.",
        ),
        words=OF_ANY_PLAYERS,
    ),
    Doubt(
        "sumandos",
        "«How to play» 13",
        ("las-que-sumen", "dos", "dos-o-limpia"),
        reason=(
            "El ejemplo suma dos cartas y el texto no pone límite.",
            "The example adds two cards and the text sets no limit.",
        ),
    ),
    Doubt(
        "primer-reparto",
        "",
        ("acuerdo", "suma", "brillo", "carta-mayor"),
        reason=("El texto no dice cómo se elige.", "The text does not say how he is chosen."),
        words=HIGHEST_CARD,
    ),
    NEXT_CHICA,
)
