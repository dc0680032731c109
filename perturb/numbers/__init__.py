"""The trusted kernel: exact rationals, exact real algebraic numbers, balls. AUDIT.md lists what it trusts."""
