"""What is refused while a tablet is signed in, a mesa opened and kept: the Spanish sentence and its English."""

from typing import Final

NAMES: Final = (
    ("partida {n}", "match {n}"),
    ("Mesa {n}", "Table {n}"),
    ("Final", "Final"),
    ("Semifinal", "Semifinal"),
    ("Cuartos de final", "Quarter-finals"),
    ("Octavos de final", "Round of 16"),
    ("Dieciseisavos de final", "Round of 32"),
    ("Treintaidosavos de final", "Round of 64"),
    ("Ronda de {n}", "Round of {n}"),
    ("Por definir", "To be decided"),
    ("Lista", "Ready"),
    ("Convocada", "Called"),
    ("En juego", "In play"),
    ("Provisional", "Provisional"),
    ("por definir", "to be decided"),
    ("lista", "ready"),
    ("convocada", "called"),
    ("en juego", "in play"),
    ("provisional", "provisional"),
    ("final", "final"),
    ("verificada", "verified"),
    ("no procede", "no ronda"),
)
DEVICES: Final = (
    (
        "El usuario o la contraseña no son correctos. Revise mayúsculas y vuelva a intentarlo.",
        "User or password is wrong. Check the capital letters and try again.",
    ),
    (
        "Demasiados intentos con esta cuenta. Espere {n} s y vuelva a intentarlo. "
        "Un equipo en el que ya entró antes no espera por los intentos de otros.",
        "Too many attempts with this account. Wait {n} s and try again. "
        "A device on which you signed in before does not wait for the attempts of others.",
    ),
    (
        "En esta tablet alguien entró con su contraseña. Salga primero, y vuelva a entrar con la suya.",
        "Somebody signed in on this tablet with a password. Sign out first, and sign in with yours.",
    ),
    (
        "Su función pide un PIN de {n} cifras. Que un Director le dé otro, en «Tablets».",
        "Your role asks for a PIN of {n} digits. Have a Director give you another, in “Tablets”.",
    ),
    (
        "En este campeonato las funciones de Director y de Mesa de Control piden una llave de acceso, y en una tablet no "
        "valen. Entre en el panel con su llave y hágalo allí.",
        "In this championship the powers of the Director and of the control desk ask for a passkey, and are not used on a "
        "tablet. Sign in to the panel with your passkey and do it there.",
    ),
    (
        "En este campeonato no hay una mesa {n}. Revise el código QR de la mesa.",
        "This championship has no table {n}. Check the QR code of the table.",
    ),
    (
        "Su cuenta no tiene función en ningún campeonato abierto. Pida a la Mesa de Control que se la asigne.",
        "Your account has no role in any open championship. Ask the control desk to assign one.",
    ),
    (
        "Su cuenta sirve en varios campeonatos abiertos: elija uno.",
        "Your account serves in several open championships: choose one.",
    ),
    (
        "Ese código no sirve: se usa una sola vez y dura diez minutos. Pida otro en la Mesa de Control, en «Tablets».",
        "That code is no good: it is used once and lasts ten minutes. Ask the control desk for another, in “Tablets”.",
    ),
    (
        "Demasiados códigos equivocados. Escanee el código QR de la Mesa de Control, o espere {n} s.",
        "Too many wrong codes. Scan the QR code of the control desk, or wait {n} s.",
    ),
    (
        "El campeonato terminó: ya no se emparejan tablets.",
        "The championship is over: no more tablets are paired.",
    ),
    (
        "Ese PIN no es correcto. Márquelo otra vez; si lo olvidó, la Mesa de Control le da otro.",
        "That PIN is wrong. Key it in again; if you forgot it, the control desk gives you another.",
    ),
    (
        "Demasiados PIN equivocados. Espere {n} s y márquelo de nuevo.",
        "Too many wrong PINs. Wait {n} s and key it in again.",
    ),
    (
        "Esta tablet ya no está emparejada ni tiene una sesión abierta. Empareje la tablet o entre de nuevo.",
        "This tablet is no longer paired nor signed in. Pair it or sign in again.",
    ),
    (
        "Nadie ha entrado en esta tablet. Elija su nombre y marque su PIN.",
        "Nobody has signed in on this tablet. Choose your name and key in your PIN.",
    ),
    ("El nombre de la tablet", "The name of the tablet"),
    ("El nombre del equipo", "The name of the device"),
    ("Falta el nombre de la tablet.", "The name of the tablet is missing."),
    ("Falta el nombre del equipo.", "The name of the device is missing."),
    (
        "{said} tiene caracteres que no se ven o que no se pudieron leer. Escríbalo de nuevo.",
        "{said} has characters that cannot be seen or read. Write it again.",
    ),
    (
        "{said} tiene {name}, que los papeles no pueden imprimir. Escríbalo con letras latinas.",
        "{said} has {name}, which the papers cannot print. Write it in Latin letters.",
    ),
    ("{said} tiene {n} caracteres y caben {n2}. Acórtelo.", "{said} has {n} characters, and {n2} fit. Shorten it."),
)
MESAS: Final = (
    (
        "La sala está suspendida desde las {n}:{n2} ({name}). Espere a que la Mesa de Control la reanude.",
        "The hall has been suspended since {n}:{n2} ({name}). Wait for the control desk to resume it.",
    ),
    (
        "No hay tal mesa entre las asignadas a usted. Consulte a la Mesa de Control.",
        "There is no such table among those assigned to you. Ask the control desk.",
    ),
    (
        "Faltan jugadas por enviar, o la tablet no ha visto las últimas: vuelva a cargar la mesa.",
        "Something is still to be sent, or the tablet has not seen the latest: load the table again.",
    ),
    (
        "Esta mesa continúa en «{name}». Para seguir aquí, retómela.",
        "This table goes on at “{name}”. To go on here, take it over.",
    ),
    (
        "La llave que envió la tablet no sirve. Cierre la página, ábrala otra vez y vuelva a intentarlo.",
        "The key that the tablet sent is none. Close the page, open it again and try once more.",
    ),
    (
        "Una jugada llegó sin la firma de esta tablet, o con una que no es la suya: no se anotó. "
        "Avise a la Mesa de Control: la tablet debe emparejarse de nuevo.",
        "Something came without this tablet's signature, or with one that is not its own: it was not recorded. "
        "Tell the control desk: the tablet must be paired again.",
    ),
    (
        "Lo que llegó no trae la firma de esta tablet: no se hizo nada. Avise a la Mesa de Control: la tablet debe "
        "emparejarse de nuevo.",
        "What came is not signed by this tablet: nothing was done. Tell the control desk: the tablet must be paired again.",
    ),
    ("esta jugada se escribe «{said}»", "this is written “{said}”"),
    (
        "Ninguna tablet lleva esta mesa ahora. Para seguir aquí, retómela.",
        "No tablet keeps this table now. To go on here, take it over.",
    ),
    (
        "La partida figura como «{said}» en la Mesa de Control: no admite jugadas. Consulte a la Mesa de Control.",
        "For the control desk the match is “{said}”: nothing can be recorded. Ask the control desk.",
    ),
    (
        "Esa partida ya no existe: mientras tanto se deshizo su ronda o su sorteo. Vea qué partidas hay ahora.",
        "That match is no more: its round or its draw has been taken back meanwhile. See which matches there are now.",
    ),
    (
        "La partida figura como «{said}»: no se puede abrir su mesa. Consulte a la Mesa de Control.",
        "The match is “{said}”: its table cannot be opened. Ask the control desk.",
    ),
    (
        "La Planilla está firmada y sellada: ya no cambia. Solo un fallo del Director puede enmendarla.",
        "The Planilla is signed and sealed: it no longer changes. Only a ruling of the Director can amend it.",
    ),
    (
        "El resultado está congelado para las firmas. Para corregirlo, reabra la Planilla.",
        "The result is frozen for the signatures. To correct it, reopen the Planilla.",
    ),
    (
        "Con ese identificador ya se registró otra jugada: la tablet debe darle uno nuevo.",
        "Another entry was recorded under that identifier: the tablet must give it a new one.",
    ),
    (
        "Con ese identificador ya se registró otra carta: la tablet debe darle uno nuevo.",
        "Another card was recorded under that identifier: the tablet must give it a new one.",
    ),
    (
        "La mesa ya tiene jugadas: los asientos y representantes quedan como se registraron. "
        "Para seguirla en esta tablet, retómela.",
        "The table has entries already: seats and representatives stay as they were recorded. "
        "To go on with it on this tablet, take it over.",
    ),
    (
        "Así no se pueden sentar: en este campeonato juegan {said} en cada mesa.",
        "They cannot sit like that: in this championship {said} play at each table.",
    ),
    ("dos", "two"),
    ("cuatro", "four"),
    ("Así no se pueden sentar: {name}.", "They cannot sit like that: {name}."),
    (
        "Identifique a los {said} jugadores antes de abrir la mesa.",
        "Identify the {said} players before opening the table.",
    ),
    (
        "El campeonato no está abierto o su sorteo no se ha publicado. Consulte a la Mesa de Control.",
        "The championship is not open, or its draw is not published. Ask the control desk.",
    ),
    (
        "El representante de cada pareja es uno de sus dos jugadores.",
        "The representative of each pair is one of its two players.",
    ),
    ("Cada jugador firma por sí mismo.", "Each player signs for himself."),
    (
        "En la {said} está la {said2} ({said3}). Elija otra, o espere.",
        "At {said} is {said2} ({said3}). Choose another, or wait.",
    ),
    (
        "{name} tiene la {said} ({said2}). Elija a otro, o espere.",
        "{name} has {said} ({said2}). Choose another, or wait.",
    ),
    (
        "La petición pasa de {n} KiB. Envíe menos jugadas de una vez.",
        "The request is larger than {n} KiB. Send fewer entries at once.",
    ),
    ("El cuerpo de la petición no es JSON válido.", "The body of the request is not valid JSON."),
    ("Los datos enviados no son válidos.", "What was sent is not valid."),
    ("No encontrado.", "Not found."),
    ("Las credenciales de autenticación no se proveyeron.", "No credentials were sent."),
    ('Método "{name}" no permitido.', "Method “{name}” is not allowed."),
    (
        "El reglamento {name} no tiene «{name2}». Elija un artículo de la lista, o ninguno.",
        "The rulebook {name} has no “{name2}”. Choose an article of the list, or none.",
    ),
    (
        "Esa anotación es de otro campeonato. Escríbala de nuevo en este.",
        "That incident belongs to another championship. Write it again in this one.",
    ),
    (
        "Ese número no es de este campeonato. Elija otro de la lista.",
        "That number is not of this championship. Choose another of the list.",
    ),
    (
        "Ese número no juega esa partida. Elija otra, o ninguna.",
        "That number does not play that match. Choose another, or none.",
    ),
    (
        "Esa consulta es de otro campeonato. Escríbala de nuevo en este.",
        "That question belongs to another championship. Write it again in this one.",
    ),
    (
        "Eso ya quedó anotado con otras palabras, y lo anotado no cambia. Si es otra cosa, anótela otra vez.",
        "That was written already in other words, and what is written does not change. If it is something else, write it again.",
    ),
    (
        "Esa nota es de otra mesa. Escríbala de nuevo en esta.",
        "That note belongs to another mesa. Write it again in this one.",
    ),
    (
        "Esa llamada es de otra mesa. Vuelva a llamar desde esta.",
        "That call is of another table. Call again from this.",
    ),
    (
        "A esa llamada va {name}: solo esa persona puede deshacerlo. Nada cambió.",
        "{name} is going to that call: only that person can undo it. Nothing changed.",
    ),
    (
        "{name} ya decidió esta ronda: {said}. Vuelva a mirar la lista.",
        "{name} decided this ronda already: {said}. Look at the list again.",
    ),
    (
        "Ese pedido es de otra mesa. Vuelva a pedir la verificación desde esta.",
        "That claim is of another table. Ask for it to be verified again from this.",
    ),
    (
        "Con esta ronda la pareja llegaría a 40: la verifica el Juez de la mesa, no el Inspector.",
        "With this ronda the pair would reach 40: the judge of the table verifies it, not the inspector.",
    ),
    ("Diga de qué carta es la ronda que vio.", "Say of which card the ronda is that you saw."),
    ("Si no procede, no lleva carta.", "If it is no ronda, it has no card."),
)
