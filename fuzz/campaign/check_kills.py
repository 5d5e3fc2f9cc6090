#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills campaigns at random moments: what they keep is as before or as after, never between.

    check_kills.py TOOL [KILLS]

The targets' programs are stand-ins that find new inputs and one crash, so that no compiler with a
fuzzing engine is needed.
"""
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

# Each input holds its own name, so that a torn one is seen.
STAND_IN = r"""#!/bin/sh
name=${0##*/}
if [ -n "$TRITPROOF_FUZZ_SEEDS" ]; then
  mkdir -p "$TRITPROOF_FUZZ_SEEDS/$name"; echo 1 >"$TRITPROOF_FUZZ_SEEDS/$name/1"; exit 0
fi
if [ -n "$TRITPROOF_FUZZ_MINIMISE" ]; then exit 3; fi
new=
for word; do
  case $word in
  -artifact_prefix=*) artifacts=${word#-artifact_prefix=} ;;
  -*) ;;
  *) [ -n "$new" ] || new=$word ;;
  esac
done
i=0
while [ $i -lt 12 ]; do
  printf %s "$$-$i" >"$artifacts.part"; mv "$artifacts.part" "$new/$$-$i"; i=$((i + 1))
done
printf '#2\tINITED cov: 3\n#22\tNEW cov: 5 ft: 5\nstat::number_of_executed_units: 22\n'
[ $(($$ % 5)) -ne 0 ] || { echo input >"${artifacts}crash-1"; echo 'tritproof-finding: a/law/b/c/d'; exit 77; }
"""
TARGETS = ["fuzz_decode_t2", "fuzz_gguf_read"]


def fail(what):
    print(f"check_kills: {what}", file=sys.stderr)
    sys.exit(1)


def corpus(state, target):
    """The files of the corpus that counts."""
    folder = state / "corpus" / target
    numbers = [int(p.name) for p in folder.iterdir() if p.name.isdigit()] if folder.exists() else []
    if not numbers:
        return set()
    files = list((folder / str(max(numbers))).iterdir())
    for file in files:
        if file.read_text() != file.name:
            fail(f"{file} is torn")
    return {file.name for file in files}


def check_findings(state):
    """Whole folders only."""
    for folder in (state / "findings").glob("*"):
        if json.loads((folder / "finding.json").read_text())["key"] != "a/law/b/c/d":
            fail(f"{folder} is torn")
        for name in ("input", "story.txt"):
            if not (folder / name).stat().st_size:
                fail(f"{folder / name} is empty")


def alive(programs):
    """Children that outlived their campaign."""
    count = 0
    for entry in pathlib.Path("/proc").iterdir():
        try:
            count += entry.name.isdigit() and str(programs).encode() in (entry / "cmdline").read_bytes()
        except OSError:
            pass
    return count


def wait_until_heeded(child):
    """Until the campaign catches an interrupt: before that, one would just end it."""
    for _ in range(1000):
        status = pathlib.Path(f"/proc/{child.pid}/status").read_text()
        caught = int(next(x for x in status.splitlines() if x.startswith("SigCgt")).split()[1], 16)
        if caught >> (signal.SIGINT - 1) & 1:
            return
        time.sleep(0.01)
    fail("no interrupt is ever caught")


def main():
    tool, kills = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20
    dice = random.Random(7)
    with tempfile.TemporaryDirectory(prefix="campaign-") as name:
        root = pathlib.Path(name)
        programs, state = root / "programs", root / "state"
        programs.mkdir()
        for target in TARGETS:
            (programs / target).write_text(STAND_IN)
            (programs / target).chmod(0o755)
        command = [tool, "fuzz", "--programs", programs, "--state", state, "--for", "30s",
                   *(word for target in TARGETS for word in ("--target", target))]
        before = {target: set() for target in TARGETS}
        for _ in range(kills):
            child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            time.sleep(dice.uniform(0.1, 1.2))
            if child.poll() is not None:
                # Three ends in what is known retire a target: that is an end, and not a death.
                if child.returncode != 1:
                    fail(f"ended with {child.returncode}: {child.stderr.read().decode()}")
            child.send_signal(signal.SIGKILL)
            child.wait()
            for target in TARGETS:
                now = corpus(state, target)
                if not before[target] <= now:
                    fail(f"{target}: {len(before[target] - now)} inputs are gone")
                before[target] = now
            check_findings(state)
        time.sleep(0.5)
        if alive(programs):
            fail("a child outlived its campaign")
        if not all(before.values()):
            fail("nothing was ever kept")
        # Interrupted, a campaign ends by itself with what was done saved, and says so.
        child = subprocess.Popen([*command, "--json"], stdout=subprocess.PIPE)
        wait_until_heeded(child)
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        told = json.loads(child.communicate(timeout=20)[0])
        if child.returncode != 130 or not told["stopped"]:
            fail(f"interrupted: code {child.returncode}, stopped {told['stopped']}")
        sizes = {t["name"]: t["inputs"] for t in told["targets"]}
        for target in TARGETS:
            if sizes[target] < len(before[target]) or len(corpus(state, target)) != sizes[target]:
                fail(f"{target}: the next campaign did not go on from the corpus")
        print(f"check_kills: {kills} kills, corpora of {sizes}, nothing torn or gone")


if __name__ == "__main__":
    main()
