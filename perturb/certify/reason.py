"""Why a statement has no verdict at a point, as a value; its text is for people."""

from __future__ import annotations

from dataclasses import dataclass

from perturb.vocab.relations.decide import Finding, Gap


@dataclass(frozen=True)
class Reason:
    """A gap, its details, and the number of the hypothesis (from 0) where it is one that has it.

    `missing`: what later steps of the ladder had no method for.
    """

    gap: Gap = Gap.NONE
    detail: str = ""
    hypothesis: int | None = None
    missing: tuple[str, ...] = ()

    @classmethod
    def of(cls, found: Finding, hypothesis: int | None = None) -> Reason:
        return cls(found.gap, found.detail, hypothesis)

    @property
    def heading(self) -> str:
        """Without the details: what points are counted by."""
        later = self.missing and not self.detail
        return f"{self._short}; {Gap.UNAVAILABLE.value}" if later else self._short

    def __str__(self) -> str:
        own = f"{self._short}: {self.detail}" if self.detail else self._short
        return "; ".join([own, *[f"{Gap.UNAVAILABLE.value}: {what}" for what in self.missing]])

    @property
    def _short(self) -> str:
        if self.hypothesis is None:
            return self.gap.value
        return f"hypothesis {self.hypothesis + 1} {self.gap.value}".rstrip()
