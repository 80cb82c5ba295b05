"""The control page: every table with what happens there, one next thing to do, and nothing asked twice of the database."""

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags
from pytest_django import DjangoAssertNumQueries

from brackets.models import AuditEntry, Championship, Fixture, Role, User
from brackets.services.fixtures import fixture_assign, fixture_call, fixture_clear, fixtures_assign_auto
from brackets.services.jueces import juez_presence_set
from brackets.services.tables import table_pause
from referee.models import Call
from referee.services.calls import call_make
from referee.services.conduct import Reported, incident_cancel, incident_write
from referee.services.suspensions import hall_resume, hall_suspend
from tests.factories.appeals import appealed
from tests.factories.brackets import NOW, TableFactory, director_of, published_stage
from tests.factories.devices import paired
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, keepers, kept_mesa
from tests.referee.desk import member

pytestmark = pytest.mark.django_db
QUERIES = 25  # of which five say who asks, in which championship, and what is allowed


def page_of(championship: Championship, client: Client, asked: str = "") -> str:
    answer = client.get(reverse("referee:control", args=[championship.slug]) + asked)
    assert answer.status_code == 200
    return answer.content.decode()


def words(html: str) -> str:
    return " ".join(strip_tags(html).split())


def card_of(championship: Championship, client: Client, key: str) -> str:
    state = state_of(championship, client)
    assert state is not None
    return state["cards"][key]


def state_of(championship: Championship, client: Client, **asked: str) -> dict[str, dict[str, str]] | None:
    answer = client.get(reverse("referee:control_state", args=[championship.slug]), asked)
    return None if answer.status_code == 204 else answer.json()


def act(championship: Championship, client: Client, sent: str) -> dict[str, object]:
    address = reverse("referee:control_act", args=[championship.slug])
    answer = client.post(address, {"hacer": sent}, headers={"accept": "application/json"})
    assert answer.status_code == 200
    return answer.json()


def calling(kept: Keeper) -> Call:
    return call_make(
        mesa=kept.mesa, device=kept.device, user=kept.juez, client_id=uuid4(), reason="medico",
        called_at=timezone.now(), now=timezone.now(),
    )  # fmt: skip


def ready(parejas: int = 4, tables: int = 2, jueces: int = 2) -> Championship:
    return published_stage(parejas, tables=tables, jueces=jueces).championship


def test_a_table_in_play_shows_score_juez_and_tablet() -> None:
    kept = kept_mesa(SORTEO, "caida A")
    page = page_of(kept.championship, member(kept.championship))
    assert "En juego" in page
    assert str(kept.juez) in page
    assert '<td class="seat__points" title="puntos">2</td>' in page


def test_a_call_is_the_next_thing_and_is_attended_from_the_card() -> None:
    kept = kept_mesa(SORTEO)
    call, client = calling(kept), member(kept.championship)
    assert "Llama el Juez: Médico" in page_of(kept.championship, client, "?ver=toca")
    told = act(kept.championship, client, f"atender:{call.pk}")
    assert told["ok"]
    assert "Llama el Juez" not in page_of(kept.championship, client)
    call.refresh_from_db()
    assert call.attended_at

    other = member(kept.championship)
    refused = act(kept.championship, other, str(told["undo"]))
    assert not refused["ok"]
    assert "solo esa persona puede deshacerlo" in str(refused["words"])

    back = act(kept.championship, client, str(told["undo"]))
    assert "Llama el Juez: Médico" in page_of(kept.championship, client)
    assert act(kept.championship, client, str(told["undo"]))["ok"]
    assert AuditEntry.objects.filter(action="llamada-deshacer").count() == 1
    act(kept.championship, client, str(back["undo"]))
    assert "Llama el Juez" not in page_of(kept.championship, client)


def test_the_mark_stands_still_until_something_happens() -> None:
    kept = kept_mesa(SORTEO)
    client = member(kept.championship)
    first = state_of(kept.championship, client)
    assert first is not None
    mark = str(first["mark"])
    kept.record("caida A")
    second = state_of(kept.championship, client, marca=mark)
    assert second is not None
    assert list(second["cards"]) == ["m1"]


def test_only_cards_that_changed_are_sent() -> None:
    championship = ready()
    fixtures_assign_auto(championship=championship, user=director_of(championship), now=timezone.now())
    client = member(championship)
    first = state_of(championship, client)
    assert first is not None
    digests = [html.split('data-digest="')[1][:8] for html in first["cards"].values()]
    known = ",".join(f"{key}.{digest}" for key, digest in zip(first["order"], digests, strict=True))
    fixture = Fixture.objects.get(table__number=2)
    fixture_call(fixture=fixture, user=director_of(championship), now=timezone.now())
    second = state_of(championship, client, tengo=known)
    assert second is not None
    assert list(second["cards"]) == ["m2"]
    assert second["order"] == ["m1", "m2"]


