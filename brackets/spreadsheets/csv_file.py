"""Reading .csv: which encoding and which separator, without ever guessing silently."""

import csv
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from io import StringIO
from itertools import islice
from typing import Final

from brackets.spreadsheets.errors import SheetError, too_many_rows
from brackets.spreadsheets.formulas import formula_restore
from brackets.spreadsheets.grid import COLUMNS, LONGEST_TEXT, ROWS, TOO_LONG, Cell, Lines

SEPARATORS: Final = (";", ",", "\t")
FORMULA: Final = "tiene una fórmula: escriba el valor."
# What Spanish texts in Windows-1252 may contain; a dash inside a word is another encoding's accent.
FOREIGN: Final = re.compile("[^\x00-\x7f\xa0ºª°·«»¿¡´’‘“”–—À-ÖØ-öø-ÿ]|\\w[–—]\\w")


def decode(content: bytes) -> str:
    """UTF-8, UTF-16 with its mark, or Windows-1252; SheetError `codificacion` when it is none of them."""
    try:
        if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
            return content.decode("utf-16")
        return content.removeprefix(BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError:
        text = _windows(content)
    if text is None or FOREIGN.search(text):
        raise SheetError(
            "codificacion",
            "No se reconoce cómo están guardadas las tildes y las eñes de este archivo. "
            "Guárdelo como «CSV UTF-8» o, mejor, como libro de Excel (.xlsx).",
        )
    return text


def lines_of(text: str, separator: str) -> Lines:
    """The rows; SheetError `csv` where the quotes do not close, or one text is longer than the library reads."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for line in islice(reader, ROWS):
            yield tuple(_cell(value) for value in line[:COLUMNS])
        if next(reader, None) is None:
            return
    except csv.Error as error:
        where = f"Cerca de la línea {reader.line_num} hay"
        what = "comillas que no cierran. Corríjalas en la hoja."
        if "field limit" in str(error):  # the library has one class of error for both
            what = "un texto demasiado largo. Acórtelo, o ponga las comillas que le falten al final."
        raise SheetError("csv", f"{where} {what}") from error
    raise too_many_rows()


def _windows(content: bytes) -> str | None:
    try:
        return content.decode("cp1252")
    except UnicodeDecodeError:
        return None


def _cell(value: str) -> Cell:
    if value.lstrip().startswith("="):
        return Cell("", FORMULA)
    return Cell("", TOO_LONG) if len(value) > LONGEST_TEXT else Cell(formula_restore(value))
