from io import BytesIO
from uuid import uuid4

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from pypdf import PdfReader

from brackets.models import Championship, Role, User
from referee.models import Planilla
from tests.factories.brackets import NOW, RoleFactory, UserFactory, director_of, personal_set
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, keeper, kept_mesa, version_sealed

pytestmark = pytest.mark.django_db


@pytest.fixture
def sealed() -> Keeper:
    kept = kept_mesa(*ZAPATERIA)
    planilla = kept.freeze()
    kept.sign(planilla, "A")
    kept.sign(planilla, "B", "no-firma", reason="Se retiró de la sala")
    kept.sign(planilla, "juez")
    return kept


def pdf_url(kept: Keeper) -> str:
    return reverse("referee:planilla_pdf", args=(kept.championship.slug, kept.mesa_id))


def public_url(kept: Keeper, query: str = "") -> str:
    return reverse("referee:planilla", args=(kept.mesa_id,)) + query


def text_of(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)


def desk_of(kept: Keeper) -> User:
    return RoleFactory(championship=kept.championship, kind=Role.Kind.CONTROL).user


# --- The PDF ---------------------------------------------------------------------------------------------------------


def test_the_director_gets_the_planilla_as_pdf(client: Client, sealed: Keeper) -> None:
    client.force_login(director_of(sealed.championship))

    response = client.get(pdf_url(sealed))

    text = text_of(response.content)
    number = sealed.fixture.number
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == f'inline; filename="planilla-{number}-v1.pdf"'
    assert "no-store" in response["Cache-Control"]
    assert "Chica 1: A 40 – B 0. Gana A, con zapatería." in text
    assert "BORRADOR" not in text
    assert all(name in text for side in "AB" for name in sealed.players(side))


def test_the_juez_of_the_mesa_gets_it_and_another_does_not(client: Client, sealed: Keeper) -> None:
    client.force_login(sealed.juez)
    assert client.get(pdf_url(sealed)).status_code == 200

    client.force_login(RoleFactory(championship=sealed.championship).user)
    assert client.get(pdf_url(sealed)).status_code == 403


@pytest.mark.parametrize("who", ["nobody", "stranger", "director of another"])
def test_a_stranger_gets_no_planilla(client: Client, sealed: Keeper, who: str) -> None:
    if who != "nobody":
        client.force_login(UserFactory() if who == "stranger" else director_of(keeper().championship))

    assert client.get(pdf_url(sealed)).status_code == (302 if who == "nobody" else 404)


def test_a_mesa_is_only_found_in_its_own_championship(client: Client, sealed: Keeper) -> None:
    other = keeper()
    client.force_login(director_of(other.championship))

    url = reverse("referee:planilla_pdf", args=(other.championship.slug, sealed.mesa_id))

    assert client.get(url).status_code == 404


def test_a_mesa_in_play_prints_as_a_draft(client: Client) -> None:
    kept = kept_mesa(SORTEO, "caida A")
    client.force_login(kept.juez)

    response = client.get(pdf_url(kept))

    assert "BORRADOR · sin sellar" in text_of(response.content)
    assert response["Content-Disposition"].endswith('-borrador.pdf"')


def test_an_older_version_stays_readable(client: Client, sealed: Keeper) -> None:
    version_sealed(
        mesa=sealed.mesa, version=2, head_seq=3, digest="ab" * 32, frozen_at=NOW, sealed_at=NOW,
        frozen_by=sealed.juez,
    )  # fmt: skip
    client.force_login(director_of(sealed.championship))

    assert "REEMPLAZADA por v2" in text_of(client.get(pdf_url(sealed) + "?v=1").content)
    assert "ABAB-ABAB-ABAB-ABAB" in text_of(client.get(pdf_url(sealed)).content)


@pytest.mark.parametrize("version", ["2", "0", "-1", "x"])
def test_a_version_that_was_never_made_is_not_found(client: Client, sealed: Keeper, version: str) -> None:
    client.force_login(director_of(sealed.championship))

    assert client.get(pdf_url(sealed) + f"?v={version}").status_code == 404


