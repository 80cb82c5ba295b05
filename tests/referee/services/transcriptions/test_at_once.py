"""Several people at once about one paper: it is begun once, confirmed once, and the log is written once."""

from functools import partial

import pytest

from referee.models import Planilla, Transcription
from referee.services.errors import RefereeError
from tests.factories.brackets import RoleFactory
from tests.factories.referee import keeper
from tests.factories.transcriptions import Desk
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
