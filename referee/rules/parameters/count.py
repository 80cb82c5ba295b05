"""The count of a data."""

from dataclasses import dataclass

from referee.rules.parameters.declaring import CARDS, Asked, Option, Variant, default, note, parameter


@dataclass(frozen=True, kw_only=True, eq=False)
class Count:
    """El conteo."""

    count_threshold: int = parameter(
        "count.threshold",
        "Cartas desde las que se paga",
        unit=CARDS,
        asked=Asked(
            "veinte-exactas",
            ("¿Cobran seis puntos veinte cartas exactas?", "Do exactly twenty cards score six points?"),
            (
                Option("si", ("Sí", "Yes"), 20),
                Option("no", ("No, desde 21", "No, from 21 on"), 21, {"count.points_at_threshold": 7}),
            ),
        ),
    )
    count_points_at_threshold: int = parameter("count.points_at_threshold", "Por esas primeras cartas")
    count_per_card_over: int = parameter("count.per_card_over", "Por cada carta más")
    count_rounding: str = note("count.rounding", "Si el resultado es impar")
    count_awarded_to: str = note("count.awarded_to", "A quién se paga")
    count_majority_points: int = parameter(
        "count.majority_points",
        "Mayoría con menos cartas",
        asked=Asked(
            "mayoria-bajo-20",
            (
                "¿Cuándo paga 2 puntos la mayoría con menos de 20 cartas?",
                "When does a majority of fewer than 20 cards pay 2 points?",
            ),
            (
                Option("siempre", ("Siempre, con hasta 19 cartas", "Always, with up to 19 cards"), 2),
                Option(
                    "literal",
                    (
                        "Solo a quien le corresponde la data y con hasta 18 cartas (3.g.5 a la letra)",
                        "Only to the pair that has the data, and with up to 18 cards (3.g.5 to the letter)",
                    ),
                    2,
                    {"count.majority_requires_data": True, "count.majority_max_cards": 18},
                ),
                Option(
                    "de-la-data",
                    (
                        "A quien le corresponde la data, tenga más cartas o menos",
                        "To the pair that has the data, with more cards or fewer",
                    ),
                    2,
                    {"count.majority_to": "la-de-la-data"},
                ),
                Option(
                    "ademas",
                    (
                        "Siempre, y también con 20 o más, sobre lo que se cobra por cartas",
                        "Always, and with 20 or more too, on top of the points for cards",
                    ),
                    2,
                    {"count.majority_always": True},
                ),
                Option("nada", ("Nada", "Nothing"), 0),
                Option("dos", ("Dos puntos", "Two points"), 2),
            ),
            reading="A-07",
        ),
    )
    count_majority_requires_data: bool = parameter(
        "count.majority_requires_data", "A esa mayoría debe corresponderle la data"
    )
    count_majority_max_cards: int = parameter("count.majority_max_cards", "Esa mayoría vale con hasta", unit=CARDS)
    count_majority_to: str = parameter(
        "count.majority_to",
        "Esos puntos son para",
        words={"la-mayor": "la que tiene más cartas", "la-de-la-data": "la pareja a la que le corresponde la data"},
        silent=default("la-mayor"),
    )
    count_majority_always: bool = parameter(
        "count.majority_always", "La mayoría se paga también a quien cobra por cartas", silent=default(value=False)
    )
    count_tie_points: int = parameter(
        "count.tie_points",
        "Empate con menos cartas",
        asked=Asked(
            "empate-bajo-20",
            ("¿Paga algo el empate con menos de 20 cartas?", "Does a tie with fewer than 20 cards pay anything?"),
            (
                Option("nada", ("Nada", "Nothing"), 0),
                Option(
                    "dos-por-darlas",
                    ("Dos por darlas, a quien reparte a continuación", "Two for dealing, to whoever deals next"),
                    2,
                ),
            ),
        ),
    )
    count_tie_at_threshold_points: int = parameter(
        "count.tie_at_threshold_points",
        "Empate a 20 cartas",
        asked=Asked(
            "veinte-veinte",
            ("¿Quién cobra el conteo con 20 cartas por lado?", "Who scores the count with 20 cards on each side?"),
            (
                Option(
                    "ambas",
                    ("Ambas, seis puntos cada una", "Both, six points each"),
                    6,
                    {"count.tie_at_threshold_to": "ambas", "count.tie_at_threshold_for": "cartas"},
                ),
                Option(
                    "quien-reparte",
                    ("Seis, la que reparte a continuación", "Six, the one that deals next"),
                    6,
                    {"count.tie_at_threshold_to": "la-de-la-data", "count.tie_at_threshold_for": "cartas"},
                ),
                Option(
                    "dos-por-darlas",
                    ("Dos por darlas, la que reparte a continuación", "Two for dealing, the one that deals next"),
                    2,
                    {"count.tie_at_threshold_to": "la-de-la-data", "count.tie_at_threshold_for": "darlas"},
                ),
                Option(
                    "dos-por-dar",
                    ("Dos por dar, a quien reparte a continuación", "Two for dealing, to whoever deals next"),
                    2,
                    {"count.tie_at_threshold_to": "la-de-la-data", "count.tie_at_threshold_for": "darlas"},
                ),
                Option("nada", ("Nada", "Nothing"), 0),
                Option(
                    "seis-a-ambas",
                    ("Seis a cada una, por la carta número 20", "Six to each, for card number 20"),
                    6,
                    {"count.tie_at_threshold_to": "ambas", "count.tie_at_threshold_for": "cartas"},
                ),
            ),
        ),
    )
    count_tie_at_threshold_to: str = parameter(
        "count.tie_at_threshold_to",
        "El empate a 20 es para",
        words={"la-de-la-data": "la pareja a la que le corresponde la data", "ambas": "las dos parejas"},
    )
    count_tie_at_threshold_for: str = parameter(
        "count.tie_at_threshold_for",
        "El empate a 20 se paga",
        words={"cartas": "por las cartas", "darlas": "como «dos por darlas»"},
    )
    count_blocked_from: int | None = parameter(
        "count.blocked_from",
        "No se cuenta desde",
        none="nunca",
        asked=Asked(
            "conteo-desde-30",
            ("¿Suma el conteo a quien ya tiene 30 puntos?", "Does the count add to whoever has 30 points already?"),
            (Option("no", ("No: desde 30 el conteo no le suma", "No: from 30 on the count adds nothing"), 30),),
            variant=Variant(
                (
                    "Hay mesas que lo acuerdan antes de empezar: desde 30 no vale el cartón.",
                    "Some tables agree on it before they begin: from 30 on the cards do not count.",
                ),
                manual="the count gives nothing to a pareja that has 30",
                kept=("Sí, como dice el reglamento", "Yes, as the rulebook says"),
            ),
        ),
    )
    count_wins_chica_from: int | None = parameter(
        "count.wins_chica_from",
        "Un conteo gana la chica desde",
        none="nunca",
        asked=Asked(
            "conteo-gana",
            ("¿Gana la chica un conteo grande?", "Does a large count win the chica?"),
            (Option("desde-14", ("Sí, con 14 puntos o más", "Yes, with 14 points or more"), 14),),
            variant=Variant(
                (
                    "Hay mesas que dan la chica a quien cuenta 14 puntos o más de una vez.",
                    "Some tables give the chica to whoever counts 14 points or more at once.",
                ),
                manual="a count of 14 points or more wins the chica",
                kept=("No", "No"),
            ),
        ),
    )
    count_leftovers_to_last_lift: bool = parameter(
        "count.leftovers_to_last_lift",
        "Lo que queda en la mesa es de quien levantó último",
        silent=default(value=False),
        asked=Asked(
            "sobrantes",
            (
                "¿De quién son las cartas que quedan en la mesa al terminar la data?",
                "Whose are the cards left on the table at the end of the data?",
            ),
            (
                Option(
                    "de-quien-levanto",
                    (
                        "De la pareja que levantó última: las cuenta con las suyas",
                        "They go to the pair that captured last, which counts them with its own",
                    ),
                    new=True,
                ),
            ),
            variant=Variant(
                (
                    "Hay mesas que las dan a la pareja que levantó última.",
                    "Some tables give them to the pair that captured last.",
                ),
                manual="cards left on the table at the end go to the pareja that lifted last",
                kept=("De nadie, como dice el reglamento", "Nobody's, as the rulebook says"),
            ),
        ),
        said={
            True: (
                "Las cartas que quedan en la mesa al terminar la data son de la pareja que levantó última.",
                "Cards left on the table at the end of the data go to the pareja that lifted last.",
            ),
            False: (
                "Las cartas que quedan en la mesa al terminar la data no son de nadie.",
                "Cards left on the table at the end of the data count for nobody.",
            ),
        },
    )
    count_invariant: str = note("count.invariant", "Lo que debe cuadrar")
    falla_points: int = parameter("falla.points", "Falla (ninguna carta): la rival")
    falla_automatic: bool = parameter("falla.automatic", "La falla vale sin pedirla")
    falla_must_be_claimed_by: str | None = note("falla.must_be_claimed_by", "Quién pide la falla")
