"""What everybody may read, in English: found beside the Spanish of the finished page, never written into it (ADR 46).

The pages are made in Spanish, by templates and by selectors that know of no other language. Where a visitor has asked
for English, what is between the tags is looked up, sentence by sentence, in books of pairs; names, and what somebody
wrote, stay. A sentence that is in no book is told in Spanish rather than not at all, and a test reads every public page.
"""

from cuarenta_torneo.english.board import board_in_english
from cuarenta_torneo.english.page import in_english, page_in_english

__all__ = ["board_in_english", "in_english", "page_in_english"]
