"""If this folder is on the path, numpy and HiGHS print as C libraries do: to file descriptor 1, not through Python."""

import os
import sys
from importlib.machinery import ModuleSpec

LINE = b"a line of a C library\n"


class Printer:
    """An import hook that prints a line when numpy or HiGHS is imported."""

    @staticmethod
    def find_spec(name: str, _path: object, _target: object = None) -> ModuleSpec | None:
        """Find nothing, so that other finders import the module."""
        if name in {"numpy", "highspy"}:
            os.write(1, LINE)
        return None


sys.meta_path.insert(0, Printer)
