"""The command that prints sequences of integers, as b-files and as drafts for the OEIS."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import click

from perfectplay.cli.base import Command, refuse
from perfectplay.cli.completion import complete_folder, complete_names
from perfectplay.cli.output import check_writable, displayed_path, emit_json, json_option
from perfectplay.core.game.parts import Entry, Heading
from perfectplay.core.running.files import make_folder, write_file
from perfectplay.core.sequences import entries, entry_name, find_entry


@dataclass(frozen=True, slots=True, kw_only=True)
class SequenceRow(Heading):
    """A sequence in the list; its name begins with the name of its game."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SequenceTerms(SequenceRow):
    """A sequence with its terms a(offset), a(offset + 1), ..."""

    terms: tuple[int, ...]


@click.command(
    cls=Command,
    short_help="Print sequences of integers, as b-files and as drafts for the OEIS.",
    epilog="Example: perfectplay sequences --folder sequences",
)
@click.argument("name", required=False, shell_complete=complete_names("perfectplay.core.sequences:entry_names"))
@click.option("--draft", is_flag=True, help="Print the draft of an entry: definition, terms, comments, examples.")
@click.option(
    "--folder",
    metavar="FOLDER",
    shell_complete=complete_folder,
    help="Write b-file and draft into this folder, of all sequences unless there is a NAME; it is made if need be.",
)
@json_option
def command(*, name: str | None, draft: bool, folder: str | None, as_json: bool) -> None:
    """Print the sequence NAME as a b-file of the On-Line Encyclopedia of Integer Sequences; without NAME, list all.

    A number such as A019312, if the list has one, is also a NAME.  Every term is exact: a sequence has only proven
    terms.
    """
    if draft and (as_json or folder is not None or name is None):
        problem = "a NAME is missing" if name is None else f"leave {'--json' if as_json else '--folder'} out"
        refuse(f"--draft prints the draft of one sequence; {problem}")
    if name is not None:
        name = entry_name(name)
    chosen = entries() if name is None else {name: find_entry(name)}
    for path in _written(chosen, folder):
        click.echo(displayed_path(path), err=as_json)
    if as_json:
        for called, entry in chosen.items():
            emit_json(_row(called, entry, listed=name is None))
    elif folder is None:
        for line in _list(chosen) if name is None else chosen[name].draft() if draft else chosen[name].bfile():
            click.echo(line)


def _list(chosen: Mapping[str, Entry]) -> Iterator[str]:
    for name, entry in chosen.items():
        yield f"{name}: {entry.definition}{f' ({entry.number})' if entry.number else ''}"


def _row(name: str, entry: Entry, *, listed: bool) -> SequenceRow:
    row: dict[str, Any] = {field.name: getattr(entry, field.name) for field in fields(Heading)}
    return SequenceRow(name=name, **row) if listed else SequenceTerms(name=name, **row, terms=tuple(entry.terms()))


def _written(chosen: Mapping[str, Entry], folder: str | None) -> Iterator[Path]:
    """Write each sequence's b-file and draft, if a folder is given; an OEIS entry's number names the b-file."""
    if folder is None:
        return
    target = make_folder(folder)
    for name, entry in chosen.items():
        bfile = f"b{entry.number.removeprefix('A')}.txt" if entry.number else f"b-{name}.txt"
        for file, lines in ((bfile, entry.bfile), (f"{name}.txt", entry.draft)):
            path = target / file
            check_writable(path)
            write_file(path, "".join(f"{line}\n" for line in lines()))
            yield path
