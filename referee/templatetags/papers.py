"""Documents as pages: the QR that a printed one has."""

import segno
from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag
def qr(content: str) -> SafeString:
    """Black on white, as SVG within the page."""
    return mark_safe(segno.make(content, error="m", micro=False).svg_inline(border=4, light="#fff", omitsize=True))  # noqa: S308
