#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Reads of memory that nothing was written to: a corpus under valgrind's memcheck. MemorySanitizer would
# need a C++ library built with it, which no distribution has; without one it accuses every string.
# Usage: fuzz/engines/check_memory.sh REPLAY CORPUS, the program tritproof-fuzz-replay of any build
# without sanitizers, and folders TARGET/… or a campaign's corpus of TARGET/NUMBER/….
set -euo pipefail
replay=${1:?usage: check_memory.sh REPLAY CORPUS} corpus=${2:?usage: check_memory.sh REPLAY CORPUS}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
count=0
for folder in "$corpus"/fuzz_*/; do
  target=$(basename "$folder")
  valgrind -q --error-exitcode=9 "$replay" "$target" "$folder" >"$log" 2>&1 ||
    { tail -n 40 "$log" >&2; echo "check_memory: $target reads what was not written, or ended" >&2; exit 1; }
  runs=$(sed -n 's/^replay: \([0-9]*\) inputs, no finding$/\1/p' "$log")
  count=$((count + ${runs:-0}))
done
[ $count -gt 0 ] || { echo "check_memory: no input in $corpus" >&2; exit 3; }
echo "check_memory: $count inputs, nothing read that was not written"
