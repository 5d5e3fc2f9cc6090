# SPDX-License-Identifier: Apache-2.0
# Builds tritproof-hexagon.elf, libtritproof_skel.so and a program for each planted fault with a clang
# that knows Hexagon and an lld. Sets TRITPROOF_HEXAGON_PROGRAM, or TRITPROOF_HEXAGON_MISSING to what is
# missing. The tools are looked for in cmake/tritproof_devices.cmake.
set(TRITPROOF_HEXAGON_PROGRAM "")
set(TRITPROOF_HEXAGON_MISSING "")

# v67: what the emulator runs without being told; it has no float HVX, which the emulator gets wrong.
set(hexagon_flags --target=hexagon-unknown-linux-musl -mv67 -mhvx -mhvx-length=128B -O2 -std=c11
  -ffp-contract=off -ffreestanding -fno-builtin -fno-strict-aliasing -G0 -fPIC -fvisibility=hidden
  -nostdlib)
set(hexagon_warnings -Wall -Wextra -Wshadow -Werror)

if(NOT TRITPROOF_HEXAGON_CLANG)
  set(TRITPROOF_HEXAGON_MISSING "clang-14")
  return()
endif()
set(probe ${CMAKE_CURRENT_BINARY_DIR}/probe)
file(WRITE ${probe}.c "#include <hexagon_types.h>\nvoid _start(void) {}\n")
execute_process(
  COMMAND ${TRITPROOF_HEXAGON_CLANG} ${hexagon_flags} -static -fuse-ld=lld ${probe}.c -o ${probe}.elf
  RESULT_VARIABLE probe_result OUTPUT_QUIET ERROR_VARIABLE probe_words)
if(NOT probe_result EQUAL 0)
  set(TRITPROOF_HEXAGON_MISSING "a clang with the Hexagon target and its lld")
  message(STATUS "Hexagon kernels are not built: ${probe_words}")
  return()
endif()

file(GLOB hexagon_headers CONFIGURE_DEPENDS
  ${CMAKE_CURRENT_SOURCE_DIR}/kernel/*.h ${CMAKE_CURRENT_SOURCE_DIR}/serve/*.h
  ${CMAKE_CURRENT_SOURCE_DIR}/elf/*.h ${CMAKE_CURRENT_SOURCE_DIR}/fastrpc/*.h)

# One object of a source with a planted fault, 0 for none; its path goes into `out`.
function(hexagon_object source fault out)
  string(REPLACE "/" "-" name ${source})
  set(object ${CMAKE_CURRENT_BINARY_DIR}/objects/${name}.${fault}.o)
  set(${out} ${object} PARENT_SCOPE)
  get_property(known GLOBAL PROPERTY "hexagon_object_${name}_${fault}")
  if(known)
    return()
  endif()
  set_property(GLOBAL PROPERTY "hexagon_object_${name}_${fault}" TRUE)
  add_custom_command(OUTPUT ${object}
    COMMAND ${TRITPROOF_HEXAGON_CLANG} ${hexagon_flags} ${hexagon_warnings} -I${PROJECT_SOURCE_DIR}
      -DTRITPROOF_FAULT=${fault} "-DTRITPROOF_VERSION=\"${PROJECT_VERSION}\""
      -c ${CMAKE_CURRENT_SOURCE_DIR}/${source} -o ${object}
    DEPENDS ${source} ${hexagon_headers}
    COMMENT "Hexagon object ${source}, fault ${fault}" VERBATIM)
endfunction()

# hexagon_link(FILE FAULT CHANGED WAY s…): the sources in CHANGED with that fault, all others without.
function(hexagon_link file fault changed way)
  set(objects "")
  foreach(source ${ARGN})
    set(of_source 0)
    if(source IN_LIST changed)
      set(of_source ${fault})
    endif()
    hexagon_object(${source} ${of_source} object)
    list(APPEND objects ${object})
  endforeach()
  add_custom_command(OUTPUT ${file}
    COMMAND ${TRITPROOF_HEXAGON_CLANG} ${hexagon_flags} ${way} -fuse-ld=lld ${objects} -o ${file}
    DEPENDS ${objects} COMMENT "Hexagon program ${file}" VERBATIM)
  set(hexagon_files ${hexagon_files} ${file} PARENT_SCOPE)
endfunction()

file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/objects)
set(program_sources ${kernel_sources} elf/main.c elf/memory.c elf/system.c)
set(hexagon_files "")
set(TRITPROOF_HEXAGON_PROGRAM ${CMAKE_CURRENT_BINARY_DIR}/tritproof-hexagon.elf)
hexagon_link(${TRITPROOF_HEXAGON_PROGRAM} 0 "" -static ${program_sources})
# As the DSP's loader wants it: one hash table of the old kind, pages of 4 KiB, its own symbols first.
hexagon_link(${CMAKE_CURRENT_BINARY_DIR}/libtritproof_skel.so 0 ""
  "-shared;-Wl,-soname,libtritproof_skel.so;-Wl,-Bsymbolic;-Wl,--hash-style=sysv;-Wl,-z,max-page-size=4096"
  ${kernel_sources} elf/memory.c ${module_sources})

# The faults of kernel/hvx.h by number, and the sources that each of them is in.
set(fault_1 kernel/decode_t2.c)
set(fault_2 kernel/decode_t2.c)
set(fault_3 kernel/decode_t2.c kernel/decode_t2s.c serve/serve.c)
set(fault_4 kernel/decode_t2.c kernel/decode_t2s.c)
set(fault_5 kernel/decode_t2.c)
set(fault_6 kernel/expand.c)
set(fault_7 kernel/weights.c)
set(fault_8 kernel/product.c)
set(fault_9 kernel/decode_t2.c)
if(TRITPROOF_TESTS)
  foreach(fault RANGE 1 9)
    hexagon_link(${CMAKE_CURRENT_BINARY_DIR}/fault-${fault}.elf ${fault} "${fault_${fault}}" -static
      ${program_sources})
  endforeach()
endif()

# What the tool runs, and what only tests and devices want.
add_custom_target(tritproof_hexagon_program DEPENDS ${TRITPROOF_HEXAGON_PROGRAM})
add_custom_target(tritproof_hexagon_programs ALL DEPENDS ${hexagon_files})
add_dependencies(tritproof_hexagon_programs tritproof_hexagon_program)
