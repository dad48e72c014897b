"""Stalin's First Victory: Manchouli and Dalainor, November 1929; rules by topic, data with sources."""
