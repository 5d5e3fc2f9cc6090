#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Prints C++ rows of what the pages and the tests say:
#   rule_table.sh rules PAGE.md...   {"T2-3", "seed 0", "sentence", "spec/t2.md"},
#   rule_table.sh checks TEST.cpp... {"T2-3", "NameOfTheTest", "props/t2_test.cpp"},
set -eu
what=$1
shift
case $what in
rules)
  awk '
    function quoted(s) { gsub(/\\/, "\\\\", s); gsub(/"/, "\\\"", s); return "\"" s "\"" }
    match($0, /^- \*\*[A-Z0-9_]+-[0-9]+\*\* \([^)]+\) /) {
      head = substr($0, 1, RLENGTH); text = substr($0, RLENGTH + 1)
      id = head; sub(/^- \*\*/, "", id); sub(/\*\*.*/, "", id)
      origin = head; sub(/^[^(]*\(/, "", origin); sub(/\) $/, "", origin)
      page = FILENAME; sub(/^.*\//, "", page)
      print "{" quoted(id) ", " quoted(origin) ", " quoted(text) ", " quoted("spec/" page) "},"
    }' "$@"
  ;;
checks)
  awk '
    match($0, /^TEST(_F|_P)?\([A-Z0-9_]+_[0-9]+, *[A-Za-z0-9_]+\)/) {
      head = substr($0, 1, RLENGTH); sub(/^TEST(_F|_P)?\(/, "", head); sub(/\)$/, "", head)
      split(head, part, /, */)
      id = part[1]; sub(/_[0-9]+$/, "", id); number = part[1]; sub(/^.*_/, "", number)
      file = FILENAME; sub(/^.*\//, "", file)
      print "{\"" id "-" number "\", \"" part[2] "\", \"props/" file "\"},"
    }' "$@"
  ;;
*) echo "rule_table.sh: rules or checks" >&2; exit 2 ;;
esac
