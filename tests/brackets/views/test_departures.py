"""The page where a pareja leaves a championship under way, and comes back."""

import re
from dataclasses import replace
from typing import Final

import pytest
from django.test import Client
from django.urls import reverse

from brackets.draw.formats import Series, Swiss
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody, FromEach, Rest
from brackets.models import AuditEntry, Championship, Fixture, Pareja, Stage
from brackets.selectors.private_links import link_token
from brackets.selectors.stages import entered_of, roster_of, spots_of
from brackets.services.departures import pareja_leave
from brackets.services.fixtures import fixture_start
from referee.views.table_pages import halves_of, mesa_of
from tests.brackets.services.leaving import record
from tests.brackets.services.test_formats import FINAL, SERIES, TABLE, Night
from tests.brackets.views.conftest import Sits, named_in, url
from tests.factories.brackets import NOW, ChampionshipFactory, ParejaFactory, director_of, published_stage

pytestmark = pytest.mark.django_db

LATER: Final = (("Semis", FromEach(1)), ("Resto", Rest(1)))


@pytest.fixture
def stage() -> Stage:
    return published_stage(8)


@pytest.fixture
def championship(stage: Stage) -> Championship:
    return stage.championship


@pytest.fixture
def director(sits_at: Sits, championship: Championship) -> Client:
    return sits_at(championship)


def first(stage: Stage) -> Fixture:
    return stage.fixtures.select_related("pareja_a", "pareja_b").get(number=1)


def sides(stage: Stage) -> tuple[int, int]:
    fixture = first(stage)
    assert fixture.pareja_a is not None
    assert fixture.pareja_b is not None
    return fixture.pareja_a.number, fixture.pareja_b.number


def test_the_page_tells_what_would_change_before_it_is_done(stage: Stage, director: Client) -> None:
    gone, rival = sides(stage)

    address = url("pareja_departure", stage.championship, gone)
    page = director.post(address, {"a": "salida", "reason": "Enfermedad"}).content.decode()

    assert f"nadie contra el {rival}; pasa el {rival}" in page
    assert f"Retirar a la pareja {gone}" in page
    assert first(stage).status == "ready"


def test_who_comes_back_before_the_draw_is_public_is_told_that_it_does_not_hold_any_more(sits_at: Sits) -> None:
    night = Night(5, SERIES)
    pareja_leave(pareja=night.championship.parejas.get(number=1), reason="Viaje", user=night.director, now=NOW)
    night.draw()

    page = (
        sits_at(night.championship)
        .post(url("pareja_departure", night.championship, 1), {"a": "regreso", "reason": "Se confundió"})
        .content.decode()
    )

    assert (
        "<li>El sorteo de «Series», que no está publicado, deja de valer: hay que hacerlo de nuevo.</li>"
        in page.split("Qué cambia")[1]
    )


def test_it_leaves_with_a_reason_and_comes_back(stage: Stage, director: Client) -> None:
    gone, rival = sides(stage)
    address = url("pareja_departure", stage.championship, gone)

    missing = director.post(address, {"a": "salida", "reason": ""})
    done = director.post(
        address, {"a": "salida", "reason": "Enfermedad", "confirmar": "si"}, follow=True
    ).content.decode()
    left, offered = first(stage), director.get(address).content.decode()
    back = director.post(
        address, {"a": "regreso", "reason": "Se confundió el número", "confirmar": "si"}, follow=True
    ).content.decode()

    assert missing.status_code == 422
    assert f"<h1>Retirar o expulsar a la pareja {gone} <" in missing.content.decode()
    assert f"La pareja {gone} está retirada: lo que no jugó pasa a sus rivales." in done
    assert f"<h1>Reincorporar a la pareja {gone}, o cambiar cómo salió <" in offered
    assert (left.status, left.winner.number if left.winner else None) == ("final", rival)
    assert f"La pareja {gone} está de nuevo en el campeonato." in back
    assert (first(stage).status, sides(stage)) == ("ready", (gone, rival))


def test_of_who_is_playing_it_is_asked_whether_the_mesa_was_played(stage: Stage, director: Client) -> None:
    fixture_start(fixture=first(stage), now=NOW)
    address = url("pareja_departure", stage.championship, sides(stage)[0])

    page = director.get(address).content.decode()
    assert "¿Se jugó" in page
    assert director.post(address, {"a": "salida", "reason": "Enfermedad"}).status_code == 422
    seen = director.post(address, {"a": "salida", "reason": "Enfermedad", "played": "si"}).content.decode()
    assert "Ninguna partida: no tiene ninguna por jugar ahora." not in seen
    assert (
        director.post(address, {"a": "salida", "reason": "Enfermedad", "played": "no", "confirmar": "si"}).status_code
        == 302
    )

    assert first(stage).how == "pass"


