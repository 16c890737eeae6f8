"""Small experiments of the course: each shows a claim by its numbers, none changes a model."""
