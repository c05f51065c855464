"""Test stepwise hints, the screens after a game, levels, and pages whose server does not answer."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from perfectplay import parse_position
from perfectplay.core.game import game_names
from tests.browser.conftest import CheckPage, OpenPage, at, heard, more, sideways, tile

MISTAKES = "/taxman:20/20.18.16"
"""A badly played game, one move before its end."""


def clues(page: Page) -> Locator:
    return page.locator(".clues li")


# -- hints ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/taxman:20/19", "/coins:3.9.1.2.8.4.7/LR", "/pursuit:3.6.9.10.50.100:951", "/factorgame:30/29"]
)
def test_the_page_finds_hints_without_the_server(open_page: OpenPage, path: str) -> None:
    page = open_page(path)
    for steps, name in enumerate(("Hint: an idea", "Hint: where to look"), 1):
        page.get_by_role("button", name=name).click()
        expect(clues(page)).to_have_count(steps)
    loaded = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)")
    assert "/static/answers.js" in loaded
    assert [name for name in loaded if "/hint" in name] == []


def test_a_child_gets_an_idea_first_and_the_move_last(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/taxman:20")
    expect(tile(page, 19)).to_be_visible()
    page.get_by_role("button", name="Hint: an idea").click()
    idea = "A prime costs only the 1, and there is only one 1: which prime brings most?"
    expect(clues(page)).to_have_text([idea])
    heard(page, idea)
    page.keyboard.press("h")
    expect(clues(page)).to_have_text([idea, "It is a number from 17 to 20."])
    heard(page, "It is a number from 17 to 20.")
    expect(page.locator('[data-mark="area"]')).to_have_count(4)
    axe(page)
    page.get_by_role("button", name="Hint: the move").click()
    expect(tile(page, 19)).to_have_attribute("data-mark", "hint")
    expect(page.locator(".tiles-ticket")).to_contain_text("Take 19: it keeps 124.")
    page.get_by_role("button", name="Take 19").click()
    at(page, "/taxman:20/19")
    # In the next position, hints start again with the first step.
    expect(page.get_by_role("button", name="Hint: an idea")).to_be_visible()
    expect(clues(page)).to_have_count(0)
    expect(page.locator("[data-mark]")).to_have_count(0)


def test_a_link_may_forbid_hints_or_give_them_at_once(open_page: OpenPage) -> None:
    for path in ("/taxman:20?hints=off", "/coins:5.1.1.5?vs=perfect&first=me&hints=off", "/pursuit:1.2:3?hints=off"):
        page = open_page(path)
        expect(page.get_by_role("button", name="Undo")).to_be_visible()
        expect(page.get_by_role("button", name="Hint")).to_have_count(0)
        page.keyboard.press("h")
        expect(clues(page)).to_have_count(0)
    page = open_page("/taxman:20?hints=full")
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(tile(page, 19)).to_have_attribute("data-mark", "hint")


def test_hints_of_coins_have_steps(open_page: OpenPage) -> None:
    page = open_page("/coins:5.1.1.5.1.2.2.1?vs=perfect&first=me", theme="dark")
    expect(page.get_by_role("button", name="Take the 5 on the left")).to_be_visible()
    page.keyboard.press("h")
    expect(clues(page)).to_have_text(["The larger of the two coins is the better one here."])
    page.keyboard.press("h")
    expect(clues(page).nth(1)).to_have_text("From here on, one move is worth 8 to you, and the other 0.")
    expect(page.locator(".two-coach")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".stage-say")).to_contain_text("Take the 5 on the left: that keeps 13.")
    expect(page.locator(".two-coach")).to_have_count(0)
    heard(page, "Take the 5 on the left: that keeps 13.")


def test_hints_of_pursuit_have_steps(open_page: OpenPage) -> None:
    page = open_page("/pursuit:3.6.9.10.50.100:951", lang="de")
    expect(page.locator(".pursuit-target")).to_contain_text("951")
    page.keyboard.press("h")
    expect(clues(page)).to_have_text(["3 Schritte führen zum Ziel, und der letzte ist eine Subtraktion."])
    page.keyboard.press("h")
    expect(clues(page).nth(1)).to_have_text("Nimm diese beiden Zahlen: 100 und 6.")
    page.keyboard.press("h")
    expect(page.locator(".pursuit-hint")).to_contain_text("100 + 6")


# -- after a game --------------------------------------------------------------------------------------------------


def test_a_player_sees_what_each_move_cost_and_tries_again(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page(MISTAKES)
    tile(page, 14).click()
    at(page, "/taxman:20/20.18.16.14")
    curve = page.get_by_role("region", name="What each move gave away")
    expect(curve).to_contain_text("2 of 4 moves gave something away.")
    expect(curve.get_by_role("listitem")).to_have_text(
        [re.compile("Move 1: 20: gave away 29; better: 19"), re.compile("Move 2: 18: gave away 27; better: 15")]
    )
    expect(curve.locator(".curve-slip")).to_have_count(2)
    axe(page)
    again = curve.get_by_role("button", name="Try again from here: Move 2: 18")
    again.focus()
    page.keyboard.press("Enter")
    at(page, "/taxman:20/20")
    expect(tile(page, 18)).to_be_focused()
    # The later moves of the game can still be redone.
    page.keyboard.press("r")
    at(page, "/taxman:20/20.18")
    page.go_back()
    page.go_back()
    at(page, "/taxman:20/20.18.16.14")
    # The board shows the position that the mouse or keyboard selects on the curve, and marks its best move.
    graph = curve.locator(".curve-graph")
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": box["width"] / 4, "y": 20})
    at(page, "/taxman:20/20")
    expect(tile(page, 15)).to_have_attribute("data-mark", "hint")
    expect(curve.locator("[aria-current]")).to_have_text(re.compile("Move 2: 18"))
    curve.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    at(page, "/taxman:20/20.18")
    expect(curve.locator(".curve-told")).to_have_text("Move 3: 16: gave nothing away")
    # The result card is shown only at the end: before the end, it must not cover anything.
    expect(page.locator(".result-card")).to_have_count(0)
    page.keyboard.press("Home")
    expect(tile(page, 19)).to_have_attribute("data-mark", "hint")
    axe(page)


def test_a_perfect_game_has_nothing_to_mend(open_page: OpenPage) -> None:
    page = open_page("/taxman:20/19.14.10.15.20.12.18.16")
    expect(page.get_by_role("region", name="What each move gave away")).to_contain_text("No move gave anything away.")
    expect(page.locator(".curve-moves")).to_have_count(0)


def test_a_large_game_is_looked_at_when_asked(open_page: OpenPage) -> None:
    position = parse_position("taxman:151")
    while not position.is_over():
        position = position.play(position.legal_moves()[-1])
    page = open_page(f"/{position.id}")
    curve = page.get_by_role("region", name="What each move gave away")
    expect(curve.get_by_role("listitem")).to_have_count(0)
    curve.get_by_role("button", name="Look at every move again").click()
    expect(curve.get_by_role("listitem").first).to_contain_text("Move 2: 150")


def test_mistakes_against_the_computer_are_mine_to_mend(open_page: OpenPage) -> None:
    page = open_page("/coins:5.1.1.5.1.2.2.1/RLRRRRRL?vs=perfect&first=me")
    curve = page.get_by_role("region", name="What each move gave away")
    expect(curve.get_by_role("listitem").first).to_contain_text(
        "Move 1, You: the 1 on the right: gave away 8; better: left"
    )
    # Against a computer, no player is called Alice or Bob.
    for seat in page.locator(".coins-name").all():
        expect(seat).not_to_contain_text(re.compile("Alice|Bob"))
    curve.get_by_role("button", name="Try again from here: Move 5").click()
    at(page, "/coins:5.1.1.5.1.2.2.1/RLRR")
    expect(page.get_by_role("button", name=re.compile("Take the")).first).to_be_visible()


def test_the_step_that_lost_the_target_is_named(open_page: OpenPage, axe: CheckPage) -> None:
    page = open_page("/pursuit:3.6.9.10.50.100:951/100a50.150m10")
    page.get_by_role("button", name="That is my answer").click()
    result = page.locator(".result-card")
    expect(result).to_contain_text("In step 2, 150 \u00d7 10, the target went out of reach.")
    axe(page)
    result.get_by_role("button", name="Try again from here").click()
    at(page, "/pursuit:3.6.9.10.50.100:951/100a50")


# -- levels and celebration ----------------------------------------------------------------------------------------


def test_a_child_wins_a_level_and_goes_on(open_page: OpenPage, axe: CheckPage, server: str) -> None:
    page = open_page("/taxman")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("link", name="Play level by level").click()
    at(page, "/taxman/levels")
    expect(page.locator("a.level")).to_have_count(20)
    page.get_by_text("Every pot from 1 to 100").click()
    expect(page.locator("a.star-cell")).to_have_count(100)
    axe(page)
    page.get_by_role("link", name="Level 1: 1 to 4: A prime costs only the 1., next").click()
    tile(page, 3).click()
    tile(page, 4).click()
    expect(page.locator(".celebration")).to_have_text("Your first win in this game. Well done!")
    heard(page, "Your first win in this game. Well done!")
    # Users who want less motion see no confetti.
    expect(page.locator(".celebration-paper i")).to_have_count(0)
    axe(page)
    page.get_by_role("link", name="Next: 1 to 6").click()
    # Only the first win is celebrated, not the second one.
    for number in (5, 4, 6):
        tile(page, number).click()
    at(page, "/taxman:6/5.4.6")
    expect(page.locator(".result-card")).to_contain_text("A perfect game")
    expect(page.locator(".celebration")).to_have_count(0)
    page.goto(f"{server}/taxman/levels")
    expect(page.locator("a.level.perfect")).to_have_count(2)
    expect(page.get_by_text("2 of 20 won, 2 of them perfect.")).to_be_visible()
    expect(page.locator("a.level.next")).to_contain_text("1 to 9")


def test_a_free_game_leads_to_the_next_pot_and_not_to_a_level(open_page: OpenPage) -> None:
    page = open_page("/taxman:6/5.4")
    tile(page, 6).click()
    expect(page.locator(".result-card").get_by_role("link", name="Try 1 to 7")).to_be_visible()
    expect(page.get_by_role("link", name="Next:")).to_have_count(0)
    page = open_page("/coins:6.3?vs=random&first=me&seed=1")
    page.get_by_role("button", name="Take the 6 on the left").click()
    expect(page.locator(".result-card")).to_be_visible()
    expect(page.get_by_role("link", name="Next:")).to_have_count(0)


def test_a_first_win_throws_paper_where_motion_is_welcome(open_page: OpenPage) -> None:
    page = open_page("/coins:6.3?vs=random&first=me&seed=1&level=1", reduced_motion=False)
    page.get_by_role("button", name="Take the 6 on the left").click()
    expect(page.locator(".celebration")).to_contain_text("Your first win in this game. Well done! A perfect game!")
    expect(page.locator(".celebration-paper i").first).to_be_attached()
    # A player who plays a level again can still go to the next level.
    page.locator(".result-card").get_by_role("button", name="Play again", exact=True).click()
    page.get_by_role("button", name="Take the 6 on the left").click()
    page.locator(".result-card").get_by_role("link", name="Next: 7 1 2").click()
    at(page, "/coins:7.1.2")


@pytest.mark.parametrize("game", game_names())
def test_every_level_can_be_opened_at_a_first_visit(open_page: OpenPage, axe: CheckPage, game: str) -> None:
    page = open_page(f"/{game}/levels", theme="dark", width=360, height=640)
    levels = page.locator("a.level")
    expect(levels.first).to_have_class(re.compile("next"))
    assert levels.count() == page.locator(".levels > li").count() >= 17
    expect(page.locator(".levels .thumb")).to_have_count(levels.count())
    assert sideways(page) == 0
    axe(page)
    links = [urlsplit(link) for link in levels.evaluate_all("links => links.map((link) => link.getAttribute('href'))")]
    for link in links:
        assert "level=1" in link.query
        assert parse_position(link.path[1:]).legal_moves(), link
    # The hardest level can be played without solving the others.
    levels.last.click()
    at(page, links[-1].path)
    expect(page.locator("[data-number], .coins-take, [data-card]").first).to_be_visible()


def test_a_level_of_pursuit_leads_to_the_next(open_page: OpenPage) -> None:
    page = open_page("/pursuit:2.5:10?level=1")
    expect(page.locator(".pursuit-target")).to_contain_text("10")
    page.keyboard.press("=")
    page.keyboard.type("2*5")
    page.keyboard.press("Enter")
    expect(page.locator(".celebration")).to_contain_text("Your first win in this game.")
    page.get_by_role("link", name="Next: 2 5 → 7").click()
    at(page, "/pursuit:2.5:7")


# -- regressions ---------------------------------------------------------------------------------------------------


def test_a_win_is_told_once(open_page: OpenPage) -> None:
    page = open_page("/taxman:10/7.9.8.10")
    verdict = page.locator(".result-card")
    expect(verdict.get_by_role("heading")).to_have_text("You win, 34 to 21.")
    expect(verdict.get_by_text("You win, ")).to_have_count(1)


def test_a_game_of_nobody_is_one_sentence(open_page: OpenPage) -> None:
    page = open_page("/taxman:20?replay=zzz&step=2")
    expect(page.get_by_role("heading", level=1)).to_have_text("Taxman, 1 to 20")
    expect(page.locator(".error-note")).to_contain_text("no player here has that name; choose one under “Other games”.")
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".error-note")).to_have_count(0)
    assert "replay" not in page.url
    tile(page, 19).click()
    at(page, "/taxman:20/19")


def test_a_move_of_taxman_needs_no_server(open_page: OpenPage) -> None:
    """Check that previews, undo, redo and links into a game also work without a server."""
    page = open_page("/taxman", failures=True, intercepted=True)
    page.route("**/api/**", lambda route: route.abort())
    page.goto(f"{page.url}:1000/997")
    tile(page, 961).hover()
    expect(page.locator(".tiles-ticket")).to_contain_text("31")
    page.goto(f"{page.url.partition(':1000')[0]}:20/19")
    tile(page, 15).click()
    at(page, "/taxman:20/19.15")
    expect(page.locator("[data-mark]")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    at(page, "/taxman:20/19")
    page.reload()
    more(page, "Redo")
    at(page, "/taxman:20/19.15")


@pytest.mark.everyday
def test_redo_survives_a_reload(open_page: OpenPage) -> None:
    for path, end in (("/taxman:20", "/19"), ("/coins:5.1.1.5", "/L"), ("/pursuit:3.6.9.10.50.100:951", "/100a6")):
        page = open_page(f"{path}{end}")
        page.get_by_role("button", name="Undo").click()
        at(page, path)
        page.reload()
        more(page, "Redo")
        at(page, f"{path}{end}")
