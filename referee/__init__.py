"""What happened at the table: mesas, the log, devices, signatures, planillas."""
