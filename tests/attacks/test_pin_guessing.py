"""PINs are guessed as slowly with many tablets as with one, and nobody is kept from his own table by it."""

from datetime import datetime, timedelta
from random import Random

import pytest
from structlog.testing import capture_logs

from brackets.models import Championship, Fixture, Role, User
from referee.models import Device, PinProved
from referee.services.pins import PinLocked, Shown, WrongPin, pin_check, pins_give, pins_set
from referee.services.reach import owner_shown
from tests.factories.brackets import NOW, ChampionshipFactory, RoleFactory, director_of
from tests.factories.referee import DeviceFactory

pytestmark = pytest.mark.django_db


class Hall:
    """A championship with three jueces, whose PINs are set, and as many tablets as one likes."""

    def __init__(self) -> None:
        self.championship: Championship = ChampionshipFactory()
        self.jueces: list[User] = [RoleFactory(championship=self.championship).user for _ in range(3)]
        self.pins = ("4071", "2850", "9146")
        self._tablets = 0
        pins_set(
            championship=self.championship,
            pins=list(zip(self.jueces, self.pins, strict=True)),
            by=director_of(self.championship),
            now=NOW,
        )

    def tablet(self, *, account: User | None = None) -> Device:
        self._tablets += 1
        return DeviceFactory(
            championship=self.championship,
            token=f"t{self._tablets}",
            name=f"Tablet {self._tablets}",
            user=account,
            paired_at=None if account else NOW,
        )

    def types(self, device: Device, pin: str, *, named: User | None = None, now: datetime = NOW) -> str:
        """What becomes of a PIN that is typed: "right", "wrong" or "waits"."""
        try:
            pin_check(device=device, shown=Shown(pin), now=now, user=named.pk if named else None)
        except WrongPin:
            return "wrong"
        except PinLocked:
            return "waits"
        return "right"


@pytest.fixture
def hall() -> Hall:
    return Hall()


@pytest.mark.parametrize("named", [True, False])
def test_twelve_new_tablets_have_no_forty_eight_free_guesses(hall: Hall, *, named: bool) -> None:
    person = hall.jueces[0] if named else None

    told = [hall.types(tablet, "1357", named=person) for tablet in (hall.tablet() for _ in range(12)) for _ in range(4)]

    assert told == ["wrong"] * 5 + ["waits"] * 43


def test_the_tablets_of_one_account_are_one(hall: Hall) -> None:
    guesser = hall.jueces[2]
    tablets = [hall.tablet(account=guesser) for _ in range(12)]
    now, looked_at = NOW, 0

    for minute in range(120):
        now = NOW + timedelta(minutes=minute)
        looked_at += sum(hall.types(tablet, "1357", named=hall.jueces[0], now=now) == "wrong" for tablet in tablets)

    assert looked_at <= 20


def test_guesses_are_not_spread_over_the_people_of_a_hall(hall: Hall) -> None:
    tablet = hall.tablet()

    told = [hall.types(tablet, "1357", named=juez) for juez in hall.jueces for _ in range(4)]

    assert told.count("wrong") == 5


@pytest.mark.parametrize("named", [True, False])
def test_ones_own_pin_takes_back_no_guesses_of_others(hall: Hall, *, named: bool) -> None:
    guesser, victim = hall.jueces[2], hall.jueces[0]
    told = []

    for _ in range(12):
        tablet = hall.tablet()
        told += [hall.types(tablet, "1357", named=victim if named else None) for _ in range(4)]
        hall.types(tablet, hall.pins[2], named=guesser if named else None)

    assert told.count("wrong") <= 6


def test_wrong_pins_elsewhere_keep_no_juez_from_his_own_table(hall: Hall) -> None:
    juez, home, strange = hall.jueces[0], hall.tablet(), hall.tablet()
    assert hall.types(home, "4071", named=juez) == "right"

    for minute in range(60):
        now = NOW + timedelta(minutes=minute)
        for person in (juez, None):
            hall.types(strange, "1357", named=person, now=now)
        assert hall.types(home, "4071", named=juez, now=now) == "right"
        assert hall.types(home, "4071", now=now) == "right"  # as a signature proves it


