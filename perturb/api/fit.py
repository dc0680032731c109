"""`perturb.law`: which distribution samples have, or how well they fit one that is named."""

from __future__ import annotations

from typing import Any

from perturb.api.goodness import Goodness, Question, goodness
from perturb.api.ranking import Ranking, ranking
from perturb.api.spectral import SpectrumGoodness
from perturb.laws.distributions import names
from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.distributions.finite_size import at_size
from perturb.laws.spectrum.judge import judge_spectrum
from perturb.laws.stats.account import TOTAL
from perturb.laws.stats.samples import checked
from perturb.statements.paper import Paper
from perturb.types import whole


def law(
    samples: Any,
    distribution: str | ContinuousDistribution | None = None,
    n: int | None = None,
    ensemble: str | None = None,
    alpha: float = TOTAL,
    tolerance: float | None = None,
    *,
    spectrum: bool = False,
    beta: int | None = None,
    draws: int | None = None,
) -> Goodness | Ranking | SpectrumGoodness:
    """Holds independent samples, shape (m,), against a distribution, by its name (`perturb law --list`)
    or as a value; `n` asks for the one of matrices of that size, where it is known. Without a distribution:
    a `Ranking` of those that are known here and not refuted.

    With `spectrum` the samples are all eigenvalues (or singular values, or moduli) of one matrix, and are
    held against `draws` spectra of the Gaussian ensemble whose limit the distribution is, at their very size;
    `beta` says which entries it has: 1 real (by default), 2 complex, 4 quaternion.

    "refuted" is wrong with probability at most `alpha`. With a `tolerance` the question is whether the sup
    distance is at most that. Samples that repel each other as eigenvalues do are "unresolved" without
    `spectrum`. Raises ValueError for samples that are no real finite numbers, an unknown name, an alpha or
    tolerance outside (0, 1), options that do not go together, TypeError for what is no sample.
    """
    if isinstance(samples, Paper):
        raise TypeError("law asks of samples; a law is declared with @limit_law(paper, ...)")
    values = checked(whole("samples", samples), "samples")
    others, own = {"ensemble": ensemble, "tolerance": tolerance}, {"beta": beta, "draws": draws}
    if distribution is None:
        needing = {**others, "spectrum": spectrum or None, **own}
        if given := [name for name, x in needing.items() if x is not None]:
            raise ValueError(f"{given[0]} needs a distribution, such as 'tracy-widom-1'")
        return ranking(values, alpha, n)
    if clash := clashing(spectrum, {"n": n, **others}, own, "spectrum=True"):
        raise ValueError(clash)
    if spectrum:
        limit = names.named_distribution(distribution) if isinstance(distribution, str) else distribution
        return SpectrumGoodness(judge_spectrum(values, limit, alpha, 1 if beta is None else beta, draws))
    return goodness(values, question(distribution, n, ensemble), alpha, tolerance)


def clashing(spectrum: bool, others: dict[str, Any], own: dict[str, Any], option: str) -> str:
    """Why options make no sense beside each other; empty where they do. `own` are those of a spectrum."""
    if spectrum and (given := [name for name, x in others.items() if x is not None]):
        return f"{given[0]} is for independent draws; a spectrum is held against the ensemble at its own size"
    if not spectrum and (given := [name for name, x in own.items() if x is not None]):
        return f"{given[0]} is for the eigenvalues of one matrix: {option}"
    return ""


def question(distribution: str | ContinuousDistribution, n: int | None, ensemble: str | None) -> Question:
    """BadName (ValueError) for a distribution, an ensemble or an n that make no sense together."""
    if not isinstance(distribution, str):
        if n is not None or ensemble is not None:
            raise ValueError("n and ensemble choose a distribution by its name; this one is given as a value")
        return Question(None, distribution, distribution, None)
    named = names.parse(distribution)
    if ensemble is not None and n is None:
        raise names.BadName(f"ensemble {ensemble!r} needs the size n")
    limit = named.distribution()
    held = (at_size(named, n, ensemble) if n is not None else None) or limit
    return Question(named, limit, held, n)
