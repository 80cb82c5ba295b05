"""Every field that a Planilla must have, P1 to P18, is on its PDF."""

from dataclasses import replace
from io import BytesIO
from uuid import uuid4

import pytest
from pypdf import PdfReader

from referee.models import Planilla
from referee.printing import sheet_pdf
from referee.rules import Measure
from referee.selectors.planilla.build import mesas_to_print, planilla_sheet
from referee.services.appeals.ruling import appeal_rule
from referee.services.consultas import Exposed, consulta_open, consulta_resolve
from referee.services.planillas import planilla_deliver
from tests.factories.appeals import admitted
from tests.factories.brackets import director_of
from tests.factories.referee import SORTEO, Keeper, kept_mesa
from tests.referee.printing.samples import EVENTFUL, EXTREME, ORDINARY

CHICA = ('ajusta A +38 "marcador"', 'ajusta B +20 "marcador"', "caida A", "proclama")
FIELDS = {
    "P1": ("Los Chullas", "Ángel Güilcapi", "Luz María Yáñez"),
    "P2": ("realizada con cédula",),
    "P3": ("epresentante",),
    "P4": ("SORTEO DE LA DATA", "Reparte"),
    "P5": ("Cartas En la mesa Reti- radas", "A B1 1 B1 22 17 1 0"),
    "P6": ("Puntos A B", "Chica 1: A 40 – B 16. Gana A."),
    "P7": ("Caída", "Limpia", "Ronda", "Conteo", "Falla"),
    "P8": ("Mal reparto de la pareja 12",),
    "P9": ("Juego y veo de la pareja 12", "procede"),
    "P10": ("Chica 1", "Chica 2"),
    "P11": ("Gana la mesa la pareja",),
    "P12": ("Representante de la pareja 12", "Representante de la pareja 85"),
    "P13": ("Juez", "Segundo Guamán"),
    "P14": ("Suspensión: «Se fue la luz en el coliseo». Se reanuda a las 19:58.",),
    "P18": ("Entregada el 28/11/2026 a las 20:21. Recibe: Carmen Inguillay.",),
}


def text_of(pdf: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())


@pytest.fixture(scope="module")
def eventful() -> str:
    return text_of(sheet_pdf(EVENTFUL))


@pytest.mark.parametrize("field", FIELDS)
def test_the_field_is_on_the_paper(eventful: str, field: str) -> None:
    assert [words for words in FIELDS[field] if words not in eventful] == []


@pytest.fixture
def ruled(db: None) -> Keeper:
    """A mesa whose appeal was ruled upon, with a doubt resolved, and version 2 made by the ruling."""
    kept = kept_mesa(SORTEO, *CHICA, *CHICA)
    kept.seal()
    director = director_of(kept.championship)
    appeal = admitted(kept, "B", 4)
    appeal_rule(
        appeal=appeal, measure=Measure("adjudica-mesa", side="B"), grounds="La carta estaba jugada (13).",
        user=director, now=kept.tick(), on_purpose=True,
    )  # fmt: skip
    consulta = consulta_open(
        championship=kept.championship, exposed=Exposed("¿Cuenta el naipe caído?", juez=kept.juez, fixture=kept.fixture),
        client_id=uuid4(), user=director, now=kept.tick(),
    )  # fmt: skip
    consulta_resolve(consulta=consulta, text="Cuenta si tocó la mesa", user=director, now=kept.tick())
    newest = Planilla.objects.order_by("version").last()
    planilla_deliver(planilla=newest, user=director, now=kept.tick())
    return kept


def test_appeal_ruling_and_resolution_are_on_every_version(ruled: Keeper) -> None:
    mesa = mesas_to_print().get(public_id=ruled.mesa_id)
    first, second = (text_of(sheet_pdf(planilla_sheet(mesa, base_url="", version=version))) for version in (1, 2))

    for text in (first, second):
        assert "Apelación 1 de la pareja" in text  # P15
        assert "presentada el" in text
        assert "«La carta no se jugó»" in text
        for name in ruled.players("B"):
            assert name in text
        assert "La admite" in text  # P16
        assert "Se presentó en tiempo" in text
        assert "Fallo de" in text
        assert "La carta estaba jugada (13)." in text
        assert "«¿Cuenta el naipe caído?»" in text  # P17
        assert "«Cuenta si tocó la mesa»" in text
    assert "REEMPLAZADA por v2" in first
    assert "Enmienda la versión 1 por fallo de" in second
    assert "Entregada el" in second  # P18


def test_the_words_of_a_paper_are_printed_whole_and_nothing_is_denied_beside_them() -> None:
    words = "Escrito en el papel: «Se suspendió 20 minutos»"
    plain, told = (text_of(sheet_pdf(replace(ORDINARY, written=each, began=""))) for each in ((), (words,)))

    assert "Sin sanciones ni protestas. Sin suspensiones. Sin correcciones. Sin fallos." in plain
    assert words in told
    assert "Sin suspensiones" not in told
    confirmed = text_of(sheet_pdf(replace(ORDINARY, amends="Enmienda la versión 1 por fallo de Nora Vera.")))
    assert "Sin correcciones." in confirmed
    assert "Sin fallos" not in confirmed
    appealed = text_of(sheet_pdf(replace(ORDINARY, appeals=EXTREME.appeals[:1])))
    assert "Sin correcciones." in appealed
    assert "Sin fallos" not in appealed
    longest = text_of(sheet_pdf(EXTREME))
    assert longest.count("apelación ") >= 99
    assert "Hora de inicio según el papel: 20:05." in longest


def test_five_appeals_of_the_longest_are_printed_whole() -> None:
    told = text_of(sheet_pdf(EXTREME))

    assert all(f"Apelación {number} de la pareja" in told for number in range(1, 6))
    assert told.count("palabra") >= 5 * 100
