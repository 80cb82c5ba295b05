"""The page of a Planilla: whether a paper is the valid one, and what that one records."""

from typing import Final

PLANILLA: Final = (
    ("Planilla de Juego", "Planilla de Juego"),
    ("Planilla de Juego, partida {n}", "Planilla de Juego, match {n}"),
    ("Planilla de Juego · partida {n}", "Planilla de Juego · match {n}"),
    ("confirmada desde su teléfono, {n}:{n2}", "confirmed from their own phone, {n}:{n2}"),
    ("Confirmada desde su teléfono, {n}:{n2}.", "Confirmed from their own phone, {n}:{n2}."),
    (
        "Representante de la pareja {n}: confirmada desde su teléfono, {n2}:{n3}.",
        "Representative of pair {n}: confirmed from their own phone, {n2}:{n3}.",
    ),
    ("Lo que guarda el sistema", "What the system keeps"),
    ("Confirmar este resultado", "Confirm this result"),
    (
        "Queda en la Planilla con la hora; no es una firma, y el resultado vale también sin ella.",
        "It stays on the Planilla with its hour; it is no signature, and the result counts without it too.",
    ),
    (
        "No se puede confirmar: lo que guarda el sistema de esta mesa no está como se registró.",
        "It cannot be confirmed: what the system keeps of this match is not as it was recorded.",
    ),
    (
        "Guarde su papel o su archivo y avise a la Mesa de Control, que tiene copias de respaldo.",
        "Keep your paper or your file and tell the control desk, which has backups.",
    ),
    (
        "Las que guarda el sistema no son aquellas con las que se selló esta versión, y por eso no se muestran.",
        "Those that the system keeps are not the ones this version was sealed with, and are therefore not shown.",
    ),
    ("El papel es la Planilla vigente.", "The paper is the valid Planilla."),
    ("La versión {n} con la huella", "Version {n} with the fingerprint"),
    ("es la que está sellada y vale como resultado.", "is the sealed one and counts as the result."),
    ("El papel fue reemplazado.", "The paper was replaced."),
    (
        "Lleva la versión {n}; la vigente es la versión {n2}, con la huella",
        "It has version {n}; the valid one is version {n2}, with the fingerprint",
    ),
    (". Pida a la Mesa de Control la Planilla nueva.", ". Ask the control desk for the new Planilla."),
    ("El papel es un borrador.", "The paper is a draft."),
    (
        "Se imprimió antes de que el Juez sellara la Planilla y no vale como resultado.",
        "It was printed before the judge sealed the Planilla and does not count as a result.",
    ),
    (
        "La Planilla sellada es la versión {n}, con la huella",
        "The sealed Planilla is version {n}, with the fingerprint",
    ),
    ("La tablet todavía no ha enviado esta Planilla sellada.", "The tablet has not sent this sealed Planilla yet."),
    ("El comprobante lleva la versión {n} con la huella", "The receipt has version {n} with the fingerprint"),
    (
        ". Se firmó sin red: vuelva a leerlo en unos minutos y compare la huella, o pregunte en la Mesa de Control.",
        ". It was signed without a network: read it again in a few minutes and compare the fingerprint, or ask at the "
        "control desk.",
    ),
    ("Esta mesa tiene una Planilla sellada.", "This match has a sealed Planilla."),
    (
        "Compare la versión y la huella de su papel con las de abajo, o lea el código QR del papel.",
        "Compare the version and the fingerprint on your paper with those below, or scan the QR code of the paper.",
    ),
    ("Esta mesa todavía no tiene una Planilla sellada.", "This match has no sealed Planilla yet."),
    ("Falta que termine o que firmen.", "It has not ended or is not signed yet."),
    (
        "Lo de abajo es lo registrado hasta ahora y puede cambiar.",
        "What is below is what was recorded so far and may change.",
    ),
    ("El papel no corresponde a ninguna Planilla.", "The paper belongs to no Planilla."),
    ("El papel no corresponde a ninguna Planilla de esta mesa.", "The paper belongs to no Planilla of this match."),
    (
        "La versión y la huella impresas no coinciden con ninguna que se haya registrado: pueden estar mal escritas o el "
        "papel pudo ser alterado.",
        "The printed version and fingerprint match none that was recorded: they may be misspelt, or the paper may have "
        "been altered.",
    ),
    (
        "Compare con los datos de abajo y, si la duda sigue, muestre el papel en la Mesa de Control.",
        "Compare with what is below and, if in doubt, show the paper at the control desk.",
    ),
    ("La dirección está mal escrita o no es de este sitio.", "The address is misspelt or not of this site."),
    (
        "Lea de nuevo el código QR y, si la duda sigue, muestre el papel en la Mesa de Control.",
        "Scan the QR code again and, if in doubt, show the paper at the control desk.",
    ),
    (
        "Un fallo del Director abrió esta Planilla para corregirla.",
        "A ruling of the Director opened this Planilla to be corrected.",
    ),
    (
        "La versión {n} sigue aquí como se firmó; la que la reemplaza todavía no está sellada.",
        "Version {n} stays here as it was signed; the one that replaces it is not sealed yet.",
    ),
    (
        "El Director cambió el resultado de esta partida después de sellada la Planilla.",
        "The Director changed the result of this match after the Planilla was sealed.",
    ),
    (
        "Quienes se sentaron a esta mesa ya no son los rivales de la partida, porque cambió un resultado anterior o el sorteo.",
        "Those who sat down to this table do not meet in the match any more, since an earlier result or the draw was changed.",
    ),
    (
        "Lo que se jugó en esta mesa quedó sin efecto por decisión del Director.",
        "What was played at this table is without effect by decision of the Director.",
    ),
    (
        "Los dos que se sentaron a esta mesa se encuentran ahora con los lados A y B al revés, porque cambió el sorteo.",
        "The two who sat down to this table meet now with sides A and B the other way about, since the draw was changed.",
    ),
    (
        "La Planilla sigue siendo lo que se jugó y se firmó, pero ya no cuenta: pregunte en la Mesa de Control.",
        "The Planilla is still what was played and signed, but no longer counts: ask at the control desk.",
    ),
    (
        "La Planilla sigue siendo lo que se jugó y se firmó.",
        "The Planilla is still what was played and signed.",
    ),
    (
        "La Planilla sigue siendo lo que se jugó y se firmó, pero ya no decide quién gana: pregunte en la Mesa de Control.",
        "The Planilla is still what was played and signed, but no longer decides who wins: ask at the control desk.",
    ),
    ("Lo que registra la Planilla vigente", "What the valid Planilla records"),
    ("Lo registrado hasta ahora, sin sellar", "What was recorded so far, not sealed"),
    ("Partida", "Match"),
    ("Día", "Day"),
    ("Juez", "Judge"),
    ("Juez:", "Judge:"),
    ("Huella, o lo que dice el código QR", "Fingerprint, or what the QR code says"),
    ("{told}, partida {n}, mesa {n2}", "{told}, match {n}, table {n2}"),
    ("{told}, partida {n}", "{told}, match {n}"),
    ("{name} e {name2} ({name3}) —", "{name} and {name2} ({name3}) —"),
    ("{name} e {name2} —", "{name} and {name2} —"),
    ("{name} e {name2} ({name3})", "{name} and {name2} ({name3})"),
    ("{name} y {name2} ({name3}) —", "{name} and {name2} ({name3}) —"),
    ("{name} y {name2} —", "{name} and {name2} —"),
    ("{name} y {name2} ({name3})", "{name} and {name2} ({name3})"),
    ("ganadora", "winner"),
    ("ganador", "winner"),
    ("con zapatería", "with zapatería"),
    ("Todavía no se ha proclamado ninguna chica.", "No chica has been proclaimed yet."),
    ("La mesa está en juego.", "The match is in play."),
    ("Gana la mesa la pareja {n}, {name}, {said} ({name2}).", "Pair {n}, {name}, wins the match {said} ({name2})."),
    ("Gana la mesa la pareja {n}, {name}, {said}.", "Pair {n}, {name}, wins the match {said}."),
    ("Gana la mesa el jugador {n}, {name}, {said} ({name2}).", "Player {n}, {name}, wins the match {said} ({name2})."),
    ("Gana la mesa el jugador {n}, {name}, {said}.", "Player {n}, {name}, wins the match {said}."),
    ("Firmas", "Signatures"),
    ("Representante de la pareja {n}:", "Representative of pair {n}:"),
    ("firma bajo protesta, {name}", "signed under protest, {name}"),
    ("no firma, {name}", "refused to sign, {name}"),
    ("firma, {name}", "signed, {name}"),
    ("firma {name}", "signed by {name}"),
    ("firma bajo protesta {name}", "signed under protest by {name}"),
    ("no firma {name}", "{name} refused to sign"),
    ("sin respuesta", "no answer"),
    ("{said} · respondió a las {name}", "{said} · answered at {name}"),
    ("Versión y huella", "Version and fingerprint"),
    ("Versión", "Version"),
    ("{n}, por sellar", "{n}, to be sealed"),
    ("en juego", "in play"),
    ("Huella", "Fingerprint"),
    ("Huella completa", "Whole fingerprint"),
    ("cuando la partida termine", "when the match is over"),
    ("Firmas transcritas del papel", "Signatures transcribed from paper"),
    ("Transcrita del papel desde la jugada {n}", "Transcribed from paper since play {n}"),
    ("Mesa de Control", "Control desk"),
    ("Recibida el {name} a las {name2}", "Received on {name} at {name2}"),
    (
        "La huella se calcula con todas las jugadas de la mesa: si una sola cambiara, la huella sería otra.",
        "The fingerprint is computed from all plays of the match: if a single one changed, it would be another.",
    ),
)
CHECKED: Final = (
    ("Firmas electrónicas de personas", "Electronic signatures of people"),
    (
        ", sobre la versión {n}, con certificado de {name}: cadena no comprobada.",
        ", on version {n}, with a certificate of {name}: chain not checked.",
    ),
    (
        ", sobre la versión {n}, con certificado de {name}: cadena comprobada.",
        ", on version {n}, with a certificate of {name}: chain checked.",
    ),
    (
        ", sobre la versión {n}, con certificado de {name}: cadena no reconocida.",
        ", on version {n}, with a certificate of {name}: chain not recognised.",
    ),
    ("¿Tiene el archivo PDF?", "Do you have the PDF file?"),
    ("Compruebe que nadie lo cambió", "Check that nobody changed it"),
    ("Verificar una Planilla", "Verify a Planilla"),
    ("Verificar el archivo", "Verify the file"),
    ("Un archivo", "A file"),
    ("Un papel", "A paper"),
    ("PDF de la Planilla, o el acta final", "PDF of the Planilla, or the final record"),
    ("Se mira y no se guarda.", "It is looked at and not kept."),
    ("Hasta {n} MB.", "Up to {n} MB."),
    (
        "Diga qué tiene y sabrá si es auténtico, si otra versión lo reemplazó o si alguien lo cambió.",
        "Say what you have and you will know whether it is authentic, replaced by another version, or changed by somebody.",
    ),
    ("No hace falta tener una cuenta.", "No account is needed."),
    (
        "Lea el código QR del papel con la cámara de su teléfono: lleva a la página de esa Planilla.",
        "Scan the QR code of the paper with the camera of your telephone: it leads to the page of that Planilla.",
    ),
    ("O hágalo aquí.", "Or do it here."),
    ("Leer con la cámara", "Scan with the camera"),
    ("Leer de una foto", "Read from a photograph"),
    ("Buscar la Planilla", "Find the Planilla"),
    ("La que está arriba a la derecha: v{n}, por ejemplo.", "The one at the top right: v{n}, for example."),
    (
        "Para no confiar en este sitio: la firma de un PDF se comprueba con cualquier lector que entienda firmas, y su "
        "certificado se compara con el que está al final de la página «Reglamento» del campeonato. Quien tiene la base de datos "
        "lo comprueba todo con",
        "Not to trust this site: the signature of a PDF is checked with any reader that understands signatures, and its "
        "certificate compared with the one at the end of the page “Reglamento” of the championship. Who has the database checks everything with",
    ),
    ("El archivo no es un acta que se pueda comprobar.", "The file is no record that can be checked."),
    ("Aquí no hay ninguna Planilla con esa huella.", "There is no Planilla with that fingerprint here."),
    (
        "Compruebe que la copió bien: son dieciséis cifras o letras de la A a la F.",
        "Check that you copied it well: sixteen digits or letters from A to F.",
    ),
    (
        "Si es la del papel, muéstrelo en la Mesa de Control: puede estar alterado, o ser de otro sitio.",
        "If it is that of the paper, show it at the control desk: it may be altered, or of another site.",
    ),
    ("Auténtica y vigente.", "Authentic and current."),
    (
        "Auténtica, pero lo que guarda el sistema de su mesa ya no está como se registró.",
        "Authentic, but what the system keeps of its match is no longer as it was recorded.",
    ),
    (
        "Lo que guarda el sistema de su mesa ya no está como se registró.",
        "What the system keeps of its match is no longer as it was recorded.",
    ),
    ("No confíe en ella.", "Do not rely on it."),
    (
        "No está como se registró, y no vale contra el papel de nadie.",
        "It is not as it was recorded, and counts against nobody's paper.",
    ),
    (
        "La partida no tiene el último resultado registrado: lo que guarda el sistema no está como se registró. Pregunte en la "
        "Mesa de Control, que tiene copias de respaldo.",
        "The match does not have the last result that was recorded: what the system keeps is not as it was recorded. Ask at the "
        "control desk, which has backups.",
    ),
    (
        "El archivo es, byte por byte, el que firmó el campeonato: la Planilla versión {n} de la partida {n2} de {name}, con "
        "la huella",
        "The file is, byte for byte, the one that the championship signed: Planilla version {n} of match {n2} of {name}, "
        "with the fingerprint",
    ),
    ("Auténtica y vigente, pero lea esto.", "Authentic and current, but read this."),
    (
        "Byte por byte, el archivo empieza con el que firmó el campeonato, y después se le agregaron otras firmas: la "
        "Planilla versión {n} de la partida {n2} de {name}, con la huella",
        "Byte for byte, the file begins with the one that the championship signed, and other signatures were added after it: "
        "Planilla version {n} of match {n2} of {name}, with the fingerprint",
    ),
    (
        "Un fallo del Director la abrió para corregirla; la que la reemplace todavía no está sellada.",
        "A ruling of the Director opened it to be corrected; the one that will replace it is not sealed yet.",
    ),
    (
        "Hay una apelación sobre esta partida que todavía no se resuelve.",
        "There is an appeal about this match that has not been ruled upon yet.",
    ),
    (
        "El Director cambió el resultado de la partida después de sellada: la Planilla es lo que se jugó y se firmó, pero ya "
        "no decide quién gana.",
        "The Director changed the result of the match after it was sealed: the Planilla is what was played and signed, but no "
        "longer decides who wins.",
    ),
    ("No se fíe de lo que se ve en el archivo.", "Do not rely on what the file shows."),
    (
        "Después de la firma del campeonato se le puso, a la vista, una firma que nadie de aquí conoce:",
        "After the signature of the championship somebody put a visible signature on it that nobody here knows:",
    ),
    (
        "Después de la firma del campeonato se le puso, a la vista, {n} firmas que nadie de aquí conoce:",
        "After the signature of the championship {n} visible signatures were put on it that nobody here knows:",
    ),
    (
        "Un nombre así lo pone cualquiera, y puede tapar lo que está debajo.",
        "Anybody can write such a name, and it may cover what is below it.",
    ),
    ("Vale lo que está registrado, que se lee aquí abajo.", "What counts is what is on record, which is below."),
    ("Esto es lo registrado", "This is what is on record"),
    ("Si el archivo dice otra cosa, vale esto.", "Where the file says something else, this counts."),
    ("Todavía no se sabe: no se terminó de verificar.", "Not known yet: it was not read to the end."),
    (
        "Se están verificando muchos archivos a la vez.",
        "Many files are being verified at the same time.",
    ),
    ("Vuelva a intentarlo en un momento.", "Try again in a moment."),
    (
        "Esto no dice nada en contra del archivo, ni a su favor.",
        "This says nothing against the file, nor for it.",
    ),
    ("Auténtica, pero reemplazada por la versión {n}.", "Authentic, but replaced by version {n}."),
    (
        "Es la versión {n} de la partida {n2} de {name}, tal como se firmó.",
        "It is version {n} of match {n2} of {name}, as it was signed.",
    ),
    ("Ya no vale como resultado.", "It no longer counts as a result."),
    ("Ver la vigente", "See the current one"),
    ("Leer la resolución", "Read the resolution"),
    ("Alterada: no es lo que firmó el campeonato.", "Altered: it is not what the championship signed."),
    ("Dice ser la versión {n} de la partida {n2} de {name}.", "It claims to be version {n} of match {n2} of {name}."),
    ("No confíe en ella:", "Do not trust it:"),
    ("vea la vigente", "see the current one"),
    (
        "No lleva firma electrónica: no se puede saber si alguien la cambió.",
        "It has no electronic signature: nobody can know whether it was changed.",
    ),
    (
        "El archivo dice ser la versión {n} de la partida {n2} de {name}, y eso lo puede escribir cualquiera.",
        "The file claims to be version {n} of match {n2} of {name}, and anybody can write that.",
    ),
    ("Compárela con la que está registrada", "Compare it with the one on record"),
    ("Desconocida: aquí no consta.", "Unknown: it is not on record here."),
    (
        "El archivo no es una Planilla que haya firmado un campeonato de este sitio.",
        "The file is no Planilla that a championship of this site signed.",
    ),
    (
        "Si se la dieron como Planilla, muéstrela en la Mesa de Control.",
        "If it was given to you as a Planilla, show it at the control desk.",
    ),
    ("Firmas que se le agregaron", "Signatures added to it"),
    ("Todo lo que se registró está en", "All that was recorded is on"),
    ("la página de la Planilla", "the page of the Planilla"),
    (
        "La bitácora de la mesa se leyó desde la primera jugada: sus {n} jugadas están como se registraron, y la Planilla "
        "corresponde.",
        "The log of the match was read from its first play: its {n} plays are as they were recorded, and the Planilla fits.",
    ),
    (
        "La bitácora de la mesa se leyó desde la primera jugada: su única jugada está como se registró, y la Planilla corresponde.",
        "The log of the match was read from its first play: its only play is as it was recorded, and the Planilla fits.",
    ),
    (
        "La bitácora de la mesa se leyó desde la primera jugada: todas están como se registraron, y la Planilla corresponde.",
        "The log of the match was read from its first play: all are as they were recorded, and the Planilla fits.",
    ),
    ("Ver qué registra", "See what it records"),
    ("Se verá cuando la partida termine", "It will be shown when the match ends"),
    ("Las bitácoras son las del acta.", "The logs are those of the record."),
    ("Las bitácoras son las de la cadena adjunta.", "The logs are those of the attached chain."),
    (
        "Se comprobó la cadena adjunta, no el texto del acta: lo que se lee en el PDF lo pudo escribir cualquiera.",
        "The attached chain was checked, and not the text of the record: anybody may have written what the PDF shows.",
    ),
    (
        "Compárelo con los resultados de la página del campeonato.",
        "Compare it with the results on the page of the championship.",
    ),
    (
        "Todavía no se sabe: no se terminaron de leer las bitácoras.",
        "Not known yet: the logs were not read to the end.",
    ),
    ("Una bitácora no está como se registró.", "A log is not as it was recorded."),
    (
        "El archivo pasa de 2 MB: no es la cadena de un campeonato.",
        "The file has more than 2 MB: it is not the chain of a championship.",
    ),
    ("Algo cambió desde que se imprimió el acta.", "Something changed since the record was printed."),
    (
        "El acta no es de un campeonato de este sitio.",
        "The record is not of a championship of this site.",
    ),
)
