"""One bad claim in a file stops no command: it is named at its line, the others are answered; exit code 2."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import click

from perturb.results.claims import KernelsDisagree
from perturb.results.store import RecordError
from perturb.statements.claim import Claim
from perturb.statements.loading import leaving_out

ENDED = (130, 143)  # by Ctrl-C or SIGTERM, which say more than what is amiss
_amiss: list[str] = []


def whole_files(command: Callable[..., Any]) -> Callable[..., Any]:
    """Of a command with the argument `target` or `targets`: it sees the statements that can be declared.

    What could not be, and every `alone` that failed, is said when it is done (UsageError).
    """

    @wraps(command)
    def answered(**given: Any) -> Any:
        _amiss.clear()
        targets = given["targets"] if "targets" in given else (given["target"],)
        with leaving_out() as failed:
            try:
                found = command(**given)
            except SystemExit as end:
                if end.code not in ENDED:
                    _say(targets, failed)
                raise
            except click.UsageError as error:
                _say(targets, failed, error.message)
                raise
        _say(targets, failed)
        return found

    return answered


@contextmanager
def alone(claim: Claim) -> Iterator[None]:
    """What makes no sense in this claim leaves the others as they are."""
    try:
        yield
    except (KernelsDisagree, RecordError):
        raise
    except (ValueError, TypeError) as error:
        _amiss.append(f"claim {claim.id}: {error}")


def _say(targets: tuple[str, ...], failed: dict[str, str], *more: str) -> None:
    """One that is asked for by its name says itself why it is not there."""
    broken = failed.values() if any("::" not in target for target in targets) else ()
    if said := [*broken, *_amiss]:
        raise click.UsageError("; ".join(dict.fromkeys([*said, *more]))) from None
