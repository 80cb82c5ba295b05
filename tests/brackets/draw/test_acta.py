"""A draw repeated from its acta alone."""

import json
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.draw.acta import terms_data, terms_from, verify
from brackets.draw.acta_commitments import commitments_verified
from brackets.draw.acta_draws import entrants_digest, lines_digest
from brackets.draw.acta_seal import person, seals_of, without_name
from brackets.draw.commitment import digest, document, seed_text, subject_of
from brackets.draw.entries import Entry, entry_data, entry_from
from brackets.draw.exchanges import exchanged
from brackets.draw.formats import Elimination, Series
from brackets.draw.procedures import lines_drawn
from brackets.draw.protections import PROTECTED, Protection, Terms, unkept
from brackets.draw.shares import left_out, share_data, share_promise
from brackets.draw.sources import (
    DICE,
    Unproved,
    dice_proof,
    public_seed_of,
    shares_proof,
    shares_source,
    source_data,
)

ENTRIES = [Entry(n, ("sol", "luna")[n % 2], n if n < 3 else None, (("familia", f"f{n % 3}"),)) for n in range(1, 8)]
SUBJECT = {"campeonato": "copa", "etapa": 1, "fuente": source_data(DICE)}
TERMS = Terms(Elimination(), PROTECTED, apart=False, protections=(Protection("club"), Protection("familia", 2)))


def acta(terms=TERMS, exchanges=((4, 5),)):
    """As `selectors.draw_acta` writes it, with a commitment."""
    made = unsealed(terms, exchanges)
    return made | seals_of(made)


def unsealed(terms=TERMS, exchanges=((4, 5),)):
    listed = [entry_data(entry) for entry in ENTRIES]
    text = document({**SUBJECT, **terms_data(terms), "inscritas": listed}, "5f")
    revoked = document({**SUBJECT, **terms_data(terms), "inscritas": listed}, "60")
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
                "version": 3,
                "campeonato": {"nombre": "Copa de Prueba", "direccion": "copa"},
                "etapa": {"numero": 1, "nombre": "Cuadro"},
                "sorteos_anteriores": [earlier(terms, digest(revoked))],
                "sorteos_de_otras_etapas": [],
                "sorteo": {"numero": 2, "hecho": "2026-11-28T14:00:00+00:00", **terms_data(terms), "semilla": seed},
                "compromiso": {
                    "documento": text,
                    "sha256": digest(text),
                    "publicado": "2026-11-28T13:30:00+00:00",
                    "fuente": source_data(DICE),
                    "prueba": dice_proof("cuarenta", ("Rosa Luna", "Luz Sol")),
                    "semilla_publica": "cuarenta",
                },
                "compromisos_anulados": [{"documento": revoked, "sha256": digest(revoked), "motivo": "Un error"}],
                "inscritas": [{**each, **people(each["numero"])} for each in listed],
                "lineas_sorteadas": drawn,
                "intercambios": [{"a": a, "b": b} for a, b in exchanges],
                "lineas": slots,
                "sin_cumplir": found,
                "despues": [],
            }
        )
    )


def earlier(terms, sha256):
    """A draw of the same entrants that was replaced."""
    seed = seed_text("60", "primera")
    lines = lines_drawn(terms, ENTRIES, seed)
    return {
        "numero": 1, "hecho": "2026-11-28T13:00:00+00:00", "por": "Ana", **terms_data(terms), "semilla": seed, "semilla_publica": "primera",
        "inscritas": entrants_digest(ENTRIES), "lineas": lines_digest(lines), "huella": "0" * 64, "compromiso": sha256,
        "publicado": [], "fin": "reemplazado", "motivo": "",
    }  # fmt: skip


