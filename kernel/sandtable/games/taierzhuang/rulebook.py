"""The rule behind each refusal that the shared steps can give."""

from __future__ import annotations

RULEBOOK = {
    "flip": "BOT-2.3.7f",
    "die": "BOT-2.3.7g",
    "one place": "BOT-2.1a",
    "top": "BOT-6.1c",
    "march.none": "BOT-8.0e",
    "march.side": "BOT-5.0d",
    "march.static": "BOT-8.0a",
    "march.apart": "BOT-8.1a",
    "march.alone": "BOT-8.1a",
    "march.again": "BOT-8.0g",
    "march.done": "BOT-8.0c",
    "march.touch": "BOT-8.0c",
    "march.ground": "BOT-8.3h",
    "march.enemy": "BOT-6.0a",
    "march.closed": "BOT-5.6d",
    "march.points": "BOT-8.2a",
    "march.leave": "BOT-7.1c",
    "march.stop": "BOT-7.1a",
    "attack.none": "BOT-9.1b",
    "attack.split": "BOT-9.0h",
    "attack.nobody": "BOT-9.0a",
    "attack.side": "BOT-9.0b",
    "attack.static": "BOT-9.0f",
    "attack.adjacent": "BOT-9.0a",
    "attack.water": "BOT-9.6a",
    "attack.twice": "BOT-9.0j",
    "attack.again": "BOT-9.0j",
    "advance.who": "BOT-9.9a",
    "advance.room": "BOT-9.9b",
}

STEP_CASES = {3: "BOT-2.3.7d", 2: "BOT-2.3.7e", 1: "BOT-2.3.7f"}
"""The rule behind a lost step, by the steps that are left."""
