#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Usage: check_elf.sh OBJDUMP FILE
# Disassembles a program or module for Hexagon: it is for v67, its kernels hold the HVX instructions
# that they are named for, no HVX float is anywhere, and nothing of a library is asked for.
set -eu
objdump=$1
file=$2
export LC_ALL=C
command -v "$objdump" >/dev/null || { echo "no llvm-objdump: apt-get install llvm-14"; exit 1; }
[ -s "$file" ] || { echo "$file: not built; it takes clang-14, lld-14"; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
wrong() { echo "$file: $*"; status=1; }

field() { od -An -tu4 -j "$1" -N "$2" "$file" | tr -d ' '; }
# 32-bit header: e_machine at 18 is 164, e_flags at 36 is the architecture, 0x67.
[ "$(od -An -tu2 -j18 -N2 "$file" | tr -d ' ')" = 164 ] || wrong "not a program for Hexagon"
[ "$(field 36 4)" = 103 ] || wrong "e_flags are $(field 36 4), not 103 (v67)"

# As v67 reads it, and as the later version reads it that knows HVX float.
"$objdump" -d --mcpu=hexagonv67 --mattr=+hvxv67 "$file" >"$work/all"
"$objdump" -d --mcpu=hexagonv69 --mattr=+hvxv69 "$file" >"$work/later"
grep -c ' = vmem(' "$work/all" >"$work/count" || wrong "no vector is loaded at all"
# Zero words stand between functions only.
grep '<unknown>' "$work/all" | grep -v '[[:space:]]00000000 <unknown>' >"$work/unknown" &&
  wrong "holds what v67 does not know: $(head -n 1 "$work/unknown")"
# v1.sf, v1.hf, v1.qf32, v1.qf16, v1.bf: the emulator runs some of these as other instructions.
grep -E '\bv[0-9]+(:[0-9]+)?\.(sf|hf|qf16|qf32|bf)\b' "$work/later" >"$work/floats" &&
  wrong "holds HVX float: $(head -n 1 "$work/floats")"
"$objdump" -t "$file" | grep '\*UND\*' >"$work/undefined" &&
  wrong "asks for $(head -n 1 "$work/undefined")"

# A function and the instructions that it must hold.
while read -r function instructions; do
  awk -v name="<$function>:" '$2 == name {on = 1; next} /^[0-9a-f]+ <.*>:$/ {on = 0} on' \
    "$work/all" >"$work/function"
  [ -s "$work/function" ] || { wrong "has no function $function"; continue; }
  for instruction in $instructions; do
    grep -q "[ =]$instruction(" "$work/function" || wrong "$function holds no $instruction"
  done
done <<'END'
hvx_decode_t2 vlut16 vshuff vror
hvx_decode_t2s vlut16 vdeal vshuff
hvx_bytes_t2 vlut32 vshuff
hvx_expand_t2s vlut32 vshuff
hvx_weights_t2s vlut32 vshuff
hvx_weights_pb16i vlut32 vdeal vshuff
hvx_spread vdeal vshuff
hvx_product vrmpy vmpyio vror
hvx_reserved vpopcount
END
[ $status -ne 0 ] || echo "$file: v67, integer HVX in every kernel, $(cat "$work/count") vector loads"
exit $status
