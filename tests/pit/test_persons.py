"""The register of persons (R49, R50): exclusions, bars, detentions and Player Cards, who may record them, and by which clause."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from tests.rehearsal.written_day import PEOPLE, WON, Played, command, outcomes, play, whole_round


class Venue(NamedTuple):
    """A game, with the clauses of its exclusions."""

    game: str
    ground: str
    of_game: str
    of_casino: str


STAR = (
    Venue("star-pontoon", "20.4", "20.4.2", "20.4.3"),
    Venue("star-pontoon-6to5", "19.3", "19.3.2", "19.3.3"),
)
CANBERRA = (
    Venue("canberra-pontoon", "17.3", "17.3(b)", "17.3(b)"),
    Venue("canberra-blackjack", "16.3", "16.3(b)", "16.3(b)"),
)
AT_THE_STAR = pytest.mark.parametrize("venue", STAR, ids=[each.game for each in STAR])
AT_CANBERRA = pytest.mark.parametrize("venue", CANBERRA, ids=[each.game for each in CANBERRA])
EVERYWHERE = pytest.mark.parametrize("venue", STAR + CANBERRA, ids=[each.game for each in STAR + CANBERRA])
SIGN = {"min": "10", "max": "500"}


def exclude(who: str = "sue", table: str = "p1", **fields: Any) -> dict[str, Any]:
    given = {"player": "ann", "scope": "game", "because": "device", "reason": "a phone", **fields}
    return command(who, "exclude", table, **given)


def readmit(who: str = "gus", table: str = "p1") -> dict[str, Any]:
    return command(who, "readmit", table, player="ann")


def lay(table: str = "p1", who: str = "ann") -> dict[str, Any]:
    return command(who, "wager", table, box=1, stake="10")


def card_status(who: str = "sue", *, valid: bool = False) -> dict[str, Any]:
    return {"who": who, "do": "card-status", "player": "ann", "valid": valid}


def present(card_of: str, who: str = "dan", table: str = "p1") -> dict[str, Any]:
    return command(who, "present-card", table, player="ann", card_of=card_of)


def bar(who: str = "gus", do: str = "bar", player: str = "ann") -> dict[str, Any]:
    return {"who": who, "do": do, "player": player, "law": "self-exclusion", "reason": "asked for it"}


def at(venue: Venue, *steps: dict[str, Any], **changed: Any) -> Played:
    """Two tables of the game, and one of another."""
    other = "canberra-blackjack" if venue.game != "canberra-blackjack" else "canberra-pontoon"
    tables = {
        name: {"game": game, "sign": SIGN} for name, game in (("p1", venue.game), ("p2", venue.game), ("o1", other))
    }
    people = {**PEOPLE, "sam": "supervisor"}
    return play(*steps, **{"tables": tables, "people": people, **changed})


def _wagers(played: Played) -> list[tuple[str, str]]:
    return [(name, laid["player"]) for name, table in played.objects["tables"].items() for laid in table["wagers"]]


# Exclusion


@EVERYWHERE
def test_17_3_b_who_is_excluded_from_a_game_plays_at_none_of_its_tables(venue: Venue) -> None:
    """CP 17.3(b), CB 16.3(b), SP 20.4.2, S6 19.3.2, R49: wagers back at all of them, and no tables of other games."""
    bought = [command("ann", "buy-in", table, amount="100") for table in ("p1", "p2", "o1")]
    played = at(
        venue,
        *bought,
        *(lay(table) for table in ("p1", "p2", "o1")),
        exclude(),
        *(whole_round(*WON, table=table) for table in ("p1", "p2", "o1")),
    )
    assert outcomes(played)[-4:] == ["done", venue.of_game, venue.of_game, "done"]
    assert played.objects["exclusions"] == [
        {
            "player": "ann",
            "scope": "game",
            "game": venue.game,
            "clause": venue.of_game,
            "since": "2024-09-02T18:00:00+10:00",
        }
    ]
    assert _wagers(played) == []
    assert [table["players"] for table in played.objects["tables"].values()] == [[], [], ["ann"]]
    assert played.objects["notices"] == []


@AT_THE_STAR
def test_20_4_3_who_is_excluded_from_the_casino_plays_at_no_table(venue: Venue) -> None:
    """SP 20.4.3, S6 19.3.3: by that clause at tables of other instruments too; it comes before an exclusion from the game."""
    played = at(
        venue,
        exclude(),
        exclude(scope="casino"),
        *(whole_round(*WON, table=table) for table in ("p1", "o1")),
        command("ann", "buy-in", "o1", amount="100"),
        exclude(),
        exclude("sam", scope="casino"),
        exclude("sam", "o1", because="rules"),
    )
    assert outcomes(played) == ["done", "done", *[venue.of_casino] * 6]
    assert [(one["scope"], one["clause"]) for one in played.objects["exclusions"]] == [
        ("game", venue.of_game),
        ("casino", venue.of_casino),
    ]


@AT_THE_STAR
def test_20_4_at_the_star_only_a_forbidden_device_excludes(venue: Venue) -> None:
    played = at(
        venue, exclude(because="rules"), exclude(because="player-card"), exclude(because="rules", scope="casino")
    )
    assert outcomes(played) == [venue.ground] * 3


@AT_CANBERRA
def test_17_3_at_canberra_any_breach_excludes_from_the_game_and_nothing_from_the_casino(venue: Venue) -> None:
    played = at(venue, exclude(scope="casino"), exclude(because="rules"), exclude(), exclude(player="bob"))
    assert outcomes(played) == [venue.of_casino, "done", venue.of_game, "done"]


@EVERYWHERE
def test_49_a_gaming_manager_readmits_where_the_exclusion_was_made(venue: Venue) -> None:
    elsewhere = "16.3(b)" if venue.game != "canberra-blackjack" else "17.3(b)"
    played = at(
        venue, readmit(), exclude(), readmit(table="o1"), readmit("sue"), readmit(table="p2"), whole_round(*WON)
    )
    assert outcomes(played) == [venue.of_game, "done", elsewhere, "", "done", "done"]
    assert played.objects["exclusions"] == []


def test_49_a_readmission_lifts_every_exclusion_of_the_game_and_no_other() -> None:
    tables = {
        name: {"game": game, "sign": SIGN} for name, game in (("p1", "star-pontoon"), ("b1", "canberra-blackjack"))
    }
    steps = exclude(), exclude(scope="casino"), exclude("sue", "b1"), readmit(), exclude("sue", "b1"), readmit()
    played = play(*steps, *(whole_round(*WON, table=table) for table in ("p1", "b1")), tables=tables)
    assert outcomes(played) == ["done", "done", "20.4.3", "done", "done", "20.4.2", "done", "16.3(b)"]


@EVERYWHERE
def test_50_an_exclusion_is_a_supervisors_and_needs_a_reason(venue: Venue) -> None:
    steps = exclude("dan"), exclude("ann"), exclude("ivy"), exclude(reason=" "), exclude(player="sue")
    assert outcomes(at(venue, *steps)) == ["", "", "", venue.of_game, ""]


# Bars outside the rules


def test_a_barred_player_plays_at_no_table_and_a_gaming_manager_attests_it() -> None:
    played = play(
        command("ann", "buy-in", amount="100"),
        lay(),
        bar("sue"),
        bar(),
        bar(),
        *(whole_round(*WON, table=table) for table in ("p1", "b1")),
        bar("sue", "unbar"),
        bar(do="unbar"),
        bar(do="unbar"),
        *(whole_round(*WON, table=table) for table in ("p1", "b1")),
    )
    assert outcomes(played) == ["done", "done", "", "done", "", "", "", "", "done", "", "done", "done"]
    assert played.objects["exclusions"] == []


def test_an_exclusion_of_a_barred_player_is_told_by_its_clause_until_it_is_lifted() -> None:
    played = play(bar(), exclude(), whole_round(*WON), readmit(), whole_round(*WON))
    assert outcomes(played) == ["done", "done", "20.4.2", "done", ""]


# Detention


@AT_THE_STAR
def test_20_4_4_a_person_with_a_device_is_detained_until_somebody_takes_over(venue: Venue) -> None:
    """SP 20.4.4, S6 19.3.4: recorded as attested (R50); the inspector is told."""
    clause = venue.ground + ".4"
    detain = command("sue", "detain", player="ann", reason="a phone")
    handed = command("sam", "hand-over", player="ann", to="police")
    played = at(venue, handed, detain, detain, command("dan", "detain", player="bob", reason="x"))
    assert outcomes(played) == [clause, "done", clause, ""]
    assert played.objects["detained"] == {"ann": clause}
    (told,) = played.objects["notices"]
    assert (told["to"], told["table"], told["clause"]) == ("inspector", "p1", clause)
    played = at(venue, detain, handed, handed)
    assert (outcomes(played), played.objects["detained"]) == (["done", "done", clause], {})


@AT_CANBERRA
def test_17_3_nobody_is_detained_at_canberra(venue: Venue) -> None:
    played = at(venue, command("sue", "detain", player="ann", reason="a phone"))
    assert outcomes(played) == [venue.ground]
    assert (played.objects["detained"], played.objects["notices"]) == ({}, [])


# Player Cards


def test_20_1_without_a_valid_player_card_nothing_is_wagered_at_star_pontoon() -> None:
    """SP 20.1, 6.1: at no table of it; at other games no card is needed."""
    tables = {"p1": {"game": "star-pontoon"}, "s1": {"game": "star-pontoon-6to5"}, "b1": {"game": "canberra-blackjack"}}
    steps = [whole_round(*WON, table=table) for table in tables]
    played = play(
        card_status("dan"), card_status(), *steps, present("ann"), card_status(valid=True), *steps, tables=tables
    )
    assert outcomes(played) == ["", "done", "20.1", "done", "done", "20.1", "done", "done", "done", "done"]


def test_20_1_on_anothers_card_wagers_are_invalid_until_their_own_is_shown() -> None:
    """SP 20.1, 20.1.1, 20.1.2, 18.21.1: on a claim of agency too."""
    played = play(command("ann", "buy-in", amount="100"), lay(), present("bob"))
    assert (outcomes(played), _wagers(played)) == (["done"] * 3, [])
    assert played.objects["wallets"]["ann"] == "900.00"
    steps = (
        command("ann", "buy-in", amount="100"),
        present("bob, as whose agent she plays"),
        lay(),
        present("ann"),
        lay(),
    )
    assert outcomes(play(*steps)) == ["done", "done", "20.1", "done", "done"]


def test_20_1_only_their_own_card_ends_what_anothers_began_and_only_a_valid_one() -> None:
    """SP 20.1: whether a player has a valid card, and whether they showed their own, are two facts."""
    win, late = whole_round(*WON), (card_status(valid=True), present("ann"), whole_round(*WON))
    assert outcomes(play(present("bob"), card_status(valid=True), win, present("ann"), win)) == [
        *("done", "done", "20.1", "done", "done")
    ]
    assert outcomes(play(present("bob"), card_status(), present("ann"), win, *late)) == [
        *("done", "done", "20.1", "20.1", "done", "done", "done")
    ]
    assert outcomes(play(card_status(), present("bob"), card_status(valid=True), win, *late)) == [
        *("done", "done", "done", "20.1", "done", "done", "done")
    ]


@pytest.mark.parametrize("venue", [each for each in STAR + CANBERRA if each.game != "star-pontoon"], ids=str)
def test_20_1_where_no_card_is_needed_none_is_presented(venue: Venue) -> None:
    assert outcomes(at(venue, present("bob"))) == [venue.ground]


def test_6_1_from_19_august_2024_by_the_clock_of_the_house() -> None:
    """SP 6.1, 20.1: midnight in Sydney."""
    played = play(
        card_status(),
        command("ann", "buy-in", amount="100"),
        {"at": "23:59:59", **lay()},
        command("sue", "void-wagers", player="ann", because="player-card", reason="none"),
        {"at": "2024-08-19T00:00:00+10:00", **lay()},
        command("sue", "void-wagers", player="ann", because="player-card", reason="none"),
        start="2024-08-18T20:00:00+10:00",
    )
    assert outcomes(played) == ["done", "done", "done", "20.1", "20.1", "done"]
    assert _wagers(played) == []


def test_21_3_wagers_of_settled_rounds_stand() -> None:
    """SP 18.21.3."""
    void = command("sue", "void-wagers", player="ann", because="player-card", reason="another's card")
    played = play(whole_round(*WON), void, card_status())
    assert outcomes(played) == ["done", "18.21.3", "done"]
    assert played.objects["rounds"][0]["net"] == {"ann": "20.00"}
