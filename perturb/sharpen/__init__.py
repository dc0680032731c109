"""How good a claim is: its constants moved until it breaks, its parts changed one at a time.

Start with `tighten.py` (a constant between what is refuted and what is printed) or `mutants.py` (one-step
changes that should be false; `kills.py` tries the drivers on them, a table). `directions.py` says where the
constants stand and which way makes a claim stronger, `idle.py` leaves hypotheses out, `wins.py` sets a
sharpened claim beside its parent.

Imports what search may, and search.
"""
