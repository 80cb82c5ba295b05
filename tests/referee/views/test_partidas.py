import re
from dataclasses import replace
from uuid import uuid4

import pytest
from django.db.models import Q
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from brackets.draw.formats import Format, Series, Swiss
from brackets.draw.qualification import Everybody
from brackets.models import Championship, Fixture, Role, Stage
from brackets.services.departures import pareja_leave
from brackets.services.fixtures import fixture_record
from brackets.services.planning import StagePlan
from cuarenta_torneo.english import in_english
from referee.models import Mesa
from referee.selectors.live.pending import APPEAL, CORRECTION
from referee.services.log import JugadaInput, jugadas_add
from referee.services.mesas import lease_take
from referee.services.writing import one_writer
from tests.brackets.services.test_formats import Night
from tests.brackets.views.conftest import named_in
from tests.factories.appeals import admitted
from tests.factories.brackets import NOW, ChampionshipFactory, RoleFactory, director_of, published_stage
from tests.factories.devices import key_keeper
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, keeper, kept_mesa, sealed_mesa

pytestmark = pytest.mark.django_db
PLAYED = (SORTEO, "caida B2", "limpia A1", "segundo-reparto", "conteo A=22 B=17 mesa=1")


def page_of(client: Client, kept: Keeper) -> str:
    return client.get(address("partida", kept.fixture)).content.decode()


def address(name: str, fixture: Fixture) -> str:
    return reverse(f"referee:{name}", args=(fixture.stage.championship.slug, fixture.pk))


def paper(desk: Client, fixture: Fixture, *chicas: tuple[int, int], reason: str = "", **more: str) -> str:
    sent = {f"{side}{n}": points for n, chica in enumerate(chicas, 1) for side, points in zip("ab", chica, strict=True)}
    return desk.post(address("paper_result", fixture), sent | {"reason": reason} | more, follow=True).content.decode()


@pytest.fixture
def stage() -> Stage:
    return published_stage(4)


@pytest.fixture
def desk(client: Client, stage: Stage) -> Client:
    client.force_login(RoleFactory(championship=stage.championship, kind=Role.Kind.CONTROL).user)
    return client


def test_anyone_follows_score_and_jugadas_in_words(client: Client) -> None:
    kept = kept_mesa(*PLAYED)

    page = page_of(client, kept)

    assert '<p class="board__points mb-0" data-fill="points-a">10</p>' in page
    assert '<p class="board__points mb-0" data-fill="points-b">2</p>' in page
    assert "Conteo: A 22, B 17, mesa 1" in page
    assert kept.players("B")[1] in page
    assert "En juego" in page
    assert page.index("Conteo") < page.index("Limpia") < page.index("Caída")


def test_of_two_single_players_every_reparto_is_told_under_their_names(client: Client) -> None:
    championship = ChampionshipFactory(reglamento="rigor", players_per_pareja=1)
    kept = kept_mesa(
        "sorteo A1=7 B1=3 reparte=A1", "caida B1", "segundo-reparto", "tercer-reparto", "cuarto-reparto",
        championship=championship,
    )  # fmt: skip

    page = page_of(client, kept)

    assert all(words in page for words in ("Segundo reparto", "Tercer reparto", "Cuarto reparto", "Jugador 1"))
    assert page.count(kept.players("B")[0]) > 1
    assert "Pareja" not in page


def test_an_annulled_jugada_is_crossed_out_with_what_annulled_it(client: Client) -> None:
    kept = kept_mesa(SORTEO, "caida A", "anula 2")

    page = page_of(client, kept)

    assert "<s>Caída" in page
    assert "anulada por la 3" in page


def test_a_mesa_just_over_is_provisional_until_it_is_signed(client: Client) -> None:
    kept = kept_mesa(*ZAPATERIA)

    before = page_of(client, kept)
    kept.seal()
    after = page_of(client, kept)

    assert "provisional hasta que se firme la Planilla" in before
    assert f"gana la pareja {kept.fixture.pareja_a.number} por zapatería" in before
    assert "provisional hasta" not in after
    assert 'data-fill="winner-a">' in after


