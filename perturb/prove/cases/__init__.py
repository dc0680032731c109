"""The cases of one goal: every branch that its evaluation asks about gets a leaf.

Start at case_tree.py. sample.py (float64) says which branches are inhabited and need no attempt; undecided.py
tells the case that stays open. Imports `reading`, `tidy` and `identities`.
"""
