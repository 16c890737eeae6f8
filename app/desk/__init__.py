"""The teacher's desk: a lesson link from any view, and a list of them to walk through."""
