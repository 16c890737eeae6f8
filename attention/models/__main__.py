"""Convert a model from a terminal: ``python -m attention.models convert FILE.gguf``."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from attention.models.gguf_file import Refused, to_folder
from attention.weights.terminal import words
from attention.weights.wheels import SetupToolMissing

SENTENCES = "convert.toml"


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for and return the exit code."""
    say = words(file=SENTENCES)
    options = _options(arguments)
    try:
        folder, model = to_folder(
            options.file, options.to, lambda key, **fields: print(say(key, **fields), flush=True)
        )
    except Refused as error:
        print(say(error.why, **error.fields), file=sys.stderr)
        return 1
    except SetupToolMissing as error:
        print(say(error.key, **error.fields, python=sys.executable), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(say("stopped"), file=sys.stderr)
        return 130
    size = {"layers": model.n_layers, "heads": model.n_heads, "level": model.level}
    print(say("done", folder=folder, difference=f"{model.difference:.1g}", **size))
    print(say("open", folder=str(folder)))
    return 0


def _options(arguments: Sequence[str] | None) -> Namespace:
    say = words(file=SENTENCES)
    parser = ArgumentParser(prog="python -m attention.models", description=say("description"))
    commands = parser.add_subparsers(dest="command", required=True)
    convert = commands.add_parser("convert", help=say("help_convert"))
    convert.add_argument("file", type=Path, help=say("help_file"))
    convert.add_argument("--to", type=Path, metavar="FOLDER", help=say("help_to"))
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
