"""Change inputs at random, in the same way for the same seed, and judge how a reader answers.

The rows of ``corpus/TARGET.txt`` are inputs, one in each line; a backslash escapes a byte as in Python. An input that
finds a fault becomes a row, which every run judges first.
"""

import codecs
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from random import Random

CORPUS = Path(__file__).parent / "corpus"
SPLIT = re.compile(rb"[0-9]+|[A-Za-z_]+|.", re.DOTALL)
NUMBERS = (b"0", b"1", b"2", b"-1", b"00", b"1.5", b"1e9", b"127", b"4294967297", b"9223372036854775808", b"9" * 40)
BYTES = (
    b"\0",
    b"\n",
    b"\r",
    b"\t",
    b" ",
    b"\x7f",
    b"\xff",
    b"\xc3\xa9",
    b"\xe2\x80\xa8",
    b"\xf0\x9f\x98\x80",
    b"\xed\xa0\x80",
)


@dataclass(frozen=True)
class Target:
    """A reader of inputs under test, such as a checker or a parser.

    Attributes
    ----------
    count
        Number of inputs of a whole run.
    rows
        Returns the inputs that are changed.
    judge
        Gives an input to the reader, and asserts that the answer is correct, or a refusal in one line.
    """

    name: str
    count: int
    rows: Callable[[], Sequence[bytes]]
    judge: Callable[[bytes], None]


def read_corpus(name: str) -> list[bytes]:
    """Return the rows in the corpus of a target."""
    lines = (CORPUS / f"{name}.txt").read_bytes().splitlines()
    return [codecs.escape_decode(line)[0] for line in lines if line]


def one_line(text: str) -> None:
    """Assert that a message is a single line of text, and not too long."""
    assert text.strip()
    assert "\n" not in text
    assert "Traceback" not in text
    assert len(text) < 2_000


@dataclass(frozen=True)
class Pool:
    """Rows split into tokens, the tokens to insert (`words`), and the numbers and words among them (`names`)."""

    rows: list[list[bytes]]
    words: list[bytes]
    names: list[bytes]


def replace(tokens: list[bytes], pool: Pool, random: Random) -> None:
    """Replace or swap numbers and words, which usually keeps the syntax of the text correct."""
    act = random.randrange(12)
    named = [k for k, token in enumerate(tokens) if token.isalnum() and (act > 7 or token.isdigit())]
    if not named:
        return
    i, j = random.choice(named), random.choice(named)
    if act < 5:
        near = str(int(tokens[i][:40]) + random.choice((-1, 1, 1, 10))).encode()
        tokens[i] = random.choice((near, near, random.choice(NUMBERS)))
    elif act < 9:
        tokens[i], tokens[j] = tokens[j], tokens[i]
    else:
        tokens[i] = random.choice(pool.names)


def damage(tokens: list[bytes], pool: Pool, random: Random) -> None:
    """Remove, insert, repeat or cut tokens, continue with the end of another row, or flip a bit."""
    i, j = (random.randrange(len(tokens)), random.randrange(len(tokens))) if tokens else (0, 0)
    match random.randrange(6):
        case 0:
            del tokens[i : i + random.choice((1, 1, 2, 5))]
        case 1:
            tokens.insert(i, random.choice(pool.words))
        case 2:
            donor = random.choice(pool.rows)
            tokens[i:] = donor[random.randrange(len(donor) + 1) :]
        case 3:
            tokens[i:i] = tokens[j : j + random.randrange(9)] * random.choice((1, 1, 1, 50))
        case 4 if tokens:
            data = bytearray(tokens[i])
            data[random.randrange(len(data))] ^= 1 << random.randrange(8)
            tokens[i] = bytes(data)
        case _:
            del tokens[i:]


def mutants(rows: Sequence[bytes], random: Random) -> Iterator[bytes]:
    """Yield rows with one to six changes; on average, two thirds of the changes affect only numbers and words."""
    split = [SPLIT.findall(row) for row in rows]
    # Sort, because the order of a set differs from run to run.
    words = sorted({*NUMBERS, *BYTES}.union(*split))
    pool = Pool(split, words, [word for word in words if word.isalnum()])
    while True:
        tokens = list(random.choice(split))
        for _ in range(random.choice((1, 1, 1, 2, 2, 3, 6))):
            random.choice((replace, replace, damage))(tokens, pool, random)
        yield b"".join(tokens)


def inputs(target: Target, count: int, seed: int = 1) -> Iterator[bytes]:
    """Yield this many different inputs: the rows of a target, and then random changes of them."""
    seen: set[int] = set()  # hashes, because a million inputs would take too much memory
    for data in chain(target.rows(), [b""], mutants(target.rows(), Random(seed))):
        if len(seen) == count:
            return
        if hash(data) not in seen:
            seen.add(hash(data))
            yield data


def run(target: Target, count: int, seed: int = 1) -> int:
    """Judge up to `count` inputs, and return their number; a failure shows the row to add to the corpus."""
    judged = 0
    for data in inputs(target, count, seed):
        try:
            target.judge(data)
        except BaseException as error:
            row = codecs.escape_encode(data)[0].decode()
            error.add_note(f"row for {target.name}.txt: {row}")
            raise
        judged += 1
    return judged
