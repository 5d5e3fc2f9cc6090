#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A campaign over implementations behind a pipe: a sound one lives, the same with the reserved code as
# +2 times the scale is found, and the printed command shows it again.
# Usage: check_outside.sh PROGRAMS TOOL RUNNER.py
set -euo pipefail
programs=${1:?usage: check_outside.sh PROGRAMS TOOL RUNNER.py} tool=$2 runner=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "check_outside: $*" >&2; exit 1; }
cp "$runner" "$work/good.py"
sed 's/+ \[bytes(4)\]/+ [struct.pack("<f", 2.0 * scale)]/' "$runner" >"$work/bad.py"
! cmp -s "$work/good.py" "$work/bad.py" || fail "the fault was not planted"
campaign() { "$tool" fuzz --programs "$programs" --state "$work/$1" --exec "python3 $work/$1.py" --first --for "$2"; }

campaign good 8s >"$work/text" || { cat "$work/text" >&2; fail "the sound one is accused"; }
code=0
campaign bad 60s >"$work/text" || code=$?
[ $code -eq 1 ] || { cat "$work/text" >&2; fail "exit code $code"; }
[ "$(grep -c '^finding: ' "$work/text")" -eq 1 ] || { cat "$work/text" >&2; fail "not one finding"; }
key=$(sed -n 's/^finding: \([^ ]*\) .*/\1/p' "$work/text")
again=$(sed -n 's/^  again: //p' "$work/text")
sh -c "$again" >"$work/log" 2>&1 && fail "the printed command shows nothing"
grep -qxF "tritproof-finding: $key" "$work/log" || fail "the printed command does not show it again"
grep -E '^(finding|  case)' "$work/text"
