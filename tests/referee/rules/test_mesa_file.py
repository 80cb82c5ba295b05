"""A mesa as a file proves what was signed: any byte of it that counts, changed, gives another digest."""

import pytest

from referee.rules import NotationError, log_digest, mesa_file, mesa_proof, parse_game, play, result
from referee.rules.digest import LogHeader, LogLine

HEADER = LogHeader(
    mesa="5b0e0000-0000-4000-8000-000000000001", reglamento="riobamba", version=1,
    settings={"mayoria-bajo-20": "literal"}, seats=["A1", "B2", "A2", "B1"],
)  # fmt: skip
ROWS = [
    LogLine(client_id=f"5b0e0000-0000-4000-8000-00000000001{number}", notation=notation, device_ts=at)
    for number, (notation, at) in enumerate(
        [
            ("sorteo A1=7 B1=2 A2=7 B2=3 reparte=A1", "2026-12-06T01:30:00.000000+00:00"),
            ("caida B2", None),
            ('anula 2 "se tocó «por error»"', "2026-12-06T01:31:00.000000+00:00"),
        ]
    )
]
FILE = mesa_file(HEADER, ROWS, title="Copa, partida 3:\n4 contra 9", head_hash="ab" * 32)


def test_it_is_notation_like_any_other() -> None:
    game = parse_game(FILE)
    state, refused, _ = play(game)

    assert [line.text for line in game.lines] == [row["notation"] for row in ROWS]
    assert (game.settings, list(game.seats), refused) == (HEADER["settings"], HEADER["seats"], ())
    assert result(state, refused)["marcador"] == {"A": 0, "B": 0}
    assert FILE.startswith("# cuarenta-mesa/1 Copa, partida 3: 4 contra 9\n")


def test_what_was_signed_is_computed_again_from_the_file_alone() -> None:
    proof = mesa_proof(FILE, parse_game(FILE))

    assert proof is not None
    assert (proof.good, proof.found) == (True, log_digest(HEADER, ROWS))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("caida B2", "caida B1"),
        ("01:31:00", "01:31:01"),
        ("000000000011", "000000000019"),
        ("=literal", "=normal"),
        ("A1 B2 A2 B1", "A1 B1 A2 B2"),
        ("version 1", "version 2"),
        ("# mesa 5b", "# mesa 5c"),
        ("caida B2\n", ""),
        ("# 2 ", "# dos "),
        ("2026-12-06T01:30", "2026-13-06T01:30"),
        ("# mesa ", "# "),
    ],
)
def test_anything_changed_is_found(old: str, new: str) -> None:
    assert old in FILE
    text = FILE.replace(old, new, 1)
    try:
        proof = mesa_proof(text, parse_game(text))
    except NotationError:
        return
    assert proof is not None
    assert not proof.good


def test_a_file_without_a_digest_promises_nothing() -> None:
    assert mesa_proof("reglamento riobamba\n", parse_game("reglamento riobamba\n")) is None
