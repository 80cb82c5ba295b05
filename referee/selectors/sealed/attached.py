"""A file inside a PDF from anybody, in a process of its own: `python -m referee.selectors.sealed.attached NAME < a.pdf`.

It answers JSON: `file` as text, empty where there is none of that name, and what the document says of itself in `said`. The `problem` is
TOO_HARD where both together are longer than `MOST`: a few kilobytes unpack to any length.
"""

import json
import sys
from io import BytesIO
from typing import Final

from referee.selectors.sealed.limits import limited

TOO_HARD: Final = "demasiado"
MOST: Final = 2 * 1024**2
"""Characters: eleven thousand mesas, twice what a thousand parejas play in a night."""


def attached(pdf: bytes, name: str) -> dict[str, str]:
    """The first file of this name."""
    from pypdf import PdfReader

    try:
        reader = PdfReader(BytesIO(pdf))
        said = " ".join(map(str, (reader.metadata or {}).values()))
        files = reader.attachments.get(name) or [b""]
    except Exception:  # whatever it is, it is no acta of ours
        return {"problem": "", "file": "", "said": ""}
    if len(files[0]) + len(said) > MOST:
        return {"problem": TOO_HARD, "file": "", "said": ""}
    return {"problem": "", "file": files[0].decode(errors="replace"), "said": said}


def main() -> None:
    limited()
    sys.stdout.write(json.dumps(attached(sys.stdin.buffer.read(), sys.argv[1])))


if __name__ == "__main__":
    main()
