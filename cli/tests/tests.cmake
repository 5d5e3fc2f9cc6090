# SPDX-License-Identifier: Apache-2.0
# Tests of the command line: scripts that run the tool as people do, beside this file.
find_package(nlohmann_json REQUIRED)
tritproof_test(tritproof_escape_tests
  LABELS smoke
  SOURCES escape_test.cpp
  LIBRARIES tritproof_escape nlohmann_json::nlohmann_json)
set(cli_tests ${PROJECT_SOURCE_DIR}/cli/tests)
add_test(NAME cli.refusals COMMAND sh ${cli_tests}/refusals.sh $<TARGET_FILE:tritproof>)
add_test(NAME cli.real_tensors COMMAND sh ${cli_tests}/real_tensors.sh
         $<TARGET_FILE:tritproof> $<TARGET_FILE:tritproof-ggml-runner>
         $<TARGET_FILE:tritproof_tensor_tool>
         ${PROJECT_SOURCE_DIR}/hw/ggml/node_modules/@node-llama-cpp/linux-x64/bins/linux-x64/libggml-base.so
         ${PROJECT_SOURCE_DIR}/hw/ggml/read_gguf.mjs)
set_tests_properties(cli.refusals PROPERTIES LABELS core)
set_tests_properties(cli.real_tensors PROPERTIES LABELS full)
add_test(NAME cli.certify COMMAND sh ${cli_tests}/certify.sh $<TARGET_FILE:tritproof>
         ${PROJECT_SOURCE_DIR}/hw/examples ${PROJECT_SOURCE_DIR}/golden/vectors)
# The longest of all: first, or the others wait for it at the end.
set_tests_properties(cli.certify PROPERTIES LABELS full TIMEOUT 900 COST 1000)
add_executable(tritproof_served support/served.cpp)
target_link_libraries(tritproof_served PRIVATE
  tritproof_subjects tritproof_protocol tritproof_host)
if(TRITPROOF_DEVICES)
  add_test(NAME cli.devices COMMAND sh ${cli_tests}/devices.sh $<TARGET_FILE:tritproof>
           ${PROJECT_BINARY_DIR}/hw/hexagon)
  set_tests_properties(cli.devices PROPERTIES LABELS core)
  add_test(NAME cli.devices_full COMMAND sh ${cli_tests}/devices_full.sh
           $<TARGET_FILE:tritproof> ${PROJECT_SOURCE_DIR}/hw/examples
           ${PROJECT_SOURCE_DIR}/golden/vectors $<TARGET_FILE:tritproof_served>
           $<TARGET_FILE:tritproof-xdna-runner-standin>)
  set_tests_properties(cli.devices_full PROPERTIES LABELS full TIMEOUT 900)
endif()
add_test(NAME cli.golden COMMAND sh ${cli_tests}/golden.sh $<TARGET_FILE:tritproof>
         ${PROJECT_SOURCE_DIR}/golden/vectors ${PROJECT_SOURCE_DIR}/hw/examples)
add_test(NAME cli.golden_check COMMAND tritproof golden check)
set_tests_properties(cli.golden PROPERTIES LABELS core)
set_tests_properties(cli.golden_check PROPERTIES LABELS full)
add_test(NAME cli.golden_head COMMAND sh ${cli_tests}/golden_head.sh $<TARGET_FILE:tritproof>)
set_tests_properties(cli.golden_head PROPERTIES LABELS full)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME cli.docs COMMAND ${Python3_EXECUTABLE} ${cli_tests}/docs.py $<TARGET_FILE:tritproof>
         ${PROJECT_SOURCE_DIR} docs/gate.md docs/certify.md)
set_tests_properties(cli.docs PROPERTIES LABELS full TIMEOUT 300)
if(TRITPROOF_FUZZ)
  add_test(NAME cli.fuzz COMMAND sh ${cli_tests}/fuzz.sh $<TARGET_FILE:tritproof>
           ${PROJECT_BINARY_DIR}/fuzz/seeds)
  set_tests_properties(cli.fuzz PROPERTIES LABELS core FIXTURES_REQUIRED fuzz_seeds)
  add_test(NAME cli.fuzz_kills COMMAND ${Python3_EXECUTABLE}
           ${PROJECT_SOURCE_DIR}/fuzz/campaign/check_kills.py $<TARGET_FILE:tritproof>)
  set_tests_properties(cli.fuzz_kills PROPERTIES LABELS full)
