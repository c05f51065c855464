"""Compile kernels: ``python src/perfectplay/native/build.py [FOLDER]``, or from a package's build hook.

``$CC`` names the compiler. By default, it is the first of ``cc``, ``clang`` and ``gcc`` that works, or else the
package ``ziglang``. This file runs before perfectplay is installed, so it imports only the standard library.

``build.py FILE.wasm`` compiles to WebAssembly, always with ``ziglang``: the kernels that pages call, or for
``GAME-check.wasm`` the checker of a game.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
NAME = "kernels.library"
"""File name of the library. With the system's usual suffix, Python would mistake the file for an extension module."""

PAGES = "/* Pages in a browser call these kernels, too. */\n"
"""Line that makes a C file part of the WebAssembly build."""

CHECKER = "-check.wasm"
"""Suffix of the WebAssembly file with the checker of a game."""

# Never fuse a product and a sum: rounding each separately gives the same results on every machine.
_FLAGS = ("-std=c11", "-O2", "-ffp-contract=off", "-fno-fast-math", "-fvisibility=hidden")
# Windows has neither -fPIC nor the library m.
_LIBRARY = ("-shared",) if os.name == "nt" else ("-shared", "-fPIC", "-lm")
# Limit memory to 1 GiB, since browsers kill pages that take too much. Put the stack first: an overflow then traps.
_LINKED = "-Wl,--export-dynamic,--strip-all,--max-memory=1073741824"
_WASM = ("-target", "wasm32-wasi", "-mexec-model=reactor", _LINKED, "-I.")
# Export calloc and free, since pages allocate the arrays. A stack of 64 KiB is enough: the kernels do not recurse.
_KERNELS = ("-O2", "-Wl,--export=calloc,--export=free,-z,stack-size=65536")
# -Os makes the file a fifth smaller than -O2 does, and not slower. The parser recurses up to 2,000 brackets deep.
_CHECKER = ("-Os", "-Wl,-z,stack-size=1048576")
_PROGRAM = "#include <stdlib.h>\n#include <string.h>\nvoid *probe(void) { return malloc(strlen(__FILE__)); }\n"


def sources(folder: Path = FOLDER) -> list[Path]:
    """Return the C files of a folder's library: the folder's own, and library.c, which every library needs."""
    return sorted({*folder.glob("*.c"), FOLDER / "library.c"})


def pages() -> list[Path]:
    """Return the C files with kernels that pages call."""
    return [path for path in sorted(FOLDER.glob("*.c")) if PAGES in path.read_text(encoding="utf-8")]


def digest(folder: Path = FOLDER) -> str:
    """Return a hash of the sources and headers of a folder's library."""
    hasher = sha256()
    for path in [*sources(folder), *sorted({*folder.glob("*.h"), FOLDER / "kernels.h"})]:
        content = path.read_bytes()
        hasher.update(f"{path.name} {len(content)}\n".encode() + content)
    return hasher.hexdigest()


def compiler() -> list[str] | None:
    """Return the command of a working C compiler, or ``None``."""
    named = os.environ.get("CC")
    commands = [shlex.split(named)] if named else [["cc"], ["clang"], ["gcc"]]
    working = next((command for command in commands if _works(command)), None)
    return _zig() if working is None and not named else working


def _zig() -> list[str] | None:
    """Return the command of the compiler in the package ``ziglang``, or ``None`` if it is not installed."""
    # Name a CPU, because zig otherwise compiles for the CPU that it runs on.
    return [sys.executable, "-m", "ziglang", "cc", "-mcpu=baseline"] if find_spec("ziglang") is not None else None


def _works(command: list[str]) -> bool:
    """Test whether a compiler works: headers may be missing, and on macOS `cc` may only offer to install a compiler."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "probe.c").write_text(_PROGRAM, encoding="ascii")
        try:
            return _run([*command, *_FLAGS, "probe.c", "-o", NAME, *_LIBRARY], Path(folder), quiet=True) == 0
        except OSError:
            return False


def _run(line: Sequence[str], folder: Path, *, quiet: bool = False) -> int:
    """Run a compiler in a folder; return its exit status."""
    output = subprocess.DEVNULL if quiet else None
    with tempfile.TemporaryDirectory() as cache:
        # zig fails if it cannot create its cache, for example without a home directory, so provide a folder for it.
        environment = {"ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache, **os.environ}
        done = subprocess.run(line, cwd=folder, env=environment, stdout=output, stderr=output, check=False)  # noqa: S603  # the compiler that was asked for
    return done.returncode


def build(command: Sequence[str], folder: Path = FOLDER, options: Sequence[str] = ()) -> int:
    """Compile the library of a folder with a compiler's command and extra options; return the exit status.

    Running programs keep the old library, and simultaneous builds do not disturb each other.
    """
    with tempfile.TemporaryDirectory(dir=folder, prefix=".build-") as scratch:
        made = Path(scratch, NAME)
        files = [os.path.relpath(path, folder) for path in sources(folder)]
        line = [*command, *_FLAGS, f'-DSOURCES="{digest(folder)}"', f"-I{FOLDER}", *options, *files, "-o", str(made)]
        status = _run([*line, *_LIBRARY], folder)
        if status == 0:
            made.replace(folder / NAME)
    return status


def build_wasm(command: Sequence[str], target: Path) -> int:
    """Compile kernels or a checker to WebAssembly, as the target's name says; return zig's exit status."""
    folder, files = FOLDER, [path.name for path in pages()]
    options: Sequence[str] = _KERNELS
    if target.name.endswith(CHECKER):
        folder, options = FOLDER.parents[2] / "checkers" / "pages", _CHECKER
        files = [f"{target.name.removesuffix(CHECKER)}.c"]
    return _run([*command, *_FLAGS, *_WASM, *options, *files, "-o", str(target.resolve())], folder)


def main(target: Path = FOLDER) -> int:
    """Compile the library of a folder, or a WebAssembly file; return 1 if that fails, and 2 if there is no compiler."""
    wasm = target.suffix == ".wasm"
    command = _zig() if wasm else compiler()
    if command is None:
        missing = "No C compiler works here; install one, such as gcc, or name one in CC."
        sys.stderr.write(f"{'WebAssembly needs zig; run: pip install ziglang' if wasm else missing}\n")
        return 2
    if build_wasm(command, target) if wasm else build(command, target.resolve()):
        sys.stderr.write(f"Cannot compile {'this' if wasm else 'the kernels'}: {shlex.join(command)} says why above.\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:2])))
