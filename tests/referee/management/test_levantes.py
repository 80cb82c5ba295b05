"""`manage.py levantes`: what it prints, where, and with which exit status."""

import io
import json

import pytest
from django.core.management import call_command


@pytest.fixture
def levantes():
    """Run the command: exit status, standard output and standard error."""

    def run(table, card, *options):
        out, err = io.StringIO(), io.StringIO()
        status = 0
        try:
            call_command("levantes", f"--mesa={table}", f"--carta={card}", *options, stdout=out, stderr=err)
        except SystemExit as end:
            status = end.code
        return status, out.getvalue(), err.getvalue()

    return run


def test_json_has_exactly_the_shape_of_the_notation(levantes):
    status, out, err = levantes("2 3 6 7 J", "5", "--json")

    assert (status, err) == (0, "")
    assert out == '[{"tipo": "suma", "cartas": ["2", "3"], "escalera": ["6", "7", "J"], "limpia": true}]\n'


def test_most_cards_come_first(levantes):
    _, out, _ = levantes("3 A 4 2", "4", "--json")

    assert [(capture["tipo"], capture["cartas"]) for capture in json.loads(out)] == [
        ("suma", ["A", "3"]),
        ("igual", ["4"]),
    ]


def test_an_empty_table_has_no_captures(levantes):
    assert levantes("", "5", "--json") == (0, "[]\n", "")
    assert levantes("", "5") == (0, "ningún levante\n", "")


def test_for_people_each_capture_is_a_line(levantes):
    assert levantes("A 2 3 4", "5") == (0, "suma A 4\nsuma 2 3\n", "")


@pytest.mark.parametrize(
    ("table", "card", "options", "says"),
    [
        ("2 8", "5", (), "no existe la carta «8»"),
        ("2 a", "5", (), "no existe la carta «a»"),
        ("2", "10", (), "no existe la carta «10»"),
        ("2", "", (), "se lanza una carta, y solo una"),
        ("2", "5 5", (), "se lanza una carta, y solo una"),
        ("5 5 5 5", "5", (), "hay más de cuatro cartas 5"),
        ("K K K K K", "5", (), "hay más de cuatro cartas K"),
        ("2", "5", ("--reglamento=nadie",), "no existe el reglamento «nadie»"),
    ],
)
def test_what_cannot_be_is_one_line_and_status_two(levantes, table, card, options, says):
    status, out, err = levantes(table, card, *options)

    assert (status, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1
