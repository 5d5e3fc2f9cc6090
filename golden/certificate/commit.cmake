# SPDX-License-Identifier: Apache-2.0
# Writes the commit that the sources are at, and whether they differ from it, as a header; leaves the
# header alone if it says so already. Usage: cmake -DSOURCE=… -DHEADER=… -P commit.cmake
find_program(GIT git)
set(commit "unknown")
set(dirty false)
if(GIT)
  execute_process(COMMAND ${GIT} -C ${SOURCE} rev-parse HEAD
    OUTPUT_VARIABLE head ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
  if(NOT failed AND head MATCHES "^[0-9a-f]+$")
    set(commit ${head})
    execute_process(COMMAND ${GIT} --no-optional-locks -C ${SOURCE} status --porcelain
      OUTPUT_VARIABLE changes ERROR_QUIET)
    if(NOT changes STREQUAL "")
      set(dirty true)
    endif()
  endif()
endif()
set(text "// Written by the build.
#pragma once

namespace tritproof::golden {
inline constexpr const char* kCommit = \"${commit}\";
inline constexpr bool kDirty = ${dirty};
}  // namespace tritproof::golden
")
if(EXISTS ${HEADER})
  file(READ ${HEADER} old)
endif()
if(NOT "${old}" STREQUAL "${text}")
  file(WRITE ${HEADER} "${text}")
endif()
