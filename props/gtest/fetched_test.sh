#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A project that fetches the sources (FetchContent) gets the installed package's names, none of our
# flags, options or tests, and builds as a whole: its wrong decoder is red, the mended one green. Objects
# that this build has made by the very same command are not compiled again.
# Usage: fetched_test.sh CMAKE NINJA BUILD SOURCE CXX OPTION…, the options those of BUILD
set -eu
cmake=$1
ninja=$2
build=$3
source=$4
export CXX="$5" CMAKE_GENERATOR=Ninja
shift 5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $1"; tail -n 40 "$work/log"; exit 1; }
has() { grep -q -- "$1" "$work/log" || fail "no '$1' in the log"; }
cd "$work"

cp -r "$source/docs/consumer" mine
for name in laws codec gtest; do
  printf 'if(NOT TARGET tritproof::%s)\n  message(FATAL_ERROR "no tritproof::%s")\nendif()\n' $name $name
done >>mine/CMakeLists.txt
"$ninja" -C "$build" -t commands tritproof_gtest >commands 2>log || fail "the commands of this build"
launcher="python3;$source/props/gtest/reuse.py;$build;$work/commands;$work/objects"
"$cmake" -S mine -B f "-DFETCHCONTENT_SOURCE_DIR_TRITPROOF=$source" "-DCMAKE_MAKE_PROGRAM=$ninja" \
  -DFETCHCONTENT_TRY_FIND_PACKAGE_MODE=NEVER -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
  "-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher" "$@" >log 2>&1 || fail configure
grep 'mine/main.cpp' f/compile_commands.json >log || fail "main.cpp is not compiled"
has "-I$source"
! grep -qE -- '-W(all|conversion|error)|-ffp-contract' log || fail "flags leak"
"$cmake" --build f --target help >log
! grep -qE '_tests: |^tritproof: |fuzz_decode|tritproof-bench' log || fail "ours among the targets"
(cd f && ctest -N) >log 2>&1 || fail ctest
has 'Total Tests: 0'

# Nothing but what the project links is built, by the default target.
"$cmake" --build f >log 2>&1 || fail build
[ -x f/conformance ] || fail "no conformance"
cp objects log
[ "$(grep -c . log)" -ge 50 ] || fail "too few objects: the library was not built here"
has 'compiled CMakeFiles/conformance.dir/main.cpp.o'
[ "$(grep -c '^compiled' log)" -eq 1 ] || fail "fetched, ours are compiled by other commands"
[ -z "$(find f -name 'libtritproof_host.a' -o -name 'libtritproof_maker.a')" ] || fail "too much"

judge() { # the wanted exit code
  got=0
  f/conformance >log 2>&1 || got=$?
  [ $got -eq "$1" ] || fail "exit $got, not $1"
}
judge 1
for word in 'T2-3' 'reads like M001' 'FAILED  \] mine/t2.Properties' 'FAILED  \] mine/t2.Vectors'; do
  has "$word"
done
cp mine/decoder.h wrong.h
sed 's/= static_cast<float>(code - 1) \* my_half(\(.*\));/= code == 3 ? 0.0F : static_cast<float>(code - 1) * my_half(\1);/' \
  wrong.h >mine/decoder.h
! cmp -s wrong.h mine/decoder.h || fail "nothing was mended"
"$cmake" --build f >log 2>&1 || fail build
judge 0
passed=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) tests\{0,1\}\./\1/p' log)
[ "${passed:-0}" -ge 5 ] || fail "only ${passed:-0} tests"
echo "fetched: the same names, nothing leaks, red, and green when mended with $passed tests"
