"""What is derived is believed when this package has accepted it; it imports nothing of what finds it.

`polynomials` and `bounds` are the arithmetic; `matrices`, `letters` and `terms` the normal form; `reading`,
`words` and `spectra` the words of statements; `member` the spaces; `facts`, `relations` and `kernel` the
rules; `check` the file. Start with `kernel.py`; AUDIT.md argues each rule.
"""
