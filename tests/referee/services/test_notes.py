"""Notes of a Juez to the rows of his log."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from brackets.services.errors import InvalidValue
from referee.models import Jugada, Note
from referee.services.errors import RefereeError
from referee.services.notes import note_write
from tests.factories.referee import Keeper, kept_mesa

pytestmark = pytest.mark.django_db


@pytest.fixture
def kept(db: None) -> Keeper:
    return kept_mesa("sorteo A1=7 B1=2 A2=7 B2=3 reparte=A1", "caida A")


def write(kept: Keeper, **given: object) -> Note:
    asked = {
        "mesa": kept.mesa, "device": kept.device, "user": kept.juez, "client_id": uuid4(), "jugada": 2,
        "text": "La discutieron", "written_at": kept.now, "now": kept.tick(),
    }  # fmt: skip
    return note_write(**(asked | given))


def test_a_note_sent_again_is_the_same_note_and_the_log_stays_as_it_is(kept: Keeper) -> None:
    rows = list(Jugada.objects.values())
    first = write(kept)
    again = write(kept, client_id=first.client_id, text="Otra cosa", now=kept.tick())

    assert (again.pk, again.text, again.received_at) == (first.pk, "La discutieron", first.received_at)
    assert Note.objects.count() == 1
    assert list(Jugada.objects.values()) == rows


def test_a_note_of_another_mesa_is_refused(kept: Keeper) -> None:
    other = kept_mesa("sorteo A1=7 B1=2 A2=7 B2=3 reparte=A1")

    with pytest.raises(RefereeError) as refusal:
        write(other, client_id=write(kept).client_id)

    assert refusal.value.code == "nota-ajena"
    assert other.mesa.notes.count() == 0


def test_a_note_may_arrive_before_the_jugada_it_is_about(kept: Keeper) -> None:
    assert write(kept, jugada=9).jugada == 9


@pytest.mark.parametrize("text", ["", "   ", "x" * 201])
def test_a_note_says_something_and_not_too_much(kept: Keeper, text: str) -> None:
    with pytest.raises(InvalidValue):
        write(kept, text=text)
    assert Note.objects.count() == 0


def test_the_database_keeps_no_empty_note(kept: Keeper) -> None:
    note = write(kept)
    with pytest.raises(IntegrityError), transaction.atomic():
        Note.objects.filter(pk=note.pk).update(text="")
