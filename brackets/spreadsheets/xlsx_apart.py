"""`xlsx_read` without numpy, which openpyxl loads to know its numbers from others: 80 MiB of addresses and a third of the time."""

import sys

sys.modules["numpy"] = None  # type: ignore[assignment]  # importing it fails from here on, in the whole process

from brackets.spreadsheets.xlsx_read import main  # noqa: E402 (after that)

if __name__ == "__main__":
    main()