def test_one_page_says_of_everybody_still_in_what_leaving_now_would_do(stage: Stage, director: Client) -> None:
    fixture_start(fixture=first(stage), now=NOW)

    page = director.get(url("pareja_exits", stage.championship)).content.decode()

    assert all(f">{number}</td>" in page for number in stage.slots)
    assert page.count("al salir se le pregunta si se jugó") == 2
    for rival in sides(stage):
        assert page.count(f"Cuartos de final, partida 1: pasa el {rival}<") == 1
    assert page.count("Cuartos de final, partida 1: pasa el ") == 2
    assert page.count("«Eliminatoria directa»: queda en el puesto 8") == 8
    assert "Si dos filas dicen el mismo puesto, no es que lo compartan." in page


def test_of_many_it_tells_a_page_at_a_time_for_as_many_queries(
    sits_at: Sits, django_assert_max_num_queries: object
) -> None:
    told, counts = [], []
    for size, part in ((8, 1), (64, 1), (64, 2)):
        stage = published_stage(size)
        director = sits_at(stage.championship)
        with django_assert_max_num_queries(40) as asked:  # type: ignore[operator]
            page = director.get(url("pareja_exits", stage.championship), {"parte": part}).content.decode()
        told.append(page.count("queda en el puesto"))
        counts.append(len(asked.captured_queries))

    assert told == [8, 60, 4]
    assert len(set(counts)) == 1


def test_it_asks_the_database_as_often_for_many(sits_at: Sits, django_assert_max_num_queries: object) -> None:
    counts = []
    for size in (8, 64):
        stage = published_stage(size)
        director = sits_at(stage.championship)
        with django_assert_max_num_queries(80) as asked:  # type: ignore[operator]
            director.get(url("pareja_departure", stage.championship, sides(stage)[0]))
        counts.append(len(asked.captured_queries))
    assert counts[0] == counts[1]


def test_the_director_expels_and_sees_first_what_that_would_change(stage: Stage, director: Client) -> None:
    gone, _ = sides(stage)
    address = url("pareja_departure", stage.championship, gone)

    sent = {"a": "salida", "expelled": "si", "voided": "si", "reason": "Señas"}
    looked = director.post(address, sent)
    assert (looked.status_code, first(stage).status) == (200, "ready")
    assert f"<h1>Expulsar a la pareja {gone}</h1>" in looked.content.decode()
    done = director.post(address, {**sent, "confirmar": "si"}, follow=True).content.decode()

    assert f"La pareja {gone} está expulsada" in done
    assert "Expulsada" in done
    assert Pareja.objects.get(championship=stage.championship, number=gone).status == "expelled"


@pytest.mark.parametrize(
    ("chosen", "word", "status"), [({}, "Retirar", "withdrawn"), ({"expelled": "si"}, "Expulsar", "expelled")]
)
def test_what_is_confirmed_is_what_was_shown_whatever_is_chosen(
    stage: Stage, director: Client, chosen: dict[str, str], word: str, status: str
) -> None:
    gone, _ = sides(stage)
    pareja = Pareja.objects.get(championship=stage.championship, number=gone)
    address = url("pareja_departure", stage.championship, gone)
    form = director.get(address).content.decode()

    asked = director.post(address, fields_of(form) | chosen | {"reason": "Señas"}).content.decode()
    pareja.refresh_from_db()
    assert pareja.status == "active"
    assert f"<h1>{word} a la pareja {gone}</h1>" in asked
    assert f"Retirar a la pareja {gone}</button>" not in form
    confirmed = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', asked)) | {"confirmar": "si"}
    director.post(address, confirmed)

    pareja.refresh_from_db()
    assert pareja.status == status


def test_what_was_played_on_its_absence_is_left_without_effect_on_purpose(stage: Stage, director: Client) -> None:
    gone, _ = sides(stage)
    address = url("pareja_departure", stage.championship, gone)
    director.post(address, {"a": "salida", "reason": "Enfermedad", "confirmar": "si"})
    for fixture in (stage.fixtures.get(number=2), stage.fixtures.get(round=2, position=0)):
        director.post(
            url("fixture", stage.championship, fixture.pk),
            {"how": "walkover", "winner": "A", "reason": "No vinieron", "confirmar": "si"},
        )

    sent = {"a": "regreso", "reason": "Fue un error"}
    page = director.post(address, sent).content.decode()
    sent |= named_in(page) | {"confirmar": "si"}
    refused = director.post(address, sent)
    done = director.post(address, {**sent, "a_proposito": "si"}, follow=True).content.decode()

    assert "Mesas que quedan señaladas" in page
    assert refused.status_code == 422
    assert "Quedó señalada la partida 5." in done
    assert first(stage).status == "ready"


