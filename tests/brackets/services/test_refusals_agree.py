"""A refusal agrees with how many partidas it names: one of them, or two."""

from collections.abc import Callable
from typing import Final

import pytest
from django.db.models import Q

from brackets.draw.entries import Entry, check_entries
from brackets.draw.formats import Series, Swiss
from brackets.draw.refusal import DrawRefusal
from brackets.forms.floor import DepartureForm
from brackets.models import Fixture, Pareja, Stage
from brackets.selectors.course import course_of
from brackets.selectors.departures import fixtures_at, unanswered
from brackets.selectors.entering import Entering
from brackets.selectors.exits import exits_of
from brackets.selectors.reopening import reopening_obstacles
from brackets.services.departures import pareja_leave
from brackets.services.errors import BracketError
from brackets.services.fixtures import fixture_clear, fixture_start, fixture_unsettle
from brackets.services.fixtures.locking import require_entries_count
from brackets.services.inscription import ParejaData
from brackets.services.players import player_substitute
from brackets.services.projection import fixtures_remove
from tests.brackets.services.test_formats import FINAL, SERIES, Night
from tests.brackets.services.test_late_entries import enter, night_of, undo
from tests.factories.brackets import NOW, director_of, published_stage
from tests.factories.referee import keepers
from tests.factories.remembered import remembered

pytestmark = pytest.mark.django_db


def with_mesas(many: int) -> Stage:
    """So many mesas of it are registered; none of them has begun as its bracket has it."""
    stage = published_stage(8)
    for keeper in keepers(list(stage.fixtures.filter(status="ready").order_by("number")[:many])):
        keeper.open()
    stage.fixtures.filter(status="in-play").update(status="ready", called_at=None, started_at=None)
    return stage


def kept(many: int) -> str:
    with pytest.raises(DrawRefusal) as refused:
        fixtures_remove(with_mesas(many).fixtures.all())
    return str(refused.value)


def paired_otherwise(many: int, act: Callable[..., object] = fixture_clear) -> str:
    """A result of the first Swiss round stops counting while so many mesas of the second are played."""
    night = night_of(Swiss(rounds=3), parejas=8)
    night.play()
    night.pair()
    for fixture in night.stage(1).fixtures.filter(round=2).order_by("number")[:many]:
        fixture_start(fixture=fixture, now=NOW)
    first = night.stage(1).fixtures.select_related("stage__championship").get(number=1)
    with pytest.raises(DrawRefusal) as refused:
        act(fixture=first, user=night.director, now=NOW, reason="prueba")
    assert str(refused.value).startswith("Sin ese resultado la ronda 2")
    return str(refused.value)


@remembered
def series_then_final(many: int) -> Night:
    """So many results of the series are provisional."""
    night = Night.in_second(8, SERIES, FINAL)
    numbers = list(night.stage(1).fixtures.filter(number__lte=many).values_list("pk", flat=True))
    Fixture.objects.filter(pk__in=numbers).update(status="provisional")
    return night


def drawn_too_early(many: int) -> str:
    night = series_then_final(many)
    night.stage(2).fixtures.all().delete()
    night.championship.stages.filter(number=2).update(status="planned", planned_entries={})
    with pytest.raises(BracketError) as refused:
        night.draw(2)
    return refused.value.message


def awaited(many: int) -> str:
    night = series_then_final(many)
    night.championship.stages.filter(number=2).update(kept_draw=True)
    final = Fixture.objects.select_related("stage__championship").get(stage=night.stage(2))
    with pytest.raises(BracketError) as refused:
        require_entries_count(final)
    return refused.value.message.replace(final.name, "final")


def entered_and_played(many: int) -> str:
    night = night_of(Series(size=4))
    pareja = enter(night).pareja
    own = [each for each in night.stage(1).fixtures.all() if pareja.pk in (each.pareja_a_id, each.pareja_b_id)]
    for fixture in own[:many]:
        night.record(fixture)
    for number, fixture in enumerate(own[:many], start=501):
        Fixture.objects.filter(pk=fixture.pk).update(number=number)
    with pytest.raises(BracketError) as refused:
        undo(night)
    return refused.value.message


