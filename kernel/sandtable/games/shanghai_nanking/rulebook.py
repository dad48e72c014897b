"""The rule behind each refusal that the shared steps can give."""

from __future__ import annotations

RULEBOOK = {
    "flip": "SNC-2.2.1l",
    "die": "SNC-2.2.1m",
    "one place": "SNC-2.1a",
    "top": "SNC-6.4a",
    "march.none": "SNC-9.0g",
    "march.side": "SNC-9.0e",
    "march.static": "SNC-2.2.1g",
    "march.apart": "SNC-9.0i",
    "overrun.apart": "SNC-9.6c",
    "march.touch": "SNC-9.0b",
    "march.ground": "SNC-9.4f",
    "march.enemy": "SNC-9.0k",
    "march.closed": "SNC-8.2c",
    "march.points": "SNC-9.0j",
    "march.leave": "SNC-7.2c",
    "march.stop": "SNC-7.2a",
    "attack.none": "SNC-10.0e",
    "attack.split": "SNC-10.0f",
    "attack.nobody": "SNC-10.0a",
    "attack.side": "SNC-10.0c",
    "attack.static": "SNC-10.2a",
    "attack.adjacent": "SNC-10.0a",
    "attack.water": "SNC-10.4.1k",
    "attack.twice": "SNC-10.0g",
    "attack.again": "SNC-10.0h",
    "advance.who": "SNC-10.5.3b",
    "advance.room": "SNC-10.5.3b",
}
