"""What the theorems say of a whole network: Lipschitz bounds; with data, activity and pruning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from perturb.networks.files.reader import BadWeights
from perturb.networks.weights.activity import Activity, activity
from perturb.networks.weights.cuts import LayerCut, Pruned, cuts, harmonic
from perturb.networks.weights.network_lipschitz import Lipschitz, lipschitz
from perturb.networks.weights.points import points
from perturb.networks.weights.stack import Stack, stack
from perturb.networks.weights.threads import one_thread
from perturb.types import BoolArray


@dataclass(frozen=True, eq=False)
class NetworkTheory:
    """`why_not` says in words why there is no network; then all else is None or empty. Activity and cuts need
    data. `masks` are those of the hidden layers, by name, (N, m) each.
    """

    why_not: str | None = None
    guessed: tuple[str, ...] = ()
    lipschitz: Lipschitz | None = None
    activity: Activity | None = None
    cuts: tuple[LayerCut, ...] = ()
    pruned: tuple[Pruned, ...] = ()
    masks: Mapping[str, BoolArray] | None = None

    def object(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        if self.why_not is not None:
            return {"no_network": self.why_not}
        assert self.lipschitz is not None
        said: dict[str, Any] = {"guessed": list(self.guessed)}
        said["lipschitz_high"] = {name: x.floats[1] for name, x in self.lipschitz.upper.items()}
        said["lipschitz_low"], said["lipschitz_best_high"] = self.lipschitz.best.floats
        said["lipschitz_exact"] = self.lipschitz.exact is not None
        said["regions"] = self.lipschitz.regions
        if self.activity is not None:
            a = self.activity
            said["activity"] = {"points": a.count, "regions": a.regions, "looked_at": a.looked_at}
            said["activity"] |= {"norm_low": a.largest.floats[0], "norm_high": a.largest.floats[1]}
            said["activity"] |= {"active_blocks": a.active_blocks, "layers": [asdict(x) for x in a.layers]}
            said["cuts"] = [asdict(x) for x in self.cuts]
            said["harmonic_pruning"] = [asdict(x) for x in self.pruned]
        return said


def network_theory(
    weights: Any, settings: Mapping[str, Any] | None = None, data: Any = None, seed: int = 0
) -> NetworkTheory:
    """Of the dense layers of a file in their order. BadWeights for data that do not fit."""
    try:
        found = stack(weights, settings)
    except BadWeights as error:
        if data is not None:
            raise
        return NetworkTheory(why_not=str(error).removeprefix("network: "))
    return of_stack(found, data, seed)


@one_thread()
def of_stack(found: Stack, data: Any = None, seed: int = 0) -> NetworkTheory:
    """Of a network that is read already."""
    if data is None:
        return NetworkTheory(None, found.guessed, lipschitz(found, None, seed))
    if found.above is not None:
        left = f"units, regions and pruning on data: left out, {found.above}"
        return NetworkTheory(None, (*found.guessed, left), lipschitz(found, None, seed))
    there = points(data, found.weights[0].shape[1], found.weights[-1].shape[0])
    told, masks = activity(found, there.X, seed)
    return NetworkTheory(
        None,
        found.guessed,
        lipschitz(found, there.X, seed),
        told,
        tuple(cuts(found, there)),
        tuple(harmonic(found, there)),
        dict(zip(found.names, masks, strict=False)),
    )
