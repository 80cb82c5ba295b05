"""Who enters after the draw, in every format, and what undoes it."""

from dataclasses import replace

import pytest
from django.db.models import Q

from brackets.draw.formats import DoubleElimination, Elimination, Format, Series, Swiss
from brackets.draw.qualification import Everybody, FromEach
from brackets.draw.refusal import DrawRefusal
from brackets.models import AuditEntry, Fixture, Pareja
from brackets.selectors.draws import draw_of
from brackets.selectors.events import disagreements
from brackets.selectors.late import places_of
from brackets.selectors.stages import ranking_of, roster_of
from brackets.services.departures import Moved, pareja_leave, pareja_return
from brackets.services.effects import Fell
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.fixtures import fixture_clear, fixture_release, fixture_restore, fixture_start
from brackets.services.inscription import ParejaData
from brackets.services.late_entries import LateEntry, late_entry_undo, pareja_enter_late
from brackets.services.planning import StagePlan
from brackets.services.players import pareja_reform, pareja_reform_undo
from brackets.services.preview import preview
from brackets.services.stages import stage_publish, stage_reopen
from tests.brackets.services.test_formats import FINAL, SERIES, TABLE, Night
from tests.factories.brackets import NOW
from tests.factories.referee import ZAPATERIA, keepers

pytestmark = pytest.mark.django_db

FORMATS = [
    Elimination(),
    Elimination(third_place=True, consolation=True),
    DoubleElimination(),
    Series(size=4),
    Series(size=4, turns=2),
    Series(size=0),
    Swiss(rounds=3),
]
NEW = ParejaData(player_1="Tomás Tarde", player_2="Teresa Tarde")


def night_of(form: Format, parejas: int = 7) -> Night:
    night = Night.published(parejas, StagePlan(name="Etapa", format=form, entry=(Everybody(),), criteria=TABLE))
    if isinstance(form, Swiss):
        night.pair()
    return night


def enter(night: Night, place: int | None = None, **given: object) -> LateEntry:
    stage = night.stage(1)
    chosen = places_of(stage)[0].number if place is None else place
    details = {"data": NEW, "reason": "Llegó tarde", "user": night.director, "now": NOW} | given
    return pareja_enter_late(stage=stage, place=chosen, **details)  # type: ignore[arg-type]


def undo(night: Night, number: int = 8) -> LateEntry:
    return late_entry_undo(pareja=night.championship.parejas.get(number=number), user=night.director, now=NOW)


def meetings(night: Night) -> set[frozenset[int]]:
    rows = night.stage(1).fixtures.filter(pareja_a__isnull=False, pareja_b__isnull=False)
    return {frozenset(pair) for pair in rows.values_list("pareja_a__number", "pareja_b__number")}


@pytest.mark.parametrize("form", FORMATS)
def test_entered_and_undone_is_never_entered(form: Format) -> None:
    night = night_of(form)
    before, draw = night.rows(), draw_of(night.stage(1))

    entry = enter(night)
    assert night.rows() != before
    assert draw_of(night.stage(1)) == draw  # what was published stays what the seed gives
    undo(night)

    assert night.rows() == before
    assert not undo(night).changed
    assert Pareja.objects.get(pk=entry.pareja.pk).status == "withdrawn"


@pytest.mark.parametrize("form", FORMATS)
def test_who_enters_late_plays_and_no_other_partida_changes_its_number(form: Format) -> None:
    night = night_of(form)
    numbers = dict(night.stage(1).fixtures.filter(number__isnull=False).values_list("pk", "number"))

    enter(night)

    after = dict(night.stage(1).fixtures.filter(number__isnull=False).values_list("pk", "number"))
    assert numbers.items() <= after.items()
    assert len(set(after.values())) == len(after)
    assert AuditEntry.objects.latest("id").action == "pareja-entrar-tarde"
    if isinstance(form, Swiss):
        night.play()
        night.pair()
    assert any(8 in pair for pair in meetings(night))
    night.play()
    while isinstance(form, Swiss) and len(night.stage(1).pairings) < form.rounds:
        night.pair()
        night.play()
    ranking = ranking_of(night.stage(1), roster_of(night.championship.pk))
    assert ranking.complete
    assert 8 in {each.pareja for each in ranking.overall}


