# SPDX-License-Identifier: Apache-2.0
# What other projects use, by the same names from a build tree (FetchContent) and installed
# (find_package): tritproof::codec, tritproof::laws, tritproof::golden, tritproof::gtest.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(installed
  tritproof_options tritproof_flags tritproof_spec tritproof_reference tritproof_second
  tritproof_containers tritproof_convert tritproof_fast tritproof_streaming tritproof_subjects
  tritproof_laws tritproof_domains tritproof_properties tritproof_mutants tritproof_gate
  tritproof_protocol tritproof_golden tritproof_gtest)
foreach(target IN LISTS installed)
  string(REPLACE "tritproof_" "" name ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  add_library(tritproof::${name} ALIAS ${target})
endforeach()
add_library(tritproof_codec INTERFACE)
target_link_libraries(tritproof_codec INTERFACE
  tritproof_subjects tritproof_streaming tritproof_convert tritproof_reference)
set_target_properties(tritproof_codec PROPERTIES EXPORT_NAME codec)
add_library(tritproof::codec ALIAS tritproof_codec)

install(TARGETS ${installed} tritproof_codec EXPORT tritproofTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(EXPORT tritproofTargets NAMESPACE tritproof::
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tritproof COMPONENT library)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/tritproofConfig.cmake.in
  ${PROJECT_BINARY_DIR}/tritproofConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tritproof)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tritproofConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tritproofConfig.cmake
              ${PROJECT_BINARY_DIR}/tritproofConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tritproof COMPONENT library)
foreach(folder spec codec props golden hw)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${folder}
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tritproof COMPONENT library
          FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp" PATTERN node_modules EXCLUDE)
endforeach()

# The vectors, and what the tool starts as children.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/golden/ DESTINATION ${CMAKE_INSTALL_DATADIR}/tritproof/golden
        COMPONENT tool FILES_MATCHING PATTERN "*.json" PATTERN "blobs/*")
if(TRITPROOF_CLI AND NOT CMAKE_CROSSCOMPILING)
  install(TARGETS tritproof tritproof-ggml-runner COMPONENT tool
          RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${PROJECT_SOURCE_DIR}/docs/tritproof.1
          DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tool)
  install(FILES ${PROJECT_SOURCE_DIR}/cli/completion.bash RENAME tritproof
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT tool)
endif()

set(CPACK_PACKAGE_VENDOR tritproof)
set(CPACK_PACKAGE_CONTACT "the tritproof developers")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "the tritproof developers")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_COMPONENTS_ALL tool library)
set(CPACK_DEB_COMPONENT_INSTALL OFF)
include(CPack)
