#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Device runners from the command line: who is there, what is missing, and what a porter sees first.
# Usage: devices.sh TOOL HEXAGON
. "$(dirname "$0")/lib.sh"
hexagon=$2
cd "$work"

first_line() {
  checks=$((checks + 1))
  head -n 1 printed | grep -q -- "$1" || fail "the first line is not like '$1'"
}

# Everybody is listed, whether they are here or not.
expect 0 subjects
for name in ggml hexagon xdna xdna-model; do
  checks=$((checks + 1))
  grep -qE "^$name +(present|absent)" printed || fail "$name is not listed"
done
has "never run on a device"
checks=$((checks + 1))
! grep -qE '^[^ ]+(present|absent)' printed || fail "a name and its word stand together"

# The emulated kernels: the first line says what they are.
expect 0 certify --backend hexagon --level smoke --format t2
first_line '^PASS: \([0-9]*\) of \1 vectors pass; .*; 1 of 11 formats; level smoke; double an emulator of Hexagon'
expect 2 certify --backend hexagon --backend-arg cpu=v73 --level smoke
has "takes no --backend-arg cpu"

# A planted fault in the kernel is failed at once, with the place. Usage: fails FAULT FORMAT TEXT...
fails() {
  fault=$1
  format=$2
  shift 2
  expect 1 certify --exec "qemu-hexagon $hexagon/fault-$fault.elf" --level smoke --format "$format"
  first_line '^NOT PASSED: '
  for text in "$@"; do has "$text"; done
}
[ -f "$hexagon/fault-1.elf" ] || fail "no kernels with faults in $hexagon"
fails 1 t2 "row 0 column 128" "HALF-2"
fails 2 t2 "row 0 column 129" "0x8001 (subnormal)" "it follows subnormal=flushed"
fails 3 t2 "row 0 column 0" "T2-3" "code 2" "reads like M001"
fails 6 t2s "T2S-4" "reads like M338: the two nibbles of a byte change places"

# XDNA: what is missing, one after the other, and how to get it.
unset TRITPROOF_XDNA_MAP
expect 3 certify --backend xdna -o made
has "xdna: "
has "get it: "
expect 3 certify --backend xdna --backend-arg map=nowhere.map -o made
expect 2 certify --backend xdna --backend-arg mpa=nowhere.map -o made
has "it takes map device setup-ms run-ms"
[ ! -e made ] || fail "a certificate of nothing"

# The model of its data path; raw arithmetic on a reserved code is recorded, and is no pass.
expect 0 certify --backend xdna-model --level smoke
first_line '; double model of the published XDNA2 data path'
expect 1 certify --backend xdna-model --backend-arg reserved=raw --level smoke
has "expected the refusal ReservedCode"
# The gate's laws hold for what runs under the emulator and for the model.
expect 0 gate --subject hexagon --subject xdna-model --no-selftest --level smoke
has "gate: conforms"
done_with 32
