"""A finished page in English: its sentences, and nothing else of it, are another."""

import re

import pytest

from cuarenta_torneo.english import in_english, page_in_english
from cuarenta_torneo.english.books import BOOKS
from cuarenta_torneo.english.page import told_or_none


def test_tags_scripts_names_and_figures_stay() -> None:
    page = (
        '<html lang="es-EC"><script>const a = "Mesa 4";</script><p class="Mesa">Mesa 4 <b>33</b> '
        '<i translate="no">Mesa <i>4</i> Mesa</i> Mesa 5</p><input value="Mesa 4" placeholder="Buscar">'
    )

    assert page_in_english(page) == (
        '<html lang="en"><script>const a = "Mesa 4";</script><p class="Mesa">Table 4 <b>33</b> '
        '<i translate="no">Mesa <i>4</i> Mesa</i> Table 5</p><input value="Mesa 4" placeholder="Search">'
    )


def test_what_is_written_stays_escaped() -> None:
    page = '<p title="Posiciones · A &amp; B">Posiciones · &lt;b&gt;</p><p>&lt;script&gt;Mesa 4&lt;/script&gt;</p>'

    assert page_in_english(page) == (
        '<p title="Standings · A &amp; B">Standings · &lt;b&gt;</p><p>&lt;script&gt;Mesa 4&lt;/script&gt;</p>'
    )


@pytest.mark.parametrize(
    ("spanish", "english"),
    [
        ("  Mesa   4\n", "  Table 4\n"),
        ("28 de noviembre al 4 de diciembre de 2026", "28 November to 4 December 2026"),
        ("Saturday 28 de November, 09:00", "Saturday 28 November, 09:00"),
        ("5 al 7 de December de 2026", "5 to 7 December 2026"),
        ("Final: terminada, con los puestos firmes. Quien solo tiene ausencias: al final, con puesto.",
         "Final: ended, the places are final. Who has only absences: at the end, with a place."),
        ("Hoy entraría en «Final» ·", "Would enter “Final” today ·"),
        ("Primera de la serie 2 de «Series». Puede cambiar.", "First of series 2 of “Series”. It may change."),
        ("Primera de las que quedan en la serie 2 de «Series». Puede cambiar.",
         "First of those left in series 2 of “Series”. It may change."),
        ("Segundo de los que quedan en «Series».", "Second of those left in “Series”."),
        ("1.º mejor de los segundos que quedan de «Series»: 3.º entre todos.",
         "No. 1 of the second places left of “Series”: place 3 of all."),
        ("1.ª mejor de las no clasificadas que quedan de «Series»: 3.ª entre todas, por promedios.",
         "No. 1 of those left of “Series” who did not qualify: place 3 of all, by averages."),
        ("Chica 1, después de la data 4", "Chica 1, after data 4"),
        ("Quien se retiró con algo por jugar, fue descalificado o salió de la etapa por una zapatería: al final, con puesto.",
         "Who withdrew with something left to play, was disqualified or was put out of the stage by a zapatería: at the end, with a place."),
        ("Quien se retiró, fue descalificado o salió de la etapa por una zapatería no clasifica, ni quien no tiene puesto, haya ganado lo que haya ganado.",
         "Who withdrew, was disqualified or was put out of the stage by a zapatería does not qualify, nor who has no place, whatever was won."),
        ("Wilhelmina Bustamante", "Wilhelmina Bustamante"),
        ("Los Jueces de Riobamba", "Los Jueces de Riobamba"),
    ],
)  # fmt: skip
def test_a_text_is_found_sentence_by_sentence(spanish: str, english: str) -> None:
    assert in_english(spanish) == english


def test_a_figure_has_the_point_of_english_and_a_row_of_figures_its_commas() -> None:
    page = "<dd>22,3</dd><td> 4,50 % </td><td>1.234,5</td><td>40, 16, 40</td><td>40,16,40</td>"

    assert page_in_english(page) == (
        "<dd>22.3</dd><td> 4.50 % </td><td>1.234,5</td><td>40, 16, 40</td><td>40,16,40</td>"
    )


def test_an_initial_ends_no_sentence_unless_one_begins_after_it() -> None:
    assert in_english(
        "Partida 1, Final: 5 Alba Ortega V. A. / Dra. Celia Rueda contra 2 Elena Ñato / Hugo Pérez V. A. Mesa 1 · EN VIVO. "
        "Quien gana va a la partida 5"
    ) == (
        "Match 1, Final: 5 Alba Ortega V. A. / Dra. Celia Rueda v. 2 Elena Ñato / Hugo Pérez V. A. Table 1 · LIVE. "
        "Who wins goes to match 5"
    )


def test_a_name_does_not_begin_with_a_mark_nor_take_a_sentence_that_the_books_know() -> None:
    assert in_english(": Ganador de la 14 contra Perdedor de la 9") == ": Winner of 14 v. Loser of 9"
    assert in_english("Esta página no existe · Torneo de Cuarenta") == "This page does not exist · Cuarenta tournament"
    assert in_english("Partida 3: 1 Ana Ñato contra Por definir") == "Match 3: 1 Ana Ñato v. To be decided"


def test_what_is_carried_over_is_told() -> None:
    told = told_or_none("Partida 3: 1 Ana Ñato contra Lo que nadie tradujo")

    assert told is not None
    assert told.carried == ("1 Ana Ñato", "Lo que nadie tradujo")


def test_no_pair_is_made_of_blanks_that_take_anything() -> None:
    """Through such a pair goes any Spanish there is; a dot stands between a thing and the name of another."""
    blanks, words = re.compile(r"\{(?:told|name)\d*\}"), re.compile(r"\{\w+\}")
    spanish = [pair[0] for book in BOOKS for pair in book]

    assert [each for each in spanish if blanks.search(each) and not re.search(r"[\w«·]", words.sub("", each))] == []


def test_no_pair_asks_for_a_blank_that_its_spanish_has_not() -> None:
    blank = re.compile(r"\{[a-z]+\d*\}")
    pairs = [pair for book in BOOKS for pair in book]

    assert [pair for pair in pairs if not set(blank.findall(pair[1])) <= set(blank.findall(pair[0]))] == []


def test_no_sentence_has_two_translations() -> None:
    said: dict[str, set[str]] = {}
    for spanish, english in (pair for book in BOOKS for pair in book):
        said.setdefault(spanish, set()).add(english)

    assert {spanish: english for spanish, english in said.items() if len(english) > 1} == {}
