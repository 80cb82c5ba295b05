import hashlib
import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from brackets.models import Stage
from referee.models import Jugada, Mesa
from referee.selectors.championship_chain import (
    MesaHead,
    NotAChain,
    chain_differences,
    chain_of,
    chain_read,
    championship_chain,
)
from tests.factories.insider import insider
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, kept_mesa, sealed_mesa

pytestmark = pytest.mark.django_db


@pytest.fixture
def sealed() -> Keeper:
    return sealed_mesa()


def test_it_is_computed_as_the_page_on_the_log_says(sealed: Keeper) -> None:
    mesa = sealed.mesa
    planilla = mesa.planillas.get()
    row = [str(mesa.public_id), 4, mesa.head_hash, 1, planilla.digest]
    written = json.dumps({"mesas": [row]}, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    assert championship_chain(sealed.championship).digest == hashlib.sha256(written.encode()).hexdigest()


def test_a_mesa_in_play_has_its_head_and_no_planilla() -> None:
    kept = kept_mesa(SORTEO)

    (head,) = championship_chain(kept.championship).heads

    assert (head.head_seq, head.head_hash, head.version, head.digest) == (1, kept.mesa.head_hash, 0, "")


def test_the_file_of_the_acta_is_read_back(sealed: Keeper) -> None:
    chain = championship_chain(sealed.championship)

    assert chain_read(json.loads(json.dumps(chain.as_json()))) == chain
    assert chain_differences(sealed.championship, chain) == []


@pytest.mark.parametrize(
    "change",
    [
        {"formato": "otro"},
        {"version": 2},
        {"digest": "0" * 64},
        {"mesas": [["a"]]},
        {"mesas": 3},
        {"mesas": [["a", "x", "b", 1, "c"]]},
    ],
)
def test_a_file_that_is_none_is_refused(sealed: Keeper, change: dict[str, object]) -> None:
    told = championship_chain(sealed.championship).as_json() | change

    with pytest.raises(NotAChain):
        chain_read(told)


def test_a_file_without_one_of_its_parts_is_refused(sealed: Keeper) -> None:
    told = championship_chain(sealed.championship).as_json()
    for part in told:
        with pytest.raises(NotAChain):
            chain_read({name: value for name, value in told.items() if name != part})


def test_what_went_on_is_told_apart_from_what_was_changed() -> None:
    kept = kept_mesa(*ZAPATERIA[:2])
    then = championship_chain(kept.championship)
    kept.record(*ZAPATERIA[2:])

    (difference,) = chain_differences(kept.championship, then)
    assert difference.in_full == f"La bitácora de la mesa {kept.mesa_id} siguió de la jugada 2 a la 4."
    assert difference.told == "La bitácora de la partida 1 siguió de la jugada 2 a la 4."
    kept.seal()
    assert "Planilla versión 1" in chain_differences(kept.championship, then)[0].told
    with insider(Jugada):
        Jugada.objects.filter(seq=2).update(hash="f" * 64)
    assert "la jugada 2 es otra" in chain_differences(kept.championship, then)[0].told


@pytest.mark.parametrize("said", [(0, "0" * 64), (1, "0" * 64), (9, "0" * 64)])
def test_of_a_mesa_that_is_played_anybody_is_told_nothing_to_count_by(said: tuple[int, str]) -> None:
    """Whoever writes a file himself is answered the same after every jugada; who has the database reads the numbers."""
    kept = kept_mesa(SORTEO)
    then = chain_of(kept.championship.slug, [MesaHead(str(kept.mesa_id), *said, 0, "")])
    told = []
    for line in ("caida A", "limpia B"):
        kept.record(line)
        told += [each.told for each in chain_differences(kept.championship, then)]

    assert told[0] == told[1]
    assert not re.search(r"jugada|[0-9a-f]{8}-", told[0])
    assert "jugada" in chain_differences(kept.championship, then)[0].in_full


def test_a_log_of_the_same_length_that_is_another_is_named(sealed: Keeper) -> None:
    then = championship_chain(sealed.championship)
    Mesa.objects.update(head_hash="e" * 64)

    assert "la jugada 4 es otra" in chain_differences(sealed.championship, then)[0].told


def test_a_mesa_more_or_less_is_named(sealed: Keeper) -> None:
    now = championship_chain(sealed.championship)

    assert "se abrió después" in chain_differences(sealed.championship, chain_of("copa", []))[0].told
    more = chain_of("copa", [*now.heads, type(now.heads[0])("f" * 36, 1, "a" * 64, 0, "")])
    assert "ya no está" in chain_differences(sealed.championship, more)[0].told


def test_the_queries_do_not_grow_with_the_mesas(sealed: Keeper) -> None:
    with CaptureQueriesContext(connection) as one:
        championship_chain(sealed.championship)
    for number in (2, 3):
        stage = kept_mesa(SORTEO).fixture.stage
        stage.championship, stage.number = sealed.championship, number
        with insider(Stage):
            stage.save()

    with CaptureQueriesContext(connection) as three:
        chain = championship_chain(sealed.championship)

    assert len(chain.heads) == 3
    assert len(one) == len(three) == 2
