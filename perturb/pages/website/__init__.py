"""The site: the pages of the reports and those of `docs/` for a browser, without a network."""
