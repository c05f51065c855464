"""Deliberate faults, one for each kind of thing that the tests protect, and whether the tests see them.

    .venv/bin/python -m tests.faults                 # all faults: some ten minutes
    .venv/bin/python -m tests.faults coins-rules ids # these alone
    .venv/bin/python -m tests.faults --list          # what there is; runs nothing

The checkout is copied to build/faults, which is kept, so that compiled code is, too; nothing is ever written into the
checkout itself.  There the named tests must first pass as they are.  Then each fault is put into the copy, its tests
must fail, and the file is put back.  A fault that is part of `make test` is looked for as that command does: without
the tests that are marked ``full``, and with fewer examples.

The exit status is 0 if every fault is caught, 1 if one is not or the list is out of date, and 130 after Ctrl-C.
Whoever changes a line that stands in the list changes it there, too; `--list` says which rows are out of date.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

__all__ = ["FAULTS", "Fault", "main"]

ROOT = Path(__file__).parents[1]
COPY = ROOT / "build" / "faults"
EXAMPLES = COPY / "build" / "hypothesis" / "examples"
EVERYDAY = ("-m", "not full", "--hypothesis-profile=day")
"""As `make test` runs its tests."""
PATIENCE = 600.0
"""Seconds after which tests of one fault are ended: a fault may make them wait for ever."""
FAILED = 1
"""pytest's exit status if tests failed."""
ABOUT_THE_LIST = {
    2: "its tests cannot be imported",
    3: "pytest itself failed",
    4: "a test that it names is not there",
    5: "it names no test that is run",
}
"""What is wrong with a row if pytest ends with another status."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A deliberate fault.

    Attributes
    ----------
    name
        Short.
    what
        What would break for a person.
    path
        The file, relative to the root; where names have hashes in them, a pattern, and one file that fits has the text.
    old, new
        Text that stands in the file exactly once, and what takes its place.
    tests
        Files of tests, or tests, that are expected to see it.
    everyday
        Whether `make test` sees it; otherwise `make test-all` alone does.
    """

    name: str
    what: str
    path: str
    old: str
    new: str
    tests: tuple[str, ...]
    everyday: bool = True


