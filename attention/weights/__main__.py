"""Set the models up from a terminal: ``python -m attention.weights [ids…]``."""

import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from functools import partial

from attention import hub
from attention.errors import AttentionError, ModelUnavailable
from attention.sizes import readable
from attention.weights import EMBEDDED, fetch, home, info
from attention.weights.catalogue import entry
from attention.weights.progress import Progress
from attention.weights.terminal import Teller, Words, words


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
            _set_up(ids, options, tell)
        print(say("place", place=home()))
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
        hub_key = f"{error.reason}_hub"
        at_hub = "/" in model or (from_hub and error.reason == "no_network")
        key = hub_key if at_hub and hub_key in say.sentences else error.reason
        if "/" not in model:
            fields["needed"] = readable(entry(model).space_bytes)
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


def _set_up(ids: Sequence[str], options: Namespace, tell: Teller) -> None:
    """Set up the models that come with the microscope, then those named as a hub names them."""
    own = [model_id for model_id in ids if "/" not in model_id]
    switches = {name: getattr(options, name) for name in ("force", "from_hub", "keep_wheels")}
    fetch(own, progress=tell, **switches)
    for name in (model_id for model_id in ids if "/" in model_id):
        tell(Progress(name, "download"))
        hub.obtain(name, partial(_tell_hub, name, tell))
        tell(Progress(name, "done"))


def _tell_hub(name: str, tell: Teller, step: hub.Progress) -> None:
    """Tell of many files as of one: a stage for each would be two lines for each."""
    stage = "wait" if step.stage == "wait" else "download"
    tell(Progress(name, stage, step.n_bytes, step.total))


def _line(model_id: str, say: Words) -> str:
    found = info(model_id)
    return say(
        "listed",
        id=found.id,
        name=found.name,
        licence=found.licence,
        wheel=readable(found.wheel_bytes),
        folder=readable(found.folder_bytes),
        state=say(f"source_{found.source}" if found.source else "absent"),
    )


if __name__ == "__main__":
    sys.exit(main())
