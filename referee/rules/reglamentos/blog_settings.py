"""What the text of `blog` leaves open or says in two ways.

One contradiction has no setting, because a score is always even: «How to play» 19 says seven points for 21 cards and
then rounds them to eight; the rounding stands.
"""

from typing import Final

from referee.rules.reglamento import Setting, SettingChoice
from referee.rules.reglamentos.doubts import NEXT_CHICA, addends, closing_sanctions, first_dealer, ronda_deadline

DOUBTS: Final = (
    Setting(
        key="veinte-veinte",
        question="¿Quién cobra el conteo con 20 cartas por lado?",
        article="«How to play» 19",
        reason="A la letra, toda pareja con más de 19 cartas cobra seis: ambas.",
        choices=(
            SettingChoice("ambas", "Ambas, seis puntos cada una"),
            SettingChoice(
                "quien-reparte", "Seis, la que reparte a continuación", {"count.tie_at_threshold_to": "quien-reparte"}
            ),
            SettingChoice(
                "dos-por-darlas",
                "Dos por darlas, la que reparte a continuación",
                {"count.tie_at_threshold_to": "quien-reparte", "count.tie_at_threshold_points": 2},
            ),
        ),
    ),
    Setting(
        key="empate-bajo-20",
        question="¿Paga algo el empate con menos de 20 cartas?",
        article="«How to play» 20",
        reason="El texto premia a quien tiene más cartas; en un empate no hay nadie.",
        choices=(
            SettingChoice("nada", "Nada"),
            SettingChoice("dos-por-darlas", "Dos por darlas, a quien reparte a continuación", {"count.tie_points": 2}),
        ),
    ),
    Setting(
        key="mal-reparto-mano",
        question="¿Quién reparte después de un mal reparto?",
        article="«Rules» 1",
        reason="El texto da los diez puntos y no dice que la mano pase.",
        choices=(
            SettingChoice("repite", "Reparte de nuevo el mismo jugador"),
            SettingChoice("pasa", "El jugador de la derecha", {"misdeal.deal_passes_to_opponents": True}),
        ),
    ),
    Setting(
        key="mal-reparto-propio",
        question="¿Es mal reparto la mano equivocada del propio repartidor?",
        article="«Rules» 1",
        reason="El texto castiga al que reparte mal sin decir a quién.",
        choices=(
            SettingChoice("si", "Sí"),
            SettingChoice("no", "No", {"misdeal.own_hand_counts": False}),
        ),
    ),
    closing_sanctions(
        "«Rules» 4, «Rules» 5",
        "A la letra, con 38 «solo» se recibe puntos por caída, aunque todo error dé diez.",
    ),
    ronda_deadline(
        "propia-primera-carta", "«How to play» 7", "El texto la pide al recibir las cartas, sin decir hasta cuándo."
    ),
    addends("las-que-sumen", "«How to play» 13", "El ejemplo suma dos cartas y el texto no pone límite."),
    first_dealer("acuerdo", "El texto no dice cómo se elige."),
    NEXT_CHICA,
)
