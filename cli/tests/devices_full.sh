#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Whole certificates of programs behind pipes: the emulated kernels, and one that hangs once.
# Usage: devices_full.sh TOOL EXAMPLES VECTORS SERVED XDNA_STAND_IN
. "$(dirname "$0")/lib.sh"
examples=$2
vectors=$3
served=$4
standin=$5
cd "$work"

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
expect 1 certify --exec "$served reference $digest" --timeout 5 -o hangs
first_line '^NOT PASSED: [0-9]* of [0-9]* vectors pass, 1 hang; 0 not run, '
counted hangs hang -eq 1
counted hangs pass -ge 5000
for verdict in mismatch refused crash protocol-error setup-error device-error not-run unstable; do
  counted hangs $verdict -eq 0
done
grep '"verdict":"hang"' hangs/results.jsonl | grep -qF "\"$id\"" || fail "another vector hangs"
expect 1 check-cert hangs
has "check-cert: intact, not passed"

# Four of the ways in which the stand-in of XRT ends, as the command prints them; xdna_test.cpp asks
# for all of them. The kernel's file is its own map.
cat >kernel.map <<'END'
map=1
flow=elf
file=kernel.txt
kernel=main:sequence
op=replay
format=t2s
mode=i64
narrowing=exact
reserved=refuse
n=32
k=512
m=1
arg.0=stream 4352
arg.1=activations 512
arg.2=output 256
END
cp kernel.map kernel.txt
# Usage: mode NAME EXIT TEXT...
mode() {
  name=$1
  exit=$2
  shift 2
  expect "$exit" certify --level smoke --format t2s --exec \
    "env TRITPROOF_XRT_STANDIN=$name $standin --map $work/kernel.map --run-ms 300 --setup-ms 1000"
  for text in "$@"; do has "$text"; done
}
mode ok 0 "PASS: 5 of 5 vectors pass" "double stand-in of XRT"
mode nodevice 3 "no certificate: no-device" "No such device"
mode hang 1 "1 hang;" "ERT_CMD_STATE_RUNNING"
mode partial 1 "1 mismatch;" "bytes are the poison: partial"
done_with 33
