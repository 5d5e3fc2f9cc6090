#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tensors that the real ggml library quantised and wrote, through every conversion and back.
# Usage: real_tensors.sh TOOL GGML_RUNNER TENSOR_TOOL GGML_LIB READ_GGUF
. "$(dirname "$0")/lib.sh"
runner=$2
tensors=$3
library=$4
reader=$5
cd "$work"

# Tensor A: 20,480 different positive scales, all subnormals among them.
N=1024 K=5120
"$tensors" ascending $N $K | "$runner" "$library" --write-gguf a1.gguf "a:tq1_0:$N:$K"
"$tensors" ascending $N $K | "$runner" "$library" --write-gguf a2.gguf "a:tq2_0:$N:$K"
expect 0 inspect a1.gguf
has "stored scales: subnormal               1023"
has "20480  100.00 %"
expect 0 verify a1.gguf a2.gguf
has "1/1 bit-exact"

round_trip() { # source stem, its format
  for format in t2 pb16i t2s ptq1_0 pq2_0 q2_0 tq1_0 tq2_0; do
    expect 0 convert --to $format "$1" -o "out.$format"
    expect 0 verify "$1" "out.$format"
    has "1/1 bit-exact"
    expect 0 convert --to "$2" "out.$format" --shape $N,$K -o back.gguf
    expect 0 verify "$1" back.gguf
    has "1/1 bit-exact"
  done
}
round_trip a1.gguf tq1_0
round_trip a2.gguf tq2_0

# Tensor B: the same with half of the d fields negative.
cp a1.gguf b1.gguf && "$tensors" flip-signs b1.gguf
cp a2.gguf b2.gguf && "$tensors" flip-signs b2.gguf
expect 1 verify a1.gguf b1.gguf
expect 0 inspect b2.gguf
has "negative                            10240"
round_trip b1.gguf tq1_0
round_trip b2.gguf tq2_0

# Tensor C: one row's scales do not fit 16 bits together.
"$tensors" spread 64 1024 37 | "$runner" "$library" --write-gguf c.gguf c:tq2_0:64:1024
expect 0 convert --to t2 c.gguf -o c.t2
expect 1 convert --to pb16i c.gguf -o c.pb16i
has "ScaleNotRepresentable"
has "row 37"
[ ! -e c.pb16i ] && [ ! -e c.ref ] || fail "a refused conversion left a file"

# One flipped bit of any byte that matters: a code, a low and a high scale byte, first and last.
size=$(stat -c %s out.t2)
for byte in 0 1234567 2048 2049 $((size - 129)) $((size - 1)); do
  cp out.t2 flipped.t2
  "$tensors" flip flipped.t2 $byte 0
  expect 1 verify out.t2 flipped.t2 --shape $N,$K
  has "out: "
  has "first at row"
  has "a: 0x"
  has "0/1 bit-exact"
done

# What ggml reads of our files is what we wrote.
expect 0 convert --to tq2_0 out.t2 --shape $N,$K -o ours.gguf
"$runner" "$library" --read-gguf ours.gguf >printed 2>&1 || fail "ggml refused our file"
has "tq2_0"
node "$reader" ours.gguf >"$work/printed" 2>&1 || fail "Hugging Face's reader refused our file"
has "out 35 5120x1024 0 "
node "$reader" a1.gguf >"$work/printed" 2>&1 || fail "Hugging Face's reader refused ggml's file"
has "a 34 5120x1024 0 "
done_with 100