FAULTS = (
    # -- rules ---------------------------------------------------------------------------------------------------------
    Fault(
        name="taxman-rules",
        what="A number can be taken though all its divisors are gone.",
        path="src/perfectplay/taxman/rules.py",
        old="return number in self.pot and not self.pot.isdisjoint(self.start_pot.divisors[number])",
        new="return number in self.pot and len(self.start_pot.divisors[number]) > 0",
        tests=("tests/taxman/test_rules.py::test_the_rules_agree_with_their_twin",),
    ),
    Fault(
        name="coins-rules",
        what="A circle opens at the wrong place: the coin that was taken stays, and the last one is gone.",
        path="src/perfectplay/coins/rules.py",
        old='Stretch("row", i + 1, i + stretch.hi)',
        new='Stretch("row", i, i + stretch.hi - 1)',
        tests=("tests/coins/test_rules.py::test_the_rules_agree_with_their_twin",),
    ),
    Fault(
        name="pursuit-rules",
        what="Where all results must be positive, zero is let through.",
        path="src/perfectplay/pursuit/rules.py",
        old="if rules.positive and result <= 0:",
        new="if rules.positive and result < 0:",
        tests=("tests/pursuit/test_rules.py::test_calculations_that_are_refused",),
    ),
    Fault(
        name="factorgame-rules",
        what="Whoever takes a number gets its divisors, too.",
        path="src/perfectplay/factorgame/rules.py",
        old="return (number, sum(given)) if given else (0, 0)",
        new="return (number + sum(given), 0) if given else (0, 0)",
        tests=("tests/factorgame/test_rules.py::test_the_example_of_the_textbook",),
    ),
    Fault(
        name="ids",
        what="A link to a game in which dead numbers stay until the end opens another game.",
        path="src/perfectplay/taxman/rules.py",
        old='suffix = _END_SUFFIX if self.variant == "end" else ""',
        new='suffix = _END_SUFFIX if self.variant == "end" and not self.moves else ""',
        tests=("tests/taxman/test_rules.py::test_ids_round_trip",),
    ),
    # -- solvers -------------------------------------------------------------------------------------------------------
    Fault(
        name="taxman-solver",
        what="Small pots get a game that is legal and not the best.",
        path="src/perfectplay/taxman/plain.py",
        old="heappush(waiting, (-child.bound, -pushed, child))",
        new="heappush(waiting, (-pushed, -pushed, child))",
        tests=("tests/taxman/test_plain.py::test_the_table_of_proven_scores_agrees",),
    ),
    Fault(
        name="coins-solver",
        what="In the middle of a game the first player is promised the total of whoever moves.",
        path="src/perfectplay/coins/solve.py",
        old="value = to_coin(past[0] + (second if past[1] else first))",
        new="value = to_coin(past[0] + first)",
        tests=("tests/test_lessons.py::test_the_idea_is_a_best_move_and_the_tempting_one_costs_what_is_told",),
    ),
    Fault(
        name="pursuit-solver",
        what="Of the nearest numbers those above the target are overlooked.",
        path="src/perfectplay/pursuit/search/solutions.py",
        old="search = _Search(numbers, target + within, rules)",
        new="search = _Search(numbers, target, rules)",
        tests=("tests/pursuit/test_solutions.py",),
    ),
    Fault(
        name="factorgame-solver",
        what="Of several best moves one alone is told.",
        path="src/perfectplay/factorgame/solve.py",
        old="if self.best and self._worth(gain, board, self.lower) < self.lower:",
        new="if self.best and self._worth(gain, board, self.lower) <= self.lower:",
        tests=("tests/factorgame/test_solve.py::test_starts_are_solved",),
    ),
    Fault(
        name="bound",
        what="A bound that is printed as proven lies below games that there are.",
        path="src/perfectplay/taxman/bounds.py",
        old="usable = n - len(primes) + 1\n    given = (usable + 1) // 2",
        new="usable = n - len(primes)\n    given = (usable + 1) // 2",
        tests=("tests/taxman/test_bounds.py::test_prime_corrected_from_its_definition",),
    ),
    Fault(
        name="pruning",
        what="The exact search leaves out what a game needs that is better by one; a worse one counts as proven.",
        path="src/perfectplay/matching/search/tree.py",
        old="state.root_domain, self.incumbent.value + 1)",
        new="state.root_domain, self.incumbent.value + 2)",
        tests=("tests/taxman/test_certificates.py::test_branched_certificate",),
    ),
    Fault(
        name="cut-kernel",
        what="Cuts over four elements have pairs that they must not have, and cut games off.",
        path="src/perfectplay/matching/kernels/vector.py",
        old="space |= _moved(space, twin[v])",
        new="space |= _moved(space, v)",
        tests=(
            "tests/taxman/test_exact_parts.py::test_combinations_have_both_vectors_and_searches_report_true_violations",
        ),
    ),
    Fault(
        name="coins-kernel",
        what="Compiled code overlooks that the left end is as good as the right one, which a short row shows.",
        path="src/perfectplay/coins/kernels.py",
        old="codes[i] = np.uint8(left >= right)",
        new="codes[i] = np.uint8(left > right)",
        tests=("tests/coins/test_table.py::test_the_worked_example_of_the_series",),
    ),
    Fault(
        name="taxman-kernel",
        what="For large pots the search sees fewer cycles than there are, and its bound is worse than it need be.",
        path="src/perfectplay/taxman/large/kernels/cycles.py",
        old="surplus = -room[i]",
        new="surplus = -room[i] - 1",
        tests=("tests/taxman/test_largescale.py::test_multipliers_change_as_their_twin_says",),
    ),
    Fault(
        name="pursuit-kernel",
        what="Compiled code does not subtract: targets look out of reach.",
        path="src/perfectplay/pursuit/kernels/reach.py",
        old="                        v = x - y\n                        if abs(v) <= cap",
        new="                        v = x - y\n                        if abs(v) < y",
        tests=("tests/pursuit/test_values.py::test_both_find_the_same_values_of_six_numbers",),
    ),
    Fault(
        name="pursuit-kernel-rounding",
        what="Compiled code misses quotients such as 98/49, so that targets look out of reach.",
        path="src/perfectplay/pursuit/kernels/reach.py",
        old="np.int64(np.float64(x) * (1.0 / np.float64(y)) + 0.5)",
        new="np.int64(np.float64(x) * (1.0 / np.float64(y)))",
        tests=("tests/pursuit/test_values.py::test_quotients_whose_reciprocal_is_rounded_down",),
    ),
    Fault(
        name="odds",
        what="The odds count each deal once, however many ways there are to deal it.",
        path="src/perfectplay/pursuit/odds/__init__.py",
        old="weight * comb(copies, count))",
        new="weight)",
        tests=("tests/pursuit/test_odds.py::test_fast_odds_of_small_decks",),
    ),
    # -- proofs --------------------------------------------------------------------------------------------------------
    Fault(
        name="taxman-checker",
        what="The checker believes a bound that its proof misses by one part of its scale.",
        path="src/perfectplay/taxman/proof/check.py",
        old="if value >= scale * goal:",
        new="if value > scale * goal:",
        tests=("tests/test_conformance.py::test_the_shipped_checker_says_what_is_due",),
    ),
    Fault(
        name="coins-checker",
        what="The checker lets a pair at a blocked end go away though its coins fall, and believes a wrong margin.",
        path="src/perfectplay/coins/proof/check.py",
        old="if not blocked or len(stack) < 2 or stack[-2] > stack[-1]:",
        new="if not blocked or len(stack) < 2:",
        tests=("tests/coins/test_check.py::test_why_a_certificate_fails",),
    ),
    Fault(
        name="pursuit-checker",
        what="The checker lets a formula use a card more often than it was dealt.",
        path="src/perfectplay/pursuit/proof/check.py",
        old="if used[entry] > question.copies.get(entry, 0):",
        new="if entry not in question.copies:",
        tests=("tests/pursuit/test_proof.py::test_what_is_forged_does_not_pass",),
    ),
    Fault(
        name="taxman-checker-c",
        what="The checker in C lets a link of a chain cite a better bound than was proven before it.",
        path="checkers/taxman_check.c",
        old="!proven[n - 1].bounded || proven[n - 1].upper > cited)",
        new="!proven[n - 1].bounded)",
        tests=("tests/checkers/test_taxman_check_c.py::test_the_conformance_suite",),
        everyday=False,
    ),
    Fault(
        name="negative-multiplier-c",
        what="The checker in C believes bounds that come from negative multipliers of cuts.",
        path="checkers/taxman_check.c",
        old="if (lambda < 0)\n            refuse(",
        new="if (lambda < -1000000)\n            refuse(",
        tests=("tests/checkers/test_taxman_check_c.py::test_many_mutants[12]",),
        everyday=False,
    ),
    Fault(
        name="pursuit-checker-c",
        what="The checker in C lets a formula use a card once more than it was dealt.",
        path="checkers/pursuit_check.c",
        old="uses[i]++ == deck->copies[i]",
        new="uses[i]++ > deck->copies[i]",
        tests=("tests/checkers/test_pursuit_check_c.py::test_mutants",),
        everyday=False,
    ),
    Fault(
        name="proof-in-rocq",
        what="A theorem that the documentation calls proven is assumed.",
        path="formal/Chains.v",
        old="subst q'. destruct Hd1 as (k & ->). assert (k = 1) by nia. lia.\nQed.",
        new="subst q'. destruct Hd1 as (k & ->). assert (k = 1) by nia. lia.\nAdmitted.",
        tests=("tests/checkers/test_proven.py::test_nothing_is_assumed",),
        everyday=False,
    ),
    Fault(
        name="certificate-writer",
        what="A chained bound is written as if it were a score, and no checker accepts what the program has proven.",
        path="src/perfectplay/taxman/proof/write.py",
        old='"rule": rule, "score" if optimal else "upper": previous}',
        new='"rule": rule, "score": previous}',
        tests=("tests/taxman/test_ranges.py::test_bounds_are_chained_like_scores",),
    ),
    Fault(
        name="resume-file",
        what="A row of a file to resume from is believed, whatever its certificate proves.",
        path="src/perfectplay/taxman/table/resume.py",
        old="if not verdict.valid or (verdict.position, verdict.score, verdict.upper) != ",
        new="if (verdict.position, score, upper) != ",
        tests=("tests/taxman/test_ranges.py::test_stored_rows_are_not_believed",),
    ),
    Fault(
        name="lost-row",
        what="What a run has finished is not on disk: after a kill, hours of work are done again.",
        path="src/perfectplay/taxman/table/resume.py",
        old="json.dumps(row.moves), row.seconds, packed))\n        self._store.commit()",
        new="json.dumps(row.moves), row.seconds, packed))",
        tests=("tests/taxman/test_ranges.py::test_nothing_is_solved_twice",),
    ),
    Fault(
        name="records",
        what="The table of records gives the game of the pot before.",
        path="src/perfectplay/taxman/records.py",
        old="picks.symmetric_difference_update(changes)\n            if row == n:\n                break",
        new="if row == n:\n                break\n            picks.symmetric_difference_update(changes)",
        tests=("tests/taxman/test_records.py::test_a_lookup_tells_everything",),
    ),
    # -- the command line ----------------------------------------------------------------------------------------------
    Fault(
        name="exit-status",
        what="A script cannot tell bad input from an answer that is no.",
        path="src/perfectplay/cli/base.py",
        old="exit_code = 2",
        new="exit_code = 1",
        tests=("tests/cli/test_main.py::test_a_slip_before_the_game_is_one_line_too",),
    ),
    Fault(
        name="option-ignored",
        what="Whoever asks for a search gets what the table says.",
        path="src/perfectplay/cli/taxman/command.py",
        old="records=not no_records,\n            all_best=",
        new="records=True,\n            all_best=",
        tests=("tests/cli/test_taxman.py::test_a_search_is_a_search",),
    ),
    Fault(
        name="traceback",
        what="A word among numbers is answered with a traceback.",
        path="src/perfectplay/cli/base.py",
        old='if not _WHOLE.match(part) or len(part.lstrip("-0")) > _MAX_DIGITS:',
        new='if len(part.lstrip("-0")) > _MAX_DIGITS:',
        tests=("tests/test_contract.py::test_everything_is_answered_as_before[taxman: bad input]",),
    ),
    Fault(
        name="json-key",
        what="A program that reads the verdicts of `check --json` no longer finds the name of the file.",
        path="src/perfectplay/core/proof/certificates.py",
        old='encode({"file": str(self.path), **facts(self)})',
        new='encode({"path": str(self.path), **facts(self)})',
        tests=("tests/test_contract.py::test_everything_is_answered_as_before[check]",),
    ),
    Fault(
        name="ctrl-c",
        what="A script cannot tell that somebody pressed Ctrl-C.",
        path="src/perfectplay/cli/base.py",
        old='click.echo("\\ninterrupted", err=True)\n            ctx.exit(INTERRUPTED)',
        new='click.echo("\\ninterrupted", err=True)\n            ctx.exit(1)',
        tests=("tests/cli/test_taxman.py::test_ctrl_c_without_a_result_is_one_word_and_130",),
    ),
    Fault(
        name="completion",
        what="A Tab offers strategies that have been named already, which the command then refuses.",
        path="src/perfectplay/cli/completion.py",
        old="if name.startswith(last) and name not in given]",
        new="if name.startswith(last)]",
        tests=("tests/cli/test_completion.py::test_all_of_a_kind_are_offered",),
        everyday=False,
    ),
    Fault(
        name="man-page",
        what="A man page tells of a limit that is another one by now.",
        path="man/perfectplay-taxman-bound.1",
        old="up to N = 3000 only",
        new="up to N = 2000 only",
        tests=("tests/test_manual.py::test_the_man_pages_that_are_shipped_are_those_of_the_commands",),
    ),
    # -- the server ----------------------------------------------------------------------------------------------------
    Fault(
        name="endpoint",
        what="The board shows the scores of the start after every move.",
        path="src/perfectplay/web/games.py",
        old="scores=position.scores(),",
        new="scores=position.start().scores(),",
        tests=("tests/test_contract.py::test_everything_is_answered_as_before[http: all games]",),
    ),
    Fault(
        name="limit",
        what="Anybody can ask the server for work without end.",
        path="src/perfectplay/web/parameters.py",
        old="if number is None or not low <= number <= high:",
        new="if number is None or number < low:",
        tests=("tests/test_contract.py::test_everything_is_answered_as_before[http: taxman: bad input]",),
    ),
    Fault(
        name="header",
        what="Browsers may guess what an answer is, and run it.",
        path="src/perfectplay/web/middleware.py",
        old='    "X-Content-Type-Options": "nosniff",\n',
        new="",
        tests=("tests/web/test_security.py::test_every_answer_has_the_headers",),
    ),
    Fault(
        name="foreign-page",
        what="The page of a stranger that is open in the same browser can use the server.",
        path="src/perfectplay/web/middleware.py",
        old="if _server_of(origin) != host:",
        new="if _server_of(origin) is None:",
        tests=("tests/web/test_security.py::test_every_origin_and_site_that_is_given_counts",),
    ),
    Fault(
        name="openapi",
        what="The description of the API, from which clients are made, is not that of this server.",
        path="src/perfectplay/web/openapi.json",
        old='"summary": "The addresses",',
        new='"summary": "All addresses",',
        tests=("tests/web/test_openapi.py::test_it_is_what_the_sources_give",),
    ),
    Fault(
        name="memory",
        what="The server forgets what everybody asks for, and keeps what nobody does.",
        path="src/perfectplay/web/replies.py",
        old="self._known.popitem(last=False)",
        new="self._known.popitem()",
        tests=("tests/web/test_memory.py::test_the_one_that_was_asked_for_the_longest_ago_is_forgotten",),
    ),
    Fault(
        name="worker",
        what="A process works on for a client that has gone, and there is none for the next one.",
        path="src/perfectplay/web/worker.py",
        old="except FileNotFoundError:\n            raise AbandonedError from None",
        new="except FileNotFoundError:\n            return",
        tests=("tests/web/test_jobs.py::test_a_worker_notices_that_nobody_waits",),
    ),
    Fault(
        name="site",
        what="Every visitor of the site without a server loads the commands of the terminal, too.",
        path="src/perfectplay/web/site/interpreter.py",
        old="/web/static/(?!index\\.html)|^perfectplay/cli/",
        new="/web/static/(?!index\\.html)",
        tests=("tests/web/test_site.py::test_the_package_comes_without_what_no_browser_needs",),
    ),
    # -- the pages -----------------------------------------------------------------------------------------------------
    Fault(
        name="button",
        what="Whoever cannot see the board finds no button that takes a move back: it has lost its name.",
        path="src/perfectplay/web/static/common-*.js",
        old='"Zurück"',
        new='""',
        tests=("tests/browser/test_pages.py::test_every_page",),
    ),
    Fault(
        name="bundle",
        what="The pages that are shipped are not those of their sources.",
        path="web-ui/src/texts/en/common.json",
        old='"game.restart": "Start again"',
        new='"game.restart": "Begin again"',
        tests=("tests/web/test_bundle.py::test_a_build_gives_the_same_bytes",),
        everyday=False,
    ),
    Fault(
        name="page-text",
        what="A French page has a sentence in English.",
        path="web-ui/src/texts/fr/home.json",
        old="Prenez un nombre, et le percepteur prend tous ses diviseurs qui restent.",
        new="Take a number, and the taxman takes all its divisors that are left.",
        tests=("tests/web/test_bundle.py::test_no_sentence_was_left_in_english",),
    ),
    Fault(
        name="text-missing",
        what="A German reader is told in English that something failed.",
        path="src/perfectplay/texts/de/core.json",
        old='  "failed": "gescheitert",\n',
        new="",
        tests=("tests/core/test_language.py::test_a_catalogue_has_what_is_said_and_nothing_else",),
    ),
    Fault(
        name="placeholder",
        what="A French error names no reason, or ends in a traceback: its placeholder was translated.",
        path="src/perfectplay/texts/fr/core.json",
        old='crire {path}\u00a0: {reason}"',
        new='crire {path}\u00a0: {raison}"',
        tests=("tests/core/test_language.py::test_a_catalogue_has_what_is_said_and_nothing_else",),
    ),
    Fault(
        name="picture",
        what="A picture looks otherwise than the documentation shows it.",
        path="src/perfectplay/taxman/pictures/game.py",
        old=".pp-tax rect { fill: #f6e0c2; stroke: #b9894a; }",
        new=".pp-tax rect { fill: #f6e0c2; stroke: #b98940; }",
        tests=("tests/test_docs.py::test_the_picture_in_the_readme_is_what_the_example_draws",),
    ),
    # -- playing and learning ------------------------------------------------------------------------------------------
    Fault(
        name="undo",
        what="After a move is taken back and another made, redo leads into the old game.",
        path="src/perfectplay/core/session.py",
        old="        del self._line[self._cursor + 1 :]\n",
        new="",
        tests=("tests/core/test_session.py::test_a_new_move_forgets_what_could_be_redone",),
    ),
    Fault(
        name="hints",
        what="The first step of a hint names the move, which a child wanted to find.",
        path="src/perfectplay/core/teaching/hints.py",
        old='if one == "move" else clue.moves',
        new='if one != "area" else clue.moves',
        tests=("tests/core/test_hints.py::test_the_move_is_a_best_one_and_lies_in_the_area",),
    ),
    Fault(
        name="lessons",
        what="A lesson tells a wrong price of the tempting move.",
        path="src/perfectplay/coins/teaching/__init__.py",
        old='Guided("uncover", "coins:3.9.1.2", "R", "L", 12)',
        new='Guided("uncover", "coins:3.9.1.2", "R", "L", 10)',
        tests=("tests/test_lessons.py::test_the_idea_is_a_best_move_and_the_tempting_one_costs_what_is_told",),
    ),
    Fault(
        name="worksheet",
        what="On worksheets of the harder levels the larger end is always right.",
        path="src/perfectplay/coins/teaching/exercises.py",
        old='return row[0] < row[-1] if best == "L" else row[-1] < row[0]',
        new='return row[0] > row[-1] if best == "L" else row[-1] > row[0]',
        tests=("tests/coins/test_exercises.py::test_rows_are_of_the_level_and_have_one_best_end",),
    ),
    Fault(
        name="daily",
        what="The puzzle of a day is no longer the one that others have played.",
        path="src/perfectplay/taxman/teaching/__init__.py",
        old='"medium": (21, 40)',
        new='"medium": (20, 40)',
        tests=("tests/core/test_daily.py::test_a_puzzle_never_changes",),
    ),
    Fault(
        name="strategy",
        what="A strategy breaks ties otherwise than its author, and its scores are not the published ones.",
        path="src/perfectplay/taxman/strategies/model.py",
        old="return moves[gains.index(max(gains))]",
        new="return moves[len(gains) - 1 - gains[::-1].index(max(gains))]",
        tests=("tests/taxman/test_strategies.py::test_moniots_published_scores",),
    ),
    Fault(
        name="rewards",
        what="A learning program is rewarded for its whole score at every move, and learns something else.",
        path="src/perfectplay/taxman/env.py",
        old="reward, legal, wrong = float(number), self.position.legal_moves(), {}",
        new="reward, legal, wrong = float(self.position.player), self.position.legal_moves(), {}",
        tests=("tests/taxman/test_env.py::test_perfect_play_gets_the_best_return_and_nobody_gets_more",),
    ),
    Fault(
        name="notebook",
        what="A notebook needs a package that nobody is told to install.",
        path="examples/notebooks/coins.ipynb",
        old='"import perfectplay\\n"',
        new='"import pandas, perfectplay\\n"',
        tests=("tests/notebooks/test_notebooks.py::test_a_notebook_asks_for_nothing_but_what_it_says_is_needed",),
        everyday=False,
    ),
    # -- documentation and package -------------------------------------------------------------------------------------
    Fault(
        name="readme",
        what="The first command of the README prints something else than it shows.",
        path="README.md",
        old="N = 30: best score 301, proven optimal; taxman 164",
        new="N = 30: best score 300, proven optimal; taxman 165",
        tests=("tests/test_docs.py::test_snippets_run[README.md]",),
    ),
    Fault(
        name="doctest",
        what="An example in the reference of the library gives something else than it says.",
        path="src/perfectplay/taxman/bounds.py",
        old="(124, 442)",
        new="(124, 443)",
        tests=("tests/test_doctests.py::test_examples_give_what_they_say[taxman]",),
    ),
    Fault(
        name="link",
        what="A link of the README leads nowhere.",
        path="README.md",
        old="(docs/trust.md)",
        new="(docs/trusted.md)",
        tests=("tests/test_docs.py::test_links_into_the_repository_lead_somewhere",),
    ),
    Fault(
        name="spelling",
        what="A page of the documentation has a word that is misspelt.",
        path="docs/daily.md",
        old="The date alone decides them:",
        new="The date alone descides them:",
        tests=("tests/test_spelling.py::test_every_word_is_spelt_as_a_dictionary_has_it",),
    ),
    Fault(
        name="layers",
        what="What all games share needs one of them, so that no other game can do without it.",
        path="src/perfectplay/core/text/words.py",
        old="    tail = (limit - len(dots)) // 2",
        new="    from perfectplay.taxman.rules import MAX_N\n\n    tail = (min(limit, MAX_N) - len(dots)) // 2",
        tests=("tests/test_layers.py::test_arrows_point_downwards",),
    ),
    Fault(
        name="source-distribution",
        what="Whoever builds from the source distribution has no tests to run.",
        path="pyproject.toml",
        old='exclude = ["build"]',
        new='exclude = ["build", "tests"]',
        tests=("tests/release/test_release.py::test_the_source_distribution_holds_every_tracked_file",),
        everyday=False,
    ),
)


