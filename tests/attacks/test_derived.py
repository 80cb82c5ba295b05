"""Who owns the key and the program makes an archive anew, digests and signature too: what follows from its logs contradicts what it says."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command

from brackets.draw import past_tables
from brackets.draw.acta_seal import seals_of
from brackets.draw.formats import Elimination, Series, Swiss
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody, FromEach, Spot, qualify
from brackets.draw.swiss import Standing
from brackets.models import Championship, Pareja, Stage, StageEvent
from brackets.selectors.audit import CLOSED
from brackets.selectors.bound import paired_wrongly
from brackets.selectors.events import disagreements
from brackets.selectors.stages import roster_of
from brackets.selectors.swiss_rounds import standings_before
from brackets.services.championships import championship_close
from brackets.services.departures import pareja_leave, pareja_return
from referee.models import Planilla
from referee.rules import canonical
from referee.sealing.archives import archive_signing
from referee.selectors.archive.check import Found, archive_check
from referee.selectors.archive.document import Reader, Sign, document
from referee.selectors.archive.dump import archive_write
from referee.selectors.archive.hiding import Included
from referee.selectors.archive.parts import NAMES
from referee.selectors.archive.refusal import Refused
from referee.services.confirmations import planilla_confirm
from referee.services.tree import tree_sweep
from tests.brackets.services.test_formats import TABLE, Night
from tests.factories.brackets import NOW
from tests.factories.insider import triggers_lifted
from tests.factories.referee import sealed_mesa
from tests.factories.sealing import certified

pytestmark = pytest.mark.django_db
Parts = dict[str, list[dict[str, Any]]]
LATER: Final = NOW + timedelta(days=1)
SERIES: Final = StagePlan(name="Series", format=Series(size=4), entry=(Everybody(),), criteria=TABLE)
FINAL: Final = StagePlan(name="Final", format=Elimination(third_place=True), entry=(FromEach(1, 2),), criteria=TABLE)
SWISS: Final = StagePlan(name="Suizo", format=Swiss(rounds=3), entry=(Everybody(),), criteria=TABLE)


def of_series() -> Championship:
    """Two series and a final with a third place, in which a W.O. decides who is champion; it has ended."""
    night = Night.in_second(8, SERIES, FINAL)
    final_won(night)
    return ended(night)


def final_won(night: Night) -> None:
    *others, final, _third = night.stage(2).fixtures.filter(number__isnull=False).order_by("number")
    for fixture in others:
        night.record(fixture)
    final.refresh_from_db()
    night.record(final, how="walkover", chicas=[])
    night.play(2)


def of_rounds() -> Championship:
    """A Swiss stage of three rounds: after the second one, a result of the first is corrected on purpose and one leaves; it has ended."""
    night = Night.published(9, SWISS)
    for number in (1, 2, 3):
        night.pair()
        night.play()
        if number == 2:
            first = night.stage(1).fixtures.filter(round=1, number__isnull=False).order_by("number").first()
            night.record(first, "B" if first.winner_id == first.pareja_a_id else "A", on_purpose=True)
            assert night.stage(1).kept_rounds == [2]
            leaver = night.championship.parejas.get(number=9)
            pareja_leave(pareja=leaver, reason="Viajó", played=True, user=night.director, now=NOW)
    return ended(night)


def under_way() -> Championship:
    """The final is not played yet."""
    night = Night.in_second(8, SERIES, FINAL)
    return whole(night.championship)


def confirmed() -> Championship:
    kept = sealed_mesa()
    planilla = Planilla.objects.get()
    for pareja in (kept.fixture.pareja_a, kept.fixture.pareja_b):
        planilla_confirm(
            pareja=pareja, mesa_id=kept.mesa_id, version=planilla.version, digest=planilla.digest, now=kept.tick()
        )
    return whole(kept.championship)


def let_in() -> Championship:
    """The program of its owner lets the last of the second series into the final, in the place of its second."""
    return of_series_with(lambda spots, last: [*spots[:-1], replace(spots[-1], pareja=last)])


def let_in_as_seed() -> Championship:
    """It takes the winner of the other series for the first seed."""

    def turned(spots: Sequence[Spot], _last: int) -> list[Spot]:
        seeds = iter([spot.pareja for spot in spots if spot.seeded][::-1])
        return [replace(spot, pareja=next(seeds)) if spot.seeded else spot for spot in spots]

    return of_series_with(turned)


def of_series_with(change: Callable[[Sequence[Spot], int], list[Spot]]) -> Championship:
    night = Night.played(8, SERIES, FINAL)

    def other(rules: Any, before: Mapping[int, Any], **of: Any) -> tuple[Spot, ...]:
        spots = qualify(rules, before, **of)
        return tuple(change(spots, before[1].ranking.groups[1][-1].pareja)) if before else spots

    with patch("brackets.selectors.stages.qualify", other):
        night.publish(2)
        final_won(night)
        return ended(night)


def of_another_table() -> Championship:
    """The program of its owner pairs the second round on a table that he made up; all after it follows from that."""
    night = Night.published(8, SWISS)
    night.pair()
    night.play()

    def other(*of: Any) -> list[Standing]:
        return [replace(each, wins=1 - each.wins) if each.pareja < 3 else each for each in standings_before(*of)]

    with patch("brackets.services.rounds.standings_before", other):
        night.pair()
    night.play()
    return whole(night.championship)


def ended(night: Night) -> Championship:
    return whole(championship_close(championship=night.championship, user=night.director, now=NOW))


def whole(championship: Championship) -> Championship:
    certified(championship)
    tree_sweep(championship=championship, now=LATER)
    return championship


_MADE: dict[Callable[[], Championship], tuple[bytes, Sign]] = {}


def made(make: Callable[[], Championship], path: Path) -> tuple[dict[str, Any], Sign]:
    """Its archive with everything, and what signs it: made once in a process."""
    if make not in _MADE:
        championship = make()
        sign = archive_signing(championship, NOW).sign
        assert sign is not None
        with path.open("wb") as file:
            archive_write(file, championship, Included(personal=True, ink=True), packed=False, sign=sign)
        _MADE[make] = path.read_bytes(), sign
    text, sign = _MADE[make]
    return json.loads(text), sign


def checked(make: Callable[[], Championship], path: Path, forge: Callable[[Parts], object]) -> Found:
    """The archive as it is forged, its actas sealed, its digests and its signature made anew by the key of the championship."""
    told, sign = made(make, path)
    forge(told["partes"])
    for acta in told["partes"]["actas"]:
        acta.update(seals_of(acta))
    head = {key: told[key] for key in ("incluye", "instalacion")}
    parts = [(name, [canonical(row) for row in told["partes"][name]]) for name in NAMES]
    path.write_bytes(b"".join(document(head, parts, sign)))
    found = archive_check(Reader(path, NAMES))
    assert found.signer is not None
    return found


WORLDS: Final = (of_series, of_rounds, under_way, confirmed)


@pytest.mark.parametrize("make", WORLDS)
def test_what_happened_is_what_it_says(make: Callable[[], Championship], tmp_path: Path) -> None:
    assert checked(make, tmp_path / "a.json", lambda _: None).mesas >= 0


def podium_turned(parts: Parts) -> None:
    first, second, *_ = parts["podio"]
    first["pareja"], second["pareja"] = second["pareja"], first["pareja"]


def third_another(parts: Parts) -> None:
    """Who was fourth."""
    there = {each["pareja"] for each in parts["podio"]}
    (fourth,) = {each for row in parts["partidas"][-4:] for each in (row["pareja_a"], row["pareja_b"])} - there
    parts["podio"][-1]["pareja"] = fourth


def podium_shorter(parts: Parts) -> None:
    parts["podio"].pop()


def final_another(parts: Parts) -> None:
    """A match that the champion won, and not the last one."""
    champion = parts["podio"][0]
    won = [row["id"] for row in parts["partidas"] if row["winner"] == champion["pareja"]]
    champion["fixture"] = next(each for each in won if each != champion["fixture"])


def closed_early(parts: Parts) -> None:
    parts["campeonato"][0]["status"] = "closed"
    parts["registro"].append({**parts["registro"][-1], "action": CLOSED})
    parts["podio"] = [{"place": 1, "pareja": parts["parejas"][0]["id"], "fixture": None}]


def walkover_turned(parts: Parts) -> None:
    """In the row of the final, in what was recorded of it and on the podium; only the leaf of that has it as it was."""
    event = last_walkover(parts)
    final = next(row for row in parts["partidas"] if row["id"] == parts["podio"][0]["fixture"])
    final["winner"] = final["pareja_b"] if final["winner"] == final["pareja_a"] else final["pareja_a"]
    number = next(row["number"] for row in parts["parejas"] if row["id"] == final["winner"])
    event["data"]["after"]["winner"] = number
    podium_turned(parts)


def walkover_corrected(parts: Parts) -> None:
    """By a result that was put in long after, with an hour of that night."""
    was = last_walkover(parts)
    walkover_turned(parts)
    now = json.loads(json.dumps(was))
    was["data"]["after"]["winner"] = next(
        each for each in was["data"]["before"]["sides"] if each != was["data"]["after"]["winner"]
    )
    last = max(row["seq"] for row in parts["hechos"] if row["stage"] == was["stage"])
    parts["hechos"].append(
        now | {"seq": last + 1, "corrects": was["seq"], "after": None, "action": "resultado-corregir"}
    )


def last_walkover(parts: Parts) -> dict[str, Any]:
    return next(
        row
        for row in reversed(parts["hechos"])
        if row["kind"] == "result" and row["data"]["after"]["how"] == "walkover"
    )


def table_line(parts: Parts) -> None:
    """One line, in the row of the stage and in its acta; whom it meets does not change by that."""
    for before in (parts["etapas"][0]["paired_on"][1]["before"], parts["actas"][0]["rondas"][1]["antes"]):
        before[0]["descanso"] = not before[0]["descanso"]
    parts["actas"][0]["rondas"][1]["corregidas_despues"] = []


def table_all(parts: Parts) -> None:
    """Everybody has won one more, which pairs the same."""
    for before in (parts["etapas"][0]["paired_on"][2]["before"], parts["actas"][0]["rondas"][2]["antes"]):
        for each in before:
            each["ganadas"] += 1


def table_of_the_acta(parts: Parts) -> None:
    for each in parts["actas"][0]["rondas"][2]["antes"]:
        each["ganadas"] += 1


def acta_less(parts: Parts) -> None:
    parts["actas"].pop()


def expelled(parts: Parts) -> None:
    """Who never left, and has lost all: its rivals' table is another."""
    parts["parejas"][7] |= {"status": "expelled", "voided": True}


