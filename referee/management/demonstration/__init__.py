"""The demonstration championship: invented people, played as a rehearsal plays, in the hours before now."""
