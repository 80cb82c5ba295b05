"""The log of a championship at the foot of its pages (`docs/transparencia.md`)."""

from typing import Any

from django import template

from brackets.models import Championship
from brackets.selectors.access import is_public
from referee.selectors.tree.heads import head_sentence, tree_head

register = template.Library()


@register.inclusion_tag("referee/parts/log_head.html", takes_context=True)
def log_head(context: dict[str, Any], championship: Championship | None = None) -> dict[str, Any]:
    """The last checkpoint, which the page keeps and compares with the one before; nothing in preparation. One query.

    Of the championship of the page, unless another is named.
    """
    championship = championship or context["request"].championship
    return {"championship": championship, "head": tree_head(championship)} if is_public(championship) else {}


@register.simple_tag(takes_context=True)
def log_sentence(context: dict[str, Any]) -> str:
    """The same in a sentence, for a page that is printed; one query."""
    return head_sentence(context["request"].championship)
