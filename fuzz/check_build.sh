#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs build.sh as a fuzzing service does and checks what it leaves in $OUT.
# Usage: fuzz/check_build.sh WORK [address|undefined|none]   Environment: TARGETS, as for build.sh.
set -euo pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
work=${1:?usage: check_build.sh WORK [address|undefined|none]}
sanitizer=${2:-address}
export WORK=$work/work OUT=$work/out
mkdir -p "$WORK" "$OUT"
export CC=${CC:-clang-19} CXX=${CXX:-clang++-19}
# The engine of a service brings its C++ library with it, hidden. Debian's asks for libstdc++, which no
# target has: it is hidden in the engine in the same way.
hide_library() {
  local engine
  engine=$(find "$("$CXX" -print-resource-dir)" -name "libclang_rt.fuzzer-$(uname -m).a")
  ld -r --whole-archive "$engine" --no-whole-archive "$("$CXX" -print-file-name=libstdc++.a)" -o "$1"
  objcopy --wildcard --keep-global-symbol='__sanitizer_*' --keep-global-symbol='__sancov*' \
    --keep-global-symbol='LLVM*' --keep-global-symbol=main "$1"
}
[ -n "${LIB_FUZZING_ENGINE:-}" ] || hide_library "$WORK/engine.o"
export LIB_FUZZING_ENGINE=${LIB_FUZZING_ENGINE:-$WORK/engine.o}
case $sanitizer in
address) flags="-fsanitize=address -fsanitize-address-use-after-scope" ;;
undefined) flags="-fsanitize=array-bounds,bool,builtin,enum,function,integer-divide-by-zero,null,object-size,return,returns-nonnull-attribute,shift,signed-integer-overflow,unreachable,vla-bound,vptr,alignment,float-cast-overflow -fno-sanitize-recover=all" ;;
none) flags="" ;;
*) echo "check_build: no sanitizer $sanitizer" >&2; exit 2 ;;
esac
export CFLAGS="-O1 -fno-omit-frame-pointer -gline-tables-only -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION $flags -fsanitize=fuzzer-no-link"
export CXXFLAGS="$CFLAGS -stdlib=libc++"
bash "$source/fuzz/build.sh"

status=0
bad() { echo "check_build: $*" >&2; status=1; }
listed=${TARGETS:-$(sed -n '/^set(fuzz_targets/,/)/p' "$source/fuzz/CMakeLists.txt" | grep -oE 'fuzz_[a-z0-9_]+' | grep -v '^fuzz_targets$')}
count=0
for name in $listed; do
  program=$OUT/$name
  count=$((count + 1))
  [[ $name =~ ^[A-Za-z0-9_-]+$ ]] || bad "$name: a name that services refuse"
  [ -x "$program" ] || { bad "$name: no program"; continue; }
  [ "$(head -c 4 "$program" | tail -c 3)" = ELF ] || bad "$name: no ELF"
  grep -q LLVMFuzzerTestOneInput "$program" || bad "$name: services do not see that it is a target"
  # Their run image has no C++ library, and no other library of ours.
  ldd "$program" | grep -E 'libstdc\+\+|libfmt|libcrypto|not found' && bad "$name: a library that is not there"
  unzip -Z1 "$OUT/${name}_seed_corpus.zip" | grep -q . || bad "$name: no seed corpus"
  unzip -Z1 "$OUT/${name}_seed_corpus.zip" | grep -q / && bad "$name: the seed corpus is not flat"
  grep -q '^\[libfuzzer\]$' "$OUT/$name.options" || bad "$name: no options"
  grep -qE '^[a-z0-9_]+="' "$OUT/$name.dict" || bad "$name: no dictionary"
  rm -rf "$WORK/corpus"
  mkdir -p "$WORK/corpus"
  unzip -q -o "$OUT/${name}_seed_corpus.zip" -d "$WORK/corpus"
  (cd / && "$program" -seed=1337 -runs=4 -timeout=25 -rss_limit_mb=2560 -dict="$OUT/$name.dict" \
    "$WORK/corpus") >"$WORK/$name.log" 2>&1 || bad "$name: does not run, see $WORK/$name.log"
  grep -qE 'Done [0-9]+ runs' "$WORK/$name.log" || bad "$name: ran nothing"
done
[ $count -gt 0 ] || bad "no target is listed"
for file in "$OUT"/*; do
  case $file in
  *.dict | *.options | *_seed_corpus.zip) ;;
  *) [[ " $(echo $listed) " == *" $(basename "$file") "* ]] || bad "$(basename "$file"): does not belong there" ;;
  esac
done
[ $status -ne 0 ] || echo "check_build: $count targets, as services want them"
exit $status
