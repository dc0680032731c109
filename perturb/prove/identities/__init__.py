"""A leaf: constraints that contradict each other, and the identity that says so, exact over the rationals.

Start at close.py, which tries in turn what is cheap to check. What is tried is a family: its protocol, `Try`,
and the table in the order tried stand there, too. conditions.py simplifies; deductions.py needs no program;
linear_program.py and semidefinite_program.py search. Imports `reading` and `tidy`.
"""
