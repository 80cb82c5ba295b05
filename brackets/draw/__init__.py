"""Who meets whom, as pure functions of plain values; chance is an argument (`docs/sorteo.md`)."""
