"""Captures, and the points made during play."""

from dataclasses import dataclass
from typing import Final

from referee.rules.parameters.declaring import CARDS, Asked, Option, Variant, default, note, parameter

LIMPIA: Final = "capture.longer_sum_if_limpia"


@dataclass(frozen=True, kw_only=True, eq=False)
class Captures:
    """Levantar cartas."""

    capture_matching: bool = note("capture.matching", "Se levanta una carta igual")
    capture_addition_max_cards: int | None = parameter(
        "capture.addition_max_cards",
        "Cartas que se pueden sumar",
        none="cuantas sean",
        unit=CARDS,
        asked=Asked(
            "sumandos",
            ("¿Cuántas cartas se pueden sumar para levantar?", "How many cards may be added up to capture?"),
            (
                Option(
                    "las-que-sumen", ("Las que sumen la carta lanzada", "As many as add up to the card played"), None
                ),
                Option("dos", ("Solo dos", "Only two"), 2),
                Option(
                    "dos-o-limpia",
                    (
                        "Solo dos; tres o más si así queda limpia la mesa",
                        "Only two; three or more if the table is then clean",
                    ),
                    2,
                    {LIMPIA: True},
                ),
            ),
            variant=Variant(
                ("Hay mesas que solo dejan sumar dos.", "Some tables allow only two to be added."),
                manual="only two cards may be added, or more if the table is then clean",
                kept=("Las que sumen, como dice el reglamento", "As many as add up, as the rulebook says"),
                values=(
                    "dos",
                    "dos-o-limpia",
                ),
            ),
        ),
    )
    capture_longer_sum_if_limpia: bool = parameter(
        LIMPIA, "Se suman más si así queda limpia la mesa", silent=default(value=False)
    )
    capture_figures_add: bool = parameter("capture.figures_add", "Las figuras suman")
    capture_sequence_after: tuple[str, ...] = parameter(
        "capture.sequence_after",
        "La escalera sigue a",
        words={"igual": "una carta igual", "suma": "una suma"},
        asked=Asked(
            "escalera-tras-suma",
            ("¿Sigue una escalera a un levante por suma?", "Does a sequence follow a capture by addition?"),
            (
                Option("no", ("No, solo a una carta igual", "No, only an equal card"), ("igual",)),
                Option("si", ("Sí", "Yes"), ("igual", "suma")),
            ),
        ),
    )
    capture_sequence_order: str = parameter("capture.sequence_order", "Orden de la escalera")
    capture_one_alternative_per_play: bool = note(
        "capture.one_alternative_per_play", "Con una carta se levanta una sola de las opciones"
    )
    forgotten_cards_policy: str = parameter(
        "forgotten_cards.policy",
        "Cartas olvidadas en una escalera",
        words={
            "las-retira-el-juez": "las retira el Juez: no son de nadie",
            "las-toma-la-rival": "las puede tomar la pareja rival",
            "companero-y-luego-rival": "el compañero, y si no, la pareja rival",
        },
        asked=Asked(
            "cartas-olvidadas",
            (
                "¿Qué pasa con las cartas olvidadas de una escalera?",
                "What happens to the forgotten cards of a sequence?",
            ),
            (
                Option(
                    "las-retira-el-juez",
                    ("Las retira el Juez y no son de nadie", "The judge takes them away and they are nobody's"),
                    "las-retira-el-juez",
                ),
                Option("las-toma-la-rival", ("Las toma el rival", "The opponents take them"), "las-toma-la-rival"),
                Option(
                    "companero-y-luego-rival",
                    (
                        "Las toma el compañero y, si no, el rival",
                        "The partner takes them and, if he does not, the opponents",
                    ),
                    "companero-y-luego-rival",
                ),
            ),
        ),
    )
    extra_card_played_policy: str | None = note(
        "extra_card_played.policy", "Si se lanza más de una carta", none="no lo dice"
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class Bonuses:
    """Caída y limpia."""

    caida_points: int = parameter("caida.points", "Caída")
    caida_claim_required: str | bool = parameter(
        "caida.claim_required",
        "La caída se pide",
        words={"jugador-o-companero": "sí, el jugador o su compañero"},
    )
    caida_claim_deadline: str | None = note("caida.claim_deadline", "Plazo para pedir la caída")
    caida_allowed_on_first_card_after_redeal: bool = parameter(
        "caida.allowed_on_first_card_after_redeal",
        "Caída con la primera carta tras otro reparto",
        asked=Asked(
            "caida-tras-segundo-reparto",
            (
                "¿Vale caída con la primera carta después del segundo reparto?",
                "Does a caída count with the first card after the second deal?",
            ),
            (
                Option("no", ("No", "No"), new=False),
                Option("si", ("Sí", "Yes"), new=True),
            ),
            reading="A-19",
        ),
    )
    caida_streak_of_4_effect: int | str | None = parameter(
        "caida.streak_of_4_effect",
        "Cuatro caídas seguidas",
        words={"chica": "gana la chica"},
        asked=Asked(
            "cuatro-caidas",
            ("¿Qué valen cuatro caídas seguidas?", "What are four caídas in a row worth?"),
            (Option("chica", ("Ganan la chica", "They win the chica"), "chica"),),
            variant=Variant(
                (
                    "Algunos reglamentos dan la chica a quien las propina.",
                    "Some rulebooks give the chica to whoever makes them.",
                ),
                manual="four caídas in a row win the chica",
            ),
        ),
    )
    limpia_points: int = parameter("limpia.points", "Limpia")
    limpia_claim_required: bool = parameter(
        "limpia.claim_required",
        "La limpia se pide",
        asked=Asked(
            "limpia-pedida",
            ("¿Debe pedirse la limpia para que valga?", "Must a limpia be claimed to count?"),
            (
                Option(
                    "si", ("Sí, en el mismo plazo que la caída", "Yes, within the same time as the caída"), new=True
                ),
                Option("no", ("No, el Juez la concede", "No, the judge grants it"), new=False),
            ),
            reading="A-18",
        ),
    )
    caida_y_limpia_total_points: int = parameter(
        "caida_y_limpia.total_points",
        "Caída y limpia, en total",
        asked=Asked(
            "caida-y-limpia",
            ("¿Cuánto vale la caída y limpia?", "How much is a caída y limpia worth?"),
            (Option("cuatro", ("Cuatro puntos", "Four points"), 4),),
            variant=Variant(
                (
                    "Hay mesas que pagan las dos cosas: dos por la caída y dos por la limpia.",
                    "Some tables pay both: two for the caída and two for the limpia.",
                ),
                manual="caída y limpia is worth four",
            ),
        ),
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class Rondas:
    """Rondas."""

    ronda_points: int = parameter(
        "ronda.points",
        "Ronda",
        asked=Asked(
            "ronda-valor",
            ("¿Cuánto vale la ronda?", "How much is a ronda worth?"),
            (
                Option("cuatro", ("Cuatro puntos", "Four points"), 4),
                Option("dos", ("Dos puntos", "Two points"), 2),
            ),
        ),
    )
    ronda_claim_deadline: str = parameter(
        "ronda.claim_deadline",
        "Plazo para pedir la ronda",
        words={
            "cuarta-primera-carta": "hasta la primera carta del cuarto jugador",
            "propia-primera-carta": "hasta la propia primera carta",
            "primera-carta": "hasta la primera carta que se lance",
        },
        asked=Asked(
            "ronda-plazo",
            ("¿Hasta cuándo se puede pedir la ronda?", "Until when may a ronda be claimed?"),
            (
                Option(
                    "cuarta-primera-carta",
                    ("Hasta la primera carta del cuarto jugador", "Until the first card of the fourth player"),
                    "cuarta-primera-carta",
                ),
                Option(
                    "propia-primera-carta",
                    ("Hasta la propia primera carta", "Until one's own first card"),
                    "propia-primera-carta",
                ),
                Option(
                    "primera-carta",
                    ("Hasta la primera carta que se lance", "Until the first card is played"),
                    "primera-carta",
                ),
            ),
            variant=Variant(
                (
                    "Hay mesas que la pierden si no se dice antes de la primera carta de cualquiera.",
                    "At some tables it is lost unless it is said before anybody's first card.",
                ),
                manual="a ronda is lost unless it is said before anybody's first card",
                values=("primera-carta",),
            ),
            reading="A-14",
        ),
    )
    ronda_verified_by: str | None = parameter(
        "ronda.verified_by",
        "Quién comprueba la ronda",
        words={
            "juez-o-inspector": "el Juez o el Inspector, siempre",
            "juez-de-aguas": "el Juez de Aguas",
            "nadie": "nadie",
        },
        none="no lo dice",
    )
    ronda_same_rank_required: bool = note("ronda.same_rank_required", "Las tres cartas son del mismo número o figura")
    ronda_blocked_from: int | None = parameter(
        "ronda.blocked_from",
        "No se puede pedir desde",
        none="nunca deja de valer",
        asked=Asked(
            "ronda-desde",
            ("¿Desde cuántos puntos ya no se pide la ronda?", "From how many points on is a ronda claimed no more?"),
            (
                Option(
                    "mas-de-30", ("Desde 32: con 30 todavía se pide", "From 32 on: with 30 it may still be claimed"), 32
                ),
                Option("desde-30", ("Desde 30", "From 30 on"), 30),
            ),
        ),
    )
    doble_ronda_effect: int | str | None = parameter(
        "doble_ronda.effect",
        "Doble ronda",
        words={"chica": "gana la chica"},
        asked=Asked(
            "doble-ronda-valor",
            ("¿Cuánto vale la doble ronda?", "How much is a double ronda worth?"),
            (
                Option("gana", ("Gana el juego", "Wins the game"), "chica"),
                Option("cuatro", ("Cuatro puntos", "Four points"), 4),
                Option("chica", ("Gana la chica", "Wins the chica"), "chica"),
            ),
        ),
    )
    doble_ronda_blocked_from: int | None = parameter(
        "doble_ronda.blocked_from",
        "La doble ronda no se puede pedir desde",
        asked=Asked(
            "doble-ronda-desde-30",
            (
                "¿Puede anotar una doble ronda quien tiene 30 puntos o más?",
                "May whoever has 30 points or more score a double ronda?",
            ),
            (
                Option("no", ("No, como la ronda", "No, like the ronda"), 30),
                Option("si", ("Sí, hasta 36", "Yes, up to 36"), None),
            ),
        ),
    )
    caida_en_ronda_effect: int | str | None = parameter(
        "caida_en_ronda.effect",
        "Caída en ronda",
        words={"chica": "gana la chica"},
        asked=Asked(
            "caida-en-ronda",
            (
                "¿Qué vale una caída sobre una carta de la ronda del rival?",
                "What is a caída on a card of the opponents' ronda worth?",
            ),
            (
                Option("diez", ("Diez puntos en total", "Ten points in all"), 10),
                Option("chica", ("Gana la chica", "Wins the chica"), "chica"),
            ),
            variant=Variant(
                (
                    "Algunos reglamentos la premian más que otra caída, y torneos con poco tiempo dan la chica.",
                    "Some rulebooks reward it more than another caída, and tournaments with little time give the chica.",
                ),
                manual="a caída on a card of the rivals' ronda is worth ten in all, or the chica",
            ),
        ),
    )
    caida_en_ronda_claim_deadline: str | None = parameter(
        "caida_en_ronda.claim_deadline",
        "Plazo para pedir la caída en ronda",
        words={
            "con-la-caida": "con la caída",
            "fin-de-la-data": "al terminar la data, antes del reparto siguiente",
        },
    )
    caida_en_ronda_blocked_from: int | None = parameter(
        "caida_en_ronda.blocked_from", "La caída en ronda no se cobra desde", none="nunca"
    )
    caida_en_ronda_blocked_unless_unannounced: bool = parameter(
        "caida_en_ronda.blocked_unless_unannounced",
        "…salvo que los rivales callen la suya",
        asked=Asked(
            "caida-en-ronda-desde-30",
            (
                "¿Cuándo cobra una caída en ronda quien tiene 30 puntos o más?",
                "When does whoever has 30 points or more score a caída on a ronda?",
            ),
            (
                Option(
                    "nunca",
                    ("Nunca: cobra solo quien tiene menos de 30", "Never: only a pair below 30 scores it"),
                    new=False,
                ),
                Option(
                    "ronda-callada",
                    (
                        "Solo si el rival tiene menos de 30 y no anunció la ronda",
                        "Only if the opponents have less than 30 and did not announce the ronda",
                    ),
                    new=True,
                ),
            ),
        ),
    )
