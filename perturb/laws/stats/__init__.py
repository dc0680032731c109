"""Samples against distributions: bands that hold at every sample size, verdicts at one alpha, and hints.

`bands` and `means` enclose, `compare` encloses a distance; `goodness` decides within an alpha that `account`
keeps; `diagnose` says why a sample does not fit. Imports `distributions`, and enclosure and types at the top;
`samples` reads files. Start with `bands`.
"""
