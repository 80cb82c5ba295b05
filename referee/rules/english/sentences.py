"""What the rulebook answers: why it refuses, and what a jugada would do."""

from typing import Final

REFUSALS: Final = (
    ("en esta mesa no se sienta {seat}", "{seat} does not sit at this table"),
    ("la mesa ya terminó; solo cabe deshacer o un fallo", "the table is over; only an undo or a ruling is left"),
    ("la mesa está suspendida: primero anote la reanudación", "the table is suspended: record the resumption first"),
    (
        "la chica está por proclamar: proclámela, o resuelva antes la protesta",
        "the chica is to be proclaimed: proclaim it, or settle the protest first",
    ),
    ("primero se sortea la data", "the deal is drawn for first"),
    ("la data ya se sorteó", "the deal was drawn for already"),
    (
        "en este reglamento no se suman cartas: diga solo quién reparte",
        "in these rules no cards are added up: say only who deals",
    ),
    ("diga quién reparte", "say who deals"),
    ("cada jugador sentado levanta una carta, y solo una", "each player at the table turns up one card, and only one"),
    ("empate a {n}: nadie reparte, el sorteo se repite", "a tie at {n}: nobody deals, draw again"),
    ("gana {side} ({n} contra {n2}): diga quién reparte", "{side} wins ({n} to {n2}): say who deals"),
    ("reparte {side}, que sumó {n} contra {n2}", "{side} deals, having added up to {n} against {n2}"),
    ("con {n} jugadores una data tiene {n2} repartos", "with {n} players a data has {n2} deals"),
    ("la data va en el reparto {n}", "the data is at deal {n}"),
    (
        "en el reglamento {name} el Juez no retira cartas olvidadas",
        "in the rules {name} the judge withdraws no forgotten cards",
    ),
    (
        "una escalera no deja olvidadas más de {n} cartas",
        "a sequence leaves no more than {n} cards forgotten",
    ),
    (
        "en el reglamento {name} no se protesta un levante con «juego y veo»",
        "in the rules {name} a lift is not protested with “juego y veo”",
    ),
    (
        "la jugada {n} no es un levante con puntos de esta data",
        "no. {n} is not a lift of this data that brought points",
    ),
    (
        "nadie protesta su propio levante: se protesta el del rival",
        "nobody protests his own lift: it is the rival’s that is protested",
    ),
    ("a la jugada {n} ya se le quitaron los puntos", "the points of no. {n} were taken away already"),
    (
        "solo {seat}, que juega a continuación, puede protestar",
        "only {seat}, who plays next, may protest",
    ),
    ("el reglamento {name} no sanciona pedir puntos sin razón", "the rules {name} do not sanction a wrong claim"),
    (
        "por esa misma jugada ya procedió el juego y veo: no se sanciona dos veces",
        "the juego y veo was upheld for that very play: it is not sanctioned twice",
    ),
    (
        "la data va en el reparto {n} de {n2}: se cuenta jugadas las {n3} cartas",
        "the data is at deal {n} of {n2}: it is counted once the {n3} cards are played",
    ),
    (
        "{n} + {n2} + {n3} en la mesa + {n4} retiradas = {n5}, no {n6}",
        "{n} + {n2} + {n3} on the table + {n4} withdrawn = {n5}, not {n6}",
    ),
    (
        "hay falla cuando A o B, y solo uno de los dos lados, no levantó ninguna carta",
        "there is a falla when A or B, and only one of the two, lifted no card at all",
    ),
    ("nadie ha sumado {n} puntos", "nobody has reached {n} points"),
    ("la mesa no está suspendida", "the table is not suspended"),
    ("los puntos van de {n} en {n2}", "points go by {n}"),
    ("una chica tiene {n} puntos", "a chica has {n} points"),
    (
        "en ningún caso se restan diez puntos; si hubo un error, anule la jugada",
        "ten points are never taken away; if there was a mistake, annul the entry",
    ),
    ("todavía no hay data que repetir", "there is no data to be played again yet"),
    ("«{word}» no existe en el reglamento {name}", "“{word}” does not exist in the rules {name}"),
    (
        "{side} está en {n}, que no juega: solo {said}",
        "{side} is at {n}, which is out of play: only {said}",
    ),
    (
        "con {n} puntos ya no se puede anotar «{word}»: se cierra desde {n2}",
        "with {n} points “{word}” can no longer be recorded: it is closed from {n2}",
    ),
    (
        "de {rank} ya hubo ronda en esta data: solo hay cuatro cartas iguales",
        "there was a ronda of {rank} in this data already: there are only four alike",
    ),
    (
        "los dos jugadores de {side} ya tienen ronda en este reparto",
        "both players of {side} have a ronda in this deal already",
    ),
    ("ese jugador ya tiene ronda en este reparto", "that player has a ronda in this deal already"),
    ("ya se lanzó {said}: la ronda no se puede pedir", "{said} was thrown already: the ronda can no longer be claimed"),
    ("la primera carta del reparto", "the first card of the deal"),
    ("su primera carta", "the own first card"),
    ("la primera carta de los cuatro jugadores", "the first card of all four players"),
    ("no hay ninguna jugada {n} que anular", "there is no entry {n} to annul"),
    ("la jugada {n} ya está anulada por la {n2}", "no. {n} was annulled already by no. {n2}"),
    ("para anular la jugada {n} hace falta un motivo", "annulling no. {n} needs a reason"),
    (
        "sin la jugada {n} no valdría la {n2} «{name}»: {said}",
        "without no. {n}, no. {n2} “{name}” would not be valid: {said}",
    ),
    ("todavía no hay ninguna jugada que deshacer", "there is nothing to undo yet"),
    ("la línea pasa de {n} caracteres", "the line is longer than {n} characters"),
    ("línea vacía", "empty line"),
    ("no existe la jugada «{name}»", "there is no entry “{name}”"),
    ("«no-procede» no lleva número de jugada", "“no-procede” takes no number"),
    ("a «{word}» le faltan datos", "“{word}” is not complete"),
    ("«{name}» no va aquí en «{word}»", "“{name}” does not belong here in “{word}”"),
)
RESULTS: Final = (
    (
        "esa jugada no es de ninguna data: elija otra, o que se repita la mesa",
        "that entry is of no data: choose another one, or have the table played again",
    ),
    ("la mesa terminó en la chica {n}: sobra la chica {n2}", "the table ended with chica {n}: chica {n2} is too many"),
    ("con estas chicas la mesa no ha terminado", "with these chicas the table is not over"),
    (
        "con estas chicas la mesa ya había terminado: nadie más repartió",
        "with these chicas the table was over: nobody dealt any more",
    ),
    ("aquí un mal reparto no hace perder la mesa", "here a misdeal does not lose the table"),
    ("chica {n}: cada puntaje es par, de 0 a {n2}", "chica {n}: each score is even, from 0 to {n2}"),
    (
        "chica {n}: si por una protesta los dos quedaron con {n2}, diga quién la ganó",
        "chica {n}: if a protest left both with {n2}, say who won it",
    ),
    ("chica {n}: quien la gana llega a {n2}", "chica {n}: whoever wins it reaches {n2}"),
)
PREVIEWS: Final = (
    ("{said} · {said2} · mesa {n}", "{said} · {said2} · table {n}"),
    ("{side} {n} cartas", "{side} {n} cards"),
    ("{side} {n} cartas ({said})", "{side} {n} cards ({said})"),
    ("{side} {n} cartas → {said}", "{side} {n} cards → {said}"),
    ("{n}", "{n}"),
    ("{n} por mayoría", "{n} for the majority"),
    ("{n} por darlas", "{n} for dealing"),
    ("{n} por falla", "{n} for the falla"),
    ("{said} y {said2}", "{said} and {said2}"),
    ("{n} que no juega", "{n}: out of play"),
    ("desde {n} no cuenta", "does not count from {n}"),
    ("reparte {seat}", "{seat} deals"),
    ("{side} suma {n}", "{side} adds up to {n}"),
    ("empate: se repite", "a tie: draw again"),
    ("Gana la chica {side}: A {n} – B {n2}", "{side} wins the chica: A {n} – B {n2}"),
    ("zapatería", "zapatería"),
    ("termina la mesa: gana {side}", "the table is over: {side} wins"),
    ("la mesa sigue A {n} – B {n2}", "the table goes on at A {n} – B {n2}"),
    ("elimina del campeonato a {side}", "{side} is out of the championship"),
)
