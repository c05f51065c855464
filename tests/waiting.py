"""Wait for a line of another process, with a time limit."""

import subprocess
import threading
from typing import AnyStr

LONGEST = 300.0
"""The longest wait for a line in seconds, which is generous enough for a slow machine."""


def next_line(process: subprocess.Popen[AnyStr], said: str = "", seconds: float = LONGEST) -> AnyStr:
    """Return the next line of a process's standard output.

    If no line comes in time, kill the process, and fail with its earlier output (`said`) and its exit status.
    """
    assert process.stdout is not None
    timer = threading.Timer(seconds, process.kill)
    timer.start()
    try:
        line = process.stdout.readline()
    finally:
        timer.cancel()
    if not line:
        errors = process.stderr.read() if process.stderr else ""
        raise AssertionError(
            f"{process.args!r} ended with status {process.wait()} and without the next line: {said}{errors!r}"
        )
    return line
