"""The statements of a tap are prepared once a connection, and still counted and translated as Django's are."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from referee.selectors.prepared import Statement

pytestmark = pytest.mark.django_db

INSERT = Statement("INSERT INTO brackets_table (championship_id, number) VALUES (%s, %s)")


def test_a_statement_answers_its_first_row() -> None:
    assert Statement("SELECT %s + 39, %s").row([1, "A"]) == (40, "A")
    assert Statement("SELECT id FROM brackets_championship WHERE slug = %s").row(["ninguno"]) is None


def test_a_statement_is_counted_like_any_other() -> None:
    with CaptureQueriesContext(connection) as queries:
        Statement("SELECT 40").row([])

    assert [query["sql"] for query in queries] == ["SELECT 40"]


def test_an_error_is_one_of_django() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        INSERT.run([None, None])
    with pytest.raises(IntegrityError), transaction.atomic():
        INSERT.run_many([[None, None], [None, None]])


@pytest.mark.postgres
def test_postgresql_plans_it_once() -> None:
    statement = Statement("SELECT %s + 39")
    for value in (1, 2, 3):
        statement.row([value])

    counted = Statement("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE %s").row(["%+ 39%"])
    assert counted == (1,)
