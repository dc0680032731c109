"""The ways to prove a goal: as it is, about more matrices, or by lemmas that are proved first.

Start at plans.py, the protocols of a way and of a planner (chains, special_matrices, weyl); methods.py is the
table of ways in the order tried. carry_out.py makes proofs of what planners suggest. Imports `reading` and
`cases`.
"""
