"""``perfectplay serve``: the web app on this computer."""

from __future__ import annotations

import os
import re
import signal
import socket
import threading
import webbrowser
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

import click

from perfectplay.cli.base import COMMAND_SETTINGS, names, refuse, whole
from perfectplay.core.errors import LimitExceededError, PerfectPlayError, quote
from perfectplay.core.running.interrupt import ENDING

if TYPE_CHECKING:
    from perfectplay.web.jobs import Limits

_PORTS = 65_535
_MAX_JOBS = 64
_MAX_QUESTIONS = 1024
_QUESTIONS = 64
_IN_ALL = 4
"""Maximum number of waiting questions, as a multiple of the maximum for one client."""
_BACKLOG = 512
"""Maximum number of connections that wait for the server to accept them."""
_FILES = 4096
"""Maximum number of open files and connections of the server, if the system allows as many."""
_OWN_FILES = 64
"""Number of open files reserved for other purposes, including connections that are being refused."""
_FILES_OF_A_JOB = 4
"""Number of open files that a search process needs."""


def _origins(text: str) -> tuple[str, ...]:
    """Parse the comma-separated origins of websites; an empty text gives no origins."""
    origins = names(text) if text else ()
    for origin in origins:
        if not re.fullmatch(r"https?://[\w.-]+(?::\d{1,5})?", origin, re.ASCII):
            refuse(f"--allow-frames {quote(origin)} is not an origin; give one as in https://school.example")
    return origins


@click.command(
    "serve",
    context_settings=COMMAND_SETTINGS,
    short_help="Play in a browser.",
    epilog="Example: perfectplay serve --open",
)
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Address to listen at.")
@click.option("--port", type=whole, default="8017", show_default=True, metavar="P", help="Port; 0 finds a free one.")
@click.option("--public", is_flag=True, help="Allow an address that others can reach; there is no password.")
@click.option(
    "--name",
    "known",
    type=names,
    metavar="NAME,NAME,...",
    help="With --public: host names by which others may call this server; addresses in digits always work.",
)
@click.option(
    "--jobs",
    type=whole,
    metavar="J",
    help="Searches of one client at the same time; one for each processor by default.",
)
@click.option(
    "--questions",
    type=whole,
    metavar="Q",
    help="With --public: questions of one address, as of a school, that may wait; 64 by default, and in all four times "
    "as many.",
)
@click.option(
    "--root-path",
    default="",
    metavar="/PATH",
    help="Behind a proxy: what all addresses begin with, as in /games.",
)
@click.option(
    "--allow-frames",
    "frames",
    type=_origins,
    default="",
    metavar="ORIGIN",
    help="Let pages of another site, or of several with commas between, show these pages in a frame, as in "
    "https://school.example; by default no other site may.",
)
@click.option("--open", "opens", is_flag=True, help="Open the page in a browser.")
def command(
    *,
    host: str,
    port: int,
    public: bool,
    known: tuple[str, ...] | None,
    jobs: int | None,
    questions: int | None,
    root_path: str,
    frames: tuple[str, ...],
    opens: bool,
) -> None:
    """Serve the web app on this computer: all games, their pictures and an HTTP API, without any other site.

    Ctrl-C stops it.
    """
    from perfectplay.core.running.executor import default_jobs
    from perfectplay.web.jobs import Limits
    from perfectplay.web.middleware import is_loopback

    if not 0 <= port <= _PORTS:
        raise LimitExceededError(
            f"--port {port} does not exist; a port is a number from 1 to {_PORTS}, or 0 for any free one"
        )
    if jobs is not None and not 1 <= jobs <= _MAX_JOBS:
        raise LimitExceededError(f"--jobs {jobs} is not possible; it must be from 1 to {_MAX_JOBS}")
    if questions is not None and not 1 <= questions <= _MAX_QUESTIONS:
        raise LimitExceededError(f"--questions {questions} is not possible; it must be from 1 to {_MAX_QUESTIONS}")
    for option, given in (("--name", known), ("--questions", questions)):
        if given is not None and not public:
            refuse(f"{option} is for servers that others can reach; add --public, or leave it out")
    if not re.fullmatch(r"(?:/[\w.~-]+)*", root_path, re.ASCII):
        refuse(f"--root-path {quote(root_path)} is no beginning of addresses; give one as in --root-path /games")
    local = is_loopback(host)
    if not local and not public:
        problem = f"--host {host} lets everyone who can reach this computer use the server, without a password"
        refuse(f"{problem}; add --public if that is what you want")
    listener = _listen(host, port)
    url = f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}/"
    if not local:
        click.echo("Everyone who can reach this computer can use this server; its answers cost this computer's time.")
    click.echo(f"perfectplay is at {url}  (Ctrl-C stops it)")
    if opens:
        # Use a thread, because some browsers block the caller until they are closed.
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
    # Ctrl-C is the normal end; the server has shut down properly by then.
    with suppress(KeyboardInterrupt):
        limits = Limits(jobs or default_jobs(), _IN_ALL * (questions or _QUESTIONS), questions or _QUESTIONS)
        _run(listener, limits, known or (), root_path, frames)
    click.echo("\nstopped")


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with ExitStack() as stack:
            listener = stack.enter_context(socket.socket(family, kind, protocol))
            if os.name == "posix":
                # On other systems this option would let two servers share a port.
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            # Listen before the address is printed, so that requests wait until the server has been loaded.
            listener.listen(_BACKLOG)
            # The socket is bound, and the server will close it.
            stack.pop_all()
    except UnicodeError:
        raise PerfectPlayError(f"--host {quote(host)} is not an address; give one as in 127.0.0.1") from None
    except OSError as error:
        problem = f"cannot listen at {quote(host)}, port {port}: {error.strerror or error}"
        raise PerfectPlayError(
            f"{problem}; choose another port, as in --port {port % _PORTS + 1}, or --port 0 for any free one"
        ) from None
    return listener


def _run(
    listener: socket.socket, limits: Limits, known: tuple[str, ...], root_path: str, frames: tuple[str, ...]
) -> None:
    from perfectplay.web.app import create_app
    from perfectplay.web.connections import Server

    app = create_app(limits, known, root_path=root_path, frames=frames)
    files = _allow_files()
    most = max(files // 2, files - _OWN_FILES - _FILES_OF_A_JOB * (limits.workers + 1))
    if hasattr(signal, "SIGHUP") and signal.SIGHUP in ENDING:
        # The server itself shuts down properly at Ctrl-C and SIGTERM.
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))
    with listener:
        Server(app, most, _BACKLOG, before_end=app.state.jobs.stop).run(sockets=[listener])


def _allow_files() -> int:
    """Raise the limit of open files to suit a whole school, and return the new limit.

    The default is only 256 on some systems.
    """
    if os.name != "posix":
        return _FILES
    # Other systems lack this module.
    import resource

    limit, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if most == resource.RLIM_INFINITY else min(_FILES, most)
    if limit != resource.RLIM_INFINITY and limit < wanted:
        # If the system refuses a higher limit, keep the lower one.
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
        limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return _FILES if limit == resource.RLIM_INFINITY else min(_FILES, limit)
