"""Declared experiments, one file a figure: `python -m simulations.riedi2022.fig_4 --help`."""
