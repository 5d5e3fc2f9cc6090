#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every source carries the licence line and stays within 300 lines. Usage: check_sources.sh ROOT
set -eu
cd "$1"
status=0
seen=0
for file in $(find CMakeLists.txt tritproof spec codec hw props golden fuzz bench cli cmake .ci \
  -type f \( -name '*.h' -o -name '*.hpp' -o -name '*.cpp' -o -name '*.c' -o -name '*.sh' \
  -o -name '*.py' -o -name '*.cmake' -o -name 'CMakeLists.txt' -o -name tritproof -o -path .ci/run \) \
  -not -path '*/node_modules/*' 2>/dev/null); do
  seen=$((seen + 1))
  head -n 2 "$file" | grep -q 'SPDX-License-Identifier: Apache-2.0' ||
    { echo "$file: no licence line"; status=1; }
  lines=$(wc -l <"$file")
  [ "$lines" -le 300 ] || { echo "$file: $lines lines"; status=1; }
done
[ $seen -gt 50 ] || { echo "only $seen files were read"; status=1; }
[ $status -ne 0 ] || echo "$seen files carry the licence and are at most 300 lines"
exit $status
