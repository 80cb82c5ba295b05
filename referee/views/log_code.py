"""The code of the last checkpoint, which a phone compares with the one that it keeps."""

from urllib.parse import urlencode

import segno
from django.urls import reverse
from django.utils.safestring import mark_safe

from brackets.models import Championship
from brackets.selectors.site_address import site_address
from referee.selectors.tree.heads import tree_head
from referee.selectors.tree.proofs import vkeys_of


def log_code(championship: Championship) -> str:
    """Size, all of the root and the origin in an address, as the drawing of a QR; empty before the first: two queries."""
    head, keys = tree_head(championship), vkeys_of(championship)
    if head is None or not keys:
        return ""
    said = {"n": head.size, "r": head.root, "o": keys[-1].partition("+")[0]}
    address = f"{site_address()}{reverse('referee:checkpoint', args=[championship.slug])}?{urlencode(said)}"
    drawn = segno.make(address, error="l", micro=False)
    return mark_safe(drawn.svg_inline(border=4, light="#fff", omitsize=True))  # noqa: S308 (our own drawing)
