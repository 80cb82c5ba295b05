"""What is recorded of the draws and commitments of a stage binds it: who owns the database finds no column of it that may say something else."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest

from brackets.draw.formats import Elimination
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody
from brackets.draw.sources import SHARES
from brackets.models import DrawEvent, Stage
from brackets.selectors.draw_acta import acta_of
from brackets.services.commitments import commitment_revoke, draw_commit
from brackets.services.planning import stages_plan
from brackets.services.stages import stage_publish, stage_reopen
from referee.management.rehearsal.drawing import draw_rehearsed
from tests.attacks.test_verifier import found_by_all
from tests.brackets.services.test_formats import FINAL, SERIES, Night
from tests.factories.brackets import NOW, director_of, entered, published_stage
from tests.factories.insider import triggers_lifted

pytestmark = pytest.mark.django_db
HOUR: Final = timedelta(hours=1)
ONE, TWO = (
    StagePlan(name=name, format=Elimination(), entry=(Everybody(),), criteria=("mesas", "sorteo"))
    for name in ("Uno", "Dos")
)
NOT_AS_PUBLISHED: Final = "o cuándo, no es lo que consta"


def is_said_of(stage: Stage, words: str, path: Path) -> tuple[bool, bool]:
    """Whether the check of its archive says so, and that of the database."""
    refused, _, told = found_by_all(path / "a.json", stage.championship)
    return words in refused, any(words in each for each in told)


def nothing_is_said_of(stage: Stage, path: Path) -> bool:
    return found_by_all(path / "before.json", stage.championship) == ("", [], [])


def test_what_happened_to_a_draw_that_was_never_made_is_found(tmp_path: Path) -> None:
    stage = published_stage(4)
    stage_reopen(stage=stage, user=director_of(stage.championship), now=NOW + HOUR, reason="Faltaba una")
    assert nothing_is_said_of(stage, tmp_path)

    with triggers_lifted():
        DrawEvent.objects.filter(kind="reopened").update(number=7)

    assert is_said_of(stage, "sorteo 7, que no puede seguir a lo anterior", tmp_path) == (True, True)


def test_a_stage_that_is_to_be_drawn_again_forgets_none_of_its_draws(tmp_path: Path) -> None:
    """Without an acta its number alone says how many there were, and the next acta lists as many."""
    championship = entered(4)
    who = {"championship": championship, "user": director_of(championship), "now": NOW}
    stages_plan(plans=[ONE], **who)
    draw_rehearsed(number=1, public_seed="6 4 1", **who)
    (stage,) = stages_plan(plans=[TWO], **who).stages
    assert nothing_is_said_of(stage, tmp_path)

    with triggers_lifted():
        Stage.objects.update(draw_number=0)

    assert is_said_of(stage, "el sorteo de «Dos» es el 0, y consta otro", tmp_path) == (True, True)


def test_a_commitment_names_no_other_source_than_its_document(tmp_path: Path) -> None:
    stage = published_stage(4)
    assert nothing_is_said_of(stage, tmp_path)

    with triggers_lifted():
        Stage.objects.update(commitments=[{**each, "source": SHARES} for each in stage.commitments])

    assert is_said_of(stage, "no es el de su huella", tmp_path) == (True, True)


def test_the_commitments_of_a_stage_that_was_removed_twice_are_those_of_the_last_time(tmp_path: Path) -> None:
    championship = entered(4)
    who = {"championship": championship, "user": director_of(championship), "now": NOW}
    for secret in ("ab", "cd"):
        stages_plan(plans=[ONE, TWO], **who)
        draw_commit(number=2, secret=secret * 16, **who)
        stages_plan(plans=[ONE], **who)
    _, stage = stages_plan(plans=[ONE, TWO], **who).stages
    assert nothing_is_said_of(stage, tmp_path)

    first, second = stage.commitments
    with triggers_lifted():
        Stage.objects.filter(number=2).update(commitments=[first, {**second, "why": "Se leyó mal un dado"}])

    assert is_said_of(stage, "los compromisos de «Dos» no son los que dejó", tmp_path) == (True, True)


@pytest.mark.parametrize("rewritten", [{"why": "Otro motivo"}, {"revoked_at": (NOW + HOUR / 2).isoformat()}])
def test_why_and_when_a_commitment_was_revoked_is_what_the_acta_says(rewritten: dict[str, str], tmp_path: Path) -> None:
    championship = entered(4)
    who = {"user": director_of(championship)}
    promised = draw_commit(championship=championship, secret="ab" * 16, now=NOW, **who)
    commitment_revoke(stage=promised.stage, why="Faltaba una", now=NOW + HOUR, **who)
    now = NOW + 2 * HOUR
    stage = draw_rehearsed(championship=championship, public_seed="6 4 1", now=now, **who)
    stage = stage_publish(stage=stage, now=now, **who)
    assert nothing_is_said_of(stage, tmp_path)

    first, last = stage.commitments
    with triggers_lifted():
        Stage.objects.update(commitments=[{**first, **rewritten}, last])

    assert is_said_of(stage, "no es como dice su acta", tmp_path) == (True, True)


def test_a_stage_is_not_reopened_at_the_very_hour_of_its_publication(tmp_path: Path) -> None:
    """As if it had never been public: what the server records of it then comes later."""
    stage = published_stage(4)
    assert nothing_is_said_of(stage, tmp_path)

    with triggers_lifted():
        published = DrawEvent.objects.get(kind="published")
        DrawEvent.objects.create(
            championship=stage.championship, stage=1, number=1, kind="reopened", at=published.at, by=published.by
        )
        Stage.objects.update(status="drawn", published_at=None, planned_entries={})

    assert is_said_of(stage, "que no puede seguir a lo anterior", tmp_path) == (True, True)


def test_an_acta_says_of_each_earlier_draw_by_which_table_it_would_have_been_played(tmp_path: Path) -> None:
    championship = entered(4)
    who = {"championship": championship, "user": director_of(championship), "now": NOW}
    tables = []
    for seed, criteria in (("6 4 1", ("mesas", "sorteo")), ("5 5 5", ("mesas", "puntos", "sorteo"))):
        stages_plan(plans=[replace(ONE, criteria=criteria)], **who)
        stage = draw_rehearsed(number=1, public_seed=seed, **who)
        tables.append(acta_of(stage)["sorteo"]["tabla"])
    assert tables[0] != tables[1]
    assert [each["tabla"] for each in acta_of(stage)["sorteos_anteriores"]] == tables[:1]
    assert nothing_is_said_of(stage, tmp_path)

    with triggers_lifted():
        first = DrawEvent.objects.get(kind="made", number=1)
        DrawEvent.objects.filter(pk=first.pk).update(data={**first.data, "tabla": tables[1]})

    assert is_said_of(stage, "los sorteos de «Uno» no son los de su acta", tmp_path) == (True, True)


def test_who_may_enter_a_published_stage_is_what_was_published(tmp_path: Path) -> None:
    """Also where all would enter by what it is now, so that nothing says who ought to be in it."""
    night = Night.in_second(8, SERIES, FINAL)
    stage = night.stage(2)
    assert nothing_is_said_of(stage, tmp_path)

    with triggers_lifted():
        Stage.objects.filter(pk=stage.pk).update(entry=night.stage(1).entry)

    assert is_said_of(stage, NOT_AS_PUBLISHED, tmp_path) == (True, True)
