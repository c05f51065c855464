"""``perfectplay site``: the web app as a folder of files for any static host."""

from __future__ import annotations

import re
from pathlib import Path

import click

from perfectplay.cli.base import Command, refuse, whole
from perfectplay.cli.completion import complete_folder
from perfectplay.cli.output import emit_json, file_option, json_option
from perfectplay.core.errors import LimitExceededError, quote

_ADDRESS = re.compile(r"https?://[^\s/?#\"'<>]+(/[\w.~%-]+)*/?", re.ASCII)


@click.command(
    cls=Command,
    short_help="Write a web site that needs no server.",
    epilog="Example: perfectplay site public",
)
@click.argument("folder", shell_complete=complete_folder)
@file_option(
    "--interpreter",
    text="The archive of the npm package pyodide, where npm is not installed; otherwise npm fetches it, once.",
)
@click.option(
    "--documentation",
    metavar="FOLDER",
    shell_complete=complete_folder,
    help="The built documentation; by default that of a checkout, docs/_build/html, if it is there.",
)
@click.option(
    "--certificates",
    type=whole,
    metavar="N",
    help="Leave out certificates of pots of more than N numbers; by default the site has all that are installed.",
)
@click.option(
    "--address",
    metavar="URL",
    help="The site's address, as in https://example.org/games; with it, previews of links have pictures.",
)
@click.option("--embeddable", is_flag=True, help="Let pages of any other site show these pages in a frame.")
@json_option
def command(
    folder: str,
    *,
    interpreter: str | None,
    documentation: str | None,
    certificates: int | None,
    address: str | None,
    embeddable: bool,
    as_json: bool,
) -> None:
    """Write a web site that needs no server into FOLDER: all pages, with Python running in the reader's browser.

    FOLDER is new, empty, or has such a site, which is replaced.  Any static host can serve it, at any address.
    """
    from perfectplay.web.site.build import build

    if certificates is not None and certificates < 0:
        raise LimitExceededError(f"--certificates {certificates} is not possible; give a number of at least 0")
    if address is not None and not _ADDRESS.fullmatch(address):
        refuse(f"--address {quote(address)} is not possible; give one as in https://example.org/games")
    written = build(
        Path(folder),
        archive=None if interpreter is None else Path(interpreter),
        documentation=None if documentation is None else Path(documentation),
        largest=certificates,
        embeddable=embeddable,
        address=address or "",
        tell=lambda said: click.echo(said, err=True),
    )
    if as_json:
        emit_json(written)
        return
    click.echo(
        f"{folder}: {written.files} files, {written.size / 1e6:.0f} MB; a first visit loads {_mega(written.first)}"
    )
    click.echo(f"certificates that can be checked there: {written.certificates}")
    if not written.documentation:
        click.echo("the documentation is left out: build it with make docs, or name its folder with --documentation")
    click.echo(f"to see it: python -m http.server --directory {folder}, and open http://localhost:8000/")


def _mega(size: int) -> str:
    return f"{size / 1e6:.1f} MB"
