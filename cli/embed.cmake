# SPDX-License-Identifier: Apache-2.0
# Text files as one raw string literal: cmake -DFILES=a;b -DOUT=x.inc -P embed.cmake
set(text "")
foreach(file IN LISTS FILES)
  file(READ ${file} part)
  string(APPEND text "${part}")
endforeach()
file(WRITE ${OUT} "R\"tritproof(${text})tritproof\"\n")
