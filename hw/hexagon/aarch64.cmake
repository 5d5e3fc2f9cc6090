# SPDX-License-Identifier: Apache-2.0
# The device-side program and the stand-in for aarch64, where Debian's cross compiler is. A device's own
# Linux runs the program as it is; Android needs one built by its own kit from the same sources.
if(NOT TRITPROOF_AARCH64_CXX OR NOT TRITPROOF_AARCH64_CC)
  message(STATUS "The device runner is not built for aarch64: no aarch64-linux-gnu-g++")
  return()
endif()

set(aarch64 ${CMAKE_CURRENT_BINARY_DIR}/aarch64)
file(MAKE_DIRECTORY ${aarch64})
set(aarch64_flags -O2 -ffp-contract=off -fno-strict-aliasing -Wall -Wextra -I${PROJECT_SOURCE_DIR}
  "-DTRITPROOF_VERSION=\"${PROJECT_VERSION}\"")
list(TRANSFORM device_sources PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE device_files)
list(TRANSFORM standin_sources PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE standin_files)
file(GLOB aarch64_headers CONFIGURE_DEPENDS
  ${CMAKE_CURRENT_SOURCE_DIR}/*/*.h ${PROJECT_SOURCE_DIR}/hw/protocol/*.h
  ${PROJECT_SOURCE_DIR}/spec/*.h ${PROJECT_SOURCE_DIR}/codec/subject.h)

add_custom_command(OUTPUT ${aarch64}/tritproof-hexagon-device
  COMMAND ${TRITPROOF_AARCH64_CXX} -std=c++2b ${aarch64_flags} ${device_files} -ldl
    -o ${aarch64}/tritproof-hexagon-device
  DEPENDS ${device_files} ${aarch64_headers} COMMENT "aarch64 tritproof-hexagon-device" VERBATIM)
add_custom_command(OUTPUT ${aarch64}/libcdsprpc.so
  COMMAND ${TRITPROOF_AARCH64_CC} -shared -fPIC -fvisibility=hidden -Wno-psabi ${aarch64_flags}
    ${standin_files} -o ${aarch64}/libcdsprpc.so
  DEPENDS ${standin_files} ${aarch64_headers} COMMENT "aarch64 libcdsprpc.so" VERBATIM)
add_custom_target(tritproof_hexagon_aarch64 ALL
  DEPENDS ${aarch64}/tritproof-hexagon-device ${aarch64}/libcdsprpc.so)
