"""The reference of the command line, from the commands themselves: a page of this documentation, and man pages.

    python docs/manual.py man

writes the man pages into the folder ``man``, and removes others from it.
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
"""What a page has where the reference is to stand."""

MANY = 3
"""What so many commands say of an option in the same words, the page says once."""

_STATUS = {
    "0": "success",
    "1": "the answer is no, or a check failed",
    "2": "bad input, or a file that cannot be read or written",
    "130": "Ctrl-C",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A command, as its help tells of it.

    Attributes
    ----------
    name
        All words that call it, with blanks.
    usage
        What follows them.
    about
        Paragraphs: the first one says what it does.
    options
        Each with its forms and what it is for; those of positional arguments are in ``about``.
    commands
        The subcommands of a group: name and one line.
    example
        A call, or nothing.
    """

    name: str
    usage: str
    about: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    commands: tuple[tuple[str, str], ...]
    example: str


def entries(command: click.Command = main, parent: click.Context | None = None, name: str = "") -> Iterator[Entry]:
    """Walk through the commands, each before its subcommands, in the order of the help."""
    context = click.Context(command, parent, name or "perfectplay", **command.context_settings)
    group = command if isinstance(command, click.Group) else None
    names = group.list_commands(context) if group else []
    # The groups of this package import a subcommand when it is resolved, and not before.
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
    """All commands, one below the other, as MyST reads them; before them, once, the options that many have."""
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
        # The commands of a game stand right below.
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
    """Keep what is between back quotes; elsewhere nothing is markup."""
    parts = text.split("`")
    return "`".join(re.sub(r"([\\*_{}\[\]<>|#$~])", r"\\\1", one) if not i % 2 else one for i, one in enumerate(parts))


def _fill(_: Sphinx, _name: str, source: list[str]) -> None:
    if PLACE in source[0]:
        source[0] = source[0].replace(PLACE, markdown())


def setup(app: Sphinx) -> dict[str, Any]:
    """Let pages have the reference in them; such a page is read anew in each build, for a command may have changed."""
    app.connect("source-read", _fill)
    app.connect("env-get-outdated", lambda *_: ["cli"])
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


# -- the man pages ---------------------------------------------------------------------------------------------------


def man_page(entry: Entry, names: frozenset[str]) -> str:
    """Write one in the macros of man(7).

    ``names`` are all commands, for what it refers to.
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
    """Escape what roff reads as its own: backslashes, hyphens that must stay, and a dot or quote that begins a line."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga")
    return f"\\&{text}" if text.startswith((".", "'")) else text


def man_pages() -> dict[str, str]:
    """All man pages by their file names."""
    found = list(entries())
    names = frozenset(one.name for one in found)
    return {f"{one.name.replace(' ', '-')}.1": man_page(one, names) for one in found}


def write_man_pages(folder: Path) -> None:
    """Write them, and remove what is no longer one."""
    pages = man_pages()
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.1"):
        if path.name not in pages:
            path.unlink()
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_man_pages(Path(sys.argv[1]))
