#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every source carries the licence line and stays within 300 lines. Usage: check_sources.sh ROOT
set -eu
cd "$1"
find CMakeLists.txt tritproof spec codec hw props golden fuzz bench cli cmake .ci \
  -type f \( -name '*.h' -o -name '*.hpp' -o -name '*.cpp' -o -name '*.c' -o -name '*.sh' \
  -o -name '*.py' -o -name '*.cmake' -o -name 'CMakeLists.txt' -o -name tritproof -o -path .ci/run \) \
  -not -path '*/node_modules/*' -print 2>/dev/null | awk '
  {
    file = $0; lines = 0; licensed = 0; files++
    while ((getline line < file) > 0)
      if (++lines <= 2 && line ~ /SPDX-License-Identifier: Apache-2.0/) licensed = 1
    close(file)
    if (!licensed) { print file ": no licence line"; bad = 1 }
    if (lines > 300) { print file ": " lines " lines"; bad = 1 }
  }
  END {
    if (files <= 50) { print "only " files + 0 " files were read"; bad = 1 }
    if (!bad) print files " files carry the licence and are at most 300 lines"
    exit bad
  }'
