"""What an expulsion, and results that no longer count, do to the tables and to who qualifies."""

from dataclasses import replace

import pytest

from brackets.draw.formats import Series, Swiss
from brackets.draw.qualification import Everybody
from brackets.draw.ranking import Ranking
from brackets.draw.treatment import Standing, Treatment
from brackets.models import AuditEntry
from brackets.selectors.course import course_of
from brackets.selectors.stages import ranking_of, roster_of, spots_of
from brackets.services.departures import Moved, pareja_leave, pareja_return
from brackets.services.errors import BracketError
from brackets.services.inscription import pareja_data
from brackets.services.parejas import pareja_update
from brackets.services.planning import StagePlan
from brackets.services.preview import Preview, preview
from tests.brackets.services.test_formats import FINAL, SERIES, TABLE, Night
from tests.factories.brackets import NOW
from tests.factories.remembered import remembered

pytestmark = pytest.mark.django_db

LEAGUE = StagePlan(name="Liga", format=Series(size=0), entry=(Everybody(),), criteria=TABLE)
SWISS = StagePlan(name="Suizo", format=Swiss(rounds=2), entry=(Everybody(),), criteria=TABLE)


def ranking(night: Night) -> Ranking:
    return ranking_of(night.stage(1), roster_of(night.championship.pk))


def order(night: Night) -> list[int]:
    return [each.pareja for each in ranking(night).overall]


def wins(night: Night) -> dict[int, object]:
    return {each.pareja: each.row.values[0] for each in ranking(night).overall if each.row}


def leave(night: Night, number: int, **given: object) -> Moved:
    pareja = night.championship.parejas.get(number=number)
    return pareja_leave(pareja=pareja, user=night.director, now=NOW, reason="Señas", **given)  # type: ignore[arg-type]


def come_back(night: Night, number: int) -> Moved:
    pareja = night.championship.parejas.get(number=number)
    return pareja_return(pareja=pareja, user=night.director, now=NOW, reason="El fallo se revocó")


@remembered
def league() -> Night:
    """Four, the smaller number having won each mesa: 3, 2, 1 and 0 of them."""
    return Night.played(4, LEAGUE)


def test_who_goes_home_after_its_last_mesa_keeps_its_place_and_who_is_expelled_has_none() -> None:
    night = league()
    leave(night, 1)
    assert order(night) == [1, 2, 3, 4]

    leave(night, 1, expelled=True)

    assert order(night) == [2, 3, 4]
    assert list(AuditEntry.objects.order_by("id").values_list("action", flat=True))[-2:] == [
        "pareja-retirar",
        "pareja-expulsar",
    ]


def test_what_it_played_stays_unless_it_is_voided() -> None:
    night = league()
    leave(night, 4, expelled=True)
    assert wins(night) == {1: 3, 2: 2, 3: 1}

    leave(night, 4, expelled=True, voided=True)

    assert wins(night) == {1: 2, 2: 1, 3: 0}


def test_the_record_says_that_what_it_played_counts_no_more() -> None:
    night = league()

    leave(night, 1, voided=True)

    entry = AuditEntry.objects.get(action="pareja-retirar")
    assert (
        entry.sentence
        == "Retiró a la pareja 1 del campeonato. En series nada suyo cuenta para nadie, ni lo jugado ni lo que le faltaba."
    )


def test_of_a_voided_pareja_what_fell_to_its_rivals_counts_no_more_than_what_it_played() -> None:
    night = Night.published(4, LEAGUE)
    night.record(night.stage(1).fixtures.order_by("number")[0])

    leave(night, 4, voided=True)

    assert sum(int(each) for each in wins(night).values()) in (0, 1)  # type: ignore[call-overload]
    assert all(each.row is not None for each in ranking(night).overall)


def test_a_series_with_a_voided_pareja_is_compared_by_averages() -> None:
    night = Night.played(8, SERIES)
    assert not ranking(night).averages

    leave(night, ranking(night).groups[0][0].pareja, voided=True)

    assert ranking(night).averages


def test_in_a_swiss_stage_what_was_played_stays() -> None:
    night = Night.published(8, SWISS)
    night.pair()
    night.play()
    gone = ranking(night).overall[0].pareja
    before = {pareja: won for pareja, won in wins(night).items() if pareja != gone}

    leave(night, gone, expelled=True, voided=True)

    assert wins(night) == before


