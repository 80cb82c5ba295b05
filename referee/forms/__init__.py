"""What is typed on the pages of the rulebook."""

from referee.forms.paper import PaperResultForm
from referee.forms.settings import ChampionshipForm, DetailsForm, SettingsForm, initial_of, place_of

__all__ = ["ChampionshipForm", "DetailsForm", "PaperResultForm", "SettingsForm", "initial_of", "place_of"]
