"""Inscription, one by one."""

from dataclasses import replace

import pytest

from brackets.models import AuditEntry, Championship, Pareja
from brackets.selectors.parejas import parejas_with_cedulas
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.inscription import ParejaData, pareja_data
from brackets.services.parejas import pareja_add, pareja_update, pareja_withdraw
from tests.factories.brackets import NOW, ChampionshipFactory, director_of, invented_cedula, published_stage

pytestmark = pytest.mark.django_db

ONE, TWO = invented_cedula(1), invented_cedula(2)
DATA = ParejaData(
    player_1="Ana Vaca", player_2="Luz Mora", cedula_1=ONE, cedula_2=TWO, name="Las del Sol", club="Sol",
    category="Damas", representative=2, uniform=True, seed=1,
)  # fmt: skip
OTHERS = ParejaData(player_1="Eva Sol", player_2="Iris Paz")


def add(championship: Championship, data: ParejaData = DATA, number: int | None = None) -> Pareja:
    return pareja_add(championship=championship, data=data, user=director_of(championship), now=NOW, number=number)


def update(pareja: Pareja, data: ParejaData) -> Pareja:
    return pareja_update(pareja=pareja, data=data, user=director_of(pareja.championship), now=NOW)


def withdraw(pareja: Pareja) -> Pareja:
    return pareja_withdraw(pareja=pareja, user=director_of(pareja.championship), now=NOW)


def stored(pareja: Pareja) -> ParejaData:
    return pareja_data(parejas_with_cedulas(pareja.championship).get(pk=pareja.pk))


def test_what_was_written_down_is_stored_under_the_next_number() -> None:
    championship = ChampionshipFactory()

    pareja = add(championship)

    assert (pareja.number, stored(pareja)) == (1, DATA)
    assert add(championship, OTHERS, number=40).number == 40
    assert add(championship, replace(OTHERS, player_1="Noé Cruz", player_2="Rita Cruz")).number == 41


def test_a_number_is_never_given_twice_not_even_after_a_withdrawal() -> None:
    championship = ChampionshipFactory()
    withdraw(add(championship, OTHERS, number=5))

    with pytest.raises(InvalidValue) as refused:
        add(championship, number=5)
    assert refused.value.code == "numero-repetido"
    assert add(championship).number == 6


@pytest.mark.parametrize("number", [0, -1, 10000])
def test_numbers_go_from_one_to_9999(number: int) -> None:
    with pytest.raises(InvalidValue) as refused:
        add(ChampionshipFactory(), number=number)

    assert refused.value.field == "number"


def test_names_are_stored_composed_with_single_spaces() -> None:
    pareja = add(ChampionshipFactory(), replace(DATA, player_1=" Jose\u0301  Nun\u0303ez\n"))

    assert stored(pareja).player_1 == "José Núñez".replace("ú", "u")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"player_1": " "}, "player_1"),
        ({"player_2": "x" * 61}, "player_2"),
        ({"player_1": "Ana\x00Vaca"}, "player_1"),
        ({"player_1": "Ana \u202eacaV"}, "player_1"),
        ({"club": "Sol\u200b"}, "club"),
        ({"category": "x" * 31}, "category"),
        ({"name": "x" * 61}, "name"),
        ({"cedula_1": "1712345674"}, "cedula_1"),
        ({"cedula_2": ONE}, "cedula_2"),
        ({"player_2": "ana  VACA", "cedula_2": ""}, "player_2"),
        ({"representative": 3}, "representative"),
        ({"seed": 0}, "seed"),
    ],
)
def test_what_cannot_be_stored_is_refused_at_its_field(change: dict[str, object], field: str) -> None:
    championship = ChampionshipFactory()

    with pytest.raises(InvalidValue) as refused:
        add(championship, replace(DATA, **change))

    assert refused.value.field == field
    assert not Pareja.objects.exists()


def test_father_and_son_may_have_one_name_when_their_cedulas_tell_them_apart() -> None:
    assert add(ChampionshipFactory(), replace(DATA, player_2="Ana Vaca")).number == 1


@pytest.mark.parametrize(
    ("change", "field"), [({"cedula_1": TWO}, "cedula_1"), ({"cedula_2": ONE}, "cedula_2"), ({"seed": 1}, "seed")]
)
def test_a_person_is_in_one_pareja_and_a_seed_is_of_one(change: dict[str, object], field: str) -> None:
    championship = ChampionshipFactory()
    add(championship)
    second = add(championship, OTHERS)

    for attempt in (
        lambda: add(championship, replace(OTHERS, **change)),
        lambda: update(second, replace(OTHERS, **change)),
    ):
        with pytest.raises(InvalidValue, match="pareja 1") as refused:
            attempt()
        assert refused.value.field == field
        assert ONE not in refused.value.message
        assert TWO not in refused.value.message


