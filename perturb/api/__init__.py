"""What one asks of statements and samples from Python; the command line asks the same of the same engine."""
