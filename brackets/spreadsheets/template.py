"""The sheet to fill in."""

from io import BytesIO
from typing import Final

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter

from brackets.selectors.wording import said
from brackets.services.imports.values import EXAMPLE
from brackets.services.inscription import columns_of, labels_of
from brackets.spreadsheets.headers import TEXT, WIDTHS
from brackets.spreadsheets.reading import MOST_ROWS

ROW: Final = {
    "number": "1",
    "name": f"{EXAMPLE} (borre esta fila)",
    "player_1": "Nombre Apellido",
    "player_2": "Nombre Apellido",
    "cedula_1": "1712345675",
    "cedula_2": "",
    "club": "Club o institución",
    "category": "Varones",
    "representative": "1",
    "uniform": "sí",
    "seed": "",
}
END: Final = (
    "No use fórmulas: escriba los valores.",
    f"Hasta {MOST_ROWS} filas. Al subir la hoja verá qué se agrega, qué cambia y qué no se puede importar, y por "
    "qué, antes de guardar nada.",
)
FOR_PAIRS: Final = (
    "Escriba una pareja por fila, debajo de los títulos, y borre la fila de ejemplo.",
    "Solo son obligatorias las columnas «Jugador 1» y «Jugador 2». Las demás se pueden dejar vacías o borrar, y el "
    "orden de las columnas no importa.",
    "Número: el que la pareja tendrá todo el campeonato. Si lo deja vacío, el sistema le da el siguiente.",
    "Pareja: el nombre con que se conoce a la pareja, si tiene uno.",
    "Cédula: diez dígitos; se comprueba el último. Nunca se publica. Una persona no puede estar en dos parejas.",
    "Representante: 1 o 2, el jugador que firma la Planilla. Si lo deja vacío, es el 1.",
    "Uniforme: sí o no. Si lo deja vacío, es no.",
    "Cabeza de serie: 1 para la mejor pareja, 2 para la siguiente, y así. Vacía para las demás.",
    *END,
    "Puede subir la misma hoja corregida cuantas veces quiera: se importan solo las diferencias. La fila de una pareja "
    "se reconoce por su número; si no lo tiene, por las dos cédulas; si faltan, por los dos nombres.",
)
FOR_SINGLES: Final = (
    "Escriba un jugador por fila, debajo de los títulos, y borre la fila de ejemplo.",
    "Solo es obligatoria la columna «Jugador». Las demás se pueden dejar vacías o borrar, y el orden de las columnas no "
    "importa.",
    "Número: el que el jugador tendrá todo el campeonato. Si lo deja vacío, el sistema le da el siguiente.",
    "Sobrenombre: con el que se le conoce y saldrá en la llave, si tiene uno.",
    "Cédula: diez dígitos; se comprueba el último. Nunca se publica. Una persona no puede estar inscrita dos veces.",
    "Cabeza de serie: 1 para el mejor, 2 para el siguiente, y así. Vacía para los demás.",
    *END,
    "Puede subir la misma hoja corregida cuantas veces quiera: se importan solo las diferencias. La fila de un jugador "
    "se reconoce por su número; si no lo tiene, por la cédula; si falta, por el nombre.",
)


def template_xlsx(*, players: int = 2) -> bytes:
    """A book for parejas of so many players, with the titles, an example row marked as such, and how to fill it in."""
    workbook = Workbook()
    sheet, instructions = workbook.worksheets[0], workbook.create_sheet("Instrucciones")
    sheet.title, labels = said(players, "Parejas"), labels_of(players)
    sheet.freeze_panes = "A2"
    fields = [field for field in columns_of(players) if field in ROW]
    for place, field in enumerate(fields, start=1):
        sheet.cell(1, place, labels[field]).font = Font(bold=True)
        sheet.cell(2, place, ROW[field]).font = Font(italic=True, color="808080")
        column = sheet.column_dimensions[get_column_letter(place)]
        column.width = WIDTHS.get(field, 26)
        column.number_format = sheet.cell(2, place).number_format = TEXT
    instructions.column_dimensions["A"].width = 110
    for row, text in enumerate(FOR_PAIRS if players > 1 else FOR_SINGLES, start=1):
        instructions.cell(row, 1, text).alignment = Alignment(wrap_text=True, vertical="top")
    file = BytesIO()
    workbook.save(file)
    return file.getvalue()
