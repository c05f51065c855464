"""Compiles kernels for tests, if there is a C compiler."""

import os
import runpy
import shutil
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import perfectplay.native

FOLDER = Path(perfectplay.native.__file__).parent
RESEARCH = Path(__file__).parents[2] / "research" / "src" / "perfectplay_research"
ZIG_CACHES = dict.fromkeys(("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR"), str(Path("~/.cache/zig").expanduser()))
"""Variables that let all tests and checkouts share what zig has compiled, mostly C libraries; zig locks its files."""
REQUIRED = os.environ.get("PERFECTPLAY_COMPILER") == "required"
STRICT = ("-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wvla", "-Werror")
SANITIZERS = ("-O1", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined")


def compiler() -> list[str]:
    """Return the command of a C compiler; skip the test if there is none."""
    command = build_of(FOLDER)["compiler"]()
    if command is None:
        if REQUIRED:
            pytest.fail("there is no C compiler that works")
        pytest.skip("there is no C compiler that works")
    assert isinstance(command, list)
    return command


def build_of(folder: Path) -> dict[str, Any]:
    """Run the ``build.py`` in a folder, and return its functions by name."""
    return runpy.run_path(str(folder / "build.py"))


def uncompiled(folder: Path) -> Path:
    """Copy both packages to a folder, without compiled kernels; return the folder of the main package."""
    ignored = shutil.ignore_patterns("__pycache__", "*.library")
    shutil.copytree(RESEARCH, folder / RESEARCH.name, ignore=ignored)
    return Path(shutil.copytree(FOLDER.parent, folder / "perfectplay", ignore=ignored))


def copy(folder: Path, *options: str, compiled_by: Sequence[str] = ()) -> Path:
    """Copy both packages to a folder, and compile the kernels with extra options; return the folder for PYTHONPATH."""
    command = compiled_by or compiler()
    native = uncompiled(folder) / "native"
    for kernels in (native, folder / RESEARCH.name):
        assert build_of(native)["build"](command, kernels, options) == 0
    return folder


def copied(value: Any) -> Any:
    """Return a copy of an argument of a kernel."""
    return value.copy() if isinstance(value, np.ndarray) else value[:] if isinstance(value, array) else value
