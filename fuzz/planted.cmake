# SPDX-License-Identifier: Apache-2.0
# Planted bugs: wrong codecs by name, and wrong parsers, each a source file with one edit that stands
# before the library's own.
find_package(fmt REQUIRED)
find_package(Python3 REQUIRED COMPONENTS Interpreter)

fuzz_program(tritproof-fuzz-planted planted/main.cpp)
target_link_libraries(tritproof-fuzz-planted PRIVATE tritproof_fuzz_list tritproof_mutants)
add_custom_target(fuzz-planted DEPENDS tritproof-fuzz-planted tritproof-fuzz-seeds)
# A wrong parser stands in for one source of a library, which has to be compiled alone.
if(TRITPROOF_UNITY)
  return()
endif()

set(faults ${CMAKE_CURRENT_SOURCE_DIR}/faults)
file(GLOB fault_files CONFIGURE_DEPENDS ${faults}/*.fault)
foreach(fault_file IN LISTS fault_files)
  cmake_path(GET fault_file STEM fault)
  file(STRINGS ${fault_file} target REGEX "^target: ")
  file(STRINGS ${fault_file} source REGEX "^file: ")
  string(REPLACE "target: " "" target ${target})
  string(REPLACE "file: " "" source ${source})
  set(wrong ${CMAKE_CURRENT_BINARY_DIR}/faults/${fault}.cpp)
  add_custom_command(OUTPUT ${wrong}
    COMMAND Python3::Interpreter ${faults}/apply.py ${PROJECT_SOURCE_DIR} ${fault_file} ${wrong}
    DEPENDS ${fault_file} ${faults}/apply.py ${PROJECT_SOURCE_DIR}/${source} VERBATIM)
  fuzz_program(tritproof-fuzz-fault-${fault} entry.cpp ${wrong})
  # Some no longer call what the right one calls.
  set_source_files_properties(${wrong} PROPERTIES COMPILE_OPTIONS -Wno-unused)
  target_compile_definitions(tritproof-fuzz-fault-${fault} PRIVATE TRITPROOF_FUZZ_TARGET=${target})
  target_link_libraries(tritproof-fuzz-fault-${fault} PRIVATE
    fmt::fmt-header-only nlohmann_json::nlohmann_json)
  add_dependencies(fuzz-planted tritproof-fuzz-fault-${fault})
endforeach()
