# SPDX-License-Identifier: Apache-2.0
"""Runs the commands of documents as a reader would, and compares what they show with what comes.

An indented line that begins with "$ " is a command; the indented lines after it are its output, in
which a line "..." stands for any lines. Usage: docs.py TOOL SOURCE PAGE...
"""
import fnmatch
import os
import pathlib
import subprocess
import sys
import tempfile


def sessions(text):
    """(line number, command, output lines) of each command of a page."""
    command, shown, number = None, [], 0
    for at, line in enumerate(text.splitlines(), 1):
        if line.startswith("    $ "):
            if command:
                yield number, command, shown
            number, command, shown = at, line[6:], []
        elif command and line.startswith("    "):
            shown.append(line[4:])
        elif command and line.strip():
            yield number, command, shown
            command = None
    if command:
        yield number, command, shown


def alike(shown, came):
    """Whether the lines match, "..." for any lines and * inside of one for any text."""
    if not shown:
        return not came
    if shown[0] == "...":
        return any(alike(shown[1:], came[at:]) for at in range(len(came) + 1))
    pattern = shown[0].replace("[", "[[]").replace("?", "[?]")
    return bool(came) and fnmatch.fnmatchcase(came[0], pattern) and alike(shown[1:], came[1:])


def main():
    tool, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    for name in ("DASHBOARD_TEST_FROM_CTEST", "CTEST_INTERACTIVE_DEBUG_MODE"):
        os.environ.pop(name, None)  # a reader's terminal is none of ctest's tests
    ran = 0
    for page in sys.argv[3:]:
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(tool, f"{folder}/tritproof")
            for name in ("hw", "docs", "golden"):
                os.symlink(source / name, f"{folder}/{name}")
            before = ran
            for number, command, shown in sessions((source / page).read_text()):
                done = subprocess.run(["bash", "-c", command], cwd=folder, text=True,
                                      stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                      stderr=subprocess.STDOUT, timeout=300)
                ran += 1
                if not alike(shown, done.stdout.splitlines()):
                    sys.exit(f"{page}:{number}: {command}\nshown:\n" + "\n".join(shown) +
                             "\ncame:\n" + done.stdout)
            if ran == before:
                sys.exit(f"{page}: no command was run")
    print(f"{ran} commands of {len(sys.argv) - 3} pages show what the pages say")


main()
