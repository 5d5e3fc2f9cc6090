#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Executions per processor second of targets on inputs as long as their own seeds at most: one tile, one
# row of blocks, a small file. A busy machine does not change them much.
# Usage: measure_speed.sh BUILD [SECONDS] [TARGET…]
set -euo pipefail
build=${1:?usage: measure_speed.sh BUILD [SECONDS] [TARGET…]}
seconds=${2:-10}
[ $# -lt 3 ] || shift 2
[ $# -gt 0 ] && [ -x "$build/fuzz/${1##*/}" ] || set -- "$build"/fuzz/fuzz_*
# In memory, where there is such a folder: the disk is not what is measured.
work=$(TMPDIR=${TMPDIR:-$([ ! -w /dev/shm ] || echo /dev/shm)} mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '%-20s %12s %12s\n' target executions 'per second'
count=0
for target; do
  name=${target##*/}
  program=$build/fuzz/$name
  [ -f "$program" ] && [ -x "$program" ] || continue
  mkdir -p "$work/$name"
  ASAN_OPTIONS=detect_leaks=0 TRITPROOF_FUZZ_SEEDS="$work" "$program" >"$work/kind"
  # shellcheck disable=SC2012 # our own names
  most=$(ls -lS "$work/$name" | awk 'NR == 2 { print $5 }')
  TIMEFORMAT='%U %S'
  used=$( { export ASAN_OPTIONS=quarantine_size_mb=16  # as in a campaign
    time "$program" -max_total_time="$seconds" -len_control=0 -max_len="$most" -print_final_stats=1 -print_funcs=0 -entropic=0 \
    -seed=1 "$work/$name" >"$work/log" 2>&1; } 2>&1) || { tail -n 5 "$work/log" >&2; exit 1; }
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/log")
  [ "${runs:-0}" -gt 0 ] || { echo "measure_speed: $name executed nothing" >&2; exit 1; }
  awk -v name="$name" -v runs="$runs" -v used="$used" \
    'BEGIN { split(used, t, " "); printf "%-20s %12d %12.0f\n", name, runs, runs / (t[1] + t[2]) }'
  count=$((count + 1))
done
[ $count -gt 0 ] || { echo "measure_speed: no target in $build/fuzz" >&2; exit 3; }
