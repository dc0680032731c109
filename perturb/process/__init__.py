"""What runs are made of: signals and endings, workers, limits, whole files, and what is public."""
