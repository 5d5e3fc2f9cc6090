#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A campaign finds nothing, and the next one, over the last target alone, goes on from its corpus.
# Usage: check_clean.sh PROGRAMS TOOL TIME TARGET…
set -euo pipefail
programs=${1:?usage: check_clean.sh PROGRAMS TOOL TIME TARGET…} tool=$2 time=$3
shift 3
last=${!#}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
campaign() { "$tool" fuzz --programs "$programs" --state "$work/state" --for "$1" "${@:2}"; }
inputs() { find "$work/state/corpus/$last" -type f | wc -l; }
targets=()
for target; do targets+=(--target "$target"); done
campaign "$time" "${targets[@]}"
first=$(inputs)
campaign 5s --target "$last" >"$work/second" || { cat "$work/second" >&2; exit 1; }
[ "$(inputs)" -ge "$first" ] && [ "$first" -gt 10 ] ||
  { echo "check_clean: $first inputs, then $(inputs)" >&2; exit 1; }
echo "check_clean: $first inputs, then $(inputs)"