def test_from_free_to_called_and_back_without_leaving_the_page() -> None:
    championship, now = ready(), timezone.now()
    client = member(championship)
    assert "Asignar lo que sigue" in page_of(championship, client)
    assert act(championship, client, f"asignar:{championship.tables.first().pk}")["words"] == (
        "Mesa y Juez para 2 partidas."
    )
    fixture = Fixture.objects.get(table__number=1)
    called = act(championship, client, f"convocar:{fixture.pk}")
    assert called["undo"] == f"desconvocar:{fixture.pk}"
    arrived = act(championship, client, f"convocatoria:{fixture.pk}:presente-A")
    assert arrived["ok"]
    assert act(championship, client, str(arrived["undo"]))["words"] == "Se deshizo lo último."
    act(championship, client, str(called["undo"]))
    fixture.refresh_from_db()
    assert fixture.status == Fixture.Status.READY
    assert now <= timezone.now()


def test_an_arrival_of_other_rivals_than_meet_there_now_is_refused() -> None:
    championship = ready()
    client = member(championship)
    act(championship, client, f"asignar:{championship.tables.first().pk}")
    fixture = Fixture.objects.select_related("pareja_a", "pareja_b").get(table__number=1)
    act(championship, client, f"convocar:{fixture.pk}")
    meet = f"{fixture.pareja_a.number}-{fixture.pareja_b.number}"

    shown = page_of(championship, client)
    refused = act(championship, client, f"convocatoria:{fixture.pk}:presente-A:98-99")

    assert f'value="convocatoria:{fixture.pk}:presente-A:{meet}"' in shown
    assert not refused["ok"]
    assert "Mientras tanto cambiaron los rivales" in str(refused["words"])
    assert not fixture.callups.filter(kind="presente").exists()
    for step in ("presente-A", "presente-B"):
        assert act(championship, client, f"convocatoria:{fixture.pk}:{step}:{meet}")["ok"]
    assert f'value="convocatoria:{fixture.pk}:identificada-A:{meet}"' in page_of(championship, client)


def test_a_refusal_is_told_in_its_card_and_changes_nothing() -> None:
    championship = ready(tables=1)
    fixture = Fixture.objects.filter(status=Fixture.Status.READY).first()
    assert fixture
    told = act(championship, member(championship), f"convocar:{fixture.pk}")
    assert told["ok"] is False
    assert "no tiene mesa" in str(told["words"])


def test_without_a_script_the_answer_stands_above_the_page() -> None:
    championship = ready(tables=1)
    fixture = Fixture.objects.filter(status=Fixture.Status.READY).first()
    assert fixture
    address = reverse("referee:control_act", args=[championship.slug]) + "?ver=libres"
    answer = member(championship).post(address, {"hacer": f"convocar:{fixture.pk}"}, follow=True)
    assert answer.redirect_chain[0][0].endswith("?ver=libres")
    assert "no tiene mesa" in answer.content.decode()


def test_a_sealed_planilla_is_received() -> None:
    kept = kept_mesa(*ZAPATERIA)
    planilla = kept.seal()
    client = member(kept.championship)
    assert "Recibir la Planilla" in page_of(kept.championship, client)
    told = act(kept.championship, client, f"recibir:{planilla.pk}")
    planilla.refresh_from_db()
    assert planilla.delivered_at

    act(kept.championship, client, str(told["undo"]))
    planilla.refresh_from_db()
    assert (planilla.delivered_at, planilla.received_by) == (None, None)
    assert "Recibir la Planilla" in page_of(kept.championship, client)
    assert AuditEntry.objects.filter(action="planilla-no-recibida").count() == 1


def test_the_planilla_of_a_mesa_that_counts_no_more_is_not_asked_for_and_the_next_is_called() -> None:
    kept = kept_mesa(*ZAPATERIA)
    kept.seal()
    client = member(kept.championship)
    fixture_clear(
        fixture=kept.fixture, user=director_of(kept.championship), now=kept.tick(), reason="se repite", replayed=True
    )

    page = page_of(kept.championship, client)

    assert "Recibir la Planilla" not in page
    assert f"convocar:{kept.fixture.pk}" in page


def test_a_protest_is_the_directors() -> None:
    kept = kept_mesa(*ZAPATERIA)
    planilla = kept.freeze()
    signature = kept.sign(planilla, "A", "bajo-protesta", reason="No la vi")
    desk, director = member(kept.championship), member(kept.championship, Role.Kind.DIRECTOR)
    assert "lo hace el Director" in page_of(kept.championship, desk)
    address = reverse("referee:control_act", args=[kept.championship.slug])
    assert desk.post(address, {"hacer": f"ver-protesta:{signature.pk}"}).status_code == 403
    seen = act(kept.championship, director, f"ver-protesta:{signature.pk}")
    assert "firmaron bajo protesta" not in page_of(kept.championship, desk)

    assert desk.post(address, {"hacer": str(seen["undo"])}).status_code == 403
    act(kept.championship, director, str(seen["undo"]))
    assert "firmaron bajo protesta" in page_of(kept.championship, desk)
    assert AuditEntry.objects.filter(action="protesta-por-ver").count() == 1


