"""What jugadas, rewards and ways of doing things are called: the short pieces that the sentences are made of."""

from typing import Final

LABELS: Final = (
    ("Sorteo de la data", "Draw for the deal"),
    ("Ronda", "Ronda"),
    ("Doble ronda", "Double ronda"),
    ("Caída", "Caída"),
    ("Limpia", "Limpia"),
    ("Caída y limpia", "Caída and limpia"),
    ("Caída en ronda", "Caída on a ronda"),
    ("Cuatro caídas seguidas", "Four caídas in a row"),
    ("Segundo reparto", "Second deal"),
    ("Tercer reparto", "Third deal"),
    ("Cuarto reparto", "Fourth deal"),
    ("Arranche", "Arranche"),
    ("Juego y veo", "Juego y veo"),
    ("Veo y juego", "Veo y juego"),
    ("Mal reparto", "Misdeal"),
    ("Mal reparto: pierde la mesa", "Misdeal: loses the table"),
    ("Mal pedido", "Wrong claim"),
    ("Mal pedido u otro error", "Wrong claim or other mistake"),
    ("Conteo", "Count"),
    ("Proclama", "Proclamation"),
    ("Suspensión", "Suspension"),
    ("Reanudación", "Resumption"),
    ("Abandono", "Retirement"),
    ("Descalificación", "Disqualification"),
    ("Fallo: ajusta puntos", "Ruling: adjusts points"),
    ("Fallo: adjudica la chica", "Ruling: awards the chica"),
    ("Fallo: adjudica la mesa", "Ruling: awards the table"),
    ("Fallo: repite la data", "Ruling: data played again"),
    ("Anulación", "Annulment"),
    ("Deshacer la última", "Undo the last one"),
    ("Congelar el resultado", "Freeze the result"),
    ("Reabrir la Planilla", "Reopen the Planilla"),
    ("{said} de {rank}", "{said} of {rank}"),
    ("{said}: A {n}, B {n2}, mesa {n3}", "{said}: A {n}, B {n2}, table {n3}"),
    ("{said}: A {n}, B {n2}, mesa {n3}, falla", "{said}: A {n}, B {n2}, table {n3}, falla"),
    ("{said}: procede", "{said}: upheld"),
    ("{said}: no procede", "{said}: rejected"),
    ("{said}: procede (jugada {n})", "{said}: upheld (no. {n})"),
    ("{said} {seat}", "{said} {seat}"),
    ("{said} ", "{said}"),
)
REWARDS: Final = (
    ("caída", "caída"),
    ("limpia", "limpia"),
    ("caída y limpia", "caída and limpia"),
    ("caída en ronda", "caída on a ronda"),
    ("cuatro caídas", "four caídas"),
    ("ronda", "ronda"),
    ("doble ronda", "double ronda"),
    ("conteo", "the count"),
    ("nada", "nothing"),
    ("{said}, {said2}", "{said}, {said2}"),
    ("{said} o {said2}", "{said} or {said2}"),
)
WAYS: Final = (
    ("la pareja cuyas dos cartas suman más", "the pair whose two cards add up to more"),
    ("quien recibe el primer brillo (diamante)", "whoever gets the first diamond"),
    ("quien levanta la carta más alta", "whoever turns up the highest card"),
    ("de común acuerdo", "by agreement"),
)
NOTES: Final = (
    ("38 que no juega", "38: out of play"),
    ("Toda la sala: {name}", "The whole hall: {name}"),
    ("Gana la chica.", "Wins the chica."),
    (
        "No vale con la primera carta después de este reparto.",
        "Not valid with the first card after this deal.",
    ),
    ("Quién reparte: {said}.", "Who deals: {said}."),
)
PLACES: Final = (("párrafo", "paragraph"), ("tabla de estilos", "table of styles"))
"""Words of a citation, in texts that do not number their articles."""
