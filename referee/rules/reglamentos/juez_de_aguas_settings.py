"""What the text of `juez-de-aguas` leaves open or says in two ways."""

from typing import Final

from referee.rules.reglamento import Setting, SettingChoice
from referee.rules.reglamentos.doubts import NEXT_CHICA, addends, closing_sanctions

DOUBTS: Final = (
    Setting(
        key="veinte-veinte",
        question="¿Qué paga el conteo con 20 cartas por lado?",
        article="10.A, 10.B",
        reason="10.A premia a quien «supera» y 10.B el empate sin llegar a 20: queda sin regla. Se extiende el 10.B.",
        choices=(
            SettingChoice("dos-por-dar", "Dos por dar, a quien reparte a continuación"),
            SettingChoice("nada", "Nada", {"count.tie_at_threshold_points": 0}),
            SettingChoice(
                "seis-a-ambas",
                "Seis a cada una, por la carta número 20",
                {"count.tie_at_threshold_points": 6, "count.tie_at_threshold_to": "ambas"},
            ),
        ),
    ),
    Setting(
        key="veinte-exactas",
        question="¿Cobran seis puntos veinte cartas exactas?",
        article="10.A",
        reason="Dice «supera las 20» y paga «por la carta número 20»; con más de 20 ambas lecturas dan lo mismo.",
        choices=(
            SettingChoice("si", "Sí"),
            SettingChoice("no", "No, desde 21", {"count.threshold": 21, "count.points_at_threshold": 7}),
        ),
    ),
    Setting(
        key="mayoria-bajo-20",
        question="¿Paga algo la mayoría con menos de 20 cartas?",
        article="10",
        reason="El texto no la nombra; otros reglamentos dan dos puntos.",
        choices=(
            SettingChoice("nada", "Nada"),
            SettingChoice("dos", "Dos puntos", {"count.majority_points": 2}),
        ),
    ),
    Setting(
        key="ronda-desde",
        question="¿Desde cuántos puntos ya no se pide la ronda?",
        article="9",
        reason="«Supere los 30» es más de 30, y los puntos son pares: desde 32. En muchas mesas es desde 30.",
        choices=(
            SettingChoice("mas-de-30", "Desde 32: con 30 todavía se pide"),
            SettingChoice("desde-30", "Desde 30", {"ronda.blocked_from": 30}),
        ),
    ),
    Setting(
        key="cuatro-iguales-en-38",
        question="¿Gana la chica, desde 38, quien recibe cuatro cartas iguales?",
        article="11, 15.A",
        reason="El 11 no suma rondas desde 38; el 15.A no suma: da la chica de inmediato.",
        choices=(
            SettingChoice("si", "Sí"),
            SettingChoice(
                "no", "No", {"rule38.may_still_score": ("caida", "caida-limpia", "caida-en-ronda", "cuatro-caidas")}
            ),
        ),
    ),
    closing_sanctions("11, 12, 13", "Desde 38 «deberá realizar una caída» para ganar; el 12 y el 13 no la exceptúan."),
    Setting(
        key="escalera-tras-suma",
        question="¿Sigue una escalera a un levante por suma?",
        article="5.C",
        reason="La escalera empieza «a partir de la primera carta similar».",
        choices=(
            SettingChoice("no", "No, solo a una carta igual"),
            SettingChoice("si", "Sí", {"capture.sequence_after": ("igual", "suma")}),
        ),
    ),
    addends("las-que-sumen", "5.B", "El ejemplo suma dos cartas y el texto no pone límite."),
    Setting(
        key="caida-tras-segundo-reparto",
        question="¿Vale caída con la primera carta después del segundo reparto?",
        article="6",
        reason="El texto habla de la carta «previamente jugada»; la costumbre lo niega porque empieza otra mano.",
        choices=(
            SettingChoice("no", "No"),
            SettingChoice("si", "Sí", {"caida.allowed_on_first_card_after_redeal": True}),
        ),
    ),
    Setting(
        key="limpia-pedida",
        question="¿Debe pedirse la limpia para que valga?",
        article="7",
        reason="El texto no lo pide; solo la caída se canta.",
        choices=(
            SettingChoice("no", "No, el Juez de Aguas la concede"),
            SettingChoice("si", "Sí, como la caída", {"limpia.claim_required": True}),
        ),
    ),
    NEXT_CHICA,
)
