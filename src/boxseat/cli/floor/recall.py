"""``boxseat recall``: prints a round of the journal card by card and decision by decision, marked as a replay."""

from __future__ import annotations

import json

import msgspec
import typer

from boxseat.cards import card
from boxseat.cli.errors import WrongRequest
from boxseat.cli.journal import journal_url, with_store
from boxseat.cli.round_story import face
from boxseat.inspection.recall import NoSuchRound, PlayerRecalled, Recalled, StepRecalled, recall

UNTOLD_DEALER_STEPS = ("deal", "round-settled", "shoe-finished")
"""Steps of the dealer that have no line of their own."""


def recall_round(round_id: str, *, data: str, database: str, as_json: bool) -> None:
    """Print a round by its id."""
    try:
        recalled = with_store(journal_url(data, database), lambda store: recall(store, round_id))
    except NoSuchRound:
        raise WrongRequest(f"ROUND: there is no round {round_id[:80]!r}") from None
    if as_json:
        typer.echo(json.dumps(msgspec.to_builtins(recalled), indent=1, ensure_ascii=False))
    else:
        typer.echo(story(recalled))


def story(recalled: Recalled) -> str:
    """A recalled round as text."""
    state = "" if recalled.over else ", still being played"
    lines = [
        f"REPLAY of round {recalled.id}: {recalled.title}, table {recalled.table}, round {recalled.number}{state}",
        f"Began {recalled.began}" + (f", ended {recalled.ended}" if recalled.ended else ""),
        f"Cards {recalled.shoe}, promised as {recalled.commitment}",
    ]
    for wager in recalled.wagers:
        beside = {"Perfect Pairs": wager.perfect_pairs, "Super Sevens": wager.super_sevens}
        amounts = [wager.stake, *(f"{name} {amount}" for name, amount in beside.items() if amount != "0.00")]
        seated = " (seated)" if wager.seated else ""
        lines.append(f"Box {wager.box}: {wager.player}{seated} {', '.join(amounts)}")
    lines.append("")
    for step in recalled.steps:
        lines.extend(_step(step))
    if recalled.void:
        lines.append(f"      Void{': ' + recalled.reason if recalled.reason else ''}.")
    lines.append("")
    lines.extend(_outcome(recalled))
    return "\n".join(lines) + "\n"


def _step(step: StepRecalled) -> list[str]:
    clock = step.at[11:23]
    lines: list[str] = []
    if step.card:
        lines.append(f"  {face(card(step.card)):>3} to {'the ' if step.to == 'dealer' else ''}{step.to}")
    elif step.instead_of:
        lines.append(f"  {clock}  the house, instead of {step.instead_of}: {_deed(step)}")
    elif step.who != "dealer" or step.what not in UNTOLD_DEALER_STEPS:
        lines.append(f"  {clock}  {step.who}: {_deed(step)}")
    lines.extend(f"      {sentence}" for sentence in step.said)
    return lines


def _deed(step: StepRecalled) -> str:
    where = f" on box {step.box}" if step.box else ""
    amount = f" for {step.amount}" if step.amount else ""
    joined = f", joined by {' and '.join(step.joined_by)}" if step.joined_by else ""
    return f"{step.what.replace('-', ' ')}{where}{amount}{joined}"


def _outcome(recalled: Recalled) -> list[str]:
    last = next((step.picture for step in reversed(recalled.steps) if step.picture is not None), None)
    lines: list[str] = []
    if last is not None:
        hands = [("dealer", last.dealer_total, last.dealer)] if last.dealer else []
        for box in last.boxes:
            for place, hand in enumerate(box.hands, start=1):
                name = f"box {box.number}" if len(box.hands) == 1 else f"box {box.number}, hand {place}"
                hands.append((name, hand.total, hand.cards))
        for name, points, cards in hands:
            lines.append(f"  {name:<16} {points:>3}  {' '.join(face(card(one)) for one in cards)}")
    lines.append("")
    lines.append(f"  {'':<24}{'before':>12}{'staked':>12}{'won':>12}{'lost':>12}{'after':>12}")
    lines.extend(_player(player) for player in recalled.players)
    lines.append(f"  {'the house':<24}{recalled.house:>36}")
    return lines


def _player(player: PlayerRecalled) -> str:
    amounts = (player.before, player.staked, player.won, player.lost, player.after)
    bought = f"  (bought {player.bought} meanwhile)" if player.bought != "0.00" else ""
    return f"  {player.name:<24}" + "".join(f"{amount:>12}" for amount in amounts) + bought