endif()
if(TRITPROOF_FUZZ_ENGINE)
  set(campaigns ${PROJECT_SOURCE_DIR}/fuzz/campaign)
  set(programs ${PROJECT_BINARY_DIR}/fuzz)
  add_test(NAME fuzz.campaign COMMAND ${campaigns}/check_clean.sh ${programs}
           $<TARGET_FILE:tritproof> 9s fuzz_decode_t2 fuzz_gguf_read fuzz_protocol)
  add_test(NAME fuzz.planted COMMAND ${campaigns}/check_planted.sh
           ${programs}/tritproof-fuzz-planted $<TARGET_FILE:tritproof>)
  add_test(NAME fuzz.outside COMMAND ${campaigns}/check_outside.sh ${programs}
           $<TARGET_FILE:tritproof> ${PROJECT_SOURCE_DIR}/hw/examples/t2_runner.py)
  set_tests_properties(fuzz.campaign fuzz.planted fuzz.outside PROPERTIES LABELS core)
endif()
add_test(NAME cli.verify_memory COMMAND ${Python3_EXECUTABLE} ${cli_tests}/verify_memory.py
         $<TARGET_FILE:tritproof>)
set_tests_properties(cli.verify_memory PROPERTIES LABELS full)
add_test(NAME cli.speed_section COMMAND ${Python3_EXECUTABLE}
         ${PROJECT_SOURCE_DIR}/docs/speed_section.py --check ${PROJECT_SOURCE_DIR}/README.md)
set_tests_properties(cli.speed_section PROPERTIES LABELS smoke)
find_program(TRITPROOF_CHROMIUM NAMES chromium chromium-browser google-chrome)
find_program(TRITPROOF_NODE node)
if(TRITPROOF_CHROMIUM AND TRITPROOF_NODE AND EXISTS ${cli_tests}/page/node_modules)
  add_test(NAME cli.report COMMAND sh ${cli_tests}/report.sh $<TARGET_FILE:tritproof>
           ${PROJECT_SOURCE_DIR}/hw/examples ${TRITPROOF_NODE} ${TRITPROOF_CHROMIUM}
           ${CMAKE_CURRENT_BINARY_DIR}/pages)
  add_test(NAME cli.action COMMAND sh ${cli_tests}/action.sh $<TARGET_FILE:tritproof>
           ${PROJECT_SOURCE_DIR}/hw/examples ${PROJECT_SOURCE_DIR}/.github/scripts ${TRITPROOF_NODE})
  add_test(NAME cli.workflows COMMAND ${TRITPROOF_NODE} ${cli_tests}/page/check_workflows.mjs
           ${PROJECT_SOURCE_DIR}/.github/workflows ${PROJECT_SOURCE_DIR}/action.yml)
  set_tests_properties(cli.report cli.action cli.workflows PROPERTIES LABELS full TIMEOUT 600)
else()
  message(WARNING "no chromium, node or cli/tests/page/node_modules: no tests cli.report, cli.action, cli.workflows")
endif()
if(NOT TRITPROOF_SANITIZE)
  add_test(NAME cli.package COMMAND sh ${cli_tests}/package.sh $<TARGET_FILE:tritproof>
           ${CMAKE_CPACK_COMMAND} ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR})
  set_tests_properties(cli.package PROPERTIES LABELS full TIMEOUT 300)
endif()
add_test(NAME cli.measure COMMAND sh ${cli_tests}/measure.sh $<TARGET_FILE:tritproof>
         ${CMAKE_CTEST_COMMAND} ${PROJECT_SOURCE_DIR}/hw/examples)
set_tests_properties(cli.measure PROPERTIES LABELS full)
set(bench $<$<BOOL:${TRITPROOF_BENCH}>:${PROJECT_BINARY_DIR}/bench/tritproof-bench>)
add_test(NAME cli.interrupt COMMAND sh ${cli_tests}/interrupt.sh $<TARGET_FILE:tritproof>
         ${PROJECT_SOURCE_DIR}/hw/examples ${bench})
set_tests_properties(cli.interrupt PROPERTIES LABELS full TIMEOUT 300)
add_test(NAME cli.gate COMMAND sh ${cli_tests}/gate.sh $<TARGET_FILE:tritproof>
         ${PROJECT_SOURCE_DIR}/hw/examples)
set_tests_properties(cli.gate PROPERTIES LABELS full TIMEOUT 600)
