"""What is refused of an appeal: the Spanish sentence and its English."""

from typing import Final

APPEALS: Final = (
    (
        "La apelación {n} espera el fallo del Director: hasta entonces la mesa no sigue ni se sella.",
        "Appeal {n} awaits the Director’s ruling: until then the table neither goes on nor is sealed.",
    ),
    (
        "la jugada {n} la escribió el Director al admitir o fallar una apelación: es final y no se deshace. Si está mal, llámelo.",
        "the Director wrote play {n} to admit an appeal or rule on it: it is final and not undone. If it is wrong, call the Director.",
    ),
    (
        "Con ese identificador ya se presentó otra apelación: preséntela de nuevo.",
        "Another appeal was presented under that identifier: present it again.",
    ),
    (
        "Esa jugada no está en la bitácora de esta mesa. Elija una de la lista.",
        "That entry is not in the log of this table. Choose one of the list.",
    ),
    (
        "Esa jugada la escribió el Director al admitir o fallar una apelación: no se apela. Elija otra de la lista.",
        "The Director wrote that entry when admitting or ruling upon an appeal: it cannot be appealed. Choose another one.",
    ),
    (
        "Esa decisión ya se apeló: es la apelación {n}. Nada se apela dos veces.",
        "That decision was appealed already: it is appeal {n}. Nothing is appealed twice.",
    ),
    (
        "El plazo para apelar esa decisión venció a las {name}: el campeonato da {n} minutos desde la decisión del Juez.",
        "The time to appeal that decision ended at {name}: the championship gives {n} minutes from the judge’s decision.",
    ),
    (
        "El plazo para apelar esa decisión venció a las {name}: el campeonato da {n} minuto desde la decisión del Juez.",
        "The time to appeal that decision ended at {name}: the championship gives {n} minute from the judge’s decision.",
    ),
    ("Aquí firma {name}, no {name2}.", "Here signs {name}, not {name2}."),
    ("Aquí firman {name} e {name2}, no {name3}.", "Here sign {name} and {name2}, not {name3}."),
    ("Aquí firman {name} y {name2}, no {name3}.", "Here sign {name} and {name2}, not {name3}."),
    (
        "Faltan firmas: firman los dos jugadores de la pareja.",
        "Signatures are missing: both players of the pair sign.",
    ),
    ("Falta la firma del jugador.", "The player’s signature is missing."),
    (
        "Los últimos dígitos de la cédula de {name} no coinciden. Revíselos, o firme con el dedo.",
        "The last digits of the ID of {name} differ. Check them, or sign with the finger.",
    ),
)
