"""The draw: as it is drawn, its acta, and how anybody checks it."""

from typing import Final

DRAWN: Final = (
    ("Huella del sorteo", "Fingerprint of the draw"),
    ("Lo que cambió después del sorteo", "What changed after the draw"),
    ("Arriba está lo que se sorteó, con los nombres de entonces.", "Above is what was drawn, with the names of then."),
    (
        "El número {n}, {name}, entró después del sorteo en el lugar {n2}.",
        "Number {n}, {name}, entered after the draw in place {n2}.",
    ),
    (
        "El número {n}, {name}, entró después del sorteo en la serie {n2}.",
        "Number {n}, {name}, entered after the draw in series {n2}.",
    ),
    (
        "El número {n}, {name}, entró después del sorteo, desde la ronda {n2}.",
        "Number {n}, {name}, entered after the draw, from round {n2} on.",
    ),
    ("(nombre borrado)", "(name erased)"),
    (
        "En el número {n}, {name} juega en lugar de quien se sorteó.",
        "In number {n}, {name} plays in the place of who was drawn.",
    ),
    (
        "En el número {n}, el jugador {n2} se llama {name}: se corrigió.",
        "In number {n}, the name of player {n2} is {name}: it was corrected.",
    ),
    ("El número {n} se llama «{name}».", "Number {n} is called “{name}”."),
    ("El número {n} es de «{name}».", "Number {n} is of “{name}”."),
    ("El número {n} ya no tiene nombre.", "Number {n} has no name any more."),
    ("El número {n} ya no tiene club.", "Number {n} has no club any more."),
    (
        "Del número {n} sigue un jugador con otro compañero: es ahora el número {n2}.",
        "A player of number {n} goes on with another partner: it is number {n2} now.",
    ),
    ("Se calculó la huella de cada parte del acta.", "The fingerprint of each part of the record was calculated."),
    ("Se comparó cada nombre con su huella.", "Each name was compared with its fingerprint."),
    (
        "Se comparó cada nombre con su huella. Nombres borrados a pedido de las personas: {n}.",
        "Each name was compared with its fingerprint. Names erased because people asked for it: {n}.",
    ),
    (
        "Se calculó la huella del sorteo: {name}. Compárela con la que se publicó.",
        "The fingerprint of the draw was calculated: {name}. Compare it with the one that was published.",
    ),
    ("La parte «{name}» no es la que se escribió.", "The part “{name}” is not the one that was written."),
    (
        "Inscripción {n}: «{name}» no es el nombre que se sorteó.",
        "Entry {n}: “{name}” is not the name that was drawn.",
    ),
    ("La de su acta es {name}.", "That of its record is {name}."),
    ("La de su publicación es {name}.", "The published one is {name}."),
    ("Sorteo", "Draw"),
    ("Todos los sorteos de esta etapa", "All draws of this stage"),
    ("Sorteo número {n}", "Draw number {n}"),
    ("Se reemplazó por otro.", "It was replaced by another."),
    (
        "Se deshizo: cambió la etapa, o quiénes entran en ella.",
        "It was undone: the stage changed, or who enters it.",
    ),
    ("Estuvo publicado desde el {n}/{n2}/{n3} {n4}:{n5}.", "It was public from {n}/{n2}/{n3} {n4}:{n5} on."),
    ("Es el que vale.", "It is the one that counts."),
    ("Es el que vale, y el único que se hizo.", "It is the one that counts, and the only one that was made."),
    (
        "Se revisó la lista de todos los sorteos de la etapa: {n}.",
        "The list of all draws of the stage was checked: {n}.",
    ),
    (
        "Es el sorteo {n}: tiene que haber {n2} anterior, cada uno una vez y en orden.",
        "It is draw {n}: there has to be {n2} earlier one, each once and in order.",
    ),
    (
        "Es el sorteo {n}: tiene que haber {n2} anteriores, cada uno una vez y en orden.",
        "It is draw {n}: there have to be {n2} earlier ones, each once and in order.",
    ),
    ("Las horas de los sorteos no van en orden.", "The hours of the draws are not in order."),
    ("Del sorteo {n} no se dice qué fue de él.", "Of draw {n} it is not said what became of it."),
    (
        "Sorteo número {n}, publicado el {n2}/{n3}/{n4} {n5}:{n6}. Semilla:",
        "Draw number {n}, published on {n2}/{n3}/{n4} {n5}:{n6}. Seed:",
    ),
    (
        "Ver la llave dibujada: con zoom, para el proyector o para imprimir",
        "See the bracket drawn: to zoom, for the projector or to print",
    ),
    (
        "Ver la etapa dibujada: con zoom, para el proyector o para imprimir",
        "See the stage drawn: to zoom, for the projector or to print",
    ),
    ("Acercar", "Zoom in"),
    ("Alejar", "Zoom out"),
    ("A{n} (PDF)", "A{n} (PDF)"),
    ("En un proyector", "On a projector"),
    ("Para imprimir y juntar:", "To print and join:"),
    (
        "Con el teclado: flechas a los lados, a la ronda anterior o siguiente; arriba y abajo, en la misma ronda; P, a donde "
        "va quien pierde; Enter abre la partida; + y − acercan y alejan.",
        "With the keyboard: arrows to the sides, to the round before or after; up and down, in the same round; P, to where "
        "the loser goes; Enter opens the match; + and − zoom.",
    ),
    ("La que busca.", "The one you look for."),
    ("Partida {n}, {said}:", "Match {n}, {said}:"),
    ("Partida {n}, {said}: {told} contra {told2}", "Match {n}, {said}: {told} v. {told2}"),
    ("Partida {n}, {said}: {told} contra {told2}.", "Match {n}, {said}: {told} v. {told2}."),
    ("Quien gana va a la partida {n}", "Who wins goes to match {n}"),
    ("Quien pierde va a la partida {n}", "Who loses goes to match {n}"),
    ("Gana {n}, {name}", "{n} wins, {name}"),
    ("Gana {n}", "{n} wins"),
    ("Gana {n}.", "{n} wins."),
    ("Entran", "Entrants"),
    ("Sin rival", "No rival"),
    ("Si el invicto pierde la {n}", "If the unbeaten loses {n}"),
    ("Si la invicta pierde la {n}", "If the unbeaten loses {n}"),
    ("{said}: {n} {name} pasa libre", "{said}: {n} {name}, bye"),
    ("{said} pasa libre", "{said}, bye"),
)
UNKEPT: Final = (
    ("{said}: {n} · {name} y {n2} · {name2}, {said2}", "{said}: {n} · {name} and {n2} · {name2}, {said2}"),
    ("podrían encontrarse en {said}", "who could meet in {said}"),
    ("podrían encontrarse en la {said}", "who could meet in the {said}"),
    ("finalistas de la edición anterior", "finalists of the edition before"),
    ("la misma serie de una etapa anterior", "the same series of an earlier stage"),
    *(
        (f"{spanish} ({{name}})", f"{english} ({{name}})")
        for spanish, english in (
            ("el mismo club", "the same club"),
            ("la misma institución", "the same institution"),
            ("la misma familia", "the same family"),
            ("la misma provincia", "the same province"),
        )
    ),
)
ACTA: Final = (
    ("Acta del sorteo", "Record of the draw"),
    ("Acta del sorteo: {told}", "Record of the draw: {told}"),
    ("Acta del sorteo · {name}", "Record of the draw · {name}"),
    ("Acta del sorteo, y cómo comprobarlo", "Record of the draw, and how to check it"),
    ("El sorteo todavía no está publicado.", "The draw is not published yet."),
    ("Con qué se sorteó", "What was drawn with"),
    ("Número {n}, del {n2}/{n3}/{n4} {n5}:{n6}", "Number {n}, of {n2}/{n3}/{n4} {n5}:{n6}"),
    ("{said}, {n}:{n2}", "{said}, {n}:{n2}"),
    ("Publicado", "Published"),
    ("Semilla pública", "Public seed"),
    ("Semilla", "Seed"),
    ("Procedimiento", "Procedure"),
    ("Protecciones", "Protections"),
    ("Ninguna", "None"),
    ("Ninguno", "None"),
    ("Lo que no se cumplió", "What could not be kept"),
    ("Se cumplieron todas", "All were kept"),
    ("Intercambios a mano", "Exchanges by hand"),
    ("Verificar ahora", "Verify now"),
    ("Acta para imprimir (PDF)", "Record to print (PDF)"),
    ("Archivo del acta (JSON)", "File of the record (JSON)"),
    ("Verificar un archivo", "Verify a file"),
    ("Lo que salió", "What came out"),
    ("con", "with"),
    ("Verificar un sorteo", "Verify a draw"),
    ("Verificar", "Verify"),
    ("Compromisos de sorteo", "Commitments of the draw"),
    ("anulado", "revoked"),
    ("cualquiera lo comprueba", "anybody can check it"),
    ("Correcto.", "Correct."),
    ("No coincide.", "Does not match."),
    ("El sorteo es el que dice el acta", "The draw is the one that the record says"),
    ("El acta no corresponde al sorteo", "The record does not fit the draw"),
)
CHECKED: Final = (
    ("El mismo club: en series distintas, si se puede", "The same club: in different series, if possible"),
    (
        "Se emparejó otra vez la ronda {n} con las mesas ganadas de antes y la semilla «{name}».",
        "Round {n} was paired again with the matches won before it and the seed “{name}”.",
    ),
    ("Ronda {n}, como se emparejó", "Round {n}, as it was paired"),
    ("Semilla de la ronda:", "Seed of the round:"),
    (". Entre paréntesis, las mesas ganadas antes de ella.", ". In brackets, the matches won before it."),
    ("Descansa: {name}.", "Rests: {name}."),
    ("El mismo club: en su primera mesa, si se puede", "The same club: in their first match, if possible"),
    (
        "La misma serie de una etapa anterior: en su primera mesa, si se puede",
        "The same series of an earlier stage: in their first match, if possible",
    ),
    (
        "La misma serie de una etapa anterior: en series distintas, si se puede",
        "The same series of an earlier stage: in different series, if possible",
    ),
    (
        "El sorteo se hizo sin compromiso previo: la semilla se conoció al sortear.",
        "The draw was made without a commitment before: the seed became known at the draw.",
    ),
    ("No hubo intercambios a mano.", "There were no exchanges by hand."),
    ("Pase libre", "Bye"),
    (
        "Se buscó qué protecciones no se cumplen: casos, {n}.",
        "It was looked which protections are not kept: cases, {n}.",
    ),
    (
        "Se leyó el acta: {n} inscripciones, procedimiento «{name}», semilla «{name2}».",
        "The record was read: {n} entries, procedure “{name}”, seed “{name2}”.",
    ),
    (
        "Se repitió el sorteo con esa semilla y se comparó lugar por lugar.",
        "The draw was repeated with that seed and compared place by place.",
    ),
    ("(opcional)", "(optional)"),
    ("Archivo del acta", "File of the record"),
    (
        "El acta en PDF, que lleva dentro su archivo, o el archivo .json de la página del sorteo.",
        "The record as PDF, which carries its file, or the .json file of the page of the draw.",
    ),
    (
        "Esta página repite un sorteo con lo que dice su acta y nada más.",
        "This page repeats a draw with what its record says and nothing else.",
    ),
    (
        "Para no confiar en este sitio, el mismo archivo se comprueba en otra computadora con",
        "Not to trust this site, the same file is checked on another computer with",
    ),
    ("O su texto, pegado aquí", "Or its text, pasted here"),
    (
        "y el acta en PDF o en JSON, o a mano: el procedimiento está descrito en",
        "and the record as PDF or JSON, or by hand: the procedure is described in",
    ),
)
