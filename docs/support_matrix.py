#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the support matrix of a gate run: subjects by formats, the cases that passed in each cell.
Usage: support_matrix.py GATE.json; exit 1 if a cell failed."""
import json
import sys


def cell(bench):
    if not bench["declared"]:
        return ""
    return str(bench["cases"]) if bench["passed"] else "FAIL"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        benches = json.load(file)["benches"]
    formats = list(dict.fromkeys(bench["format"] for bench in benches))
    rows = {}
    for bench in benches:
        rows.setdefault(bench["subject"], {})[bench["format"]] = cell(bench)
    print("| subject | " + " | ".join(formats) + " |")
    print("| --- " * (len(formats) + 1) + "|")
    for subject, cells in rows.items():
        print(f"| {subject} | " + " | ".join(cells[name] for name in formats) + " |")
    return any("FAIL" in cells.values() for cells in rows.values())


if __name__ == "__main__":
    sys.exit(main())
