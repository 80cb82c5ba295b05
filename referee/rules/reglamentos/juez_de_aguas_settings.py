"""What the text of `juez-de-aguas` leaves open or says in two ways."""

from typing import Final

from referee.rules.parameters import Doubt
from referee.rules.reglamentos.doubts import NEXT_CHICA

DOUBTS: Final = (
    Doubt(
        "veinte-veinte",
        "10.A, 10.B",
        ("dos-por-dar", "nada", "seis-a-ambas"),
        reason=(
            "10.A premia a quien «supera» y 10.B el empate sin llegar a 20: queda sin regla. Se extiende el 10.B.",
            "10.A rewards whoever “exceeds” and 10.B the tie below 20: it is left without a rule. 10.B is extended.",
        ),
        question=("¿Qué paga el conteo con 20 cartas por lado?", "What does the count pay with 20 cards on each side?"),
    ),
    Doubt(
        "veinte-exactas",
        "10.A",
        ("si", "no"),
        reason=(
            "Dice «supera las 20» y paga «por la carta número 20»; con más de 20 ambas lecturas dan lo mismo.",
            "It says “exceeds 20” and pays “for card number 20”; with more than 20 both readings give the same.",
        ),
    ),
    Doubt(
        "mayoria-bajo-20",
        "10",
        ("nada", "dos"),
        reason=(
            "El texto no la nombra; otros reglamentos dan dos puntos.",
            "The text does not name it; other rulebooks give two points.",
        ),
        question=(
            "¿Paga algo la mayoría con menos de 20 cartas?",
            "Does a majority of fewer than 20 cards pay anything?",
        ),
    ),
    Doubt(
        "ronda-desde",
        "9",
        ("mas-de-30", "desde-30"),
        reason=(
            "«Supere los 30» es más de 30, y los puntos son pares: desde 32. En muchas mesas es desde 30.",
            "“Exceeds 30” is more than 30, and points are even: from 32 on. At many tables it is from 30 on.",
        ),
    ),
    Doubt(
        "cuatro-iguales-en-38",
        "11, 15.A",
        ("si", "no"),
        reason=(
            "El 11 no suma rondas desde 38; el 15.A no suma: da la chica de inmediato.",
            "11 adds no rondas from 38 on; 15.A does not add: it gives the chica at once.",
        ),
        question=(
            "¿Gana la chica, desde 38, quien recibe cuatro cartas iguales?",
            "From 38 on, does whoever is dealt four equal cards win the chica?",
        ),
    ),
    Doubt(
        "sanciones-desde-38",
        "11, 12, 13",
        ("no", "si"),
        reason=(
            "Desde 38 «deberá realizar una caída» para ganar; el 12 y el 13 no la exceptúan.",
            "From 38 on one “must make a caída” to win; 12 and 13 make no exception.",
        ),
    ),
    Doubt(
        "escalera-tras-suma",
        "5.C",
        ("no", "si"),
        reason=(
            "La escalera empieza «a partir de la primera carta similar».",
            "The sequence begins “from the first similar card on”.",
        ),
    ),
    Doubt(
        "sumandos",
        "5.B",
        ("las-que-sumen", "dos", "dos-o-limpia"),
        reason=(
            "El ejemplo suma dos cartas y el texto no pone límite.",
            "The example adds two cards and the text sets no limit.",
        ),
    ),
    Doubt(
        "caida-tras-segundo-reparto",
        "6",
        ("no", "si"),
        reason=(
            "El texto habla de la carta «previamente jugada»; la costumbre lo niega porque empieza otra mano.",
            "The text speaks of the card “played before”; custom denies it, because another hand begins.",
        ),
    ),
    Doubt(
        "limpia-pedida",
        "7",
        ("no", "si"),
        reason=(
            "El texto no lo pide; solo la caída se canta.",
            "The text does not ask for it; only the caída is called out.",
        ),
        words={
            "no": ("No, el Juez de Aguas la concede", "No, the judge grants it"),
            "si": ("Sí, como la caída", "Yes, like the caída"),
        },
    ),
    NEXT_CHICA,
)