def test_a_sealed_mesa_whose_appeal_is_admitted_waits_for_the_ruling_and_for_no_signature(client: Client) -> None:
    kept = kept_mesa(*ZAPATERIA)
    kept.seal()
    admitted(kept)

    page = page_of(client, kept)
    client.cookies["idioma"] = "en"
    single = "Mesa terminada: gana el jugador 3 por zapatería. El resultado es provisional hasta que se decida lo que está en revisión."

    assert in_english(single).endswith("The result is provisional until what is under review is decided.")
    assert "El resultado es provisional hasta que se decida lo que está en revisión." in page
    assert APPEAL in page
    assert CORRECTION not in page
    assert "until what is under review is decided" in page_of(client, kept)


def test_a_chica_proclaimed_after_the_count_opens_no_data(client: Client) -> None:
    kept = kept_mesa(
        SORTEO, 'ajusta A +38 "marcador del caso"', "segundo-reparto", "conteo A=25 B=15 mesa=0", "proclama"
    )

    page = page_of(client, kept)

    assert re.findall(r"<h3>(.*?)(?: <span .*reparte .*</span>)?</h3>", page) == [
        "Chica 1, después de la data 1",
        "Chica 1, data 1",
        "Chica 1, sorteo",
    ]
    assert page.count("reparte ") == 1


@pytest.mark.parametrize("last", ['repite-data 1 "faltaba una carta"', "reparte A2"])
def test_one_player_deals_the_data_in_play_wherever_the_page_names_him(client: Client, last: str) -> None:
    before = (SORTEO, "caida A", "segundo-reparto", "conteo A=22 B=18 mesa=0", last)
    kept = kept_mesa(*before)

    page = page_of(client, kept)

    (deals,) = re.findall(r'data-fill="dealer">Reparte (.*?)</span>', page)
    assert re.findall(r"<h3>.*?reparte (.*?)</span></h3>", page)[0] == deals


def test_reasons_of_sanctions_are_not_public(client: Client) -> None:
    kept = kept_mesa(SORTEO, 'descalificacion B "señas con la nariz"')

    assert "nariz" not in page_of(client, kept)


def test_before_it_begins_there_is_no_score(client: Client, stage: Stage) -> None:
    page = client.get(address("partida", stage.fixtures.get(number=1))).content.decode()

    assert "La mesa todavía no empieza" in page
    assert page.count('data-fill="points-a" hidden></p>') == page.count('data-fill="points-b" hidden></p>') == 1


def test_where_nobody_will_come_from_one_side_no_page_waits_for_a_mesa(
    client: Client, desk: Client, stage: Stage
) -> None:
    """Who won the first semifinal has left: the final waits for the other one, and will not be played."""
    first, final = (stage.fixtures.get(round=number, position=0) for number in (1, 2))
    fixture_record(
        fixture=first,
        how="walkover",
        winner="A",
        reason="No vino",
        chicas=[],
        zapateria=False,
        user=director_of(stage.championship),
        now=NOW,
    )
    pareja_leave(pareja=first.pareja_a, reason="Se fue", user=director_of(stage.championship), now=NOW)

    public = client.get(address("partida", final)).content.decode()
    panel = desk.get(reverse("brackets:fixture", args=(stage.championship.slug, final.pk))).content.decode()

    for page in (public, panel):
        assert "No se juega: quien llegue no tiene rival." in page
    english = client.get(address("partida", final) + "?idioma=en", follow=True).text
    assert "It is not played: whoever comes has no rival." in english
    assert "La mesa todavía no empieza" not in public
    assert "se podrá registrar su resultado" not in panel


def test_a_partida_of_a_draw_not_published_is_not_there(client: Client, stage: Stage) -> None:
    Stage.objects.update(status="drawn", published_at=None, planned_entries={})

    assert client.get(address("partida", stage.fixtures.get(number=1))).status_code == 404


