"""The digest that people sign: one form, and whatever changes shows."""

from hashlib import sha256

from referee.rules import LogHeader, LogLine, log_digest

HEADER: LogHeader = {
    "mesa": "0190b2f0-0000-7000-8000-000000000001",
    "reglamento": "riobamba",
    "version": 2,
    "settings": {"mayoria-bajo-20": "literal"},
    "seats": ["A1", "B1", "A2", "B2"],
}
ROWS: list[LogLine] = [
    {
        "client_id": "5b0e0000-0000-4000-8000-000000000001",
        "notation": "sorteo A1=7 B1=K A2=3 B2=A reparte=B1",
        "device_ts": "2026-12-06T01:30:00.500000+00:00",
    },
    {"client_id": "5b0e0000-0000-4000-8000-000000000002", "notation": 'suspension "lluvía"', "device_ts": None},
]


def test_the_digest_is_what_the_documentation_says() -> None:
    written = (
        '{"ajustes":{"mayoria-bajo-20":"literal"},"asientos":["A1","B1","A2","B2"],"jugadas":['
        '["5b0e0000-0000-4000-8000-000000000001","sorteo A1=7 B1=K A2=3 B2=A reparte=B1",'
        '"2026-12-06T01:30:00.500000+00:00"],'
        '["5b0e0000-0000-4000-8000-000000000002","suspension \\"lluvía\\"",null]],'
        '"mesa":"0190b2f0-0000-7000-8000-000000000001","reglamento":"riobamba","version":2}'
    )

    assert log_digest(HEADER, ROWS) == sha256(written.encode()).hexdigest()


def test_the_same_instant_written_by_a_tablet_is_the_same() -> None:
    by_javascript: LogLine = {**ROWS[0], "device_ts": "2026-12-06T01:30:00.500Z"}
    by_a_clock_in_quito: LogLine = {**ROWS[0], "device_ts": "2026-12-05T20:30:00.5-05:00"}

    digests = {log_digest(HEADER, [first, ROWS[1]]) for first in (ROWS[0], by_javascript, by_a_clock_in_quito)}

    assert len(digests) == 1


def test_the_order_of_the_rows_counts() -> None:
    assert log_digest(HEADER, ROWS) != log_digest(HEADER, ROWS[::-1])
