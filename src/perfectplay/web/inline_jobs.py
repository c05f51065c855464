"""Long work where there are no processes, in a browser: it is done as soon as it is attended to, one piece at a time.

A reader who does not want to wait any longer ends the whole program, and begins it anew.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.running.extras import missing_solver
from perfectplay.core.text.texts import Text
from perfectplay.web.jobs import FAULT, Failure, reported
from perfectplay.web.replies import code_of
from perfectplay.web.worker import Reporter, attended

_LOG = logging.getLogger(__name__)


class _Done:
    """The event that has happened."""

    @staticmethod
    def is_set() -> bool:
        return True

    async def wait(self) -> None:
        """Go on."""


class _Outcome:
    """What came of a piece of work, for the caller that waited for it."""

    progress_file = None
    done = _Done()

    def __init__(self, work: partial[Any], report: Reporter) -> None:
        self.value: Any = None
        self.failure: Failure | None = None
        try:
            self.value = attended(work, report)
        except PerfectPlayError as error:
            self.failure = Failure(400, code_of(error), error.message)
        except ModuleNotFoundError as error:
            missing = missing_solver(error)
            self.failure = _fault(work) if missing is None else Failure(400, code_of(missing), missing.message)
        except (MemoryError, RecursionError):
            text = Text("there is not enough memory for this answer here; ask for something smaller")
            self.failure = Failure(503, "ended-early", text)
        except Exception:  # noqa: BLE001  # a fault of one answer must not end all; it is logged whole
            self.failure = _fault(work)


def _fault(work: partial[Any]) -> Failure:
    _LOG.exception("%r failed", work)
    return Failure(500, "fault", FAULT)


class _InlineReporter(Reporter):
    """Hands reports over, in the reader's language."""

    def __init__(self, tell: Callable[[bytes], None]) -> None:
        super().__init__(None)
        self._tell = tell

    def _send(self, report: bytes) -> None:
        self._tell(reported(report))


class InlineJobs:
    """Takes the place of `perfectplay.web.jobs.Jobs`.

    Attributes
    ----------
    at_once, again
        As there.
    tell
        Is given what a stream says of progress, while the work goes on.
    """

    at_once = True
    again = 3

    def __init__(self) -> None:
        self.tell: Callable[[bytes], None] = lambda _: None

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Be ready for work."""
        yield

    def begin(self, work: partial[Any]) -> None:
        """Do no work in the background."""

    @contextmanager
    def room(self, _client: str, _size: int) -> Iterator[Path]:
        """Yield a file for what is about to be sent."""
        with TemporaryDirectory() as folder:
            yield Path(folder, "sent")

    @contextmanager
    def attend(self, _client: str | None, work: partial[Any], *, kept: bool = True) -> Iterator[_Outcome]:  # noqa: ARG002  # nothing is kept: the pages remember their answers
        """Do a piece of work; parameters as those of `perfectplay.web.jobs.Jobs.attend`."""
        yield _Outcome(work, _InlineReporter(self.tell))
