"""The site: the pages of the reports and those of `docs/` for a browser, without a network.

Start with `build`, which gathers, writes, builds and checks; `page` is a page before it is HTML. It imports
`perturb.pages` beside it; mkdocs and what draws formulas come with the extra `site`.
"""
