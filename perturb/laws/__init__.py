"""Random matrices: distributions with error-bounded cdf, statistics, ensembles, spectra of one matrix."""
