"""Find the public names of the library reference that have an executed example (a doctest).

    python -m tests.documented

prints their number, and the names without an example. A function or class has an example if its docstring does. A
method has one if its own docstring does, or if its class's docstring calls it. A dataclass with only fields needs none.
"""

import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "api" / "index.md"
PAGES = (*sorted((DOCS / "api").glob("*.md")), *sorted(DOCS.glob("research*.md")))


def documented() -> dict[str, bool]:
    """Map each function, class and method of the reference, including research, to whether it has an example."""
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    modules = re.findall(r"^\.\. automodule:: (\S+)$", text, re.MULTILINE)
    return {name: found for module in modules for name, found in _of_module(importlib.import_module(module))}


def _of_module(module: ModuleType) -> Iterator[tuple[str, bool]]:
    for name in module.__all__:
        thing = getattr(module, name)
        home = str(getattr(thing, "__module__", ""))
        if not home.startswith(module.__name__) or not (inspect.isclass(thing) or callable(thing)):
            continue
        methods = dict(_methods(thing)) if inspect.isclass(thing) else {}
        if not methods and hasattr(thing, "__dataclass_fields__"):
            continue
        text = inspect.getdoc(thing) or ""
        yield f"{module.__name__}.{name}", _example(text) != "" or any(map(_example, methods.values()))
        for method, told in methods.items():
            found = _example(told) or re.search(rf"\.{method}\b", _example(text))
            yield f"{module.__name__}.{name}.{method}", bool(found)


def _methods(thing: Any) -> Iterator[tuple[str, str]]:
    for name, member in vars(thing).items():
        made_of = (getattr(member, name, None) for name in ("__func__", "fget", "func"))  # methods and properties
        plain = inspect.unwrap(next(filter(None, made_of), member))
        if not name.startswith("_") and inspect.isfunction(plain) and plain.__doc__:
            yield name, plain.__doc__


def _example(text: str) -> str:
    return "\n".join(re.findall(r"^ *(?:>>>|\.\.\.) .*$", text, re.MULTILINE))


def main() -> None:
    """Print the count, and the names without an example."""
    names = documented()
    lacking = [name for name, found in names.items() if not found]
    print(*lacking, sep="\n")  # noqa: T201  # this is a command
    print(f"{len(names) - len(lacking)} of {len(names)} names have an example: {1 - len(lacking) / len(names):.1%}")  # noqa: T201  # likewise


if __name__ == "__main__":
    main()
