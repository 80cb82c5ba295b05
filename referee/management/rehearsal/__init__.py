"""The rehearsal: a whole championship played by the machine through the real services, checked at every step."""
