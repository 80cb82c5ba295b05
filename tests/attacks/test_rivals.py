"""A Swiss round that was played is not paired anew: who met there is in the events of its results, and in the clear in their leaves."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any, Final

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from brackets.draw.formats import Swiss
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody
from brackets.models import Championship, Fixture, PodiumPlace, Stage, StageEvent
from brackets.selectors.events import KEPT
from brackets.selectors.podium import podium_reached
from brackets.services.championships import championship_close
from brackets.services.fixtures import fixture_restore
from referee.models import Checkpoint, LeafSource
from referee.selectors.tree.entries import CODES
from referee.services.tree import tree_sweep
from tests.attacks.test_derived import of_rounds
from tests.attacks.test_verifier import found_by_all
from tests.brackets.services.test_formats import TABLE, Night
from tests.factories.brackets import NOW
from tests.factories.insider import triggers_lifted
from tests.factories.referee import ZAPATERIA, keepers, sealed_mesa

pytestmark = pytest.mark.django_db
SWEPT: Final = NOW + timedelta(days=1)
OTHERS: Final = "no resultan quiénes jugaron las partidas con resultado"
BY_BUCHHOLZ: Final = ("mesas", "buchholz-menos-1", "buchholz", "sonneborn-berger", "directo", "chicas", "puntos", "sorteo")  # fmt: skip
BY_CHICAS: Final = StagePlan(name="Suizo", format=Swiss(rounds=2), entry=(Everybody(),), criteria=TABLE)
ON_BUCHHOLZ: Final = replace(BY_CHICAS, criteria=BY_BUCHHOLZ)
Record = Callable[[Night, Fixture, str, list[list[int]]], None]


@dataclass(frozen=True, slots=True)
class Round:
    """Who would have met in the second round on the table that the correction of the first one gives."""

    pairings: list[Any]
    before: list[Any]
    sides: Mapping[int, tuple[int | None, int | None]]

    @classmethod
    def of(cls, stage: Stage) -> "Round":
        rows = stage.fixtures.filter(round=2)
        sides = {each.position: (each.pareja_a_id, each.pareja_b_id) for each in rows}
        return cls(stage.pairings, stage.paired_on[1]["before"], sides)


def typed(night: Night, fixture: Fixture, winner: str, chicas: list[list[int]]) -> None:
    night.record(fixture, winner, chicas=chicas)


def at_its_mesa(night: Night, fixture: Fixture, winner: str, _chicas: list[list[int]]) -> None:
    (kept,) = keepers([fixture])
    kept.open()
    swapped = str.maketrans("AB", "BA")
    kept.record(*(line if winner == "A" or " " not in line else turned_line(line, swapped) for line in ZAPATERIA))
    kept.seal()


def turned_line(line: str, swapped: Mapping[int, int]) -> str:
    what, side = line.split(" ", 1)
    return f"{what} {side.translate(swapped)}" if what in ("ajusta", "limpia") else line


def corrected(night: Night, fixture: Fixture, *, on_purpose: bool = False) -> None:
    fixture.refresh_from_db()
    winner = "B" if fixture.winner_id == fixture.pareja_a_id else "A"
    chicas = [[20, 40]] if winner == "B" else [[40, 20]]
    night.record(fixture, winner, chicas=chicas, on_purpose=on_purpose)


def played(plan: StagePlan, number: int, winners: Sequence[str], which: int, record: Record = typed, *, undone: bool = False) -> tuple[Night, Round]:  # fmt: skip
    """The second round was paired on the first, of which one result is corrected on purpose after a partida of the second; it has ended."""
    night = Night.published(number, plan)
    night.pair()
    first = list(night.stage(1).fixtures.filter(round=1, status="ready").order_by("number"))
    for at, (fixture, winner) in enumerate(zip(first, winners, strict=True)):
        scores = [40, 10 + 3 * at]
        night.record(fixture, winner, chicas=[scores if winner == "A" else scores[::-1]])
    before = transaction.savepoint()
    corrected(night, first[which])
    night.pair()
    other = Round.of(night.stage(1))
    transaction.savepoint_rollback(before)
    night.pair()
    for at, fixture in enumerate(night.stage(1).fixtures.filter(round=2, status="ready").order_by("position")):
        stays = other.sides[fixture.position][0] == fixture.pareja_a_id
        scores = [40, 6 + 5 * fixture.position]
        record(night, fixture, "A" if stays else "B", [scores if stays else scores[::-1]])
        if at == 0:
            corrected(night, first[which], on_purpose=True)
            assert night.stage(1).kept_rounds == [2]
            if undone:
                first[which].refresh_from_db()
                fixture_restore(fixture=first[which], user=night.director, now=NOW)
                assert night.stage(1).kept_rounds == []
    championship_close(championship=night.championship, user=night.director, now=NOW)
    night.championship.refresh_from_db()
    tree_sweep(championship=night.championship, now=SWEPT, at_once=True)
    return night, other


def forged(night: Night, other: Round, kept: list[int]) -> None:
    """The round is paired on the other table, its winners stay, and the podium follows."""
    stage = night.stage(1)
    stage.paired_on[1]["before"] = other.before
    Stage.objects.filter(pk=stage.pk).update(kept_rounds=kept, pairings=other.pairings, paired_on=stage.paired_on)
    for position, (a, b) in other.sides.items():
        Fixture.objects.filter(stage=stage, round=2, position=position).update(pareja_a=a, pareja_b=b)
    podium_follows(night.championship)


def podium_follows(championship: Championship) -> None:
    PodiumPlace.objects.filter(championship=championship).delete()
    for each in podium_reached(Championship.objects.get(pk=championship.pk)):
        PodiumPlace.objects.create(
            championship=championship, place=each.place, pareja=each.pareja, fixture=each.fixture
        )


def podium_of(night: Night) -> list[tuple[int, int]]:
    places = PodiumPlace.objects.filter(championship=night.championship)
    return list(places.order_by("place", "pareja").values_list("place", "pareja__number"))


def said_by_command(note: Path | None = None) -> str:
    errors = StringIO()
    with suppress(CommandError):
        call_command("verificar_bitacora", stdout=StringIO(), stderr=errors, punto=[note] if note else [])
    return errors.getvalue()


@pytest.mark.parametrize("kept", [[], [2]])
@pytest.mark.parametrize("record", [typed, at_its_mesa])
def test_a_round_that_was_played_is_not_paired_anew(tmp_path: Path, kept: list[int], record: Record) -> None:
    night, other = played(ON_BUCHHOLZ, 7, "ABB", 1, record)
    champion = podium_of(night)[0]
    assert found_by_all(tmp_path / "a.json", night.championship) == ("", [], [])
    note = tmp_path / "punto.txt"
    note.write_text(Checkpoint.objects.latest("pk").note)
    assert said_by_command(note) == ""

    with triggers_lifted():
        forged(night, other, kept)

    assert podium_of(night)[0] != champion or record is at_its_mesa
    refused, *_ = found_by_all(tmp_path / "a.json", night.championship)
    assert "de los hechos de «Suizo» no resultan sus partidas" in refused
    assert OTHERS in said_by_command(note)


@pytest.mark.parametrize("name", ["numbers", "sides"])
def test_neither_what_is_kept_nor_who_met_hangs_on_a_salt(tmp_path: Path, name: str) -> None:
    """Salts go where personal data are erased."""
    night, other = played(BY_CHICAS, 6, "AAA", 0, undone=True)
    podium = podium_of(night)
    assert found_by_all(tmp_path / "a.json", night.championship) == ("", [], [])
    numbers = dict(night.championship.parejas.values_list("pk", "number"))

    with triggers_lifted():
        last = StageEvent.objects.filter(championship=night.championship, action=KEPT).latest("seq")
        changed = [(last, {"numbers": [2]})]
        if name == "sides":
            own = StageEvent.objects.filter(championship=night.championship, kind="result", round=2)
            met = {each: [numbers.get(side or 0) for side in other.sides[each.position or 0]] for each in own}
            changed = [(each, {**each.data, "before": {**each.data["before"], "sides": met[each]}}) for each in own]
        for event, data in changed:
            StageEvent.objects.filter(pk=event.pk).update(data=data)
            LeafSource.objects.filter(event=event).update(salt="")
        forged(night, other, [2])

    assert podium_of(night) != podium
    refused, tool, tree = found_by_all(tmp_path / "a.json", night.championship)
    assert refused
    assert "leaf" in tool
    assert any("no es la de su hoja: difiere en result" in each for each in tree)


def test_what_was_given_of_a_log_is_of_those_who_sat_at_its_mesa() -> None:
    """Also before a leaf binds the event."""
    kept = sealed_mesa()
    assert said_by_command() == ""
    event = StageEvent.objects.filter(kind="result").latest("pk")
    with triggers_lifted():
        data = {**event.data, "before": {**event.data["before"], "sides": [97, 98]}}
        StageEvent.objects.filter(pk=event.pk).update(data=data)

    said = said_by_command()
    assert (
        f"Mesa {kept.mesa.public_id}: fila {len(ZAPATERIA)}: el resultado que se dio de la bitácora es de otras" in said
    )


FORGED: Final[Mapping[str, Any]] = {
    "after.how": "walkover", "after.winner": 1, "after.chicas": [[0, 40]], "after.by_zapateria": True, "after.zapaterias": ["A"],
    "after.caidas": [3, 3], "before.sides": [8, 9], "gone": [1], "log_ended": True, "playing": [[3, 1]], "voided": True, "numbers": [1],
}  # fmt: skip
"""Another value for each place that is read of an event."""


def decoyed(data: Mapping[str, Any], place: str, value: Any) -> dict[str, Any]:
    """This data with another value where it is read, and the true one wherever else it might be looked for."""
    *part, name = place.split(".")
    there = data[part[0]] if part else data
    decoy: dict[str, Any] = {name: there.get(name)}
    others: dict[str, Any] = {each: (data.get(each) or {}) | decoy for each in ("before", "after")}
    if part:
        return {**data, **decoy, **others, part[0]: {**there, name: value}}
    return {**data, **others, name: value}


def written_over(event: StageEvent, data: Mapping[str, Any]) -> None:
    StageEvent.objects.filter(pk=event.pk).update(data=data)
    LeafSource.objects.filter(event=event).update(salt="")


def is_found(path: Path, championship: Championship, note: Path) -> bool:
    """Whether all that look say of an event that it is not that of its leaf."""
    refused, tool, tree = found_by_all(path / "a.json", championship)
    told = "no es la de su hoja: difiere en result"
    return bool(refused) and "leaf" in tool and any(told in each for each in tree) and told in said_by_command(note)


def note_of(path: Path) -> Path:
    note = path / "punto.txt"
    note.write_text(Checkpoint.objects.latest("pk").note)
    return note


def test_no_champion_comes_of_rivals_whose_true_ones_stand_elsewhere(tmp_path: Path) -> None:
    night, other = played(ON_BUCHHOLZ, 7, "ABB", 1)
    champion, note = podium_of(night)[0], note_of(tmp_path)
    numbers = dict(night.championship.parejas.values_list("pk", "number"))

    with triggers_lifted():
        for each in StageEvent.objects.filter(championship=night.championship, kind="result", round=2):
            met = [numbers.get(side or 0) for side in other.sides[each.position or 0]]
            written_over(each, decoyed(each.data, "before.sides", met))
        forged(night, other, [2])

    assert podium_of(night)[0] != champion
    assert is_found(tmp_path, night.championship, note)


def test_nor_is_anything_kept_whose_true_numbers_stand_elsewhere(tmp_path: Path) -> None:
    night, _ = played(BY_CHICAS, 6, "AAA", 0, undone=True)
    note = note_of(tmp_path)
    with triggers_lifted():
        last = StageEvent.objects.filter(championship=night.championship, action=KEPT).latest("seq")
        written_over(last, decoyed(last.data, "numbers", [2]))
        Stage.objects.filter(championship=night.championship).update(kept_rounds=[2])

    assert is_found(tmp_path, night.championship, note)


def test_nor_do_results_against_who_left_count_no_more(tmp_path: Path) -> None:
    championship = of_rounds()
    note = note_of(tmp_path)
    with triggers_lifted():
        for each in StageEvent.objects.filter(championship=championship, kind="departure"):
            written_over(each, decoyed(each.data, "voided", value=True))
        championship.parejas.filter(number=9).update(voided=True)
        podium_follows(championship)

    assert is_found(tmp_path, championship, note)


def test_nothing_that_is_read_of_an_event_is_told_from_another_place(tmp_path: Path) -> None:
    """A salt may be gone."""
    championship = of_rounds()
    own = StageEvent.objects.filter(championship=championship)
    unseen = []
    for kind in own.values_list("kind", flat=True).distinct().order_by():
        event = own.filter(kind=kind).earliest("seq")
        for place in CODES[kind]:
            with triggers_lifted():
                written_over(event, decoyed(event.data, place, FORGED[place]))
            _, tool, tree = found_by_all(tmp_path / "a.json", championship)
            if "leaf" not in tool or not any("difiere en result" in each for each in tree):
                unseen.append(place)
            with triggers_lifted():
                written_over(event, event.data)

    assert unseen == []
    assert FORGED.keys() | {"late"} == {place for places in CODES.values() for place in places}
