"""The one door to numba: functions that are compiled when they are first called, and where their code is kept.

Compiled code is looked for in all of these folders, and kept in the first that can be written:

1. ``NUMBA_CACHE_DIR``, if that is set;
2. ``__pycache__`` beside the source, where the installation may have left it for all users;
3. the user's own cache folder;
4. a private folder ``perfectplay-UID`` among the temporary files.

If none can be written, each process compiles anew.  Trouble with a folder is told in one line and never ends the work:
answers do not depend on it.

Processes that need the same code at the same moment do not all compile it: one does, the others wait for its file.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache, partial
from hashlib import sha256
from multiprocessing import current_process, parent_process
from pathlib import Path
from typing import Any

from numba import config, njit, types
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher
from numba.misc.appdirs import AppDirs

from perfectplay.core.errors import quote_path
from perfectplay.core.progress import notify
from perfectplay.core.running.locks import FileLock
from perfectplay.core.text.texts import Text

__all__ = ["compiled", "count_compilations"]


def compiled(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Compile a function when it is first called with arguments of new types.

    Parameters
    ----------
    function
        A module's function, in the part of Python that numba compiles.
    options
        For ``numba.njit``.

    Returns
    -------
    function
        Numba's dispatcher; or a decorator, if only options are given.
    """
    if function is None:
        return partial(compiled, **options)
    dispatcher = njit(**options)(function)
    dispatcher._cache = _Caches(function)  # noqa: SLF001  # numba's own way to choose folders fails if there is none
    dispatcher.compile = partial(_compile, dispatcher.compile)
    dispatcher.get_call_template = partial(_called, dispatcher.get_call_template)
    return dispatcher


@contextmanager
def count_compilations() -> Iterator[Callable[[], int]]:
    """Count what this process compiles; a wait that is expected here is not told.

    Yields
    ------
    function
        Returns how many functions have been compiled since, once for each combination of types.

    Examples
    --------
    >>> with count_compilations() as count:
    ...     pass
    >>> count()
    0
    """
    before = _COUNT.compiled
    _COUNT.expecting += 1
    try:
        yield lambda: _COUNT.compiled - before
    finally:
        _COUNT.expecting -= 1


# -- one compilation at a time -----------------------------------------------------------------------------------------

_LOCKS: dict[Path, ExitStack] = {}
"""Sources that this process compiles, with the locks that say so; guarded by numba's own lock."""

_LOOK_EVERY = 0.05
"""Seconds between two looks whether another process is done."""

_COMPILING = Text("compiling, this once, what the answer needs; `perfectplay warm-up` does it beforehand")

_SAID: set[str] = set()


class _Count:
    """What this process has compiled, and how many wait for just that."""

    compiled = 0
    expecting = 0


_COUNT = _Count()


def _compile(original: Callable[[Any], Any], signature: Any) -> Any:
    """Compile or load a function, and with it those that it calls; then let go of what was locked for that."""
    with global_compiler_lock:
        outermost = not _LOCKS
        try:
            return original(signature)
        finally:
            if outermost:
                while _LOCKS:
                    _LOCKS.popitem()[1].close()


def _called(original: Callable[[Any, Any], Any], arguments: tuple[Any, ...], named: Any) -> Any:
    """Type a call from compiled code: an integer that is written there, or is small, is taken by the same code."""
    kinds = map(types.unliteral, arguments)
    return original(tuple(types.int64 if kind == types.int32 else kind for kind in kinds), named)


def _say_once(kind: str, text: str) -> None:
    # Of processes that share one piece of work the first alone speaks.
    first = parent_process() is None or current_process().name.endswith("-1")
    if first and kind not in _SAID:
        notify(text)
    _SAID.add(kind)


def _lock(path: Path) -> FileLock:
    """Wait until no other process compiles the same source."""
    while (lock := FileLock.take(path)) is None:
        time.sleep(_LOOK_EVERY)
    return lock


# -- folders -----------------------------------------------------------------------------------------------------------


class _Caches:
    """Where the compiled code of one function is looked for and kept: what numba expects of a cache.

    Parameters
    ----------
    function
        The function.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._source = Path(function.__code__.co_filename)
        self._known: dict[Path, _Cache] = {}

    @property
    def cache_path(self) -> str | None:
        """What numba tells when asked for statistics."""
        folder = _writable(self._source)
        return None if folder is None else str(folder)

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return a function's code for a signature; ``None`` if this process has to compile it now."""
        found = self._load(signature, context)
        if found is not None or self._source in _LOCKS:
            return found
        if not _COUNT.expecting:
            _say_once("compiling", _COMPILING)
        locks = _LOCKS[self._source] = ExitStack()
        folder = _writable(self._source)
        if folder is None:
            return None
        # Without a lock the worst that can happen is double work.
        with suppress(OSError):
            locks.callback(_lock(folder / f"{self._source.stem}.lock").release)
            _sweep(folder, self._source.stem)
        return self._load(signature, context)

    def save_overload(self, signature: Any, code: Any) -> None:
        """Keep a function's code in the first folder that takes it."""
        _COUNT.compiled += 1
        trouble = ""
        for folder in _folders(self._source):
            try:
                self._cache(folder).keep(signature, code)
            except OSError as error:
                trouble = trouble or error.strerror or str(error)
            else:
                if folder.parent == _temporary():
                    notice = Text(
                        "compiled code is kept in {folder}, for want of a better folder; NUMBA_CACHE_DIR can name one",
                        folder=quote_path(folder.parent),
                    )
                    _say_once("folder", notice)
                return
        problem = Text("no folder can be found to keep compiled code in")
        if trouble:
            problem = Text("{problem}: {reason}", problem=problem, reason=trouble)
        notice = Text("{problem}; each run compiles anew until NUMBA_CACHE_DIR names one", problem=problem)
        _say_once("folder", notice)

    def _load(self, signature: Any, context: Any) -> Any:
        for folder in _folders(self._source):
            # No other user may choose the code that we run.
            if folder.parent == _temporary() and not _is_private(folder.parent):
                continue
            # A damaged file raises whatever pickle raises; it is replaced when the function is compiled.
            with suppress(Exception):
                found = self._cache(folder).load_overload(signature, context)
                if found is not None:
                    return found
        return None

    def _cache(self, folder: Path) -> _Cache:
        if folder not in self._known:
            self._known[folder] = _Cache(self._function, folder)
        return self._known[folder]


