"""Test kernels under AddressSanitizer and UndefinedBehaviorSanitizer, on the inputs of their own tests."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.native.library import FOLDER, RESEARCH, SANITIZERS, build_of, compiler, copy, uncompiled
from tests.native.test_no_memory import WRAPPED
from tests.tables import rows

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[2]
SANITIZED = (
    "research/tests/test_kernels.py",
    "tests/coins/test_fusion.py",
    "tests/coins/test_kernels.py",
    "tests/coins/test_table.py",
    "tests/factorgame/test_solve.py",
    "tests/native/test_native.py",
    "tests/pursuit/test_kernels.py",
    "tests/taxman/test_exact_parts.py",
    "tests/taxman/test_large_kernels.py",
    "tests/taxman/test_plain_kernels.py",
    "tests/taxman/test_shrink.py",
)
"""Tests that call at least one kernel of every C file; add a test here for each new C file."""
LONG = (
    "[plain]",
    "answers_are_those_of_the_solver",
    "build_without_a_compiler",
    "certificates_are_small",
    "classroom_s_rule",
    "compile_without_warnings",
    "index_is_asked",
    "larger_starts_are_solved",
    "library_that_is_missing",
    "nearly_tight_cuts",
    "nothing_can_be_compiled",
    "numbers_are_refused",
    "sequences_are_the_table",
    "takes_seconds",
    "thorough_root",
    "very_many_lines",
    "where_the_kernels_do_not_run",
    "without_a_traceback",
)
"""Names of tests to leave out: they run the compiler, call no kernel, or the same kernels as shorter tests."""
ALLOCATES = re.compile(r"ZEROS|zeros_in|reserve|alloc\(")
BAD = """
#include "kernels.h"
KERNEL coins_push(int64_t *stack, int64_t size, const int64_t *coins, int64_t n, int64_t *new_size) {
    *new_size = coins[n] + stack[size];
    return DONE;
}
"""


def environment(folder: Path) -> dict[str, str]:
    """Return an environment for kernels with sanitizers, which loads the sanitizers' libraries before all others."""
    libraries = []
    for name in ("libasan.so", "libubsan.so"):
        command = [*compiler(), f"-print-file-name={name}"]
        found = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
        if not Path(found).is_absolute():
            pytest.skip(f"this compiler has no {name}")
        libraries.append(found)
    return {
        **os.environ,
        "LD_PRELOAD": " ".join(libraries),
        # Ignore leaks, since Python keeps memory until it exits. A failed allocation must not end the program. Python
        # allocates so often that noting all callers of each allocation takes long; the faulty access has its own list.
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:malloc_context_size=1",
        "SANITIZED": "1",
        "PYTHONMALLOC": "malloc",  # so that sanitizers also watch small arrays
        "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}",
    }


def test_no_kernel_leaves_its_arrays_even_if_an_allocation_fails(tmp_path: Path) -> None:
    folder = copy(tmp_path, *SANITIZERS, *WRAPPED)
    for module in ("perfectplay.coins.kernels", "perfectplay_research.kernels"):
        where = [sys.executable, "-c", f"import {module} as kernels; print(kernels.__file__)"]
        used = subprocess.run(where, env=environment(folder), capture_output=True, text=True, check=True)
        assert Path(used.stdout.strip()).is_relative_to(folder)
    shorter = ["-k", f"not ({' or '.join(LONG)})"]
    options = ["-q", "-p", "no:cacheprovider", "-p", "tests.native.no_memory", "--hypothesis-profile=day", *shorter]
    command = [sys.executable, "-m", "pytest", *options, *SANITIZED]
    told = tmp_path / "failures.json"
    # The same run lets allocations fail, because a run of their own would take half as long again.
    variables = environment(folder) | {"NO_MEMORY": str(told)}
    done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False, timeout=1_800)
    assert done.returncode == 0, done.stdout[-9_000:] + done.stderr[-9_000:]
    failures = json.loads(told.read_text(encoding="ascii"))
    # For each C file that allocates memory, an allocation of one of its kernels has failed; factors.c serves simplex.c.
    allocating = {path.stem for path in FOLDER.glob("*.c") if ALLOCATES.search(path.read_text(encoding="utf-8"))}
    allocating.discard("factors")
    assert {name for name in allocating if not any(name in kernel for kernel in failures)} == set()
    assert sum(failures.values()) > 4_000


@pytest.fixture(scope="module")
def bad(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the package to a folder, with only kernels of coins, one of which is wrong; return the folder."""
    folder = tmp_path_factory.mktemp("bad")
    native = uncompiled(folder) / "native"
    for path in native.glob("*.c"):
        if path.stem not in {"coins", "library"}:
            path.unlink()
    source = (native / "coins.c").read_text(encoding="utf-8").replace("KERNEL coins_push(", "KERNEL coins_other(")
    (native / "coins.c").write_text(source + BAD, encoding="utf-8")
    assert build_of(native)["build"](compiler(), native, SANITIZERS) == 0
    return folder


@rows("coins", [3, 40_000])
def test_a_kernel_that_reads_one_item_too_many_is_seen(bad: Path, coins: int) -> None:
    code = (
        "import numpy as np; from perfectplay.coins import kernels\n"
        f"kernels.push(np.zeros({coins + 1}, np.int64), 1, np.zeros({coins}, np.int64))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(bad), capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "heap-buffer-overflow" in done.stderr
    assert "coins_push" in done.stderr


def test_every_kernel_file_has_tests_under_the_sanitizers() -> None:
    text = "".join((ROOT / name).read_text(encoding="utf-8") for name in SANITIZED)
    # The kernel of simplex.c is one of the module relaxation, and factors.c has none.
    modules = {path.stem for path in FOLDER.glob("*.c")} - {"factors", "library", "simplex"} | {RESEARCH.name}
    assert {
        name for name in modules if not re.search(rf"\b{name} import kernels|kernels import .*\b{name}\b", text)
    } == set()
