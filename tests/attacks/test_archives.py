"""A file that somebody brings costs the server no more than a championship does."""

import gzip
from pathlib import Path

import pytest

from referee.selectors.archive import document
from referee.selectors.archive.document import AT_ONCE, MOST_ROWS, Reader
from referee.selectors.archive.refusal import Refused


def packed(path: Path, line: bytes, times: int) -> Path:
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(b'{"formato":"cuarenta-torneo/archivo","partes":{\n"campeonato":[\n')
        for _ in range(times // 100_000):
            file.write(line * 100_000)
    return path


def test_five_million_tiny_rows_are_refused_after_a_fifth_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, row = packed(tmp_path / "copa.json.gz", b"{},\n", 5_000_000), len(b"{},\n")
    unpacked: list[int] = []
    count = gzip.GzipFile.read
    monkeypatch.setattr(gzip.GzipFile, "read", lambda self, size: unpacked.append(size) or count(self, size))

    with pytest.raises(Refused, match="más de un millón de filas"):
        next(iter(Reader(path, ("campeonato",))))

    assert sum(unpacked) < row * MOST_ROWS + 2 * AT_ONCE


def test_a_few_kilobytes_that_hold_a_gigabyte_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document, "MOST_BYTES", 20_000_000)
    path = packed(tmp_path / "copa.json.gz", b"{" + b" " * 998 + b"}\n", 100_000)
    assert path.stat().st_size < 1_000_000

    with pytest.raises(Refused, match="más de 1 GB"):
        next(iter(Reader(path, ("campeonato",))))
