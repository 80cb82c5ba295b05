"""The record: searched, read-only, with where it came from, and taken away whole."""

import csv
import json
from datetime import timedelta
from hashlib import sha256

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from brackets.models import AuditAddress, AuditEntry, Championship, Role
from brackets.services.championships import championship_close
from tests.factories.brackets import (
    NOW,
    AuditEntryFactory,
    ChampionshipFactory,
    RoleFactory,
    director_of,
    published_stage,
)
from tests.factories.referee import DeviceFactory

pytestmark = pytest.mark.django_db


def url(name: str, championship: Championship) -> str:
    return reverse(f"brackets:{name}", args=[championship.slug])


@pytest.fixture
def championship() -> Championship:
    return ChampionshipFactory()


def signed_in(client, championship: Championship, kind: str = "director"):
    client.force_login(RoleFactory(championship=championship, kind=kind).user)
    return client


def found(client, championship: Championship, **wanted: str) -> set[str]:
    page = client.get(url("log", championship), wanted)
    return {entry.sentence for entry, _ in page.context["rows"]}


def test_it_is_searched_by_words_person_action_and_day(client, championship: Championship) -> None:
    signed_in(client, championship)
    other = RoleFactory(championship=championship).user
    AuditEntryFactory(
        championship=championship, sentence="Convocó la partida 5.", action="partida-convocar", user=other
    )
    AuditEntryFactory(championship=championship, sentence="Retiró a la pareja 5.", data={"reason": "Enfermedad"})
    AuditEntryFactory(championship=championship, sentence="Otro día.", at=NOW + timedelta(days=2))
    AuditEntryFactory(sentence="De otro campeonato, partida 5.")

    assert found(client, championship, buscar="partida 5") == {"Convocó la partida 5."}
    assert found(client, championship, buscar="enfermedad") == {"Retiró a la pareja 5."}
    assert found(client, championship, quien=str(other.pk)) == {"Convocó la partida 5."}
    assert found(client, championship, accion="partida-convocar") == {"Convocó la partida 5."}
    assert found(client, championship, desde="2026-11-29") == {"Otro día."}
    assert client.get(url("log", championship), {"hasta": "9999-12-31"}).status_code == 200
    assert found(client, championship, hasta="2026-11-28", buscar="5") == {
        "Convocó la partida 5.",
        "Retiró a la pareja 5.",
    }
    assert len(found(client, championship, desde="mañana", quien="nadie")) == 3
    assert "Nada coincide" in client.get(url("log", championship), {"buscar": "zzz"}).content.decode()


def test_it_shows_before_and_after_and_from_where(client, championship: Championship) -> None:
    entry = AuditEntryFactory(
        championship=championship, data={"before": {"table": 1}, "after": {"table": 2}}, via="tablet", device="Tablet 7"
    )
    AuditAddress.objects.create(entry=entry, address="10.0.0.7")

    page = signed_in(client, championship).get(url("log", championship)).content.decode()

    assert "Tablet 7 · 10.0.0.7" in page
    assert '<span class="soft">antes</span> 1 <span class="soft">después</span> 2' in page


@pytest.mark.parametrize("act", ["update", "delete"])
def test_nothing_of_it_is_changed_or_deleted(act: str) -> None:
    entry = AuditEntryFactory(sentence="Lo que fue.")

    rows = AuditEntry.objects.filter(pk=entry.pk)
    change = {"update": lambda: rows.update(sentence="Otra cosa."), "delete": rows.delete}[act]
    with pytest.raises(DatabaseError), transaction.atomic():
        change()

    assert AuditEntry.objects.get(pk=entry.pk).sentence == "Lo que fue."


def test_what_is_written_of_a_person_can_go_once_the_championship_is_over(championship: Championship) -> None:
    entry = AuditEntryFactory(championship=championship, data={"before": "Ana"})
    rows = AuditEntry.objects.filter(pk=entry.pk)

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        rows.update(data={})
    Championship.objects.filter(pk=championship.pk).update(status=Championship.Status.CLOSED)
    rows.update(data={})

    assert AuditEntry.objects.get(pk=entry.pk).data == {}


