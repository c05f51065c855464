"""Test the interface to kernels: declarations, refused arguments, and missing or stale libraries."""

import gc
import importlib
import os
import re
import shutil
import subprocess
import sys
from array import array
from collections.abc import Iterator
from pathlib import Path
from types import GenericAlias, ModuleType
from typing import Any

import numpy as np
import pytest

import perfectplay.native
from perfectplay.core.errors import MissingExtraError
from perfectplay.native import Form, Ints, Library, Numbers, Written, library
from perfectplay_research import kernels as research
from tests.native.library import FOLDER, RESEARCH, SANITIZERS, STRICT, build_of, compiler, copy, uncompiled

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PROTOTYPE = re.compile(r"^KERNEL (\w+)\(([^)]*)\)", re.MULTILINE)


def prototypes(path: Path) -> dict[str, list[str]]:
    """Return the declared arguments of each kernel in a C file, by the kernel's name."""
    found = {}
    for name, arguments in PROTOTYPE.findall(path.read_text(encoding="utf-8")):
        words = [] if arguments == "void" else [" ".join(argument.split()) for argument in arguments.split(",")]
        found[name] = words
    return found


def declared(forms: dict[str, Form], written: dict[str, list[str]]) -> None:
    assert forms.keys() == written.keys()
    for name, form in forms.items():
        arguments = form.prototype
        # `Form.prototype` omits the name of an argument for a result, so compare only its type.
        short = [
            there if argument[-1] != "*" else there[: there.rindex("*") + 1]
            for there, argument in zip(written[name], arguments, strict=True)
        ]
        assert (name, short) == (name, arguments)


def test_declarations_are_the_prototypes_of_c() -> None:
    package = FOLDER.parent
    for path in package.rglob("*.py"):
        if "kernels" in {path.stem, path.parent.name}:
            importlib.import_module(".".join(path.relative_to(package.parent).with_suffix("").parts))
    written = [prototypes(path) for path in FOLDER.glob("*.c")]
    declared(library.forms, {name: found for file in written for name, found in file.items()})
    declared(research.library.forms, prototypes(RESEARCH / "kernels.c"))


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    folder = tmp_path_factory.mktemp("sample")
    shutil.copy(HERE / "sample.c", folder)
    options = (*STRICT, *(SANITIZERS if "SANITIZED" in os.environ else ()))
    assert build_of(FOLDER)["build"](compiler(), folder, options) == 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SAMPLE", str(folder))
        sys.modules.pop("tests.native.sample", None)
        yield importlib.import_module("tests.native.sample")


def arguments(**changes: Any) -> list[Any]:
    given = {
        "whole": np.array([5, 6, 7]),
        "small": np.zeros((2, 2), np.int32),
        "real": np.array([0.5, 1.5, 2.5, 3.5]),
        "flags": np.array([False, True]),
        "bytes": np.array([200, 201], np.uint8),
        "words": np.arange(7, dtype=np.uint64),
        "at": 2,
        "factor": 10.0,
        "twice": True,
    }
    assert changes.keys() <= given.keys()
    return list({**given, **changes}.values())


def test_every_type_comes_through(sample: ModuleType) -> None:
    declared(sample.library.forms, prototypes(HERE / "sample.c"))
    given = arguments()
    assert sample.everything(*given) == (9, 50.0, True)
    assert given[1].tolist() == [[0, 200], [1, 201]]
    assert sample.everything(*arguments(at=np.int64(0), factor=1, twice=np.bool_(0))) == (5, 0.5, True)
    assert sample.everything.__doc__ == "Use arguments and results of every type."
    assert sample.nothing() is None


def frozen(array: Any) -> Any:
    array.flags.writeable = False
    return array


def test_read_only_empty_and_renamed_arrays_are_read(sample: ModuleType) -> None:
    assert sample.everything(*arguments(whole=frozen(np.array([5, 6, 7]))))[0] == 9
    assert sample.everything(*arguments(whole=np.array([5, 6, 7], np.longlong)))[0] == 9
    nothing = arguments(small=np.zeros((0, 2), np.int32), flags=np.zeros(0, np.bool_), bytes=np.zeros(0, np.uint8))
    nothing[5] = np.arange(3, dtype=np.uint64)
    assert sample.everything(*nothing) == (9, 50.0, False)


