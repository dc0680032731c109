"""The trusted kernel: exact rationals, exact real algebraic numbers, balls. AUDIT.md lists what it trusts.

May import `version` alone. Start with `scalar` (rational, algebraic and ball under one set of functions),
then with the two kernels that find spectra, `charpoly` (exact polynomials) and `residual` (approximate
factors, certified). `numerals` is beside them: what a Python number means in a statement, and how numbers are
written for people.
"""
