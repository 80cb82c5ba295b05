import pytest

from brackets.models import AuditEntry, Role, User
from brackets.services.errors import InvalidValue
from brackets.services.team import jueces_create, member_create, username_free
from tests.factories.brackets import NOW, ChampionshipFactory, UserFactory, director_of

pytestmark = pytest.mark.django_db
PASSWORD = "girasol-azul-7"


def test_a_member_has_an_account_and_a_role() -> None:
    championship = ChampionshipFactory()
    director = director_of(championship)

    user = member_create(
        championship=championship, username="rosa", password=PASSWORD, display_name="Rosa Vega", kind="control",
        by=director, now=NOW,
    )  # fmt: skip

    assert user.check_password(PASSWORD)
    assert user.created_by == director
    assert Role.objects.get(user=user).kind == "control"
    assert AuditEntry.objects.filter(action="funcion-dar", user=director).count() == 1


def test_of_many_jueces_all_or_none_are_made() -> None:
    championship = ChampionshipFactory()

    with pytest.raises(InvalidValue):
        jueces_create(
            championship=championship, names=["Rosa Vega", "x" * 61], passwords=[PASSWORD, PASSWORD],
            by=director_of(championship), now=NOW,
        )  # fmt: skip

    assert not User.objects.filter(username="rosa.vega").exists()


@pytest.mark.parametrize(
    ("name", "username"),
    [
        ("Rosa Vega", "rosa.vega3"),
        ("Ñusta Güilcapi-Díaz", "nusta.guilcapi.diaz"),
        ("…", "juez"),
        ("ROSA", "rosa"),
        ("Juez 1", "juez.1-2"),
    ],
)
def test_usernames_are_made_from_names_and_free(name: str, username: str) -> None:
    UserFactory(username="Rosa.Vega")
    UserFactory(username="rosa.vega2")
    UserFactory(username="juez.1")

    assert username_free(name) == username
