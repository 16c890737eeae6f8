"""One page per file, a script read from top to bottom."""
