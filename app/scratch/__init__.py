"""The page of the layer by hand: what its address asks for, its choices, tables and pictures."""
