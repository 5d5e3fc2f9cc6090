#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The steps of the action after the tool is there. All inputs come by the environment:
# TRITPROOF_TOOL, TRITPROOF_EXEC, TRITPROOF_LEVEL, TRITPROOF_FORMATS, TRITPROOF_FAIL_ON, and
# TRITPROOF_OUT for what is left behind.
set -uo pipefail

tool=${TRITPROOF_TOOL:?}
out=${TRITPROOF_OUT:?}
fail_on=${TRITPROOF_FAIL_ON:-failure}
case $fail_on in failure | never) ;; *)
  echo "fail-on is failure or never, not '$fail_on'" >&2
  exit 2
  ;;
esac
mkdir -p "$out"

arguments=(gate --level "${TRITPROOF_LEVEL:-core}" --no-selftest --junit "$out/gate.xml"
  --json "$out/gate.json" --markdown "$out/gate.md" --sarif "$out/gate.sarif"
  --annotations "$out/annotations.txt")
[ -n "${TRITPROOF_EXEC:-}" ] && arguments+=(--exec "$TRITPROOF_EXEC")
for format in ${TRITPROOF_FORMATS:-}; do arguments+=(--format "$format"); done

# What a child prints must not command the log that it is printed to.
token=$(head -c 16 /dev/urandom | od -An -tx1 | tr -d ' \n')
echo "::stop-commands::$token"
"$tool" "${arguments[@]}"
status=$?
echo "::$token::"

[ -s "$out/annotations.txt" ] && cat "$out/annotations.txt"
[ -s "$out/gate.json" ] && "$tool" report "$out/gate.json" -o "$out/gate.html"
# A summary of more than 1 MiB is dropped whole.
most=921500
if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -s "$out/gate.md" ]; then
  head -c "$most" "$out/gate.md" >>"$GITHUB_STEP_SUMMARY"
  [ "$(stat -c %s "$out/gate.md")" -le "$most" ] ||
    printf '\n\nThe rest is in the report.\n' >>"$GITHUB_STEP_SUMMARY"
fi
[ "$fail_on" = never ] && [ "$status" -eq 1 ] && exit 0
exit "$status"
