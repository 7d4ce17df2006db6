"""Books are loaded strictly: an error is one sentence with the file, the key and the reason."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from boxseat.cards import card
from boxseat.money import Odds
from boxseat.rulebook.book import Cited
from boxseat.rulebook.load import (
    GAMES,
    BookError,
    OptionError,
    book_text,
    cited_values,
    open_book,
    option_text,
    options,
    overlaid,
    parse_book,
    setting_from_text,
    with_options,
)
from boxseat.rulebook.stored_book import ADDED_KEYS, CLAUSE_NOT_SAID, kept_text, parse_kept
from tests.books import PLAIN_BLACKJACK, all_books, earlier_text, spoilt, to_toml, written_book

Spoil = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize("game", [*GAMES, PLAIN_BLACKJACK])
def test_a_book_opens_by_name_or_path_and_cites_every_value(game: str) -> None:
    book = open_book(game)
    assert len(list(cited_values(book))) > 80
    assert all(cited.clause for _, cited in cited_values(book))


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda book: book.update(colour="red"), "my-house.toml: colour: unknown key"),
        (lambda book: book["dealer"].update(smiles={"value": 1, "clause": "x"}), "dealer.smiles: unknown key"),
        (lambda book: book["dealer"]["stands_soft"].update(note="x"), "dealer.stands_soft.note: unknown key"),
        (lambda book: book.pop("dealer"), "my-house.toml: dealer: missing"),
        (lambda book: book["dealer"].pop("draws"), "my-house.toml: dealer.draws: missing"),
        (lambda book: book["dealer"]["draws"].pop("value"), "dealer.draws.value: missing"),
        (lambda book: book["dealer"]["draws"].pop("clause"), "my-house.toml: dealer.draws: names no clause"),
        (lambda book: book["dealer"]["draws"].update(clause=" "), "dealer.draws: names no clause"),
        (
            lambda book: book["dealer"]["stands_soft"].update(value="18"),
            "dealer.stands_soft.value: expected int, got str",
        ),
        (lambda book: book["dealer"]["draws"].update(value="often"), "dealer.draws.value: invalid enum value 'often'"),
        (lambda book: book["doubling"]["soft"].update(value=1), "doubling.soft.value: expected bool, got int"),
        (lambda book: book["natural"]["odds"].update(value="3/2"), "natural.odds.value: '3/2' is not odds"),
        (lambda book: book["natural"]["odds"].update(value="1:0"), "natural.odds.value: '1:0' is not odds"),
        (lambda book: book["natural"]["odds"].update(value=1.5), "natural.odds.value: expected odds such as '3:2'"),
        (
            lambda book: book["chips"]["smallest_chip"].update(value="-1"),
            "chips.smallest_chip.value: '-1' is not an amount",
        ),
        (
            lambda book: book["chips"]["smallest_chip"].update(value="0"),
            "chips.smallest_chip.value: '0' is not above zero",
        ),
        (lambda book: book["cards"]["ranks"].update(value="AA"), "cards.ranks: 'AA' is not a choice of the ranks"),
        (lambda book: book["cards"]["ranks"].update(value="A1"), "cards.ranks: 'A1' is not a choice of the ranks"),
        (lambda book: book["cards"]["ranks"].update(value=""), "cards.ranks: a deck needs at least one rank"),
        (
            lambda book: book["cards"].update(decks={"value": 0, "clause": "x"}),
            "cards.decks: 0 is not between 1 and 64",
        ),
        (
            lambda book: book["shoe"]["cut_from_ends"].update(value=-1),
            "shoe.cut_from_ends: -1 is not between 0 and 64",
        ),
        (lambda book: book["shoe"]["final_rounds"].update(value=101), "shoe.final_rounds: 101 is not between 0 and"),
        (lambda book: book.pop("device"), "my-house.toml: device: missing"),
        (
            lambda book: book["device"]["cut"].update(value=True),
            "device.cut: cards go into a shuffling device without a cut",
        ),
        (lambda book: book["device"]["rack_returns"].update(value="never"), "device.rack_returns.value: invalid enum"),
        (lambda book: book["cards"]["decks"].update(value=3), "cards.decks: the value 3 is not among those permitted"),
        (lambda book: book["doubling"]["totals"].update(value=[11, 9]), "doubling.totals: 11 is not between 2 and 9"),
        (
            lambda book: book["doubling"]["totals"].update(value=[9]),
            "doubling.totals.value: expected array of length 2",
        ),
        (lambda book: book["dealer"].update(stands_soft={"value": 16, "clause": "x"}), "dealer.stands_soft: 16 is not"),
        (
            lambda book: book["insurance"]["most"].update(value="2:1"),
            "insurance.most: 2:1 is more than the whole wager",
        ),
        (lambda book: book["surrender"]["loses"].update(value="3:2"), "surrender.loses: 3:2 is more than the whole"),
        (lambda book: book["payouts"]["lines"][0].update(clause=""), "payouts.lines[0].clause: names no clause"),
        (lambda book: book["payouts"]["lines"][0].update(cards=[7, 5]), "payouts.lines[0].cards: must be from fewest"),
        (lambda book: book["payouts"]["lines"][1].update(cards=[4, 4]), "payouts.lines[1].cards: must be from fewest"),
        (lambda book: book.pop("perfect_pairs"), "perfect_pairs: stands in the book if it is among the offers"),
        (lambda book: book["offers"]["side_bets"].update(value=[]), "perfect_pairs: stands in the book if"),
        (lambda book: book["offers"]["bonuses"].update(value=["super-bonus"]), "super_bonus: stands in the book if"),
        (
            lambda book: book["natural"]["against_dealer_natural"].update(value="wins"),
            "natural.even_money: means nothing",
        ),
    ],
)
def test_a_spoilt_book_is_refused_in_a_sentence(spoil: Spoil, sentence: str) -> None:
    written = written_book()
    spoil(written)
    with pytest.raises(BookError) as raised:
        spoilt(written)
    said = str(raised.value)
    assert sentence in said
    assert said.startswith("my-house.toml: ")
    assert "\n" not in said


@pytest.mark.parametrize("game", GAMES)
def test_a_kept_text_of_an_earlier_program_is_read_as_its_instrument_says(game: str) -> None:
    """A table continues by the text it was opened with, although books have been given more keys since."""
    older = earlier_text(game)
    with pytest.raises(BookError, match="missing"):
        parse_book(older, source=game)
    assert parse_kept(older, source=game) == open_book(game)
    assert kept_text(book_text(game)) == book_text(game)


def test_a_kept_text_of_a_houses_own_says_that_nothing_was_said() -> None:
    written = written_book()
    for key in ADDED_KEYS:
        section, _, name = key.partition(".")
        del written[section][name]
    del written["conduct"]
    book = parse_kept(to_toml(written), source="my-house.toml")
    values = dict(cited_values(book))
    assert {key: values[key].value for key in ADDED_KEYS} == ADDED_KEYS
    assert {values[key].clause for key in ADDED_KEYS} == {CLAUSE_NOT_SAID}


def test_a_kept_text_that_lacks_more_is_refused_as_ever() -> None:
    for text, sentence in (("name = ", "is not TOML"), (earlier_text().replace("decks = ", "dice = "), "unknown key")):
        with pytest.raises(BookError, match=sentence):
            parse_kept(text, source="star-pontoon")


def test_text_that_is_not_toml_is_refused() -> None:
    with pytest.raises(BookError, match=r"my-house.toml: is not TOML: "):
        parse_book("name = ", source="my-house.toml")
    with pytest.raises(BookError, match="nested too deeply"):
        parse_book("a = " + "[" * 100_000, source="my-house.toml")


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    for game, sentence in (
        ("whist", "whist: no such game; there are canberra-pontoon"),
        (str(tmp_path / "none.toml"), "cannot be read: No such file or directory"),
        (str(tmp_path), "cannot be read: Is a directory"),
        ("my\0house.toml", "cannot be read"),
    ):
        with pytest.raises(BookError) as raised:
            open_book(game)
        assert sentence in str(raised.value)
    latin = tmp_path / "latin.toml"
    latin.write_bytes('name = "caf\xe9"'.encode("latin-1"))
    with pytest.raises(BookError, match="is not UTF-8 text"):
        open_book(str(latin))
    large = tmp_path / "large.toml"
    large.write_bytes(b"#" * 1_000_001)
    with pytest.raises(BookError, match="too large"):
        open_book(str(large))


def test_a_books_text_and_its_record_agree() -> None:
    """Writing a book and reading it again changes nothing, so a damaged book in a test has only the intended damage."""
    assert spoilt(written_book()) == open_book(PLAIN_BLACKJACK)
    assert "dealer_pontoon_takes" in to_toml(written_book())


def test_options_come_from_the_book() -> None:
    assert {game: sorted(options(open_book(game))) for game in GAMES} == {
        "canberra-pontoon": ["dealer_pontoon_takes", "decks", "side_bets", "smallest_chip"],
        "canberra-blackjack": ["dealer_pontoon_takes", "decks", "side_bets", "smallest_chip"],
        "star-pontoon": [
            *("dealer_pontoon_takes", "decks", "max_split_hands", "perfect_pairs_needs", "side_bets", "smallest_chip")
        ],
        "star-pontoon-6to5": [
            "absent_player",
            "dealer_pontoon_takes",
            "decks",
            "max_split_hands",
            "perfect_pairs_needs",
            "side_bets",
            "smallest_chip",
        ],
    }


def test_r25_decks() -> None:
    for game, default, permitted in (
        ("canberra-pontoon", 4, (3, 4, 5, 6, 7, 8)),
        ("canberra-blackjack", 8, (4, 5, 6, 7, 8)),
        ("star-pontoon", 8, (6, 8)),
        ("star-pontoon-6to5", 8, (6, 8)),
    ):
        decks = options(open_book(game))["decks"]
        assert (decks.value, decks.permitted) == (default, permitted)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"decks": 7}, "decks: '7' is not permitted; it may be 6 or 8"),
        ({"decks": "8"}, "decks: '8' is not permitted"),
        ({"decks": True}, "decks: 'True' is not permitted"),
        ({"speed": 3}, "speed: star-pontoon has no such option; it has decks, smallest_chip"),
        ({"smallest_chip": "0.001"}, "smallest_chip: '0.001' is no whole number of cents"),
        ({"smallest_chip": None}, "smallest_chip: None is not an amount"),
        ({"dealer_pontoon_takes": "original-bets-only"}, "dealer_pontoon_takes: 'original-bets-only' is not permitted"),
        ({"absent_player": "stand"}, "absent_player: star-pontoon has no such option"),
    ],
)
def test_a_setting_that_is_not_permitted_is_refused(settings: dict[str, object], sentence: str) -> None:
    with pytest.raises(OptionError) as raised:
        with_options(open_book("star-pontoon"), settings)
    assert sentence in str(raised.value)


def test_settings_that_go_against_the_rest_of_the_book_are_refused() -> None:
    book = all_books()["plain-blackjack"]
    loose = parse_book(
        to_toml(
            {
                **written_book(),
                "cards": {**written_book()["cards"], "decks": {"value": 6, "clause": "x", "permitted": "any"}},
            }
        ),
        source="loose.toml",
    )
    with pytest.raises(OptionError, match=r"cards\.decks: 65 is not between 1 and 64"):
        with_options(loose, {"decks": 65})
    assert with_options(loose, {"decks": 64}).cards.decks.value == 64
    with pytest.raises(OptionError, match="decks: 'x' is not permitted; it may be any"):
        with_options(loose, {"decks": "x"})
    assert with_options(book, {}) is book


def test_an_overlay_replaces_values_with_clauses_of_its_own() -> None:
    """As a tournament session does while it lasts; the book itself stays as it is."""
    book = open_book("star-pontoon")
    over = overlaid(book, {"splitting.max_split_hands": Cited(3, "21.9"), "conduct.advice": Cited("none", "21.4")})
    assert over.splitting.max_split_hands == Cited(3, "21.9")
    assert over.doubling is book.doubling
    assert open_book("star-pontoon") == book
    for values, sentence in (
        ({"splitting.hands": Cited(3, "21.9")}, "splitting.hands: star-pontoon has no such key"),
        ({"splitting.max_split_hands": Cited("3", "21.9")}, "splitting.max_split_hands: star-pontoon has no such key"),
        ({"splitting.max_split_hands": Cited(3, " ")}, "splitting.max_split_hands: "),
    ):
        with pytest.raises(OptionError, match=re.escape(sentence)):
            overlaid(book, values)


def test_a_permitted_value_may_have_a_clause_of_its_own() -> None:
    star = open_book("star-pontoon-6to5")
    assert with_options(star, {"max_split_hands": 3}).splitting.max_split_hands.clause == "13.9.3"
    assert with_options(star, {"max_split_hands": 2}).splitting.max_split_hands.clause == "13.8"
    assert with_options(star, {"absent_player": "stand"}).irregularities.absent_player.clause == "17.10.1"
    pairs = with_options(star, {"perfect_pairs_needs": "own-main-wager"}).perfect_pairs
    assert pairs is not None
    assert pairs.perfect_pairs_needs.clause == "15.4"


def test_settings_as_people_type_them() -> None:
    book = all_books()["plain-blackjack"]
    for typed, setting in (
        ("decks=8", ("decks", 8)),
        ("decks=many", ("decks", "many")),
        ("soft=true", ("soft", True)),
        ("soft=perhaps", ("soft", "perhaps")),
        ("smallest_chip=2.50", ("smallest_chip", "2.50")),
        ("pairs=equal-value", ("pairs", "equal-value")),
        ("unknown=1", ("unknown", "1")),
    ):
        assert setting_from_text(book, typed) == setting
    assert with_options(book, {"odds": "6:5"}).natural.odds.value == Odds("6:5")
    with pytest.raises(OptionError, match="odds: '2:1' is not permitted; it may be 3:2 or 6:5 or 1:1"):
        with_options(book, {"odds": "2:1"})
    with pytest.raises(OptionError, match="odds: 'much' is not odds such as 3:2"):
        with_options(book, {"odds": "much"})
    with pytest.raises(OptionError, match="odds: '3' is not permitted"):
        with_options(book, {"odds": 3})
    with pytest.raises(OptionError, match="decks: a setting is written NAME=VALUE"):
        setting_from_text(book, "decks")
    with pytest.raises(OptionError, match="soft: 'perhaps' is not permitted; it may be false or true"):
        with_options(book, {"soft": "perhaps"})


def test_a_pair_is_two_cards_of_one_value_or_of_one_rank_and_may_be_split_where_there_are_splits() -> None:
    star, blackjack = open_book("star-pontoon").splitting, open_book("canberra-blackjack").splitting
    king, queen = card("KS"), card("QH")
    assert (star.is_pair(king, queen), blackjack.is_pair(king, queen)) == (not star.by_rank, not blackjack.by_rank)
    assert star.is_pair(king, king)
    assert star.may_split(king, king)
    one_hand = msgspec.structs.replace(star.max_split_hands, value=1)
    assert not msgspec.structs.replace(star, max_split_hands=one_hand).may_split(king, king)


def test_an_option_that_is_a_list_is_written_with_plus_signs() -> None:
    """SP 16.1, CP 18.1, CB 17.1, 18.1: which side bets a table offers."""
    book = open_book("canberra-blackjack")
    sevens = with_options(book, dict([setting_from_text(book, "side_bets=super-sevens")]))
    assert (sevens.perfect_pairs, sevens.super_sevens) == (None, book.super_sevens)
    assert option_text(sevens.offers.side_bets.value) == "super-sevens"
    none = with_options(book, {"side_bets": "none"})
    assert (none.perfect_pairs, none.super_sevens, option_text(none.offers.side_bets.value)) == (None, None, "none")
    assert with_options(book, {"side_bets": "perfect-pairs+super-sevens"}) == book
    with pytest.raises(OptionError, match="'poker' is not permitted"):
        with_options(book, {"side_bets": "poker"})
