"""The Battle of Taierzhuang, March and April 1938; rules by topic, data with sources."""
