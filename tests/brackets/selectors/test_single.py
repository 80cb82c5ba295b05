"""Rows that are not put in order first, and what their query worked out beside them."""

import pytest
from django.core.exceptions import MultipleObjectsReturned
from django.db import connection
from django.db.models import Value
from django.test.utils import CaptureQueriesContext

from brackets.models import Pareja
from brackets.selectors.single import annotated, any_of, single
from tests.factories.brackets import ChampionshipFactory, ParejaFactory

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("read", [single, any_of])
def test_one_row_is_read_in_no_order(read) -> None:
    pareja = ParejaFactory()

    with CaptureQueriesContext(
        connection,
    ) as asked:
        found = read(Pareja.objects.order_by("number").filter(pk=pareja.pk))
        missing = read(Pareja.objects.filter(pk=pareja.pk + 1))

    assert (found, missing) == (pareja, None)
    assert [query["sql"] for query in asked if "ORDER BY" in query["sql"]] == []
    assert len(asked) == 2


def test_two_rows_of_one_key_are_a_fault_and_of_several_any_one_will_do() -> None:
    both = ParejaFactory.create_batch(2, championship=ChampionshipFactory())

    with pytest.raises(MultipleObjectsReturned, match="Pareja"):
        single(Pareja.objects.all())
    assert any_of(Pareja.objects.all()) in both


def test_what_no_query_worked_out_is_a_fault_and_no_answer() -> None:
    pareja = ParejaFactory()

    with pytest.raises(AttributeError, match="followed"):
        annotated(pareja, "followed")
    assert annotated(Pareja.objects.annotate(followed=Value(value=False)).get(), "followed") is False
