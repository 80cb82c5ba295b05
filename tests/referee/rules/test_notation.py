"""The text of a jugada: written and read back, and where it stops being notation."""

import pytest
from hypothesis import given

from referee.rules import MAX_LINE, WORDS, NotationError, Suspension, dump_jugada, parse_jugada
from tests.referee.rules.strategies import JUGADAS, jugadas


@given(jugadas)
def test_what_is_written_is_read_back(jugada):
    assert parse_jugada(dump_jugada(jugada)) == jugada


@given(jugadas)
def test_a_line_is_one_line(jugada):
    assert "\n" not in dump_jugada(jugada)


LINES = {
    "sorteo": "sorteo A1=7 B1=K A2=3 B2=A reparte=B1",
    "ronda": "ronda A1 7",
    "doble-ronda": "doble-ronda B J",
    "caida": "caida B2",
    "limpia": "limpia A",
    "caida-limpia": "caida-limpia A2",
    "caida-en-ronda": "caida-en-ronda B",
    "cuatro-caidas": "cuatro-caidas A",
    "segundo-reparto": "segundo-reparto",
    "tercer-reparto": "tercer-reparto",
    "cuarto-reparto": "cuarto-reparto",
    "reparte": "reparte B2",
    "arranche": "arranche 2",
    "juego-y-veo": "juego-y-veo B1 procede 12",
    "mal-reparto": "mal-reparto",
    "mal-pedido": "mal-pedido A1",
    "fuera-de-turno": "fuera-de-turno B2",
    "conteo": "conteo A=39 B=0 mesa=1 falla",
    "recuento": "recuento juez A=22 B=17 mesa=1",
    "proclama": "proclama",
    "suspension": 'suspension "se fue la luz"',
    "reanudacion": "reanudacion",
    "abandono": 'abandono A "dijo \\"me voy\\""',
    "descalificacion": 'descalificacion B2 "señas"',
    "ajusta": 'ajusta A -2 "apelación 3"',
    "adjudica-chica": 'adjudica-chica B "C:\\\\fallo"',
    "adjudica-mesa": 'adjudica-mesa A ""',
    "repite-data": 'repite-data "🂡"',
    "anula": 'anula 7 "era de B"',
}


def test_every_word_has_a_line_here():
    assert LINES.keys() == set(WORDS)
    assert {type(parse_jugada(line)) for line in LINES.values()} == JUGADAS.keys()


@pytest.mark.parametrize("line", [*LINES.values(), "sorteo A1=7 B1=4 A2=3 B2=6", "sorteo reparte=B1", "anula 7"])
def test_what_is_read_is_written_back(line):
    assert dump_jugada(parse_jugada(line)) == line


@pytest.mark.parametrize(
    "line", [*LINES.values(), "juego-y-veo B no-procede", "juego-y-veo B procede", "conteo A=0 B=0 mesa=40"]
)
def test_blanks_around_and_between_do_not_matter(line):
    word, _, rest = line.partition(" ")

    assert parse_jugada(f"  {word}  \t{rest}   ") == parse_jugada(line)


def test_blanks_within_a_reason_stay():
    assert parse_jugada('suspension "  dos  blancos "') == Suspension("  dos  blancos ")


NO_NOTATION = [
    ("", 1),
    ("   ", 1),
    ("caída B2", 1),
    ("Caida B2", 1),
    ("  paliza B2", 3),
    ("caida", 6),
    ("caida   ", 6),
    ("caida C1", 7),
    ("caida A3", 7),
    ("caida a1", 7),
    ("caida  B2 x", 11),
    ("limpia A1 A2", 11),
    ("ronda A1", 9),
    ("ronda A1 8", 10),
    ("ronda A1 10", 10),
    ("ronda 7 A1", 7),
    ("sorteo A1=10", 8),
    ("sorteo A1=7 reparte=A", 13),
    ("sorteo reparte=A1 A1=7", 19),
    ("segundo-reparto ya", 17),
    ("arranche", 9),
    ("arranche 0", 10),
    ("arranche 100", 10),
    ("arranche ２", 10),
    ("juego-y-veo B1", 15),
    ("juego-y-veo B1 quizá", 16),
    ("juego-y-veo B1 procede 0", 24),
    ("juego-y-veo B1 no-procede 3", 27),
    ("conteo A=22 B=x mesa=1", 13),
    ("conteo A=22 B=17", 17),
    ("conteo B=17 A=22 mesa=1", 8),
    ("conteo A=22 B=17 mesa=1 fallas", 25),
    ("conteo A=-1 B=17 mesa=1", 8),
    ("suspension", 11),
    ("suspension se-fue-la-luz", 12),
    ('suspension "sin cerrar', 12),
    ('suspension "uno" "dos"', 18),
    ('suspension "mal \\escape"', 12),
    ('suspension "uno"dos', 12),
    ('suspension "tab\tdentro"', 12),
    ('abandono "sin pareja"', 10),
    ('ajusta A 4 "sin signo"', 10),
    ('ajusta A +1000 "largo"', 10),
    ("ajusta A +4", 12),
    ("anula", 6),
    ("anula 0", 7),
    ("anula -1", 7),
    ("anula 3 motivo", 9),
    ("suspension " + '"' + "x" * 400 + '"', MAX_LINE + 1),
]


@pytest.mark.parametrize(("line", "column"), NO_NOTATION)
def test_what_is_no_notation_is_refused_at_its_column(line, column):
    with pytest.raises(NotationError) as refusal:
        parse_jugada(line)

    assert (refusal.value.line, refusal.value.column) == (1, column)
    assert "\n" not in refusal.value.message
