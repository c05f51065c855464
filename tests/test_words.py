"""Test that no count of awkward words rises above its ceiling."""

import ast

from tests import words


def test_no_count_is_above_its_ceiling() -> None:
    counts, known = words.measured(), words.ceilings()
    assert {key: (count, known[key]) for key, count in counts.items() if count > known[key]} == {}


def test_ceilings_follow_the_counts_down() -> None:
    counts, known = words.measured(), words.ceilings()
    left = {key: (counts[key], most) for key, most in known.items() if counts[key] < 0.8 * most - 3}
    assert left == {}, "python -m tests.words --lower"


def test_what_is_counted() -> None:
    source = '"""Tell the score."""\ndef f(one):\n    """Return it."""\n    found, row = 1, 2\n'
    tree = ast.parse(source)
    assert [words.first_word(text) for text in words.docstrings(tree)] == ["Tell", "Return"]
    assert [name for name in words.names(tree) if name in words.NAMES] == ["one", "found"]
    script = "/** What is shown. */\nconst a = 1; // Its size.\n// Two lines\n// of one comment.\n"
    assert [words.first_word(text) for text in words.comments(script)] == ["What", "Its", "Two"]
    assert words.PHRASES.findall("It goes on anew, some 85 MB.") == ["goes on", "anew", "some 85 MB"]


def test_a_sentence_ends_where_it_ends() -> None:
    page = "# A head\n\nOne `code. Here` sentence. X $a. B$ is\nanother.\n\n* An item. \n* Two\n\n"
    page += "| a. B | c |\n\n```text\nNo. No.\n```\n"
    assert list(filter(None, words.sentences(page))) == [
        "# A head",
        "One X sentence.",
        "X X is another.",
        "* An item.",
        "* Two",
    ]
    assert words.long_sentences("word " * words.LONGEST + "end.") != []
    assert words.long_sentences("word " * (words.LONGEST - 1) + "end.") == []
