"""A screen shows a code, is taken by it once, and shows what it is told until it is let go."""

from datetime import timedelta

import pytest

from brackets.models import AuditEntry, User
from brackets.services.errors import InvalidValue
from referee.models import HallMessage, Screen
from referee.services.errors import RefereeError
from referee.services.screens import (
    LASTS,
    LETTERS,
    MOST_WAITING,
    ScreenRefused,
    Shown,
    hall_message_put,
    screen_announce,
    screen_asks,
    screen_change,
    screen_move,
    screen_register,
    screen_remove,
    screen_show,
    screen_turn,
)
from tests.factories.brackets import NOW, ChampionshipFactory, TableFactory, UserFactory, director_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def registered() -> tuple[Screen, User]:
    championship = ChampionshipFactory()
    user = director_of(championship)
    waiting, _ = screen_announce(now=NOW)
    screen = screen_register(championship=championship, code=waiting.code, name="Proyector", user=user, now=NOW)
    return screen, user


def fresh(screen: Screen) -> Screen:
    return Screen.objects.get(pk=screen.pk)


def test_a_code_has_six_letters_that_nobody_mistakes_from_afar() -> None:
    codes = "".join(screen_announce(now=NOW)[0].code for _ in range(20))

    assert len(codes) == 120
    assert set(codes) <= set(LETTERS)
    assert set(LETTERS).isdisjoint("B8G6IL1OQ0S5VZ2")


def test_it_is_registered_however_the_code_is_typed_and_the_same_again_is_once(registered: tuple[Screen, User]) -> None:
    screen, user = registered
    other, _ = screen_announce(now=NOW)
    typed = f" {other.code[:3].lower()}-{other.code[3:]} "

    for _ in range(2):
        screen_register(championship=screen.championship, code=typed, name="Otra", user=user, now=NOW)

    assert fresh(other).championship == screen.championship
    assert AuditEntry.objects.filter(action="pantalla-registrar").count() == 2


def test_a_code_registers_one_screen_in_one_championship(registered: tuple[Screen, User]) -> None:
    screen, _ = registered
    elsewhere = ChampionshipFactory()

    with pytest.raises(ScreenRefused):
        screen_register(championship=elsewhere, code=screen.code, name="Mía", user=director_of(elsewhere), now=NOW)

    assert fresh(screen).championship == screen.championship


def test_a_code_that_is_too_old_is_refused_and_the_screen_shows_another(registered: tuple[Screen, User]) -> None:
    _, user = registered
    waiting, _ = screen_announce(now=NOW)
    old, later = waiting.code, NOW + LASTS

    with pytest.raises(ScreenRefused):
        screen_register(championship=registered[0].championship, code=old, name="P", user=user, now=later)
    screen_asks(screen=waiting, now=later)

    assert waiting.code == fresh(waiting).code != old
    assert waiting.code_until == later + LASTS


def test_a_flood_that_never_asks_again_takes_the_place_of_no_screen() -> None:
    before, _ = screen_announce(now=NOW)
    screen_asks(screen=before, now=NOW + timedelta(seconds=1))
    for n in range(MOST_WAITING + 10):
        screen_announce(now=NOW + timedelta(seconds=2, milliseconds=n))
    after, _ = screen_announce(now=NOW + timedelta(seconds=3))

    assert Screen.objects.count() == MOST_WAITING
    assert set(Screen.objects.filter(pk__in=[before.pk, after.pk])) == {before, after}


def test_where_all_that_wait_have_asked_the_one_that_is_silent_longest_goes() -> None:
    asked = [NOW + timedelta(seconds=n) for n in range(1, MOST_WAITING + 1)]
    Screen.objects.bulk_create(
        Screen(token_hash=f"{n}", code=f"X{n}", code_until=NOW + LASTS, created_at=NOW, last_seen_at=last)
        for n, last in enumerate(reversed(asked))
    )

    screen_announce(now=NOW + timedelta(minutes=6))

    assert Screen.objects.count() == MOST_WAITING
    assert not Screen.objects.filter(last_seen_at=asked[0]).exists()
    assert Screen.objects.filter(last_seen_at=asked[1]).exists()


def test_who_waits_too_long_without_asking_is_forgotten() -> None:
    screen_announce(now=NOW)
    screen_announce(now=NOW + LASTS)

    assert Screen.objects.count() == 1


def test_the_first_time_that_it_asks_again_is_noted_at_once_and_then_every_half_minute() -> None:
    screen, _ = screen_announce(now=NOW)
    seen = []

    for second in (1, 2, 30, 31):
        screen_asks(screen=fresh(screen), now=NOW + timedelta(seconds=second))
        seen.append(fresh(screen).last_seen_at - NOW)

    assert [each.seconds for each in seen] == [1, 1, 1, 31]


