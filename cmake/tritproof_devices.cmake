# SPDX-License-Identifier: Apache-2.0
# Whether the runners of devices are built and tested: AUTO is ON where all their tools are, but not
# for another machine or inside another project. TRITPROOF_DEVICES_MISSING holds the packages of the
# missing ones.
find_program(TRITPROOF_HEXAGON_CLANG
  NAMES clang-14 clang-19 clang-18 clang-17 clang-16 clang-15 clang)
find_program(TRITPROOF_HEXAGON_LLD NAMES ld.lld ld.lld-14 ld.lld-19)
find_program(TRITPROOF_HEXAGON_OBJDUMP
  NAMES llvm-objdump-14 llvm-objdump-19 llvm-objdump-18 llvm-objdump)
find_program(TRITPROOF_QEMU_HEXAGON NAMES qemu-hexagon)
find_program(TRITPROOF_QEMU_AARCH64 NAMES qemu-aarch64)
find_program(TRITPROOF_AARCH64_CC NAMES aarch64-linux-gnu-gcc)
find_program(TRITPROOF_AARCH64_CXX NAMES aarch64-linux-gnu-g++)

set(TRITPROOF_DEVICES_MISSING "")
foreach(row
    HEXAGON_CLANG=clang-14 HEXAGON_LLD=lld-14 HEXAGON_OBJDUMP=llvm-14 QEMU_HEXAGON=qemu-user
    QEMU_AARCH64=qemu-user AARCH64_CC=g++-aarch64-linux-gnu AARCH64_CXX=g++-aarch64-linux-gnu)
  string(REPLACE "=" ";" row ${row})
  list(GET row 0 tool)
  list(GET row 1 package)
  if(NOT TRITPROOF_${tool})
    list(APPEND TRITPROOF_DEVICES_MISSING ${package})
  endif()
endforeach()
list(REMOVE_DUPLICATES TRITPROOF_DEVICES_MISSING)
list(JOIN TRITPROOF_DEVICES_MISSING " " TRITPROOF_DEVICES_MISSING)

set(TRITPROOF_DEVICES AUTO CACHE STRING "Build the runners of devices: AUTO, ON or OFF")
if(TRITPROOF_DEVICES STREQUAL AUTO)
  set(TRITPROOF_DEVICES ON)
  if(CMAKE_CROSSCOMPILING OR NOT PROJECT_IS_TOP_LEVEL)
    set(TRITPROOF_DEVICES OFF)
  elseif(TRITPROOF_DEVICES_MISSING)
    set(TRITPROOF_DEVICES OFF)
    message(STATUS "Runners of devices are not built; missing: ${TRITPROOF_DEVICES_MISSING}")
  endif()
endif()
