# SPDX-License-Identifier: Apache-2.0
# Two interface targets: what every source needs, and the include root (which codec/second lacks).

add_library(tritproof_options INTERFACE)
target_compile_features(tritproof_options INTERFACE cxx_std_23)
# Flags are for targets of this tree: a project that fetches it sets no such variable.
define_property(TARGET PROPERTY TRITPROOF_OWN INITIALIZE_FROM_VARIABLE TRITPROOF_OWN
                BRIEF_DOCS "Whether a target is compiled with the project's own flags")
set(TRITPROOF_OWN ON)
set(own $<BOOL:$<TARGET_PROPERTY:TRITPROOF_OWN>>)
# A fused multiply-add would change the bits that the rules define (Q4_1-3).
target_compile_options(tritproof_options INTERFACE $<BUILD_INTERFACE:$<${own}:-ffp-contract=off>>)
target_compile_options(tritproof_options INTERFACE
  $<BUILD_INTERFACE:$<${own}:-Wall -Wextra -Wshadow -Wpedantic
  $<$<COMPILE_LANGUAGE:CXX>:-Wconversion>
  $<$<BOOL:${TRITPROOF_WERROR}>:-Werror>>>)
# g++ 12 sees overlaps and bounds in its own library's inlined strings and vectors that are not there.
target_compile_options(tritproof_options INTERFACE
  $<BUILD_INTERFACE:$<$<AND:${own},$<CXX_COMPILER_ID:GNU>>:-Wno-restrict -Wno-array-bounds -Wno-stringop-overread
  -Wno-stringop-overflow>>)
# clang counts sign changes among conversions, g++ does not.
target_compile_options(tritproof_options INTERFACE
  $<BUILD_INTERFACE:$<$<AND:${own},$<CXX_COMPILER_ID:Clang>>:-Wno-sign-conversion>>)
if(TRITPROOF_SANITIZE)
  target_compile_options(tritproof_options INTERFACE
    $<BUILD_INTERFACE:-fsanitize=${TRITPROOF_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer>)
  target_link_options(tritproof_options INTERFACE $<BUILD_INTERFACE:-fsanitize=${TRITPROOF_SANITIZE}>)
endif()

add_library(tritproof_flags INTERFACE)
target_link_libraries(tritproof_flags INTERFACE tritproof_options)
target_include_directories(tritproof_flags INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:include/tritproof>)

# Sources compiled sixteen at a time where the headers cost more than they do. Off by default: with a
# compiler cache, one at a time is faster after the first build.
option(TRITPROOF_UNITY "Compile the command line and its libraries several sources at a time" OFF)
function(tritproof_unity)
  if(TRITPROOF_UNITY)
    set_target_properties(${ARGN} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
  endif()
endfunction()
# Sources that give a name of their own to what another one names too.
function(tritproof_alone)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# Targets that are compiled longer than they run: tests, whose work is done by what they link,
# commands, and what reads and writes texts.
function(tritproof_quickly)
  set(level -O1)
  if(TRITPROOF_SANITIZE)
    set(level -O0)
  endif()
  foreach(target IN LISTS ARGN)
    # g++ 12 takes the other members of a variant for uninitialized ones, the more so at this level.
    target_compile_options(${target} PRIVATE ${level}
      $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  endforeach()
endfunction()
