"""How the doubtful points of the rulebooks are read, and the customs that a Director may choose: questions and answers."""

from typing import Final

from referee.rules import asked_pairs

UNKNOWN: Final = (
    ("Este texto no conoce:", "This text does not know:"),
    ("protesta de un levante con puntos", "a protest against a capture, with points"),
    ("sanción por pedir puntos sin razón", "a sanction for claiming points without reason"),
    ("falla", "the falla"),
    ("apelaciones", "appeals"),
    ("un Juez en la mesa", "a judge at the table"),
    (
        "La apelación ante el Director la ofrece el sistema en todo campeonato.",
        "The system offers the appeal to the Director in every championship.",
    ),
    ("decisión del Director", "decision of the Director"),
    (
        "Reglas en inglés de la colección Pagat: a la izquierda, un solo juego a cuarenta, también entre dos",
        "English rules of the Pagat collection: to the left, a single game of forty, between two players too",
    ),
    (
        "Reglas de casa de Quito que cuenta un blog de viajes: cualquier error da diez puntos a la rival",
        "House rules of Quito told by a travel blog: any error gives ten points to the opponents",
    ),
    (
        "Texto de enciclopedia, estilo «todo dos» de Quito: dos jugadores o cuatro",
        "Text of an encyclopaedia, the “todo dos” style of Quito: two players or four",
    ),
    (
        "Texto de enciclopedia, estilo «a todo rigor»: dos jugadores o cuatro",
        "Text of an encyclopaedia, the “a todo rigor” style: two players or four",
    ),
    (
        "«Reglas para jugar 40» de una baraja hecha para el juego, con Juez de Aguas",
        "“Reglas para jugar 40” of a deck made for the game, with a Juez de Aguas",
    ),
)
DECLARED: Final = asked_pairs()