def people(number):
    drawn = [person(f"{name} {number}", f"sal-{name}-{number}") for name in ("Alba", "Bruno")]
    return {"nombre": "", "club_inscrito": "Sol", "jugadores": drawn}


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
        (("lineas", 0), 7, "Lugar 1: el acta dice 7 Alba 7 / Bruno 7 y sale"),
        (("lineas_sorteadas",), [1, 2], "2 lugares y salen 8"),
        (("intercambios",), [], "Lugar"),
        (("sin_cumplir",), [{}], "El acta lista 1 caso y hay"),
        (("inscritas", 3, "jugadores", 1, "nombre"), "Otro", "Inscripción 4: «Otro» no es el nombre que se sorteó."),
        (("inscritas", 0, "nombre"), "Las Otras", "La parte «inscritas»"),
        (("campeonato", "nombre"), "Otra Copa", "La parte «campeonato»"),
        (("sorteo", "hecho"), "2026-11-27T14:00:00+00:00", "La parte «sorteo»"),
        (("despues",), [{"numero": 4}], "La parte «despues»"),
        (("nueva",), 1, "La parte «nueva»"),
        (("huella",), "0" * 64, "La de su acta es 0000"),
    ],
)
def test_what_somebody_changed_is_named(path, value, told):
    report = verify(changed(path, value))

    assert not report.good
    assert told in " ".join(each for step in report.steps for each in step.differs)


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("sorteos_anteriores",), [], "tiene que haber 1 anterior"),
        (("sorteos_anteriores", 0, "numero"), 7, "tiene que haber 1 anterior"),
        (("sorteos_anteriores", 0, "semilla"), "otra", "El sorteo 1 no es el que sale de su semilla"),
        (("sorteos_anteriores", 0, "hecho"), "2026-11-28T15:00:00+00:00", "no van en orden"),
        (("sorteos_anteriores", 0, "fin"), "", "no se dice qué fue de él"),
        (("sorteo", "numero"), 1, "tiene que haber 0 anteriores"),
        (("sorteo", "numero"), 10**12, "tiene que haber 999999999999 anteriores"),
        (("compromiso",), None, "se pudo elegir"),
        (("compromiso", "publicado"), "2026-11-28T14:00:01+00:00", "se publicó después de sortear"),
        (("compromiso", "fuente"), {"tipo": "drand"}, "no dicen lo mismo en «fuente»"),
        (("compromiso", "prueba", "texto"), "cincuenta", "sale la semilla pública «cincuenta»"),
        (("compromiso", "prueba", "testigos"), ["Rosa Luna"], "dos testigos distintos"),
        (("compromiso", "prueba", "testigos", 1), "rosa luna", "dos testigos distintos"),
        (("etapa", "numero"), 2, "no dicen lo mismo en «etapa»"),
        (("campeonato", "direccion"), "otra", "no dicen lo mismo en «campeonato»"),
        (("compromisos_anulados",), [], "no está el compromiso"),
        (("compromisos_anulados", 0, "documento"), document({}, "60"), "de un compromiso anulado"),
        (("sorteos_anteriores", 0, "semilla_publica"), "segunda", "no sale de su compromiso"),
        (("sorteos_anteriores", 0, "compromiso"), "0" * 64, "no está el compromiso"),
    ],
)
def test_what_was_changed_is_named_with_all_digests_made_anew(path, value, told):
    forged = changed(path, value)
    forged |= seals_of(forged)

    report = verify(forged, every=True)

    assert told in " ".join(each for step in report.steps for each in step.differs)


C0 = "c0" * 32
CLOSED = "2026-11-28T13:50:00+00:00"
SHOWN = {number: f"{number:032x}" for number in (3, 8, 9)}
PROMISED = [share_data(number, share_promise(C0, number, share), share) for number, share in SHOWN.items()]
LATE = share_data(11, "ab" * 32)
COPIED = share_data(11, PROMISED[0]["promesa"], SHOWN[3])


@pytest.mark.parametrize(
    ("shares", "told"),
    [
        ([*PROMISED[:1], LATE], "Aportes mostrados: 1; hacen falta al menos 2"),
        ([], "Aportes mostrados: 0; hacen falta al menos 2"),
        ([*PROMISED, COPIED], "El aporte del número 11 no es el que prometió"),
        ([PROMISED[0], share_data(8, PROMISED[1]["promesa"], "00" * 16)], "El aporte del número 8"),
        ([PROMISED[0], share_data(8, share_promise(C0, 8, "x"), "x")], "El aporte del número 8"),
        (PROMISED[::-1], "por número"),
        ([*PROMISED, PROMISED[2]], "por número"),
    ],
)
def test_shares_give_a_seed_only_if_each_is_what_its_pareja_promised(shares, told):
    source, whole = shares_source(2, CLOSED), [*PROMISED, LATE]
    seeds = {public_seed_of(source, shares_proof(some, CLOSED), C0) for some in (whole, PROMISED[:2], PROMISED[1:])}
    assert len(seeds) == 3
    assert public_seed_of(source, shares_proof(PROMISED, CLOSED), C0) in seeds  # who shows nothing changes nothing
    assert left_out(whole) == (11,)
    for commitment, some in ((C0, shares), ("c1" * 32, whole)):
        with pytest.raises(Unproved) as unproved:
            public_seed_of(source, shares_proof(some, CLOSED), commitment)
    with pytest.raises(Unproved, match=told):
        public_seed_of(source, shares_proof(shares, CLOSED), C0)
    assert "no es el que prometió" in str(unproved.value)


