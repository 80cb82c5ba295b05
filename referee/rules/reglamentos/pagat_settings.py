"""What the text of `pagat` leaves open: its lists are lost, and its sentence on thirty points can be read in two ways."""

from typing import Final

from referee.rules.parameters import Doubt

DOUBTS: Final = (
    Doubt(
        "ronda-valor",
        "párrafo 8",
        ("cuatro", "dos"),
        reason=(
            "El texto anuncia la lista de valores y la lista falta; cuatro es lo usual donde caída y limpia valen cuatro.",
            "The text announces a list of values and the list is missing; four is usual where caída and limpia are worth four.",
        ),
    ),
    Doubt(
        "doble-ronda-valor",
        "párrafo 8",
        ("gana", "cuatro"),
        reason=(
            "El texto anuncia la lista de valores y la lista falta; lo usual es que gane el juego.",
            "The text announces a list of values and the list is missing; usually it wins the game.",
        ),
    ),
    Doubt(
        "doble-ronda-desde-30",
        "párrafo 24",
        ("no", "si"),
        reason=(
            "Desde 30 el texto cierra las rondas, en plural; la doble ronda es una de ellas.",
            "From 30 on the text closes the rondas, in the plural; the double ronda is one of them.",
        ),
    ),
    Doubt(
        "caida-en-ronda-desde-30",
        "párrafo 24",
        ("nunca", "ronda-callada"),
        reason=(
            "«They may still collect»: quien todavía puede cobrar es el rival que tiene menos de 30, y de una ronda que quien tiene 30 ya no puede anunciar.",
            "“They may still collect”: the opponents below 30 still may, for a ronda that a pair with 30 can no longer announce.",
        ),
    ),
    Doubt(
        "sumandos",
        "párrafo 12, párrafo 14",
        ("dos", "las-que-sumen", "dos-o-limpia"),
        reason=(
            "Todos los ejemplos suman dos cartas; la lista que lo decía falta.",
            "All examples add two cards; the list that said so is missing.",
        ),
    ),
    Doubt(
        "chicas",
        "párrafo 22",
        ("una", "dos"),
        reason=(
            "El texto habla de un solo juego; un campeonato puede preferir dos de tres.",
            "The text speaks of a single game; a championship may prefer two of three.",
        ),
    ),
)
