"""Statements about complex matrices: each is said in words of real ones, which every number system reads.

`values.Complex` is what the body of a claim gets for a complex input: a pair X, Y of real trees, which stands
for X + iY, and the real matrix [[X, -Y], [Y, X]] of twice the size, each made of the other when asked for.
`meanings` says what each word is of such values.
"""
