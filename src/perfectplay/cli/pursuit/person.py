"""The command of arithmetical pursuit that is about a person, who has not all the time in the world."""

from __future__ import annotations

from collections.abc import Iterator

import click

from perfectplay.cli.base import COMMAND_SETTINGS, seconds, whole
from perfectplay.cli.output import emit_json, json_option, show_progress
from perfectplay.cli.pursuit.input import (
    DealCommand,
    game_options,
    given_game,
    given_numbers,
    option,
    read_target,
    read_targets,
    refuse_dealing,
)
from perfectplay.pursuit.answers.deals import Dealing, default_targets
from perfectplay.pursuit.deals import load_deck

__all__ = ["person"]

_MOST_DEALS = 100_000


@click.command(
    cls=DealCommand,
    context_settings=COMMAND_SETTINGS,
    short_help="The chance that a person hits before the clock stops.",
    epilog="Example: perfectplay pursuit person 3 6 9 10 50 100 --target 951",
)
@click.argument("numbers", metavar="[N1 N2 ...]", nargs=-1, callback=given_numbers)
@click.option("--target", metavar="T", callback=option(read_target), help="What is to be reached.")
@game_options
@click.option("--targets", metavar="A-B", callback=option(read_targets), help="Targets, as for `odds`.")
@click.option("--deals", type=whole, default="1000", show_default=True, metavar="N", help="Length of the sample.")
@click.option(
    "--seed",
    type=whole,
    default="1",
    show_default=True,
    metavar="S",
    help="The same seed, the same deals: those of `deal`.",
)
@click.option("--grades", is_flag=True, help="Compare the chances of the sample with the grades of its deals.")
@click.option(
    "--habits",
    is_flag=True,
    help="No clock and no sample: what results up to --largest, and calculating in a line, leave within reach, exactly "
    "over all deals; half a minute for six cards.",
)
@click.option("--clock", type=seconds, default="30", show_default=True, metavar="SECONDS", help="Time for each deal.")
@click.option("--pace", type=seconds, default="2", show_default=True, metavar="SECONDS", help="Time for a calculation.")
@click.option("--depth", type=whole, default="5", show_default=True, metavar="K", help="Most numbers in a formula.")
@click.option(
    "--largest", type=whole, default="1000", show_default=True, metavar="M", help="Largest result in the head."
)
@click.option(
    "--focus",
    type=whole,
    default="1",
    show_default=True,
    metavar="E",
    help="How much results near the target attract: by this power of their ratio to it; 0, not at all.",
)
@click.option(
    "--glance/--no-glance",
    default=True,
    show_default=True,
    help="Whether the last addition or subtraction is seen, and takes no time.",
)
@json_option
@click.pass_context
def person(
    ctx: click.Context,
    *,
    numbers: tuple[int, ...],
    target: int | None,
    deck: str,
    size: int,
    targets: tuple[int, int] | None,
    deals: int,
    seed: int,
    grades: bool,
    habits: bool,
    clock: float,
    pace: float,
    depth: int,
    largest: int,
    focus: int,
    glance: bool,
    as_json: bool,
) -> None:
    """Tell how likely it is that a person hits the target in time, by a model whose assumptions are options.

    The person calculates in a line: each calculation takes the last result and one more number.  An attempt begins
    with a number of the deal, the larger the likelier, and what failed is not remembered.  Nobody was measured: the
    defaults are assumptions.  The chance is calculated for the deal that is given, or for each deal of a sample.
    """
    game = given_game(numbers, target, None, None)
    if game is not None:
        refuse_dealing(ctx, ("deals", "--deals"), ("seed", "--seed"))
        if habits or grades:
            message = "--habits and --grades are about many deals, and numbers are given; leave one of them out"
            raise click.UsageError(message)
    elif habits and grades:
        message = "--grades is about a sample, and --habits about all deals; leave one of them out"
        raise click.UsageError(message)
    elif not 2 <= deals <= _MOST_DEALS:
        message = f"--deals {deals} is no sample; it must be from 2 to {_MOST_DEALS:,}"
        raise click.UsageError(message)
    from perfectplay.cli.pursuit.estimates import deal_lines, habit_lines, sample_lines
    from perfectplay.pursuit.answers.person import person_deal, person_deals, person_habits
    from perfectplay.pursuit.person import Person

    model = Person(pace=pace, numbers=depth, largest=largest, focus=focus, glance=glance)
    if game is not None:
        found = person_deal(model, game, clock)
        _print(found, deal_lines(found), as_json=as_json)
        return
    pack = load_deck(deck)
    if habits:
        low, high = targets or default_targets(pack)
        with show_progress() as report:
            kept = person_habits(pack, size, low, high, largest=largest, progress=report)
        _print(kept, habit_lines(kept), as_json=as_json)
        return
    dealing = Dealing(pack, size, targets, seed, None)
    with show_progress() as report:
        sampled = person_deals(model, dealing, deals, clock, deck=pack.name, seed=seed, grades=grades, progress=report)
    _print(sampled, sample_lines(sampled), as_json=as_json)


def _print(found: object, lines: Iterator[str], *, as_json: bool) -> None:
    if as_json:
        emit_json(found)
        return
    for line in lines:
        click.echo(line)
