"""Completion in bash, zsh and fish: values of options, and the scripts that connect shells with click.

click does most of the work. This module adds values that only this program knows, and handles bash, which splits words
at the colon of a position id and at the ``=`` of an option.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING

import click

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.game import game_names

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem, ShellComplete

Completer = Callable[[click.Context, click.Parameter, str], "list[CompletionItem] | list[str]"]
"""The type of click's ``shell_complete`` of an option or an argument."""

_MANY = 200
"""Maximum number of legal moves that are offered as completions."""


# -- values --------------------------------------------------------------------------------------------------------


def complete_file(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return an item that makes the shell complete a file name."""
    return [_item(incomplete, "file")]


def complete_folder(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return an item that makes the shell complete a folder name."""
    return [_item(incomplete, "dir")]


def complete_names(*sources: str, files: bool = False, several: bool = False) -> Completer:
    """Build a completer of names, given directly or by a location, as in ``"perfectplay.coins.opponents:OPPONENTS"``.

    The object at a location may also be a function that returns names. Its module is imported only when a shell asks.
    With ``files``, users may also name a file, which the shell completes if no name fits. With ``several``, users may
    give names separated by commas, and the last one is completed.
    """

    def complete(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        done, comma, last = incomplete.rpartition(",") if several else ("", "", incomplete)
        given = done.split(",")
        matches = [name for source in sources for name in _names(source) if name.startswith(last) and name not in given]
        if files and not matches:
            return [_item(incomplete, "file")]
        return [_item(f"{done}{comma}{name}") for name in matches]

    return complete


def complete_position(*games: str) -> Completer:
    """Build a completer of position ids of the given games (all by default): it offers games, then legal moves."""

    def complete(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
        begins = tuple(f"{game}:" for game in games or game_names())
        if not incomplete.startswith(begins):
            return [begin for begin in begins if begin.startswith(incomplete)]
        return [name for name in _next_positions(incomplete) if name.startswith(incomplete)]

    return complete


def _item(value: str, kind: str = "plain") -> CompletionItem:
    from click.shell_completion import CompletionItem

    return CompletionItem(value, kind)


def _names(source: str) -> Iterable[str]:
    if not source.startswith("perfectplay."):
        return (source,)
    module, _, attribute = source.partition(":")
    offered = getattr(import_module(module), attribute)
    names: Iterable[str] = offered() if callable(offered) else offered
    return names


def _next_positions(text: str) -> list[str]:
    """Return the ids that continue the text's id by one move; the last move of the text may be incomplete."""
    from perfectplay.core.game import parse_position

    for start in (text, text[: max(text.rfind("/"), text.rfind("."))]):
        try:
            position = parse_position(start)
        except PerfectPlayError:
            continue
        moves = position.legal_moves()
        return [position.play(move).id for move in moves] if len(moves) <= _MANY else []
    return []


# -- shells --------------------------------------------------------------------------------------------------------

_BASH = r"""%(complete_func)s() {
    local line=${COMP_LINE:0:COMP_POINT} breaks=${COMP_WORDBREAKS//[^:=]/} head= type value
    local word=${line##*[[:space:]]}
    # What bash takes for words of their own stays on the line: "game:" of game:20.
    [[ -n $breaks ]] && head=${word%%"${word##*[$breaks]}"}
    COMPREPLY=()
    while IFS=, read -r type value; do
        case $type in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain)
                COMPREPLY+=("${value#"$head"}")
                [[ $value == *[:=] ]] && compopt -o nospace
                ;;
        esac
    done < <(COMP_WORDS=$line %(complete_var)s=bash_complete "$1" 2>/dev/null)
    return 0
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""

_ZSH = r"""#compdef %(prog_name)s

%(complete_func)s() {
    local -a plain open described
    local type key text
    while IFS= read -r type && IFS= read -r key && IFS= read -r text; do
        case $type in
            dir|file)
                [[ $PREFIX == -*=* ]] && compset -P '*='
                if [[ $type == dir ]]; then _files -/; else _files; fi
                ;;
            plain)
                if [[ $key == *[:=] ]]; then
                    open+=("$key")
                elif [[ $text == _ ]]; then
                    plain+=("$key")
                else
                    described+=("$key:$text")
                fi
                ;;
        esac
    done < <(COMP_WORDS="${(j: :)words[1,CURRENT]}" %(complete_var)s=zsh_complete ${words[1]} 2>/dev/null)
    (( $#described )) && _describe -V '' described
    (( $#plain )) && compadd -V plain -a plain
    (( $#open )) && compadd -V open -S '' -a open
    return 0
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    %(complete_func)s "$@"
else
    compdef %(complete_func)s %(prog_name)s
fi
"""

_FISH = r"""function %(complete_func)s
    set -l word (commandline -ct)
    set -l option (string match -r -- '^-[^=]*=' $word)
    set -l value (string replace -r -- '^-[^=]*=' '' $word)
    set -l line (commandline -cp | string collect)
    for answer in (env COMP_WORDS=$line %(complete_var)s=fish_complete %(prog_name)s 2>/dev/null)
        set -l parts (string split -m1 , -- $answer)
        switch $parts[1]
            case dir
                printf "$option%%s\n" (__fish_complete_directories "$value")
            case file
                printf "$option%%s\n" (__fish_complete_path "$value")
            case plain
                echo $parts[2]
        end
    end
end

complete --no-files --command %(prog_name)s --arguments '(%(complete_func)s)'
"""

_END = "\x01"
"""A character that marks the cursor, where the typed text ends."""


def register_shells() -> None:
    """Replace click's support for bash, zsh and fish with this program's own."""
    from click import shell_completion as click_has

    class Bash(click_has.BashComplete):
        source_template = _BASH

        def complete(self) -> str:
            return _answer(self, *_words(click_has.split_arg_string), joined=False)

    class Zsh(click_has.ZshComplete):
        source_template = _ZSH

        def complete(self) -> str:
            return _answer(self, *_words(click_has.split_arg_string))

    class Fish(click_has.FishComplete):
        source_template = _FISH

        def complete(self) -> str:
            return _answer(self, *_words(click_has.split_arg_string))

    for shell in (Bash, Zsh, Fish):
        click_has.add_completion_class(shell)


def _words(split: Callable[[str], list[str]]) -> tuple[list[str], str]:
    """Return the words before the cursor, and the word at the cursor, which may be empty."""
    _, *words, last = split(os.environ["COMP_WORDS"] + _END)
    return words, last.removesuffix(_END)


def _answer(shell: ShellComplete, words: list[str], incomplete: str, *, joined: bool = True) -> str:
    """Format completions for a shell; set ``joined`` if it treats an option with its value (--of=A) as one word."""
    try:
        items = shell.get_completions(words, incomplete)
    except (click.ClickException, PerfectPlayError, OSError):
        # Offer nothing: errors in the line are reported when users run it.
        return ""
    option, equals, _ = incomplete.partition("=")
    if joined and equals and option.startswith("-"):
        items = [_item(f"{option}={item.value}", item.type) for item in items if item.type == "plain"] or items
    return "\n".join(map(shell.format_completion, items))
