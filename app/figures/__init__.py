"""Plotly pictures, one per file: view data and words in, a figure out."""
