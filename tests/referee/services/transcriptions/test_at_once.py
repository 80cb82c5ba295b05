"""Several people at once about one paper: it is begun once, confirmed once, and the log is written once."""

from functools import partial

import pytest
from django.db import connection

from referee.models import Planilla, Transcription
from referee.selectors.transcription import standing
from referee.selectors.transcription.reading import Reading
from referee.selectors.transcription.standing import parts_of
from referee.services.errors import RefereeError
from referee.services.transcriptions.confirming import transcription_confirm
from referee.services.transcriptions.incidents import incident_decide, incident_seal
from tests.factories.brackets import RoleFactory, director_of
from tests.factories.referee import keeper
from tests.factories.transcriptions import PAPER, Desk
from tests.referee.replaying import assert_projection_equals_replay
from tests.referee.services.test_concurrency import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_begin_the_same_paper_at_once_and_one_types_it() -> None:
    desk = Desk(keeper().fixture)

    answers = at_once(*[desk.start, partial(desk.start, user=desk.reader)] * 3)

    begun = Transcription.objects.get()
    assert {each.pk for each in answers if isinstance(each, Transcription)} == {begun.pk}
    assert {each.code for each in answers if isinstance(each, RefereeError)} == {"transcripcion-abierta"}


def test_two_confirm_at_once_and_one_of_them_did() -> None:
    desk = Desk(keeper().fixture)
    third = RoleFactory(championship=desk.fixture.stage.championship, kind="control").user
    typed = desk.type()

    answers = at_once(*[partial(desk.confirm, typed), partial(desk.confirm, typed, user=third)] * 3)

    sealed = Transcription.objects.get()
    assert sealed.status == "sellada"
    assert Planilla.objects.count() == 1
    assert sum(getattr(each, "changed", False) for each in answers) == 1
    assert {each.code for each in answers if isinstance(each, RefereeError)} == {"transcripcion-cambio"}
    assert_projection_equals_replay(desk.fixture.mesa)


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Of each paper that was read, whether a transaction was held meanwhile."""
    held: list[bool] = []
    reading = standing.read

    def read(*typed: object) -> Reading:
        held.append(connection.in_atomic_block)
        return reading(*typed)  # type: ignore[arg-type]

    monkeypatch.setattr(standing, "read", read)
    return held


def test_nobody_waits_while_a_paper_that_is_confirmed_or_sealed_is_read(turns: list[bool]) -> None:
    desk = Desk(keeper().fixture)

    typed = desk.type(PAPER.with_row(2, points={**PAPER.rows[1].points, "caida": (3, 0)}))
    assert turns == [False]
    done = desk.confirm(typed)

    assert (done.transcription.status, turns) == ("con-diferencias", [False, False])
    director = director_of(desk.fixture.stage.championship)
    incident_decide(transcription=done.transcription, verdict="otro", words="La suma.", user=director, now=desk.now)
    incident_seal(transcription=done.transcription, user=director, now=desk.now)
    assert (Transcription.objects.get().status, turns) == ("sellada", [False, False, False])


def test_what_was_typed_again_meanwhile_is_read_again(turns: list[bool]) -> None:
    desk = Desk(keeper().fixture)
    typed = desk.type()
    turns.clear()
    stale = Transcription.objects.get()
    assert stale.status == "por-confirmar"
    stale.rows = stale.rows[:1]

    done = transcription_confirm(
        transcription=stale,
        scores={row["key"]: tuple(row["score"]) for row in typed.rows},
        winner=typed.ending["winner"],
        seen=parts_of(typed),
        user=desk.reader,
        now=desk.now,
    )

    assert (done.transcription.status, turns) == ("sellada", [False, True])
