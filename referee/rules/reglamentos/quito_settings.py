"""What the text of `quito` and `rigor` leaves open or says in two ways."""

from typing import Final

from referee.rules.reglamento import Setting, SettingChoice
from referee.rules.reglamentos.doubts import NEXT_CHICA, addends, closing_sanctions, first_dealer, ronda_deadline

DOUBTS: Final = (
    addends("las-que-sumen", "párrafo 6", "El texto dice «dos cartas» y levanta un as, un 2 y un 4 con un 7."),
    ronda_deadline(
        "propia-primera-carta", "párrafo 5", "Se anuncia antes del primer turno «de cada uno» después de cada reparto."
    ),
    Setting(
        key="cartas-olvidadas",
        question="¿Qué pasa con las cartas olvidadas de una escalera?",
        article="",
        reason="El texto no lo dice; retirarlas es lo que menos premia un descuido, y lo que hace el reglamento de Riobamba.",
        choices=(
            SettingChoice("las-retira-el-juez", "Las retira el Juez y no son de nadie"),
            SettingChoice("las-toma-la-rival", "Las toma el rival", {"forgotten_cards.policy": "las-toma-la-rival"}),
            SettingChoice(
                "companero-y-luego-rival",
                "Las toma el compañero y, si no, el rival",
                {"forgotten_cards.policy": "companero-y-luego-rival"},
            ),
        ),
    ),
    closing_sanctions("párrafo 9", "Los dos últimos puntos «solo» se anotan por caída."),
    Setting(
        key="zapateria-torneo",
        question="¿Elimina del campeonato una zapatería?",
        article="párrafo 10",
        reason="El texto descalifica «de un torneo o partida»: dice las dos cosas.",
        choices=(
            SettingChoice("elimina", "Sí, siempre"),
            SettingChoice(
                "no-elimina-primera-derrota",
                "No, si es la primera derrota",
                {"zapateria.tournament_effect": "no-elimina-primera-derrota"},
            ),
            SettingChoice("ninguno", "No, nunca", {"zapateria.tournament_effect": "ninguno"}),
        ),
    ),
    first_dealer("suma", "El texto no dice cómo se elige; se adopta la suma de cartas, como en Riobamba."),
    NEXT_CHICA,
)

QUITO_DOUBTS: Final = (
    Setting(
        key="doble-ronda-valor",
        question="¿Cuánto vale la doble ronda?",
        article="párrafo 5, tabla de estilos",
        reason="Un párrafo dice que gana el juego; otro y la tabla dan cuatro puntos en Quito.",
        choices=(
            SettingChoice("cuatro", "Cuatro puntos"),
            SettingChoice("chica", "Gana la chica", {"doble_ronda.effect": "chica"}),
        ),
    ),
    *DOUBTS,
)

RIGOR_DOUBTS: Final = (
    Setting(
        key="cuatro-iguales-en-38",
        question="¿Gana la chica, desde 38, una doble ronda?",
        article="párrafo 9, tabla de estilos",
        reason="La tabla le da la chica, que se gana y no se suma; el párrafo 9 cierra las rondas a quien está en 38.",
        choices=(
            SettingChoice("si", "Sí"),
            SettingChoice(
                "no", "No", {"rule38.may_still_score": ("caida", "caida-limpia", "caida-en-ronda", "cuatro-caidas")}
            ),
        ),
    ),
    *DOUBTS,
)
