"""What everybody in the hall would try first is no password."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from brackets.models import User
from brackets.services.accounts import account_create
from brackets.services.errors import InvalidValue
from brackets.services.passwords import password_new
from tests.factories.brackets import ChampionshipFactory, ParejaFactory, UserFactory

pytestmark = pytest.mark.django_db


def is_refused(password: str, user: User | None = None) -> bool:
    try:
        validate_password(password, user)
    except ValidationError as refused:
        return any(each.code == "contrasena-del-juego" for each in refused.error_list)
    return False


@pytest.mark.parametrize(
    "password",
    [
        "cuarenta40", "Cuarenta2026", "caida-y-limpia", "Caída y Limpia!", "ronda1234", "LIMPIA limpia", "zapatería7",
        "zapateria-99", "c4id4-l1mp14", "CU4R3NT4!!", "chica.chica.chica", "riobamba_1990", "naipe&naipe", "N4ip3s2026",
        "juezcuarenta", "torneo-de-cuarenta", "2026cuarenta2026", "atneRauc40", "c.u.a.r.e.n.t.a", "ｃｕａｒｅｎｔａ４０",
        "cuarenta-19901990",
    ],
)  # fmt: skip
def test_words_of_the_game_are_no_passwords_however_they_are_dressed_up(password: str) -> None:
    assert is_refused(password)


@pytest.mark.parametrize(
    "password", ["CopaGuayaquil", "guayaquil2026", "copa-del-puerto", "Coliseo.Central", "LosAndes99", "l0s_4nd3s"]
)
def test_what_the_championships_are_called_is_no_password(password: str) -> None:
    championship = ChampionshipFactory(name="Copa del Puerto de Guayaquil", place="Coliseo Central")
    ParejaFactory(championship=championship, club="Los Andes")

    assert is_refused(password)


@pytest.mark.parametrize("password", ["rosa-vega-1", "VegaRosa2026", "Jueza_Rosario", "r0s4r10.v3g4"])
def test_ones_own_name_is_no_password(password: str) -> None:
    assert is_refused(password, UserFactory(username="rosa.vega", display_name="Rosario Vega"))


@pytest.mark.parametrize(
    "password", ["manzana-verde-7", "una caida del caballo bayo", "cuarenta girasoles azules", "tr3s-gat0s-gr1ses"]
)
def test_a_sentence_of_ones_own_may_have_such_a_word(password: str) -> None:
    ChampionshipFactory(name="Copa del Puerto de Guayaquil", place="Coliseo Central")

    assert not is_refused(password)


def test_those_that_the_server_gives_are_good() -> None:
    ChampionshipFactory()

    assert not any(is_refused(password_new()) for _ in range(500))


def test_it_is_said_which_word_it_was_and_what_to_do() -> None:
    with pytest.raises(InvalidValue) as refused:
        account_create(username="rosa", password="C4ída-2026", display_name="Rosa", by=None)

    assert refused.value.code == "contrasena-debil"
    assert refused.value.message == (
        "«caida» lo prueba cualquiera en la sala: es del juego, del campeonato o de la cuenta. "
        "Elija tres palabras que no tengan que ver, por ejemplo de cosas de su casa."
    )
