"""A Planilla kept on paper: typed by one, confirmed by another, sealed or held beside the tablet's log."""
