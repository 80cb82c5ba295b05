"""The game, the deal and the misdeal."""

from dataclasses import dataclass

from referee.rules.parameters.declaring import CARDS, PLAIN, Asked, Option, Variant, default, note, parameter


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """Qué se juega."""

    deck_cards: int = parameter("deck.cards", "Cartas", unit=CARDS)
    deck_figures: tuple[str, ...] = parameter(
        "deck.figures",
        "Cómo se llaman las figuras",
        silent=default(("J", "Q", "K")),
        asked=Asked(
            "baraja",
            ("¿Con qué baraja se juega?", "With which deck is it played?"),
            (
                Option(
                    "espanola",
                    ("La española: sota, caballo y rey", "The Spanish one: sota, caballo and rey"),
                    ("sota", "caballo", "rey"),
                ),
            ),
            variant=Variant(
                (
                    "Con la española las figuras se llaman sota, caballo y rey; las reglas son las mismas.",
                    "In the Spanish deck the figures are called sota, caballo and rey; the rules are the same.",
                ),
                manual="the Spanish deck: the figures are called sota, caballo and rey",
                kept=("La francesa: J, Q y K", "The French one: J, Q and K"),
                first="francesa",
            ),
        ),
    )
    match_pairs: int = note("match.pairs", "Parejas en una mesa", unit=PLAIN)
    match_players_per_pair: tuple[int, ...] = parameter("match.players_per_pair", "Jugadores por pareja", unit=PLAIN)
    match_target_points: int = parameter("match.target_points", "Puntos de una chica")
    match_chicas_to_win_mesa: int = parameter(
        "match.chicas_to_win_mesa",
        "Chicas que ganan la mesa",
        unit=PLAIN,
        asked=Asked(
            "chicas",
            ("¿Cuántos juegos a 40 ganan la mesa?", "How many games of 40 win the mesa?"),
            (
                Option("una", ("Uno", "One"), 1),
                Option("dos", ("Dos de tres", "Two of three"), 2, {"match.max_chicas": 3}),
            ),
        ),
    )
    match_max_chicas: int = note("match.max_chicas", "Chicas que se juegan, a lo más", unit=PLAIN)
    match_points_step: int = parameter("match.points_step", "Los puntos van de … en …", unit=PLAIN)
    match_score_display_cap: int = note("match.score_display_cap", "Lo más que muestra el marcador")
    match_score_floor: int | None = parameter(
        "match.score_floor",
        "Lo menos que puede tener una pareja",
        none="no hay: lo que falta se debe",
        asked=Asked(
            "bajo-cero",
            ("¿Qué pasa con lo que una sanción no puede quitar?", "What becomes of what a sanction cannot take?"),
            (
                Option("piso-cero", ("Se pierde: nadie baja de cero", "It is lost: no pair goes below zero"), 0),
                Option(
                    "se-debe",
                    (
                        "Se debe: lo paga con los puntos siguientes de esa chica",
                        "It is owed, and paid by the next points of that chica",
                    ),
                    None,
                ),
            ),
            variant=Variant(
                (
                    "Quien no tiene tantos no tiene qué entregar; otros Directores hacen que lo deba.",
                    "A pair without points has none to give; other Directors let it owe them.",
                ),
                manual="what a sanction cannot take is owed, and paid by the next points of that chica",
                values=("se-debe",),
                first="piso-cero",
            ),
            reading="A-25",
        ),
    )
    match_keeps_over_target: bool = parameter(
        "match.keeps_over_target",
        "Se guardan los puntos que pasan de los de la chica",
        silent=default(value=True),
        asked=Asked(
            "sobre-cuarenta",
            ("¿Se guardan los puntos que pasan de cuarenta?", "Are points past forty kept?"),
            (
                Option(
                    "si",
                    ("Sí: una sanción se resta de todo lo ganado", "Yes: a sanction is taken from all that was gained"),
                    new=True,
                ),
                Option("no", ("No: lo que pasa de 40 se pierde", "No: what passes 40 is lost"), new=False),
            ),
            variant=Variant(
                (
                    "El texto dice quién gana al llegar a 40 y no qué pasa con el resto: importa si después hay una sanción.",
                    "The text says who wins on reaching 40 and not what becomes of the rest: it matters if a sanction follows.",
                ),
                manual="points past forty are lost: a sanction is taken from 40",
                values=("no",),
                first="si",
            ),
            reading="A-33",
        ),
        said={
            True: (
                "Los puntos que pasan de los de la chica se guardan: una sanción se resta de todos.",
                "Points past those of a chica are kept: a sanction is taken from all of them.",
            ),
            False: (
                "Los puntos que pasan de los de la chica se pierden: una sanción se resta de los que se muestran.",
                "Points past those of a chica are lost: a sanction is taken from those shown.",
            ),
        },
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class Deal:
    """Sorteo y reparto."""

    deal_turn_direction: str = parameter(
        "deal.turn_direction",
        "Sentido del juego",
        words={"derecha": "hacia la derecha", "izquierda": "hacia la izquierda"},
    )
    deal_first_dealer_method: str = parameter(
        "deal.first_dealer_method",
        "Quién reparte primero",
        words={
            "suma-de-cartas": "la pareja cuyas dos cartas suman más",
            "primer-brillo": "quien recibe el primer brillo (diamante)",
            "carta-mayor": "quien levanta la carta más alta",
            "acuerdo": "de común acuerdo",
        },
        asked=Asked(
            "primer-reparto",
            ("¿Cómo se elige a quien reparte primero?", "How is the first dealer chosen?"),
            (
                Option("acuerdo", ("Por acuerdo de los jugadores", "As the players agree"), "acuerdo"),
                Option(
                    "suma",
                    (
                        "El lado que más suma con una carta cada jugador: el as uno, las figuras diez",
                        "The side whose cards, one a player, add up to more: the ace is one, court cards are ten",
                    ),
                    "suma-de-cartas",
                    {"deal.sorteo_ace_value": 1, "deal.sorteo_figure_value": 10},
                ),
                Option(
                    "brillo", ("Quien recibe el primer brillo", "Whoever is dealt the first diamond"), "primer-brillo"
                ),
                Option("carta-mayor", ("La carta mayor", "The highest card"), "carta-mayor"),
            ),
            variant=Variant(
                (
                    "En otras mesas reparte quien recibe el primer brillo, o quien levanta la carta mayor.",
                    "At other tables whoever is dealt the first diamond deals, or whoever cuts the highest card.",
                ),
                manual="the first dealer is who gets the first diamond, or draws the highest card",
                kept=("Como dice el reglamento", "As the rulebook says"),
                values=(
                    "brillo",
                    "carta-mayor",
                ),
            ),
        ),
    )
    deal_sorteo_ace_value: int | None = parameter(
        "deal.sorteo_ace_value", "En el sorteo, el as vale", none="no lo dice", unit=PLAIN
    )
    deal_sorteo_figure_value: int | None = parameter(
        "deal.sorteo_figure_value", "En el sorteo, una figura vale", none="no lo dice", unit=PLAIN
    )
    deal_sorteo_on_tie: str | None = note("deal.sorteo_on_tie", "Si el sorteo empata", none="no lo dice")
    deal_first_dealer_within_pair: str = note("deal.first_dealer_within_pair", "Cuál de la pareja reparte")
    deal_next_dealer: str = note("deal.next_dealer", "Quién reparte después")
    deal_first_dealer_of_next_chica: str = note(
        "deal.first_dealer_of_next_chica", "Quién reparte en la chica siguiente"
    )
    deal_data_belongs_to: str = parameter(
        "deal.data_belongs_to",
        "Al contar, la data le corresponde a",
        words={
            "quien-reparte": "la pareja que reparte a continuación",
            "quien-repartio": "la pareja que repartió",
        },
        asked=Asked(
            "dos-por-darlas",
            (
                "¿A quién «le corresponde la data» cuando se cuentan las cartas?",
                "To whom does “the data belong” when the cards are counted?",
            ),
            (
                Option(
                    "quien-reparte", ("A la que reparte a continuación", "To the one that deals next"), "quien-reparte"
                ),
                Option(
                    "quien-repartio", ("A la que acaba de repartir", "To the one that has just dealt"), "quien-repartio"
                ),
            ),
            reading="A-08",
        ),
    )
    deal_sorteo_each_chica: bool = parameter(
        "deal.sorteo_each_chica",
        "Nuevo sorteo en cada chica",
        asked=Asked(
            "sorteo-por-chica",
            (
                "¿Quién reparte primero en la segunda y tercera chica?",
                "Who deals first in the second and the third chica?",
            ),
            (
                Option("no", ("Sigue la rotación", "The rotation goes on"), new=False),
                Option("si", ("Nuevo sorteo en cada chica", "A new draw in each chica"), new=True),
            ),
            reading="A-32",
        ),
    )
    deal_shuffle_by: str = note(
        "deal.shuffle_by",
        "Quién baraja",
        asked=Asked(
            "barajar",
            ("¿Quién baraja antes de cada data?", "Who shuffles before each data?"),
            (
                Option(
                    "juez-al-final",
                    (
                        "Los jugadores si quieren, y el Juez al final",
                        "The players if they wish, and the judge at the end",
                    ),
                    "el Juez, después de los jugadores",
                ),
                Option("solo-juez", ("Solo el Juez", "Only the judge"), "solo el Juez"),
            ),
            reading="A-22",
        ),
    )
    deal_cut_by: str | None = note("deal.cut_by", "Quién parte el naipe", none="no lo dice")
    deal_cards_per_block: int = parameter("deal.cards_per_block", "Cartas de cada reparto, en bloque", unit=PLAIN)
    deal_first_block_to: str = note("deal.first_block_to", "El primer bloque es para")
    deal_leftover_cards_go_to: str = note("deal.leftover_cards_go_to", "Las cartas que sobran en la mesa son de")


@dataclass(frozen=True, kw_only=True, eq=False)
class Misdeal:
    """Mal reparto."""

    misdeal_triggers: str = note("misdeal.triggers", "Qué es un mal reparto")
    misdeal_own_hand_counts: bool = parameter(
        "misdeal.own_hand_counts",
        "Lo es también la mano equivocada de quien reparte",
        asked=Asked(
            "mal-reparto-propio",
            (
                "¿Es mal reparto la mano equivocada del propio repartidor?",
                "Is a wrong hand of the dealer's own a misdeal?",
            ),
            (
                Option("si", ("Sí", "Yes"), new=True),
                Option("no", ("No", "No"), new=False),
            ),
            reading="A-21",
        ),
    )
    misdeal_points_to_opponents: int = parameter(
        "misdeal.points_to_opponents",
        "Puntos para los rivales",
        asked=Asked(
            "mal-reparto-valor",
            ("¿Cuánto vale un mal reparto?", "How much is a misdeal worth?"),
            (Option("dos", ("Dos puntos", "Two points"), 2),),
            variant=Variant(
                ("Hay mesas que lo castigan con solo dos puntos.", "Some tables punish it with two points only."),
                manual="a misdeal is worth two",
                kept=("Diez puntos, como dice el reglamento", "Ten points, as the rulebook says"),
                replaces=True,
            ),
        ),
    )
    misdeal_deal_passes_to_opponents: bool | None = parameter(
        "misdeal.deal_passes_to_opponents",
        "Pasan a repartir los rivales",
        asked=Asked(
            "mal-reparto-mano",
            ("¿Quién reparte después de un mal reparto?", "Who deals after a misdeal?"),
            (
                Option("repite", ("Reparte de nuevo el mismo jugador", "The same player deals again"), new=False),
                Option("pasa", ("El jugador de la derecha", "The player on the right"), new=True),
            ),
        ),
    )
    misdeal_next_dealer: str | None = parameter(
        "misdeal.next_dealer",
        "Quién de ellos reparte",
        words={
            "elige-la-pareja": "quien diga esa pareja; si no dice, el jugador que sigue",
            "siguiente": "el jugador que sigue",
        },
        silent=default("elige-la-pareja"),
        asked=Asked(
            "mal-reparto-reparte",
            (
                "¿Quién de la pareja bonificada reparte después de un mal reparto?",
                "Who of the pair that received the points deals after a misdeal?",
            ),
            (
                Option(
                    "elige-la-pareja",
                    (
                        "El que ella diga; si no dice, el que sigue en la rotación",
                        "The one it names; if it names none, the next in turn order",
                    ),
                    "elige-la-pareja",
                ),
                Option(
                    "siguiente", ("Siempre el que sigue en la rotación", "Always the next in turn order"), "siguiente"
                ),
            ),
            variant=Variant(
                (
                    "El texto da la data a la pareja y no dice a cuál de los dos; la rotación daría el que sigue.",
                    "The text gives the data to the pair and not to one of the two; in turn order it would be the next player.",
                ),
                manual="after a misdeal the next player in turn deals, whatever the pareja says",
                values=("siguiente",),
                first="elige-la-pareja",
                only=("quito", "rigor", "juez-de-aguas"),
            ),
            reading="A-21",
        ),
        said={
            "elige-la-pareja": (
                "Cuando por un mal reparto pasa la data, la pareja que la recibe dice quién la reparte.",
                "When the data passes because of a misdeal, the pareja that receives it says who deals it.",
            ),
            "siguiente": (
                "Cuando por un mal reparto pasa la data, la reparte el jugador que sigue.",
                "When the data passes because of a misdeal, the next player deals it.",
            ),
        },
    )
    misdeal_current_data_annulled: bool | None = note("misdeal.current_data_annulled", "Se anula la data")
    misdeal_points_already_scored_stand: bool | None = parameter(
        "misdeal.points_already_scored_stand",
        "Valen los puntos ya ganados en una data que se anula",
        asked=Asked(
            "puntos-data-anulada",
            (
                "¿Valen los puntos ya anotados en una data que se anula?",
                "Do points already recorded stand in a data that is annulled?",
            ),
            (
                Option("valen", ("Sí, valen", "Yes, they stand"), new=True),
                Option(
                    "se-anulan",
                    (
                        "No: se anulan con ella, premios y sanciones",
                        "No: they are annulled with it, rewards and sanctions",
                    ),
                    new=False,
                ),
            ),
            variant=Variant(
                (
                    "El texto no quita lo ya anotado; otros dan la data por no jugada, con sus puntos y sanciones.",
                    "The text takes back nothing that is recorded; others take the data as not played, with its points and sanctions.",
                ),
                manual="the points of a data that is annulled are void, rewards and sanctions",
                values=("se-anulan",),
                first="valen",
                replaces=True,
            ),
            reading="A-21",
        ),
        said={
            True: (
                "Los puntos anotados en una data que se anula valen.",
                "Points recorded in a data that is annulled stand.",
            ),
            False: (
                "Los puntos anotados en una data que se anula se pierden con ella, también las sanciones.",
                "Points recorded in a data that is annulled are lost with it, sanctions too.",
            ),
        },
    )
    misdeal_offender_loses: str = parameter(
        "misdeal.offender_loses", "Quien reparte mal pierde", words={"la-mesa": "la mesa", "nada": "nada"}
    )
    misdeal_subtract_from_offender_allowed: bool = parameter(
        "misdeal.subtract_from_offender_allowed", "Se le pueden restar esos puntos"
    )
