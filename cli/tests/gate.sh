#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The gate on good and bad programs, and on bad input of its own. Usage: gate.sh TOOL EXAMPLES
. "$(dirname "$0")/lib.sh"
examples=$2
cd "$work"

# A Python decoder of t2 conforms; what it did not declare is said.
cp "$examples/t2_runner.py" good.py
expect 0 gate --exec 'python3 ./good.py' --format t2 --no-selftest --level smoke \
  --junit g.xml --json g.json --markdown g.md --sarif g.sarif
has "gate: conforms"
for file in g.xml g.json g.md g.sarif; do [ -s $file ] || fail "no $file"; done
expect 0 gate --exec 'python3 ./good.py' --no-selftest --level smoke
has "not declared: t2s pb16i"

matrix=$examples/../../docs/support_matrix.py
python3 "$matrix" g.json >printed || fail "the support matrix of a run that conforms"
grep -q '^| exec | [0-9][0-9]* |$' printed || fail "no row of exec"

# The seed's fault in the same program: reserved becomes +2 * scale.
sed 's/+ \[bytes(4)\]/+ [struct.pack("<f", 2.0 * scale)]/' good.py >bad.py
cmp -s good.py bad.py && fail "the fault was not planted"
expect 1 gate --exec 'python3 ./bad.py' --format t2 --no-selftest --level smoke --cases stored
has "T2-3"
has "code 2"
has "reads like M"
has "gate: does not conform"
expect 1 gate --exec 'python3 ./bad.py' --format t2 --no-selftest --level smoke --json b.json
! python3 "$matrix" b.json >printed || fail "the support matrix of a run that does not"
has "| exec | FAIL |"
ls stored/*.case >/dev/null || fail "the case was not stored"
expect 1 gate --exec 'python3 ./bad.py' --format t2 --no-selftest --level smoke --cases stored
has "asked by stored cases"
expect 0 gate --exec 'python3 ./good.py' --format t2 --no-selftest --level smoke --cases stored

# A known failure does not fail; expired, it does; mended, it must come off the list.
known() {
  row='{"rule":"%s","format":"t2","owner":"me","expires":"%s"}'
  printf "{\"known\":[$row,$row]}" "$1" "$2" vectors "$2"
}
known agreement 2999-12-31 >known.json
expect 0 gate --exec 'python3 ./bad.py' --format t2 --no-selftest --level smoke --known known.json
has "known until 2999-12-31"
known agreement 2001-01-01 >old.json
expect 1 gate --exec 'python3 ./bad.py' --format t2 --no-selftest --level smoke --known old.json
expect 1 gate --exec 'python3 ./good.py' --format t2 --no-selftest --level smoke --known known.json
has "take it off the list"

# Without the stored vectors the gate is red, whatever else holds.
mkdir emptied
export TRITPROOF_GOLDEN="$work/emptied"
expect 1 gate --subject reference --format q2_0 --no-selftest --level smoke
has "vectors: "
export TRITPROOF_GOLDEN="$work/missing"
expect 1 gate --subject reference --format q2_0 --no-selftest --level smoke
has "vectors: missing-folder"
unset TRITPROOF_GOLDEN

# Bad input of the gate's own.
expect 2 gate --subject refrence
has "did you mean 'reference'"
expect 2 gate --format t3
expect 2 gate --level most
printf '{"known":[{}]}' >malformed.json
expect 1 gate --subject reference --format q2_0 --no-selftest --known malformed.json
expect 3 gate --subject reference --format q2_0 --no-selftest --known missing.json
mkdir broken && printf 'tritproof-case 1\nop decode\n' >broken/x.case
expect 1 gate --subject reference --format q2_0 --no-selftest --cases broken
has "x.case"
for program in 'exit 1' 'echo garbage' 'sleep 30' '/nonexistent/program'; do
  expect 1 gate --exec "$program" --format t2 --no-selftest --level smoke
  has "setup-error"
done
expect 1 gate --exec 'python3 ./good.py' --format q8 --no-selftest --level smoke
has "no subject declares any of the formats"
done_with 39
