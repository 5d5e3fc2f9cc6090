#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes README's table of speed between its two markers from one run of the benchmark:
    ./tritproof bench --small --json > run.json
    docs/speed_section.py run.json README.md
With --check and no run: exit 1 unless the markers hold one table, of a named machine, that has every
row that SHOWN wants."""
import json
import re
import sys

BEGIN = "<!-- speed: docs/speed_section.py -->\n"
END = "<!-- /speed -->\n"
SHOWN = (
    r"limit/store/avx3_dl/64KiB", r"limit/memcpy/\w+", r"limit/load/\w+", r"limit/read/2-threads",
    r"decode/\w+/fast-avx3_dl/64KiB", r"decode/\w+/fast-avx2/64KiB",
    r"expand/t2s/fast-avx3_dl/\w+",
    r"convert/(pb16i-t2s|t2s-pb16i|t2-t2s|t2s-t2)/fast-avx3_dl/\w+",
    r"validate/t2/fast-avx3_dl/\w+", r"verify/pb16i-t2/\w+/fast-(avx3_dl|avx2)/2-threads",
    r"inner/t2-tile/\w+")
OTHERS = (r"decode/\w+/ggml/64KiB", r"decode/\w+/ggml-native/64KiB")  # where their library was


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        names = [line.split(": ", 1)[1].strip() for line in file if line.startswith("model name")]
    return names[0] if names else "unknown processor"


def giga(value, unit):
    return f"{value / 1e9:.2f} {unit}" if value else ""


def line(row):
    """A row of the table: name, weights, bytes, ratio and what it is held against."""
    ratio = f"{row['ratio']:.2f}" if "ratio" in row else ""
    against = f"{row['runs/s']:.0f} a second" if "runs/s" in row else row.get("label", "")
    cells = (row["name"], giga(row.get("weights/s", 0), "G"), giga(row["in_bytes/s"], "GB/s"),
             giga(row["out_bytes/s"], "GB/s"), ratio, against)
    return "    {:<46}{:>12}{:>13}{:>13}{:>8}  {}".format(*cells).rstrip()


def section(run):
    """The table of a run, which must have all rows."""
    rows = [dict(row, name=row["name"].split("/iterations:")[0]) for row in run["benchmarks"]]
    wrong = [row["name"] for row in rows if row.get("error_occurred")]
    shown = [row for row in rows
             if any(re.fullmatch(name, row["name"]) for name in SHOWN + OTHERS)]
    missing = [name for name in SHOWN if not any(re.fullmatch(name, row["name"]) for row in rows)]
    if wrong or missing:
        sys.exit(f"failed: {wrong}; missing: {missing}")
    heading = "    {:<46}{:>12}{:>13}{:>13}{:>8}  {}".format(
        "", "weights/s", "in", "out", "ratio", "to the limit")
    machine = f"    {processor()}, {run['context']['num_cpus']} cores"
    return "\n".join(["", machine, heading] + [line(row) for row in shown] + ["", ""])


def parts(text):
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        sys.exit("not one pair of markers")
    before, rest = text.split(BEGIN)
    table, after = rest.split(END)
    return before, table, after


def check(table):
    lines = [row.split() for row in table.splitlines() if row.strip()]
    missing = [name for name in SHOWN if not any(re.fullmatch(name, row[0]) for row in lines)]
    if missing or not table.splitlines()[1].endswith(" cores"):
        sys.exit(f"missing in README's table: {missing or 'the machine'}")


def main():
    arguments = [word for word in sys.argv[1:] if word != "--check"]
    if len(arguments) != (1 if "--check" in sys.argv else 2):
        print(__doc__, file=sys.stderr)
        return 2
    readme = arguments[-1]
    with open(readme, encoding="utf-8") as file:
        before, table, after = parts(file.read())
    if "--check" in sys.argv:
        return check(table)
    with open(arguments[0], encoding="utf-8") as file:
        table = section(json.load(file))
    with open(readme, "w", encoding="utf-8") as file:
        file.write(before + BEGIN + table + END + after)
    return None


if __name__ == "__main__":
    sys.exit(main())
