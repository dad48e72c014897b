"""Controls for notebooks: the play table, the odds explorer, replay and what-if panels.

They drive any game through the kernel's contract alone (`decision`, `legal`, `check`, `forecast`) and
know no game's rules.
"""
