"""What the text of `quito` and `rigor` leaves open or says in two ways."""

from typing import Final

from referee.rules.parameters import Doubt
from referee.rules.reglamentos.doubts import HIGHEST_CARD, NEXT_CHICA, OF_ANY_PLAYERS

DOUBTS: Final = (
    Doubt(
        "sumandos",
        "párrafo 6",
        ("las-que-sumen", "dos", "dos-o-limpia"),
        reason=(
            "El texto dice «dos cartas» y levanta un as, un 2 y un 4 con un 7.",
            "The text says “two cards” and captures an ace, a 2 and a 4 with a 7.",
        ),
    ),
    Doubt(
        "ronda-plazo",
        "párrafo 5",
        ("propia-primera-carta", "primera-carta", "cuarta-primera-carta"),
        reason=(
            "Se anuncia antes del primer turno «de cada uno» después de cada reparto.",
            "It is announced before the first turn “of each” after every deal.",
        ),
        words=OF_ANY_PLAYERS,
    ),
    Doubt(
        "cartas-olvidadas",
        "",
        ("las-retira-el-juez", "las-toma-la-rival", "companero-y-luego-rival"),
        reason=(
            "El texto no lo dice; retirarlas es lo que menos premia un descuido, y lo que hace el reglamento de Riobamba.",
            "The text does not say; taking them away rewards an oversight least, and is what the Riobamba rulebook does.",
        ),
    ),
    Doubt(
        "sanciones-desde-38",
        "párrafo 9",
        ("no", "si"),
        reason=(
            "Los dos últimos puntos «solo» se anotan por caída.",
            "The last two points are scored “only” by caída.",
        ),
    ),
    Doubt(
        "zapateria-torneo",
        "párrafo 10",
        ("elimina", "no-elimina-primera-derrota", "ninguno"),
        reason=(
            "El texto descalifica «de un torneo o partida»: dice las dos cosas.",
            "The text disqualifies “from a tournament or match”: it says both.",
        ),
    ),
    Doubt(
        "primer-reparto",
        "",
        ("suma", "acuerdo", "brillo", "carta-mayor"),
        reason=(
            "El texto no dice cómo se elige; se adopta la suma de cartas, como en Riobamba.",
            "The text does not say how he is chosen; the sum of cards is adopted, as in Riobamba.",
        ),
        words=HIGHEST_CARD,
    ),
    NEXT_CHICA,
)

QUITO_DOUBTS: Final = (
    Doubt(
        "doble-ronda-valor",
        "párrafo 5, tabla de estilos",
        ("cuatro", "chica"),
        reason=(
            "Un párrafo dice que gana el juego; otro y la tabla dan cuatro puntos en Quito.",
            "One paragraph says that it wins the game; another and the table give four points in Quito.",
        ),
    ),
    *DOUBTS,
)

RIGOR_DOUBTS: Final = (
    Doubt(
        "cuatro-iguales-en-38",
        "párrafo 9, tabla de estilos",
        ("si", "no"),
        reason=(
            "La tabla le da la chica, que se gana y no se suma; el párrafo 9 cierra las rondas a quien está en 38.",
            "The table gives it the chica, which is won and not added; paragraph 9 closes rondas to whoever is at 38.",
        ),
    ),
    *DOUBTS,
)
