"""Worksheets: one row of one head on paper, to be computed by hand, with its answers."""
