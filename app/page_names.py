"""The pages that a lesson may open, by the names that addresses have."""

from typing import Literal, get_args

Page = Literal[
    "heads", "steps", "qkv", "many_heads", "what_if", "compare", "from_scratch", "course"
]
PAGES: tuple[Page, ...] = get_args(Page)
