"""Visitors for a server under load: what they ask, how they speak, what they saw, what it cost."""
