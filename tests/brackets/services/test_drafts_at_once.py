"""Two at the desk with one proposal, at the same moment, on a database that really lets them."""

import pytest

from brackets.models import AuditEntry, Draft, User
from brackets.selectors.drafts import draft_open
from brackets.services.drafts import draft_propose, draft_publish, draft_put_juez
from brackets.services.errors import BracketError
from brackets.services.fixtures import fixture_assign
from tests.brackets.services.test_concurrency import at_once
from tests.brackets.services.test_drafts import placed, propose, view_of, who
from tests.factories.brackets import published_stage

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_two_who_propose_at_once_get_one_proposal() -> None:
    stage = published_stage(8, tables=4, jueces=4)
    given = who(stage)

    answers = at_once(*[lambda: draft_propose(championship=stage.championship, **given)] * 3)

    assert len({answer.pk for answer in answers}) == Draft.objects.count() == 1


def test_of_two_adjustments_at_once_one_is_made_and_the_other_told() -> None:
    stage = published_stage(8, tables=4, jueces=6)
    draft, given = propose(stage), who(stage)
    spare: list[User] = view_of(draft).spare_jueces
    fixture = draft.lines[0]["fixture"]

    answers = at_once(
        *(
            lambda juez=juez: draft_put_juez(draft=draft, version=1, fixture=fixture, juez=juez, **given)
            for juez in spare
        )
    )

    assert [answer.code for answer in answers if isinstance(answer, BracketError)] == ["propuesta-cambiada"]
    assert (draft_open(stage.championship).version, len(draft_open(stage.championship).steps)) == (2, 1)


def test_publishing_twice_at_once_writes_once() -> None:
    stage = published_stage(8, tables=4, jueces=4)
    draft, given = propose(stage), who(stage)

    at_once(*[lambda: draft_publish(draft=draft, version=1, **given)] * 2)

    assert AuditEntry.objects.filter(action="asignacion-publicar").count() == 1


@pytest.mark.parametrize("attempt", range(4))
def test_a_choice_by_hand_while_it_is_published_is_never_overwritten_unseen(attempt: int) -> None:
    stage = published_stage(4, tables=3, jueces=3)
    draft, given = propose(stage), who(stage)
    fixture = stage.fixtures.get(pk=draft.lines[0]["fixture"])
    spare = view_of(draft).spare_tables[0]

    answers = at_once(
        lambda: draft_publish(draft=draft, version=1, **given),
        lambda: fixture_assign(fixture=fixture, table=spare, juez=None, **given),
    )

    refused = [answer.code for answer in answers if isinstance(answer, BracketError)]
    assert refused in ([], ["propuesta-vieja"])
    assert placed(stage)[fixture.number] == (spare.pk, None)
    assert ((None, None) in placed(stage).values()) == bool(refused)
