# SPDX-License-Identifier: Apache-2.0
# Read by cpack once per generator: an archive unpacks into one folder, a Debian package into /usr.
if(CPACK_GENERATOR STREQUAL "TGZ")
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
endif()
