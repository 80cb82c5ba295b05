"""What the Riobamba text leaves open or contradicts, and how a Director may settle it.

The first value of each is the adopted reading. Points without a parameter of the engine (a claim that must
be spoken) are settings all the same: they are printed, read aloud and shown to the Juez.
"""

from typing import Final

from referee.rules.parameters import Doubt

DOUBTS: Final = (
    Doubt(
        "mayoria-bajo-20",
        "15.f, 3.g.5",
        ("siempre", "literal", "de-la-data", "ademas"),
        reason=(
            "El 15.f paga la mayoría sin condición; el 3.g.5 la condiciona a tener la data y a menos de 19 cartas, y deja sin regla las 19. Así tienen efecto los dos artículos.",
            "15.f pays the majority without a condition; 3.g.5 asks for the data and fewer than 19 cards, and leaves 19 without a rule. Read so, both articles have effect.",
        ),
    ),
    Doubt(
        "zapateria-alcance",
        "14.d, 16, 3.g.6, 12",
        ("primera-chica", "cualquier-chica", "ninguna", "primera-data"),
        reason=(
            "3.g.6 y 12 dicen «primera data»; 14.d y 16, que se dirige al Juez, dicen «primera chica», y el artículo 3 admite mesas de una sola chica.",
            "3.g.6 and 12 say “first data”; 14.d and 16, which speaks to the judge, say “first chica”, and article 3 allows mesas of a single chica.",
        ),
    ),
    Doubt(
        "zapateria-medida",
        "3.g.6, 12",
        ("marcador-final", "nunca-llego"),
        reason=(
            "Lo que se proclama es la suma final, con las sanciones ya restadas; diez exactos no es zapatería.",
            "What is proclaimed is the final sum, sanctions taken off; exactly ten is no zapatería.",
        ),
    ),
    Doubt(
        "zapateria-torneo",
        "12",
        ("no-elimina-primera-derrota", "ninguno", "elimina"),
        reason=(
            "El 12 no la hace eliminatoria «si es la primera derrota»: es una derrota más, salvo que ya haya otra.",
            "12 does not make it eliminate “if it is the first defeat”: it is one more defeat, unless there was one before.",
        ),
    ),
    Doubt(
        "ronda-plazo",
        "3.e, 7.a, 7.b",
        ("cuarta-primera-carta", "propia-primera-carta", "primera-carta"),
        reason=(
            "3.e y 7.b la cierran con la primera carta de los cuatro jugadores; 7.a habla de la propia.",
            "3.e and 7.b close it with the first card of the four players; 7.a speaks of one's own.",
        ),
    ),
    Doubt(
        "caida-tras-segundo-reparto",
        "6",
        ("no", "si"),
        reason=(
            "La letra del 6 lo admitiría; la costumbre la niega porque empieza otra mano.",
            "The letter of 6 would allow it; custom denies it, because another hand begins.",
        ),
    ),
    Doubt(
        "limpia-pedida",
        "6, 10, 11",
        ("si", "no"),
        reason=(
            "El 6 fija el plazo de la caída; 10 y 11 tratan todos los puntos como solicitados.",
            "6 sets the time of the caída; 10 and 11 treat all points as claimed.",
        ),
    ),
    Doubt(
        "mal-pedido",
        "11, 15.c",
        ("resta", "suma-rival", "ambos"),
        reason=(
            "El 11 dice «restando dos puntos a la pareja»; cuando el texto quiere premiar al rival dice «bonificará».",
            "11 says “taking two points off the pair”; where the text means to reward the opponents it says “will credit”.",
        ),
    ),
    Doubt(
        "mal-reparto-propio",
        "4.a",
        ("si", "no"),
        reason=(
            "El 4.a nombra al adversario y al compañero, pero «coge» más de cinco también lo cubre.",
            "4.a names opponent and partner, but “takes” more than five covers it too.",
        ),
    ),
    Doubt(
        "sorteo-por-chica",
        "3.c, 3.f",
        ("no", "si"),
        reason=(
            "El sorteo es para «la primera data»; después la señal de data sigue pasando.",
            "The draw is for “the first data”; afterwards the data marker goes on passing.",
        ),
    ),
    Doubt(
        "dos-por-darlas",
        "3.g.3, 3.g.5, 3.f, 15.g",
        ("quien-reparte", "quien-repartio"),
        reason=(
            "El 3.f pasa la señal de data antes de contar, y se llaman «dos por darlas»: a quien reparte a continuación.",
            "3.f passes the data marker before counting, and they are called “two for dealing”: to whoever deals next.",
        ),
    ),
    Doubt(
        "barajar",
        "3.d, 16",
        ("juez-al-final", "solo-juez"),
        reason=(
            "El 3.d habla del Juez; el 16, de que baraje «después de los jugadores»: pueden barajar, y él al final.",
            "3.d speaks of the judge; 16, of his shuffling “after the players”: they may shuffle, and he at the end.",
        ),
    ),
    Doubt("bajo-cero", "5.c, 11", ("piso-cero", "se-debe")),
    Doubt("sobre-cuarenta", "3.g.6, 14.c", ("si", "no")),
    Doubt("mal-reparto-reparte", "4.c, 15.e", ("elige-la-pareja", "siguiente")),
    Doubt("puntos-data-anulada", "4.c", ("valen", "se-anulan")),
)
