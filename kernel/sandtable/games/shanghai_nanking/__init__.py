"""The Shanghai–Nanking campaign of 1937: rules by topic, data with sources."""
