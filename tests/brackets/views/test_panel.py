import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from brackets.models import AuditEntry, Championship, Fixture, Role, Stage
from brackets.services.departures import pareja_leave
from brackets.services.fixtures import fixture_record
from referee.selectors.papers.acta import final_acta_papers
from referee.selectors.papers.values import Facts
from tests.brackets.services.test_formats import SERIES, Night
from tests.brackets.views.conftest import Sits, draw_on_the_page, seen_by, url
from tests.factories.brackets import (
    NOW,
    AuditEntryFactory,
    ChampionshipFactory,
    ParejaFactory,
    RoleFactory,
    TableFactory,
    director_of,
    drawn_stage,
    published_stage,
)
from tests.referee.selectors.papers.told import asked

pytestmark = pytest.mark.django_db


def next_step(client: Client, championship: Championship) -> str:
    return client.get(url("panel", championship)).context["next"].title


def test_the_next_step_leads_from_nothing_to_the_end(sits_at: Sits) -> None:
    championship = ChampionshipFactory(status="draft", opened_at=None, appeal_minutes=None)
    desk = sits_at(championship)
    seen = [next_step(desk, championship)]

    Championship.objects.update(appeal_minutes=15)
    seen.append(next_step(desk, championship))
    desk.post(reverse("referee:championship_open", args=[championship.slug]))
    seen.append(next_step(desk, championship))
    ParejaFactory.create_batch(2, championship=championship)
    seen.append(next_step(desk, championship))
    draw_on_the_page(desk, championship)
    seen.append(next_step(desk, championship))
    desk.post(url("draw_publish", championship), seen_by(championship))
    seen.append(next_step(desk, championship))
    TableFactory(championship=championship)
    RoleFactory(championship=championship)
    seen.append(next_step(desk, championship))
    absent = {"how": "walkover", "winner": "A", "reason": "Avisó que no viene", "confirmar": "si"}
    desk.post(url("fixture", championship, Fixture.objects.get().pk), absent)
    seen.append(next_step(desk, championship))
    desk.post(reverse("referee:championship_closing", args=[championship.slug]), {"confirmar": "si"})

    assert seen == ["Ajustes", "Abrir", "Parejas", "Sorteo", "Publicar", "Mesas y jueces", "Jugar", "Cerrar"]
    assert desk.get(url("panel", championship)).context["next"] is None


def test_without_an_appeal_time_it_is_not_opened_and_the_settings_are_shown(sits_at: Sits) -> None:
    championship = ChampionshipFactory(status="draft", opened_at=None, appeal_minutes=None)

    answer = sits_at(championship).post(reverse("referee:championship_open", args=[championship.slug]), follow=True)

    championship.refresh_from_db()
    assert championship.status == "draft"
    assert answer.redirect_chain == [(f"/c/{championship.slug}/panel/ajustes/#id_appeal_minutes", 302)]
    assert "tiempo para apelar: lo fija el organizador" in answer.content.decode()


def test_it_is_not_closed_with_results_missing(sits_at: Sits) -> None:
    championship = published_stage(2).championship

    page = reverse("referee:championship_closing", args=[championship.slug])
    answer = sits_at(championship).post(page, {"confirmar": "si"})

    championship.refresh_from_db()
    assert championship.status == "open"
    assert "Todavía hay partidas sin resultado final" in answer.content.decode()


def test_the_desk_is_told_which_step_is_the_directors(sits_at: Sits) -> None:
    championship = drawn_stage(2).championship

    page = sits_at(championship, Role.Kind.CONTROL).get(url("panel", championship)).content.decode()

    assert "Este paso lo da el Director" in page
    assert url("draw_publish", championship) not in page


def test_partidas_are_counted_by_state(sits_at: Sits) -> None:
    stage = published_stage(4)
    director = director_of(stage.championship)
    fixture_record(
        fixture=stage.fixtures.get(number=1), how="walkover", winner="A", chicas=[], zapateria=False,
        user=director, now=NOW, reason="",
    )  # fmt: skip

    counts = dict(sits_at(stage.championship).get(url("panel", stage.championship)).context["counts"])

    assert {status: count for status, count in counts.items() if count} == {"waiting": 1, "ready": 1, "final": 1}


