"""What `import perturb` offers: a file a question that is asked from Python.

Start with `examine` (`perturb.check`, `perturb.attack`), where what every question takes stands too. Each
answers with a result, whose protocol is `perturb.results.say.Told`. It may import every room but cli, and
pages only where a notebook shows a figure.
"""
