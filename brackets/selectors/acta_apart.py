"""The draw of an acta from anybody repeated, in a process of its own: `python -m brackets.selectors.acta_apart 10 HUELLA < acta.pdf`, in ten seconds.

What a file costs is not to be foreseen from the file, so the process limits itself before it reads. No Django is loaded. It answers JSON:
`steps`, each `[what, [what differs, ...]]`, or `refused`, the sentence that says why this is no acta.
"""

import json
import sys
from typing import Any, Final

from brackets.confined import confined
from brackets.draw.acta import verify
from brackets.selectors.acta_text import NoActa, acta_text

MEMORY: Final = 128 * 1024**2
"""Bytes: half as much again as the PDF of a thousand parejas with sixteen Swiss rounds takes."""
MOST: Final = 128 * 1024
"""Characters of the answer, which becomes a page: sixteen rounds that all differ take a third."""
NO_JSON: Final = "Eso no es el archivo de un acta: no se puede leer como JSON. Pida el archivo completo."


def told(raw: bytes, published: str) -> dict[str, Any]:
    """The answer; `published` as in `verify`."""
    try:
        acta = json.loads(acta_text(raw))
    except NoActa as error:
        return {"refused": str(error)}
    except (ValueError, RecursionError):
        return {"refused": NO_JSON}
    return {"steps": [[step.what, step.differs] for step in verify(acta, published).steps]}


def main() -> None:
    confined(seconds=int(sys.argv[1]), memory=MEMORY)
    answer = json.dumps(told(sys.stdin.buffer.read(), *sys.argv[2:]))
    if len(answer) > MOST:
        raise SystemExit(1)
    sys.stdout.write(answer)


if __name__ == "__main__":
    main()