@pytest.mark.parametrize("how", [{}, {"expelled": True}, {"expelled": True, "voided": True}, {"voided": True}])
def test_come_back_is_never_left_and_repeated_is_nothing(how: dict[str, bool]) -> None:
    night = league()
    before, ranked = night.rows(), order(night)
    leave(night, 2, **how)
    rows, entries = night.rows(), AuditEntry.objects.count()
    assert not leave(night, 2, **how).changed
    assert (night.rows(), AuditEntry.objects.count()) == (rows, entries)

    come_back(night, 2)

    assert (night.rows(), order(night)) == (before, ranked)


def test_who_qualified_and_is_expelled_gives_his_place_to_the_next() -> None:
    night = Night.played(8, SERIES, FINAL)
    first, second = (each.pareja for each in ranking(night).groups[0][:2])

    seen = preview(night.championship, lambda: leave(night, first, expelled=True))
    leave(night, first, expelled=True)

    assert second in {spot.pareja for spot in spots_of(night.stage(2))}
    assert [(each.name, each.enter, each.leave) for each in seen.entering] == [("Final", (second,), (first,))]
    assert seen.orders[0].name == "Series, serie 1"
    assert [place.after for place in seen.orders[0].places] == [
        *[each.pareja for each in ranking(night).groups[0]],
        None,
    ]
    assert seen.orders[0].places[0].words == "sube 1"


@pytest.mark.parametrize("standing", Standing)
def test_the_order_that_is_foreseen_is_that_of_the_table(standing: Standing) -> None:
    """Who goes is there with the place that the table gives, and is not where it gives none."""
    night = Night.published(8, replace(SERIES, treatment=Treatment(left=standing)), FINAL)
    for fixture in night.stage(1).fixtures.filter(status="ready").order_by("number")[:5]:
        night.record(fixture)
    first = ranking(night).groups[0][0].pareja

    seen = preview(night.championship, lambda: leave(night, first))
    leave(night, first)

    told = {order.name: [place.after for place in order.places if place.after] for order in seen.orders}
    table = [each.pareja for each in ranking(night).groups[0] if each.place]
    assert told["Series, serie 1"] == table
    assert (first in table) == (standing in (Standing.BY_RESULTS, Standing.LAST))


def test_an_expelled_pareja_is_not_changed_any_more() -> None:
    night = league()
    leave(night, 3, expelled=True)
    pareja = night.championship.parejas.get(number=3)
    data = pareja_data(pareja)

    with pytest.raises(BracketError):
        pareja_update(pareja=pareja, data=type(data)(player_1="Otra", player_2="Más"), user=night.director, now=NOW)


@pytest.mark.parametrize("how", [{}, {"expelled": True}, {"expelled": True, "voided": True}, {"voided": True}])
def test_the_pages_order_a_stage_as_the_draw_does(how: dict[str, bool]) -> None:
    night = league()
    leave(night, 2, **how)

    (run,) = course_of(night.championship).runs

    assert run.ranking == ranking(night)


def test_a_preview_names_the_mesas_that_will_count_for_nobody_and_those_that_count_again() -> None:
    """Number 4 has lost to the 1 and has the others still to meet; what was played counts for nobody, nor what goes to its rivals."""
    night = Night.published(4, LEAGUE)
    mesas = {
        frozenset((fixture.pareja_a.number, fixture.pareja_b.number)): fixture
        for fixture in night.stage(1).fixtures.select_related("pareja_a", "pareja_b")
        if fixture.pareja_a and fixture.pareja_b
    }
    played = mesas[frozenset((1, 4))]
    night.record(played, "A" if played.pareja_a.number == 1 else "B")

    def told(seen: Preview[Moved]) -> dict[int, str]:
        return {change.fixture.pk: change.words.partition("; ")[2] for change in seen.changes}

    voided = preview(night.championship, lambda: leave(night, 4, voided=True))
    leave(night, 4, voided=True)
    back = preview(night.championship, lambda: come_back(night, 4))

    own = [fixture for met, fixture in mesas.items() if 4 in met]
    assert told(voided) == {
        fixture.pk: f"{'se anula' if fixture == played else 'no se juega'}: no cuenta para nadie" for fixture in own
    }
    assert told(back) == {
        fixture.pk: "vuelve a contar" if fixture == played else "queda sin resultado" for fixture in own
    }