@pytest.mark.parametrize(
    ("form", "players", "told"),
    [
        (Series(size=4), 2, ("Salió la pareja 6.", "Pair 6 left.")),
        (Swiss(rounds=3), 2, ("Salió la pareja 6.", "Pair 6 left.")),
        (Series(size=4), 1, ("Salió el jugador 6.", "Player 6 left.")),
    ],
)
def test_a_mesa_of_a_table_that_fell_names_who_left(
    client: Client, form: Format, players: int, told: tuple[str, str]
) -> None:
    plan = StagePlan(name="Etapa", format=form, entry=(Everybody(),), criteria=("mesas", "sorteo"))
    night = Night(8, plan, players=players)
    stage = night.publish()
    if isinstance(form, Swiss):
        night.pair()
    leaver = night.championship.parejas.get(number=6)
    fell = stage.fixtures.filter(Q(pareja_a=leaver) | Q(pareja_b=leaver))[0]
    pareja_leave(pareja=leaver, user=night.director, now=NOW, reason="Insultos", expelled=True)
    other = stage.fixtures.exclude(how="pass")[0]

    spanish = client.get(address("partida", fell)).content.decode()
    english = client.get(address("partida", fell) + "?idioma=en", follow=True).content.decode()

    assert told[0] in spanish
    assert told[1] in english
    assert "Salió" not in client.get(address("partida", other) + "?idioma=es", follow=True).content.decode()


def test_what_a_tablet_recorded_without_a_key_is_said_to_be_unsigned(client: Client) -> None:
    kept = kept_mesa(SORTEO, "caida A")

    spanish = page_of(client, kept)
    english = client.get(address("partida", kept.fixture) + "?idioma=en", follow=True).content.decode()

    assert "Anotadas sin firma del equipo." in spanish
    assert "Recorded without the tablet’s signature." in english


def test_what_the_desk_wrote_needs_no_tablet(client: Client) -> None:
    """Not what comes out of quarantine either: only what is in the name of a tablet."""
    kept = key_keeper(SORTEO, "caida A")
    before = page_of(client, kept)
    with one_writer():
        jugadas_add(mesa=kept.mesa, jugadas=[JugadaInput(uuid4(), "limpia A")], user=kept.juez, now=kept.tick())

    assert "sin firma" not in before
    assert "sin firma" not in page_of(client, kept)


def test_of_a_mesa_that_went_on_at_a_tablet_without_a_key_only_some_are(client: Client) -> None:
    kept = key_keeper(SORTEO, "caida A")
    new = replace(kept, device=kept.tablet())
    lease_take(mesa_id=kept.mesa_id, device=new.device, user=new.juez, now=new.tick())
    Keeper.record(new, "limpia A")

    assert "Algunas se anotaron sin firma del equipo." in page_of(client, kept)


@pytest.mark.parametrize("times", [1, 3])
def test_its_queries_do_not_grow(client: Client, django_assert_num_queries: DjangoAssertNumQueries, times: int) -> None:
    kept = kept_mesa(SORTEO, *["caida A", "limpia B"] * times)

    with django_assert_num_queries(16):
        page_of(client, kept)


def test_a_result_on_paper_is_typed_and_the_winner_goes_on(desk: Client, stage: Stage) -> None:
    first = stage.fixtures.get(number=1)

    page = paper(desk, first, (40, 22), (18, 40), (36, 40))

    first.refresh_from_db()
    assert (first.status, first.how, first.winner) == ("final", "played", first.pareja_b)
    assert first.chicas == [[40, 22], [18, 40], [36, 40]]
    assert stage.fixtures.get(number=3).pareja_a == first.pareja_b
    assert f"pasa la pareja {first.pareja_b.number}" in page


def test_paper_has_as_many_chicas_as_the_reglamento_plays(desk: Client, stage: Stage) -> None:
    first = stage.fixtures.get(number=1)
    three = desk.get(address("paper_result", first)).context["form"]
    Championship.objects.update(reglamento="pagat")

    answer = desk.get(address("paper_result", first))
    paper(desk, first, (40, 8))

    first.refresh_from_db()
    assert [len(form.rows()) for form in (three, answer.context["form"])] == [3, 1]
    assert "Deje vacías las chicas" not in answer.content.decode()
    assert (first.by_zapateria, first.winner) == (False, first.pareja_a)


