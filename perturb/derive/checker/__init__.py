"""What is derived is believed when this package has accepted it. It imports nothing of what finds derivations.

`polynomials` and `bounds` are the arithmetic, `terms` the normal form of matrices and numbers, `reading` the words of
statements, `member` the spaces, `kernel` the rules and `check` the file. AUDIT.md argues each.
"""
