"""What every feature stands on; knows no feature and no rule of the game."""
