"""The ceremony of a draw, as far as the screens of the hall may follow it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from brackets.models import AuditEntry, DrawReveal, Role, Stage
from brackets.services.draw_seen import DrawSeen, seen_of
from brackets.services.errors import BracketError
from brackets.services.exchanges import draw_exchange, draw_exchange_undo
from brackets.services.reveals import draw_reveal
from tests.factories.brackets import NOW, RoleFactory, director_of, drawn_stage
from tests.factories.insider import insider

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return drawn_stage(8)


def reveal(stage: Stage, step: int, draw_number: int = 1) -> None:
    draw_reveal(stage=stage, seen=DrawSeen(draw_number), step=step, user=director_of(stage.championship), now=NOW)


def test_each_step_replaces_the_one_before_and_its_beginning_is_recorded_once(stage: Stage) -> None:
    for step in (1, 2, 2, 1):
        reveal(stage, step)

    assert DrawReveal.objects.get(stage=stage).step == 1
    assert AuditEntry.objects.filter(action="sorteo-ceremonia").count() == 1


def test_nobody_reveals_more_than_there_are(stage: Stage) -> None:
    reveal(stage, 500)

    assert DrawReveal.objects.get(stage=stage).step == 8


def test_a_draw_that_is_no_more_is_not_revealed(stage: Stage) -> None:
    with insider(Stage):
        Stage.objects.filter(pk=stage.pk).update(draw_number=2)

    with pytest.raises(BracketError, match="volvió a sortear"):
        reveal(stage, 1)

    assert not DrawReveal.objects.exists()


def test_a_page_of_before_an_exchange_reveals_nobody(stage: Stage) -> None:
    client = Client()
    client.force_login(director_of(stage.championship))
    page, step = (
        reverse(f"brackets:{name}", args=[stage.championship.slug]) for name in ("draw_ceremony", "draw_ceremony_step")
    )
    form = client.get(page).content.decode().split('id="pantallas"')[1].split("</form>")[0]
    sent = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form)) | {"paso": 3}
    a, b = stage.slots[0], stage.slots[2]
    draw_exchange(stage=stage, a=a, b=b, reason="Viajan juntos", user=director_of(stage.championship), now=NOW)

    refused = client.post(step, sent)

    assert refused.status_code == 409
    assert "abra la ceremonia otra vez" in refused.json()["words"]
    assert not DrawReveal.objects.exists()


@pytest.mark.parametrize("undo", [False, True])
def test_what_was_revealed_of_a_draw_that_is_exchanged_since_is_revealed_no_more(stage: Stage, *, undo: bool) -> None:
    """Else the screens would show in a place that they had shown already whom nobody has revealed."""
    who = {"user": director_of(stage.championship), "now": NOW}
    a, b = stage.slots[0], stage.slots[2]
    if undo:
        draw_exchange(stage=stage, a=a, b=b, reason="Viajan juntos", **who)
        stage.refresh_from_db()
    draw_reveal(stage=stage, seen=seen_of(stage), step=1, **who)

    if undo:
        draw_exchange_undo(stage=stage, **who)
    else:
        draw_exchange(stage=stage, a=a, b=b, reason="Viajan juntos", **who)

    assert not DrawReveal.objects.exists()


def test_the_desk_sees_the_ceremony_and_only_who_may_publish_lets_the_screens_follow(stage: Stage) -> None:
    championship = stage.championship
    client, desk = Client(), Client()
    client.force_login(director_of(championship))
    desk.force_login(RoleFactory(championship=championship, kind=Role.Kind.CONTROL).user)
    page, step = (
        reverse(f"brackets:{name}", args=[championship.slug]) for name in ("draw_ceremony", "draw_ceremony_step")
    )
    sent = {"etapa": stage.number, "sorteo": stage.draw_number, "intercambios": "", "paso": 3}

    shown = [each.get(page).content.decode() for each in (client, desk)]
    answers = [each.post(step, sent).status_code for each in (desk, client)]
    refused = client.post(step, {**sent, "sorteo": 9})

    assert ["Las pantallas siguen" in each for each in shown] == [True, False]
    assert answers == [403, 200]
    assert (refused.status_code, refused.json()["ok"]) == (409, False)
    assert 'aria-pressed="true"' in client.get(page).content.decode()
