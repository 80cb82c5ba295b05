"""The log and the signatures cannot be changed, not even by our own code."""

from collections.abc import Callable

import pytest
from django.db import DatabaseError, connection, transaction

from referee.models import Jugada, Quarantined, QuarantineDecision, Signature
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, kept_mesa
from tests.referee.services.test_quarantine import decide, item, keep


@pytest.fixture
def sealed() -> Keeper:
    """A mesa from its first jugada to its seal, with something discarded on the way."""
    kept = kept_mesa(*ZAPATERIA)
    late = item("caida A", 4)
    keep(kept, late)
    decide(kept, late, incorporate=False, reason="no fue")
    kept.seal()
    return kept


@pytest.mark.django_db
@pytest.mark.parametrize("model", [Jugada, Signature, QuarantineDecision])
@pytest.mark.parametrize(
    "change",
    [
        lambda rows: rows.update(id=999),
        lambda rows: rows.delete(),
        lambda rows: rows.first().save(),
        lambda rows: rows.first().delete(),
    ],
    ids=["update", "delete", "save", "delete one"],
)
@pytest.mark.usefixtures("sealed")
def test_rows_cannot_be_changed_or_deleted(model: type, change: Callable) -> None:
    before = list(model.objects.values_list())

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        change(model.objects.order_by("id"))

    assert list(model.objects.values_list()) == before


@pytest.mark.django_db
@pytest.mark.parametrize("change", [lambda rows: rows.update(notation="caida B"), lambda rows: rows.delete()])
def test_what_waits_for_a_person_cannot_be_changed_or_deleted(change: Callable) -> None:
    keep(kept_mesa(SORTEO), item("caida A", 2))

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        change(Quarantined.objects.all())

    assert Quarantined.objects.get().notation == "caida A"


@pytest.mark.postgres
@pytest.mark.django_db
def test_postgres_does_not_empty_the_log_at_one_stroke() -> None:
    kept_mesa(SORTEO)
    connection.check_constraints()  # those still to be checked would keep the table from being truncated

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("TRUNCATE referee_jugada CASCADE")

    assert Jugada.objects.count() == 1