REFUSED = [
    ({"whole": [5, 6, 7]}, TypeError, "whole is a list; it must be an array of int64"),
    ({"whole": None}, TypeError, "whole is a NoneType"),
    ({"whole": np.array([5, 6, 7], np.int32)}, TypeError, "whole is an array of int32; it must be one of int64"),
    ({"whole": np.array([5, 6, 7], ">i8")}, TypeError, "whole is an array of >i8"),
    ({"flags": np.array([0, 1], np.uint8)}, TypeError, "flags is an array of uint8; it must be one of bool"),
    ({"whole": np.arange(6)[::2]}, ValueError, "whole is not contiguous; np.ascontiguousarray makes it so"),
    ({"whole": np.frombuffer(bytes(25), np.int64, 3, 1)}, ValueError, "whole is not contiguous"),
    ({"small": np.zeros((2, 2), np.int32, "F")}, ValueError, "small is not contiguous"),
    ({"small": frozen(np.zeros((2, 2), np.int32))}, ValueError, "small is read-only, but the kernel writes to it"),
    ({"small": np.zeros(4, np.int32)}, ValueError, r"the shapes must be .*small \(n, 2\)"),
    ({"small": np.zeros((2, 3), np.int32)}, ValueError, r"they are .*\(2, 3\).*, at is 2"),
    ({"flags": np.zeros(3, np.bool_)}, ValueError, "the shapes must be"),
    ({"words": np.zeros(8, np.uint64)}, ValueError, r"words \(2 \* n \+ m\)"),
    ({"real": np.zeros(2)}, ValueError, r"real \(m\.\.\)"),
    ({"at": 1 << 63}, ValueError, "at is 9223372036854775808; 64 bits cannot hold that"),
    ({"at": -(1 << 63) - 1}, ValueError, "64 bits cannot hold that"),
    ({"at": 1.0}, TypeError, "at is 1.0; it must be an integer"),
    ({"at": 3}, ValueError, "sample_everything: a size or a place is out of range"),
    ({"at": -(1 << 63)}, ValueError, "a size or a place is out of range"),
    ({"factor": "1"}, TypeError, "must be real number|float"),
    ({"twice": 1}, TypeError, "twice is 1; it must be True or False"),
]


