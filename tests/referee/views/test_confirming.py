"""A pareja confirms a result on its own phone, and who directs sees how a Planilla was signed."""

from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localtime

from brackets.models import Championship, Pareja
from brackets.selectors.private_links import link_token
from referee.models import Confirmation, Planilla, Signature, TreeLeaf
from referee.selectors.planilla.build import planilla_sheet
from referee.selectors.planilla.signing import signing_of
from referee.selectors.sealed.brought import registered
from referee.selectors.sealed.verdict import standing_of
from referee.selectors.tree.check import tree_check
from referee.selectors.verification import mesa_check
from referee.services.tree import tree_sweep
from tests.factories.brackets import NOW, director_of
from tests.factories.referee import INK, ZAPATERIA, Keeper, kept_mesa, sealed_mesa
from tests.referee.sealing.papers import mesa_of, signed, text_of

pytestmark = pytest.mark.django_db
OTHER_INK = ((500, 40, 500, 340, 480, 180, 20, 180, 40, 20, 40, 340, 300, 360, 310, 30),)


@pytest.fixture
def sealed() -> Keeper:
    return sealed_mesa()


def confirm(client: Client, pareja: Pareja, planilla: Planilla, **told: object) -> str:
    """Press the button on the pareja's page; the page that follows."""
    url = reverse("referee:own_confirm", args=[link_token(pareja), planilla.mesa.public_id])
    return unescape(
        client.post(url, {"v": planilla.version, "h": planilla.digest} | told, follow=True).content.decode()
    )


def test_it_is_on_every_telling_of_the_planilla_and_in_the_tree(client: Client, sealed: Keeper) -> None:
    planilla, pareja = Planilla.objects.get(), sealed.fixture.pareja_b
    own = unescape(client.get(reverse("referee:own", args=[link_token(pareja)])).content.decode())
    assert "Confirmar este resultado" in own
    assert planilla.fingerprint in own

    page = confirm(client, pareja, planilla)
    confirm(client, pareja, planilla)

    confirmation = Confirmation.objects.get()
    assert (confirmation.party, confirmation.digest) == ("B", planilla.digest)
    said = f"onfirmada desde su teléfono, {localtime(confirmation.at):%H:%M}"
    assert said in page
    public = client.get(reverse("referee:planilla", args=[sealed.mesa_id])).content.decode()
    assert said in public
    english = client.get(reverse("referee:planilla", args=[sealed.mesa_id]) + "?idioma=en").content.decode()
    assert f"confirmed from their own phone, {localtime(confirmation.at):%H:%M}" in english
    assert said in text_of(signed(sealed))
    told = registered(standing_of(planilla, None))
    assert told is not None
    assert [each.confirmed is not None for each in told.signatures] == [False, True, False]
    tree_sweep(championship=sealed.championship, now=NOW + timedelta(days=1))
    assert TreeLeaf.objects.get(kind="confirmed").of == f"confirmed/{confirmation.public_id}"
    assert tree_check(sealed.championship).problems == []
    assert mesa_check(sealed.mesa).broken is None


def test_nothing_else_than_was_shown_is_confirmed_and_by_none_but_its_parejas(client: Client, sealed: Keeper) -> None:
    planilla, pareja = Planilla.objects.get(), sealed.fixture.pareja_a
    strange = Pareja.objects.exclude(pk__in=(pareja.pk, sealed.fixture.pareja_b_id)).filter(link_nonce__isnull=False)[0]

    assert "ya no es lo que está registrado" in confirm(client, pareja, planilla, h="0" * 64)
    assert "ya no es lo que está registrado" in confirm(client, pareja, planilla, v="x")
    confirm(client, strange, planilla)
    Championship.objects.update(status="closed")
    confirm(client, pareja, planilla)

    assert not Confirmation.objects.exists()


def test_one_hand_that_drew_all_is_doubted_and_only_before_who_directs(client: Client, sealed: Keeper) -> None:
    """The tablet, who was signed in on it, the hours and the distance are on the record, in any case."""
    planilla = Planilla.objects.prefetch_related("signatures").get()
    url = reverse("referee:planilla", args=[sealed.mesa_id])
    assert "Cómo se firmó" not in client.get(url).content.decode()

    client.force_login(director_of(sealed.championship))
    page = unescape(client.get(url).content.decode())

    assert "puede haberlas dibujado una sola persona" in page
    assert str(sealed.device.public_id) in page
    assert [(each.device, each.holder, each.apart) for each in planilla.signatures.all()] == [
        (sealed.device.public_id, sealed.juez.public_id, None),
        (sealed.device.public_id, sealed.juez.public_id, 0),
    ]


def test_other_strokes_or_other_hours_are_no_doubt() -> None:
    kept = kept_mesa(*ZAPATERIA)
    frozen = kept.freeze()
    kept.sign(frozen, "A")
    kept.sign(frozen, "B", ink=OTHER_INK)
    other = signing_of(Planilla.objects.get())
    kept.now += timedelta(minutes=5)
    kept.sign(frozen, "juez", ink=INK)

    assert other.doubt == ""
    assert signing_of(Planilla.objects.get()).doubt == ""
    assert Signature.objects.get(party="B").apart > 700
    assert planilla_sheet(mesa_of(kept), base_url="").status == "sealed"