def test_a_first_chica_under_ten_ends_the_mesa(desk: Client, stage: Stage) -> None:
    first = stage.fixtures.get(number=1)

    paper(desk, first, (40, 8))

    first.refresh_from_db()
    assert (first.by_zapateria, first.winner) == (True, first.pareja_a)


@pytest.mark.parametrize(
    ("chicas", "field", "told"),
    [
        ([(40, 21)], "a1", "par"),
        ([(40, 40)], "a1", "diga quién la ganó"),
        ([(40, 22), (38, 36)], "a2", "llega a 40"),
        ([(40, 8), (40, 10)], "a2", "sobra la chica 2"),
        ([(40, 10), (40, 10), (40, 10)], "a3", "sobra la chica 3"),
        ([(40, 50)], "b1", "menor o igual"),
        ([(40, 22)], "__all__", "falta escribir una"),
        ([], "__all__", "falta escribir una"),
    ],
)
def test_an_impossible_result_is_told_in_its_row(
    desk: Client, stage: Stage, chicas: list[tuple[int, int]], field: str, told: str
) -> None:
    first = stage.fixtures.get(number=1)
    sent = {f"{side}{n}": points for n, chica in enumerate(chicas, 1) for side, points in zip("ab", chica, strict=True)}

    answer = desk.post(address("paper_result", first), sent)

    first.refresh_from_db()
    assert answer.status_code == 422
    assert told in answer.context["form"].errors[field][0]
    assert first.status == "ready"


@pytest.mark.parametrize(
    ("sent", "field"), [({"a1": 40}, "b1"), ({"a1": 40, "b1": 10, "b2": 8}, "a2"), ({"a2": 40, "b2": 8}, "a1")]
)
def test_half_a_chica_is_told_where_it_lacks(desk: Client, stage: Stage, sent: dict[str, int], field: str) -> None:
    answer = desk.post(address("paper_result", stage.fixtures.get(number=1)), sent)

    assert answer.context["form"].errors[field] == ["Faltan los puntos de este lado."]


def test_correcting_is_the_directors_and_needs_a_reason(client: Client, stage: Stage) -> None:
    first = stage.fixtures.get(number=1)
    client.force_login(director_of(stage.championship))
    paper(client, first, (40, 22), (40, 10))

    shown = client.get(address("paper_result", first)).context["form"]
    without = client.post(address("paper_result", first), {"a1": 40, "b1": 8})
    asked = paper(client, first, (22, 40), (10, 40), reason="Se copiaron al revés")
    unchanged = stage.fixtures.get(number=1).winner
    page = paper(client, first, (22, 40), (10, 40), reason="Se copiaron al revés", confirmar="si")

    first.refresh_from_db()
    assert f"el {first.pareja_b.number} contra por definir" in asked
    assert unchanged == first.pareja_a
    assert [shown[name].value() for name in ("a1", "b1", "a2", "b2", "a3")] == [40, 22, 40, 10, None]
    assert "reason" in without.context["form"].errors
    assert first.winner == first.pareja_b
    assert "pasa la pareja" in page


def test_correcting_chicas_against_what_was_played_is_done_on_purpose_and_marks_the_mesa(
    client: Client, stage: Stage
) -> None:
    first = stage.fixtures.get(number=1)
    client.force_login(director_of(stage.championship))
    for number in (1, 2, 3):
        paper(client, stage.fixtures.get(number=number), (40, 22), (40, 10))
    given = {"reason": "Se copiaron al revés", "confirmar": "si"}

    asked = paper(client, first, (22, 40), (10, 40), reason="Se copiaron al revés")
    refused = paper(client, first, (22, 40), (10, 40), **given, **named_in(asked))
    untouched = stage.fixtures.get(number=1).winner
    done = paper(client, first, (22, 40), (10, 40), **given, **named_in(asked), a_proposito="si")

    assert "Mesas que quedan señaladas" in asked
    assert "partida 3 (ya tiene resultado)" in refused
    assert untouched == first.pareja_a
    assert "Quedó señalada la partida 3." in done
    final = stage.fixtures.get(number=3)
    assert (final.status, final.pareja_a) == ("ready", first.pareja_b)
    assert "quedó sin efecto" in final.mark


