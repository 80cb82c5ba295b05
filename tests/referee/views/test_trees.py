"""Anybody has the checkpoints of a championship and their proofs, and checks them with the kernel alone."""

from base64 import b64decode
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from brackets.models import Championship
from kernel.checkpoint import Checkpoint as Said
from kernel.checkpoint import VerifierKey, verify
from kernel.merkle import verify_consistency, verify_inclusion
from referee.models import Checkpoint, TreeLeaf
from referee.selectors.tree import proofs
from referee.services.incarnations import incarnation_begin
from referee.services.tree import tree_sweep
from tests.factories.brackets import NOW
from tests.factories.referee import SORTEO, Keeper, kept_mesa

pytestmark = pytest.mark.django_db


def grown(kept: Keeper, minutes: int) -> Checkpoint:
    done = tree_sweep(championship=kept.championship, now=NOW + timedelta(minutes=minutes))
    assert done.checkpoint is not None
    return done.checkpoint


def said(client: Client, address: str, key: str) -> Said:
    return verify(client.get(address).content, VerifierKey.parse(key)).checkpoint


def test_a_stranger_follows_the_log_from_an_old_checkpoint_to_the_last_one(client: Client) -> None:
    kept = kept_mesa(SORTEO)
    sizes = [grown(kept, 0).size]
    for minute in (2, 4, 6):
        kept.record("caida A", "limpia B")
        sizes.append(grown(kept, minute).size)
    base = f"/c/{kept.championship.slug}/punto/"

    key = client.get(f"{base}clave").text.strip()
    last = said(client, base, key)
    assert last.size == sizes[-1]
    for old in sizes:
        older = said(client, f"{base}{old}/", key)
        answer = client.get(f"{base}{last.size}/desde/{old}")
        proof = [b64decode(each) for each in answer.json()["proof"]]
        assert verify_consistency(proof, old_size=old, old_root=older.root, size=last.size, root=last.root)
    for leaf in TreeLeaf.objects.all():
        found = client.get(f"{base}{last.size}/hoja/{leaf.hash}").json()
        path = [b64decode(each) for each in found["proof"]]
        assert verify_inclusion(
            bytes.fromhex(leaf.hash), index=found["index"], size=last.size, root=last.root, proof=path
        )


def test_caches_on_the_way_keep_nothing_for_longer_than_ten_seconds(client: Client) -> None:
    kept = kept_mesa(SORTEO)
    size = grown(kept, 0).size
    base = f"/c/{kept.championship.slug}/punto/"

    leaf = TreeLeaf.objects.latest("index").hash
    for address in ("", "clave", "cofirmantes", f"{size}/", f"{size}/desde/1", f"{size}/hoja/{leaf}"):
        answer = client.get(base + address)
        assert (answer.status_code, answer["Cache-Control"]) == (200, "public, max-age=10")


@pytest.mark.parametrize(
    "address",
    ["0/", "1/", "999999/", "9223372036854775807/", "{size}/desde/0", "{size}/desde/{more}", "1/desde/1",
     "{size}/desde/9223372036854775807", "{size}/hoja/00", "{size}/hoja/{zeros}", "{size}/hoja/%00", "{size}/hoja/ñ"],
)  # fmt: skip
def test_what_is_not_there_is_not_found(client: Client, address: str) -> None:
    kept = kept_mesa(SORTEO)
    size = grown(kept, 0).size

    there = address.format(size=size, more=size + 1, zeros="0" * 64)
    assert client.get(f"/c/{kept.championship.slug}/punto/{there}").status_code == 404


def test_before_its_first_sweep_and_in_preparation_a_championship_has_no_log_to_show(client: Client) -> None:
    kept = kept_mesa(SORTEO)
    addresses = [f"/c/{kept.championship.slug}/punto/", f"/c/{kept.championship.slug}/punto/clave"]
    before = [client.get(each).status_code for each in addresses]
    grown(kept, 0)
    Championship.objects.update(status="draft")

    assert before == [404, 404] == [client.get(each).status_code for each in addresses]


