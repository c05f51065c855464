"""Generate the reference of the command line from the commands: a page of the documentation, and man pages.

    python docs/manual.py man

writes the man pages to the folder ``man``, and removes man pages of commands that no longer exist.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from sphinx.application import Sphinx

from perfectplay import __version__
from perfectplay.cli.main import main

__all__ = ["Entry", "entries", "man_page", "markdown", "setup", "write_man_pages"]

PLACE = "<!-- every command, from the commands themselves -->\n"
"""Placeholder for the reference in a page."""

MANY = 3
"""An option that at least this number of commands describe in the same words is described only once."""

_STATUS = {
    "0": "success",
    "1": "the answer is no, or a check failed",
    "2": "bad input, or a file that cannot be read or written",
    "130": "Ctrl-C",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """The help of a command.

    Attributes
    ----------
    name
        The full name of the command, with blanks.
    usage
        The arguments that follow the name.
    about
        Paragraphs; the first one says what the command does.
    options
        The forms and the meaning of each option; positional arguments are described in ``about``.
    commands
        The subcommands of a group: a name and a line for each.
    example
        An example, or an empty text.
    """

    name: str
    usage: str
    about: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    commands: tuple[tuple[str, str], ...]
    example: str


def entries(command: click.Command = main, parent: click.Context | None = None, name: str = "") -> Iterator[Entry]:
    """Yield the commands in the order of the help, each before its subcommands."""
    context = click.Context(command, parent, name or "perfectplay", **command.context_settings)
    group = command if isinstance(command, click.Group) else None
    names = group.list_commands(context) if group else []
    # Resolve the subcommands, because groups of this package import them only then.
    below = {one: found for one in names if group and (found := group.resolve_command(context, [one])[1])}
    formatter = click.HelpFormatter()
    command.format_epilog(context, formatter)
    example = " ".join(formatter.getvalue().split()).removeprefix("Example: ")
    yield Entry(
        name=context.command_path,
        usage=" ".join(command.collect_usage_pieces(context)),
        about=tuple(" ".join(part.split()) for part in re.split(r"\n\s*\n", (command.help or "").strip())),
        options=tuple(filter(None, (_option(one, context) for one in command.get_params(context)))),
        commands=tuple((one, found.get_short_help_str(100)) for one, found in below.items()),
        example=example,
    )
    for one, found in below.items():
        yield from entries(found, context, one)


def _option(param: click.Parameter, context: click.Context) -> tuple[str, str] | None:
    forms, meaning = param.get_help_record(context) or ("", "")
    return (forms, " ".join(meaning.split())) if meaning else None


# -- the page --------------------------------------------------------------------------------------------------------


def markdown() -> str:
    """Return the reference in MyST Markdown: first the options of many commands, then all commands."""
    found = list(entries())
    counts = Counter(option for entry in found for option in entry.options)
    many = [option for option, count in counts.items() if count >= MANY]
    forms = Counter(form for form, _ in many)
    shared = [option for option in many if forms[option[0]] == 1]
    head = ["(cli-shared)=", "## Options of many commands\n", *_options(shared)]
    return "\n".join([*head, *(line for entry in found for line in _section(entry, shared))])


def _section(entry: Entry, shared: list[tuple[str, str]]) -> Iterator[str]:
    level = "##" if len(entry.name.split()) < 3 else "###"
    yield f"({_anchor(entry.name)})="
    yield f"{level} {entry.name}\n"
    for part in entry.about:
        yield f"{_prose(part)}\n"
    yield f"```text\n{entry.name} {entry.usage}\n```\n"
    for one, line in entry.commands:
        # Leave out the description of a game's commands, because they follow immediately.
        about = "" if " " in entry.name else f": {_prose(line)}"
        yield f"* {{ref}}`{one} <{_anchor(f'{entry.name} {one}')}>`{about}"
    yield ""
    yield from _options([option for option in entry.options if option not in shared])
    if also := [f"`{form}`" for form, meaning in entry.options if (form, meaning) in shared and "--help" not in form]:
        yield f"{{ref}}`Also <cli-shared>` {', '.join(also)}.\n"
    if entry.example:
        yield f"Example:\n\n```text\n{entry.example}\n```\n"


def _options(options: Iterable[tuple[str, str]]) -> Iterator[str]:
    for forms, meaning in options:
        yield f"`{forms}`\n: {_prose(meaning)}\n"


def _anchor(name: str) -> str:
    return f"cli-{name.replace(' ', '-')}"


def _prose(text: str) -> str:
    """Escape markup, except between back quotes."""
    parts = text.split("`")
    return "`".join(re.sub(r"([\\*_{}\[\]<>|#$~])", r"\\\1", one) if not i % 2 else one for i, one in enumerate(parts))


def _fill(_: Sphinx, _name: str, source: list[str]) -> None:
    if PLACE in source[0]:
        source[0] = source[0].replace(PLACE, markdown())


def setup(app: Sphinx) -> dict[str, Any]:
    """Fill the placeholder, and read its page again in each build, because a command may have changed."""
    app.connect("source-read", _fill)
    app.connect("env-get-outdated", lambda *_: ["cli"])
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


# -- the man pages ---------------------------------------------------------------------------------------------------


def man_page(entry: Entry, names: frozenset[str]) -> str:
    """Return the man page of a command, in the macros of man(7).

    ``names`` are the names of all commands, to which the page may refer.
    """
    title = entry.name.replace(" ", "-")
    first, *rest = entry.about
    above, _, own = entry.name.rpartition(" ")
    lines = [
        f'.TH {_roff(title).upper()} 1 "" "perfectplay {__version__}" "perfectplay"',
        ".SH NAME",
        f"{_roff(title)} \\- {_roff(first.rstrip('.'))}",
        ".SH SYNOPSIS",
        f".B {_roff(entry.name)}",
        _roff(entry.usage),
    ]
    if rest:
        lines += [".SH DESCRIPTION", *(line for part in rest for line in (".PP", _roff(part)))]
    if entry.commands:
        lines.append(".SH COMMANDS")
        for one, line in entry.commands:
            lines += [".TP", f".B {_roff(one)}", _roff(line)]
    if entry.options:
        lines.append(".SH OPTIONS")
        for forms, meaning in entry.options:
            lines += [".TP", f".B {_roff(forms)}", _roff(meaning)]
    lines.append(".SH EXIT STATUS")
    for status, meaning in _STATUS.items():
        lines += [".TP", f".B {status}", _roff(meaning)]
    if entry.example:
        lines += [".SH EXAMPLE", ".nf", _roff(entry.example), ".fi"]
    others = ([above] if own and above else []) + [f"{entry.name} {one}" for one, _ in entry.commands]
    lines.append(".SH SEE ALSO")
    known = [_roff(one.replace(" ", "-")) for one in others if one in names]
    lines += [f".BR {one} (1){',' if one is not known[-1] else ''}" for one in known]
    return "\n".join(lines) + "\n"


def _roff(text: str) -> str:
    """Escape roff's markup: backslashes, hyphens, back quotes, and a dot or quote at the beginning of a line."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga")
    return f"\\&{text}" if text.startswith((".", "'")) else text


def man_pages() -> dict[str, str]:
    """Return all man pages by their file names."""
    found = list(entries())
    names = frozenset(one.name for one in found)
    return {f"{one.name.replace(' ', '-')}.1": man_page(one, names) for one in found}


def write_man_pages(folder: Path) -> None:
    """Write all man pages to a folder, and remove those of commands that no longer exist."""
    pages = man_pages()
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.1"):
        if path.name not in pages:
            path.unlink()
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_man_pages(Path(sys.argv[1]))
