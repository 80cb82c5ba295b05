"""Who owns the database calls one pareja as another, or puts other people into it: the names that were written down say otherwise."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any, Final

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from brackets.draw.acta_seal import ERASED, person_digest
from brackets.models import Championship, NameEvent, Pareja, Player
from brackets.selectors.names import named_wrongly, names_in, names_last
from brackets.selectors.parejas import parejas_list
from brackets.services.championships import championship_close
from brackets.services.inscription import ParejaData, pareja_data
from brackets.services.parejas import pareja_add, pareja_update
from brackets.services.personal_data import everyone_erase, player_erase
from brackets.services.players import player_substitute
from referee.models import TreeLeaf
from referee.selectors.archive.refusal import Refused
from referee.services.tree import tree_sweep
from tests.attacks.test_derived import Parts, checked, whole
from tests.attacks.test_verifier import tool
from tests.brackets.services.test_formats import Night
from tests.factories.archives import with_everything
from tests.factories.brackets import NOW, ChampionshipFactory, director_of
from tests.factories.insider import triggers_lifted

pytestmark = pytest.mark.django_db
LATER: Final = NOW + timedelta(hours=1)
PEOPLE: Final = (("Rosa", "Luz"), ("Ana", "Eva"), ("Pía", "Sol"))


def inscribed() -> Championship:
    """Three parejas; the second has a name of its own, and the desk has corrected one player since."""
    championship = ChampionshipFactory()
    by: dict[str, Any] = {"user": director_of(championship), "now": NOW}
    for one, two in PEOPLE:
        data = ParejaData(player_1=one, player_2=two, name="Las dos" if one == "Ana" else "")
        pareja_add(championship=championship, data=data, told=None, **by)
    third = championship.parejas.get(number=3)
    pareja_update(pareja=third, data=replace(pareja_data(third), player_2="Soledad"), told="", **by | {"now": LATER})
    return whole(championship)


def of(championship: Championship, pareja: int, position: int) -> Any:
    return Player.objects.filter(championship=championship, pareja__number=pareja, position=position)


def players_swapped(championship: Championship) -> None:
    """Each is in the other pareja, in the same place."""
    one, two = of(championship, 1, 1).get(), of(championship, 3, 1).get()
    of(championship, 1, 1).update(name=two.name)
    of(championship, 3, 1).update(name=one.name)


def numbers_swapped(championship: Championship) -> None:
    parejas = championship.parejas
    parejas.filter(number=1).update(number=9)
    parejas.filter(number=3).update(number=1)
    parejas.filter(number=9).update(number=3)


def another_digest(championship: Championship) -> None:
    """The event says what the row says; its leaf does not."""
    of(championship, 1, 1).update(name="Otra")
    event = NameEvent.objects.get(pareja=1, position=1)
    NameEvent.objects.filter(pk=event.pk).update(digest=person_digest("Otra", event.salt))


def as_before(championship: Championship) -> None:
    """The correction never was."""
    of(championship, 3, 2).update(name="Sol")
    last = NameEvent.objects.filter(pareja=3, position=2).latest("number")
    TreeLeaf.objects.get(of="name/3/2/2").source.delete()
    NameEvent.objects.filter(pk=last.pk).delete()


ATTACKS: Final[dict[str, tuple[Callable[[Championship], object], str]]] = {
    "a player renamed": (lambda c: of(c, 1, 1).update(name="Otra"), "el nombre del jugador 1 de la pareja 1"),
    "a pareja renamed": (lambda c: c.parejas.filter(number=2).update(name="Otras"), "el nombre de la pareja 2"),
    "a pareja without its name": (lambda c: c.parejas.filter(number=2).update(name=""), "el nombre de la pareja 2"),
    "a pareja named": (lambda c: c.parejas.filter(number=1).update(name="Otras"), "el nombre de la pareja 1"),
    "players of two parejas": (players_swapped, "el nombre del jugador 1 de la pareja 3"),
    "the numbers of two parejas": (numbers_swapped, "el nombre del jugador 2 de la pareja 1"),
    "another number": (lambda c: c.parejas.filter(number=1).update(number=7), "el nombre del jugador 1 de la pareja 1"),
    "what was written down": (another_digest, "el nombre 1 de la pareja 1, lugar 1 no es la de su hoja"),
    "a correction that never was": (as_before, "el nombre 2 de la pareja 3, lugar 2 tiene hoja y ya no está"),
    "a name less": (lambda _: NameEvent.objects.filter(pareja=3, position=2, number=1).update(number=3), "falta un nombre entre los que se anotaron"),
    "a salt": (lambda _: NameEvent.objects.filter(pareja=3, position=2).update(salt=""), "el nombre del jugador 2 de la pareja 3"),
}  # fmt: skip


@pytest.mark.parametrize("name", ATTACKS)
def test_nobody_is_called_otherwise_than_was_written_down(name: str) -> None:
    attack, said = ATTACKS[name]
    championship = inscribed()
    call_command("verificar_bitacora", stdout=StringIO())
    with triggers_lifted():
        attack(championship)
        errors = StringIO()
        with pytest.raises(CommandError):
            call_command("verificar_bitacora", stdout=StringIO(), stderr=errors)

    assert said in errors.getvalue()


def row_of(parts: Parts, part: str, **of: object) -> dict[str, Any]:
    return next(row for row in parts[part] if of.items() <= row.items())


def players_swapped_in_it(parts: Parts) -> None:
    one, two = (row_of(parts, "jugadores", pareja=pareja, position=1) for pareja in (1, 3))
    one["pareja"], two["pareja"] = 3, 1


def digest_in_it(parts: Parts) -> None:
    player, event = row_of(parts, "jugadores", pareja=1, position=1), row_of(parts, "nombres", pareja=1, position=1)
    player["name"] = "Otra"
    event["digest"] = person_digest("Otra", event["salt"])


FORGED: Final[dict[str, tuple[Callable[[Parts], object], str]]] = {
    "a player renamed": (lambda parts: parts["jugadores"][0].update(name="Otra"), "el nombre del jugador 1 de la pareja 1"),
    "a pareja renamed": (lambda parts: parts["parejas"][1].update(name="Otras"), "el nombre de la pareja 2"),
    "players of two parejas": (players_swapped_in_it, "el nombre del jugador 1 de la pareja 1"),
    "another number": (lambda parts: parts["parejas"][0].update(number=7), "el nombre de"),
    "what was written down": (digest_in_it, "name/1/1/1 no es la de su hoja"),
    "the last name less": (lambda parts: parts["nombres"].pop(), "name/3/2/2 tiene hoja, y su fila no está"),
    "no names": (lambda parts: parts["nombres"].clear(), "tiene hoja, y su fila no está"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGED)
def test_an_archive_with_other_names_is_refused(tmp_path: Path, name: str) -> None:
    forge, said = FORGED[name]
    checked(inscribed, tmp_path / "a.json", lambda _: None)

    with pytest.raises(Refused, match=said):
        checked(inscribed, tmp_path / "a.json", forge)


def test_what_the_desk_changes_is_a_leaf_that_says_what_and_when() -> None:
    inscribed()

    said = [leaf.entry for leaf in TreeLeaf.objects.filter(kind="name", of__startswith="name/3/2/").order_by("index")]
    assert len(said) == 2
    assert '"at":"2026-11-28T20:00:00.000000+00:00"' in said[1]
    assert not any(name in entry for name in ("Sol", "Soledad") for entry in said)


def test_a_name_that_is_there_no_more_is_forgotten_with_its_salt_and_all_verifies() -> None:
    night = Night(2)
    by: dict[str, Any] = {"user": night.director, "now": NOW}
    first = night.championship.parejas.get(number=1)
    pareja_update(pareja=first, data=replace(pareja_data(first), player_1="Rosa"), told="", **by)
    player_substitute(pareja=first, position=1, name="Luz", cedula="", reason="Enferma", **by)
    night.publish()
    night.play()
    championship_close(championship=night.championship, **by)
    tree_sweep(championship=night.championship, now=LATER)
    rosa, luz = NameEvent.objects.filter(pareja=1, position=1)
    player_erase(player=Player.objects.get(name="Luz"), **by)
    everyone_erase(championship=night.championship, **by)

    rosa.refresh_from_db()
    luz.refresh_from_db()
    assert (rosa.salt, person_digest("Luz", luz.salt)) == ("", luz.digest)  # her name stands in the results
    tree_sweep(championship=night.championship, now=LATER + timedelta(hours=1))
    call_command("verificar_bitacora", stdout=StringIO())


def test_who_lost_the_salt_is_nobody_any_more() -> None:
    """A name of which nothing is left says so, and nothing else."""
    championship = inscribed()
    event = NameEvent.objects.filter(pareja=3, position=2).latest("number")
    NameEvent.objects.filter(pk=event.pk).update(salt="")
    of(championship, 3, 2).update(name=ERASED)

    assert list(named_wrongly(names_in(Pareja.objects.prefetch_related("players")), championship.names.all())) == []
    call_command("verificar_bitacora", stdout=StringIO())
    of(championship, 3, 2).update(name="Otra")
    assert list(named_wrongly(names_in(Pareja.objects.prefetch_related("players")), championship.names.all()))


def test_what_was_written_down_stays() -> None:
    inscribed()
    event = NameEvent.objects.first()

    for change in ({"digest": "0" * 64}, {"salt": "0" * 32}, {"at": LATER}, {"number": 4}):
        with pytest.raises(DatabaseError), transaction.atomic():
            NameEvent.objects.filter(pk=event.pk).update(**change)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM brackets_nameevent")


def test_the_verifier_finds_who_is_called_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    checked(inscribed, path, lambda _: None)
    assert tool().Archive(path).check() == []

    with pytest.raises(Refused):
        checked(inscribed, path, players_swapped_in_it)

    assert [problem[2] for problem in tool().Archive(path).check()] == ["name 1 1 1", "name 3 1 1"]


def test_whatever_way_a_name_came_in_it_was_written_down() -> None:
    championship = with_everything()
    names = names_in(parejas_list(championship))

    assert names.keys() == names_last(championship.names.all()).keys()
    assert not [*named_wrongly(names, championship.names.all())]
