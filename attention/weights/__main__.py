"""Set the models up from a terminal: ``python -m attention.weights [ids…]``."""

import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from attention.errors import AttentionError, ModelUnavailable
from attention.weights import EMBEDDED, fetch, home, info
from attention.weights.catalogue import entry
from attention.weights.terminal import Teller, Words, megabytes, words


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for and return the exit code."""
    say = words()
    options = _options(say, arguments)
    ids = tuple(options.ids) or EMBEDDED
    tell = Teller(say, sys.stdout, from_hub=options.from_hub)
    try:
        if options.list:
            for model_id in ids:
                print(_line(model_id, say))
        else:
            fetch(
                ids,
                force=options.force,
                from_hub=options.from_hub,
                keep_wheels=options.keep_wheels,
                progress=tell,
            )
        print(say("place", place=home() / "models"))
    except AttentionError as error:
        tell.end_line()
        print(sentence(error, say, from_hub=options.from_hub), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        tell.end_line()
        print(say("stopped"), file=sys.stderr)
        return 130
    return 0


def sentence(error: AttentionError, say: Words, *, from_hub: bool) -> str:
    """Return what went wrong as one line, the cause behind it in brackets."""
    key, fields = error.key, dict(error.fields)
    if isinstance(error, ModelUnavailable):
        model = str(fields["model"])
        at_hub = (from_hub or "/" in model) and error.reason == "no_network"
        key = "no_network_hub" if at_hub else error.reason
        if "/" not in model:
            fields["needed"] = megabytes(entry(model).space_bytes)
    text = say(key, **fields, place=home(), ids=", ".join(EMBEDDED), python=sys.executable)
    cause = " ".join(re.sub(r"\[Errno \d+\]", "", str(error.__cause__ or "")).split())
    return f"{text} ({cause[:200]})" if cause else text


def _options(say: Words, arguments: Sequence[str] | None) -> Namespace:
    parser = ArgumentParser(prog="python -m attention.weights", description=say("description"))
    ids = ", ".join(EMBEDDED)
    parser.add_argument("ids", nargs="*", metavar="id", help=say("help_ids", ids=ids))
    for flag in ("list", "force", "from_hub", "keep_wheels"):
        name = f"--{flag.replace('_', '-')}"
        parser.add_argument(name, action="store_true", help=say(f"help_{flag}"))
    return parser.parse_args(arguments)


def _line(model_id: str, say: Words) -> str:
    found = info(model_id)
    return say(
        "listed",
        id=found.id,
        name=found.name,
        licence=found.licence,
        wheel=megabytes(found.wheel_bytes),
        folder=megabytes(found.folder_bytes),
        state=say(f"source_{found.source}" if found.source else "absent"),
    )


if __name__ == "__main__":
    sys.exit(main())