def test_what_nobody_plays_is_counted_apart_and_the_rest_the_same_everywhere(sits_at: Sits, client: Client) -> None:
    stage = published_stage(4)
    championship, desk = stage.championship, sits_at(stage.championship)
    first, second = stage.fixtures.select_related("pareja_a", "pareja_b").order_by("number")[:2]
    for pareja in (first.pareja_a, first.pareja_b):
        assert pareja is not None
        pareja_leave(pareja=pareja, user=director_of(championship), now=NOW, reason="prueba")

    def counted() -> tuple[dict[str, int], int]:
        context = desk.get(url("panel", championship)).context
        return {status: count for status, count in context["counts"] if count}, context["progress"].unplayed

    assert counted() == ({"ready": 1}, 2)
    assert any("falta 1." in step.what for step in desk.get(url("panel", championship)).context["steps"])
    fixture_record(
        fixture=second, how="walkover", winner="A", chicas=[], zapateria=False, user=director_of(championship), now=NOW,
        reason="",
    )  # fmt: skip

    assert counted() == ({"final": 1}, 2)
    listed = desk.get(url("fixtures", championship), {"etapa": "1", "ronda": "1", "todas": "1"}).context["groups"]
    assert [(group.title, group.total) for group in listed] == [("Terminadas", 1), ("No se juegan", 1)]
    assert client.get(url("championship", championship)).context["ended"] == 1
    (acta,) = final_acta_papers(asked(championship))
    assert ("Partidas con resultado", "1") in [
        pair for block in acta.blocks if isinstance(block, Facts) for pair in block.pairs
    ]


def test_a_part_of_a_stage_counts_what_is_played_of_it(client: Client) -> None:
    night = Night(4, SERIES)
    stage = night.publish()
    pareja_leave(pareja=night.championship.parejas.get(number=1), user=night.director, now=NOW, reason="prueba")
    night.play()

    (section,) = client.get(url("championship", stage.championship)).context["sections"]

    assert (section.played, section.total) == (3, 3)


def test_only_the_director_reads_what_was_done(sits_at: Sits) -> None:
    championship = published_stage(2).championship
    sentence = AuditEntry.objects.filter(championship=championship).latest("id").sentence

    assert sentence in sits_at(championship).get(url("panel", championship)).content.decode()
    assert sentence not in sits_at(championship, Role.Kind.CONTROL).get(url("panel", championship)).content.decode()
    assert Stage.objects.count() == 1


def test_the_whole_log_is_read_page_by_page(sits_at: Sits) -> None:
    championship = ChampionshipFactory()
    director, counts = sits_at(championship), []
    for first in (1, 41):
        for number in range(first, first + 40):
            AuditEntryFactory(
                championship=championship, sentence=f"Hizo la {number}.", data={"reason": f"Por {number}"}
            )
        with CaptureQueriesContext(connection) as asked:
            page = director.get(url("log", championship)).content.decode()
        counts.append(len(asked))

    older = director.get(url("log", championship), {"pagina": "2"}).content.decode()

    assert counts[0] == counts[1]
    assert "Hizo la 80. Motivo: Por 80" in page
    assert "Página 1 de 2" in page
    assert "Hizo la 1. Motivo: Por 1" in older
    assert "Hizo la 80." not in older
    assert sits_at(championship, Role.Kind.CONTROL).get(url("log", championship)).status_code == 403


def test_the_director_reads_why_and_is_led_to_whatever_may_happen(sits_at: Sits) -> None:
    championship = published_stage(3).championship
    director = sits_at(championship)
    director.post(url("pareja_departure", championship, 1), {"a": "salida", "reason": "Se enfermó", "confirmar": "si"})

    page = director.get(url("panel", championship)).content.decode()

    assert "Motivo: Se enfermó" in page
    for address in ("parejas/", "parejas/tarde/", "sorteo/?etapa=1", "partidas/?etapa=1"):
        assert f'href="{url("panel", championship)}{address}"' in page.split("Cuando pasa algo")[1]
    desk = sits_at(championship, Role.Kind.CONTROL).get(url("panel", championship)).content.decode()
    assert "Cuando pasa algo" not in desk


def test_the_partida_leads_to_the_departure_of_either_side(sits_at: Sits) -> None:
    stage = published_stage(2)
    fixture = stage.fixtures.get()

    page = sits_at(stage.championship).get(url("fixture", stage.championship, fixture.pk)).content.decode()

    for number in (1, 2):
        assert url("pareja_departure", stage.championship, number) in page
        assert url("player_replace", stage.championship, number) in page
