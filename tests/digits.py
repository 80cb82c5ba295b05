"""Looking for a few digits where hashes, addresses of pages and hours have digits of their own."""

import re


def stands_alone(digits: str, text: str) -> bool:
    """Whether these digits are told in the text as they are: not as some of those of a longer word, number or UUID."""
    return bool(re.search(rf"(?<![\w-]){re.escape(digits)}(?![\w-])", text))
