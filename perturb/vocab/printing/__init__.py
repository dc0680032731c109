"""Trees in print: LaTeX by the templates of words, the names of terms and sizes, Unicode for a terminal.

Imports `grammar` and `systems`. Start with `symbols.latex`; what it asks of the names in a claim is the
protocol in `glossary`, which `terms.Lexicon` fulfils. `plain` says what print leaves out, `extent` finds
what sides are called, `readable` turns LaTeX into Unicode.
"""
