"""The chain of a championship in a file that somebody brings: as JSON, or attached to the PDF of the final acta."""

import json

from referee.selectors.championship_chain import CHAIN_FILE, ChampionshipChain, NotAChain, chain_read
from referee.selectors.sealed.attached import MOST
from referee.selectors.sealed.examination import apart
from referee.selectors.sealed.verdict import CLAIM


class NotRead(Exception):
    """Nobody had time to look for a chain in the file; `problem` in one word."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


def chain_in(data: bytes) -> ChampionshipChain | None:
    """The chain that the file holds; None where it is something else.

    Raises NotAChain where it is a chain that was altered, NotRead where a PDF was not looked at to the end.
    """
    raw = _attached(data) if data.startswith(b"%PDF-") else data
    if not raw.lstrip().startswith(b"{"):
        return None
    if len(raw) > MOST:
        raise NotAChain("El archivo pasa de 2 MB: no es la cadena de un campeonato.")
    try:
        told = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise NotAChain("El archivo no se puede leer como JSON. Pida el archivo completo.") from error
    return chain_read(told)


def _attached(pdf: bytes) -> bytes:
    """What is attached as the chain of an acta; nothing where the document says, in whatever writing, that it is a Planilla."""
    if b"/EmbeddedFiles" not in pdf:
        return b""
    told = apart("attached", pdf, CHAIN_FILE)
    if told["problem"]:
        raise NotRead(told["problem"])
    return b"" if CLAIM.search(told["said"].encode(errors="replace")) else told["file"].encode()