def test_a_return_is_shown_anew_where_by_now_it_takes_back_what_its_page_did_not_name(sits_at: Sits) -> None:
    """Also where nothing that was played is in the way, so that it is not asked for on purpose."""
    night = Night.played(8, SERIES, *(replace(FINAL, name=name, entry=(entry,)) for name, entry in LATER))
    gone = min(spots_of(night.stage(2), roster_of(night.championship.pk)), key=lambda spot: spot.pareja or 0).pareja
    assert gone is not None
    pareja = night.championship.parejas.get(number=gone)
    pareja_leave(pareja=pareja, user=night.director, now=NOW, reason="Enfermedad")
    night.publish(2)
    director, address = sits_at(night.championship), url("pareja_departure", night.championship, gone)
    sent = {"a": "regreso", "reason": "Fue un error"}
    page, confirmed = director.post(address, sent).content.decode(), sent | {"confirmar": "si"}
    night.publish(3)

    asked = director.post(address, confirmed | named_in(page)).content.decode()

    assert night.stage(3).status == Stage.Status.PUBLISHED
    assert "No se hizo nada" in asked
    assert "sorteo de «Resto»" in asked
    done = director.post(address, confirmed | named_in(asked))
    assert (done.status_code, night.stage(3).status) == (302, Stage.Status.PLANNED)


def fields_of(page: str) -> dict[str, str]:
    form = page[page.index('<form method="post" novalidate class="sheet">') :]
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form[: form.index("</form>")]))


def test_the_same_departure_sent_again_changes_nothing(stage: Stage, director: Client) -> None:
    gone, _ = sides(stage)
    address = url("pareja_departure", stage.championship, gone)
    sent = fields_of(director.get(address).content.decode()) | {"expelled": "si", "reason": "Señas", "confirmar": "si"}

    director.post(address, sent)
    again = director.post(address, sent, follow=True).content.decode()

    assert f"La pareja {gone} ya está expulsada: no cambió nada." in again
    assert Pareja.objects.get(championship=stage.championship, number=gone).status == "expelled"
    assert AuditEntry.objects.filter(action__in=("pareja-expulsar", "pareja-reincorporar")).count() == 1


def test_a_return_sent_again_withdraws_nobody(stage: Stage, director: Client) -> None:
    gone, _ = sides(stage)
    address = url("pareja_departure", stage.championship, gone)
    director.post(address, {"a": "salida", "reason": "Enfermedad", "confirmar": "si"})
    sent = fields_of(director.get(address).content.decode()) | {"reason": "Se confundió el número", "confirmar": "si"}

    director.post(address, sent)
    again = director.post(address, sent, follow=True).content.decode()

    assert f"La pareja {gone} ya está en el campeonato: no cambió nada." in again
    assert Pareja.objects.get(championship=stage.championship, number=gone).status == "active"


@pytest.mark.parametrize("other", [{"expelled": "si"}, {"voided": "si"}, {"expelled": "si", "confirmar": "si"}])
def test_a_departure_of_another_kind_from_an_older_page_is_refused(
    stage: Stage, director: Client, other: dict[str, str]
) -> None:
    gone, _ = sides(stage)
    address = url("pareja_departure", stage.championship, gone)
    older = fields_of(director.get(address).content.decode())
    director.post(address, older | {"reason": "Enfermedad", "confirmar": "si"})

    answer = director.post(address, older | other | {"reason": "Señas"}, follow=True)

    assert answer.redirect_chain == [(address, 302)]
    assert f"La pareja {gone} ya está retirada: lo que envió no se hizo. Así está ahora." in answer.content.decode()
    pareja = Pareja.objects.get(championship=stage.championship, number=gone)
    assert (pareja.status, pareja.voided) == ("withdrawn", False)


