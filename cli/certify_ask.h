// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "golden/certificate/ask.h"

namespace tritproof::cli {

/// What the user typed after certify.
struct CertifyArguments {
  std::string backend;
  std::vector<std::string> backend_arguments;
  std::string exec;
  std::string out;
  std::string level = "core";
  std::vector<std::string> formats;
  std::string challenge;
  std::string key;
  bool thin = false;
  std::vector<std::string> rows;
  std::string waivers;
  bool resume = false;
  std::optional<unsigned> timeout;  ///< seconds; none: what the runner wants, or 10
  std::string json;
  std::string xrt;

  [[nodiscard]] bool has_subject() const { return !backend.empty() || !exec.empty(); }
};

/// Why there is nothing to run: a sentence and the exit code.
struct Wrong {
  int exit = 0;
  std::string what;
};

/// The arguments as the certifier takes them.
struct Asked {
  golden::Ask ask;
  std::unique_ptr<Subject> in_process;  ///< what `ask` borrows
};

/// Level and formats.
std::expected<void, Wrong> take_vectors(const CertifyArguments& arguments, golden::Ask& ask);

/// Everything but the callbacks.
std::expected<Asked, Wrong> asked_for(const CertifyArguments& arguments);

}  // namespace tritproof::cli
