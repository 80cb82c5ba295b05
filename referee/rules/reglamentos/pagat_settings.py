"""What the text of `pagat` leaves open: its lists are lost, and its sentence on thirty points can be read in two ways."""

from typing import Final

from referee.rules.reglamento import Setting, SettingChoice
from referee.rules.reglamentos.doubts import addends

DOUBTS: Final = (
    Setting(
        key="ronda-valor",
        question="¿Cuánto vale la ronda?",
        article="párrafo 8",
        reason="El texto anuncia la lista de valores y la lista falta; cuatro es lo usual donde caída y limpia valen cuatro.",
        choices=(
            SettingChoice("cuatro", "Cuatro puntos"),
            SettingChoice("dos", "Dos puntos", {"ronda.points": 2}),
        ),
    ),
    Setting(
        key="doble-ronda-valor",
        question="¿Cuánto vale la doble ronda?",
        article="párrafo 8",
        reason="El texto anuncia la lista de valores y la lista falta; lo usual es que gane el juego.",
        choices=(
            SettingChoice("gana", "Gana el juego"),
            SettingChoice("cuatro", "Cuatro puntos", {"doble_ronda.effect": 4}),
        ),
    ),
    Setting(
        key="doble-ronda-desde-30",
        question="¿Puede anotar una doble ronda quien tiene 30 puntos o más?",
        article="párrafo 24",
        reason="Desde 30 el texto cierra las rondas, en plural; la doble ronda es una de ellas.",
        choices=(
            SettingChoice("no", "No, como la ronda"),
            SettingChoice("si", "Sí, hasta 36", {"doble_ronda.blocked_from": None}),
        ),
    ),
    Setting(
        key="caida-en-ronda-desde-30",
        question="¿Cuándo cobra una caída en ronda quien tiene 30 puntos o más?",
        article="párrafo 24",
        reason="La frase deja cobrar la caída en una ronda callada cuando el rival no llega a 30.",
        choices=(
            SettingChoice("ronda-callada", "Solo si el rival tiene menos de 30 y no anunció la ronda"),
            SettingChoice("nunca", "Nunca", {"caida_en_ronda.blocked_unless_unannounced": False}),
        ),
    ),
    addends("dos", "párrafo 12, párrafo 14", "Todos los ejemplos suman dos cartas; la lista que lo decía falta."),
    Setting(
        key="chicas",
        question="¿Cuántos juegos a 40 ganan la mesa?",
        article="párrafo 22",
        reason="El texto habla de un solo juego; un campeonato puede preferir dos de tres.",
        choices=(
            SettingChoice("una", "Uno"),
            SettingChoice("dos", "Dos de tres", {"match.chicas_to_win_mesa": 2, "match.max_chicas": 3}),
        ),
    ),
)
