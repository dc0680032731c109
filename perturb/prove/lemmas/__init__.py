"""The ways to prove a goal: as it is, about more matrices, or by lemmas that are proved first.

Start at method.py, the protocol of a way; methods.py is the table of them in the order tried. plans.py says
what planners (chains, two_slopes, weyl, bounded_entries) suggest, carry_out.py makes proofs of it. Imports
`reading` and `cases`.
"""