def test_a_blank_planilla_is_filled_with_its_partida(client: Client) -> None:
    kept = keeper()
    client.force_login(desk_of(kept))
    url = reverse("referee:blank_pdf", args=(kept.championship.slug, kept.fixture.pk))

    text = text_of(client.get(url).content)

    assert str(kept.juez) in text
    assert all(name in text for side in "AB" for name in kept.players(side))


def test_an_empty_planilla_has_only_the_championship(client: Client) -> None:
    kept = keeper()
    client.force_login(desk_of(kept))

    text = text_of(client.get(reverse("referee:empty_pdf", args=(kept.championship.slug,))).content)

    assert str(kept.championship) in text
    assert kept.players("A")[0] not in text


@pytest.mark.parametrize("name", ["blank_pdf", "empty_pdf"])
def test_blanks_are_for_the_desk(client: Client, name: str) -> None:
    kept = keeper()
    client.force_login(kept.juez)
    args = (kept.championship.slug, kept.fixture.pk) if name == "blank_pdf" else (kept.championship.slug,)

    assert client.get(reverse(f"referee:{name}", args=args)).status_code == 403


@pytest.mark.parametrize(
    ("public", "start"), [("", "http://192.168.1.10:8000/"), ("https://40.example", "https://40.example/")]
)
def test_the_qr_leads_to_the_public_address(
    client: Client, sealed: Keeper, monkeypatch: pytest.MonkeyPatch, public: str, start: str
) -> None:
    asked = []
    monkeypatch.setattr("referee.printing.pdf.segno.make", lambda content, **_: asked.append(content) or QR)
    client.force_login(director_of(sealed.championship))

    with override_settings(PUBLIC_URL=public, ADDRESS_NOW="http://192.168.1.10:8000"):
        client.get(pdf_url(sealed))

    assert asked == [f"{start}planilla/{sealed.mesa_id}/?v=1&h={Planilla.objects.get(version=1).digest[:16].upper()}"]


class QR:
    matrix = ((1, 0), (0, 1))


# --- The public page -------------------------------------------------------------------------------------------------


def test_anyone_may_check_a_paper(client: Client, sealed: Keeper) -> None:
    response = client.get(public_url(sealed, f"?v=1&h={Planilla.objects.get(version=1).digest[:16].upper()}"))

    assert response.status_code == 200
    page = response.content.decode()
    assert "El papel es la Planilla vigente" in page
    assert "por zapatería (40–0)" in page
    assert f"firma {sealed.players('A')[0]}" in page
    assert f"no firma {sealed.players('B')[0]}" in page
    assert Planilla.objects.get(version=1).digest in page


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("?v=1&h=00000000", "no corresponde a ninguna Planilla de esta mesa"),
        ("?v=x&h=<script>", "no corresponde a ninguna Planilla de esta mesa"),
        ("", "Esta mesa tiene una Planilla sellada"),
    ],
)
def test_the_verdict_is_told_in_words(client: Client, sealed: Keeper, query: str, said: str) -> None:
    page = client.get(public_url(sealed, query)).content.decode()

    assert said in page
    assert "<script>" not in page.split("<main")[1]


def test_a_replaced_paper_names_the_valid_version(client: Client, sealed: Keeper) -> None:
    first = Planilla.objects.get()
    version_sealed(
        mesa=sealed.mesa, version=2, head_seq=first.head_seq, digest=first.digest, chain_hash=first.chain_hash,
        frozen_at=NOW, sealed_at=NOW, frozen_by=sealed.juez,
    )  # fmt: skip

    page = client.get(public_url(sealed, f"?v=1&h={first.digest[:16]}")).content.decode()

    assert "El papel fue reemplazado" in page
    assert f'la vigente es la versión 2, con la huella <span class="nowrap">{first.fingerprint}</span>' in page


def test_a_draft_is_told_from_the_sealed_planilla(client: Client) -> None:
    kept = kept_mesa(SORTEO)
    early = kept.mesa.head_hash[:16]
    before = client.get(public_url(kept, f"?v=0&h={early}")).content.decode()
    kept.record(*ZAPATERIA[1:])
    kept.seal()

    after = client.get(public_url(kept, f"?v=0&h={early}")).content.decode()

    assert "El papel es un borrador" in before
    assert "sin sellar" in before
    assert "El papel es un borrador" in after
    assert "La Planilla sellada es la versión 1" in after
    assert Planilla.objects.get().fingerprint in after


