"""The course of a game: its topics and skills, and the exercise of any skill and seed."""

from __future__ import annotations

import re

from boxseat.rulebook.book import Book
from boxseat.training.chance import Chance
from boxseat.training.exercise import Exercise
from boxseat.training.practice_round import ShoeOut
from boxseat.training.skill import TOPICS, Skill
from boxseat.training.skills.broken_round import BROKEN_ROUNDS
from boxseat.training.skills.deal_order import DEAL_ORDER
from boxseat.training.skills.forgotten_step import FORGOTTEN_STEPS
from boxseat.training.skills.hand_totals import HAND_TOTALS
from boxseat.training.skills.loose_cards import LOOSE_CARDS
from boxseat.training.skills.misplaced_card import MISPLACED_CARD
from boxseat.training.skills.payments import PAYMENTS
from boxseat.training.skills.shuffle_and_cut import SHUFFLE_AND_CUT
from boxseat.training.skills.table_wagers import TABLE_WAGERS

SKILLS: dict[str, Skill] = {
    skill.name: skill
    for skill in (
        *SHUFFLE_AND_CUT,
        *HAND_TOTALS,
        *DEAL_ORDER,
        *PAYMENTS,
        *TABLE_WAGERS,
        *LOOSE_CARDS,
        MISPLACED_CARD,
        *FORGOTTEN_STEPS,
        *BROKEN_ROUNDS,
    )
}
"""All skills by name."""
ATTEMPTS_MAX = 400
"""Choices that lead to no suitable exercise are made again, so many times in all."""
SEEDS_END = 1 << 31
TOPIC_WEIGHTS = {"shuffle-and-cut": 1, "deal": 2, "wagers-and-payouts": 3, "irregularities": 5}
_KEY = re.compile(r"([a-z-]{1,40})/([0-9]{1,10})")


class NoExercise(ValueError):
    """There is no such exercise; the message says why."""


def course(book: Book) -> list[dict[str, object]]:
    """The topics of a game and their skills, as plain data."""
    return [
        {
            "topic": topic,
            "title": title,
            "skills": [{"skill": one.name, "title": one.title} for one in skills_of(book, topic)],
        }
        for topic, title in TOPICS.items()
    ]


def skills_of(book: Book, topic: str = "") -> list[Skill]:
    """The skills that a game has, of one topic or of all."""
    return [skill for skill in SKILLS.values() if topic in ("", skill.topic) and skill.offered(book)]


def topic_of(key: str) -> str:
    """The topic of an exercise by its key; empty for what is no key."""
    match = _KEY.fullmatch(key)
    skill = SKILLS.get(match[1]) if match else None
    return skill.topic if skill else ""


def exercise(book: Book, key: str) -> Exercise:
    """The exercise of a key: the name of its skill and a seed, `misplace/17`."""
    match = _KEY.fullmatch(key)
    skill = SKILLS.get(match[1]) if match else None
    if match is None or skill is None:
        raise NoExercise(f"{key[:60]!r} is no exercise")
    if not skill.offered(book):
        raise NoExercise(f"{key}: {book.title} has no such exercise")
    chance = Chance(int(match[2]), f"{book.name}\0{skill.name}")
    for _ in range(ATTEMPTS_MAX):
        try:
            draft = skill.draft(book, chance)
        except ShoeOut:
            continue
        if draft is not None:
            return Exercise(
                key, book.name, skill.topic, skill.name, skill.title, draft.told, draft.log, draft.table, draft.asked
            )
    raise NoExercise(f"{key}: no round of {book.title} leads to it")


def fresh_exercise(book: Book, seed: int, number: int, topic: str = "") -> Exercise:
    """The exercise of this number under a seed: a topic, a skill and its cards by chance."""
    chance = Chance(seed, f"course\0{number}")
    for _ in range(ATTEMPTS_MAX):
        topics = [name for name in TOPIC_WEIGHTS if topic in ("", name) and skills_of(book, name)]
        if not topics:
            break
        skills = skills_of(book, chance.weighted(topics, [TOPIC_WEIGHTS[name] for name in topics]))
        skill = chance.weighted(skills, [one.weight for one in skills])
        try:
            return exercise(book, f"{skill.name}/{chance.below(SEEDS_END)}")
        except NoExercise:
            continue
    raise NoExercise(f"{book.title} leads to no exercise{f' of {topic}' if topic else ''}")
