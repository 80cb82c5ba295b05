"""Which account a browser is known for, by the cookies of those who signed in there before."""

import pytest
from django.test import Client

from brackets.models import User
from brackets.services.known_devices import MOST_KNOWN, account_known
from tests.factories.brackets import UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def rosa() -> User:
    return UserFactory(username="rosa")


@pytest.fixture
def cookies(rosa: User) -> dict[str, str]:
    """Those of a browser in which she signed in."""
    browser = Client()
    browser.post("/cuenta/entrar/", {"username": rosa.username, "password": "cuarenta40"})
    return {name: kept.value for name, kept in browser.cookies.items() if "conocido-" in name}


def test_a_browser_is_known_for_who_signed_in_there_until_the_account_is_closed(
    rosa: User, cookies: dict[str, str]
) -> None:
    assert account_known(cookies) == rosa

    User.objects.update(is_active=False)

    assert account_known(cookies) is None


@pytest.mark.parametrize(("others", "is_known"), [(MOST_KNOWN - 1, True), (MOST_KNOWN, False)])
def test_of_the_cookies_of_very_many_so_many_are_looked_up(
    rosa: User, cookies: dict[str, str], others: int, *, is_known: bool
) -> None:
    (name,) = cookies
    begins = name.removesuffix(str(rosa.pk))
    many = {f"{begins}{rosa.pk + other}": "x" for other in range(1, others + 1)}

    assert (account_known(many | cookies) == rosa) is is_known
