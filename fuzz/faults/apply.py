#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes wrong parsers out of right ones.

    apply.py ROOT FAULT OUT    a copy of the fault's source file with its one edit
    apply.py --check ROOT      every fault still applies: 0 if so, else 1

A fault file has the lines `what:`, `target:`, `seed:` and `file:`, then the old text behind a line
`--- old` and the new one behind `--- new`. The old text must stand in the file exactly once.
"""
import pathlib
import sys


def read(path):
    """The fields of a fault file, with `old` and `new`."""
    head, old = path.read_text().split("\n--- old\n")
    old, new = (old + "\n").split("\n--- new\n", 1) if "\n--- new\n" in old else (old, "")
    fields = dict(line.split(": ", 1) for line in head.splitlines() if ": " in line)
    return fields | {"old": old, "new": new.rstrip("\n")}


def planted(root, path):
    """The source with the edit made; an error if it does not apply."""
    fault = read(path)
    source = (root / fault["file"]).read_text()
    if source.count(fault["old"]) != 1:
        raise ValueError(f"{path.name}: the old text stands {source.count(fault['old'])} times in "
                         f"{fault['file']}")
    if fault["old"] == fault["new"]:
        raise ValueError(f"{path.name}: changes nothing")
    return source.replace(fault["old"], fault["new"])


def check(root):
    """Applies every fault; at least 15 of them, with no sentence twice for one target."""
    paths = sorted((root / "fuzz" / "faults").glob("*.fault"))
    bad = [] if len(paths) >= 15 else [f"only {len(paths)} faults"]
    seen = set()
    for path in paths:
        try:
            planted(root, path)
            name = read(path)["target"], read(path)["what"]
            if name in seen:
                bad.append(f"{path.name}: the same words twice")
            seen.add(name)
        except (ValueError, KeyError) as error:
            bad.append(str(error))
    print("\n".join(bad) or f"{len(paths)} faults apply")
    return 1 if bad else 0


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--check":
        sys.exit(check(pathlib.Path(sys.argv[2])))
    if len(sys.argv) != 4:
        sys.exit(2)
    text = planted(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
    out = pathlib.Path(sys.argv[3])
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(text)
