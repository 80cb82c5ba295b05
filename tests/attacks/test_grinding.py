"""A Director tries many seeds and publishes the draw that he likes: the acta shows all of them."""

from io import BytesIO, StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from brackets.draw.acta import verify
from brackets.draw.formats import Elimination
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody
from brackets.models import DrawEvent, Stage
from brackets.selectors.bound import draws_hidden
from brackets.selectors.draw_acta import acta_of
from brackets.services.commitments import commitment_revoke, draw_commit
from brackets.services.errors import BracketError
from brackets.services.planning import stages_plan
from brackets.services.stages import stage_draw, stage_publish, stage_reopen
from referee.management.rehearsal.drawing import WITNESSES, draw_rehearsed
from tests.brackets.views.conftest import url
from tests.factories.brackets import NOW, director_of, entered
from tests.factories.insider import triggers_lifted

pytestmark = pytest.mark.django_db


def drawn(times: int, start: int = 1) -> Stage:
    championship = entered(4)
    for turn in range(start, start + times):
        stage = draw_rehearsed(
            championship=championship, user=director_of(championship), now=NOW, public_seed=f"intento {turn}"
        )
    return stage


def test_twelve_drafts_and_the_thirteenth_published_are_thirteen_draws_on_the_acta(client: Client) -> None:
    stage = drawn(13)
    stage = stage_publish(stage=stage, user=director_of(stage.championship), now=NOW)

    acta = acta_of(stage)
    page = client.get(url("draw_public", stage.championship)).content.decode()

    assert [each["numero"] for each in acta["sorteos_anteriores"]] == [*range(1, 13)]
    assert verify(acta, stage.drawn_digest, every=True).good
    assert page.count("Sorteo número") == 13
    assert all(each["semilla"] in page for each in acta["sorteos_anteriores"])


def test_a_published_draw_that_was_reopened_and_replaced_is_listed_as_published() -> None:
    stage = drawn(1)
    who = {"user": director_of(stage.championship), "now": NOW}
    stage_reopen(stage=stage_publish(stage=stage, **who), reason="prueba", **who)

    again = draw_rehearsed(championship=stage.championship, public_seed="otra", **who)

    (first,) = acta_of(again)["sorteos_anteriores"]
    assert (first["publicado"], first["fin"]) == ([NOW.isoformat()], "reemplazado")
    assert list(DrawEvent.objects.values_list("kind", flat=True)) == ["made", "published", "reopened", "made"]


def test_nothing_is_drawn_or_published_without_a_commitment() -> None:
    championship = entered(4)
    who = {"user": director_of(championship), "now": NOW}
    with pytest.raises(BracketError, match="compromiso") as undrawn:
        stage_draw(championship=championship, public_seed="6 4 1", witnesses=WITNESSES, **who)
    stage = drawn(1)
    commitment_revoke(stage=stage, why="No gustó", **who)

    with pytest.raises(BracketError, match="compromiso") as unpublished:
        stage_publish(stage=stage, **who)

    assert undrawn.value.code == unpublished.value.code == "sorteo-sin-compromiso"


def test_a_commitment_gives_one_draw_and_the_next_says_why() -> None:
    stage = drawn(1)
    who = {"championship": stage.championship, "user": director_of(stage.championship), "now": NOW}
    with pytest.raises(BracketError) as again:
        stage_draw(public_seed="5 5 5", witnesses=WITNESSES, **who)
    draw_commit(secret="5f", why="Se leyó mal un dado", **who)

    stage = stage_draw(public_seed="5 5 5", witnesses=WITNESSES, **who)

    assert again.value.code == "compromiso-usado"
    (first,) = acta_of(stage)["sorteos_anteriores"]
    assert (first["motivo"], first["fin"]) == ("Se leyó mal un dado", "reemplazado")


