"""What is refused of quarantined jugadas and of signatures: the Spanish sentence and its English."""

from typing import Final

QUARANTINE: Final = (
    (
        "Esta mesa tiene jugadas en cuarentena: decida primero sobre ellas. No se puede retirar.",
        "This table has entries in quarantine: decide about them first. It cannot be taken back.",
    ),
    (
        "Habla de una jugada que no está en la bitácora: incorpore primero esa, o corrija en el Historial y descarte esta.",
        "It is about an entry that is not in the log: take that in first, or correct it in the History and discard this.",
    ),
    (
        "Una de estas jugadas no está en la cuarentena de esta mesa. Mire la lista de nuevo.",
        "One of these is not in the quarantine of this table. Look at the list again.",
    ),
    (
        "Solo se incorporan jugadas. Lo demás hágalo de nuevo en la tablet y descártelo aquí.",
        "Only plays are taken in. Do the rest again on the tablet, and discard it here.",
    ),
    (
        "No dice qué jugada deshace. Corrija en el Historial y descártela aquí.",
        "It does not say what it undoes. Correct it in the History, and discard it here.",
    ),
    (
        "Otra persona ya decidió sobre una de estas jugadas. Mire la lista de nuevo y elija otra vez.",
        "Somebody else decided about one of these. Look at the list again, and choose again.",
    ),
    (
        "Con ese identificador ya se guardó otra jugada: la tablet debe darle uno nuevo.",
        "Another entry was kept under that identifier: the tablet must give it a new one.",
    ),
)
SIGNATURES: Final = (
    (
        "El trazo de la firma llegó incompleto: borre y firme de nuevo.",
        "The ink came incomplete: clear it and sign again.",
    ),
    ("El trazo se sale del recuadro: borre y firme de nuevo.", "The ink leaves the box: clear it and sign again."),
    (
        "El trazo es muy corto para ser una firma: firme de nuevo, más grande.",
        "The ink is too short for a signature: sign again, larger.",
    ),
    (
        "El trazo tiene demasiados puntos: borre y firme de nuevo.",
        "The ink has too many points: clear it and sign again.",
    ),
    (
        "La mesa no ha terminado: no hay resultado que firmar todavía.",
        "The table is not over: there is no result to sign yet.",
    ),
    (
        "La Planilla todavía no está sellada: falta la firma del Juez.",
        "The Planilla is not sealed yet: the judge’s signature is missing.",
    ),
    (
        "El resultado se reabrió y esa huella ya no vale: congélelo, muéstrelo y firme de nuevo.",
        "The result was reopened and that fingerprint no longer holds: freeze it, show it and sign again.",
    ),
    (
        "Una firma sin protesta no lleva motivo ni jugadas: elija «Firmo bajo protesta».",
        "A signature without protest has no reason and no entries: choose “I sign under protest”.",
    ),
    (
        "El Juez firma la Planilla; si algo no está bien, reábrala y corríjalo.",
        "The judge signs the Planilla; if something is wrong, reopen and correct it.",
    ),
    ("Aquí firma {name}.", "Here signs {name}."),
    (
        "Si quien ganó no firma, anote el nombre de un testigo.",
        "If the winner does not sign, write the name of a witness.",
    ),
    (
        "Con ese identificador ya se registró otra firma: la tablet debe darle uno nuevo.",
        "Another signature was recorded under that identifier: the tablet must give it a new one.",
    ),
    (
        "{name} ya respondió en esta Planilla. Para cambiarlo, reábrala.",
        "{name} answered on this Planilla already. To change it, reopen it.",
    ),
    (
        "Con ese identificador ya se congeló otra mesa: la tablet debe darle uno nuevo.",
        "Another table was frozen under that identifier: the tablet must give it a new one.",
    ),
    (
        "La Planilla no está sellada: mientras se firma, el Juez puede reabrirla en su tablet.",
        "The Planilla is not sealed: while it is being signed, the judge can reopen it on the tablet.",
    ),
    (
        "Lo que se firmó en la tablet no es lo que tiene la bitácora: la huella es otra. No se perdió nada: vuelva a "
        "cargar la mesa, compare las jugadas con los jugadores, congele de nuevo y pida otra vez las firmas.",
        "What was signed on the tablet is not what the log has: the fingerprint differs. Nothing was lost: load the "
        "table again, compare the entries with the players, freeze again and ask for the signatures once more.",
    ),
    ("Anote el motivo.", "Write the reason."),
    ("Quien no firma no deja trazo: borre el recuadro.", "Whoever does not sign leaves no ink: clear the box."),
    ("Una de las jugadas protestadas no existe.", "One of the contested entries does not exist."),
    ("Antes del Juez falta la respuesta de {name}.", "Before the judge, the answer of {name} is missing."),
    (
        "Antes del Juez faltan las respuestas de {name} y de {name2}.",
        "Before the judge, the answers of {name} and {name2} are missing.",
    ),
)