def test_an_address_of_no_mesa_says_what_to_do(client: Client) -> None:
    response = client.get(reverse("referee:planilla", args=(uuid4(),)))

    assert response.status_code == 404
    assert "Lea de nuevo el código QR" in response.content.decode()


def test_the_public_page_shows_no_ink_no_reason_and_no_cedula(client: Client, sealed: Keeper) -> None:
    personal_set(sealed.fixture.pareja_a.players.all(), cedula="")
    personal_set(sealed.fixture.pareja_a.players.filter(position=1), cedula="1700000019")

    page = client.get(public_url(sealed)).content.decode()

    assert "polyline" not in page
    assert "<path" not in page.split("<main")[1]
    assert "1700000019" not in page
    assert "Se retiró de la sala" not in page


def test_who_judged_is_told_to_the_desk_and_to_nobody_else_unless_the_names_are_public(
    client: Client, sealed: Keeper
) -> None:
    User.objects.filter(pk=sealed.juez.pk).update(display_name="Zenaida Juzgadora")
    for_all = client.get(public_url(sealed)).text
    client.force_login(desk_of(sealed))
    for_the_desk = client.get(public_url(sealed)).text
    client.logout()
    Championship.objects.update(jueces_public=True)

    assert "Zenaida Juzgadora" not in for_all
    assert "<strong>Juez:</strong>" in for_all  # that he signed, and when, is told
    assert "<dt>Juez</dt><dd>Zenaida Juzgadora" in for_the_desk
    assert "<dt>Juez</dt><dd>Zenaida Juzgadora" in client.get(public_url(sealed)).text


@pytest.mark.parametrize(("visibility", "told"), [("todo", True), ("chicas", False), ("final", False)])
def test_the_huella_of_what_is_played_is_told_only_where_the_jugadas_are(
    client: Client, visibility: str, *, told: bool
) -> None:
    kept = kept_mesa(SORTEO)
    Championship.objects.update(live_visibility=visibility)
    during = client.get(public_url(kept)).text
    client.force_login(desk_of(kept))
    for_the_desk = client.get(public_url(kept)).text

    assert (kept.mesa.head_hash in during) is told
    assert kept.mesa.head_hash in for_the_desk


def test_the_desk_receives_the_planilla_from_its_page(client: Client, sealed: Keeper) -> None:
    desk = desk_of(sealed)
    receive = reverse("referee:planilla_receive", args=(sealed.championship.slug, sealed.mesa_id))
    assert receive not in client.get(public_url(sealed)).content.decode()
    client.force_login(desk)
    assert receive in client.get(public_url(sealed)).content.decode()

    response = client.post(receive, follow=True)

    page = response.content.decode()
    assert Planilla.objects.get().received_by == desk
    assert "consta como recibida" in page
    assert "Recibir en la Mesa" not in page
    assert "Recibe: " + str(desk) in text_of(client.get(pdf_url(sealed)).content)

    assert "Deshacer «Recibida»" in page
    back = client.post(receive, {"a": "deshacer"}, follow=True).content.decode()
    assert "queda por recibir" in back
    assert "Recibir en la Mesa" in back
    assert Planilla.objects.get().delivered_at is None
    assert "Recibe: " + str(desk) not in text_of(client.get(pdf_url(sealed)).content)


def test_nothing_is_received_before_it_is_sealed(client: Client) -> None:
    kept = kept_mesa(*ZAPATERIA)
    kept.freeze()
    client.force_login(desk_of(kept))
    receive = reverse("referee:planilla_receive", args=(kept.championship.slug, kept.mesa_id))

    assert client.post(receive).status_code == 404
    assert receive not in client.get(public_url(kept)).content.decode()


def test_a_juez_receives_nothing(client: Client, sealed: Keeper) -> None:
    client.force_login(sealed.juez)

    assert (
        client.post(reverse("referee:planilla_receive", args=(sealed.championship.slug, sealed.mesa_id))).status_code
        == 403
    )
    assert Planilla.objects.get().delivered_at is None
