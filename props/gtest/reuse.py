#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A compiler launcher for the build of a project that fetches ours, beside a finished build of ours.

An object that the finished build made by the same command from the same source is copied; all else
is compiled. Usage: reuse.py FINISHED COMMANDS LOG COMPILER ARGUMENT…
COMMANDS holds the finished build's commands, a line each; LOG gets "reused" or "compiled" and the object."""
import pathlib
import shlex
import shutil
import subprocess
import sys

INSIDE = "_deps/tritproof-build/"


def plain(words, build):
    """The words without where the build lies."""
    return [word.replace(build + "/" + INSIDE, "@/").replace(build + "/", "@/").replace(INSIDE, "")
            for word in words]


def made_by(commands, name):
    """The finished build's command for that object, from the compiler on."""
    for line in open(commands):
        if f" -o {name} " in line:
            words = shlex.split(line)
            return words[next(i for i, word in enumerate(words) if word.startswith("-")) - 1:]
    return None


def same_source(words, finished):
    """A source that the build itself wrote, a list of others, is compared by its bytes."""
    source = pathlib.Path(words[-1])
    if INSIDE not in str(source):
        return True
    other = pathlib.Path(finished, str(source).split(INSIDE)[1])
    return other.is_file() and other.read_bytes() == source.read_bytes()


def main():
    finished, commands, log, *words = sys.argv[1:]
    out = words[words.index("-o") + 1]
    name = out.removeprefix(INSIDE)
    here = str(pathlib.Path.cwd())
    known = made_by(commands, name) if out != name else None
    reuse = known and plain(known, finished) == plain(words, here) and same_source(words, finished)
    with open(log, "a") as lines:
        lines.write(f"{'reused' if reuse else 'compiled'} {name}\n")
    if not reuse:
        return subprocess.call(words)
    shutil.copyfile(pathlib.Path(finished, name), out)
    pathlib.Path(words[words.index("-MF") + 1]).write_text(f"{out}:\n")
    return 0


sys.exit(main())
