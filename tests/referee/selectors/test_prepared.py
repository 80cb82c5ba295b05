"""The statements of a tap are prepared once a connection, and still counted and translated as Django's are."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from referee.selectors.prepared import prepared_cursor

pytestmark = pytest.mark.django_db


def test_a_statement_is_counted_like_any_other() -> None:
    with CaptureQueriesContext(connection) as queries, prepared_cursor() as cursor:
        cursor.execute("SELECT 40", [])

    assert [query["sql"] for query in queries] == ["SELECT 40"]


def test_an_error_is_one_of_django() -> None:
    insert = "INSERT INTO brackets_table (championship_id, number) VALUES (%s, %s)"

    with pytest.raises(IntegrityError), transaction.atomic(), prepared_cursor() as cursor:
        cursor.execute(insert, [None, None])


@pytest.mark.postgres
def test_postgresql_plans_it_once() -> None:
    with prepared_cursor() as cursor:
        for value in (1, 2, 3):
            cursor.execute("SELECT %s + 39", [value])
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE %s", ["%+ 39%"])
        assert cursor.fetchone() == (1,)
