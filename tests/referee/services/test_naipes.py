"""The cards beside the log: each once, in order, by whoever keeps the mesa, and only for the data in play."""

from collections.abc import Callable
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, transaction

from brackets.services.fixtures import fixture_record
from referee.models import CardThrow, Device, Jugada
from referee.rules import dump_jugada
from referee.selectors.folding import state_of
from referee.selectors.naipes import Cards, cards_of
from referee.services.errors import FixtureClosed, LeaseLost, MesaOutOfReach, SequenceGap
from referee.services.log import JugadaRefused
from referee.services.mesas import lease_take
from referee.services.naipes import CardInput, NothingThrown, cards_record
from tests.factories.brackets import director_of
from tests.factories.referee import SORTEO, Keeper, kept_mesa

pytestmark = pytest.mark.django_db

# A1 deals, so B1 throws first.
FIRST = ("tira B1 5", "tira A2 5 levanta 5", "tira B2 7")


class Table:
    """A tablet that follows one mesa card by card."""

    def __init__(self, kept: Keeper) -> None:
        self.kept = kept

    def throw(self, *lines: str, **of: object) -> int:
        return self.send(*(CardInput(uuid4(), line) for line in lines), **of)

    def send(
        self, *cards: CardInput, base: int | None = None, device: Device | None = None, epoch: int | None = None
    ) -> int:
        mesa = self.kept.mesa
        return cards_record(
            mesa_id=mesa.public_id,
            device=device or self.kept.device,
            user=self.kept.juez,
            lease_epoch=mesa.lease_epoch if epoch is None else epoch,
            base_seq=CardThrow.objects.filter(mesa=mesa).count() if base is None else base,
            cards=cards,
            now=self.kept.tick(),
        )

    @property
    def cards(self) -> Cards:
        mesa = self.kept.mesa
        return cards_of(mesa, state_of(mesa))

    @property
    def lying(self) -> tuple[str, ...]:
        table = self.cards.table
        assert table is not None
        return table.table

    @property
    def implied(self) -> list[tuple[str, int | None]]:
        return [(dump_jugada(each.jugada), each.seq) for each in self.cards.implied]

    def rows(self) -> list[tuple[int, str, int, int]]:
        return list(CardThrow.objects.order_by("seq").values_list("seq", "notation", "data_seq", "log_seq"))


@pytest.fixture
def table() -> Table:
    return Table(kept_mesa(SORTEO))


def test_each_card_is_a_row_that_knows_its_data_and_where_the_log_was(table: Table) -> None:
    table.throw(*FIRST[:2])
    table.kept.record("caida A2")
    head = table.throw("tira B2   7")

    assert head == 3
    assert table.rows() == [
        (1, "tira B1 5", 1, 1),
        (2, "tira A2 5 levanta 5", 1, 1),
        (3, "tira B2 7", 1, 2),
    ]
    assert table.lying == ("7",)
    assert Jugada.objects.count() == 2  # the cards themselves record nothing in the log


def test_what_the_last_card_comes_to_is_proposed_until_it_is_in_the_log(table: Table) -> None:
    table.throw(*FIRST[:2])
    assert table.implied == [("caida-limpia A2", None)]

    table.kept.record("caida-limpia A2")
    assert table.implied == [("caida-limpia A2", 2)]

    table.kept.record("anula 2")
    assert table.implied == [("caida-limpia A2", None)]
    table.throw(FIRST[2])
    assert table.implied == []  # passed over


def test_the_same_jugada_earned_again_is_proposed_again(table: Table) -> None:
    table.throw("tira B1 5", "tira A2 5 levanta 5")
    table.kept.record("caida-limpia A2")
    table.throw("tira B2 7", "tira A1 2", "tira B1 J", "tira A2 J levanta J")
    table.kept.record("caida A2")
    table.throw("tira B2 A", "tira A1 6", "tira B1 J", "tira A2 J levanta J")

    assert table.implied == [("caida A2", None)]


def test_a_retry_is_harmless(table: Table) -> None:
    cards = [CardInput(uuid4(), line) for line in FIRST]
    table.send(*cards[:2], base=0)

    assert table.send(*cards, base=0) == 3
    assert table.send(*cards, base=2) == 3  # a tablet that reloaded
    assert [row[1] for row in table.rows()] == list(FIRST)


def test_a_retry_is_harmless_although_the_lease_was_lost(table: Table) -> None:
    cards = [CardInput(uuid4(), line) for line in FIRST]
    table.send(*cards, base=0)
    lease_take(mesa_id=table.kept.mesa_id, device=table.kept.tablet(), user=table.kept.juez, now=table.kept.tick())

    assert table.send(*cards, base=0, epoch=1) == 3


def test_a_client_id_stands_for_one_card_only(table: Table) -> None:
    first = CardInput(uuid4(), "tira B1 5")
    table.send(first)

    with pytest.raises(JugadaRefused) as refused:
        table.send(CardInput(first.client_id, "tira B1 6"))
    assert refused.value.code == "client-id-repetido"
    other = Table(kept_mesa(SORTEO))
    with pytest.raises(JugadaRefused):
        other.send(first)


@pytest.mark.parametrize("base", [0, 2, 4])
def test_a_gap_records_nothing_and_says_what_was_expected(table: Table, base: int) -> None:
    table.throw(*FIRST)

    with pytest.raises(SequenceGap) as gap:
        table.throw("tira A1 2", base=base)

    assert gap.value.extra == {"expected": 3}
    assert len(table.rows()) == 3


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("tira A2 5", "no-es-su-turno"),
        ("tira B1 5 levanta 5", "levante-imposible"),
        ("tira B1 8", "notacion"),
        ("arrastra B1 5", "notacion"),
        ("toma A1 5", "no-se-arrancha"),
        ("deshace 1", "no-es-la-ultima"),
        ("deshace uno", "notacion"),
    ],
)
def test_what_cannot_have_happened_is_refused(table: Table, line: str, code: str) -> None:
    with pytest.raises(JugadaRefused) as refused:
        table.throw(line)

    assert (refused.value.code, refused.value.extra) == (code, {"seq": 1, "acked": 0})
    assert refused.value.message
    assert table.rows() == []


