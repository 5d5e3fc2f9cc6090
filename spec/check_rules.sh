#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every rule is held by a test that carries its id, and every id that a test or a comment cites
# exists. Usage: check_rules.sh ROOT. Prints what is wrong and exits 1, or the counts.
set -eu
cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sh spec/rule_table.sh rules spec/*.md | sed 's/^{"\([^"]*\)".*/\1/' | sort >"$work/rules"
sh spec/rule_table.sh checks props/*_test.cpp | sed 's/^{"\([^"]*\)".*/\1/' | sort -u >"$work/held"
prefixes=$(sed 's/-[0-9]*$//' "$work/rules" | sort -u | paste -sd '|')
grep -rhoE "\b($prefixes)-[0-9]+\b" codec/reference codec/convert codec/container codec/*.h \
  codec/*.cpp hw props cli spec --include=*.h --include=*.cpp --include=*.hpp --include=*.md |
  sort -u >"$work/cited"
status=0
report() {
  [ -s "$2" ] || return 0
  echo "$1:"
  sed 's/^/  /' "$2"
  status=1
}
uniq -d "$work/rules" >"$work/twice"
report "rules stated twice" "$work/twice"
comm -23 "$work/rules" "$work/held" >"$work/unheld"
report "rules that no test holds" "$work/unheld"
sort -u "$work/held" "$work/cited" | comm -13 "$work/rules" - >"$work/unknown"
report "ids that no page states" "$work/unknown"
[ -s "$work/rules" ] || { echo "no rules found"; status=1; }
[ $status -ne 0 ] || echo "$(wc -l <"$work/rules") rules, each held by a test"
exit $status
