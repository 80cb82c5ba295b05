from django.apps import AppConfig


class RefereeConfig(AppConfig):
    name = "referee"
    verbose_name = "Mesa de juego"

    def ready(self) -> None:
        from referee.services import token_ends  # noqa: F401, PLC0415 (its receivers, once the models are there)