def test_another_result_than_that_of_a_sealed_planilla_asks_for_its_reason(client: Client) -> None:
    kept = sealed_mesa()
    client.force_login(director_of(kept.championship))

    without = paper(client, kept.fixture, (8, 40))
    asked = paper(client, kept.fixture, (8, 40), reason="Se firmó con los lados cambiados")
    paper(client, kept.fixture, (8, 40), reason="Se firmó con los lados cambiados", confirmar="si")

    kept.fixture.refresh_from_db()
    assert "Esta partida tiene una Planilla sellada" in without
    assert "Corregir las chicas de la" in asked
    assert kept.fixture.winner == kept.fixture.pareja_b


def test_a_correction_of_chicas_is_undone_with_one_button(client: Client, stage: Stage) -> None:
    first = stage.fixtures.get(number=1)
    client.force_login(director_of(stage.championship))
    paper(client, first, (40, 22), (40, 10))
    before = list(stage.fixtures.values())
    there = reverse("brackets:fixture", args=(stage.championship.slug, first.pk))
    back = reverse("brackets:fixture_give_back", args=(stage.championship.slug, first.pk))
    paper(client, first, (22, 40), (10, 40), reason="Se copiaron al revés", confirmar="si")

    page = client.get(there).content.decode()
    client.post(back)

    assert "Deshacer la corrección" in page
    assert f"Antes decía: gana la pareja {first.pareja_a.number} (jugada, 40–22, 40–10)." in page
    assert "Se copiaron al revés" in page
    assert list(stage.fixtures.values()) == before
    client.post(back)
    assert list(stage.fixtures.values()) == before
    assert "Deshacer la corrección" not in client.get(there).content.decode()


def test_a_correction_that_was_played_on_is_not_undone(client: Client, stage: Stage) -> None:
    first = stage.fixtures.get(number=1)
    client.force_login(director_of(stage.championship))
    paper(client, first, (40, 22), (40, 10))
    paper(client, first, (22, 40), (10, 40), reason="Se copiaron al revés", confirmar="si")
    for number in (2, 3):
        paper(client, stage.fixtures.get(number=number), (40, 22), (40, 10))
    before = list(stage.fixtures.values())
    back = reverse("brackets:fixture_give_back", args=(stage.championship.slug, first.pk))

    page = client.post(back, follow=True).content.decode()

    assert "partida 3 (ya tiene resultado)" in page
    assert list(stage.fixtures.values()) == before


def test_the_desk_does_not_correct(desk: Client, stage: Stage) -> None:
    first = stage.fixtures.get(number=1)
    paper(desk, first, (40, 22), (40, 10))

    assert desk.post(address("paper_result", first), {"a1": 8, "b1": 40}).status_code == 403


def test_a_mesa_that_a_tablet_keeps_is_not_overwritten_from_paper(client: Client) -> None:
    kept = kept_mesa(SORTEO)
    client.force_login(director_of(kept.championship))

    answer = client.post(address("paper_result", kept.fixture), {"a1": 40, "b1": 8})

    assert answer.status_code == 422
    assert "se lleva en una tablet" in answer.content.decode()


def test_chicas_are_typed_only_where_no_tablet_has_them(client: Client) -> None:
    in_play, sealed, on_paper = kept_mesa(SORTEO), sealed_mesa(), keeper()
    typed: dict[str, str] = {}
    for name, kept in (("in play", in_play), ("sealed", sealed), ("on paper", on_paper)):
        client.force_login(director_of(kept.championship))
        if kept is on_paper:
            paper(client, kept.fixture, (40, 8))
        typed[name] = client.get(
            reverse("brackets:fixture", args=(kept.championship.slug, kept.fixture.pk))
        ).content.decode()
    client.force_login(director_of(sealed.championship))
    paper(client, sealed.fixture, (8, 40), reason="Se firmó con los lados cambiados", confirmar="si")
    there = reverse("brackets:fixture", args=(sealed.championship.slug, sealed.fixture.pk))
    corrected = client.get(there).content.decode()
    client.post(
        reverse("brackets:fixture_take_back", args=(sealed.championship.slug, sealed.fixture.pk)),
        {"anular-reason": "Se repite", "anular-replayed": "si", "confirmar": "si"},
    )
    replayed = client.get(there).content.decode()

    assert {name: "Escribir las chicas" in page for name, page in typed.items()} == {
        "in play": False, "sealed": False, "on paper": True,
    }  # fmt: skip
    assert "Se lleva en una tablet" in typed["in play"]
    assert "Corrección oficial" in typed["sealed"]
    assert "Corregir las chicas" in corrected
    assert "Se llevó en papel" in replayed


