"""Theorems, one folder a source, one file a group of results, named by what it says."""
