"""The command `perturb train`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.progress import BarColumn, TextColumn

from perturb.cli.simulate import clear
from perturb.cli.terminal import bar
from perturb.process.ending import ends_saying
from perturb.process.output import json_text, write_whole

if TYPE_CHECKING:
    from perturb.networks.training import TrainingRun, TrainingSettings


def _numbers(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int | None, ...] | None:
    try:
        return (
            None if value is None else tuple(None if part == "-" else int(part) for part in value.split(","))
        )
    except ValueError:
        raise click.BadParameter(f"{value!r} is not a list such as 100,100,100") from None


@click.command("train")
@click.argument("data")
@click.option("--widths", metavar="M,M,...", default="100,100,100", callback=_numbers, show_default=True)
@click.option("--ranks", metavar="K,K,...", callback=_numbers, help="Double layers; - for a single one.")
@click.option("--p", type=click.IntRange(1), default=1, show_default=True, help="Of Definition 15.")
@click.option("--epochs", type=click.IntRange(0), default=30, show_default=True)
@click.option("--batch", type=click.IntRange(1), default=64, show_default=True)
@click.option("--rate", type=float, default=1e-3, show_default=True, help="Step size of Adam.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("--observe", is_flag=True, help="What the layers do to data classified correctly or not.")
@click.option("--prune", is_flag=True, help="Prune harmonically, beside SVDs and magnitudes.")
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=Path("trained"), show_default=True
)
def command(out: Path, observe: bool, prune: bool, **given: Any) -> None:
    """Train a multilayer perceptron and record the singular values of its layers.

    DATA is digits, breast-cancer, wine or photographs, or what is fetched from openml.org: mnist,
    fashion-mnist, cifar-10, htru2. The record is a small JSON file in OUT, beside the checkpoint. It can be
    killed at any moment: the same command goes on from there, with the same result to the last bit.

    \b
    Examples:
      perturb train digits
      perturb train digits --ranks 30,30,30 --prune
      perturb train wine --widths 10,10,10 --observe
      perturb train mnist --widths 784,784,784 --batch 1024
    """
    with clear():
        from perturb.networks.training import TrainingSettings, run_record, train

        settings = TrainingSettings(**given)
        out.mkdir(parents=True, exist_ok=True)
        with bar(TextColumn("{task.description}"), BarColumn()) as shown:
            task = shown.add_task("epochs", total=settings.epochs)
            with ends_saying("the same command goes on from there"):
                run = train(settings, folder=out, progress=lambda done, _: shown.update(task, completed=done))
        record = run_record(run) | (_observed(run) if observe else {}) | (_pruned(run) if prune else {})
        place = out / f"{settings.data}-{settings.key}.json"
        write_whole(place, json_text(record) + "\n")
    _say(settings, run, place)


def _observed(run: TrainingRun) -> dict[str, Any]:
    from perturb.networks.relu import observe
    from perturb.networks.training import load, observation_record
    from perturb.networks.training.measuring import both_parts, ends, layer_ends

    seen = observe(run.after, both_parts(load(run.settings.data)), rng=run.settings.seed)
    for i, layer in enumerate(seen.layers):
        named = {"correct": layer.correct, "misclassified": layer.wrong}
        pair = [f"width of {name} data in {ends(x.width)}" for name, x in named.items() if x]
        top = f"{layer.singular_values[0].floats[1]:.5g}"
        click.echo(f"layer {i + 1}: singular values up to {top}, {', '.join(pair)}")
    return {"observed": observation_record(seen) | {"layers": layer_ends(seen)}}


def _pruned(run: TrainingRun) -> dict[str, Any]:
    from perturb.networks.training import load, pruning_record

    total = sum(layer.rank for layer in run.after.layers[:-1])
    with bar(TextColumn("{task.description}"), BarColumn()) as shown:
        task = shown.add_task("ranks", total=total)
        told = pruning_record(
            run.after,
            load(run.settings.data),
            seed=run.settings.seed,
            progress=lambda step: shown.update(task, completed=step.iteration),
        )
    return {"pruning": told}


def _say(settings: TrainingSettings, run: TrainingRun, place: Path) -> None:
    loss, seen, test = run.history[-1]
    click.echo(
        f"{settings.data}, {run.after.parameters:,} parameters, {len(run.history) - 1} epochs: cross-entropy"
        f" {loss:.3g}, accuracy {seen:.2%} (training), {test:.2%} (test)"
    )
    click.echo(place)