@pytest.mark.parametrize("turns", [1, 2])
def test_in_a_series_everybody_meets_everybody_once_a_turn_and_nobody_twice_in_a_round(turns: int) -> None:
    night = night_of(Series(size=4, turns=turns))

    entry = enter(night)

    rows = list(
        night.stage(1)
        .fixtures.filter(pareja_a__isnull=False)
        .values_list("round", "pareja_a__number", "pareja_b__number")
    )
    mine = [pair for _, *pair in rows if entry.pareja.number in pair]
    assert len(mine) == 3 * turns
    assert len({frozenset(pair) for pair in mine}) == 3
    for number in {row[0] for row in rows}:
        playing = [pareja for round_, *pair in rows if round_ == number for pareja in pair]
        assert len(playing) == len(set(playing))
    assert {round_ for round_, *_ in rows} == set(range(1, 3 * turns + 1))  # where somebody rested


def test_a_full_series_and_a_knock_out_without_byes_have_no_place() -> None:
    for form in (Elimination(), Series(size=4)):
        night = night_of(form, parejas=8)
        assert places_of(night.stage(1)) == ()
        before, entries = night.rows(), AuditEntry.objects.count()
        with pytest.raises(InvalidValue) as refused:
            enter(night, place=0, number=90)
        assert refused.value.code == "sin-lugar"
        assert (night.rows(), AuditEntry.objects.count()) == (before, entries)
        assert not night.championship.parejas.filter(number=90).exists()