def at_its_mesas(many: int, *, ended: bool = False) -> Pareja:
    """Pareja 1 of a series plays so many of its mesas, 501 and 502, or has played them."""
    night = Night.published(8, SERIES, FINAL)
    pareja = night.championship.parejas.get(number=1)
    there = night.stage(1).fixtures.filter(Q(pareja_a=pareja) | Q(pareja_b=pareja)).order_by("number")
    own = list(there[:many])
    for fixture in own if ended else ():
        night.record(fixture)
    in_play = {} if ended else {"status": "in-play", "started_at": NOW}
    for number, fixture in enumerate(own, start=501):
        Fixture.objects.filter(pk=fixture.pk).update(number=number, **in_play)
    return pareja


def substituted(pareja: Pareja) -> str:
    user = director_of(pareja.championship)
    with pytest.raises((BracketError, DrawRefusal)) as refused:
        player_substitute(pareja=pareja, position=1, name="Otro", cedula="", reason="Viajó", user=user, now=NOW)
    return str(refused.value)


def substituted_at_its_mesa(many: int) -> str:
    return substituted(at_its_mesas(many))


def substituted_after_its_mesas(many: int) -> str:
    return substituted(at_its_mesas(many, ended=True))


def leaves_its_mesa(many: int) -> str:
    pareja = at_its_mesas(many)
    with pytest.raises(BracketError) as refused:
        pareja_leave(pareja=pareja, user=director_of(pareja.championship), now=NOW, reason="Enfermedad")
    return refused.value.message


def asked_of_its_mesa(many: int) -> str:
    form = DepartureForm(players=2, at=unanswered(fixtures_at(at_its_mesas(many))))
    return str(form.fields["played"].label)


def told_of_its_mesa(many: int) -> str:
    pareja = at_its_mesas(many)
    return exits_of(course_of(pareja.championship), [pareja.number])[0].at


def entered_twice(many: int) -> str:
    with pytest.raises(DrawRefusal) as refused:
        check_entries([Entry(number) for number in range(1, many + 1)] * 2)
    return refused.value.message


