"""Who may do what."""

import pytest
from django.contrib.auth.models import AnonymousUser

from brackets.models import Role
from brackets.selectors.access import (
    ACTIONS,
    PUBLIC,
    actions_of,
    championship_roles,
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


def test_an_adjunct_may_do_whatever_control_may_and_the_director_whatever_he_may() -> None:
    for action, roles in ACTIONS.items():
        assert "adjunct" in roles or "control" not in roles, action
        assert "director" in roles or "adjunct" not in roles, action


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


def test_the_actions_of_several_roles_are_those_of_each(django_assert_num_queries) -> None:
    role = RoleFactory(kind="control")
    RoleFactory(kind="juez", user=role.user, championship=role.championship)

    with django_assert_num_queries(1):
        roles = championship_roles(role.user, role.championship)

    assert roles == {"control", "juez"}
    assert actions_of(roles, public=True) == {action for action in ACTIONS if may(role.user, role.championship, action)}


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