def test_it_shows_what_it_is_told_and_the_same_again_is_nothing(registered: tuple[Screen, User]) -> None:
    screen, user = registered
    before = screen.version

    for _ in range(2):
        screen_show(screen=screen, shown=Shown("llave", stage_number=2), user=user, now=NOW)

    there = fresh(screen)
    assert (there.kind, there.stage_number, there.version) == ("llave", 2, before + 1)
    assert AuditEntry.objects.filter(action="pantalla-mostrar").count() == 1


@pytest.mark.parametrize("kind", ["mesa", "rotulo", "rotacion"])
def test_what_needs_to_be_chosen_is_asked_for(registered: tuple[Screen, User], kind: str) -> None:
    screen, user = registered

    with pytest.raises(RefereeError):
        screen_show(screen=screen, shown=Shown(kind), user=user, now=NOW)

    assert fresh(screen).kind == "portada"


def test_a_message_needs_its_words(registered: tuple[Screen, User]) -> None:
    screen, user = registered

    with pytest.raises(InvalidValue):
        screen_show(screen=screen, shown=Shown("mensaje", text=" "), user=user, now=NOW)


def test_a_ceremony_waits_at_its_first_page_and_anything_else_turns_its_pages(registered: tuple[Screen, User]) -> None:
    screen, user = registered

    screen_show(screen=screen, shown=Shown("ceremonia"), user=user, now=NOW)
    first = fresh(screen).page
    screen_turn(screen=screen, page=3)
    held = fresh(screen).page
    screen_show(screen=screen, shown=Shown("juego"), user=user, now=NOW)

    assert (first, held, fresh(screen).page) == (0, 3, None)


def test_it_goes_to_another_championship_with_nothing_of_the_first(registered: tuple[Screen, User]) -> None:
    screen, user = registered
    table, elsewhere = TableFactory(championship=screen.championship), ChampionshipFactory()
    screen_show(screen=screen, shown=Shown("mesa", table=table), user=user, now=NOW)

    screen_move(screen=fresh(screen), championship=elsewhere, user=user, now=NOW)

    there = fresh(screen)
    assert (there.championship, there.kind, there.table) == (elsewhere, "portada", None)
    told = AuditEntry.objects.filter(action="pantalla-pasar").values_list("championship", flat=True)
    assert set(told) == {screen.championship.pk, elsewhere.pk}


def test_removed_it_shows_a_new_code_and_the_old_steering_is_refused(registered: tuple[Screen, User]) -> None:
    screen, user = registered
    old = screen.code

    screen_remove(screen=screen, user=user, now=NOW)
    screen_remove(screen=screen, user=user, now=NOW)

    there = fresh(screen)
    assert there.championship is None
    assert there.code != old
    assert AuditEntry.objects.filter(action="pantalla-quitar").count() == 1
    with pytest.raises(RefereeError):
        screen_show(screen=screen, shown=Shown("juego"), user=user, now=NOW)


def test_a_name_is_cleaned_and_the_same_again_is_nothing(registered: tuple[Screen, User]) -> None:
    screen, user = registered

    for _ in range(2):
        screen_change(screen=screen, name="  Barra   norte ", seconds=20, light=True, user=user, now=NOW)

    there = fresh(screen)
    assert (there.name, there.seconds, there.light) == ("Barra norte", 20, True)
    assert AuditEntry.objects.filter(action="pantalla-cambiar").count() == 1


def test_a_name_with_letters_that_no_paper_prints_is_refused(registered: tuple[Screen, User]) -> None:
    screen, user = registered
    waiting, _ = screen_announce(now=NOW)

    with pytest.raises(InvalidValue, match="tiene «🏆» \\(U\\+1F3C6\\), que los papeles no pueden imprimir"):
        screen_change(screen=screen, name="Barra 🏆", seconds=20, light=True, user=user, now=NOW)
    with pytest.raises(InvalidValue, match="El nombre de la pantalla"):
        screen_register(championship=screen.championship, code=waiting.code, name="李", user=user, now=NOW)


def test_a_message_stands_over_all_until_it_is_taken_away() -> None:
    championship, user = ChampionshipFactory(), UserFactory()

    for text in ("Pausa", "Pausa hasta las 21:30"):
        hall_message_put(championship=championship, text=text, minutes=10, user=user, now=NOW)
    there = HallMessage.objects.get(championship=championship)
    for _ in range(2):
        hall_message_put(championship=championship, text="", minutes=None, user=user, now=NOW)

    assert (there.text, there.until) == ("Pausa hasta las 21:30", NOW + timedelta(minutes=10))
    assert not HallMessage.objects.exists()
    assert AuditEntry.objects.filter(action="pantallas-mensaje").count() == 3
