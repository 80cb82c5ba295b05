"""How every form of the site looks: Bootstrap's classes, and errors where they belong."""

from uuid import uuid4

from django import forms
from django.forms.boundfield import BoundField

CLASSES: dict[type[forms.Widget], str] = {
    forms.CheckboxInput: "form-check-input",
    forms.RadioSelect: "form-check-input",
    forms.Select: "form-select",
}


class SiteBoundField(BoundField):
    """Gives each widget its class; the template `brackets/parts/field.html` does the rest."""

    def build_widget_attrs(
        self, attrs: dict[str, str | bool], widget: forms.Widget | None = None
    ) -> dict[str, str | bool]:
        built = super().build_widget_attrs(attrs, widget)
        kind = self.field.widget if widget is None else widget
        css = next((css for base, css in CLASSES.items() if isinstance(kind, base)), "form-control")
        built["class"] = f"{css} is-invalid" if self.errors else css
        return built

    @property
    def kind(self) -> str:
        """Which layout the template takes: `check`, `radio` or `text`."""
        if isinstance(self.field.widget, forms.CheckboxInput):
            return "check"
        return "radio" if isinstance(self.field.widget, forms.RadioSelect) else "text"


class SiteForm(forms.Form):
    """`seal` is set where a service has doubts: the box that is then shown sends it back as `told`."""

    bound_field_class = SiteBoundField
    seal = ""

    @property
    def told(self) -> str:
        """The doubts of which whoever sent it was told."""
        sent: str = self.data.get("told", "")
        return sent

    def renew(self, name: str) -> None:
        """Show it with another identifier: what is sent next is another writing."""
        self.data = {**self.data, name: str(uuid4())}
