"""What the organiser settles about the inscription of a championship."""

from dataclasses import asdict, dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

from django.db import transaction

from brackets.models import Category, Championship, ConsentText, Inscription, User
from brackets.selectors.single import single
from brackets.selectors.spelling import name_key
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_not_closed
from brackets.services.doubts import require_told, unprinted
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.names import text_clean

Who = Category.Who
LONGEST_CONSENT: Final = 3000
MOST_PLACES: Final = 9999
CONSENT: Final = (
    "La organización guarda su nombre, su cédula y, si los da o la categoría los pide, su fecha de nacimiento, si es mujer u hombre, "
    "su correo y su teléfono. Los usa solo para este campeonato: inscribirle, identificarle en la mesa y avisarle. Se publican "
    "su nombre, su club y sus resultados; nada más. No se dan a nadie. Terminado el campeonato se borran, salvo su nombre en los "
    "resultados. Puede pedir una copia de sus datos, corregirlos o retirar su consentimiento en el enlace de su solicitud o en "
    "la mesa de inscripción. Quien inscribe a su compañero declara que él también está de acuerdo."
)
"""What people agree to unless the organiser writes another text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InscriptionData:
    opens_at: datetime | None = None
    closes_at: datetime | None = None
    capacity: int | None = None
    waiting_list: bool = True
    fee: Decimal = Decimal(0)
    payment: str = ""
    documents: str = ""
    consent: str = CONSENT


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryData:
    name: str
    who: str = Who.OPEN
    minimum_age: int | None = None
    capacity: int | None = None


@transaction.atomic
def inscription_set(*, championship: Championship, data: InscriptionData, user: User, now: datetime) -> Inscription:
    """Settle it; a consent that reads otherwise is a new version of it. The same again does nothing."""
    championship = championship_lock(championship)
    require_not_closed(championship)
    given = _clean(data)
    inscription, _ = Inscription.objects.get_or_create(championship=championship)
    before = {name: getattr(inscription, name) for name in given}
    changed = [name for name, value in given.items() if value != before[name]]
    for name in changed:
        setattr(inscription, name, given[name])
    inscription.save(update_fields=changed or None)
    rewritten = _consent(championship, data.consent, now)
    if changed or rewritten:
        audit_record(
            championship=championship,
            user=user,
            now=now,
            action="inscripcion-ajustar",
            sentence="Cambió los ajustes de la inscripción.",
            data={
                "before": {name: _told(before[name]) for name in changed},
                "after": {name: _told(given[name]) for name in changed},
                "consent_version": rewritten,
            },
        )
    return inscription


@transaction.atomic
def inscription_accept(*, championship: Championship, accepting: bool, user: User, now: datetime) -> Inscription:
    """Open the page or close it by hand, within its dates; the same again does nothing."""
    championship = championship_lock(championship)
    require_not_closed(championship)
    inscription = single(Inscription.objects.filter(championship=championship))
    if inscription is None or not championship.consent_texts.exists():
        raise BracketError(
            "sin-ajustes", "Guarde primero los ajustes de la inscripción: el plazo, el valor y el consentimiento."
        )
    if accepting and championship.status == Championship.Status.DRAFT:
        raise BracketError(
            "campeonato-en-preparacion",
            "El campeonato todavía está en preparación y nadie ve sus páginas. Ábralo primero.",
        )
    if inscription.accepting != accepting:
        inscription.accepting = accepting
        inscription.save(update_fields=("accepting",))
        audit_record(
            championship=championship,
            user=user,
            now=now,
            action="inscripcion-abrir" if accepting else "inscripcion-cerrar",
            sentence="Abrió la inscripción en línea." if accepting else "Cerró la inscripción en línea.",
        )
    return inscription


@transaction.atomic
def category_set(
    *,
    championship: Championship,
    data: CategoryData,
    user: User,
    now: datetime,
    category: Category | None = None,
    told: str = "",
) -> Category:
    """Add a category, or change one; the same again does nothing. One with requests keeps its name and its rule.

    Raises Doubtful for letters of its name that papers cannot print, unless `told` is its seal.
    """
    championship = championship_lock(championship)
    require_not_closed(championship)
    data = _category_clean(championship, data, category)
    given = asdict(data)
    if category is None:
        category = Category(championship=championship)
    elif all(getattr(category, name) == value for name, value in given.items()):
        return category
    elif category.entries.exists() and (category.name, category.who, category.minimum_age) != (
        data.name, data.who, data.minimum_age
    ):  # fmt: skip
        message = f"Ya se pidió entrar a {category}: solo se cambia su cupo. Cree otra categoría."
        raise BracketError("categoria-con-solicitudes", message)
    if data.name != category.name:
        require_told(unprinted([("name", "El nombre de la categoría", data.name)]), told)
    for name, value in given.items():
        setattr(category, name, value)
    category.save()
    _record(championship, user, now, "categoria-fijar", f"Fijó la categoría {category}.", given)
    return category


@transaction.atomic
def category_remove(*, category: Category, user: User, now: datetime) -> None:
    """Take it out, when nobody has asked for it; repeating it does nothing."""
    championship = championship_lock(category.championship)
    require_not_closed(championship)
    if category.entries.exists():
        message = f"Ya se pidió entrar a {category}: no se puede quitar. Puede cerrarla con el cupo ya lleno."
        raise BracketError("categoria-con-solicitudes", message)
    if Category.objects.filter(pk=category.pk).delete()[0]:
        _record(championship, user, now, "categoria-quitar", f"Quitó la categoría {category}.", {"name": category.name})


def _clean(data: InscriptionData) -> dict[str, object]:
    if data.opens_at and data.closes_at and data.closes_at <= data.opens_at:
        raise InvalidValue("plazo", "El cierre va después de la apertura.", field="closes_at")
    if not 0 <= data.fee < 100_000:
        raise InvalidValue("valor", "El valor va de 0 a 99.999 dólares.", field="fee")
    _require_places(data.capacity)
    given = {name: value for name, value in asdict(data).items() if name != "consent"}
    given["payment"] = text_clean(data.payment, field="payment", label="Cómo se paga", longest=500)
    given["documents"] = text_clean(data.documents, field="documents", label="Qué traer", longest=500)
    return given


def _consent(championship: Championship, text: str, now: datetime) -> int | None:
    """The number of the new version, when there is one."""
    text = text_clean(
        text, field="consent", label="El texto del consentimiento", longest=LONGEST_CONSENT, required=True
    )
    latest = championship.consent_texts.last()
    if latest is not None and latest.text == text:
        return None
    version = latest.version + 1 if latest else 1
    ConsentText.objects.create(championship=championship, version=version, text=text, since=now)
    return version


def _category_clean(championship: Championship, data: CategoryData, itself: Category | None) -> CategoryData:
    name = text_clean(data.name, field="name", label="El nombre de la categoría", longest=30, required=True)
    others = {name_key(other.name) for other in championship.categories.all() if other != itself}
    if name_key(name) in others:
        raise InvalidValue("categoria-repetida", f"Ya hay una categoría {name}.", field="name")
    if data.who not in Who.values:
        raise InvalidValue("quienes", "Elija quiénes pueden entrar.", field="who")
    if data.who == Who.MIXED and championship.players_per_pareja == 1:
        raise InvalidValue("mixta", "Donde se juega mano a mano no hay categoría mixta.", field="who")
    if data.minimum_age is not None and not 1 <= data.minimum_age <= 120:
        raise InvalidValue("edad", "La edad mínima va de 1 a 120 años; vacía, no hay.", field="minimum_age")
    _require_places(data.capacity)
    return CategoryData(name=name, who=data.who, minimum_age=data.minimum_age, capacity=data.capacity)


def _require_places(capacity: int | None) -> None:
    if capacity is not None and not 1 <= capacity <= MOST_PLACES:
        raise InvalidValue("cupo", f"El cupo va de 1 a {MOST_PLACES}; vacío, no tiene límite.", field="capacity")


def _told(value: object) -> object:
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def _record(
    championship: Championship, user: User, now: datetime, action: str, sentence: str, data: dict[str, object]
) -> None:
    audit_record(championship=championship, user=user, now=now, action=action, sentence=sentence, data=data)
