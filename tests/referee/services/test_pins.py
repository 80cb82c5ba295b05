"""PINs: one each, no two alike, and proved without telling more than right or wrong."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from brackets.models import AuditEntry, Role
from referee.models import Pin, PinSalt
from referee.selectors.pins import ITERATIONS, people_of, pin_proved, pin_typed, roster_of, verifier_of
from referee.services import pins
from referee.services.errors import Forbidden, RefereeError
from referee.services.pin_tries import pin_wait
from referee.services.pins import PinLocked, PinTaken, Shown, WrongPin, pin_check, pins_give, pins_set
from referee.services.reach import owner_shown
from tests.digits import stands_alone
from tests.factories.brackets import NOW, ChampionshipFactory, RoleFactory, UserFactory, director_of
from tests.factories.devices import paired, pin_given, proof
from tests.factories.referee import kept_mesa

pytestmark = pytest.mark.django_db


class Scripted(Random):
    """Draws what it is told."""

    def __init__(self, *numbers: int) -> None:
        super().__init__(0)
        self.numbers = list(numbers)

    def randrange(self, *_: object) -> int:
        return self.numbers.pop(0)


def test_each_gets_a_pin_of_his_own_and_only_what_checks_it_is_kept() -> None:
    championship = ChampionshipFactory()
    jueces = [RoleFactory(championship=championship).user for _ in range(3)]
    director = director_of(championship)

    given = dict(pins_give(championship=championship, users=jueces, by=director, now=NOW, chance=Random(4)))

    salt = PinSalt.objects.get()
    assert (salt.championship, salt.iterations) == (championship, pins.ITERATIONS)
    assert len(bytes.fromhex(salt.salt)) == 16
    assert len(set(given.values())) == 3
    assert all(len(pin) == 4 and pin.isdigit() for pin in given.values())
    for user, pin in given.items():
        assert pin_typed(championship_id=championship.pk, pin=pin).user == user
        told = [*Pin.objects.values_list("sealed", "digits"), *AuditEntry.objects.values_list("sentence")]
        assert not stands_alone(pin, str(told))
    assert AuditEntry.objects.filter(action="pin-dar", user=director).count() == 3


def test_a_new_pin_ends_the_old_one() -> None:
    championship = ChampionshipFactory()
    user = pin_given(championship, "4071")

    [(_, pin)] = pins_give(
        championship=championship, users=[user], by=director_of(championship), now=NOW, chance=Random(1)
    )

    device = paired(championship)
    assert pin_typed(championship_id=championship.pk, pin="4071") is None
    assert pin_typed(championship_id=championship.pk, pin=pin).user == user
    assert pin_proved(device=device, user_id=user.pk, proof=proof("4071")) is None
    assert pin_proved(device=device, user_id=user.pk, proof=proof(pin)).user == user


@pytest.mark.parametrize(("kind", "digits"), [("juez", 4), ("control", 6), ("director", 6)])
def test_what_opens_more_has_more_digits(kind: str, digits: int) -> None:
    role = RoleFactory(kind=kind)
    by = director_of(role.championship)

    [(_, pin)] = pins_give(championship=role.championship, users=[role.user], by=by, now=NOW, chance=Random(1))

    assert len(pin) == digits
    assert Pin.objects.get().digits == digits


def test_what_another_has_and_what_is_tried_first_is_not_given() -> None:
    championship = ChampionshipFactory()
    pin_given(championship, "4071")
    user = RoleFactory(championship=championship).user
    chance = Scripted(1111, 1234, 9876, 4071, 4071, 2850)

    [(_, pin)] = pins_give(
        championship=championship, users=[user], by=director_of(championship), now=NOW, chance=chance
    )

    assert pin == "2850"


def test_the_same_pin_twice_is_refused_and_nothing_changes() -> None:
    championship = ChampionshipFactory()
    pin_given(championship, "4071")
    other = pin_given(championship, "2850")

    with pytest.raises(PinTaken):
        pins_set(championship=championship, pins=[(other, "4071")], by=director_of(championship), now=NOW)

    assert pin_typed(championship_id=championship.pk, pin="2850").user == other
    elsewhere = pin_given(ChampionshipFactory(), "4071")
    assert Pin.objects.filter(user=elsewhere).exists()


def test_of_several_pins_all_are_set_or_none() -> None:
    championship = ChampionshipFactory()
    users = RoleFactory.create_batch(2, championship=championship)
    pairs = [(role.user, pin) for role, pin in zip(users, ("4071", "4071"), strict=True)]

    with pytest.raises(PinTaken):
        pins_set(championship=championship, pins=pairs, by=director_of(championship), now=NOW)
    assert not Pin.objects.exists()
    pins_set(championship=championship, pins=[pairs[0]], by=director_of(championship), now=NOW)

    assert pin_typed(championship_id=championship.pk, pin="4071").user == pairs[0][0]


def test_the_database_keeps_equal_pins_apart() -> None:
    championship = ChampionshipFactory()
    pin_given(championship, "4071")

    with pytest.raises(IntegrityError), transaction.atomic():
        pin_given(championship, "4071")


@pytest.mark.parametrize("pin", ["", "123", "40711", "40a1", "4 71", "٤٠٧١", "7777", "3456"])
def test_a_pin_that_is_none_is_refused(pin: str) -> None:
    championship = ChampionshipFactory()
    user = RoleFactory(championship=championship).user

    with pytest.raises(RefereeError) as refused:
        pins_set(championship=championship, pins=[(user, pin)], by=director_of(championship), now=NOW)

    assert refused.value.code == "pin-invalido"
    assert not Pin.objects.exists()


def test_who_has_no_role_gets_no_pin() -> None:
    championship = ChampionshipFactory()

    with pytest.raises(Forbidden):
        pins_give(
            championship=championship, users=[UserFactory()], by=director_of(championship), now=NOW, chance=Random(1)
        )


def test_the_desk_gives_jueces_theirs_and_only_a_director_gives_the_desk_its_own() -> None:
    championship = ChampionshipFactory()
    control, other, juez = (
        RoleFactory(championship=championship, kind=kind).user for kind in ("control", "control", "juez")
    )

    pins_give(championship=championship, users=[juez, control], by=control, now=NOW, chance=Random(1))
    with pytest.raises(Forbidden):
        pins_give(championship=championship, users=[other], by=control, now=NOW, chance=Random(1))

    assert set(Pin.objects.values_list("user", flat=True)) == {juez.pk, control.pk}


def test_a_pin_says_who_it_was() -> None:
    championship = ChampionshipFactory()
    juez, director = pin_given(championship, "4071"), pin_given(championship, "285016", kind=Role.Kind.DIRECTOR)
    device = paired(championship)

    assert pin_check(device=device, shown=Shown("4071"), now=NOW).user == juez
    assert pin_check(device=device, shown=Shown("4071"), now=NOW, user=juez.pk).user == juez
    assert pin_check(device=device, shown=Shown(proof=proof("4071")), now=NOW, user=juez.pk).user == juez
    assert pin_check(device=device, shown=Shown("285016"), now=NOW, desk=True).user == director


def test_what_proves_nothing_here_is_refused_alike() -> None:
    championship = ChampionshipFactory()
    juez, other = pin_given(championship, "4071"), pin_given(championship, "2850")
    promoted = pin_given(championship, "6302")
    RoleFactory(championship=championship, user=promoted, kind=Role.Kind.DIRECTOR)
    gone = pin_given(championship, "9514")
    Role.objects.filter(user=gone).delete()
    control = pin_given(championship, "285016", kind=Role.Kind.CONTROL)
    foreign = pin_given(ChampionshipFactory(), "7420")
    refused = []

    for day, given in enumerate(
        (
            {"shown": Shown("0000")},
            {"shown": Shown("2850"), "user": juez.pk},
            {"shown": Shown("4071"), "desk": True},
            {"shown": Shown("6302"), "desk": True},  # four digits open no desk, whatever he became
            {"shown": Shown("9514")},
            {"shown": Shown("7420")},
            {"shown": Shown(proof=proof("0000")), "user": juez.pk},
            {"shown": Shown(proof=proof("2850")), "user": juez.pk},
            {"shown": Shown(proof=proof("4071"))},  # whose it is must be said
            {"shown": Shown(proof=proof("285016")), "user": control.pk},  # made without network
            {"shown": Shown(proof=proof("9514")), "user": gone.pk},
            {"shown": Shown(proof=verifier_of(proof("4071"))), "user": juez.pk},
        )
    ):
        with pytest.raises(WrongPin) as error:
            pin_check(device=paired(championship, token=str(given)), now=NOW + timedelta(days=2 * day), **given)
        refused.append((error.value.code, error.value.http_status, error.value.message))

    assert len(set(refused)) == 1
    assert (other, foreign) != (juez, juez)


def test_four_digits_given_before_a_role_of_the_desk_do_not_open_what_it_may() -> None:
    kept = kept_mesa()
    promoted = pin_given(kept.championship, "4071")
    asked = {"fixture": kept.fixture, "device": kept.device, "user": kept.juez, "now": NOW}
    RoleFactory(championship=kept.championship, user=promoted, kind=Role.Kind.CONTROL)

    with pytest.raises(Forbidden) as refusal:
        owner_shown(**asked, shown=Shown("4071"))
    assert refusal.value.code == "pin-corto"
    with pytest.raises(WrongPin):
        owner_shown(**asked, shown=Shown(proof=proof("4071")))

    Pin.objects.filter(user=promoted).delete()
    pin_given(kept.championship, "407182", user=promoted)
    assert owner_shown(**asked, shown=Shown("407182")) == promoted


def test_a_juez_who_is_promoted_still_answers_for_his_own_mesa_with_four_digits() -> None:
    kept = kept_mesa()
    pin_given(kept.championship, "4071", user=kept.juez)
    RoleFactory(championship=kept.championship, user=kept.juez, kind=Role.Kind.DIRECTOR)

    asked = {"fixture": kept.fixture, "device": kept.device, "user": kept.juez, "now": NOW}

    for shown in (Shown("4071"), Shown(proof=proof("4071"))):
        assert owner_shown(**asked, shown=shown) == kept.juez


def test_who_was_promoted_with_four_digits_counts_among_those_who_need_a_pin() -> None:
    championship = ChampionshipFactory()
    promoted, juez = pin_given(championship, "4071"), pin_given(championship, "2850")
    RoleFactory(championship=championship, user=promoted, kind=Role.Kind.CONTROL)

    told = {person.user: (person.short, person.needs_pin) for person in people_of(championship.pk)}

    assert (told[promoted.pk], told[juez.pk]) == ((True, True), (False, False))


def test_after_five_wrong_pins_the_tablet_waits_longer_each_time() -> None:
    championship = ChampionshipFactory()
    juez = pin_given(championship, "4071")
    device = paired(championship)
    pin_check(device=device, shown=Shown("4071"), now=NOW, user=juez.pk)
    now, waits = NOW, []

    for _ in range(12):
        with pytest.raises(WrongPin):
            pin_check(device=device, shown=Shown("0000"), now=now, user=juez.pk)
        until = pin_wait(device=device, named=juez, now=now)
        waits.append(int((until - now).total_seconds()) if until else 0)
        if waits[-1]:
            with pytest.raises(PinLocked) as locked:  # even the right one
                pin_check(device=device, shown=Shown("4071"), now=until - timedelta(seconds=1), user=juez.pk)
            assert locked.value.http_status == 429
            now = until

    assert waits == [0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900]
    assert pin_check(device=device, shown=Shown("4071"), now=now, user=juez.pk).user == juez
    for _ in range(4):
        with pytest.raises(WrongPin):
            pin_check(device=device, shown=Shown("0000"), now=now, user=juez.pk)


def test_the_roster_tells_who_may_enter_and_how_it_is_checked(django_assert_num_queries: object) -> None:
    championship = ChampionshipFactory()
    juez = pin_given(championship, "4071")
    director = pin_given(championship, "285016", kind=Role.Kind.DIRECTOR)
    RoleFactory(championship=championship, user=director)
    without = RoleFactory(championship=championship).user
    RoleFactory()  # of another championship

    device = paired(championship, user=juez)

    with django_assert_num_queries(3):
        roster = roster_of(device)

    assert {(each.user, each.kind, each.digits) for each in roster.people} == {
        (juez.pk, "juez", 4),
        (director.pk, "director", 6),
        (without.pk, "juez", None),
    }
    assert roster.verifiers == {juez.pk: verifier_of(proof("4071"))}
    assert [each.name for each in roster.people] == sorted(each.name for each in roster.people)


def test_a_tablet_can_tell_that_its_roster_is_old() -> None:
    championship = ChampionshipFactory()
    pin_given(championship, "4071")
    device = paired(championship)
    before = roster_of(device).edition

    assert roster_of(device).edition == before
    juez = pin_given(championship, "2850")
    known = roster_of(device).edition
    assert known != before
    device.user = juez
    assert roster_of(device).edition != known


def test_as_slow_as_it_is_told() -> None:
    assert ITERATIONS >= 200_000


def test_with_a_lost_key_everybody_needs_a_pin_and_a_new_one_is_good(settings: Any) -> None:
    championship = ChampionshipFactory()
    juez, other = pin_given(championship, "4071"), pin_given(championship, "2850")
    settings.SECRET_KEY = "another"

    assert all(each.needs_pin for each in people_of(championship.pk))
    pins_set(championship=championship, pins=[(juez, "2850")], by=director_of(championship), now=NOW)

    assert pin_typed(championship_id=championship.pk, pin="2850").user == juez
    needs = {each.user for each in people_of(championship.pk) if each.needs_pin}
    assert other.pk in needs
    assert juez.pk not in needs


def test_a_pin_given_under_a_new_key_puts_all_under_it(settings: Any) -> None:
    championship = ChampionshipFactory()
    juez, other = pin_given(championship, "4071"), RoleFactory(championship=championship).user
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [settings.SECRET_KEY]

    with pytest.raises(PinTaken):  # also of PINs given before
        pins_set(championship=championship, pins=[(other, "4071")], by=director_of(championship), now=NOW)
    settings.SECRET_KEY_FALLBACKS = []

    assert pin_typed(championship_id=championship.pk, pin="4071").user == juez
