"""Protests and sanctions."""

from dataclasses import dataclass

from referee.rules.parameters.declaring import Asked, Option, Variant, absent, note, parameter


@dataclass(frozen=True, kw_only=True, eq=False)
class Faults:
    """Protestas y sanciones."""

    wrong_lift_call: str | None = parameter("wrong_lift.call", "Cómo se protesta un levante")
    wrong_lift_who_may_call: str | None = parameter(
        "wrong_lift.who_may_call",
        "Quién puede protestar",
        words={"siguiente": "el rival que juega a continuación", "rivales": "cualquiera de los rivales"},
    )
    wrong_lift_when: str | None = note("wrong_lift.when", "Cuándo se protesta")
    wrong_lift_caller_points: int | None = parameter(
        "wrong_lift.caller_points",
        "Procede: quien protestó",
        asked=Asked(
            "levante-invalido",
            (
                "¿Cuánto recibe quien protesta con razón un levante?",
                "How much does a rightful protest against a capture give?",
            ),
            (Option("diez", ("Diez puntos", "Ten points"), 10),),
            variant=Variant(
                (
                    "Hay mesas que tienen el levante inválido por falta grave y dan diez al rival.",
                    "Some tables hold an invalid capture to be a grave fault and give ten to the opponents.",
                ),
                manual="a lift rightly protested gives ten",
                kept=("Dos puntos, como dice el reglamento", "Two points, as the rulebook says"),
                replaces=True,
            ),
        ),
    )
    wrong_lift_offender_loses: str | None = note("wrong_lift.offender_loses", "Procede: la otra pareja pierde")
    wrong_lift_takes_back: bool = parameter("wrong_lift.takes_back", "Procede: se quitan los puntos de esa jugada")
    wrong_lift_offender_points: int = parameter("wrong_lift.offender_points", "Procede: sanción a la otra pareja")
    wrong_lift_rejected_points: int | None = parameter("wrong_lift.rejected_points", "No procede: quien protestó")
    wrong_claim_offender_points: int | None = parameter(
        "wrong_claim.offender_points",
        "Pedir puntos sin razón: quien pidió",
        asked=Asked(
            "mal-pedido",
            ("Pedir puntos sin razón: ¿a quién afecta?", "Claiming points without reason: whom does it affect?"),
            (
                Option("resta", ("Resta 2 a quien pidió", "2 off whoever claimed"), -2),
                Option("suma-rival", ("Suma 2 al rival", "2 to the opponents"), 0, {"wrong_claim.rivals_points": 2}),
                Option(
                    "ambos",
                    ("Resta 2 y suma 2 al rival", "2 off, and 2 to the opponents"),
                    -2,
                    {"wrong_claim.rivals_points": 2},
                ),
            ),
            reading="A-13",
        ),
    )
    wrong_claim_rivals_points: int | None = parameter("wrong_claim.rivals_points", "Pedir puntos sin razón: la rival")
    other_error_rivals_points: int | None = parameter("other_error.rivals_points", "Cualquier otro error: la rival")
    other_error_penalty: str | None = note(
        "other_error.penalty", "Qué pasa con cualquier otro error", none="no lo dice"
    )
    out_of_turn_offender_points: int | None = parameter(
        "out_of_turn.offender_points",
        "Jugar fuera de turno: quien jugó",
        silent=absent(),
        asked=Asked(
            "fuera-de-turno",
            ("¿Se sanciona jugar fuera de turno?", "Is playing out of turn sanctioned?"),
            (Option("resta", ("Resta 2 a quien jugó", "Takes 2 from the player"), -2),),
            variant=Variant(
                (
                    "Hay mesas que restan dos a quien juega fuera de turno.",
                    "Some tables take two from a player who plays out of turn.",
                ),
                manual="playing out of turn costs two",
                only=("riobamba", "pagat", "quito", "rigor", "juez-de-aguas"),
            ),
        ),
        said={
            -2: (
                "Jugar fuera de turno: la pareja que jugó pierde 2 puntos.",
                "Playing out of turn: the pareja that played loses 2 points.",
            )
        },
    )
