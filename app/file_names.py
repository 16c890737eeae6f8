"""Names of files that are safe everywhere: lower-case ASCII, short, never what somebody typed."""

import re
import unicodedata
from hashlib import blake2b

LONGEST = 32  # letters of a sentence


def file_name(*parts: object, text: str) -> str:
    """Join parts and the beginning of a text to a file's name without its ending.

    >>> file_name("heads", "minilm", "L3H1", text="../The animal DIDN'T cross")
    'attention-heads-minilm-L3H1-the-animal-didn-t-cross'
    """
    safe = (re.sub(r"[^A-Za-z0-9]+", "_", str(part)).strip("_")[-40:] for part in parts)
    return "-".join(["attention", *filter(None, safe), slug(text)])


def slug(text: str) -> str:
    """Give the beginning of a text in plain letters; a short fingerprint where it has none.

    >>> slug("Él duerme"), slug("孩子们累了")
    ('el-duerme', 'text-eb1fb7')
    """
    plain = unicodedata.normalize("NFKD", text[:200]).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if sum(map(str.isalpha, words)) < 3:
        return f"text-{blake2b(text.encode('utf-8', 'replace'), digest_size=3).hexdigest()}"
    if len(words) <= LONGEST:
        return words
    return words[: LONGEST + 1].rpartition("-")[0] or words[:LONGEST]
