#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A project outside of this build uses the installed library: its wrong decoder is red and explained,
# the mended one green.
# Usage: consumer_test.sh CMAKE BUILD SOURCE CXX
set -eu
cmake=$1
build=$2
source=$3
export CXX="$4" CMAKE_GENERATOR=Ninja
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $1"; tail -n 40 "$work/log"; exit 1; }
has() { grep -q -- "$1" "$work/log" || fail "no '$1' in the log"; }
cd "$work"

"$cmake" --install "$build" --component library --prefix "$work/prefix" >log 2>&1 || fail install
targets=$(find prefix -name 'tritproofTargets*.cmake')
[ -n "$targets" ] || fail "no exported targets"
# shellcheck disable=SC2086
cat $targets >log
for word in "$source" "$build" -Wall -Werror -ffp-contract -fsanitize; do
  ! grep -q -- "$word" log || fail "the installed targets hold '$word'"
done

# Red, by rule and place; the tier, the properties and the vectors see it each.
cp -r "$source/docs/consumer" mine
"$cmake" -S mine -B b -DCMAKE_BUILD_TYPE=Release "-DCMAKE_PREFIX_PATH=$work/prefix" >log 2>&1 ||
  fail configure
grep -q "tritproof_DIR:PATH=$work/prefix" b/CMakeCache.txt || fail "not the installed library"
"$cmake" --build b >log 2>&1 || fail build
got=0
b/conformance >log 2>&1 || got=$?
[ $got -eq 1 ] || fail "exit $got of the wrong decoder"
for word in 'T2-3' 'code 2' 'reads like M001' 'expected 0, got' 'vectors missed, the first' \
  'FAILED  \] mine/t2.Properties' 'FAILED  \] mine/t2.Vectors'; do
  has "$word"
done

# The reserved codes left unwritten are no zeros.
sed 's/^      out\[/      if (code != 3) out[/' mine/decoder.h >lazy.h
cmp -s lazy.h mine/decoder.h && fail "nothing was planted"
cp mine/decoder.h wrong.h
cp lazy.h mine/decoder.h
"$cmake" --build b >log 2>&1 || fail build
! b/conformance >log 2>&1 || fail "unwritten elements passed"

# Mended: green, and something was asked.
sed 's/= static_cast<float>(code - 1) \* my_half(\(.*\));/= code == 3 ? 0.0F : static_cast<float>(code - 1) * my_half(\1);/' \
  wrong.h >mine/decoder.h
cmp -s wrong.h mine/decoder.h && fail "nothing was mended"
"$cmake" --build b >log 2>&1 || fail build
b/conformance >log 2>&1 || fail "the right decoder is red"
passed=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) tests\{0,1\}\./\1/p' log)
[ "${passed:-0}" -ge 5 ] || fail "only ${passed:-0} tests"

# A version that is not this one is refused.
printf 'cmake_minimum_required(VERSION 3.25)\nproject(x CXX C)\nfind_package(tritproof 9.0 REQUIRED)\n' \
  >CMakeLists.txt
! "$cmake" -S . -B v "-DCMAKE_PREFIX_PATH=$work/prefix" >log 2>&1 || fail "version 9.0 was found"
has 'version: 0.1.0'

echo "installed: red with the rule, green when mended with $passed tests"