def test_a_stage_removed_and_planned_again_forgets_no_draw_and_no_commitment() -> None:
    championship = entered(4)
    who = {"championship": championship, "user": director_of(championship), "now": NOW}
    first, second = (
        StagePlan(name=name, format=Elimination(), entry=(Everybody(),), criteria=("mesas", "sorteo"))
        for name in ("Primera", "Segunda")
    )
    stages_plan(plans=[first, second], **who)
    for seed in ("6 4 1", "5 5 5"):
        draw_rehearsed(number=2, public_seed=seed, **who)

    stages_plan(plans=[first], **who)
    stages_plan(plans=[first, second], **who)
    stage = draw_rehearsed(number=2, public_seed="1 1 1", **who)

    acta = acta_of(stage)
    assert [each["fin"] for each in acta["sorteos_anteriores"]] == ["reemplazado", "deshecho"]
    assert verify(acta, stage.drawn_digest, every=True).good


def test_drafts_that_are_taken_out_of_the_database_before_the_publication_are_missed() -> None:
    """With their commitments, as if the third had been the first: the acta is sound, and the audit is a chain."""
    stage = drawn(3)
    stage = stage_publish(stage=stage, user=director_of(stage.championship), now=NOW)
    assert draws_hidden(stage.championship) == []
    last = stage.commitments[-1]
    with triggers_lifted():
        DrawEvent.objects.filter(number__lt=3).delete()
        DrawEvent.objects.update(number=1)
        Stage.objects.update(draw_number=1, commitments=[{**last, "number": 1, "draw": 1}])

    hidden = draws_hidden(stage.championship)

    assert [sum(word in each for each in hidden) for word in ("un compromiso", "el sorteo")] == [2, 3]
    errors = StringIO()
    with pytest.raises(CommandError):
        call_command("verificar_bitacora", stdout=StringIO(), stderr=errors)
    assert "el registro tiene el sorteo 1 de la etapa 1, que ya no está o es otro" in errors.getvalue()


def test_a_commitment_and_a_draw_that_are_put_in_are_in_no_audit() -> None:
    """One that was promised before the dice is revoked, in the past, for another whose secret was chosen after them."""
    stage = drawn(1)
    stage = stage_publish(stage=stage, user=director_of(stage.championship), now=NOW)
    last = stage.commitments[-1]
    made = DrawEvent.objects.get(kind=DrawEvent.Kind.MADE)
    with triggers_lifted():
        Stage.objects.update(commitments=[{**last, "number": 0, "sha256": "0" * 64}, last])
        made.pk, made.number, made.data = None, 9, {**made.data, "huella": "1" * 64}
        made.save()

    assert draws_hidden(stage.championship) == [
        "el sorteo 9 de la etapa 1 no está en el registro",
        f"un compromiso de la etapa 1 ({'0' * 16}) no está en el registro",
    ]


def test_a_stage_that_gets_another_number_leaves_no_draw_behind(client: Client) -> None:
    """Three are drawn and not liked, another stage is put before, and the fourth is the first of stage 2."""
    championship = entered(4)
    who = {"championship": championship, "user": director_of(championship), "now": NOW}
    main, other = (
        StagePlan(name=name, format=Elimination(), entry=(Everybody(),), criteria=("mesas", "sorteo"))
        for name in ("Principal", "Exhibición")
    )
    stages_plan(plans=[main], **who)
    for turn in range(3):
        draw_rehearsed(number=1, public_seed=f"intento {turn}", **who)
    stages_plan(plans=[other, main], **who)
    stage = draw_rehearsed(number=2, public_seed="la buena", **who)
    stage = stage_publish(stage=stage, user=who["user"], now=NOW)

    acta = acta_of(stage)
    page = client.get(url("draw_public", championship)).content.decode()

    told = acta["sorteos_de_otras_etapas"]
    assert [(each["etapa"], each["numero"], each["semilla_publica"]) for each in told] == [
        (1, turn + 1, f"intento {turn}") for turn in range(3)
    ]
    assert verify(acta, stage.drawn_digest, every=True).good
    assert page.count("de la etapa 1, que no es pública") == 3
    assert all(each["semilla"] in page for each in told)
    assert "el único que se hizo" not in page
    paper = PdfReader(
        BytesIO(client.get(reverse("referee:draw_acta_pdf", args=(championship.slug,)) + "?etapa=2").content)
    )
    printed = " ".join(" ".join(each.extract_text() for each in paper.pages).split())
    assert "Sorteo 3 de la etapa 1, que no es pública" in printed
