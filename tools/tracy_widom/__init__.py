"""What regenerates the tables of distributions, from ball arithmetic; not needed to use them."""
