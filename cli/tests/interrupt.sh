#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Ctrl-C in the middle of every long command: it ends soon with 130 and says that this is a part, what
# it wrote is whole and says so too, and nothing torn stands under a final name.
# Usage: interrupt.sh TOOL EXAMPLES [BENCH]
. "$(dirname "$0")/lib.sh"
examples=$2
bench=${3:-}
here=$(cd "$(dirname "$0")" && pwd)
cd "$work"
signal=INT
soonest=0.3 # seconds of work before it

heeds() { # the process has a handler of its own for signal 2
  case $(sed -n 's/^SigCgt:.*\(.\)$/\1/p' "/proc/$1/status" 2>/dev/null) in
  [2367abef]) return 0 ;;
  esac
  return 1
}

# Runs a program, ends it by the signal, and wants 130 within thirty seconds. A shell makes what it puts in
# the background deaf to SIGINT: env undoes that.
cut_short() {
  env --default-signal=INT "$@" >out 2>err &
  child=$!
  tries=0
  until heeds $child; do
    tries=$((tries + 1))
    [ $tries -lt 500 ] || fail "it never heeded an end: $*"
    sleep 0.02
  done
  sleep $soonest
  before=$(date +%s)
  kill -$signal $child 2>/dev/null || { cat err >printed; fail "over before its end: $*"; }
  got=0
  wait $child || got=$?
  cat out err >printed
  checks=$((checks + 1))
  [ $got -eq 130 ] || fail "exit $got, not 130: $*"
  [ $(($(date +%s) - before)) -le 30 ] || fail "it took its time: $*"
}

part() { cut_short "$tool" "$@" && has "interrupted: this is what was done until then"; }

is() { # FILE EXPRESSION over the object x
  checks=$((checks + 1))
  python3 -c "import json,sys; x=json.load(open(sys.argv[1])); sys.exit(0 if ($2) else 1)" "$1" ||
    fail "$1 is not: $2"
}

none_torn() {
  checks=$((checks + 1))
  [ -z "$(find . -name '.tritproof-*' -o -name '*.tmp')" ] || fail "a torn file is left"
}

# Every report of a gate is whole and says that it is of a part.
part gate --level full --format t2 --format tq1_0 --no-selftest --subject reference \
  --subject second --json g.json --junit g.xml --markdown g.md --sarif g.sarif
has "interrupted: not all of it was asked"
has "gate: does not conform"
is g.json 'x["interrupted"] and not x["passed"] and x["shortfalls"]'
is g.json 'all(b["shortfalls"] and all("first" not in law for law in b["laws"]) for b in x["benches"])'
is g.sarif 'x["version"] == "2.1.0"'
python3 -c 'import xml.dom.minidom as x; d = x.parse("g.xml")
assert any("interrupted" in f.getAttribute("message") for f in d.getElementsByTagName("failure"))' ||
  fail "g.xml"
head -n 1 g.md | grep -q "does not conform" || fail "g.md"
grep -q interrupted g.md || fail "g.md does not say it"
expect 0 report g.json -o g.html
grep -q '"interrupted":true' g.html || fail "g.html does not say it"

# Nobody is called a survivor who was not tried to the end.
part selftest --json
is out 'x["interrupted"] and not x["passed"] and x["survivors"] == 0 and x["mutants"] < 150'

part golden check --all --json
is out 'x["interrupted"] and not x["sound"] and [f["name"] for f in x["faults"]] == ["interrupted"]'
part golden make made
has "interrupted"
[ ! -e made/index.json ] || fail "a set that is not whole"
part golden model model --images 400 --json
is out 'x["interrupted"] and x["images"] == x["bit_exact"] < 400'
[ -z "$(find model -type f)" ] || fail "images are left"

# A certificate is whole or is not; a run over a pipe goes on where it was.
part certify --backend second --level full -o cert
has "no certificate: "
[ ! -e cert ] || fail "a part of a certificate"
cp "$examples/t2_runner.py" good.py
part certify --exec 'python3 ./good.py' --level core --format t2 -o piped
has "--resume"
[ ! -e piped/certificate.json ] || fail "a part of a certificate"
expect 0 certify --exec 'python3 ./good.py' --level core --format t2 -o piped --resume
expect 0 check-cert piped

# 2^36 weights that take no space.
truncate -s 18253611008 big.t2
cp --sparse=always big.t2 same.t2
part verify big.t2 same.t2 --shape 262144,262144 --json
is out 'x["interrupted"] and x["images"] == 1 and x["bit_exact"] == 0'
signal=TERM
part verify big.t2 same.t2 --shape 262144,262144 --kernels reference
has "0/1 bit-exact"
signal=INT
printf old >kept.pb16i
part convert --to pb16i big.t2 --shape 262144,262144 -o kept.pb16i
has "0 of 1 tensors are written"
[ "$(cat kept.pb16i)" = old ] || fail "the old file was replaced"
[ ! -e kept.ref ] || fail "a side table of no image"
none_torn

# A campaign over a program that behaves like a target's.
mkdir programs
cp "$here/target.sh" programs/fuzz_case && chmod +x programs/fuzz_case
part fuzz --target fuzz_case --for 1h --programs programs --state state --json
is out 'x["stopped"] and x["targets"][0]["executions"] == 898'
is state/report.json 'x["stopped"]'
grep -q 'stopped before the end' state/report.md || fail "report.md does not say it"
grep -q '"stopped":true' state/report.html || fail "report.html does not say it"

# Once more ends at once, by the signal itself.
env --default-signal=INT "$tool" golden make made >out 2>err &
child=$!
until heeds $child; do sleep 0.02; done
kill -INT $child
tries=0
while heeds $child; do
  tries=$((tries + 1))
  [ $tries -lt 250 ] || fail "a second signal would only be heeded, too"
  sleep 0.02
done
kill -INT $child
got=0
wait $child || got=$?
[ $got -eq 130 ] || fail "exit $got after a second signal"
! grep -q "done until then" err || fail "a second signal was not taken at its word"
none_torn

if [ -n "$bench" ]; then
  cut_short "$bench" --small --json
  is out 'any("interrupted" in b.get("error_message", "") for b in x["benchmarks"])'
  expect 0 report out -o bench.html
fi
done_with 43
