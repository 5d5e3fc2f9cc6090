#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Behaves like a fuzz target's program for a campaign: it finds what TARGET_FINDS says, or runs until it
# is interrupted.
[ -z "${TRITPROOF_FUZZ_SEEDS:-}" ] || exit 0
[ -z "${TRITPROOF_FUZZ_MINIMISE:-}" ] || exit 3
printf '#2\tINITED cov: 7 ft: 7\n#900\tNEW    cov: 9 ft: 9\n' >&2
if [ -n "${TARGET_FINDS:-}" ]; then
  for word in "$@"; do
    case $word in -artifact_prefix=*) printf x >"${word#*=}crash-1" ;; esac
  done
  printf 'tritproof-finding: %s\nstory of %s\ncase: t2 decode %s\n==1== ERROR: libFuzzer: deadly signal\n' \
    "$TARGET_FINDS" "$TARGET_FINDS" "$TARGET_FINDS" >&2
  exit 77
fi
trap 'kill $!; exit 72' INT
sleep 50 &
wait