def test_an_action_on_the_site_says_from_where_until_the_championship_ends(client, settings: Settings) -> None:
    championship = published_stage(2).championship
    signed_in(client, championship)
    client.post(url("tables", championship), {"count": "3"}, REMOTE_ADDR="192.168.1.20")
    settings.TRUSTED_PROXY = True
    client.post(url("tables", championship), {"count": "4"}, headers={"x-forwarded-for": "6.6.6.6, 2001:db8::7"})

    told = AuditEntry.objects.filter(action__contains="mesas").order_by("pk")
    assert [(each.via, each.device, each.origin.address) for each in told] == [
        ("site", "", "192.168.1.20"),
        ("site", "", "2001:db8::7"),
    ]

    championship.stages.get().fixtures.update(status="final", how="double-no-show")
    championship_close(championship=championship, user=director_of(championship), now=NOW)
    assert not AuditAddress.objects.exists()
    assert AuditEntry.objects.latest("pk").via == "command"


def test_what_a_tablet_does_names_the_tablet(client, championship: Championship) -> None:
    from brackets.services.audit import Origin, audit_record, done_from, done_on  # noqa: PLC0415

    device = DeviceFactory(championship=championship, name="Tablet 3")
    with done_from(Origin("tablet", "10.0.0.3")):
        done_on(device.name)
        inside = audit_record(championship=championship, user=device.user, now=NOW, action="a", sentence="b")
    outside = audit_record(championship=championship, user=device.user, now=NOW, action="a", sentence="b")

    assert (inside.via, inside.device, inside.origin.address) == ("tablet", "Tablet 3", "10.0.0.3")
    assert (outside.via, outside.device) == ("command", "")


@pytest.mark.parametrize("name", ["log_csv", "log_jsonl"])
def test_the_whole_record_is_taken_away_with_its_digest(name: str, client, championship: Championship) -> None:
    AuditEntryFactory(championship=championship, sentence="=1+1", data={"reason": "Ñ"})
    AuditEntryFactory(championship=championship, sentence="Segunda.", at=NOW + timedelta(hours=1))
    AuditEntryFactory(sentence="Ajena.")

    answer = signed_in(client, championship).get(url(name, championship))
    body = b"".join(answer.streaming_content)

    assert f"registro-{championship.slug}." in answer["Content-Disposition"]
    *lines, last = body.decode().splitlines(keepends=True)
    digest = sha256("".join(lines).encode()).hexdigest()
    if name == "log_csv":
        rows = list(csv.DictReader(lines))
        assert [row["frase"] for row in rows] == ["'=1+1", "Segunda."]
        assert last == f"sha256,{digest}\r\n"
    else:
        told = [json.loads(line) for line in lines]
        assert [row["frase"] for row in told[1:]] == ["=1+1", "Segunda."]
        assert told[1]["datos"] == {"reason": "Ñ"}
        assert json.loads(last) == {"sha256": digest}


def test_its_queries_do_not_grow(client, championship: Championship) -> None:
    signed_in(client, championship)
    counts = []
    for _ in (1, 2):
        for _ in range(3):
            AuditAddress.objects.create(entry=AuditEntryFactory(championship=championship), address="10.0.0.1")
        with CaptureQueriesContext(connection) as asked:
            client.get(url("log", championship), {"buscar": "a"})
        counts.append(len(asked))

    assert counts[0] == counts[1]


@pytest.mark.parametrize("kind", [kind for kind in Role.Kind if kind not in ("director", "adjunct")])
def test_others_do_not_read_it(kind: str, client, championship: Championship) -> None:
    assert signed_in(client, championship, kind).get(url("log", championship)).status_code == 403