def test_the_same_person_may_play_in_another_championship() -> None:
    add(ChampionshipFactory())

    assert add(ChampionshipFactory()).number == 1


def test_who_is_left_of_a_withdrawn_pareja_registers_anew_with_another() -> None:
    championship = ChampionshipFactory()
    withdraw(add(championship))

    again = add(championship, replace(DATA, player_2="Noé Cruz", cedula_2=""))

    assert again.number == 2
    assert championship.parejas.get(number=1).status == Pareja.Status.WITHDRAWN


def test_a_correction_changes_what_is_different_and_is_audited_without_cedulas() -> None:
    pareja = add(ChampionshipFactory())
    changed = replace(DATA, player_1="Ana Baca", cedula_1=TWO, cedula_2=ONE)

    update(pareja, changed)

    assert stored(pareja) == changed
    entry = AuditEntry.objects.latest("id")
    assert entry.data["changes"]["player_1"] == {"before": "Ana Vaca", "after": "Ana Baca"}
    assert entry.data["changes"]["cedula_1"]["after"] == "otra"
    assert not any(cedula[-4:] in str(entry.data) for cedula in (ONE, TWO))


def test_the_same_correction_again_does_nothing() -> None:
    pareja = add(ChampionshipFactory())
    entries = AuditEntry.objects.count()

    update(pareja, DATA)
    withdraw(pareja)
    withdraw(pareja)

    assert AuditEntry.objects.count() == entries + 1


def test_a_withdrawn_pareja_is_not_changed() -> None:
    pareja = withdraw(add(ChampionshipFactory()))

    with pytest.raises(BracketError) as refused:
        update(pareja, OTHERS)

    assert refused.value.code == "pareja-retirada"


def test_once_published_nobody_enters_or_leaves_but_names_are_corrected() -> None:
    championship = published_stage(2).championship
    pareja = championship.parejas.get(number=1)
    data = stored(pareja)

    for attempt in (
        lambda: add(championship),
        lambda: withdraw(pareja),
        lambda: update(pareja, replace(data, seed=1)),
    ):
        with pytest.raises(BracketError) as refused:
            attempt()
        assert refused.value.code == "sorteo-publicado"
    assert stored(update(pareja, replace(data, club="Sol"))).club == "Sol"


def test_after_the_end_nothing_changes() -> None:
    championship = ChampionshipFactory()
    pareja = add(championship)
    Championship.objects.update(status="closed")

    for attempt in (lambda: add(championship, OTHERS), lambda: withdraw(pareja), lambda: update(pareja, OTHERS)):
        with pytest.raises(BracketError) as refused:
            attempt()
        assert refused.value.code == "campeonato-terminado"


SINGLE = ParejaData(player_1="Ana Vaca", cedula_1=ONE, name="La Zurda", club="Sol", seed=1)


def test_a_single_player_is_registered_corrected_and_withdrawn() -> None:
    championship = ChampionshipFactory(players_per_pareja=1)

    pareja = add(championship, SINGLE)
    assert (stored(pareja), pareja.title) == (SINGLE, "La Zurda")
    assert pareja.players.count() == 1

    renamed = replace(SINGLE, player_1="Ana Vaca Mora", name="")
    assert stored(update(pareja, renamed)) == renamed
    assert withdraw(pareja).status == "withdrawn"
    assert list(AuditEntry.objects.order_by("id").values_list("sentence", flat=True)) == [
        "Inscribió al jugador 1, La Zurda.",
        "Corrigió los datos del jugador 1.",
        "Retiró al jugador 1.",
    ]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"player_2": "Luz Mora"}, "player_2"),
        ({"cedula_2": TWO}, "cedula_2"),
        ({"representative": 2}, "representative"),
        ({"player_1": " "}, "player_1"),
    ],
)
def test_a_single_player_has_no_partner(change: dict[str, object], field: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        add(ChampionshipFactory(players_per_pareja=1), replace(SINGLE, **change))

    assert refused.value.field == field
    assert not Pareja.objects.exists()


def test_a_pareja_of_two_is_not_complete_without_its_second_player() -> None:
    with pytest.raises(InvalidValue) as refused:
        add(ChampionshipFactory(), SINGLE)

    assert (refused.value.code, refused.value.field) == ("falta", "player_2")
