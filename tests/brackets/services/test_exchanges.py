"""Two parejas exchanged by hand in a draft."""

import pytest

from brackets.draw.refusal import DrawRefusal
from brackets.models import AuditEntry, Stage
from brackets.selectors.draws import draw_check, drawn_lines
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.exchanges import draw_exchange, draw_exchange_undo
from brackets.services.stages import stage_publish
from referee.management.rehearsal.drawing import draw_rehearsed
from tests.factories.brackets import NOW, director_of, drawn_stage, published_stage

pytestmark = pytest.mark.django_db


def exchange(stage: Stage, a: int, b: int, reason: str = "Viajan juntos") -> Stage:
    return draw_exchange(stage=stage, a=a, b=b, reason=reason, user=director_of(stage.championship), now=NOW)


def undo(stage: Stage) -> Stage:
    return draw_exchange_undo(stage=stage, user=director_of(stage.championship), now=NOW)


def two_of(stage: Stage) -> tuple[int, int]:
    """Two that do not meet."""
    return stage.slots[0], stage.slots[2]


def test_two_change_places_and_the_draw_stays_known() -> None:
    stage = drawn_stage(8)
    drawn = stage.slots
    a, b = two_of(stage)

    stage = exchange(stage, a, b)

    assert (stage.slots[0], stage.slots[2]) == (b, a)
    assert list(drawn_lines(stage)) == drawn
    first = stage.fixtures.get(round=1, position=0)
    assert b in (first.pareja_a.number, first.pareja_b.number)
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.sentence) == (
        "sorteo-intercambiar",
        f"Intercambió la {a} con la {b} en el sorteo: Viajan juntos",
    )
    assert entry.data["difference"] == [
        {"line": 1, "drawn": a, "stands": b},
        {"line": 3, "drawn": b, "stands": a},
    ]


def test_a_draw_with_exchanges_passes_its_check_and_is_published() -> None:
    stage = drawn_stage(8, club="Sol")
    stage = exchange(stage, *two_of(stage))

    assert draw_check(stage) == []
    assert stage_publish(stage=stage, user=director_of(stage.championship), now=NOW).status == "published"


def test_lines_changed_without_an_exchange_are_found() -> None:
    drawn = drawn_stage(8)
    assert draw_check(drawn) == []
    stage = exchange(drawn, *two_of(drawn))
    stage.slots = [*stage.slots[4:], *stage.slots[:4]]
    stage.save()

    assert [broken.code for broken in draw_check(stage)] == ["not-repeatable"]


def test_the_last_exchange_is_taken_back_and_then_there_is_none() -> None:
    stage = drawn_stage(8)
    drawn = stage.slots
    a, b = two_of(stage)
    exchange(exchange(stage, a, b), a, stage.slots[4])

    stage = undo(undo(stage))
    entries = AuditEntry.objects.count()

    assert (stage.slots, stage.exchanges) == (drawn, [])
    assert undo(stage).slots == drawn
    assert AuditEntry.objects.count() == entries


def test_a_new_draw_forgets_the_exchanges() -> None:
    stage = drawn_stage(8)
    stage = exchange(stage, *two_of(stage))

    again = draw_rehearsed(
        championship=stage.championship, user=director_of(stage.championship), now=NOW, public_seed="otra"
    )

    assert again.exchanges == []
    assert draw_check(again) == []


def test_what_breaks_the_draw_is_refused_and_changes_nothing() -> None:
    stage = drawn_stage(6)
    stage.championship.parejas.filter(number=1).update(seed=1)
    stage = draw_rehearsed(
        championship=stage.championship, user=director_of(stage.championship), now=NOW, public_seed="x"
    )
    playing = next(
        key for line, key in enumerate(stage.slots) if key not in (None, 1) and stage.slots[line ^ 1] is not None
    )

    with pytest.raises(DrawRefusal, match="pases libres"):
        exchange(stage, 1, playing)

    stage.refresh_from_db()
    assert stage.exchanges == []


def test_an_exchange_needs_a_reason() -> None:
    stage = drawn_stage(4)

    with pytest.raises(InvalidValue) as refused:
        exchange(stage, *two_of(stage), reason=" ")

    assert refused.value.field == "reason"


def test_a_published_draw_and_one_not_made_are_left_alone() -> None:
    published = published_stage(4)
    planned = Stage.objects.create(championship=published.championship, number=2, status="planned")
    for stage, code in ((published, "sorteo-publicado"), (planned, "sorteo-sin-hacer")):
        with pytest.raises(BracketError) as refused:
            exchange(stage, 1, 2)
        assert refused.value.code == code