def test_nothing_of_another_championship_is_reached() -> None:
    kept, other = kept_mesa(*ZAPATERIA), ready()
    call, planilla = calling(kept), kept.freeze()
    signature = kept.sign(planilla, "A", "bajo-protesta", reason="No la vi")
    ids = {
        "atender": call.pk,
        "ver-protesta": signature.pk,
        "recibir": planilla.pk,
        "usar": TableFactory(championship=kept.championship, number=9).pk,
    }
    ids |= {"no-atender": call.pk, "no-vista": signature.pk, "no-recibida": planilla.pk}
    ids |= dict.fromkeys(("convocar", "desconvocar", "convocatoria"), kept.fixture.pk)
    client = member(other, Role.Kind.DIRECTOR)
    address = reverse("referee:control_act", args=[other.slug])

    answers = {act: client.post(address, {"hacer": f"{act}:{key}"}).status_code for act, key in ids.items()}

    assert answers == dict.fromkeys(ids, 404)


def test_filters_are_of_the_address() -> None:
    kept = kept_mesa(SORTEO)
    TableFactory(championship=kept.championship, number=9)
    client = member(kept.championship)
    assert 'id="m9"' not in page_of(kept.championship, client, "?ver=juego")
    assert 'id="m1"' not in page_of(kept.championship, client, "?ver=libres")
    assert 'id="m9"' not in page_of(kept.championship, client, f"?juez={kept.juez.pk}")
    title = kept.fixture.pareja_a.title if kept.fixture.pareja_a else ""
    assert 'id="m1"' in page_of(kept.championship, client, f"?q={title[:6].lower()}")
    assert "Ninguna mesa" in page_of(kept.championship, client, "?q=nadie-se-llama-asi")


def test_a_tablet_that_is_not_heard_of_is_told() -> None:
    kept = kept_mesa(SORTEO)
    kept.device.last_seen_at, kept.device.battery, kept.device.pending = timezone.now() - timedelta(minutes=9), 12, 4
    kept.device.save()
    page = page_of(kept.championship, member(kept.championship), "?ver=sin-senal")
    assert "Tablet sin señal" in page
    assert "batería 12 %" in page
    assert "4 por enviar" in page


