"""A printed statement, LaTeX and English, becomes a claim; what is not understood is an error with its place.

May import process, numbers, vocab, domains and statements. The way of a text: `source` (LaTeX tokens, each
with its place), `macros` (the file's own), `pieces` (words and formulas), `formula` (a formula as a tree of
`syntax`, by the grammar in `mathematics.lark`), `prose` (sentences as events), `understand` (events as a
domain, hypotheses and conclusions), `written` (the file of the claim). Start with `reader.read`.
"""
