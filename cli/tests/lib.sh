# SPDX-License-Identifier: Apache-2.0
# Shared by the command line tests: `t` runs the tool, `expect CODE …` runs it and wants that exit
# code, `has TEXT` wants that text in what it printed last, `first_line PATTERN` that first line.
set -eu
tool=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checks=0

t() { "$tool" "$@"; }

fail() {
  echo "FAILED: $*"
  sed 's/^/  | /' "$work/printed"
  exit 1
}

expect() {
  wanted=$1
  shift
  got=0
  t "$@" >"$work/printed" 2>&1 || got=$?
  checks=$((checks + 1))
  [ "$got" -eq "$wanted" ] || fail "exit $got, not $wanted: $*"
}

has() {
  checks=$((checks + 1))
  grep -qF -- "$1" "$work/printed" || fail "no '$1' in what was printed"
}

first_line() {
  checks=$((checks + 1))
  head -n 1 "$work/printed" | grep -q -- "$1" || fail "the first line is not like '$1'"
}

done_with() { echo "$checks checks passed"; [ "$checks" -ge "$1" ]; }