def test_a_partida_without_its_parejas_has_no_paper(desk: Client, stage: Stage) -> None:
    page = desk.get(address("paper_result", stage.fixtures.get(number=3)), follow=True).content.decode()

    assert "no tiene sus dos rivales" in page


def test_a_result_on_paper_is_told_to_the_public(client: Client, stage: Stage) -> None:
    first = stage.fixtures.get(number=1)
    fixture_record(
        fixture=first, how="played", winner="A", chicas=[[40, 22], [40, 10]], zapateria=False,
        user=director_of(stage.championship), now=NOW, reason="",
    )  # fmt: skip

    page = client.get(address("partida", first)).content.decode()

    assert "La mesa se llevó en papel" in page
    assert "<strong>40</strong>" in page


def test_a_mesa_opened_by_mistake_is_ready_again_and_one_with_jugadas_stays(client: Client) -> None:
    by_mistake, begun = kept_mesa(), kept_mesa(SORTEO)
    for kept in (by_mistake, begun):
        client.force_login(director_of(kept.championship))
        client.post(address("mesa_take_back", kept.fixture))
        kept.fixture.refresh_from_db()

    assert (by_mistake.fixture.status, begun.fixture.status) == ("ready", "in-play")
    assert not Mesa.objects.filter(fixture=by_mistake.fixture).exists()
    assert begun.mesa.head_seq == 1


def test_a_result_changed_after_the_seal_is_said_on_both_public_pages(client: Client) -> None:
    kept = sealed_mesa()
    planilla = reverse("referee:planilla", args=(kept.mesa_id,))
    before = page_of(client, kept) + client.get(planilla).content.decode()
    director = director_of(kept.championship)

    fixture_record(
        fixture=kept.fixture, how="disqualification", winner="B", chicas=[], zapateria=False, user=director,
        now=kept.tick(), reason="señas",
    )  # fmt: skip

    assert "El Director cambió" not in before
    assert f"Vale que gana la pareja {kept.fixture.pareja_b.number}" in page_of(client, kept)
    assert "ya no decide quién gana" in client.get(planilla).content.decode()


def test_a_mesa_lost_by_a_misdeal_is_typed_where_the_reglamento_knows_it(desk: Client, stage: Stage) -> None:
    first = stage.fixtures.get(number=1)
    unasked = desk.get(address("paper_result", first)).content.decode()
    Championship.objects.update(reglamento="pagat")

    asked = desk.get(address("paper_result", first)).content.decode()
    desk.post(address("paper_result", first), {"misdealt": "A"})

    first.refresh_from_db()
    assert ("La perdió quien repartió mal" in unasked, "La perdió quien repartió mal" in asked) == (False, True)
    assert (first.how, first.winner, first.chicas) == ("played", first.pareja_b, [])
    assert "La perdió quien repartió mal." in desk.get(address("partida", first)).content.decode()


def test_a_misdeal_after_the_mesa_was_over_is_told_beside_the_question(desk: Client, stage: Stage) -> None:
    Championship.objects.update(reglamento="pagat")

    answer = desk.post(address("paper_result", stage.fixtures.get(number=1)), {"a1": 40, "b1": 8, "misdealt": "A"})

    assert "ya había terminado" in answer.context["form"].errors["misdealt"][0]


