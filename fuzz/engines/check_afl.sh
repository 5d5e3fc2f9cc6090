#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The same targets under AFL++: builds one with clang's own coverage and AFL++'s runtime, as Debian's
# afl-clang-fast++ is of a clang without std::expected, and fuzzes for some seconds.
# Usage: fuzz/engines/check_afl.sh WORK [TARGET] [SECONDS]   Needs: afl++ clang-19 libc++-19-dev
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
work=${1:?usage: check_afl.sh WORK [TARGET] [SECONDS]}
target=${2:-fuzz_gguf_read}
seconds=${3:-20}
lib=${AFL_LIB:-/usr/lib/afl}
for file in libAFLDriver.a afl-compiler-rt.o; do
  [ -f "$lib/$file" ] || { echo "check_afl: $lib/$file is missing: apt-get install afl++" >&2; exit 3; }
done
export WORK=$work/work OUT=$work/out CC=clang-19 CXX=clang++-19 TARGETS="$target tritproof_afl_mutator"
mkdir -p "$WORK" "$OUT"
export CFLAGS="-O2 -fsanitize-coverage=trace-pc-guard" LIB_FUZZING_ENGINE="$lib/libAFLDriver.a $lib/afl-compiler-rt.o"
export CXXFLAGS="$CFLAGS -stdlib=libc++" \
  TRITPROOF_CMAKE_ARGS="-DCMAKE_POSITION_INDEPENDENT_CODE=ON -DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY -DCMAKE_LIBRARY_ARCHITECTURE=$(gcc -print-multiarch)"
bash "$source/fuzz/build.sh"
rm -rf "$work/in" "$work/state"
mkdir -p "$work/in"
unzip -q -o "$OUT/${target}_seed_corpus.zip" -d "$work/in"
AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_AFFINITY=1 \
  AFL_CUSTOM_MUTATOR_LIBRARY="$WORK/fuzz/fuzz/libtritproof_afl_mutator.so" \
  TRITPROOF_FUZZ_TARGET=$target \
  afl-fuzz -V "$seconds" -i "$work/in" -o "$work/state" -m none -t 5000 -- "$OUT/$target" \
  >"$work/log" 2>&1 || { tail -n 20 "$work/log" >&2; exit 1; }
stats=$work/state/default/fuzzer_stats
runs=$(sed -n 's/^execs_done *: //p' "$stats")
crashes=$(sed -n 's/^\(saved\|unique\)_crashes *: //p' "$stats")
[ "${runs:-0}" -gt 0 ] || { echo "check_afl: nothing was executed" >&2; exit 1; }
[ "${crashes:-1}" -eq 0 ] || { echo "check_afl: $crashes crashes in $work/state" >&2; exit 1; }
echo "check_afl: $target, $runs executions, no crash"
