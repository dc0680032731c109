"""`python -m perturb`: the command line, where the folder of scripts is not on the path."""

from perturb.cli import main

main(prog_name="perturb")
