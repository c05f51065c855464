"""Kernels are functions in C that are declared in Python, next to their callers.

A declaration is a function without a body: its annotations and the shapes of its arrays determine the C arguments.
Wrong arguments are refused before C gets them. README.md in this folder explains how to write a kernel.
"""

from __future__ import annotations

import array as arrays
import ctypes
import re
import typing
from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from operator import index
from pathlib import Path
from typing import Annotated, Any, NamedTuple, ParamSpec, Protocol, TypeVar, cast, get_args, get_origin, get_type_hints

from perfectplay.core.errors import MissingExtraError

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

if typing.TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Integers = arrays.array[int]
    Ints = npt.NDArray[np.int64]
    Numbers = npt.NDArray[np.int32]
    Floats = npt.NDArray[np.float64]
    Bools = npt.NDArray[np.bool_]
    Bytes = npt.NDArray[np.uint8]
    Words = npt.NDArray[np.uint64]
else:
    Integers = arrays.array
    _ARRAYS = {
        "Ints": "int64", "Numbers": "int32", "Floats": "float64", "Bools": "bool_", "Bytes": "uint8", "Words": "uint64",
    }  # fmt: skip

    def __getattr__(name: str) -> Any:
        """Create an array type when it is imported: modules that only use `Integers` then need not load numpy."""
        if name not in _ARRAYS:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        import numpy as np
        import numpy.typing as npt

        return npt.NDArray[getattr(np, _ARRAYS[name])]


Written = Annotated[T, "written"]
"""An array that the kernel writes to, as in ``Written[Ints]``. Kernels only read arrays without this mark."""

_LEAST, _MOST = -(1 << 63), (1 << 63) - 1
_PLACE = ctypes.c_char * 0  # a type of size 0, which fits a buffer of any length: used to get the buffer's address
_DIMENSION = re.compile(r"[\w +*]+(?:\.\.)?")


class _Array(ctypes.Structure):
    """An array that a kernel allocates: the struct ``Array`` of kernels.h."""

    _fields_ = (("data", ctypes.c_void_p), ("count", ctypes.c_int64), ("capacity", ctypes.c_int64))


class _Memory:
    """Memory that the C library has allocated; it is released together with the last array that uses it."""

    def __init__(self, array: _Array, dtype: np.dtype[Any], release: Callable[[Any], object]) -> None:
        self._pointer, self._release = ctypes.c_void_p(array.data), release
        self.__array_interface__ = {
            "version": 3,
            "data": (array.data, False),
            "shape": (array.count,),
            "typestr": dtype.str,
        }

    def __del__(self) -> None:
        self._release(self._pointer)


class _Argument(NamedTuple):
    """A parameter of a kernel. If it is not an array, ``dtype`` is ``None`` and ``shape`` is ().

    For `Integers`, ``dtype`` is the type code of the array module.
    """

    name: str
    type: Any
    dtype: np.dtype[Any] | str | None
    written: bool
    shape: tuple[str, ...]

    @property
    def c_type(self) -> str:
        """Return the parameter's type in C."""
        return _c_type(self.type) if self.dtype is None else f"{'' if self.written else 'const '}{_c_type(self.dtype)}*"