# -- the copy ----------------------------------------------------------------------------------------------------------


def git(*arguments: str, folder: Path) -> str | None:
    """Run git; returns what it prints, or nothing if it fails or there is none."""
    program = shutil.which("git")
    if program is None:
        return None
    done = subprocess.run([program, "-C", str(folder), *arguments], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


def files(folder: Path) -> set[str]:
    """List the files of a checkout that git does not ignore."""
    listed = git("ls-files", "-z", "-co", "--exclude-standard", folder=folder) or ""
    return {name for name in listed.split("\0") if name and (folder / name).is_file()}


def put_in_place(name: str) -> None:
    """Copy a file if it has changed: with its time, by which compiled code knows its source."""
    source, target = ROOT / name, COPY / name
    if target.is_file() and stamp(target) == stamp(source):
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(source, target)


def stamp(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_mtime_ns, found.st_size


def copy_checkout() -> bool:
    """Make the copy what the checkout is; returns whether this is a checkout."""
    names = files(ROOT) if (ROOT / ".git").exists() else set()
    if not names:
        return False
    COPY.mkdir(parents=True, exist_ok=True)
    # A repository of its own: what is ignored is kept there, and the tests of releases ask git what they should hold.
    if not (COPY / ".git").exists():
        git("init", "--quiet", folder=COPY)
    for name in files(COPY) - names:
        (COPY / name).unlink()
    for name in names:
        put_in_place(name)
    git("add", "--all", folder=COPY)
    return True


@contextmanager
def damaged(fault: Fault) -> Iterator[None]:
    """Put a fault into the copy, and the file back in the end."""
    name = place(fault, COPY)
    assert name is not None, fault.name
    path = COPY / name
    path.write_bytes(path.read_bytes().replace(fault.old.encode(), fault.new.encode()))
    try:
        yield
    finally:
        put_in_place(name)


def place(fault: Fault, root: Path) -> str | None:
    """Find the file that a fault is put into; nothing if the text is not there exactly once."""
    found = [path for path in sorted(root.glob(fault.path)) if path.read_bytes().count(fault.old.encode())]
    if len(found) != 1 or found[0].read_bytes().count(fault.old.encode()) != 1:
        return None
    return found[0].relative_to(root).as_posix()


# -- tests -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outcome:
    """How tests ended: pytest's status, or `None` if they did not end in time, and the tests that failed."""

    status: int | None
    failed: tuple[str, ...]
    output: str
    seconds: float


def environment() -> dict[str, str]:
    """Return the environment in which the package and the tests of the copy are found, and no others."""
    own = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return own | {
        "PYTHONPATH": os.pathsep.join((str(COPY / "src"), str(COPY))),
        "HYPOTHESIS_STORAGE_DIRECTORY": str(EXAMPLES.parent),
    }


def run(command: Sequence[str]) -> tuple[int | None, str]:
    """Run a program in the copy; whatever it has started ends with it."""
    with subprocess.Popen(
        command,
        cwd=COPY,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as process:
        try:
            output, _ = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            end(process)
            return None, process.communicate()[0]
        except BaseException:
            end(process)
            raise
    return process.returncode, output


def end(process: subprocess.Popen[str]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def pytest(tests: Sequence[str], *options: str, everyday: bool) -> Outcome:
    """Run tests in the copy."""
    # What hypothesis has found for one fault would be tried first for the next one.
    shutil.rmtree(EXAMPLES, ignore_errors=True)
    chosen = EVERYDAY if everyday else ()
    began = time.perf_counter()
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--color=no", *options, *chosen, *tests]
    status, output = run(command)
    failed = re.findall(r"^(?:FAILED|ERROR) (\S+?::\w+)", output, re.MULTILINE)
    return Outcome(status, tuple(dict.fromkeys(failed)), output, time.perf_counter() - began)


def failing_without_a_fault(faults: Sequence[Fault]) -> set[str] | None:
    """Run the tests of all faults as they are; returns those that fail, or nothing if they could not be run."""
    found: set[str] = set()
    for everyday in (True, False):
        tests = list(dict.fromkeys(test for fault in faults if fault.everyday == everyday for test in fault.tests))
        if not tests:
            continue
        outcome = pytest(tests, everyday=everyday)
        # Whoever renames a test is told by the faults that name it.
        missing = {test for test in tests if f"ERROR: not found: {COPY / test}\n" in outcome.output}
        if missing and missing != set(tests):
            outcome = pytest([test for test in tests if test not in missing], everyday=everyday)
        if outcome.status not in {0, FAILED} and not missing:
            say(*outcome.output.splitlines()[-8:], "the named tests could not be run without a fault: see above")
            return None
        found.update(outcome.failed)
        say(f"without a fault: {len(outcome.failed)} of the named tests fail ({outcome.seconds:.0f} s)")
    for test in sorted(found):
        say(f"  {test}")
    return found


def is_about(test: str, named: str) -> bool:
    """Whether a test that failed is one of those that a fault names."""
    return test == named or test.startswith(f"{named}::") or named.startswith(f"{test}[")


def judge(fault: Fault, broken: set[str]) -> bool:
    """Look whether the tests see a fault, say so in a line, and return it."""
    before = [test for test in broken if any(is_about(test, named) for named in fault.tests)]
    if place(fault, COPY) is None:
        verdict, told = False, f"out of date: {fault.path} does not have its text exactly once"
    elif before:
        verdict, told = False, f"{before[0]} fails without it"
    else:
        with damaged(fault):
            outcome = pytest(fault.tests, "-x", everyday=fault.everyday)
        verdict, told = outcome.status == FAILED, f"{outcome.seconds:.1f} s"
        if outcome.status is None:
            told += ", its tests did not end"
        elif outcome.status in ABOUT_THE_LIST:
            told += f", a mistake of the list: {ABOUT_THE_LIST[outcome.status]}"
        elif outcome.failed:
            told += f", {outcome.failed[0]}"
    say(f"{'caught' if verdict else 'NOT CAUGHT'}  {fault.name}  {told}")
    return verdict


# -- the program -------------------------------------------------------------------------------------------------------


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)  # noqa: T201  # that is what it is for


def show(faults: Sequence[Fault]) -> bool:
    """List faults; returns whether none is out of date."""
    fine = True
    for fault in faults:
        good = place(fault, ROOT) is not None
        fine = fine and good
        command = "make test" if fault.everyday else "make test-all"
        say(f"{fault.name} ({command}){'' if good else ': OUT OF DATE'}", f"  {fault.what}")
        say(*(f"  {test}" for test in fault.tests))
    return fine


def look(faults: Sequence[Fault]) -> bool:
    """Put each fault into the copy; returns whether all are caught."""
    if not copy_checkout():
        say("this is not a git checkout: which files belong to the project is not known, and no fault was tried")
        return False
    _, imported = run([sys.executable, "-c", "import perfectplay; print(perfectplay.__file__)"])
    if not Path(imported.strip()).is_relative_to(COPY):
        say(f"the tests would be about {imported.strip()}, and not about the copy in {COPY}")
        return False
    broken = failing_without_a_fault(faults)
    if broken is None:
        return False
    caught = [fault for fault in faults if judge(fault, broken)]
    everyday = sum(fault.everyday for fault in caught)
    say(f"{len(faults)} faults, {len(caught)} caught, {everyday} of them by make test")
    return len(caught) == len(faults)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description="Do the tests see deliberate faults?")
    parser.add_argument("names", nargs="*", metavar="NAME", help="faults to try; all of them unless told")
    parser.add_argument("--list", action="store_true", help="list the faults and try none")
    given = parser.parse_args(arguments)
    known = {fault.name: fault for fault in FAULTS}
    unknown = [name for name in given.names if name not in known]
    if unknown:
        parser.error(f"there is no fault {unknown[0]!r}; the faults are {', '.join(known)}")
    chosen = [fault for fault in FAULTS if not given.names or fault.name in given.names]
    try:
        return 0 if (show if given.list else look)(chosen) else 1
    except KeyboardInterrupt:
        say("interrupted; the copy is as it was")
        return 130


if __name__ == "__main__":
    sys.exit(main())
