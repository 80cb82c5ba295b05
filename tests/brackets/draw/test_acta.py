"""A draw repeated from its acta alone."""

import json
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.draw.acta import entry_data, entry_from, terms_data, terms_from, verify
from brackets.draw.commitment import digest, document, seed_text, subject_of
from brackets.draw.entries import Entry
from brackets.draw.exchanges import exchanged
from brackets.draw.formats import Elimination, Series
from brackets.draw.procedures import lines_drawn
from brackets.draw.protections import PROTECTED, Protection, Terms, unkept

ENTRIES = [Entry(n, ("sol", "luna")[n % 2], n if n < 3 else None, (("familia", f"f{n % 3}"),)) for n in range(1, 8)]
TERMS = Terms(Elimination(), PROTECTED, apart=False, protections=(Protection("club"), Protection("familia", 2)))


def acta(terms=TERMS, exchanges=((4, 5),)):
    """As `selectors.draw_acta` writes it, with a commitment."""
    listed = [entry_data(entry) for entry in ENTRIES]
    text = document({**terms_data(terms), "inscritas": listed, "etapa": 1}, "5f")
    seed = seed_text("5f", "cuarenta")
    drawn = lines_drawn(terms, ENTRIES, seed)
    slots = exchanged(drawn, exchanges)
    found = [
        {"attribute": e.attribute, "value": e.value, "a": e.a, "b": e.b, "round": e.round, "place": e.place}
        for e in unkept(terms, slots, ENTRIES)
    ]
    return json.loads(
        json.dumps(
            {
                "acta": "sorteo",
                "version": 1,
                "sorteo": {**terms_data(terms), "semilla": seed},
                "compromiso": {"documento": text, "sha256": digest(text), "semilla_publica": "cuarenta"},
                "inscritas": [{**each, "nombre": "Alba / Bruno"} for each in listed],
                "lineas_sorteadas": drawn,
                "intercambios": [{"a": a, "b": b} for a, b in exchanges],
                "lineas": slots,
                "sin_cumplir": found,
            }
        )
    )


@pytest.mark.parametrize("terms", [TERMS, Terms(Elimination()), Terms(Series(size=4))])
def test_an_acta_as_it_was_written_is_good(terms):
    report = verify(acta(terms))

    assert [step.differs for step in report.steps] == [()] * len(report.steps)
    assert report.good


def changed(path, value):
    one = acta()
    inner = one
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value
    return one


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("sorteo", "semilla"), "otra", "sale «"),
        (("inscritas", 0, "club"), "norte", "«inscritas»"),
        (("sorteo", "protecciones", 0, "rounds"), 2, "«protecciones»"),
        (("compromiso", "sha256"), "0" * 64, "El SHA-256 del documento es"),
        (("compromiso", "semilla_publica"), "cuarenta y uno", "sale «"),
        (("lineas", 0), 7, "Lugar 1: el acta dice 7 Alba / Bruno y sale"),
        (("lineas_sorteadas",), [1, 2], "2 lugares y salen 8"),
        (("intercambios",), [], "Lugar"),
        (("sin_cumplir",), [{}], "El acta lista 1 casos"),
    ],
)
def test_what_somebody_changed_is_named(path, value, told):
    report = verify(changed(path, value))

    assert not report.good
    assert told in " ".join(each for step in report.steps for each in step.differs)


@pytest.mark.parametrize(
    "broken",
    [
        None,
        [],
        {"acta": "planilla"},
        changed(("version",), 2),
        changed(("inscritas", 0, "numero"), "1"),
        changed(("inscritas", 0, "numero"), 2),
        changed(("sorteo", "procedimiento"), "clubes-9"),
        changed(("sorteo", "formato"), {"kind": "ajedrez"}),
        changed(("intercambios",), [{"a": 1, "b": 99}]),
        changed(("compromiso", "documento"), "[]"),
    ],
)
def test_what_is_no_acta_is_refused_without_falling_over(broken):
    assert not verify(broken).good


@given(st.recursive(st.none() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3)))
def test_nothing_in_its_place_makes_it_fall(value):
    for path in (("sorteo",), ("inscritas",), ("lineas",), ("intercambios",), ("compromiso",), ("sin_cumplir",)):
        verify(changed(path, value))


def test_the_commitment_is_what_sha256sum_gives():
    text = document({"etapa": 1, "inscritas": [entry_data(Entry(7, "peñon"))]}, "5f")

    assert "peñon" in text
    assert digest(text) == sha256(text.encode("utf-8")).hexdigest()
    assert subject_of(text) == {"etapa": 1, "inscritas": [{"numero": 7, "club": "peñon", "cabeza": None}]}


def test_terms_and_entries_are_data():
    assert terms_from(terms_data(TERMS)) == TERMS
    assert [entry_from(entry_data(entry)) for entry in ENTRIES] == ENTRIES
