"""The law at the table, over HTTP: precedents to read, doubts to expose, conduct to record."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from brackets.models import AuditEntry
from referee.models import Consulta
from referee.services.consultas import consulta_withdraw
from tests.factories.brackets import NOW, director_of
from tests.factories.consultas import asked, resolved
from tests.factories.referee import SORTEO
from tests.referee.api.conftest import Tablet

With = Callable[..., Tablet]
AT = "2026-12-05T20:04:00-05:00"


@pytest.fixture
def tablet(tablet_with: With) -> Tablet:
    return tablet_with(SORTEO)


def test_the_table_reads_the_precedents_in_force_and_no_others(tablet: Tablet) -> None:
    championship = tablet.kept.championship
    old, new, waiting, gone = (asked(championship, f"Duda {n}", "5") for n in range(4))
    resolved(old, "Sí")
    resolved(new, "No", instead_of=old)
    consulta_withdraw(consulta=gone, reason="Ya no", user=director_of(championship), now=NOW)

    law = tablet.get(f"{tablet.mesa}/law").json()

    assert [(each["number"], each["article"], each["resolution"]) for each in law["precedents"]] == [(2, "5", "No")]
    assert law["precedents"][0]["label"].startswith("art. 5")
    assert law["consultas"] == []
    assert "5" in {place["article"] for place in law["places"]}
    assert waiting.number == 3


def test_a_doubt_exposed_at_the_table_is_one_however_often_it_is_sent(tablet: Tablet) -> None:
    body = {"client_id": str(uuid4()), "question": "¿Vale una carta doblada?", "article": "5", "pareja": "B", "at": AT}

    first, again = (tablet.post(f"{tablet.mesa}/consultas", body) for _ in range(2))

    consulta = Consulta.objects.get()
    assert (first.status_code, first.json()) == (200, again.json())
    assert (consulta.juez, consulta.pareja) == (tablet.kept.juez, tablet.kept.fixture.pareja_b)
    assert (consulta.fixture_id, consulta.asked_at.isoformat()) == (tablet.kept.fixture.pk, "2026-12-06T01:04:00+00:00")
    assert AuditEntry.objects.filter(action="consulta-abrir").count() == 1
    told = tablet.get(f"{tablet.mesa}/law").json()["consultas"]
    assert [(each["client_id"], each["resolution"]) for each in told] == [(body["client_id"], "")]


def test_the_table_reads_what_each_kind_of_conduct_usually_offends(tablet: Tablet) -> None:
    articles = tablet.get(f"{tablet.mesa}/law").json()["articles"]

    assert articles == {
        "senas": "art. 16, 18", "arranche": "art. 16", "demora": "art. 16, 18", "ofensa": "art. 16, 18",
        "otra": "art. 16, 18",
    }  # fmt: skip


def test_a_doubt_about_an_article_that_is_not_there_is_refused(tablet: Tablet) -> None:
    body = {"client_id": str(uuid4()), "question": "¿Vale?", "article": "99", "at": AT}

    refused = tablet.post(f"{tablet.mesa}/consultas", body)

    assert (refused.status_code, refused.json()["code"]) == (422, "articulo-desconocido")
    assert Consulta.objects.count() == 0


@pytest.mark.parametrize("many", [1, 3])
def test_the_law_asks_the_database_as_often_for_many(
    tablet: Tablet, many: int, django_assert_max_num_queries: Callable[..., object]
) -> None:
    for _ in range(many):
        resolved(asked(tablet.kept.championship, article="5"))
    with django_assert_max_num_queries(QUERIES):
        assert len(tablet.get(f"{tablet.mesa}/law").json()["precedents"]) == many


QUERIES = 8
