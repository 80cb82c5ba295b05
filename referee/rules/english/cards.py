"""What is said of cards: whether a lift was right, what was forgotten, what else could have been done."""

from typing import Final

REFUSALS: Final = (
    (
        "hay más de cuatro cartas {rank}: la baraja tiene cuatro de cada una",
        "there are more than four cards {rank}: the pack has four of each",
    ),
    ("{cards} no está en la mesa: no se puede levantar", "{cards} is not on the table: it cannot be lifted"),
    ("{cards} no están en la mesa: no se puede levantar", "{cards} are not on the table: they cannot be lifted"),
    ("ya se lanzaron las cuarenta cartas", "the forty cards were thrown already"),
    ("le toca a {seat}", "it is the turn of {seat}"),
    (
        "ya se lanzaron las cuatro cartas {cards} de esta data",
        "the four cards {cards} of this data were thrown already",
    ),
    (
        "en el reglamento {name} nadie toma las cartas olvidadas: las retira el Juez",
        "in the rules {name} nobody takes forgotten cards: the judge withdraws them",
    ),
    (
        "solo se toman las cartas que quedaron de la última escalera, antes de la siguiente carta",
        "only the cards left of the last sequence are taken, before the next card",
    ),
    ("las cartas olvidadas las toma {said}", "forgotten cards are taken by {said}"),
    ("el rival", "the rival"),
    ("el compañero o el rival", "the partner or the rival"),
    ("{side} no tiene levantado {cards}", "{side} has not lifted {cards}"),
    ("diga qué cartas vuelven", "say which cards go back"),
    (
        "{seat} no puede tener tres cartas {cards}: ya se lanzaron otras",
        "{seat} cannot hold three cards {cards}: others were thrown already",
    ),
    (
        "no existe «{name}» en las cartas de una data; existen {name2}",
        "there is no “{name}” among the cards of a data; there are {name2}",
    ),
    (
        "«{name}» no se entiende; se espera, por ejemplo, «{name2}»",
        "“{name}” is not understood; expected is, for example, “{name2}”",
    ),
    ("no existe la carta «{name}»; son {name2}", "there is no card “{name}”; they are {name2}"),
    (
        "solo se deshace la última carta de la data que se juega",
        "only the last card of the data in play can be taken back",
    ),
    ("Ahora no se lanza ninguna carta: {said}.", "No card is thrown now: {said}."),
    ("falta el sorteo de la data", "the deal is not drawn for yet"),
    ("falta proclamar la chica", "the chica is not proclaimed yet"),
    ("la mesa está suspendida", "the table is suspended"),
    ("la mesa terminó", "the table is over"),
)
FAULTS: Final = (
    ("Levante incorrecto: {said}.", "Wrong lift: {said}."),
    ("{cards} no está en la mesa", "{cards} is not on the table"),
    ("{cards} no están en la mesa", "{cards} are not on the table"),
    ("la escalera solo sigue a {said}, y aquí falta", "a sequence only follows {said}, and here there is none"),
    ("un igual", "a match"),
    ("una suma", "a sum"),
    ("un igual o una suma", "a match or a sum"),
    ("{card} levanta un solo igual", "{card} lifts only one match"),
    (
        "son dos levantes a la vez, y con una carta se hace uno solo",
        "these are two lifts at once, and one card makes only one",
    ),
    ("con {card} no se levanta además {cards}", "with {card}, {cards} is not lifted besides"),
    ("{card} solo levanta su igual: las figuras no suman", "{card} only lifts its match: figures do not add up"),
    ("{card} ni es igual a {card2} ni llega a sumar {n}", "{card} neither matches {card2} nor adds up to {n}"),
    ("{cards} suman {n}, no {n2}", "{cards} add up to {n}, not {n2}"),
    ("se pueden sumar a lo más {n} cartas", "at most {n} cards may be added up"),
    (
        "la escalera solo sigue a {said}: no se levanta {cards}",
        "a sequence only follows {said}: {cards} is not lifted",
    ),
    (
        "la escalera lleva una sola carta de cada número o figura: sobra {cards}",
        "a sequence has a single card of each number or figure: {cards} is too many",
    ),
    (
        "la escalera lleva una sola carta de cada número o figura: sobran {cards}",
        "a sequence has a single card of each number or figure: {cards} are too many",
    ),
    ("{cards} no sigue en la escalera", "{cards} does not follow in the sequence"),
    ("{cards} no siguen en la escalera", "{cards} do not follow in the sequence"),
)
VERDICTS: Final = (
    ("No levantó nada: queda {card} más en la mesa.", "Nothing was lifted: {card} more stays on the table."),
    ("Levante correcto: {said}.", "Right lift: {said}."),
    ("{said}, y en escalera sigue {cards}", "{said}, and {cards} follows in sequence"),
    ("{said}, y en escalera siguen {cards}", "{said}, and {cards} follow in sequence"),
    ("{card} levanta su igual", "{card} lifts its match"),
    ("{cards} suman {n}", "{cards} add up to {n}"),
    (
        "Vuelve a la mesa {cards}; lo demás queda levantado: {cards2}.",
        "{cards} goes back to the table; the rest stays lifted: {cards2}.",
    ),
    (
        "Vuelven a la mesa {cards}; lo demás queda levantado: {cards2}.",
        "{cards} go back to the table; the rest stays lifted: {cards2}.",
    ),
    ("Vuelve a la mesa {cards}, y también queda {card}.", "{cards} goes back to the table, and {card} stays too."),
    ("Vuelven a la mesa {cards}, y también queda {card}.", "{cards} go back to the table, and {card} stays too."),
    ("De la escalera olvidó {cards}: {said}.", "Of the sequence {cards} was forgotten: {said}."),
    (
        "el Juez retira lo olvidado hasta que termine la data y no cuenta para nadie",
        "the judge withdraws what was forgotten until the data ends, and it counts for nobody",
    ),
    (
        "el rival puede tomar lo olvidado, y si así limpia la mesa la limpia es suya",
        "the rival may take what was forgotten, and if that clears the table the limpia is his",
    ),
    (
        "puede tomarlo el compañero, si lo hay y lo nota; si no, el rival; si nadie, queda en la mesa",
        "the partner may take it, if there is one and he sees it; else the rival; if nobody, it stays on the table",
    ),
    ("Es {said}: vale {n} puntos.", "It is {said}: worth {n} points."),
    (
        "No es caída: es la primera carta después de repartir.",
        "No caída: it is the first card after a deal.",
    ),
    ("No había otro levante posible.", "No other lift was possible."),
    ("Con esa carta no se podía levantar nada.", "Nothing could be lifted with that card."),
    ("También podía levantar: {said}.", "Could also have lifted: {said}."),
    ("Podía levantar: {said}.", "Could have lifted: {said}."),
    ("{said}; {said2}", "{said}; {said2}"),
    ("{cards} (igual)", "{cards} (match)"),
    ("{cards} (suma)", "{cards} (sum)"),
    ("{said} con la escalera {cards}", "{said} with the sequence {cards}"),
    ("{said}, y era limpia", "{said}, and it was a limpia"),
)
