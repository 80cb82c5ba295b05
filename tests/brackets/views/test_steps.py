"""The next step that the panel names."""

import pytest

from brackets.draw.formats import Series, Swiss
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody
from brackets.selectors.championships import championship_progress
from brackets.services.championships import championship_close
from brackets.services.departures import pareja_leave
from brackets.services.errors import BracketError
from brackets.views.steps import Step, steps_of
from tests.brackets.services.test_formats import FINAL, SERIES, TABLE, Night
from tests.brackets.views.conftest import Sits
from tests.factories.brackets import NOW, ChampionshipFactory, director_of, published_stage

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("leaving", [1, 2])
def test_nobody_is_inscribed_after_the_draw_is_published_however_few_are_left(leaving: int) -> None:
    championship = published_stage(2).championship

    for pareja in championship.parejas.order_by("number")[:leaving]:
        pareja_leave(pareja=pareja, user=director_of(championship), now=NOW, reason="prueba")

    steps = steps_of(championship, championship_progress(championship))
    assert next(step.done for step in steps if step.title == "Parejas")


SWISS = StagePlan(name="Suizo", format=Swiss(rounds=2), entry=(Everybody(),), criteria=TABLE)


def next_step(night: Night, *passed_over: str) -> Step:
    steps = steps_of(night.championship, championship_progress(night.championship))
    return next(step for step in steps if not step.done and step.title not in passed_over)


def leave_but_one(night: Night) -> None:
    for pareja in night.championship.parejas.order_by("number")[1:]:
        pareja_leave(pareja=pareja, user=night.director, now=NOW, reason="prueba")


def close(night: Night) -> None:
    championship_close(championship=night.championship, user=night.director, now=NOW)


def test_a_swiss_stage_with_one_left_has_ended() -> None:
    night = Night.published(5, SWISS)
    assert next_step(night, "Ajustes", "Mesas y jueces").button == "Emparejar la ronda 1"

    leave_but_one(night)

    assert next_step(night, "Ajustes", "Mesas y jueces").title == "Cerrar"
    close(night)


def test_a_night_on_paper_without_jueces_or_tables_is_closed_when_all_is_played() -> None:
    night = Night.published(4, StagePlan(name="Liga", format=Series(0), entry=(Everybody(),), criteria=TABLE))
    assert next_step(night, "Ajustes").title == "Mesas y jueces"

    night.play()

    assert next_step(night, "Ajustes").title == "Cerrar"


def test_a_stage_that_too_few_enter_is_to_be_removed() -> None:
    night = Night.played(4, StagePlan(name="Liga", format=Series(0), entry=(Everybody(),), criteria=TABLE), FINAL)
    step = next_step(night, "Ajustes", "Mesas y jueces")
    assert (step.title, step.view) == ("«Final»", "brackets:stages")
    assert "no entran ni dos" in step.what

    night.plan(*[StagePlan(name="Liga", format=Series(0), entry=(Everybody(),), criteria=TABLE)])

    assert next_step(night, "Ajustes", "Mesas y jueces").title == "Cerrar"


def test_a_championship_is_not_closed_while_a_stage_or_a_round_is_ahead() -> None:
    night = Night.published(8, SWISS, FINAL)
    with pytest.raises(BracketError, match="«Suizo» y «Final»") as refused:
        close(night)
    assert refused.value.code == "etapas-por-jugar"
    for _ in range(2):
        night.pair()
        night.play()

    with pytest.raises(BracketError, match="«Final»"):
        close(night)

    assert next_step(night, "Ajustes", "Mesas y jueces").title == "«Final»"


def test_a_closed_championship_asks_for_nothing(sits_at: Sits) -> None:
    championship = published_stage(2).championship
    client = sits_at(championship, "director")
    for pareja in championship.parejas.all():
        pareja_leave(pareja=pareja, user=director_of(championship), now=NOW, reason="prueba")
    championship_close(championship=championship, user=director_of(championship), now=NOW)

    answer = client.get(f"/c/{championship.slug}/panel/")

    assert answer.context["next"] is None
    assert "El campeonato terminó" in answer.content.decode()


def test_a_draw_that_holds_no_more_is_to_be_made_again_and_not_published() -> None:
    night = Night.played(8, SERIES, FINAL)
    night.draw(2)
    assert next_step(night, "Ajustes", "Mesas y jueces").button == "Revisar y publicar"
    fixture = night.stage(1).fixtures.earliest("number")

    night.record(fixture, "B" if fixture.winner_id == fixture.pareja_a_id else "A")

    step = next_step(night, "Ajustes", "Mesas y jueces")
    assert (step.button, step.action) == ("Volver a sortear", "draw.make")
    assert step.what.startswith("Desde el sorteo de «Final» cambiaron los clasificados: ")


def test_the_first_draw_is_named_where_it_is_to_be_looked_at_or_made_again() -> None:
    night = Night(4, SERIES)
    night.draw()
    step = next_step(night, "Ajustes", "Mesas y jueces")
    assert step.what.startswith("Revise el sorteo de «Series».")
    assert step.what.endswith("para hacer otro hay que reabrir la etapa.")

    pareja_leave(pareja=night.championship.parejas.get(number=4), user=night.director, now=NOW, reason="prueba")

    assert next_step(night, "Ajustes", "Mesas y jueces").button == "Volver a sortear"


def test_nothing_is_told_of_a_stage_that_is_not_there() -> None:
    championship = ChampionshipFactory()

    assert all("None" not in step.what for step in steps_of(championship, championship_progress(championship)))
