"""What regenerates the tables of the laws, from ball arithmetic; nothing here is needed to use them."""
