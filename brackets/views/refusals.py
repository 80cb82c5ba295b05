"""How a page tells what a service refused: beside the field, or above the page."""

from contextlib import AbstractContextManager
from types import TracebackType

from django.contrib import messages
from django.http import HttpRequest

from brackets.forms.site_form import SiteForm
from brackets.services.errors import is_refusal


class told(AbstractContextManager[None, bool]):  # noqa: N801  # read as a word: `with told(request):`
    """Tell a refusal above the next page; what the block had left to do is not done."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not is_refusal(error):
            return False
        messages.error(self.request, error.message)
        return True


class accepted(AbstractContextManager[None, bool]):  # noqa: N801
    """Put a refusal, or each of the doubts, beside the field it is about, or above the form."""

    def __init__(self, form: SiteForm) -> None:
        self.form = form

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not is_refusal(error):
            return False
        for each in getattr(error, "doubts", (error,)):
            field = getattr(each, "field", None)
            self.form.add_error(field if field in self.form.fields else None, each.message)
        self.form.seal = getattr(error, "seal", "")
        if renews := getattr(error, "renews", ""):
            self.form.renew(renews)
        return True