def seeded_twice(many: int) -> str:
    with pytest.raises(DrawRefusal) as refused:
        check_entries([Entry(number, seed=1 + number // 2) for number in range(2, 2 * many + 2)])
    return refused.value.message


def begun(many: int) -> str:
    stage = published_stage(8)
    for fixture in stage.fixtures.filter(status="ready").order_by("number")[:many]:
        fixture_start(fixture=fixture, now=NOW)
    return reopening_obstacles(stage)[0].message


def registered(many: int) -> str:
    return reopening_obstacles(with_mesas(many))[0].message


def entered_late(many: int) -> str:
    night = night_of(Series(size=4), parejas=6)
    for who in ("Abel", "Bruno")[:many]:
        enter(night, data=ParejaData(player_1=f"{who} Tarde", player_2=f"{who} Luego"))
    return reopening_obstacles(night.stage(1))[0].message


SAID: Final[list[tuple[Callable[[int], str], str, str]]] = [
    (
        kept,
        "Hay una mesa registrada de la partida 1, y se guarda.",
        "Hay mesas registradas de la partida 1 y la partida 2, y se guardan.",
    ),
    (
        paired_otherwise,
        "ya se empezó a jugar la partida 5. Deje primero sin efecto lo jugado ahí.",
        "ya se empezaron a jugar la partida 5 y la partida 6. Deje primero sin efecto lo jugado ahí.",
    ),
    (
        drawn_too_early,
        "Es provisional el resultado de la partida 1: espera las firmas o un fallo.",
        "Son provisionales los resultados de la partida 1 y la partida 2: esperan las firmas o un fallo.",
    ),
    (
        awaited,
        "La final espera: es provisional el resultado de la partida 1, del que depende quién entra en «Final». "
        "Espere el fallo o las firmas, o a que el Director deje contar lo provisional, en «Apelaciones».",
        "La final espera: son provisionales los resultados de la partida 1 y la partida 2, de los que depende quién entra en "
        "«Final». Espere el fallo o las firmas, o a que el Director deje contar lo provisional, en «Apelaciones».",
    ),
    (
        entered_and_played,
        "ya se empezó a jugar la partida 501. Deje primero sin efecto lo jugado.",
        "ya se empezaron a jugar la partida 501 y la partida 502. Deje primero sin efecto lo jugado.",
    ),
    (
        begun,
        "no se reabre: ya se empezó a jugar la partida 1.",
        "no se reabre: ya se empezaron a jugar la partida 1 y la partida 2.",
    ),
    (
        registered,
        "no se reabre: hay una mesa registrada de la partida 1, aunque no tenga resultado.",
        "no se reabre: hay mesas registradas de la partida 1 y la partida 2, aunque no tengan resultado.",
    ),
    (
        substituted_at_its_mesa,
        "Se está jugando o firmando la partida 501: ni a propósito se interrumpe. Espere a que termine.",
        "Se están jugando o firmando la partida 501 y la partida 502: ni a propósito se interrumpen. Espere a que terminen.",
    ),
    (
        substituted_after_its_mesas,
        "El número 1 ya jugó la partida 501: desde ahí no cambia de jugadores. Puede retirarse, y quien queda inscribirse "
        "con otro número si hay lugar.",
        "El número 1 ya jugó la partida 501 y la partida 502: desde ahí no cambia de jugadores. Puede retirarse, y quien queda "
        "inscribirse con otro número si hay lugar.",
    ),
    (
        leaves_its_mesa,
        "La pareja 1 está en la partida 501 (en juego). ¿Se jugó, o se juega hasta el final? Responda en «Su mesa de ahora».",
        "La pareja 1 está en la partida 501 (en juego) y la partida 502 (en juego). ¿Se jugaron, o se juegan hasta el final? "
        "Responda en «Sus mesas de ahora».",
    ),
    (
        asked_of_its_mesa,
        "Su mesa de ahora es la partida 501 (en juego). ¿Se jugó?",
        "Sus mesas de ahora son la partida 501 (en juego) y la partida 502 (en juego). ¿Se jugaron?",
    ),
    (
        told_of_its_mesa,
        "Está en la partida 501 (en juego): al salir se le pregunta si se jugó.",
        "Está en la partida 501 (en juego) y la partida 502 (en juego): al salir se le pregunta si se jugaron.",
    ),
    (
        entered_twice,
        "La inscripción 1 está más de una vez en el sorteo. Déjela una sola vez.",
        "Las inscripciones 1 y 2 están más de una vez en el sorteo. Déjelas una sola vez.",
    ),
    (
        seeded_twice,
        "La cabeza de serie 2 está dada más de una vez. Cada una debe ser de una sola inscripción.",
        "Las cabezas de serie 2 y 3 están dadas más de una vez. Cada una debe ser de una sola inscripción.",
    ),
    (
        entered_late,
        "entró alguien después del sorteo (7): deshaga primero esa entrada.",
        "entraron otros después del sorteo (7 y 8): deshaga primero esas entradas.",
    ),
]


@pytest.mark.parametrize(("refusal", "one", "two"), SAID, ids=[refusal.__name__ for refusal, *_ in SAID])
def test_of_one_and_of_two(refusal: Callable[[int], str], one: str, two: str) -> None:
    assert refusal(1).endswith(one)
    assert refusal(2).endswith(two)


def test_of_more_than_are_named() -> None:
    assert begun(4).endswith("ya se empezaron a jugar la partida 1, la partida 2, la partida 3 y 1 más.")


def test_who_would_enter_and_who_would_not() -> None:
    assert Entering("Final", (1,), (2, 3)).words == "entraría el 1 y saldrían el 2 y el 3"


def test_a_result_that_stops_counting_is_no_longer_there_whether_it_was_taken_back_or_appealed() -> None:
    assert paired_otherwise(1, fixture_unsettle) == paired_otherwise(1)
