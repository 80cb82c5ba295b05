"""Why a mesa counts no longer is told in English as it is in Spanish, on the page of its partida and on its Planilla."""

from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from brackets.services.marks import TURNED
from cuarenta_torneo.english import in_english
from referee.selectors.mesas import STILL_SIGNED, why_not_counted
from tests.factories.finals import sealed_final
from tests.factories.referee import Keeper
from tests.referee.services.test_mesas_turned import turned

pytestmark = pytest.mark.django_db


def turned_about() -> Keeper:
    return turned()[1]


def of_others() -> Keeper:
    final = sealed_final()
    final.others_come()
    return final.kept


def without_effect() -> Keeper:
    final = sealed_final()
    final.left_without_effect()
    return final.kept


@pytest.mark.parametrize(
    ("kept_of", "on_planilla", "on_page"),
    [
        (
            turned_about,
            "The two who sat down to this table meet now with sides A and B the other way about, since the draw was changed.",
            "who meet now with sides A and B the other way about.",
        ),
        (
            of_others,
            "Those who sat down to this table do not meet in the match any more, since an earlier result or the draw was changed.",
            "who do not meet in this match any more.",
        ),
        (
            without_effect,
            "What was played at this table is without effect by decision of the Director.",
            "which is without effect by decision of the Director.",
        ),
    ],
)
def test_on_its_pages(client: Client, kept_of: Callable[[], Keeper], on_planilla: str, on_page: str) -> None:
    mesa = kept_of().mesa
    partida = reverse("referee:partida", args=(mesa.fixture.stage.championship.slug, mesa.fixture_id))
    planilla = reverse("referee:planilla", args=(mesa.public_id,))
    client.cookies["idioma"] = "en"

    told = f"Below is what {mesa.pareja_a} (A) and {mesa.pareja_b} (B) played at this table before, {on_page}"
    assert f"<p>{told}</p>" in unescape(client.get(partida).text)
    assert in_english(f"{why_not_counted(mesa)}.") == on_planilla
    assert on_planilla in unescape(client.get(planilla).text)


def test_beside_it_and_below() -> None:
    assert in_english(TURNED) == "What was recorded here is of the same two with sides A and B the other way about."
    assert in_english(STILL_SIGNED).endswith("no longer counts: ask at the control desk.")