class _Cache(FunctionCache):  # type: ignore[misc]  # numba is untyped
    """Numba's cache of one function, in a given folder."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._impl_class = partial(_Format, folder=folder)
        super().__init__(function)

    def keep(self, signature: Any, code: Any) -> None:
        """Write the code for a signature, over damaged files if need be; raises `OSError` if that is impossible."""
        try:
            self.save_overload(signature, code)
        except OSError:
            raise
        except Exception:  # noqa: BLE001  # a damaged index raises whatever pickle raises
            self.flush()
            self.save_overload(signature, code)


class _Format(CompileResultCacheImpl):  # type: ignore[misc]  # numba is untyped
    """Numba's format of compiled code, with our folder and file names; its own locator at the same time."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._folder = folder
        self._py_file = function.__code__.co_filename
        self._sources = sorted(_sources(function))
        self._lineno = function.__code__.co_firstlineno
        self._locator = self
        version = f"py{sys.version_info.major}{sys.version_info.minor}{getattr(sys, 'abiflags', '')}"
        self._filename_base = f"{Path(self._py_file).stem}.{function.__qualname__}-{self._lineno}.{version}"

    def get_cache_path(self) -> str:
        """Where numba reads and writes."""
        return str(self._folder)

    def get_source_stamp(self) -> bytes:
        """Tell what the code was compiled from: it is good for these very sources alone."""
        return b"".join(map(_stamp, self._sources))

    def ensure_cache_path(self) -> None:
        """Make the folder; raises `OSError` if it cannot be written."""
        _make(self._folder)


def _sources(function: Callable[..., Any]) -> set[str]:
    """Name the files of a function and of all compiled ones that its module imports by name, and theirs."""
    found: set[str] = set()
    todo = [function]
    while todo:
        one = todo.pop()
        path = one.__code__.co_filename
        if path not in found:
            found.add(path)
            todo += [value.py_func for value in one.__globals__.values() if isinstance(value, Dispatcher)]
    return found


@lru_cache
def _stamp(path: str) -> bytes:
    return sha256(Path(path).read_bytes()).digest()


def _folders(source: Path) -> Iterator[Path]:
    """Where the compiled code of a source may be, the best place first."""
    # Two copies of this package that share a folder must not overwrite each other's files.
    name = f"{source.parent.name}-{sha256(str(source.parent).encode()).hexdigest()[:16]}"
    if config.CACHE_DIR:
        yield Path(config.CACHE_DIR).absolute() / name
    yield source.parent / "__pycache__"
    users = Path(AppDirs("perfectplay", appauthor=False).user_cache_dir)
    # Without a home the path begins with "~", which would be a folder wherever we are.
    if users.is_absolute():
        yield users / name
    temporary = _temporary()
    if temporary is not None:
        yield temporary / name


@lru_cache
def _temporary() -> Path | None:
    """Name the private folder among the temporary files; ``None`` if there is no room for temporary files at all."""
    try:
        parent = Path(tempfile.gettempdir())
    except OSError:
        return None
    # Python's last resort is the current folder, which is no place for files that were not asked for.
    named = {os.environ.get(name) for name in ("TMPDIR", "TEMP", "TMP")} | {"/tmp", "/var/tmp", "/usr/tmp"}  # noqa: S108
    if str(parent) not in named and parent == Path.cwd():
        return None
    return parent / (f"perfectplay-{os.getuid()}" if hasattr(os, "getuid") else "perfectplay")


def _is_private(folder: Path) -> bool:
    """Whether a folder is there, belongs to this user and no other user can write to it."""
    try:
        status = folder.lstat()
    except OSError:
        return False
    if not hasattr(os, "getuid"):
        # Windows gives each user a folder for temporary files.
        return True
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o022


@lru_cache
def _writable(source: Path) -> Path | None:
    """Make, and return, the first folder for a source that can be written."""
    for folder in _folders(source):
        with suppress(OSError):
            _make(folder)
            return folder
    return None


def _make(folder: Path) -> None:
    """Make a folder; raises `OSError` if it cannot be written."""
    if folder.parent == _temporary():
        folder.parent.mkdir(mode=0o700, exist_ok=True)
        if not _is_private(folder.parent):
            raise PermissionError(errno.EPERM, "it belongs to another user", str(folder.parent))
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder):
        pass


def _sweep(folder: Path, stem: str) -> None:
    """Remove what was left by processes that were killed while they wrote; who holds the lock is the only writer."""
    for left in folder.glob(f"{stem}.*.nb[ci].tmp.*"):
        with suppress(OSError):
            left.unlink()
