"""Reports: the status grid, a chapter a theorem file, pages of papers, pictures; all from records."""
