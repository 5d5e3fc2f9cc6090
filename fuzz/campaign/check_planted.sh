#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A campaign over a planted bug: a reserved code of t2 decodes as +2 times the scale (M001). It is found
# in less than ten seconds, told once, small, and shown again by the printed command; the same codec
# without the fault lives. Usage: check_planted.sh PROGRAM TOOL, where PROGRAM is
# tritproof-fuzz-planted linked with an engine.
set -euo pipefail
program=$(realpath "${1:?usage: check_planted.sh PROGRAM TOOL}")
tool=$(realpath "${2:?usage: check_planted.sh PROGRAM TOOL}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "check_planted: $*" >&2; exit 1; }
mkdir "$work/programs"
ln "$program" "$work/programs/fuzz_decode_t2" 2>/dev/null || cp "$program" "$work/programs/fuzz_decode_t2"
campaign() { "$tool" fuzz --programs "$work/programs" --state "$work/$1" --target fuzz_decode_t2 --for 60s --first --json; }

code=0
TRITPROOF_PLANT=M001 campaign found >"$work/json" || code=$?
[ $code -eq 1 ] || fail "exit code $code"
TRITPROOF_PLANT=M001 python3 - "$work/json" <<'EOF' || exit 1
import json, shlex, subprocess, sys
told = json.load(open(sys.argv[1]))
def fail(what):
    sys.exit(f"check_planted: {what}")
if len(told["findings"]) != 1 or told["shortfalls"]:
    fail(f"{len(told['findings'])} findings, {told['shortfalls']}")
finding = told["findings"][0]
if told["seconds"] >= 10:
    fail(f"{told['seconds']} s")
if finding["case"].count("; edit ") != 1:
    fail(f"the case is not minimal: {finding['case']}")
again = subprocess.run(finding["again"].split(), capture_output=True, text=True)
if again.returncode == 0 or f"tritproof-finding: {finding['key']}\n" not in again.stderr:
    fail("the printed command does not show it again")
runs = sum(target["executions"] for target in told["targets"])
print(f"check_planted: {told['seconds']:.1f} s, {runs} executions, {finding['key']}\n  {finding['case']}")
EOF
TRITPROOF_PLANT=control TRITPROOF_FUZZ_TARGET=fuzz_decode_t2 timeout 30 \
  "$tool" fuzz --programs "$work/programs" --state "$work/control" --target fuzz_decode_t2 --for 3s >"$work/text" ||
  { cat "$work/text" >&2; fail "the codec without a fault is accused"; }
