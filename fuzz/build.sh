#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds the fuzz targets for a fuzzing service, by its rules: $CC $CXX $CFLAGS $CXXFLAGS and
# $LIB_FUZZING_ENGINE are obeyed, programs, seed corpora, dictionaries and options go to $OUT, all
# else to $WORK. TARGETS, if set, is a list of targets to build in place of all.
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$WORK/fuzz
# No other tool may see these while the compiler is tried out.
engine=$LIB_FUZZING_ENGINE

cmake -S "$source" -B "$build" -G Ninja \
  -DCMAKE_C_COMPILER="$CC" -DCMAKE_CXX_COMPILER="$CXX" \
  -DCMAKE_C_FLAGS="$CFLAGS" -DCMAKE_CXX_FLAGS="$CXXFLAGS" -DCMAKE_BUILD_TYPE=None \
  -DTRITPROOF_TESTS=OFF -DTRITPROOF_CLI=OFF -DTRITPROOF_FUZZ_ENGINE="$engine" \
  ${TRITPROOF_CMAKE_ARGS:-} >"$WORK/configure.log" || { cat "$WORK/configure.log"; exit 1; }
# shellcheck disable=SC2086 # a list of words
cmake --build "$build" --target ${TARGETS:-fuzz-targets}

for program in "$build"/fuzz/fuzz_*; do
  [ -f "$program" ] && [ -x "$program" ] || continue
  name=$(basename "$program")
  rm -rf "$WORK/seeds/$name"
  # The program writes its own seeds, so that none of this is built twice. Some engines speak first.
  kind=$(ASAN_OPTIONS=detect_leaks=0 TRITPROOF_FUZZ_SEEDS="$WORK/seeds" "$program" | tail -n 1)
  rm -f "$OUT/${name}_seed_corpus.zip"
  zip -q -j -X "$OUT/${name}_seed_corpus.zip" "$WORK/seeds/$name"/*
  cp "$WORK/seeds/$name.options" "$OUT/$name.options"
  cp "$source/fuzz/dictionaries/$kind.dict" "$OUT/$name.dict"
  cp "$program" "$OUT/$name"
done