def test_wrong_pins_elsewhere_slow_a_juez_at_a_new_tablet_once_and_never_lock_him(hall: Hall) -> None:
    juez, strange, new = hall.jueces[0], hall.tablet(), hall.tablet()
    for minute in range(60):
        hall.types(strange, "1357", named=juez, now=NOW + timedelta(minutes=minute))
    begun = NOW + timedelta(minutes=60)

    assert hall.types(new, "4071", named=juez, now=begun) == "waits"
    for second in range(0, 300, 10):
        hall.types(strange, "1357", named=juez, now=begun + timedelta(seconds=second))
    assert hall.types(new, "4071", named=juez, now=begun + timedelta(minutes=5)) == "right"


def test_tries_while_one_must_wait_renew_nothing(hall: Hall) -> None:
    juez, tablet = hall.jueces[0], hall.tablet()
    for _ in range(5):
        hall.types(tablet, "1357", named=juez)

    for second in range(30):
        assert hall.types(tablet, "4071", named=juez, now=NOW + timedelta(seconds=second)) == "waits"
    assert hall.types(tablet, "4071", named=juez, now=NOW + timedelta(seconds=30)) == "right"


def test_at_a_table_whose_juez_is_there_his_pin_is_not_guessed_faster(hall: Hall) -> None:
    juez, home, strange = hall.jueces[0], hall.tablet(), hall.tablet()
    hall.types(home, "4071", named=juez)
    for _ in range(6):
        hall.types(strange, "1357")

    told = [hall.types(home, f"{1000 + number}") for number in range(20)]
    told += [hall.types(home, f"{1000 + number}", named=juez) for number in range(20)]

    assert told.count("waits") >= 30
    assert told.count("right") == 0


def test_a_new_pin_ends_the_waits_for_the_old_one(hall: Hall) -> None:
    juez, tablet = hall.jueces[0], hall.tablet()
    hall.types(tablet, "4071", named=juez)
    for _ in range(8):
        hall.types(tablet, "1357", named=juez)

    [(_, pin)] = pins_give(
        championship=hall.championship, users=[juez], by=director_of(hall.championship), now=NOW, chance=Random(7)
    )

    assert hall.types(tablet, "4071", named=juez) == "wrong"
    assert hall.types(tablet, pin, named=juez) == "right"


def test_at_a_mesa_the_pin_of_another_juez_counts_as_wrong_as_that_of_nobody(hall: Hall) -> None:
    """Else one free try more would tell that a PIN was somebody's, and the tablet would know him."""
    mine, tablet, told = Fixture(juez=hall.jueces[0]), hall.tablet(account=hall.jueces[0]), []

    for pin in ("1357", "1358", hall.pins[1], "1359", hall.pins[2], "1360", hall.pins[0]):
        try:
            owner_shown(fixture=mine, device=tablet, user=hall.jueces[0], shown=Shown(pin), now=NOW)
        except WrongPin:
            told.append("wrong")
        except PinLocked:
            told.append("waits")

    assert told == ["wrong"] * 5 + ["waits"] * 2
    assert not PinProved.objects.exists()


def test_no_pin_is_hashed_while_one_must_wait(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    tablet = hall.tablet()
    for _ in range(5):
        hall.types(tablet, "1357")
    monkeypatch.setattr("referee.services.pins.pin_typed", lambda **_: pytest.fail("hashed"))

    for named in (None, hall.jueces[0].pk):
        with pytest.raises(PinLocked):
            pin_check(device=tablet, shown=Shown("4071"), now=NOW, user=named)


def test_the_desk_is_guessed_no_faster(hall: Hall) -> None:
    director = RoleFactory(championship=hall.championship, kind=Role.Kind.CONTROL).user
    told = [hall.types(tablet, "135791", named=director) for tablet in (hall.tablet() for _ in range(12))]

    assert told == ["wrong"] * 5 + ["waits"] * 7


def test_each_try_is_in_the_log_and_no_pin(hall: Hall) -> None:
    tablet = hall.tablet()
    with capture_logs() as lines:
        for pin in ("1357", hall.pins[0], *["1357"] * 6):
            hall.types(tablet, pin, named=hall.jueces[0])

    said = [line["event"] for line in lines]
    assert said[:2] == ["pin_refused", "pin"]
    assert said[-1] == "pin_waits"
    assert {line["device"] for line in lines} == {str(tablet.public_id)}
    assert {line["named"] for line in lines} == {str(hall.jueces[0].public_id)}
    assert not any(pin in {str(value) for value in line.values()} for line in lines for pin in ("1357", hall.pins[0]))
