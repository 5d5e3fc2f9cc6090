#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Whole certificates of programs behind pipes: the emulated kernels, and one that hangs once.
# Usage: devices_full.sh TOOL EXAMPLES VECTORS SERVED
. "$(dirname "$0")/lib.sh"
examples=$2
vectors=$3
served=$4
cd "$work"

first_line() {
  checks=$((checks + 1))
  head -n 1 printed | grep -q -- "$1" || fail "the first line is not like '$1'"
}
counted() {
  checks=$((checks + 1))
  got=$(grep -c "\"verdict\":\"$2\"" "$1/results.jsonl" || true)
  [ "$got" "$3" "$4" ] || fail "$got lines with the verdict $2"
}

# Real HVX code over the core level; a checker that is not ours agrees.
expect 0 certify --backend hexagon -o hexagon
first_line '^PASS: \([0-9]*\) of \1 vectors pass; 0 not run, .*; double an emulator of Hexagon'
counted hexagon pass -ge 1000
expect 0 check-cert hexagon
first_line '^UNSIGNED: integrity only$'
has "check-cert: intact, passed"
checks=$((checks + 1))
python3 "$examples/check_cert.py" hexagon "$vectors" >printed 2>&1 || fail "check_cert.py"
has ", 0 wrong"

# One vector in 5,000 hangs its program: that one is lost, and no other.
python3 - "$vectors/t2/decode.core.json" >marked <<'END'
import collections, json, sys
plain = [v for v in json.load(open(sys.argv[1]))["vectors"] if "bf16" not in v and v["sign"] == "valid"]
times = collections.Counter(v["input_sha256"] for v in plain)
one = next(v for v in plain if times[v["input_sha256"]] == 1)
print(one["id"], one["input_sha256"])
END
read -r id digest <marked
expect 1 certify --exec "$served second $digest" --timeout 2 -o hangs
first_line '^NOT PASSED: [0-9]* of [0-9]* vectors pass, 1 hang; 0 not run, '
counted hangs hang -eq 1
counted hangs pass -ge 5000
for verdict in mismatch refused crash protocol-error setup-error device-error not-run unstable; do
  counted hangs $verdict -eq 0
done
grep '"verdict":"hang"' hangs/results.jsonl | grep -qF "\"$id\"" || fail "another vector hangs"
expect 1 check-cert hangs
has "check-cert: intact, not passed"
done_with 20
