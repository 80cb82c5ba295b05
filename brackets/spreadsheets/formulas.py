"""Texts that a spreadsheet would run as a formula are written with an apostrophe before, and read without it."""

import re
from typing import Final

RUNS: Final = re.compile(r"'*[=+\-@\t\r]")


def formula_neutralise(text: str) -> str:
    """
    >>> formula_neutralise("=1+1"), formula_neutralise("Ana"), formula_neutralise("'=x")
    ("'=1+1", 'Ana', "''=x")
    """
    return f"'{text}" if RUNS.match(text) else text


def formula_restore(text: str) -> str:
    """
    >>> formula_restore("'=1+1"), formula_restore("'Chavo' Vaca"), formula_restore("''=x")
    ('=1+1', "'Chavo' Vaca", "'=x")
    """
    return text[1:] if text.startswith("'") and RUNS.match(text) else text
