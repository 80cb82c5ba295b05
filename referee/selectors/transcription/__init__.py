"""A Planilla that was kept on paper, as it is typed: what its rows say, and what the rules make of them."""
