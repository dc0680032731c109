"""The words of statements, each declared once: how it is written, and how each number system computes it.

Imports `grammar` and `systems`. A word is a `Word` (`grammar.tree`), whose docstring says what a
declaration holds; `matrix` has the plainest ones.
"""