@pytest.mark.parametrize(("parejas", "tables"), [(4, 1), (16, 3), (32, 10)])
def test_the_hall_is_read_in_the_same_number_of_queries(
    parejas: int, tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    championship = published_stage(parejas).championship
    fixtures = list(Fixture.objects.filter(status=Fixture.Status.READY).select_related("stage")[:tables])
    for kept in keepers(fixtures):
        kept.open()
        kept.record(SORTEO)
        calling(kept)
        paired(championship, name=f"Tablet {kept.fixture.pk}")
    called = TableFactory(championship=championship, number=99)
    rest = Fixture.objects.filter(status=Fixture.Status.READY).first()
    assert rest
    director = director_of(championship)
    rest = fixture_assign(fixture=rest, table=called, juez=None, user=director, now=timezone.now())
    fixture_call(fixture=rest, user=director, now=timezone.now())
    client = member(championship)
    page_of(championship, client)
    with django_assert_num_queries(QUERIES):
        page_of(championship, client)


@time_machine.travel(NOW, tick=False)  # the mark has what passes with the clock too
def test_a_look_at_nothing_new_is_one_query_beside_who_asks(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    kept = kept_mesa(SORTEO)
    client = member(kept.championship)
    first = state_of(kept.championship, client)
    assert first is not None
    with django_assert_num_queries(5):
        assert state_of(kept.championship, client, marca=str(first["mark"])) is None


def test_an_appeal_leads_to_its_own_page() -> None:
    kept = kept_mesa(SORTEO, "caida A")
    appeal = appealed(kept)
    page = page_of(kept.championship, member(kept.championship, Role.Kind.DIRECTOR))
    assert "Apelación 1 (partida 1) por calificar" in page
    assert reverse("referee:appeal", args=[kept.championship.slug, appeal.number]) in page


def test_while_the_hall_stands_still_what_is_called_or_waits_leads_to_the_suspension() -> None:
    championship = ready()
    now, who = timezone.now(), director_of(championship)
    one, other = championship.stages.get().fixtures.filter(number__in=(1, 2))
    first, second = championship.tables.order_by("number")
    fixture_call(fixture=fixture_assign(fixture=one, table=first, juez=None, user=who, now=now), user=who, now=now)
    fixture_assign(fixture=other, table=second, juez=None, user=who, now=now)
    client = member(championship)
    assert "Ver la suspensión" not in page_of(championship, client)

    hall_suspend(championship=championship, client_id=uuid4(), cause="corte de luz", measure="", user=who, now=now)
    page = page_of(championship, client)
    assert page.count("Ver la suspensión") == 2
    assert page.count("Sala suspendida: corte de luz") == 2
    assert ">Convocar<" not in page

    hall_resume(championship=championship, user=who, now=now)
    assert ">Convocar<" in page_of(championship, client)


def test_a_table_in_a_pause_says_until_when_and_is_given_nothing() -> None:
    championship, now = ready(tables=2), timezone.now()
    client, table = member(championship), championship.tables.get(number=1)
    until = now + timedelta(hours=1)
    table_pause(table=table, paused=True, until=until, by=director_of(championship), now=now)

    card = card_of(championship, client, "m1")
    assert f"En pausa hasta {timezone.localtime(until):%H:%M}" in words(card)
    assert "Asignar lo que sigue" not in card
    assert "Libre" not in card
    assert "Asignar lo que sigue" in card_of(championship, client, "m2")
    assert 'id="m1"' not in page_of(championship, client, "?ver=libres")
    assert 'id="m1"' not in page_of(championship, client, "?ver=toca")

    used = act(championship, client, f"usar:{table.pk}")
    assert "Asignar lo que sigue" in card_of(championship, client, "m1")
    assert act(championship, client, str(used["undo"]))["ok"]
    table.refresh_from_db()
    assert table.paused_at(now)
    assert table.paused_until == until.replace(microsecond=0)
    assert not table.paused_at(until)


@pytest.mark.parametrize(
    ("hours", "told"), [({"available_until": -1}, "Cerró a las"), ({"available_from": 1}, "Cerrada hasta")]
)
def test_a_table_outside_its_hours_is_given_nothing(hours: dict[str, int], told: str) -> None:
    championship, now = ready(tables=1), timezone.now()
    client = member(championship)
    championship.tables.update(**{name: now + timedelta(hours=many) for name, many in hours.items()})

    card = card_of(championship, client, "m1")
    assert told in words(card)
    assert "Asignar lo que sigue" not in card
    assert reverse("brackets:table_hours", args=[championship.slug, 1]) in card


def test_what_waits_at_a_table_in_a_pause_is_not_called_there() -> None:
    championship, now = ready(tables=1), timezone.now()
    client, who, table = member(championship), director_of(championship), championship.tables.get()
    fixture = championship.stages.get().fixtures.get(number=1)
    fixture_assign(fixture=fixture, table=table, juez=None, user=who, now=now)
    table_pause(table=table, paused=True, by=who, now=now)

    card = card_of(championship, client, "m1")
    assert "Partida 1 está en una mesa en pausa" in card
    assert ">Convocar<" not in card
    assert 'id="m1"' in page_of(championship, client, "?ver=toca")

    act(championship, client, f"usar:{table.pk}")
    assert ">Convocar<" in card_of(championship, client, "m1")


def test_without_a_juez_who_is_there_nothing_is_offered_to_be_given_out() -> None:
    championship, now = ready(tables=1, jueces=1), timezone.now()
    client, who = member(championship), director_of(championship)
    juez = User.objects.get(roles__championship=championship, roles__kind=Role.Kind.JUEZ)
    assert "Asignar lo que sigue" in card_of(championship, client, "m1")

    juez_presence_set(championship=championship, juez=juez, to="pausa", by=who, now=now)
    assert "Asignar lo que sigue" not in card_of(championship, client, "m1")

    fixture = championship.stages.get().fixtures.get(number=1)
    fixture_assign(fixture=fixture, table=championship.tables.get(), juez=juez, user=who, now=now)
    card = card_of(championship, client, "m1")
    assert f"{juez} está en pausa" in card
    assert reverse("brackets:juez", args=[championship.slug, juez.pk]) in card
    assert ">Convocar<" not in card


def test_conduct_on_record_is_counted_until_it_is_cancelled() -> None:
    kept = kept_mesa(SORTEO)
    client, who = member(kept.championship), director_of(kept.championship)
    reported = Reported(
        pareja=kept.fixture.pareja_a, kind="senas", grade="amonestacion", text="Se hizo señas", fixture=kept.fixture
    )
    incident = incident_write(
        championship=kept.championship, reported=reported, client_id=uuid4(), user=kept.juez, now=kept.tick()
    )
    assert "1 conducta anotada" in page_of(kept.championship, client)
    incident_cancel(incident=incident, reason="Era otro", user=who, now=kept.tick())
    assert "conducta anotada" not in page_of(kept.championship, client)
