"""The tables, what decides them, and how that is explained."""

from typing import Final

TABLES: Final = (
    (
        "Todavía no hay posiciones: el sorteo no está publicado.",
        "There are no standings yet: the draw is not published.",
    ),
    ("Puesto", "Place"),
    ("Sin puesto", "No place"),
    ("{n}.º", "{n}"),
    ("Qué decidió", "What decided"),
    ("Hasta dónde llegó", "How far it came"),
    ("Gana la etapa", "Wins the stage"),
    ("Tablas", "Tables"),
    ("{told}: terminada, con los puestos firmes.", "{told}: ended, the places are final."),
    ("en juego: el puesto es el de este momento", "in play: the place is that of this moment"),
    ("{told}: en juego, los puestos son los de este momento.", "{told}: in play, the places are those of this moment."),
    ("Fuera de la tabla:", "Not in the table:"),
    ("Fuera de la etapa", "Out of the stage"),
    ("Fuera del campeonato", "Out of the championship"),
    ("Solo ausencias", "Absences only"),
    ("(Fuera de la etapa)", "(Out of the stage)"),
    ("(Fuera del campeonato)", "(Out of the championship)"),
    ("(Solo ausencias)", "(Absences only)"),
    (
        "Quien se retiró, fue descalificado o salió de la etapa por una zapatería no clasifica, ni quien no tiene puesto, haya ganado lo que haya ganado.",
        "Who withdrew, was disqualified or was put out of the stage by a zapatería does not qualify, nor who has no place, whatever was won.",
    ),
    ("{said}: en el puesto de sus resultados.", "{said}: in the place of the results."),
    ("{said}: al final, con puesto.", "{said}: at the end, with a place."),
    ("{said}: al final, sin puesto.", "{said}: at the end, without a place."),
    ("{said}: fuera de la tabla.", "{said}: not in the table."),
    ("Quien solo tiene ausencias", "Who has only absences"),
    (
        "Quien se retiró con algo por jugar, fue descalificado o salió de la etapa por una zapatería",
        "Who withdrew with something left to play, was disqualified or was put out of the stage by a zapatería",
    ),
    ("A quien se expulsó", "Who was expelled"),
    (
        "Así se comparan quienes jugaron en series distintas; el resultado directo no cuenta, porque no se encontraron.",
        "This is how those of different series compare; the direct result does not count, since they did not meet.",
    ),
    (
        "Las series no tienen el mismo tamaño: por eso se comparan los promedios por mesa, y no las sumas.",
        "The series are not of one size: so averages per match are compared, not sums.",
    ),
    ("Qué cuenta, y en qué orden", "What counts, and in which order"),
    (
        "Cada desempate se mira solo entre quienes siguen iguales después de los anteriores.",
        "Each tie-break is looked at only among those who are still level after the ones before.",
    ),
    (
        "La lista quedó fija al publicarse la etapa.",
        "The list was fixed when the stage was published.",
    ),
    (
        "Al lado de cada cual están los desempates que lo separaron de alguien, en su orden.",
        "Beside each are the tie-breaks that parted it from others, in their order.",
    ),
    (
        "«Baja» dice cuántos puestos le costaron los desempates: sin ellos, quienes ganaron las mismas mesas compartirían "
        "el primero de sus puestos.",
        "“Down” tells how many places the tie-breaks cost: without them, those who won as many matches would share the "
        "first of their places.",
    ),
    ("Las caídas son las que anotaron las tablets.", "The caídas are those recorded on the tablets."),
    (
        "De {n} partida llevada en papel no se sabe ninguna y cuenta como cero.",
        "Of {n} match kept on paper none is known, and it counts as zero.",
    ),
    (
        "De {n} partidas llevadas en papel no se sabe ninguna y cuentan como cero.",
        "Of {n} matches kept on paper none is known, and they count as zero.",
    ),
    ("Las hay de todas las partidas jugadas.", "They are known of all matches played."),
    ("{said} (baja {n} puesto)", "{said} (down {n} place)"),
    ("{said} (baja {n} puestos)", "{said} (down {n} places)"),
    ("{said} (queda delante)", "{said} (stays ahead)"),
    ("{said}, luego {said2}", "{said}, then {said2}"),
    ("{said} entre {n}", "{said} among {n}"),
    ("{said} entre {n}: {n2}", "{said} among {n}: {n2}"),
    (
        "Una mesa ganada sin que se jugara hasta el final, porque el rival faltó, se había retirado, abandonó o fue descalificado, "
        "cuenta como 2–0, 40–0 y 40–0, o como lo jugado donde fue más; en caídas, como el promedio de las que jugó hasta el final.",
        "A match won without being played to its end, because the rival did not come, had withdrawn, gave up or was disqualified, "
        "counts as 2–0, 40–0 and 40–0, or as what was played where that was more; in caídas, as the mean of those it played to their end.",
    ),
)
CRITERIA: Final = (
    ("Mesas ganadas", "Matches won"),
    ("Mesas ganadas por mesa", "Matches won per match"),
    ("Cuántas mesas ganó.", "How many matches were won."),
    ("Una ganada por ausencia vale como cualquiera.", "One won by absence counts like any other."),
    ("Resultado directo", "Direct result"),
    (
        "Cuántas mesas ganó contra las que siguen empatadas con ella, y solo contra esas.",
        "How many matches were won against those still level with it, and only against those.",
    ),
    ("Se cuenta de nuevo cuando quedan menos.", "It is counted anew when fewer are left."),
    (
        "Cuántas mesas ganó contra los que siguen empatados con él, y solo contra esos.",
        "How many matches were won against those still level, and only against those.",
    ),
    ("Diferencia de chicas", "Difference of chicas"),
    ("Chicas ganadas menos chicas perdidas.", "Chicas won less chicas lost."),
    ("Diferencia de puntos", "Difference of points"),
    ("Puntos de todas sus chicas menos los de sus rivales.", "Points of all its chicas less those of the rivals."),
    ("Zapaterías", "Zapaterías"),
    ("Zapaterías dadas menos recibidas.", "Zapaterías given less received."),
    ("Caídas", "Caídas"),
    ("Cuántas caídas hizo.", "How many caídas were made."),
    ("Fuerza de los rivales", "Strength of the rivals"),
    ("Fuerza de los rivales sin el más débil", "Strength of the rivals without the weakest"),
    ("Fuerza de los vencidos", "Strength of the beaten"),
    (
        "Suma de las mesas que ganaron sus rivales (Buchholz).",
        "Sum of the matches that its rivals won (Buchholz).",
    ),
    (
        "Una ronda sin rival cuenta como un rival que ganó tantas como ella.",
        "A round without a rival counts as a rival who won as many as itself.",
    ),
    (
        "Una ronda sin rival cuenta como un rival que ganó tantas como él.",
        "A round without a rival counts as a rival who won as many.",
    ),
    ("La misma suma sin el rival que menos ganó.", "The same sum without the rival who won least."),
    (
        "Suma de las mesas que ganaron los rivales a los que venció (Sonneborn-Berger).",
        "Sum of the matches won by the rivals that were beaten (Sonneborn-Berger).",
    ),
    ("Sorteo", "Draw"),
    (
        "El orden en que salieron del sorteo de desempate, que cualquiera puede repetir con su semilla.",
        "The order in which they came out of the draw of lots, which anybody can repeat with its seed.",
    ),
    ("Ejemplo: {said}", "Example: {said}"),
    ("Ganó {n} de {n2}: {n3}.", "Won {n} of {n2}: {n3}."),
    (
        "La {n} y la {n2} empatan; la {n3} le ganó a la {n4}: {n5} para la {n6}, {n7} para la {n8}.",
        "{n} and {n2} are level; {n3} beat {n4}: {n5} for {n6}, {n7} for {n8}.",
    ),
    (
        "El {n} y el {n2} empatan; el {n3} le ganó al {n4}: {n5} para el {n6}, {n7} para el {n8}.",
        "{n} and {n2} are level; {n3} beat {n4}: {n5} for {n6}, {n7} for {n8}.",
    ),
    (
        "Ganó una mesa {n}–{n2} y perdió otra {n3}–{n4}: {n5} − {n6} = {n7}.",
        "Won one match {n}–{n2} and lost another {n3}–{n4}: {n5} − {n6} = {n7}.",
    ),
    (
        "{n}–{n2} y {n3}–{n4}: ({n5} − {n6}) + ({n7} − {n8}) = {n9}.",
        "{n}–{n2} and {n3}–{n4}: ({n5} − {n6}) + ({n7} − {n8}) = {n9}.",
    ),
    ("Dio dos y recibió una: {n}.", "Gave two and received one: {n}."),
    ("Tres en una mesa y cuatro en otra: {n}.", "Three in one match and four in another: {n}."),
    ("Sus rivales ganaron {n}, {n2} y {n3}: {n4}.", "Its rivals won {n}, {n2} and {n3}: {n4}."),
    (
        "Sus rivales ganaron {n}, {n2} y {n3}: {n4} + {n5} = {n6}.",
        "Its rivals won {n}, {n2} and {n3}: {n4} + {n5} = {n6}.",
    ),
    (
        "Venció a rivales que ganaron {n} y {n2}, y perdió con uno que ganó {n3}: {n4} + {n5} = {n6}.",
        "Beat rivals who won {n} and {n2}, and lost to one who won {n3}: {n4} + {n5} = {n6}.",
    ),
    (
        "Salió tercera: va detrás de la primera y de la segunda.",
        "Drawn third: it goes behind the first and the second.",
    ),
    ("Salió tercero: va detrás del primero y del segundo.", "Drawn third: goes behind the first and the second."),
)