def test_who_won_a_chica_at_forty_both_is_asked_only_then(desk: Client, stage: Stage) -> None:
    first = stage.fixtures.get(number=1)
    sent = {"a1": 40, "b1": 40, "a2": 12, "b2": 40}
    question = "¿Quién ganó la chica 1?"

    before = desk.get(address("paper_result", first)).content.decode()
    asked = desk.post(address("paper_result", first), sent).content.decode()
    desk.post(address("paper_result", first), sent | {"winner1": "B"})

    first.refresh_from_db()
    assert (question in before, question in asked) == (False, True)
    assert (first.winner, first.chicas) == (first.pareja_b, [[40, 40], [12, 40]])
    assert "quien repartió mal" not in desk.get(address("partida", first)).content.decode()


@pytest.mark.parametrize("page", ["paper_result", "fixture"])
def test_a_result_of_other_rivals_than_meet_there_now_is_refused_and_kept(
    client: Client, stage: Stage, page: str
) -> None:
    client.force_login(director_of(stage.championship))
    for number in (1, 2):
        paper(client, stage.fixtures.get(number=number), (40, 22), (40, 10))
    final = stage.fixtures.get(number=3)
    there = reverse(
        f"{'referee' if page == 'paper_result' else 'brackets'}:{page}", args=(stage.championship.slug, final.pk)
    )
    shown = rivals_in(client.get(there))
    assert (final.pareja_a, final.pareja_b) != (None, None)
    assert shown == f"{final.pareja_a.number}-{final.pareja_b.number}"
    typed = {"a1": "40", "b1": "22", "a2": "40", "b2": "10", "how": "retirement", "winner": "A", "reason": "Se fue"}
    paper(client, stage.fixtures.get(number=1), (22, 40), (10, 40), reason="Al revés", confirmar="si")

    answer = client.post(there, typed | {"rivales": shown})

    final = stage.fixtures.get(number=3)
    told = answer.content.decode()
    assert answer.status_code == 422
    assert f"en la partida 3 se enfrentan ahora «{final.pareja_a}» y «{final.pareja_b}»" in told
    assert "Se fue" in told
    assert final.how == ""
    client.post(there, typed | {"rivales": rivals_in(answer), "confirmar": "si"})
    assert stage.fixtures.get(number=3).winner == final.pareja_a


def rivals_in(page: HttpResponse) -> str:
    (shown,) = set(re.findall(r'name="rivales" value="([^"]*)"', page.content.decode()))
    return shown


@pytest.mark.parametrize(
    ("name", "sent"), [("fixture_callup", {"hacer": "presente-A"}), ("fixture_walkover", {"ausente": "A"})]
)
def test_an_arrival_or_absence_of_other_rivals_is_refused(
    client: Client, stage: Stage, name: str, sent: dict[str, str]
) -> None:
    client.force_login(director_of(stage.championship))
    first = stage.fixtures.get(number=1)
    address = reverse(f"brackets:{name}", args=(stage.championship.slug, first.pk))

    told = client.post(address, sent | {"rivales": "98-99"}, follow=True).content.decode()

    assert "Mientras tanto cambiaron los rivales: en la partida 1 se enfrentan ahora" in told
    assert not first.callups.exists()


def test_a_correction_of_chicas_is_asked_anew_where_somebody_corrected_them_since(client: Client, stage: Stage) -> None:
    """By neither another wins, so that no partida changes."""
    client.force_login(director_of(stage.championship))
    fixture = stage.fixtures.get(number=1)
    paper(client, fixture, (40, 20), (40, 20))
    asked = paper(client, fixture, (40, 20), (40, 30), reason="Se leyó mal")
    paper(client, fixture, (40, 20), (40, 12), reason="Así dice el papel", confirmar="si")

    stale = paper(client, fixture, (40, 20), (40, 30), reason="Se leyó mal", confirmar="si", **named_in(asked))

    assert "No se hizo nada" in stale
    fixture.refresh_from_db()
    assert fixture.chicas == [[40, 20], [40, 12]]
    paper(client, fixture, (40, 20), (40, 30), reason="Se leyó mal", confirmar="si", **named_in(stale))
    fixture.refresh_from_db()
    assert fixture.chicas == [[40, 20], [40, 30]]