def test_a_bye_is_not_open_once_who_had_it_has_played_on() -> None:
    night = night_of(Elimination())
    passed = night.stage(1).fixtures.get(how="bye")
    night.play()
    before, entries = night.rows(), AuditEntry.objects.count()
    played = night.stage(1).fixtures.get(round=2, position=passed.position // 2)

    with pytest.raises(DrawRefusal, match=f"partida {played.number}"):
        enter(night)
    assert (night.rows(), AuditEntry.objects.count()) == (before, entries)
    assert night.championship.parejas.count() == 7

    marked = enter(night, on_purpose=True).marked

    assert played.pk in {each.pk for each in marked}


def played_on(night: Night) -> Fixture:
    """The mesa that whoever passed first has played; the rest is played too."""
    passed = night.stage(1).fixtures.get(how="bye")
    night.play()
    return night.stage(1).fixtures.get(round=2, position=passed.position // 2)


def test_what_an_entry_left_without_effect_is_given_back_when_it_is_undone() -> None:
    night = night_of(Elimination())
    played = played_on(night)
    final, before = night.stage(1).fixtures.get(round=3), night.rows()
    entry = enter(night, on_purpose=True)
    assert {*entry.marked} == {played, final}

    undone = undo(night)

    assert (undone.given_back, undone.not_given_back) == ((played, final), ())
    assert night.rows() == before
    assert disagreements(night.stage(1)) == []


def test_a_round_left_without_effect_by_who_enters_late_is_given_back_in_the_draw_of_two_defeats() -> None:
    night = night_of(DoubleElimination())
    night.play()
    before = night.rows()
    enter(night, on_purpose=True)

    assert undo(night).not_given_back == ()
    assert night.rows() == before


def test_what_was_done_since_an_entry_stays_when_it_is_undone_and_that_is_said() -> None:
    night = night_of(Elimination())
    played = played_on(night)
    other = night.stage(1).fixtures.get(round=2, position=1 - played.position)
    final = night.stage(1).fixtures.get(round=3)
    enter(night, on_purpose=True)
    assert other.winner is not None
    night.record(other, "B" if other.winner_id == other.pareja_a_id else "A")

    undone = undo(night)

    assert (undone.given_back, undone.not_given_back) == ((played,), (final,))
    final.refresh_from_db()
    assert (final.status, final.winner) == ("ready", None)


def test_who_left_keeps_again_the_mesa_that_an_entry_let_it_go_of() -> None:
    night = night_of(Elimination())
    played = played_on(night)
    final = night.stage(1).fixtures.get(round=3)
    fixture_clear(fixture=final, reason="prueba", user=night.director, now=NOW)
    fixture_start(fixture=final, now=NOW)
    loser = final.pareja_a if final.pareja_a != played.winner else final.pareja_b
    assert loser is not None
    pareja_leave(pareja=loser, user=night.director, now=NOW, reason="Enfermedad", played=True)
    fixture_release(fixture=final, now=NOW)
    left, before = night.stage(1).left, night.rows()
    enter(night, on_purpose=True)

    undo(night)

    assert night.stage(1).left == left
    assert night.rows() == before


def test_a_reforming_gives_back_what_it_left_without_effect_when_it_is_undone() -> None:
    night = night_of(Elimination())
    played = played_on(night)
    before, who = night.rows(), {"user": night.director, "now": NOW}
    old = night.stage(1).fixtures.get(round=1, position=3 if played.position == 0 else 0)
    loser = old.pareja_a if old.winner == old.pareja_b else old.pareja_b
    assert loser is not None
    entry = pareja_reform(
        pareja=loser, stays=1, partner="Nora Nueva", cedula="", place=places_of(night.stage(1))[0].number,
        reason="Su compañero se fue", on_purpose=True, **who,
    )  # fmt: skip
    assert played in entry.marked

    undone = pareja_reform_undo(pareja=entry.pareja, **who)

    assert (undone.back, undone.given_back[0], undone.not_given_back) == (loser, played, ())
    assert night.rows() == before


def test_a_reforming_is_undone_after_what_was_played_since_was_taken_back() -> None:
    night = night_of(Elimination())
    why = {"user": night.director, "now": NOW, "reason": "prueba"}
    played = played_on(night)
    passed = night.stage(1).fixtures.get(how="bye").winner
    assert passed is not None
    night.record(played, "A" if played.pareja_a != passed else "B", on_purpose=True)
    night.play()
    place = places_of(night.stage(1))[0].number
    entry = pareja_reform(
        pareja=passed, stays=1, partner="Nora Nueva", cedula="", place=place, on_purpose=True, **why
    )  # fmt: skip
    night.record(night.stage(1).fixtures.get(pk=played.pk))
    with pytest.raises(BracketError, match="Deje primero sin efecto lo jugado"):
        pareja_reform_undo(pareja=entry.pareja, user=night.director, now=NOW)
    fixture_clear(fixture=played, **why)

    undone = pareja_reform_undo(pareja=entry.pareja, user=night.director, now=NOW)

    played.refresh_from_db()
    assert (undone.back, played.status) == (passed, "ready")
    assert passed in (played.pareja_a, played.pareja_b)
    assert played in undone.not_given_back
    assert disagreements(night.stage(1)) == []


def test_nobody_enters_once_the_next_stage_is_published() -> None:
    series = StagePlan(name="Series", format=Series(size=4), entry=(Everybody(),), criteria=TABLE)
    night = Night.in_second(7, series, FINAL)

    with pytest.raises(BracketError) as refused:
        enter(night)
    assert refused.value.code == "etapa-siguiente"


def test_who_has_played_stays() -> None:
    night = night_of(Series(size=4))
    entry = enter(night)
    night.record(Fixture.objects.filter(pareja_b=entry.pareja).order_by("number")[0])
    before = night.rows()

    with pytest.raises(BracketError) as refused:
        undo(night)

    assert refused.value.code == "ya-jugo"
    assert night.rows() == before


def in_the_next_stage() -> tuple[Night, LateEntry]:
    """6 entered a series late, both its rivals left, and it is in the next stage, which is published: it passes to the final there."""
    series = StagePlan(name="Series", format=Series(size=3), entry=(Everybody(),), criteria=TABLE)
    night = Night.published(5, series, replace(FINAL, entry=(FromEach(1, 2),)))
    entry = enter(night)
    own = night.stage(1).fixtures.filter(Q(pareja_a=entry.pareja) | Q(pareja_b=entry.pareja))
    rivals = {pareja for each in own for pareja in (each.pareja_a, each.pareja_b)} - {entry.pareja}
    for rival in rivals:
        pareja_leave(pareja=rival, user=night.director, now=NOW, reason="Enfermedad")
    night.play()
    night.publish(2)
    assert entry.pareja.number in night.stage(2).slots
    return night, entry


def test_its_entry_is_not_undone_once_it_has_played_in_a_later_stage() -> None:
    night, entry = in_the_next_stage()
    night.play(2)
    (final,) = night.stage(2).fixtures.filter(round=2)
    before = night.rows()

    with pytest.raises(BracketError, match=f"ya se empezó a jugar la partida {final.number}") as refused:
        undo(night, entry.pareja.number)

    assert refused.value.code == "ya-jugo"
    assert night.rows() == before


def test_nor_once_others_have_in_a_later_stage_that_is_drawn_with_it() -> None:
    night, entry = in_the_next_stage()
    (semifinal,) = night.stage(2).fixtures.filter(status="ready")
    night.record(semifinal)
    before = night.rows()

    with pytest.raises(DrawRefusal) as refused:
        undo(night, entry.pareja.number)

    assert str(refused.value) == (
        f"No se puede deshacer la entrada de la pareja 6: «Final» sería otra (entrarían otros), y ya se empezó a jugar la {semifinal.name}. "
        "Deje primero sin efecto lo jugado ahí."
    )
    assert night.rows() == before


def test_nor_while_a_later_stage_that_it_is_in_is_kept_on_purpose() -> None:
    night, entry = in_the_next_stage()
    (semifinal,) = night.stage(2).fixtures.filter(status="ready")
    night.record(semifinal)
    first = night.stage(1).fixtures.filter(how="played").first()
    fixture_clear(fixture=first, user=night.director, now=NOW, reason="Otra", on_purpose=True)
    assert night.stage(2).kept_draw
    before = night.rows()

    with pytest.raises(BracketError, match="está en «Final»") as refused:
        undo(night, entry.pareja.number)

    assert refused.value.code == "etapa-siguiente"
    assert night.rows() == before


def test_the_draw_of_a_later_stage_that_it_is_in_is_taken_back_with_its_entry() -> None:
    night, entry = in_the_next_stage()

    undone = undo(night, entry.pareja.number)

    assert undone.fallen == (Fell("Final"),)
    assert AuditEntry.objects.latest("id").data["fallen"] == ["el sorteo de «Final»"]
    assert night.stage(2).status == "planned"
    assert entry.pareja.number not in night.draw(2).slots


def test_who_is_gone_because_its_entry_was_undone_has_no_place_to_come_back_to() -> None:
    night = night_of(Elimination(), parejas=5)
    entry = enter(night)
    undo(night, entry.pareja.number)
    before = night.rows()

    with pytest.raises(BracketError, match="inscriba de nuevo") as refused:
        pareja_return(pareja=entry.pareja, user=night.director, now=NOW, reason="Volvió")

    assert (refused.value.code, night.rows()) == ("entrada-deshecha", before)


def come_back(night: Night, entry: LateEntry) -> Moved:
    return pareja_return(pareja=entry.pareja, user=night.director, now=NOW, reason="Volvió")


def test_once_the_stage_is_reopened_it_comes_back_and_is_drawn_like_any_other() -> None:
    night = night_of(Elimination(), parejas=5)
    entry = enter(night)
    undo(night, entry.pareja.number)
    stage_reopen(stage=night.stage(1), user=night.director, now=NOW, reason="Llegaron")

    assert come_back(night, entry).changed
    night.publish()

    assert sorted(filter(None, night.stage(1).slots)) == [1, 2, 3, 4, 5, entry.pareja.number]
    before = night.rows()
    pareja_leave(pareja=entry.pareja, user=night.director, now=NOW, reason="Enfermedad")
    assert come_back(night, entry).changed  # it has a place by now
    assert night.rows() == before


@pytest.mark.parametrize("again", [False, True])
def test_nor_has_it_one_when_the_stage_is_published_again_without_it(*, again: bool) -> None:
    night = night_of(Elimination(), parejas=5)
    entry = enter(night)
    undo(night, entry.pareja.number)
    stage = stage_reopen(stage=night.stage(1), user=night.director, now=NOW, reason="Se repite").stage
    stage_publish(stage=night.draw(seed="otra") if again else stage, user=night.director, now=NOW)

    with pytest.raises(BracketError) as refused:
        come_back(night, entry)

    assert refused.value.code == "entrada-deshecha"


def test_who_came_back_and_left_of_its_own_comes_back_as_any_other() -> None:
    night = night_of(Elimination(), parejas=5)
    entry = enter(night)
    undo(night, entry.pareja.number)
    stage_reopen(stage=night.stage(1), user=night.director, now=NOW, reason="Llegaron")
    come_back(night, entry)
    pareja_leave(pareja=entry.pareja, user=night.director, now=NOW, reason="Se fue")
    night.publish()

    assert come_back(night, entry).changed


def test_a_reformed_one_does_not_come_back_while_the_one_that_its_player_came_from_is_in() -> None:
    night = night_of(Series(size=4))
    old = night.championship.parejas.get(number=3)
    place = places_of(night.stage(1))[0].number
    who = {"user": night.director, "now": NOW}
    entry = pareja_reform(
        pareja=old, stays=1, partner="Nora Nueva", cedula="", place=place, reason="Su compañero se fue", **who
    )
    pareja_reform_undo(pareja=entry.pareja, **who)
    stage_reopen(stage=night.stage(1), reason="Se repite", **who)

    with pytest.raises(BracketError, match="retire primero el 3") as refused:
        come_back(night, entry)

    assert refused.value.code == "jugador-en-otra"
    pareja_leave(pareja=old, reason="Enfermedad", **who)
    assert come_back(night, entry).changed


def test_several_enter_and_the_last_one_is_undone_first() -> None:
    night = night_of(Elimination(), parejas=5)
    before = night.rows()
    first, second = enter(night), enter(night, data=ParejaData(player_1="Otra Tarde", player_2="Más Tarde"))

    with pytest.raises(BracketError) as refused:
        undo(night, first.pareja.number)
    assert refused.value.code == "entro-otra"
    undo(night, second.pareja.number)
    undo(night, first.pareja.number)

    assert night.rows() == before


def test_a_correction_afterwards_keeps_the_rounds_paired_with_who_entered_late() -> None:
    night = night_of(Swiss(rounds=3), parejas=8)
    night.play()
    enter(night)
    night.pair()
    pairings = night.stage(1).pairings

    fixture = night.stage(1).fixtures.filter(round=1)[0]
    night.record(fixture, "A" if fixture.winner_id == fixture.pareja_a_id else "B", chicas=[[40, 38]])

    assert night.stage(1).pairings == pairings


def test_who_enters_for_an_earlier_round_than_one_who_came_before_plays_that_round() -> None:
    night = night_of(Swiss(rounds=3), parejas=6)
    night.play()
    night.pair()
    later = enter(night, 3).pareja
    fixture = night.stage(1).fixtures.filter(round=1)[0]
    night.record(fixture, "B" if fixture.winner_id == fixture.pareja_a_id else "A", chicas=[[40, 38]])
    sooner = enter(night, 2, data=ParejaData(player_1="Sol Pronto", player_2="Luz Pronto")).pareja

    night.pair()

    sides = night.stage(1).fixtures.filter(round=2).values_list("pareja_a__number", "pareja_b__number")
    playing = {number for each in sides for number in each}
    assert sooner.number in playing
    assert later.number not in playing
    assert disagreements(night.stage(1)) == []


@pytest.mark.parametrize("rounds", [0, 1])
@pytest.mark.parametrize("parejas", [6, 7])
def test_a_round_that_was_paired_with_it_is_taken_back_where_nobody_has_begun(parejas: int, rounds: int) -> None:
    night = Night.published(
        parejas, StagePlan(name="Etapa", format=Swiss(rounds=3), entry=(Everybody(),), criteria=TABLE)
    )
    for _ in range(rounds):
        night.pair()
        night.play()
    before = night.rows()
    entry = enter(night)
    night.pair()

    undone = undo(night, entry.pareja.number)

    assert undone.fallen == (Fell("Etapa", rounds + 1),)
    assert night.rows() == before
    assert disagreements(night.stage(1)) == []
    night.pair()
    lines = [line for pair in night.stage(1).pairings[rounds] for line in pair if line is not None]
    assert sorted(lines) == list(range(parejas))


def test_a_reformed_pareja_goes_from_its_round_too() -> None:
    night = night_of(Swiss(rounds=3), parejas=6)
    night.play()
    before = night.rows()
    old = night.championship.parejas.get(number=6)
    why = {"reason": "Enfermedad", "user": night.director, "now": NOW}
    new = pareja_reform(pareja=old, stays=1, partner="Sara Sustituta", cedula="", place=2, **why).pareja
    night.pair()

    undone = pareja_reform_undo(pareja=new, user=night.director, now=NOW)

    assert undone.fallen == (Fell("Etapa", 2),)
    assert night.rows() == before


def test_its_entry_stays_once_others_have_begun_the_round_paired_with_it() -> None:
    night = night_of(Swiss(rounds=3), parejas=6)
    night.play()
    entry = enter(night)
    night.pair()
    others = night.stage(1).fixtures.filter(round=2, status="ready").exclude(pareja_a=entry.pareja)
    begun = others.exclude(pareja_b=entry.pareja)[0]
    fixture_start(fixture=begun, now=NOW)
    before = night.rows()

    with pytest.raises(DrawRefusal) as refused:
        undo(night, entry.pareja.number)

    assert refused.value.code == "in-the-way"
    assert str(refused.value) == (
        "No se puede deshacer la entrada de la pareja 7: la ronda 2 de «Etapa» sería otra, y ya se empezó a jugar "
        f"la {begun.name}. Deje primero sin efecto lo jugado ahí."
    )
    assert night.rows() == before


def test_a_preview_of_it_leaves_nothing() -> None:
    night = night_of(Elimination())
    before, parejas = night.rows(), night.championship.parejas.count()

    seen = preview(night.championship, lambda: enter(night))

    rival = night.stage(1).fixtures.get(how="bye").winner
    assert f"el {rival.number}" in seen.changes[0].words  # type: ignore[union-attr]
    assert (night.rows(), night.championship.parejas.count()) == (before, parejas)


@pytest.mark.parametrize("number", [1, 2])
def test_it_counts_for_the_stage_entered_where_two_are_of_all_inscribed(number: int) -> None:
    """Nothing of the other falls by it, nor by what is played and corrected after it, and undoing it undoes nothing there."""
    night = Night(7, SERIES, replace(SERIES, name="Copa"))
    for each in (1, 2):
        night.publish(each)
    for each in (1, 2):
        night.record(night.stage(each).fixtures.filter(status="ready").earliest("number"))
    rows = night.rows()
    stage = night.stage(number)
    who = {"user": night.director, "now": NOW}

    entry = pareja_enter_late(stage=stage, data=NEW, place=places_of(stage)[0].number, reason="Llegó tarde", **who)
    first = night.stage(1).fixtures.filter(how="played").get()
    assert not night.record(first, "B").fallen
    assert [disagreements(night.stage(each)) for each in (1, 2)] == [[], []]
    assert all(night.stage(each).status == "published" for each in (1, 2))
    fixture_restore(fixture=first, **who)
    assert not late_entry_undo(pareja=entry.pareja, **who).fallen

    assert night.rows() == rows


def test_who_entered_late_before_a_stage_of_all_inscribed_was_drawn_is_in_it() -> None:
    night = Night.published(7, SERIES, replace(SERIES, name="Copa"))
    enter(night)

    night.publish(2)

    assert 8 in night.stage(2).slots
    assert disagreements(night.stage(2)) == []
    assert [str(fell) for fell in undo(night).fallen] == ["el sorteo de «Copa»"]


@pytest.mark.parametrize("form", [Elimination(), DoubleElimination(), Series(size=4)])
def test_an_entry_of_which_a_mesa_is_kept_is_not_undone_and_it_says_to_withdraw_it(form: Format) -> None:
    """Its result was taken back, or is there: what was kept on the tablet is not lost."""
    night = night_of(form)
    enter(night)
    (kept,) = keepers(
        [night.stage(1).fixtures.filter(Q(pareja_a__number=8) | Q(pareja_b__number=8), status="ready")[0]]
    )
    kept.open()
    kept.record(*ZAPATERIA)
    kept.seal()

    for taken_back in (False, True):
        if taken_back:
            fixture_clear(fixture=kept.fixture, user=night.director, now=NOW, reason="prueba")
        with pytest.raises(
            BracketError, match=r"hay una mesa registrada de la partida \d+, y se guarda. Retire a la pareja 8\.$"
        ) as error:
            undo(night)
        assert error.value.code == "ya-jugo"
    pareja = night.championship.parejas.get(number=8)
    pareja_leave(pareja=pareja, user=night.director, now=NOW, reason="Se va")
    assert disagreements(night.stage(1)) == []
