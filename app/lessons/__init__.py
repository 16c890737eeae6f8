"""The course: seven lessons on the reader's own sentence, one module each."""
