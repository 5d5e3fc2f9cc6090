#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the stored inputs of the fuzz targets reach in codecs, container parsers and frame parser.

    fuzz/coverage.py CORPUS [--build build/coverage] [--no-build] [--branches]
    fuzz/coverage.py --check     every line of uncovered.txt stands in its file: 0 if so, else 1

CORPUS has a folder for each target, with inputs, or with numbered folders of which the highest counts
(a campaign's build/fuzz-state/corpus). A line or a side of a branch is covered if any instantiation of
its template, and any instruction set, covers it. The targets' seeds, from which every campaign starts,
are replayed as well. Exit code 0: every group reaches its bars and every
uncovered line has its reason in uncovered.txt; 1: not so, or a law is broken; 2: wrong usage; 3: it
could not be run.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LEAST_LINES, LEAST_BRANCHES = 98.0, 95.0
MOST_CORPUS = 4 << 20  # bytes a target
COMPILER = "Compiler:"  # begins a reason in uncovered.txt whose functions make constants

GROUPS = {
    "codecs": ["codec/*.cpp", "codec/*.h", "codec/reference/*", "codec/second/*", "codec/fast/*",
               "codec/convert/*"],
    "containers": ["codec/container/*"],
    "protocol": ["hw/protocol/*"],
}
# No target links or asks these: they need files, threads or a child, or serve callers of the library.
LEFT_OUT = {
    "codec/reference/elements.*": "one element by its place: code that no op of a subject uses",
    "codec/parts.*": "whole files on threads: convert and verify",
    "codec/streaming*": "whole files on threads: convert and verify",
    "codec/fast/targets.cpp": "what this machine has: each has one side of the questions",
    "codec/convert/census.*": "what inspect counts in a file",
    "codec/container/folder.*": "folders on a disk",
    "codec/container/names.*": "names of files that are written",
    "codec/container/io.*": "bytes of files on a disk, and of memory",
    "codec/container/errno_text.h": "bytes of files on a disk",
    "codec/container/open.*": "files on a disk, by suffix",
    "codec/container/output_file.cpp": "files that are written to a disk",
    "codec/container/raw.*": "bare files, which have no structure to parse",
    "hw/protocol/runner.hpp": "a runner's own loop over its pipes",
    "hw/protocol/states.h": "what the host makes of a child's trouble",
}


def cannot_run(what):
    print(f"coverage: {what}", file=sys.stderr)
    sys.exit(3)


def run(command, **more):
    try:
        return subprocess.run([str(word) for word in command], **more)
    except OSError as error:
        cannot_run(f"{command[0]}: {error.strerror}")


def newest(folder):
    """A target's inputs: the folder itself, or its numbered folder with the highest number."""
    if not folder.is_dir():
        cannot_run(f"{folder}: no inputs of this target")
    numbers = [int(p.name) for p in folder.iterdir() if p.is_dir() and p.name.isdigit()]
    return folder / str(max(numbers)) if numbers else folder


def gather(corpus, work, maker):
    """A folder with a folder a target: seeds with golden vectors, and a link to its inputs; False with
    words for a corpus that is too large."""
    small = True
    done = run([maker, work, ROOT / "golden" / "vectors"],
               env=dict(os.environ, LLVM_PROFILE_FILE=os.devnull))
    if done.returncode != 0:
        cannot_run(f"{maker} made no seeds")
    for folder in sorted(p for p in work.iterdir() if p.is_dir()):
        inputs = newest(corpus / folder.name)
        size = sum(p.stat().st_size for p in inputs.iterdir() if p.is_file())
        if size > MOST_CORPUS:
            print(f"{folder.name}: {size} bytes of inputs, more than {MOST_CORPUS}")
            small = False
        for file in (p for p in inputs.iterdir() if p.is_file()):
            (work / folder.name / f"corpus-{file.name}").symlink_to(file.resolve())
    return small


def replay(program, inputs, work):
    """Runs all inputs; where the merged profile is."""
    raw, merged = work / "raw", work / "merged"
    done = run([program, "--all", inputs], env=dict(os.environ, LLVM_PROFILE_FILE=str(raw)),
               stderr=subprocess.PIPE, text=True, errors="replace")
    if done.returncode != 0:
        print(done.stderr[-2000:], file=sys.stderr)
        if done.returncode < 0:
            sys.exit(1)  # a broken law aborts
        cannot_run(f"{program} ended with code {done.returncode}")
    counts = re.findall(r"replay: (\d+) inputs", done.stderr)
    print(f"{sum(map(int, counts))} inputs of {len(counts)} targets")
    if run(["llvm-profdata-19", "merge", "-sparse", raw, "-o", merged]).returncode != 0:
        cannot_run("llvm-profdata-19 failed")
    return merged


def show(program, profile):
    """llvm-cov's view of the files of all groups, each instantiation apart."""
    done = run(["llvm-cov-19", "show", program, f"-instr-profile={profile}", "-show-instantiations",
                "-show-branches=count", ROOT / "codec", ROOT / "hw" / "protocol"],
               stdout=subprocess.PIPE, text=True, errors="replace")
    if done.returncode != 0:
        cannot_run("llvm-cov-19 failed")
    return done.stdout


def measured(text):
    """Path -> lines and branches of llvm-cov's view: line -> covered, (line, column, side) -> taken.
    What any view of a line says counts: that of all instantiations gives a line no count where one
    of them leaves its function early. What the compiler decides is no branch."""
    files, lines, sides = {}, {}, {}
    for row in text.splitlines():
        if row.startswith("/") and row.endswith(":"):
            lines, sides = files.setdefault(str(pathlib.Path(row[:-1]).relative_to(ROOT)), ({}, {}))
        elif line := re.match(r"[ |]*?(\d+)\| *([\d.]+[kMGTPE]?)\|", row):
            number = int(line[1])
            lines[number] = lines.get(number, False) or line[2] != "0"
        elif branch := re.match(r"[ |]*Branch \((\d+):(\d+)\): \[True: (\S+), False: (\S+)\]", row):
            for side, count in ((True, branch[3]), (False, branch[4])):
                place = int(branch[1]), int(branch[2]), side
                sides[place] = sides.get(place, False) or count != "0"
    return files


def matching(patterns, path):
    return any(pathlib.PurePath(path).match(p) and path.count("/") == p.count("/") for p in patterns)


def check_files(files):
    """Whether each source of the groups is measured, or is left out, and each pattern is of use."""
    good = True
    sources = [str(p.relative_to(ROOT)) for folder in ("codec", "hw/protocol")
               for p in (ROOT / folder).rglob("*") if p.suffix in (".cpp", ".h", ".hpp")]
    for path in sorted(sources):
        if path.endswith(".cpp") and path not in files and not matching(LEFT_OUT, path):
            print(f"{path}: is neither measured nor left out")
            good = False
    for pattern in LEFT_OUT:
        if not any(matching([pattern], path) for path in sources):
            print(f"{pattern}: left out, and not there")
            good = False
    return good


def reasons_in(text):
    """uncovered.txt: `path: line` below the sentence that says why, each as often as it stands."""
    reasons, why = {}, None
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith("  "):
            why = line
        else:
            path, _, code = line.strip().partition(": ")
            reasons.setdefault((path, code), []).append(why)
    return reasons


def check_lines(reasons):
    """Whether the lines with a reason are there, as often as they have one."""
    good = bool(reasons)
    for (path, code), words in reasons.items():
        source = ROOT / path
        lines = [line.strip() for line in source.read_text().splitlines()] if source.exists() else []
        if lines.count(code) < len(words) or not all(words):
            print(f"{path}: {code}\n    is gone, or has no reason")
            good = False
    print(f"{sum(map(len, reasons.values()))} lines have a reason")
    return 0 if good else 1


def compiled(path, lines, reasons):
    """Numbers of the lines of functions that are given as the compiler's own, by their first lines, and
    of those that it writes itself."""
    text = (ROOT / path).read_text().splitlines()
    numbers = {number for number, line in enumerate(text, 1) if line.endswith("= default;")}
    for first, line in enumerate(text, 1):
        words = reasons.get((path, line.strip()), [])
        if lines.get(first, True) or not words or not words[0].startswith(COMPILER):
            continue
        end = line[:len(line) - len(line.lstrip())] + "}"
        last = first
        while not line.endswith("}") and not text[last - 1].startswith(end):
            last += 1
        own = range(first, last + 1)
        if not any(lines.get(number) for number in own):
            numbers.update(own)
            words.pop(0)
    return numbers


def check_reasons(uncovered, reasons):
    """Prints every uncovered line with its reason; whether they fit each other one by one."""
    good = True
    for path, number, code in uncovered:
        words = reasons.get((path, code), [])
        print(f"{path}:{number}: {code}\n    {words[0] if words else 'NO REASON'}")
        good &= bool(words)
        del words[:1]
    for (path, code), words in reasons.items():
        for _ in words:
            print(f"{path}: {code}\n    has a reason, and is covered or gone")
            good = False
    return good


def share(part, whole):
    return 100.0 * part / whole if whole else 100.0


def row(name, lines, sides):
    covered, taken = sum(lines), sum(sides)
    print(f"{name:42} {covered:6}/{len(lines):<6} {share(covered, len(lines)):6.2f} % "
          f"{taken:6}/{len(sides):<6} {share(taken, len(sides)):6.2f} %")
    return share(covered, len(lines)) >= LEAST_LINES and share(taken, len(sides)) >= LEAST_BRANCHES


def uncovered_lines(path, lines):
    """Lines with no letter or digit, as closing braces, go with the line before them."""
    text = (ROOT / path).read_text().splitlines()
    return [(path, number, text[number - 1].strip()) for number, covered in sorted(lines.items())
            if not covered and re.search(r"\w", text[number - 1])]


def measure(files, reasons, show_branches):
    """Prints a row a file and a group; the uncovered lines, and whether all groups reach the bars."""
    uncovered, good, left = [], True, 0
    print(f"{'':42} {'lines':>22} {'branches':>22}")
    for group, patterns in GROUPS.items():
        all_lines, all_sides = [], []
        for path, (lines, sides) in sorted(files.items()):
            if not matching(patterns, path) or matching(LEFT_OUT, path):
                continue
            own = compiled(path, lines, reasons)
            left += len(own & lines.keys())
            lines = {line: covered for line, covered in lines.items() if line not in own}
            sides = {place: taken for place, taken in sides.items() if place[0] not in own}
            row(path, lines.values(), sides.values())
            all_lines += lines.values()
            all_sides += sides.values()
            uncovered += uncovered_lines(path, lines)
            for (line, column, side), taken in sorted(sides.items()) if show_branches else ():
                if not taken and lines.get(line):
                    print(f"    {line}:{column}: never {str(side).lower()}")
        if not all_lines:
            cannot_run(f"nothing of the group {group} was measured")
        good &= row(f"all {group}", all_lines, all_sides)
    print(f"{left} lines that the compiler runs or writes are not counted")
    return uncovered, good


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=pathlib.Path, nargs="?")
    parser.add_argument("--check", action="store_true", help="look at uncovered.txt alone")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "coverage")
    parser.add_argument("--no-build", action="store_true")
    parser.add_argument("--branches", action="store_true", help="print sides that were never taken")
    args = parser.parse_args()
    reasons = reasons_in((ROOT / "fuzz" / "uncovered.txt").read_text())
    if args.check:
        return check_lines(reasons)
    if args.corpus is None:
        parser.error("no corpus is named")
    if not args.corpus.is_dir():
        cannot_run(f"{args.corpus}: no such folder")
    if not args.no_build:
        for words in (["--preset", "coverage", "-B", args.build],
                      ["--build", args.build, "--target", "tritproof-fuzz-replay",
                       "tritproof-fuzz-seeds"]):
            if run(["cmake", *words], cwd=ROOT, stdout=sys.stderr).returncode != 0:
                cannot_run("the build failed")
    program = args.build / "fuzz" / "tritproof-fuzz-replay"
    with tempfile.TemporaryDirectory(prefix="coverage-") as folder:
        inputs = pathlib.Path(folder) / "inputs"
        good = gather(args.corpus, inputs, args.build / "fuzz" / "tritproof-fuzz-seeds")
        files = measured(show(program, replay(program, inputs, pathlib.Path(folder))))
    good &= check_files(files)
    uncovered, reached = measure(files, reasons, args.branches)
    good &= check_reasons(uncovered, reasons) and reached
    print("coverage: " + ("as it should be" if good else "NOT as it should be"))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
