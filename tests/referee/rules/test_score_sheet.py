"""The score sheet that people read."""

from referee.rules import parse_game, play, score_sheet
from tests.referee.rules.golden import GAMES
from tests.referee.rules.mesas import further, mesa_at


def sheet(name):
    return score_sheet(*play(parse_game((GAMES / f"{name}.cuarenta").read_text(encoding="utf-8"))))


def test_sheet_ends_with_the_chicas_and_who_won():
    text = sheet("cuarenta-a-dos")

    assert "Chica 1: A 40 – B 2, gana A (zapatería)" in text
    assert "\nGana la mesa A por zapatería.\n" in text
    assert text.endswith(": ¿no será A 2 y B 38? (art. 3.f, 3.g, 16)\n")  # A had nine levantes fewer than that


def test_sheet_names_the_rulebook_its_settings_and_the_turn():
    text = sheet("ajuste-mayoria-literal")

    assert text.startswith(
        "Reglamento Riobamba (versión 2)\n  ajuste mayoria-bajo-20: literal\nTurno: A1 → B1 → A2 → B2\n"
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


def test_sheet_says_how_many_chicas_won():
    one = further(mesa_at("pagat", 40, 0), "proclama")
    two = further(mesa_at("blog", 40, 20), "proclama", 'ajusta B +40 "x"', "proclama", 'ajusta A +40 "x"', "proclama")

    assert score_sheet(one).endswith("Gana la mesa A por ganar la chica.\n")
    assert score_sheet(two).endswith("Gana la mesa A por dos chicas.\n")


def test_sheet_says_that_a_misdeal_lost_the_mesa():
    text = score_sheet(further(mesa_at("pagat", 30, 32), "mal-reparto"))

    assert "Mal reparto: pierde la mesa" in text
    assert text.endswith("Gana la mesa B por mal reparto del rival.\n")


def test_sheet_of_two_single_players_names_them():
    assert "Turno: A1 → B1\n" in score_sheet(mesa_at("quito", 0, 0, seats=("A1", "B1")))


def test_sheet_cites_a_text_without_articles_by_its_place():
    text = score_sheet(*play(parse_game("reglamento pagat\nsorteo reparte=A1\narranche 1\n")))

    assert text.endswith("no retira cartas olvidadas (párrafo 14)\n")
