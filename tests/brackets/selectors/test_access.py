"""Who may do what."""

import pytest
from django.contrib.auth.models import AnonymousUser

from brackets.models import Role
from brackets.selectors.access import (
    ACTIONS,
    PUBLIC,
    actions_of,
    allowed_actions,
    championship_roles,
    championships_for,
    may,
    may_create_championship,
)
from tests.factories.brackets import ChampionshipFactory, RoleFactory, UserFactory

pytestmark = pytest.mark.django_db

KINDS = [*Role.Kind.values]


def test_every_action_is_for_some_known_role() -> None:
    for action, roles in ACTIONS.items():
        assert roles, action
        assert roles <= {*KINDS, PUBLIC}, action


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("action", ACTIONS)
def test_a_role_counts_in_its_own_championship_only(kind: str, action: str) -> None:
    role = RoleFactory(kind=kind, championship__status="draft")
    other = ChampionshipFactory(status="draft")

    assert may(role.user, role.championship, action) == (kind in ACTIONS[action])
    assert not may(role.user, other, action)


@pytest.mark.parametrize("action", ACTIONS)
def test_strangers_see_what_is_public_and_nothing_in_preparation(action: str) -> None:
    opened, draft = ChampionshipFactory(), ChampionshipFactory(status="draft")

    for stranger in (AnonymousUser(), UserFactory(), UserFactory(is_superuser=True), None):
        user = stranger or RoleFactory(kind="director", user__is_active=False, championship=opened).user
        assert may(user, opened, action) == (PUBLIC in ACTIONS[action])
        assert not may(user, draft, action)


def test_an_unknown_action_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError):
        may(AnonymousUser(), ChampionshipFactory(), "draw.burn")


def test_all_actions_at_once_are_those_one_by_one(django_assert_num_queries) -> None:
    role = RoleFactory(kind="control")
    RoleFactory(kind="juez", user=role.user, championship=role.championship)

    with django_assert_num_queries(1):
        allowed = allowed_actions(role.user, role.championship)

    assert allowed == {action for action in ACTIONS if may(role.user, role.championship, action)}
    assert allowed == actions_of({"control", "juez"}, public=True)
    assert championship_roles(role.user, role.championship) == {"control", "juez"}


def test_only_who_installed_it_or_directs_already_makes_a_championship() -> None:
    assert may_create_championship(RoleFactory(kind="director").user)
    assert may_create_championship(UserFactory(is_superuser=True))
    for user in (
        AnonymousUser(),
        UserFactory(),
        RoleFactory(kind="control").user,
        RoleFactory(kind="juez").user,
        RoleFactory(kind="director", user__is_active=False).user,
    ):
        assert not may_create_championship(user)


def test_an_account_lists_the_championships_where_it_has_a_role() -> None:
    role = RoleFactory(kind="control")
    RoleFactory(kind="juez", user=role.user, championship=role.championship)
    ChampionshipFactory()

    assert list(championships_for(role.user)) == [role.championship]
    assert list(championships_for(UserFactory())) == []
    assert list(championships_for(AnonymousUser())) == []
    role.user.is_active = False
    assert list(championships_for(role.user)) == []