@pytest.mark.parametrize(("changes", "error", "message"), REFUSED)
def test_what_does_not_fit_is_refused(
    sample: ModuleType, changes: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        sample.everything(*arguments(**changes))


def test_integers_do_without_numpy(sample: ModuleType) -> None:
    numbers, doubled = array("q", [1, -(1 << 62), 3]), array("q", bytes(32))
    assert sample.double(numbers, doubled) == array("q", [3, -(1 << 62), 1])
    assert doubled.tolist() == [2, -(1 << 63), 6, 0]
    assert sample.double(array("q"), array("q")) == array("q")
    refused: list[tuple[Any, type[Exception], str]] = [
        ([1], TypeError, r"numbers is a list; it must be an array\('q', ...\)"),
        (array("i", [1]), TypeError, "numbers is a array; it must be"),
        (np.array([1]), TypeError, "numbers is a ndarray; it must be"),
        (array("q", bytes(40)), ValueError, r"the shapes must be numbers \(n\), doubled \(n..\); they are .*\(5,\)"),
    ]
    for given, error, message in refused:
        with pytest.raises(error, match=message):
            sample.double(given, doubled)
    with pytest.raises(AttributeError, match="has no attribute 'Integrals'"):
        perfectplay.native.Integrals  # type: ignore[attr-defined]  # noqa: B018  # it is what is tested


def test_a_missing_argument_is_refused(sample: ModuleType) -> None:
    with pytest.raises(TypeError, match="twice"):
        sample.everything(*arguments()[:-1])
    with pytest.raises(TypeError):
        sample.nothing(1)


def test_arrays_of_results_own_their_memory(sample: ModuleType) -> None:
    numbers, squares = sample.squares(1_000)
    assert (numbers.dtype, squares.dtype) == (np.int64, np.float64)
    part = squares[998:]
    del squares
    gc.collect()
    assert part.tolist() == [998.0**2, 999.0**2]
    numbers += 1
    assert numbers.tolist() == list(range(1, 1_001))
    assert [len(array) for array in sample.squares(0)] == [0, 0]


@pytest.mark.skipif("SANITIZED" in os.environ, reason="sanitizers keep memory that is given back")
@pytest.mark.skipif(os.name != "posix", reason="the system does not tell how much memory a process has had")
def test_memory_of_results_is_given_back(sample: ModuleType) -> None:
    import resource

    sample.squares(200_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(50):
        sample.squares(200_000)
        with pytest.raises(MemoryError):
            sample.squares(-200_000)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    # All results together would take 300 MB. Linux reports kilobytes, macOS bytes.
    assert grown < (60_000_000 if sys.platform == "darwin" else 60_000)


def test_lack_of_memory_is_an_error(sample: ModuleType) -> None:
    assert sample.scratch(100, 100) == 5050
    for room in (1 << 62, (1 << 63) - 1, -1):
        with pytest.raises(MemoryError, match="sample_scratch"):
            sample.scratch(100, room)
    with pytest.raises(MemoryError, match="sample_squares"):
        sample.squares(-100)


def double(whole: Ints, n: int, small: Written[Numbers]) -> None: ...


def nothing() -> None: ...


@pytest.mark.parametrize(
    ("shapes", "message"),
    [
        ({"whole": "n"}, "shapes are given for whole; the arrays are whole, small"),
        ({"whole": "n", "small": "n", "n": "1"}, "shapes are given"),
        ({"whole": "n", "small": "n - 1"}, "'n - 1' is not a dimension"),
    ],
)
def test_a_declaration_that_is_wrong_is_seen_at_once(shapes: dict[str, str], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        library.kernel(**shapes)(double)


def test_types_of_arrays_are_read_as_old_and_new_versions_of_numpy_write_them() -> None:
    # Since NumPy 2.5, on Python 3.12 and later, the only argument of NDArray is the item.
    for kind in (Numbers, GenericAlias(np.ndarray, (np.int32,))):
        form = Form("double", {"whole": kind, "n": int}, [], {"whole": "n"})
        assert form.prototype == ["const int32_t *whole", "int64_t n"]


def test_a_library_that_is_missing_or_stale_is_told_in_one_line(tmp_path: Path) -> None:
    shutil.copy(HERE / "sample.c", tmp_path)
    with pytest.raises(MissingExtraError, match=r"^the solvers are not compiled; run make, or: pip install -e \.$"):
        Library(tmp_path).kernel()(nothing)
    assert build_of(FOLDER)["build"](compiler(), tmp_path) == 0
    with (tmp_path / "sample.c").open("a") as file:
        file.write("\n")
    with pytest.raises(MissingExtraError, match=r"^the solvers were compiled from other C files than these; run make"):
        Library(tmp_path).kernel()(nothing)
    # A release contains no C files.
    (tmp_path / "sample.c").unlink()
    with pytest.raises(AttributeError, match=r"undefined symbol|not found"):
        Library(tmp_path).kernel()(nothing)


def test_the_command_line_says_so_without_a_traceback(tmp_path: Path) -> None:
    uncompiled(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "perfectplay", "coins", "solve", "--file", "-"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        input="1\n" * 200_000,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Error: the solvers are not compiled; run make, or: pip install -e .\n"


# -- the build -----------------------------------------------------------------------------------------------------


def test_kernels_compile_without_warnings(tmp_path: Path) -> None:
    copy(tmp_path, *STRICT)


FAKE = """
import os, subprocess, sys
assert sys.argv[1:3] == ["cc", "-mcpu=baseline"]
line = [{compiler!r}, *sys.argv[3:]]
sys.exit(subprocess.run(line, env={{**os.environ, "PATH": {path!r}}}).returncode)
"""


def run_build(native: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    # Leave out site-packages, because the build would use ziglang from there if no other compiler is found.
    command = [sys.executable, "-S", str(native / "build.py"), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_a_build_without_a_compiler(tmp_path: Path) -> None:
    # Copy only three C files, since another test compiles all of them.
    native = shutil.copytree(FOLDER, tmp_path / "native", ignore=shutil.ignore_patterns("kernels.library", "[!cl]*.c"))
    nowhere = {"PATH": str(tmp_path / "nowhere")}
    done = run_build(native, **nowhere)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "No C compiler works here; install one, such as gcc, or name one in CC.\n"
    assert run_build(native, CC="no-such-compiler -O9", PATH=os.environ["PATH"]).returncode == 2
    done = run_build(native, "kernels.wasm", PATH=os.environ["PATH"])
    assert (done.returncode, done.stderr) == (2, "WebAssembly needs zig; run: pip install ziglang\n")
    # If no compiler is installed, the build uses the one in the package ziglang.
    real = shutil.which(compiler()[0])
    zig = tmp_path / "site" / "ziglang"
    zig.mkdir(parents=True)
    (zig / "__init__.py").touch()
    (zig / "__main__.py").write_text(FAKE.format(compiler=real, path=os.environ["PATH"]))
    done = run_build(native, **nowhere, PYTHONPATH=str(zig.parent))
    assert (done.returncode, done.stderr) == (0, "")
    assert (native / "kernels.library").is_file()
    assert not list(native.glob(".build-*"))
    # The message of the compiler is printed, and the old library stays.
    (native / "coins.c").write_text("int x = y;\n")
    done = run_build(native, PATH=os.environ["PATH"])
    assert done.returncode == 1
    assert "coins.c" in done.stderr
    assert done.stderr.endswith("says why above.\n")
    assert (native / "kernels.library").is_file()


def test_the_index_is_asked_for_a_compiler_only_if_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    compiler()
    from hatchling.builders.wheel import WheelBuilder

    def asked() -> list[str]:
        builders = [WheelBuilder(str(package)) for package in (ROOT, ROOT / "research")]
        return [need for builder in builders for need in builder.config.dependencies if "zig" in need]

    monkeypatch.delenv("CC", raising=False)
    assert asked() == []
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setitem(sys.modules, "ziglang", None)
    assert asked() == ["ziglang>=0.15"] * 2
