"""The score sheet that people read."""

from referee.rules import parse_game, play, score_sheet
from tests.referee.rules.golden import GAMES


def sheet(name):
    return score_sheet(*play(parse_game((GAMES / f"{name}.cuarenta").read_text(encoding="utf-8"))))


def test_sheet_ends_with_the_chicas_and_who_won():
    text = sheet("cuarenta-a-dos")

    assert "Chica 1: A 40 – B 2, gana A (zapatería)" in text
    assert text.endswith("Gana la mesa la pareja A por zapatería.\n")


def test_sheet_names_the_rulebook_its_settings_and_the_turn():
    text = sheet("ajuste-mayoria-literal")

    assert text.startswith(
        "Reglamento Riobamba (versión 1)\n  ajuste mayoria-bajo-20: literal\nTurno: A1 → B1 → A2 → B2\n"
    )


def test_sheet_has_one_row_a_jugada_with_points_board_and_annulment():
    rows = {line.split()[0]: line for line in sheet("ronda-que-no-era").splitlines() if line[:4].strip().isdigit()}

    assert list(rows) == ["1", "2", "3", "4", "5"]
    assert "A1  Ronda de 7" in rows["3"]
    assert rows["3"].endswith("[anulada por la 4]")
    assert "A -2" in rows["5"]


def test_sheet_lists_what_was_refused_with_its_article():
    text = sheet("mesa-mal-llevada")

    assert (
        "Línea 21 rechazada: «conteo A=24 B=16 mesa=1»: 24 + 16 + 1 en la mesa + 0 retiradas = 41, no 40 (art. " in text
    )
