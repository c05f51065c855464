"""``perfectplay check``: certificates of any game, one by one, in packs and in folders."""

from __future__ import annotations

import re
from collections.abc import Sequence

import click

from perfectplay.cli.base import Command, whole
from perfectplay.cli.completion import complete_file
from perfectplay.cli.output import file_option, json_option
from perfectplay.core.errors import quote

_RANGE = re.compile("([1-9][0-9]{0,8})(?:-([1-9][0-9]{0,8}))?")


def _numbers(_context: click.Context, _option: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """Read a range of N."""
    if text is None:
        return None
    found = _RANGE.fullmatch(text)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if last < first:
        message = f"{quote(text)} is not a range of N; give it as in 1-2000"
        raise click.BadParameter(message)
    return first, last


@click.command(
    "check",
    cls=Command,
    short_help="Check certificates of any game.",
    epilog="Example: perfectplay check certificates --expect 1-1000",
)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, shell_complete=complete_file)
@click.option(
    "--expect",
    metavar="A-B",
    callback=_numbers,
    help="Fail unless the score of every N from A to B is proven optimal, and name the others.",
)
@file_option("--manifest", text="Fail unless the folder holds what this manifest says, no more and no less.")
@click.option(
    "--jobs",
    type=whole,
    default="1",
    show_default=True,
    metavar="J",
    help="Processes that share the files of a folder.",
)
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    *,
    paths: Sequence[str],
    expect: tuple[int, int] | None,
    manifest: str | None,
    jobs: int,
    as_json: bool,
) -> None:
    """Check certificates: files (.json, .json.gz, .json.xz), packs of many (.jsonl.xz), or folders of them.

    Each game has a checker of its own, which shares no code with its solver and uses nothing but the rules and
    exact arithmetic.  A folder is checked as one chain, in the order of N; so are several files.  Exit status 1 if
    any proof fails: what can be read and is not a certificate, an empty or damaged file for one, is not valid; a
    pipe and what is beyond the checker's limits are not examined.  Exit status 2 if any file or folder cannot be
    read, or a folder holds no certificate; the others are checked all the same.
    """
    from perfectplay.cli.verdicts import tell

    status = tell(paths, expect, manifest, jobs, as_json=as_json)
    if status:
        ctx.exit(status)
