"""What statistics count of a mesa."""

from referee.rules import caidas_made, figures, parse_jugada, replay
from referee.rules.reglamentos import REGLAMENTOS
from referee.rules.sides import SEATS

SORTEO = "sorteo A1=7 B1=2 A2=7 B2=3 reparte=A1"


def counted(*lines: str) -> dict[str, object]:
    return figures(replay(REGLAMENTOS["riobamba"], SEATS, map(parse_jugada, (SORTEO, *lines))))


def test_a_caida_y_limpia_is_a_caida_and_a_limpia() -> None:
    found = counted("caida A", "limpia B2", "caida-limpia A1")

    assert (found["A"]["caidas"], found["A"]["limpias"], found["A"]["caidas_limpias"]) == (2, 1, 1)
    assert (found["B"]["caidas"], found["B"]["limpias"]) == (0, 1)


def test_a_caida_en_ronda_is_one_caida_also_where_it_is_recorded_beside_it() -> None:
    for key, lines in (("quito", ["caida-en-ronda A1"]), ("pagat", ["caida A1", "caida-en-ronda A1"])):
        sorteo = SORTEO if key == "quito" else "sorteo reparte=A1"
        state = replay(REGLAMENTOS[key], SEATS, map(parse_jugada, (sorteo, *lines)))

        assert figures(state)["A"]["caidas"] == 1
        assert caidas_made(state) == (1, 0)


def test_what_was_annulled_never_happened() -> None:
    assert counted("caida A", "anula 2")["A"]["caidas"] == 0
    assert counted("caida A", "anula 2", "anula 3")["A"]["caidas"] == 1
    assert counted("caida A", "anula 2")["jugadas"] == 1


def test_rondas_single_and_double_are_told_apart() -> None:
    found = counted("ronda A1 Q", "doble-ronda B1 5")

    assert (found["A"]["rondas"], found["A"]["dobles"]) == (1, 0)
    assert (found["B"]["rondas"], found["B"]["dobles"]) == (0, 1)


def test_points_chicas_and_zapaterias_are_of_the_proclaimed_chicas() -> None:
    found = counted('ajusta A +38 "marcador del caso"', "caida A", "proclama")

    assert (found["chicas"], found["datas"]) == (1, 0)
    assert (found["A"]["puntos"], found["A"]["chicas"], found["A"]["zapaterias"]) == (40, 1, 1)
    assert (found["B"]["puntos"], found["B"]["chicas"], found["B"]["zapaterias"]) == (0, 0, 0)
