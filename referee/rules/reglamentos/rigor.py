"""«A todo rigor»: the other style of the table that `quito` comes from. Only what differs is written here."""

from collections.abc import Mapping
from typing import Final

from referee.rules.parameters import Cited
from referee.rules.reglamento import Reglamento, build
from referee.rules.reglamentos import quito
from referee.rules.reglamentos.quito_settings import RIGOR_DOUBTS
from referee.rules.reglamentos.sources import default, explicit, inferred

PARAMETERS: Final[Mapping[str, Cited]] = {
    **quito.PARAMETERS,
    "caida.streak_of_4_effect": explicit("chica", "tabla de estilos"),
    "caida_y_limpia.total_points": explicit(4, "tabla de estilos"),
    "doble_ronda.effect": explicit("chica", "párrafo 5, tabla de estilos"),
    "caida_en_ronda.effect": explicit("chica", "tabla de estilos"),
    "rule36.caida_y_limpia_wins": inferred(value=True, article="tabla de estilos, párrafo 9"),
    "rule38.may_still_score": default(
        ("caida", "caida-limpia", "caida-en-ronda", "cuatro-caidas", "doble-ronda"), "párrafo 9, tabla de estilos"
    ),
}

RIGOR: Final[Reglamento] = build(
    key="rigor",
    version=2,
    name="A todo rigor",
    source="Texto de enciclopedia, estilo «a todo rigor»: dos jugadores o cuatro",
    doubts=RIGOR_DOUBTS,
    parameters=PARAMETERS,
)
