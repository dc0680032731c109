"""The eigenvalues of one random matrix, held against the ensemble that they are said to come from.

They are no independent draws, so that whole spectra of `gaussian_spectra` are drawn to compare; `limits`
finds the ensemble behind a distribution. Imports the other packages of laws. Start with `judge`.
"""
