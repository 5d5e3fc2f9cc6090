#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Coverage of the code that runs children and devices, by its own tests, whose children die, hang, lie
# and flood. Apart from coverage.py: no fuzz target starts a process.
# Usage: fuzz/host_coverage.sh [BUILD]
set -euo pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
build=${1:-$source/build/coverage-host}
tests=(child host host_states device_run)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake -S "$source" --preset coverage -B "$build" -DTRITPROOF_TESTS=ON -DTRITPROOF_FUZZ=OFF >"$work/log" ||
  { cat "$work/log" >&2; exit 3; }
# shellcheck disable=SC2046 # a list of words
cmake --build "$build" --target $(printf 'tritproof_%s_tests ' "${tests[@]}") >"$work/log" ||
  { tail -n 20 "$work/log" >&2; exit 3; }
# Each process writes its own counts; one that is killed, or becomes another program, writes none.
LLVM_PROFILE_FILE=$work/%p.profraw ctest --test-dir "$build" --no-tests=error --output-on-failure \
  -R "^($(IFS='|'; echo "${tests[*]}"))\$" >&2
llvm-profdata-19 merge -sparse "$work"/*.profraw -o "$work/merged"
programs=()
for test in "${tests[@]}"; do programs+=(-object "$build/props/tritproof_${test}_tests"); done
llvm-cov-19 report "${programs[@]:1}" -instr-profile="$work/merged" -show-functions=0 \
  -show-region-summary=0 -show-branch-summary "$source/hw/host" |
  awk 'BEGIN { printf "%-24s %9s %9s\n", "", "lines", "branches" }
    /^TOTAL|\.(cpp|h) / { printf "%-24s %9s %9s\n", $1, $(NF - 3), $NF }'
