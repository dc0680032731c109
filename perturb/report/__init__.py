"""Reports: the status grid (`index.render`), one page a claim, figures; all from records, byte-stable."""
