#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What bad input, bad names and full disks meet: a named refusal, its exit code, nothing half-written.
# Usage: refusals.sh TOOL
. "$(dirname "$0")/lib.sh"
cd "$work"

bytes() { # COUNT OCTAL: that byte so many times
  head -c "$1" /dev/zero | tr '\0' "\\$2"
}
tile() { # one t2 tile: code bytes OCTAL, every scale 1.0
  bytes 2048 "$1"
  for _ in $(seq 64); do printf '\000\074'; done
}
nothing_left() { [ -z "$(find . -name '*.tmp*' -o -name 'out*')" ] || fail "files were left: $(ls)"; }

tile 125 >zero.t2 # 0x55: every code 0
{ printf '\013'; tile 125 | tail -c +2; } >reserved.t2 # codes 3, 2, 0, 0 at row 0

# A reserved code under scale 1.0 is 0.0, counted, and stops conversions.
expect 0 inspect reserved.t2 --shape 32,256
has "reserved codes                            1"
expect 0 inspect reserved.t2 --shape 32,256 --tile 0,0
has "(0,0) reserved 3 -> 0  (0,1) +1 -> 1"
expect 1 convert --to pb16i reserved.t2 --shape 32,256 -o out.pb16i
has "ReservedCode"
has "at byte 0 bit 0, row 0, column 0 (tile 0,0)"
expect 1 verify reserved.t2 reserved.t2 --shape 32,256
has "ReservedCode: 1 in a, 1 in b"
nothing_left

# TQ2_0's code 3 is +2: refused with count and places, clamped when asked.
{ printf '\377'; bytes 63 125; printf '\000\074'; } >plus2.tq2_0
expect 1 convert --to tq1_0 plus2.tq2_0 --shape 1,256 -o out.tq1_0
has "PlusTwo"
has "count: 4"
has "at byte 0 bit 6, row 0, column 96"
expect 0 convert --to tq1_0 plus2.tq2_0 --shape 1,256 -o clamped.tq1_0 --clamp-plus2
has "4 codes clamped"
expect 1 verify plus2.tq2_0 clamped.tq1_0 --shape 1,256
has "4 of 256 weights differ"

# Sizes and shapes.
expect 1 inspect zero.t2
has "Geometry"
expect 1 inspect zero.t2 --shape 33,256
has "Geometry"
expect 1 inspect zero.t2 --shape 64,256
has "expected: 4352"
expect 1 inspect zero.t2 --shape 18446744073709551584,18446744073709551360
has "Size"
for length in 0 1 2047 2175; do
  head -c $length zero.t2 >cut.t2
  expect 1 inspect cut.t2 --shape 32,256
  has "Size"
done

# Side tables.
expect 0 convert --to pb16i zero.t2 --shape 32,256 -o image.pb16i
rm image.ref
expect 1 inspect image.pb16i --shape 32,256
has "SideTable"
head -c 127 /dev/zero >image.ref
expect 1 inspect image.pb16i --shape 32,256
has "SideTable"
head -c 128 /dev/zero >image.ref
expect 0 inspect image.pb16i --shape 32,256
bytes 128 177 >image.ref
expect 1 verify image.pb16i zero.t2 --shape 32,256
has "SideTable"
: >image.min
head -c 128 /dev/zero >image.ref
expect 1 inspect image.pb16i --shape 32,256
has "AdditiveTerm"

# Scales that the target cannot hold.
{ bytes 2048 125; printf '\000\200'; for _ in $(seq 63); do printf '\000\074'; done; } >minus0.t2
expect 1 convert --to t2s minus0.t2 --shape 32,256 -o out.t2s
has "ScaleNotRepresentable"
{ bytes 2048 125; printf '\000\174'; for _ in $(seq 63); do printf '\000\074'; done; } >inf.t2
expect 1 convert --to pb16i inf.t2 --shape 32,256 -o out.pb16i
has "NonFiniteScale"
expect 0 convert --to pq2_0 inf.t2 --shape 32,256 -o inf.pq2_0
has "1 non-finite scales copied"
nothing_left

# Containers.
printf 'GGUF\003\000\000\000' >cut.gguf
expect 1 inspect cut.gguf
has "Header"
printf 'FUGG' >not.gguf
expect 1 inspect not.gguf
has "Header"
expect 0 convert --to t2 zero.t2 --shape 32,256 -o zero.safetensors
expect 0 verify zero.t2 zero.safetensors
has "1/1 bit-exact"
expect 2 convert --to pb16i zero.t2 --shape 32,256 -o out.safetensors
has "cannot hold pb16i"

# A tensor's name does not choose where its file goes.
printf '\200\000\000\000\000\000\000\000' >evil.safetensors
printf '%-128s' '{"../../x":{"dtype":"U8","shape":[1,1,2176],"data_offsets":[0,2176]}}' >>evil.safetensors
cat zero.t2 >>evil.safetensors
expect 0 convert --to tq2_0 evil.safetensors -o folder
[ -f "folder/%2E.%2F..%2Fx.tq2_0" ] || [ -f "folder/..%2F..%2Fx.tq2_0" ] ||
  ls folder | grep -q '%2F' || fail "where did the file go: $(ls folder)"
expect 0 verify evil.safetensors folder/*.tq2_0
has "1/1 bit-exact"

# Usage and surroundings.
expect 2 explian T2-3
has "did you mean 'explain'"
expect 2 explain T2-33
expect 2 convert --to t2x zero.t2 -o out.t2
has "did you mean 't2"
expect 2 convert --to t2 zero.t2 --shape 32,256 -o zero.t2
has "same file"
ln -s zero.t2 link.t2
expect 2 convert --to t2 zero.t2 --shape 32,256 -o link.t2
has "same file"
expect 2 inspect zero.t2 --shape 32
expect 0 verify zero.t2 folder
has "1/1 bit-exact"
mkdir -p left right && cp zero.t2 left/ && cp zero.t2 right/
expect 1 verify left right
has "Geometry"
expect 0 verify left right --shape 32,256
has "1/1 bit-exact"
cp zero.t2 left/more.t2
expect 1 verify left right --shape 32,256
has "more: missing in b"
expect 3 inspect missing.t2 --shape 32,256
expect 3 inspect . --from t2 --shape 32,256
expect 3 convert --to t2s zero.t2 --shape 32,256 -o /nonexistent/out.t2s
if [ -w /dev/full ]; then
  got=0
  t formats --json >/dev/full 2>"$work/printed" || got=$?
  [ $got -eq 3 ] || fail "a full disk gave exit $got"
  has "cannot write"
fi
nothing_left
done_with 70
