#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The second decoder shares nothing with the project: no path in an include line, no file outside
# its folder in the compiler's own list, no foreign symbol in its archive.
# Usage: check_independence.sh ROOT CXX ARCHIVE
set -eu
folder=$1/codec/second
cxx=$2
archive=$3
status=0
fail() { echo "$1"; status=1; }

grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"[^"]*/' "$folder"/*.h "$folder"/*.cpp &&
  fail "an include line names a path"

sources=0
for source in "$folder"/*.cpp; do
  sources=$((sources + 1))
  "$cxx" -std=c++23 -MM "$source" | tr -s ' \\' '\n\n' | grep -E '\.(h|hpp|cpp)$' |
    while read -r file; do
      real=$(realpath "$file")
      case $real in "$(realpath "$folder")"/*) ;; *) echo "$source depends on $real" ;; esac
    done >"${TMPDIR:-/tmp}/independence.$$"
  [ ! -s "${TMPDIR:-/tmp}/independence.$$" ] || {
    cat "${TMPDIR:-/tmp}/independence.$$"
    fail "a dependency lies outside"
  }
done
rm -f "${TMPDIR:-/tmp}/independence.$$"
[ $sources -gt 0 ] || fail "no source of the second decoder was found"

symbols=$(nm -C "$archive" 2>/dev/null) || fail "the archive cannot be read"
printf '%s\n' "$symbols" | grep -q ' T second::decode(' || fail "the archive defines no decoder"
printf '%s\n' "$symbols" | grep -E 'tritproof|ggml' && fail "the archive names foreign symbols"
[ $status -ne 0 ] || echo "$sources sources, none shares anything"
exit $status
