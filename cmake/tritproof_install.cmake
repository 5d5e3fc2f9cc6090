# SPDX-License-Identifier: Apache-2.0
# What other projects use, by the same names fetched (FetchContent) and installed (find_package):
# tritproof::codec, tritproof::laws, tritproof::gtest. The rest of the list is what these link.
set(installed
  tritproof_options tritproof_flags tritproof_spec tritproof_reference tritproof_second
  tritproof_containers tritproof_convert tritproof_fast tritproof_streaming tritproof_subjects
  tritproof_laws tritproof_domains tritproof_cases tritproof_properties tritproof_mutants tritproof_gate
  tritproof_protocol tritproof_sha256 tritproof_manifest tritproof_golden tritproof_gtest)
add_library(tritproof_codec INTERFACE)
target_link_libraries(tritproof_codec INTERFACE
  tritproof_subjects tritproof_streaming tritproof_convert tritproof_reference)
foreach(target IN LISTS installed ITEMS tritproof_codec)
  string(REPLACE "tritproof_" "" name ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  add_library(tritproof::${name} ALIAS ${target})
endforeach()
if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(config ${CMAKE_INSTALL_LIBDIR}/cmake/tritproof)
install(TARGETS ${installed} tritproof_codec EXPORT tritproofTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(EXPORT tritproofTargets NAMESPACE tritproof:: DESTINATION ${config} COMPONENT library)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/tritproofConfig.cmake.in
  ${PROJECT_BINARY_DIR}/tritproofConfig.cmake INSTALL_DESTINATION ${config})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tritproofConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tritproofConfig.cmake
              ${PROJECT_BINARY_DIR}/tritproofConfigVersion.cmake
        DESTINATION ${config} COMPONENT library)
foreach(folder spec codec props/laws props/gtest)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${folder}/
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tritproof/${folder} COMPONENT library
          FILES_MATCHING PATTERN "*.h" PATTERN "*-inl.h" EXCLUDE)
endforeach()

# The vectors are the tool's and the library's.
foreach(component tool library)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/golden/vectors
          DESTINATION ${CMAKE_INSTALL_DATADIR}/tritproof COMPONENT ${component})
endforeach()
if(TRITPROOF_CLI)
  install(TARGETS tritproof tritproof-ggml-runner COMPONENT tool
          RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${PROJECT_SOURCE_DIR}/docs/tritproof.1
          DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tool)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE RENAME copyright
          DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT tool)
  install(FILES ${PROJECT_SOURCE_DIR}/cli/completion.bash RENAME tritproof
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT tool)
endif()

# Packages hold the tool: cpack -G DEB, cpack -G TGZ.
set(CPACK_COMPONENTS_ALL tool)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/tritproof_cpack.cmake)
set(CPACK_ARCHIVE_TOOL_FILE_NAME ${PROJECT_NAME}-${PROJECT_VERSION}-Linux)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PACKAGE_VENDOR tritproof)
set(CPACK_PACKAGE_CONTACT "the tritproof developers <tritproof@localhost>")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_DEBIAN_TOOL_PACKAGE_NAME tritproof)
set(CPACK_DEBIAN_TOOL_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
include(CPack)