def test_what_came_before_the_refused_line_stays(table: Table) -> None:
    with pytest.raises(JugadaRefused) as refused:
        table.throw(FIRST[0], "tira B2 3", FIRST[2])

    assert refused.value.extra == {"seq": 2, "acked": 1}
    assert [row[1] for row in table.rows()] == ["tira B1 5"]


def test_the_last_card_can_be_taken_back_and_the_one_before_it_too(table: Table) -> None:
    table.throw(*FIRST)
    table.throw("deshace 3", "deshace 2")

    assert table.lying == ("5",)
    assert [row.seq for row in table.cards.rows] == [1]
    table.throw("tira A2 6")
    assert table.lying == ("5", "6")
    with pytest.raises(JugadaRefused):
        table.throw("deshace 1")  # no longer the last
    table.throw("deshace 6")
    assert table.lying == ("5",)


def test_another_tablet_and_an_older_lease_are_fenced_off(table: Table) -> None:
    other = table.kept.tablet()
    with pytest.raises(LeaseLost):
        table.throw(FIRST[0], device=other)
    lease_take(mesa_id=table.kept.mesa_id, device=other, user=table.kept.juez, now=table.kept.tick())
    with pytest.raises(LeaseLost):
        table.throw(FIRST[0])
    with pytest.raises(LeaseLost):
        table.throw(FIRST[0], device=other, epoch=1)
    table.throw(FIRST[0], device=other)

    stranger = kept_mesa()
    with pytest.raises(MesaOutOfReach):
        cards_record(
            mesa_id=UUID(str(table.kept.mesa_id)),
            device=stranger.device,
            user=stranger.juez,
            lease_epoch=1,
            base_seq=1,
            cards=[CardInput(uuid4(), FIRST[1])],
            now=stranger.tick(),
        )


@pytest.mark.parametrize(
    ("before", "why"),
    [
        ((), "falta el sorteo"),
        ((SORTEO, 'suspension "duda"'), "suspendida"),
        ((SORTEO, 'ajusta A +40 "caso"'), "falta proclamar"),
        ((SORTEO, 'abandono A "caso"'), "terminó"),
    ],
)
def test_no_card_is_thrown_while_the_mesa_does_not_play(before: tuple[str, ...], why: str) -> None:
    table = Table(kept_mesa(*before))

    with pytest.raises(NothingThrown, match=why):
        table.throw(FIRST[0])


def test_no_card_is_thrown_once_the_desk_has_the_result(table: Table) -> None:
    fixture_record(
        fixture=table.kept.fixture,
        how="walkover",
        winner="B",
        chicas=[],
        zapateria=False,
        user=director_of(table.kept.championship),
        now=table.kept.tick(),
        reason="no volvieron",
    )

    with pytest.raises(FixtureClosed):
        table.throw(FIRST[0])


@pytest.mark.parametrize("end", [("mal-reparto",), ("caida A2", 'repite-data "fallo"')])
def test_an_annulled_data_ends_its_cards_and_the_next_begins_clean(table: Table, end: tuple[str, ...]) -> None:
    table.throw(*FIRST)
    table.kept.record(*end)

    cards, last = table.cards, 1 + len(end)
    assert (cards.rows, cards.data_seq, cards.seq) == ((), last, 3)
    assert table.lying == ()
    turn = cards.table.turn if cards.table else ""
    table.throw(f"tira {turn} K")
    assert table.rows()[-1] == (4, f"tira {turn} K", last, last)

    table.kept.record(f"anula {last}")  # it was no misdeal: the data goes on where it was
    assert table.lying == ("7",)
    assert [row.seq for row in table.cards.rows] == [1, 2, 3]
    table.throw("tira A1 2")
    assert table.rows()[-1] == (5, "tira A1 2", 1, last + 1)


def test_a_chica_closed_in_the_middle_of_a_data_ends_its_cards(table: Table) -> None:
    table.throw(*FIRST)
    table.kept.record('ajusta A +40 "caso"', 'ajusta B +10 "caso"', "proclama")

    assert (table.cards.rows, table.cards.data_seq) == ((), 4)


def test_forgotten_cards_and_the_deal_nobody_marked_are_proposed(table: Table) -> None:
    table.throw("tira B1 5", "tira A2 6", "tira B2 7", "tira A1 5 levanta 5")
    assert table.implied == [("arranche 2", None)]
    assert table.lying == ()

    seats = ("B1", "A2", "B2", "A1")
    ranks = "A3J2 QKA3 JQK2 A3J2".replace(" ", "")
    table.throw(*(f"tira {seats[index % 4]} {rank}" for index, rank in enumerate(ranks)))
    assert table.implied == [("segundo-reparto", None)]
    table.throw("tira B1 7")
    assert table.implied == [("segundo-reparto", None)]  # without it nothing can be counted
    table.kept.record("segundo-reparto")
    assert table.implied == []


@pytest.mark.parametrize("change", [lambda rows: rows.update(notation="tira B1 K"), lambda rows: rows.delete()])
def test_a_card_that_is_kept_cannot_be_changed(table: Table, change: Callable) -> None:
    table.throw(*FIRST)

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        change(CardThrow.objects.order_by("id"))

    assert [row[1] for row in table.rows()] == list(FIRST)
