"""A file inside a PDF from anybody, in a process of its own: `python -m referee.selectors.sealed.attached NAME < a.pdf`.

It answers JSON: `file` as text, empty where there is none of that name, and what the document says of itself in `said`.
"""

import json
import sys
from io import BytesIO

from referee.selectors.sealed.limits import limited


def attached(pdf: bytes, name: str) -> dict[str, str]:
    """The first file of this name."""
    from pypdf import PdfReader

    try:
        reader = PdfReader(BytesIO(pdf))
        said = " ".join(map(str, (reader.metadata or {}).values()))
        files = reader.attachments.get(name) or [b""]
    except Exception:  # whatever it is, it is no acta of ours
        return {"problem": "", "file": "", "said": ""}
    return {"problem": "", "file": files[0].decode(errors="replace"), "said": said}


def main() -> None:
    limited()
    sys.stdout.write(json.dumps(attached(sys.stdin.buffer.read(), sys.argv[1])))


if __name__ == "__main__":
    main()
