#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles ggml's own decoders for this machine, as a fairer opponent than the baseline build:
# build_ggml_native.sh FOLDER. Prints the library's path, for `tritproof bench --ggml-native`.
set -eu
version=0.12.9
mkdir -p "$1"
cd "$1"
[ -d package ] || {
  npm pack "llama.rn@$version" --silent >/dev/null
  tar xzf "llama.rn-$version.tgz"
}
# Its decoders call nothing else of ggml: what stays unresolved is bound lazily, so never.
cc -O3 -march=native -fPIC -shared -Ipackage/cpp -Ipackage/cpp/ggml-cpu package/cpp/ggml-quants.c \
  -o libggml-native.so
echo "$PWD/libggml-native.so"