def test_a_log_that_is_longer_than_a_memory_is_proved_nowhere(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = kept_mesa(SORTEO)
    size = grown(kept, 0).size
    monkeypatch.setattr(proofs, "MOST_LEAVES", size - 1)

    assert client.get(f"/c/{kept.championship.slug}/punto/{size}/desde/1").status_code == 404


def test_a_tree_is_read_once_and_only_what_is_new_later(client: Client) -> None:
    kept = kept_mesa(SORTEO)
    counts = []
    for minute in (0, 2):
        size = grown(kept, minute).size
        for _ in range(2):
            with CaptureQueriesContext(connection) as queries:
                client.get(f"/c/{kept.championship.slug}/punto/{size}/desde/1")
            counts.append([query["sql"] for query in queries if "treeleaf" in query["sql"]])
        kept.record("caida A")

    assert [len(each) for each in counts] == [1, 0, 1, 0]


def test_the_trees_of_many_championships_stay_until_their_leaves_fill_the_memory(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks for the proofs of one after another makes the server read none of them again."""
    asked = []
    for _ in range(6):
        kept = kept_mesa(SORTEO)
        asked.append((kept.championship.slug, grown(kept, 0).size))

    def read() -> int:
        with CaptureQueriesContext(connection) as queries:
            for slug, size in asked:
                client.get(f"/c/{slug}/punto/{size}/desde/1")
        return sum("treeleaf" in query["sql"] for query in queries)

    assert [read(), read()] == [6, 0]
    monkeypatch.setattr(proofs, "MOST_LEAVES", 2 * asked[0][1])
    assert read() > 0


@pytest.mark.parametrize("visibility", Championship.LiveVisibility.values)
def test_a_checkpoint_counts_the_jugadas_of_a_running_mesa_only_where_all_may_see_them(
    client: Client, visibility: str
) -> None:
    kept = kept_mesa(SORTEO)
    Championship.objects.update(live_visibility=visibility)
    grown(kept, 0)
    base = f"/c/{kept.championship.slug}/punto/"
    before = client.get(base).text
    kept.record("caida A")
    tree_sweep(championship=kept.championship, now=NOW + timedelta(minutes=2))

    assert (client.get(base).text == before) is (visibility != "todo")


def test_what_a_person_saw_is_compared_with_the_log_of_the_server(client: Client) -> None:
    kept = kept_mesa(SORTEO)
    first = grown(kept, 0)
    kept.record("caida A")
    last = grown(kept, 2)
    base = f"/c/{kept.championship.slug}/punto/"
    origin = last.note.split("\n", 1)[0]
    other = "f" * 16 if first.root[0] != "f" else "0" * 16
    cases = [
        (first.size, first.root, origin, "Coincide: el servidor firmó el mismo"),
        (last.size, f" {last.root[:8].upper()} {last.root[8:16]}", "", "Coincide: el servidor firmó el mismo"),
        (first.size, other, origin, "ATENCIÓN: no coincide."),
        (first.size + 10_000, first.root, "", "ATENCIÓN: no está."),
        (2**53 - 1, first.root, "", "ATENCIÓN: no está."),
        (first.size, first.root, "otro.example/copa", "ATENCIÓN: es de otro registro."),
        (first.size, first.root[:15], "", "Eso no es un punto de control"),
        (10**17, first.root, "", "Eso no es un punto de control"),
        ("", "", "", "Escribir otro"),
    ]
    for size, root, where, words in cases:
        page = client.get(base, {"n": size, "r": root, "o": where}).text
        assert words in page, (size, root)
        assert ("Coincide" in page) is ("Coincide" in words)
        assert (f'href="{base}{size}/" download' in page) is ("Coincide" in words)
    assert 'data-root="' + last.root in client.get(base, {"n": last.size, "r": last.root[:16]}).text

    incarnation_begin(known=(), new_keys=False, now=NOW + timedelta(minutes=9))
    lost = client.get(base, {"n": last.size + 50, "r": first.root}).text
    assert "se restauró de una copia" in lost
    assert f">{last.size}<" in lost


def test_the_page_of_a_planilla_and_that_of_its_partida_keep_the_same_log(client: Client) -> None:
    kept = kept_mesa(SORTEO)
    head = grown(kept, 0)
    slug = kept.championship.slug

    for address in (f"/planilla/{kept.mesa_id}/", f"/c/{slug}/partidas/{kept.fixture.pk}/", f"/c/{slug}/posiciones/"):
        page = client.get(address).text
        assert f'data-log="/c/{slug}/punto/" data-size="{head.size}" data-root="{head.root[:16]}"' in page
    Championship.objects.update(status="draft")
    assert "data-log=" not in client.get(f"/planilla/{kept.mesa_id}/").text
