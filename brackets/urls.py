from django.urls import URLPattern, URLResolver

app_name = "brackets"
urlpatterns: list[URLPattern | URLResolver] = []