def counts_for_nobody(parts: Parts) -> None:
    """Who is in, and whose rivals' results count no more."""
    parts["parejas"][7]["voided"] = True


def back(parts: Parts) -> None:
    next(row for row in parts["parejas"] if row["status"] != "active")["status"] = "active"


def kept_on_purpose(parts: Parts) -> None:
    parts["etapas"][1]["kept_draw"] = True


def confirmed_at(parts: Parts) -> None:
    parts["confirmaciones"][0]["at"] = parts["confirmaciones"][0]["at"].replace("T", "T", 1).replace(":0", ":1", 1)


def confirmed_another(parts: Parts) -> None:
    parts["confirmaciones"][0]["digest"] = "0" * 64


def confirmed_by_the_other(parts: Parts) -> None:
    first, second = parts["confirmaciones"]
    first["party"], second["party"] = second["party"], first["party"]


def confirmation_less(parts: Parts) -> None:
    parts["confirmaciones"].pop()


def confirmation_more(parts: Parts) -> None:
    """The leaf of the other one is gone with its row; this one never had any."""
    parts["confirmaciones"][0]["public_id"] = "00000000-0000-4000-8000-000000000000"


FORGED: Final[dict[str, tuple[Callable[[], Championship], Callable[[Parts], None], str]]] = {
    "the podium turned": (of_series, podium_turned, r"el puesto 1 del podio es de la pareja \d según las partidas, y de la pareja \d según el archivo"),
    "another third": (of_series, third_another, "el puesto 3 del podio es de la pareja"),
    "nobody third": (of_series, podium_shorter, "y de nadie según el archivo"),
    "another final": (of_series, final_another, "la final del podio no es la que ganó"),
    "ended before its end": (under_way, closed_early, "el puesto 1 del podio es de nadie según las partidas"),
    "another let into the final": (let_in, lambda _: None, r"no resulta quiénes entraron en «Final»: difieren las parejas \d y \d"),
    "another seed of the final": (let_in_as_seed, lambda _: None, "no resulta quiénes entraron en «Final»"),
    "a draw kept on purpose that was not": (let_in, kept_on_purpose, "de «Final» lo que se mantiene a propósito no es lo que dice el último hecho"),
    "the W.O. won by the other": (of_series, walkover_turned, "no es la de su hoja"),
    "the W.O. corrected later": (of_series, walkover_corrected, "no tiene hoja"),
    "a line of a table": (of_rounds, table_line, "la tabla con que se emparejó la ronda 2 de «Suizo» no resulta de sus partidas"),
    "a whole table": (of_rounds, table_all, "la tabla con que se emparejó la ronda 3 de «Suizo»"),
    "a table of the acta alone": (of_rounds, table_of_the_acta, "el acta de «Suizo» no tiene sus líneas, o sus rondas"),
    "a round on a made-up table": (of_another_table, lambda _: None, "la tabla con que se emparejó la ronda 2 de «Suizo»"),
    "no acta of the final": (of_series, acta_less, "falta el acta del sorteo de «Final»"),
    "expelled": (of_series, expelled, "no resulta que la pareja 8 esté"),
    "who is in counts for nobody": (of_series, counts_for_nobody, "no resulta que la pareja 8 esté"),
    "never left": (of_rounds, back, "no resulta que la pareja 9 esté"),
    "confirmed at another hour": (confirmed, confirmed_at, "no es la de su hoja"),
    "confirmed another version": (confirmed, confirmed_another, "la confirmación de la versión 1"),
    "confirmed by the other": (confirmed, confirmed_by_the_other, "no es la de su hoja"),
    "a confirmation less": (confirmed, confirmation_less, "tiene hoja, y su fila no está"),
    "another confirmation": (confirmed, confirmation_more, "tiene hoja, y su fila no está"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGED)
def test_an_archive_that_was_made_anew_whole_is_refused(tmp_path: Path, name: str) -> None:
    make, forge, said = FORGED[name]

    with pytest.raises(Refused, match=said):
        checked(make, tmp_path / "a.json", forge)


def test_a_table_is_found_however_much_happened_since() -> None:
    """Whoever owns the database is accused of one that never was, and nobody else of anything."""
    night = Night.published(8, SWISS)
    night.pair()
    night.play()
    night.pair()
    who = {"user": night.director, "now": NOW}
    pareja_leave(pareja=night.championship.parejas.get(number=7), reason="Viajó", **who)
    leaver = night.championship.parejas.get(number=8)
    pareja_return(pareja=pareja_leave(pareja=leaver, reason="Viajó", **who).pareja, reason="No viajó", **who)
    left, came_back = StageEvent.objects.filter(stage=1).order_by("-seq")[:2][::-1]
    for seq in range(came_back.seq + 1, came_back.seq + 501, 2):
        for each, at, corrects in ((left, seq, None), (came_back, seq + 1, seq)):
            each.pk, each.seq, each.corrects = None, at, corrects
            each.save()
    assert disagreements(night.stage(1)) == []

    assert paired_wrongly(night.stage(1)) == []

    with triggers_lifted():
        stage = night.stage(1)
        stage.paired_on[1]["before"][0]["ganadas"] += 1
        stage.save()
    assert paired_wrongly(night.stage(1)) == [2]


def test_a_table_that_was_not_compared_is_not_said_to_be_wrong(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An archive may come from anybody, and is not calculated on for hours."""
    told = "demasiados hechos: no se comparó la tabla con que se emparejó la ronda 2"
    championship = of_rounds()
    monkeypatch.setattr(past_tables, "MOST_WORK", 1)
    errors = StringIO()

    with pytest.raises(CommandError):
        call_command("verificar_bitacora", stdout=StringIO(), stderr=errors)

    assert f"Etapa «Suizo» de {championship.slug}: algo de ella no se puede leer ({told})." in errors.getvalue()
    assert "no resulta de sus partidas" not in errors.getvalue()
    with pytest.raises(Refused, match=told):
        checked(of_rounds, tmp_path / "a.json", lambda _: None)


def test_the_tables_of_a_database_are_derived_too() -> None:
    """By the same code."""
    championship = of_rounds()
    call_command("verificar_bitacora", stdout=StringIO())
    with triggers_lifted():
        stage = Stage.objects.get()
        stage.paired_on[1]["before"][0]["ganadas"] += 1
        stage.save()
        Pareja.objects.filter(championship=championship, number=9).update(status="active")
        errors = StringIO()
        with pytest.raises(CommandError):
            call_command("verificar_bitacora", stdout=StringIO(), stderr=errors)

    assert "la tabla con que se emparejó la ronda 2 no resulta de sus partidas" in errors.getvalue()
    assert "la pareja 9" in errors.getvalue()
    assert roster_of(championship.pk).gone == frozenset()
