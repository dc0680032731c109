"""The laws of random matrices: distributions whose cdf has a stated error, and whether samples follow them.

`distributions` are values with one protocol (`distributions.protocol`); `ensembles` draw matrices and decide
events of them; `stats` holds samples against distributions at one alpha; `spectrum` holds the eigenvalues of
one matrix against its ensemble. Imports process, numbers, and types and enclosure at the top: what a
statement is, nothing here knows. Start with `distributions.protocol`, then `stats.goodness`.
"""