class Library:
    """The compiled kernels of a folder, whose C files ``build.py`` compiles.

    Parameters
    ----------
    folder
        The folder of the C files and the library. A release has only the library.

    Attributes
    ----------
    forms
        Maps the name of each C function to its declaration.
    """

    def __init__(self, folder: Path) -> None:
        self.forms: dict[str, Form] = {}
        self._folder = folder
        self._loaded: ctypes.CDLL | None = None

    def kernel(self, **shapes: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Declare a kernel and the shapes of its arrays.

        A shape lists the dimensions, as in ``"n"``, ``"n + 1, 2"`` or ``"2 * n"``; ``"n + 1.."`` means n + 1 or more.
        Each name is an integer argument or the length of an array along that dimension. The C function receives these
        lengths after the arguments.

        Raises
        ------
        MissingExtraError
            If the library has not been compiled from these sources.
        """

        def declare(function: Callable[P, R]) -> Callable[P, R]:
            return self._declare(function, shapes)

        return declare

    def _declare(self, function: Callable[P, R], shapes: Mapping[str, str]) -> Callable[P, R]:
        *_, package, module = function.__module__.split(".")
        name = f"{package if module == 'kernels' else module}_{function.__name__}"
        hints = get_type_hints(function, include_extras=True)
        returned = hints.pop("return")
        results = [] if returned is type(None) else get_args(returned) if get_origin(returned) is tuple else [returned]
        form = self.forms[name] = Form(name, hints, results, shapes)
        makers = [_RESULTS.get(result.type, _Array) for result in form.results]
        dtypes = [result.dtype for result in form.results]
        called = self._library[name]
        called.restype = ctypes.c_int
        prepare = form.prepare()

        @wraps(function)
        def call(*values: P.args, **named: P.kwargs) -> R:
            outcomes = [make() for make in makers]
            status = called(*prepare(*values, **named), *map(ctypes.byref, outcomes))
            # Take the arrays before checking the status: even a failed kernel may have allocated arrays to free.
            answers = [
                outcome.value if dtype is None else self._taken(outcome, dtype)
                for outcome, dtype in zip(outcomes, dtypes, strict=True)
            ]
            if status:
                raise MemoryError(name) if status == 1 else ValueError(f"{name}: a size or a place is out of range")
            return answers[0] if len(answers) == 1 else tuple(answers) or None  # type: ignore[return-value]  # as declared

        return call

    @property
    def _library(self) -> ctypes.CDLL:
        if self._loaded is None:
            self._loaded = _load(self._folder)
        return self._loaded

    def _taken(self, result: _Array, dtype: np.dtype[Any] | str) -> Any:
        """Wrap an array that a kernel has allocated. A numpy array shares its memory; `Integers` are a copy."""
        if isinstance(dtype, str):
            taken = arrays.array(dtype, ctypes.string_at(result.data, 8 * result.count) if result.count else b"")
            self._library.library_release(ctypes.c_void_p(result.data))
            return taken
        import numpy as np

        memory = _Memory(result, dtype, self._library.library_release)
        return np.asarray(memory) if result.count else np.empty(0, dtype)


_RESULTS: dict[Any, Any] = {int: ctypes.c_int64, float: ctypes.c_double, bool: ctypes.c_bool}


def _load(folder: Path) -> ctypes.CDLL:
    path = folder / "kernels.library"
    if not path.is_file():
        raise MissingExtraError("the solvers are not compiled; run make, or: pip install -e .")
    library = ctypes.CDLL(str(path))
    library.library_sources.restype = ctypes.c_char_p
    library.library_release.restype = None
    if any(folder.glob("*.c")):
        from perfectplay.native.build import digest

        if library.library_sources() != digest(folder).encode():
            raise MissingExtraError(
                "the solvers were compiled from other C files than these; run make, or: pip install -e ."
            )
    return library


class Form:
    """The signature of a kernel.

    Attributes
    ----------
    arguments
        The arguments, in the order of the declaration.
    sizes
        Maps each dimension that is not an argument to the array and the axis that determine it.
    results
        The results, as arguments with an empty name.
    """

    def __init__(self, name: str, hints: Mapping[str, Any], results: Sequence[Any], shapes: Mapping[str, str]) -> None:
        self._name = name
        self.results: list[_Argument] = [_argument("", result, "") for result in results]
        self.arguments: list[_Argument] = [_argument(key, hint, shapes.get(key, "")) for key, hint in hints.items()]
        self._arrays = [argument for argument in self.arguments if argument.dtype is not None]
        if {argument.name for argument in self._arrays} != set(shapes):
            arrays = ", ".join(array.name for array in self._arrays)
            raise TypeError(f"{name}: shapes are given for {', '.join(shapes)}; the arrays are {arrays}")
        self.sizes: dict[str, tuple[str, int]] = {}
        for array in self._arrays:
            for axis, dimension in enumerate(array.shape):
                if not _DIMENSION.fullmatch(dimension):
                    raise TypeError(f"{name}: {dimension!r} is not a dimension, as in n, n + 1, 2 * n or n + 1..")
                if dimension.isidentifier() and hints.get(dimension) is not int:
                    self.sizes.setdefault(dimension, (array.name, axis))

    @property
    def prototype(self) -> list[str]:
        """Return the types and names of the arguments in C, and the types of the results."""
        return [
            *(f"{argument.c_type}{argument.name}" for argument in self.arguments),
            *(f"int64_t {size}" for size in self.sizes),
            *(f"{_c_type(result.type)}*" for result in self.results),
        ]

    def prepare(self) -> Callable[..., Sequence[Any]]:
        """Return a function that converts Python arguments to C.

        The function is generated code, which makes a call twice as fast. It passes unusual arguments to `_examined`,
        which accepts read-only arrays and equivalent types, and explains errors.
        """
        names = ", ".join(argument.name for argument in self.arguments)
        lines = [f"def prepare({names}):", " try:"]
        holds, passed = [], []
        for k, argument in enumerate(self.arguments):
            key = argument.name
            if isinstance(argument.dtype, str):
                axes = [f"_{k}_0"]
                lines.append(f"  _{k}_0 = len({key})")
                holds.append(f"{key}.typecode == {argument.dtype!r}")
            elif argument.dtype is not None:
                axes = [f"_{k}_{axis}" for axis in range(len(argument.shape))]
                lines.append(f"  {', '.join(axes)}, = {key}.shape")
                holds.append(f"{key}.dtype == _dtype_{k} and {key}.flags.carray")
            if argument.dtype is not None:
                for axis, dimension in zip(axes, argument.shape, strict=True):
                    more = dimension.endswith("..")
                    holds.append(f"{axis} {'>=' if more else '=='} ({dimension.removesuffix('..')}){' >= 0' * more}")
                passed.append(f"_view({key})")
            elif argument.type is int:
                lines.append(f"  {key} = _index({key})")
                holds.append(f"{_LEAST} <= {key} <= {_MOST}")
                passed.append(f"_int64({key})")
            else:
                passed.append(f"_scalar_{k}({key})")
        places = {argument.name: k for k, argument in enumerate(self.arguments)}
        lines += [f"  {size} = _{places[array]}_{axis}" for size, (array, axis) in self.sizes.items()]
        passed += [f"_int64({size})" for size in self.sizes]
        lines += [f"  if {' and '.join(holds) or True}:", f"   return [{', '.join(passed)}]"]
        lines += [" except (AttributeError, TypeError, ValueError):", "  pass", f" return _examined([{names}])"]
        known = {"_view": _PLACE.from_buffer, "_index": index, "_int64": ctypes.c_int64, "_examined": self._examined}
        known |= {f"_dtype_{k}": argument.dtype for k, argument in enumerate(self.arguments)}
        known |= {f"_scalar_{k}": partial(_scalar, self._name, argument) for k, argument in enumerate(self.arguments)}
        exec("\n".join(lines), known)  # noqa: S102  # the source comes from our own declarations
        return cast("Callable[..., Sequence[Any]]", known["prepare"])

    def _examined(self, values: Sequence[Any]) -> list[Any]:
        pairs = list(zip(self.arguments, values, strict=True))
        passed = [
            (_scalar if argument.dtype is None else _array)(self._name, argument, value) for argument, value in pairs
        ]
        given = {argument.name: value for argument, value in pairs}
        sizes = {argument.name: index(value) for argument, value in pairs if argument.type is int}
        shape_of = {array.name: memoryview(given[array.name]).shape or () for array in self._arrays}
        fits = all(len(shape_of[array.name]) == len(array.shape) for array in self._arrays)
        if fits:
            sizes |= {size: shape_of[array][axis] for size, (array, axis) in self.sizes.items()}
        for array in self._arrays if fits else ():
            for actual, dimension in zip(shape_of[array.name], array.shape, strict=True):
                wanted = eval(dimension.removesuffix(".."), {}, sizes)  # noqa: S307  # as above
                fits = fits and (actual == wanted or (dimension.endswith("..") and actual > wanted >= 0))
        if not fits:
            shapes = ", ".join(f"{array.name} ({', '.join(array.shape)})" for array in self._arrays)
            integers = "".join(
                f", {argument.name} is {given[argument.name]}" for argument in self.arguments if argument.type is int
            )
            raise ValueError(f"{self._name}: the shapes must be {shapes}; they are {[*shape_of.values()]}{integers}")
        return passed + [ctypes.c_int64(sizes[size]) for size in self.sizes]


def _argument(name: str, hint: Any, shape: str) -> _Argument:
    written = get_origin(hint) is Annotated
    plain = get_args(hint)[0] if written else hint
    dtype = None if plain in _RESULTS else _dtype(plain)
    return _Argument(name, plain, dtype, written, tuple(part.strip() for part in shape.split(",")) if shape else ())


def _dtype(kind: Any) -> np.dtype[Any] | str:
    """Return the item type of an ``NDArray[...]``, or the type code that stands for `Integers`."""
    if kind is Integers:
        return "q"
    import numpy as np

    # Up to NumPy 2.4, the arguments of an ``NDArray`` are a shape and ``dtype[item]``; since 2.5, only the item.
    *_, item = get_args(kind)
    scalar: type = next(iter(get_args(item)), item)
    return np.dtype(scalar)


def _c_type(of: Any) -> str:
    """Return the C name of a scalar's type, of an array's item type, or of a result's type."""
    if hasattr(of, "name"):
        return {"float64": "double ", "bool": "bool "}.get(of.name, f"{of.name}_t ")
    return {int: "int64_t ", float: "double ", bool: "bool ", "q": "int64_t "}.get(of, "Array ")


def _scalar(name: str, argument: _Argument, value: Any) -> Any:
    """Convert a scalar to its C type; raise an error if it does not fit."""
    if argument.type is bool:
        if type(value).__name__ not in {"bool", "bool_"}:  # numpy's bool is called bool_ in some versions
            raise TypeError(f"{name}: {argument.name} is {value!r}; it must be True or False")
        return ctypes.c_bool(value)
    if argument.type is float:
        return ctypes.c_double(value)
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{name}: {argument.name} is {value!r}; it must be an integer") from None
    if not _LEAST <= number <= _MOST:
        raise ValueError(f"{name}: {argument.name} is {number}; 64 bits cannot hold that")
    return ctypes.c_int64(number)


def _array(name: str, argument: _Argument, value: Any) -> ctypes.c_void_p:
    """Return the address of an array's items; raise an error if the array does not match its declaration."""
    label = f"{name}: {argument.name}"
    if isinstance(argument.dtype, str):
        if not isinstance(value, arrays.array) or value.typecode != argument.dtype:
            raise TypeError(f"{label} is a {type(value).__name__}; it must be an array({argument.dtype!r}, ...)")
        return ctypes.c_void_p(value.buffer_info()[0])
    import numpy as np

    if not isinstance(value, np.ndarray):
        raise TypeError(f"{label} is a {type(value).__name__}; it must be an array of {argument.dtype}")
    if value.dtype != argument.dtype:
        raise TypeError(f"{label} is an array of {value.dtype}; it must be one of {argument.dtype}")
    if not (value.flags.c_contiguous and value.flags.aligned):
        raise ValueError(f"{label} is not contiguous; np.ascontiguousarray makes it so")
    if argument.written and not value.flags.writeable:
        raise ValueError(f"{label} is read-only, but the kernel writes to it")
    return ctypes.c_void_p(value.ctypes.data)


class _Declare(Protocol):
    def __call__(self, **shapes: str) -> Callable[[Callable[P, R]], Callable[P, R]]: ...


library: Library = Library(Path(__file__).parent)
"""Library of the kernels in this folder."""
kernel: _Declare = library.kernel
"""Declare a kernel of this folder: see `Library.kernel`."""
