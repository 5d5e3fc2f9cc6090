#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Who may include whom: reads every include line of the tree. Usage: check_layers.sh ROOT
# Each row: a folder, then the path prefixes that its files may include. The longest folder wins.
set -eu
cd "$1"
find spec codec hw props golden fuzz bench cli -type f -not -path '*/node_modules/*' \
  \( -name '*.h' -o -name '*.hpp' -o -name '*.cpp' -o -name '*.c' \) 2>/dev/null | sort |
  xargs grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' /dev/null |
  awk -F: '
    BEGIN {
      allow["spec"] = "spec/"
      allow["codec/reference"] = "spec/ codec/reference/"
      allow["codec/second"] = ""
      allow["codec/fast"] = "spec/ codec/fast/"
      allow["codec/container"] = "spec/ codec/reference/ codec/container/"
      allow["codec/convert"] = "spec/ codec/reference/ codec/container/ codec/convert/"
      allow["codec"] = "spec/ codec/"
      allow["hw"] = "spec/ codec/subject.h hw/"
      allow["props/laws"] = "spec/ codec/ props/laws/"
      allow["props"] = "spec/ codec/ hw/ golden/ fuzz/ props/ cli/escape.h"
      allow["golden"] = "spec/ codec/ hw/ golden/"
      allow["fuzz"] = "spec/ codec/ props/laws/ props/domains/build.h props/properties/case_file.h" \
        " props/properties/templates.h golden/ hw/protocol/ hw/ggml/library.h cli/escape.h fuzz/"
      allow["fuzz/outside"] = allow["fuzz"] " hw/host/"
      allow["fuzz/planted"] = allow["fuzz"] " props/mutants/"
      allow["bench"] = "spec/ codec/ hw/ bench/ cli/interrupt.h"
      allow["cli"] = "spec/ codec/ hw/ props/ golden/ fuzz/ cli/"
    }
    {
      file = $1; path = $0; sub(/^[^"]*"/, "", path); sub(/".*/, "", path); ++seen
      layer = file; sub(/\/[^\/]*$/, "", layer)
      while (!(layer in allow)) if (!sub(/\/[^\/]*$/, "", layer)) break
      # A bare name is a file beside it, or one that the build makes.
      good = path !~ /\// || path ~ /^(gtest|rapidcheck)\//
      count = split(allow[layer], prefix, " ")
      for (i = 1; i <= count; ++i) if (index(path, prefix[i]) == 1) good = 1
      if (path ~ /\.\./) good = 0
      if (!good) { print file ":" $2 ": " layer " may not include \"" path "\""; bad = 1 }
    }
    END {
      if (!seen) { print "no include line was read"; bad = 1 }
      if (!bad) print seen " include lines, all one way"
      exit bad
    }'
