import pytest
from pytest_django import DjangoAssertNumQueries

from brackets.models import Role
from brackets.selectors.team import jueces, members, memberships
from tests.factories.brackets import ChampionshipFactory, RoleFactory, UserFactory

pytestmark = pytest.mark.django_db


def test_the_team_is_told_by_rank_and_then_by_name(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    championship = ChampionshipFactory()
    for name, kind in (("Zoila", "juez"), ("ana", "juez"), ("Berta", "control"), ("Óscar", "director")):
        RoleFactory(championship=championship, kind=kind, user__display_name=name)

    with django_assert_num_queries(1):
        told = [(str(member.user), [role.kind for role in member.roles]) for member in members(championship)]

    assert told == [("Óscar", ["director"]), ("Berta", ["control"]), ("ana", ["juez"]), ("Zoila", ["juez"])]


def test_one_person_with_two_roles_is_one_member() -> None:
    role = RoleFactory(kind=Role.Kind.JUEZ)
    RoleFactory(championship=role.championship, user=role.user, kind=Role.Kind.DIRECTOR)

    [member] = members(role.championship)

    assert [held.kind for held in member.roles] == ["director", "juez"]


def test_ones_own_championships_come_with_what_one_is_there() -> None:
    user = UserFactory()
    older = ChampionshipFactory(starts_on="2025-11-28", ends_on="2025-11-28")
    newer = ChampionshipFactory()
    for championship, kind in ((older, "juez"), (newer, "director"), (newer, "juez")):
        RoleFactory(championship=championship, user=user, kind=kind)
    RoleFactory()

    assert [(own.championship, own.labels) for own in memberships(user)] == [(newer, "Director, Juez"), (older, "Juez")]


def test_only_active_jueces_of_the_championship_are_given_out() -> None:
    championship = ChampionshipFactory()
    wanted = RoleFactory(championship=championship, kind="juez").user
    RoleFactory(championship=championship, kind="control")
    RoleFactory(championship=championship, kind="juez", user__is_active=False)
    RoleFactory(kind="juez")

    assert list(jueces(championship)) == [wanted]
