"""The command line as a process, `perturb` or `python -m perturb`: before all else it answers Ctrl-C."""

from perturb.process import signals

signals.answer()


def main() -> None:
    """Loads the command line, which takes a while, and runs it."""
    from perturb.cli import main as command

    command(prog_name="perturb")


if __name__ == "__main__":
    main()
