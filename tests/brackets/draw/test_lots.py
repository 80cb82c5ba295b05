from collections import Counter
from hashlib import sha256
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.draw.lots import below, coins, digests, shuffle, words


def test_the_first_digests_are_those_of_sha256sum():
    # printf 'cuarenta|0' | sha256sum; printf 'cuarenta|1' | sha256sum
    source = digests("cuarenta")

    assert next(source).hex() == "a4e511c327b68860922a4b3b9fc0564a8cefeb264cd16e63a9e1ee84f2e4f53e"
    assert next(source).hex() == sha256(b"cuarenta|1").hexdigest()


def test_words_are_the_digest_eight_hexadecimal_digits_at_a_time():
    source = words("cuarenta")

    assert [next(source) for _ in range(3)] == [0xA4E511C3, 0x27B68860, 0x922A4B3B]


def test_the_seed_is_read_as_utf8():
    assert next(digests("añejo")) == sha256(b"a\xc3\xb1ejo|0").digest()


@pytest.mark.parametrize(
    ("items", "seed", "expected"),
    [
        ("ABCDEFGH", "cuarenta", "EGHCFBAD"),
        ("ABCDEFGH", "Cuarenta", "FACGDEBH"),
        ("ABCDEFGH", "", "EDAGCHBF"),
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "Quito, 6 de diciembre", "AICZQLEHYBVUDKOJFXRPMSTNWG"),
        ("A", "cuarenta", "A"),
        ("", "cuarenta", ""),
    ],
)
def test_shuffle_gives_the_orders_it_has_always_given(items, seed, expected):
    assert "".join(shuffle(items, seed)) == expected


def test_a_long_shuffle_gives_the_order_it_has_always_given():
    order = ",".join(map(str, shuffle(range(10_000), "cuarenta")))

    assert sha256(order.encode()).hexdigest() == "4a03b042edd131d4edce8effd1777849e6f4e99dfa695877b5509b02ca03be3d"


def test_coins_fall_as_they_always_fell():
    assert list(coins(16, "cuarenta")) == [1, 0, 1, 0, 0, 1, 0, 0, 1, 1, 1, 0, 0, 1, 0, 1]  # a4e5
    assert coins(300, "cuarenta")[256] == sha256(b"cuarenta|1").digest()[0] >> 7
    assert coins(0, "cuarenta") == b""


def test_a_word_beyond_the_last_whole_multiple_is_thrown_away():
    fair = 2**32 - 2**32 % 10

    assert below(10, iter([fair, 2**32 - 1, fair - 1])) == 9
    assert below(1, iter([2**32 - 1])) == 0


def test_every_order_is_about_equally_likely():
    orders = Counter(shuffle("ABCD", f"intento {n}") for n in range(12_000))

    assert set(orders) == set(permutations("ABCD"))
    assert all(400 < times < 600 for times in orders.values())


@given(st.lists(st.integers()), st.text(st.characters(codec="utf-8")))
def test_a_shuffle_keeps_everything_and_repeats_itself(items, seed):
    assert sorted(shuffle(items, seed)) == sorted(items)
    assert shuffle(items, seed) == shuffle(items, seed)