def test_an_acta_whose_seed_came_from_shares_is_checked_and_says_who_was_left_out():
    one, source = acta(), shares_source(2, CLOSED)
    text = document({**subject_of(one["compromiso"]["documento"]), "fuente": source}, "5f")
    hours = {"promised_at": "2026-11-28T13:40:00+00:00", "shown_at": "2026-11-28T13:51:00+00:00"}
    shares = [
        share_data(number, share_promise(digest(text), number, f"{number:032x}"), f"{number:032x}", **hours)
        for number in (1, 2, 3)
    ]
    whole = [*shares, share_data(4, "ab" * 32, promised_at=hours["promised_at"])]
    public = public_seed_of(source, shares_proof(whole, CLOSED), digest(text))
    made = {"documento": text, "sha256": digest(text), "fuente": source, "semilla_publica": public}
    promised = {**SUBJECT, **terms_data(TERMS), "inscritas": [entry_data(entry) for entry in ENTRIES], "fuente": source}

    def checked(shares, closed=CLOSED):
        there = one | {"compromiso": one["compromiso"] | made | {"prueba": shares_proof(shares, closed)}}
        return list(commitments_verified(there, promised, seed_text("5f", public)))

    assert [step.differs for step in checked(whole)] == [()] * 6
    assert "no se mostró a tiempo, por número: 4." in checked(whole)[3].what
    assert "De su fuente sale" in checked(shares[1:])[3].differs[0]
    late, early = {"prometido": "2026-11-28T13:50:01+00:00"}, {"mostrado": "2026-11-28T13:49:59+00:00"}
    for some, closed, told in (
        ([*shares, shares[0] | {"pareja": 99, "aporte": ""}], CLOSED, "no entran al sorteo, por número: 99"),
        ([shares[0] | late, *shares[1:]], CLOSED, "El número 1 no prometió su aporte antes del cierre"),
        ([shares[0] | early, *shares[1:]], CLOSED, "El número 1 no mostró su aporte entre el cierre y el sorteo"),
        (shares, "2026-11-28T13:50:01+00:00", "entre el compromiso y la hora fijada"),
        (whole, "2026-11-28T13:50:01+00:00", "Se sorteó sin esperar"),
    ):
        assert any(told in each for each in checked(some, closed)[3].differs), told


@given(st.data())
def test_no_value_of_it_can_be_changed_unseen(data):
    one = acta()
    path = data.draw(st.sampled_from(sorted(paths(one), key=str)))
    inner = one
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = "otro" if inner[path[-1]] != "otro" else "otra"

    assert not verify(one).good


def test_an_acta_written_anew_as_a_whole_has_another_digest_than_the_one_published():
    there = acta()
    forged = changed(("inscritas", 3, "jugadores", 1), person("Otro", "5f"))
    forged |= seals_of(forged)

    assert verify(forged).good
    assert verify(there, there["huella"]).good
    report = verify(forged, there["huella"])
    assert [step.differs for step in report.steps if step.differs] == [(f"La de su publicación es {there['huella']}.",)]


def test_a_name_that_was_erased_leaves_all_else_bound_and_is_counted():
    one = acta()
    before = one["huella"]
    one["inscritas"][3]["jugadores"][1] = without_name(one["inscritas"][3]["jugadores"][1])

    report = verify(one, before)

    assert report.good
    assert any("Nombres borrados a pedido de las personas: 1." in step.what for step in report.steps)
    one["inscritas"][3]["jugadores"][1]["huella"] = "0" * 64
    assert not verify(one, before).good


def paths(value, before=()):
    """Each place where a plain value stands."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in inner:
        if isinstance(each, dict | list):
            yield from paths(each, (*before, name))
        else:
            yield (*before, name)


@pytest.mark.parametrize(
    "broken",
    [
        None,
        [],
        {"acta": "planilla"},
        changed(("version",), 1),
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
    for path in (
        ("sorteo",),
        ("sorteos_anteriores",),
        ("inscritas",),
        ("lineas",),
        ("intercambios",),
        ("compromiso",),
        ("sin_cumplir",),
    ):
        verify(changed(path, value))


def test_the_commitment_is_what_sha256sum_gives():
    text = document({"etapa": 1, "inscritas": [entry_data(Entry(7, "peñon"))]}, "5f")

    assert "peñon" in text
    assert digest(text) == sha256(text.encode("utf-8")).hexdigest()
    assert subject_of(text) == {"etapa": 1, "inscritas": [{"numero": 7, "club": "peñon", "cabeza": None}]}


def test_terms_and_entries_are_data():
    assert terms_from(terms_data(TERMS)) == TERMS
    assert [entry_from(entry_data(entry)) for entry in ENTRIES] == ENTRIES