def test_an_expulsion_is_called_so_and_counted_apart(stage: Stage, director: Client) -> None:
    gone, other = sides(stage)
    address = url("pareja_departure", stage.championship, gone)

    sent = {"a": "salida", "expelled": "si", "reason": "Agredió"}
    seen = director.post(address, sent).content.decode()
    director.post(address, {**sent, "confirmar": "si"})
    there = url("pareja_departure", stage.championship, other)
    director.post(there, {"a": "salida", "reason": "Viaje", "confirmar": "si"})
    listed = director.get(url("parejas", stage.championship)).content.decode()

    assert f"<h1>Expulsar a la pareja {gone}" in seen
    assert "6 inscritas, 1 retirada, 1 expulsada" in listed


def test_who_has_nothing_left_to_play_leaves_nothing_to_its_rivals(stage: Stage, director: Client) -> None:
    beaten = sides(stage)[1]
    record(first(stage), "A")

    done = director.post(
        url("pareja_departure", stage.championship, beaten),
        {"a": "salida", "reason": "Viaje", "confirmar": "si"},
        follow=True,
    ).content.decode()

    assert f"La pareja {beaten} está retirada." in done
    assert "pasa a sus rivales" not in done


def test_where_nobody_is_on_a_side_it_is_not_said_to_be_decided_yet(stage: Stage, director: Client) -> None:
    fixture = first(stage)
    for number in sides(stage):
        director.post(
            url("pareja_departure", stage.championship, number), {"a": "salida", "reason": "Viaje", "confirmar": "si"}
        )
    passed = stage.fixtures.get(round=2, position=fixture.position // 2)

    page = Client().get(reverse("referee:partida", args=[stage.championship.slug, passed.pk])).content.decode()
    mesa = mesa_of(passed)

    assert (passed.nobody_a, passed.nobody_b) != (False, False)
    assert "Nadie" in page
    assert page.count("Pareja por definir") == 1
    assert mesa is not None
    assert [half.nobody for half in halves_of(passed, mesa)] == [passed.nobody_a, passed.nobody_b]


def test_the_page_of_a_partida_offers_for_who_has_left_what_can_still_be_done(stage: Stage, director: Client) -> None:
    gone, rival = sides(stage)
    record(first(stage))
    director.post(
        url("pareja_departure", stage.championship, gone), {"a": "salida", "reason": "Viaje", "confirmar": "si"}
    )

    page = director.get(url("fixture", stage.championship, first(stage).pk)).content.decode()

    (section,) = re.findall(r'<section class="sheet" aria-labelledby="campeonato">.*?</section>', page, re.DOTALL)
    words = " ".join(re.sub("<[^>]*>", "", section).split())
    assert words.endswith(
        f"Retirar o expulsar a la pareja {rival}; sustituir a un jugador de {rival}. Reincorporar a la pareja {gone}, o cambiar cómo salió."
    )
    assert url("player_replace", stage.championship, gone) not in section


def test_the_mesas_that_a_pareja_has_begun_are_listed_with_an_and(stage: Stage, director: Client) -> None:
    number, _ = sides(stage)
    for each in (1, 2):
        record(stage.fixtures.get(round=each, position=0))
        if each == 1:
            record(stage.fixtures.get(round=1, position=1))

    page = director.get(url("player_replace", stage.championship, number)).content.decode()

    (told,) = re.findall(r"Ya empezó a jugar .*?:", re.sub("<[^>]*>", "", page))
    assert told == "Ya empezó a jugar la partida 1 y la partida 5:"


def test_a_paper_of_a_mesa_that_counts_for_nobody_is_not_said_to_count(sits_at: Sits) -> None:
    night = Night.published(3, replace(SERIES, format=Series(0)))
    fixture = night.stage(1).fixtures.select_related("pareja_a", "pareja_b").earliest("number")
    assert fixture.pareja_a is not None
    pareja_leave(pareja=fixture.pareja_a, reason="Viaje", user=night.director, now=NOW, voided=True)

    page = sits_at(night.championship).get(url("fixture", night.championship, fixture.pk)).content.decode()

    (told,) = re.findall(r"Su papel llegó tarde.*?</p>", page, re.DOTALL)
    assert "no cuenta para nadie" in told
    assert "cuenta como jugada" not in told
    assert "su rival pasó" not in told


def test_who_is_expelled_and_counts_for_nobody_is_not_said_to_give_its_mesas_to_its_rivals(sits_at: Sits) -> None:
    night = Night.published(3, replace(SERIES, format=Series(0)))
    asked = {"a": "salida", "reason": "Riña", "expelled": "si", "voided": "si", "confirmar": "si"}

    page = sits_at(night.championship).post(url("pareja_departure", night.championship, 1), asked, follow=True)

    done = page.content.decode()
    assert "En series nada suyo cuenta para nadie, ni lo jugado ni lo que le faltaba." in done
    assert "pasa a sus rivales" not in done


def test_of_a_mesa_that_who_left_plays_to_its_end_its_page_says_so(stage: Stage, director: Client) -> None:
    gone, _ = sides(stage)
    fixture = first(stage)
    fixture_start(fixture=fixture, now=NOW)
    told = f"La pareja {gone} salió del campeonato: juega esta mesa hasta el final, y el resultado cuenta."
    page = url("fixture", stage.championship, fixture.pk)
    assert told not in director.get(page).content.decode()

    pareja_leave(pareja=fixture.pareja_a, reason="Viaje", user=director_of(stage.championship), now=NOW, played=True)

    assert told in director.get(page).content.decode()
    own = Client().get(f"/p/{link_token(fixture.pareja_a)}/").content.decode()
    assert "Juega la mesa de abajo hasta el final, y el resultado cuenta." in own

    record(first(stage))
    assert told not in director.get(page).content.decode()


@pytest.mark.parametrize("page", ["pareja_late", "pareja_partner"])
def test_a_place_beside_who_has_left_or_is_leaving_is_without_a_rival(sits_at: Sits, page: str) -> None:
    stage = published_stage(7)
    bye = next(line for line, slot in enumerate(stage.slots) if slot is None)
    rival, director = stage.slots[bye ^ 1], sits_at(stage.championship)
    pareja = stage.championship.parejas.get(number=rival)
    late = page == "pareja_late"
    if late:
        assert (
            f"en el lugar {bye + 1}, contra el {rival}" in director.get(url(page, stage.championship)).content.decode()
        )
        pareja_leave(pareja=pareja, reason="Viaje", user=director_of(stage.championship), now=NOW)

    shown = director.get(url(page, stage.championship, *(() if late else (rival,)))).content.decode()

    assert f"en el lugar {bye + 1}, sin rival" in shown
    assert f"contra el {rival}" not in shown


def test_who_comes_back_is_not_told_of_a_bracket_where_there_is_none(sits_at: Sits) -> None:
    night = Night.published(4, SERIES)
    pareja = night.championship.parejas.get(number=1)
    pareja_leave(pareja=pareja, reason="Viaje", user=night.director, now=NOW)

    page = sits_at(night.championship).get(url("pareja_departure", night.championship, 1)).content.decode()

    assert "Vuelve a su lugar, con su mismo número." in page


@pytest.mark.parametrize(("players", "who"), [(2, "una expulsada"), (1, "un expulsado")])
def test_where_who_leaves_stands_is_said_to_hang_on_the_stage(sits_at: Sits, players: int, who: str) -> None:
    stage = published_stage(4, championship=ChampionshipFactory(players_per_pareja=players))

    page = sits_at(stage.championship).get(url("pareja_departure", stage.championship, 1)).content.decode()

    assert f"Si la etapa no dice otra cosa, {who} no figura en su tabla" in page


def test_what_will_not_be_played_is_not_counted_as_missing(sits_at: Sits) -> None:
    stage = published_stage(4)
    record(first(stage))
    director, panel = sits_at(stage.championship), url("panel", stage.championship)
    assert "partidas: faltan 2." in director.get(panel).content.decode()

    pareja_leave(pareja=first(stage).pareja_a, reason="Viaje", user=director_of(stage.championship), now=NOW)
    assert "partidas: falta 1." in director.get(panel).content.decode()

    record(stage.fixtures.get(number=2))
    assert "Cerrar campeonato" in director.get(panel).content.decode()


def test_who_has_left_is_expelled_in_the_place_of_its_departure(sits_at: Sits) -> None:
    night = Night.published(4, SERIES)
    pareja = night.championship.parejas.get(number=1)
    pareja_leave(pareja=pareja, reason="Viaje", user=night.director, now=NOW)
    director, address = sits_at(night.championship), url("pareja_departure", night.championship, 1)

    form = director.get(address).content.decode()
    seen = director.post(address, {"a": "otra-salida", "expelled": "si", "reason": "Riña"}).content.decode()
    assert "Expulsar a la pareja 1" in seen
    assert night.championship.parejas.get(number=1).status == Pareja.Status.WITHDRAWN
    unsaid = director.post(address, {"a": "otra-salida", "expelled": "si", "reason": ""})
    sent = {"a": "otra-salida", "expelled": "si", "reason": "Riña", "confirmar": "si"}
    done = director.post(address, sent, follow=True).content.decode()
    again = director.post(address, sent, follow=True).content.decode()

    assert "O que salga de otro modo" in form
    assert re.search(r'name="expelled" value=""[^>]* checked', form)
    assert len(set(ids := re.findall(r' id="([^"]+)"', form))) == len(ids)
    assert (unsaid.status_code, '<a href="#otra_reason">' in unsaid.content.decode()) == (422, True)
    assert "La pareja 1 está expulsada." in done
    assert "La pareja 1 ya está expulsada: no cambió nada." in again
    left = night.stage(1).left
    assert [each["pareja"] for each in left] == [1]
    assert night.championship.parejas.get(number=1).status == Pareja.Status.EXPELLED
    assert all(fixture.how for fixture in night.stage(1).fixtures.filter(pareja_a__number=1))


def test_another_way_to_leave_of_who_is_back_already_is_not_done(stage: Stage, director: Client) -> None:
    number, _ = sides(stage)

    page = director.post(
        url("pareja_departure", stage.championship, number),
        {"a": "otra-salida", "expelled": "si", "reason": "Riña"},
        follow=True,
    ).content.decode()

    assert f"La pareja {number} ya está en el campeonato: lo que envió no se hizo." in page
    assert stage.championship.parejas.get(number=number).status == Pareja.Status.ACTIVE


def test_whoever_goes_on_with_another_is_offered_the_place_of_the_series_that_was_left(sits_at: Sits) -> None:
    night = Night.published(10, SERIES)
    there = entered_of(night.stage(1))
    number = there.slots[there.structure.groups[2][0]]

    page = sits_at(night.championship).get(url("pareja_partner", night.championship, number)).content.decode()

    assert re.search(r'<option value="2" selected>en la serie 3', page)


def test_who_leads_a_swiss_table_by_a_rest_alone_is_told_to_lose_its_place(sits_at: Sits) -> None:
    night = Night.published(7, StagePlan(name="Suizo", format=Swiss(rounds=3), entry=(Everybody(),), criteria=TABLE))
    night.pair()
    rest = night.stage(1).fixtures.select_related("winner").get(number=None)
    assert rest.winner is not None
    address = url("pareja_departure", night.championship, rest.winner.number)
    director = sits_at(night.championship)

    page = director.post(address, {"a": "salida", "reason": "Viaje"}).content.decode()
    assert "Orden: Suizo" in page

    pareja_leave(pareja=rest.winner, reason="Viaje", user=night.director, now=NOW)
    page = director.post(address, {"a": "otra-salida", "expelled": "si", "reason": "Riña"}).content.decode()
    assert "Orden: Suizo" in page
    assert "ni ninguna tabla" not in page


def test_who_leaves_while_its_mesa_goes_on_is_told_so_before_and_after(stage: Stage, director: Client) -> None:
    number, _ = sides(stage)
    fixture_start(fixture=first(stage), now=NOW)
    address = url("pareja_departure", stage.championship, number)
    sent = {"a": "salida", "played": "si", "expelled": "si", "reason": "Riña"}
    plays_on = "Su mesa de ahora se juega hasta el final y su resultado cuenta"

    page = director.post(address, sent).content.decode()
    assert plays_on in page
    (digest,) = re.findall(r'name="nombrado" value="([^"]+)"', page)
    done = director.post(address, {**sent, "confirmar": "si", "nombrado": digest}, follow=True).content.decode()

    assert f"La pareja {number} está expulsada. {plays_on}" in done


def test_of_two_directors_the_later_is_told_what_the_other_did(sits_at: Sits) -> None:
    championship = ChampionshipFactory()
    for number in (1, 2, 3):
        ParejaFactory(championship=championship, number=number)
    pareja = championship.parejas.get(number=1)
    who = {"user": director_of(championship), "now": NOW}
    pareja_leave(pareja=pareja, reason="Viaje", **who)
    director, address = sits_at(championship), url("pareja_departure", championship, 1)
    sent = {"a": "otra-salida", "voided": "si", "reason": "Fallo"}
    (digest,) = re.findall(r'name="nombrado" value="([^"]+)"', director.post(address, sent).content.decode())
    pareja_leave(pareja=pareja, expelled=True, reason="Riña", **who)

    page = director.post(address, {**sent, "confirmar": "si", "nombrado": digest}).content.decode()

    assert "Mientras tanto cambió lo que pasaría." in page
    pareja.refresh_from_db()
    assert (pareja.status, pareja.voided) == (Pareja.Status.EXPELLED, False)
