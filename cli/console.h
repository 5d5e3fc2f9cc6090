// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <string>
#include <string_view>

#include "cli/escape.h"
#include "cli/interrupt.h"
#include "codec/container/io.h"

/// What people see: results on stdout, errors and progress on stderr, and the exit code.
namespace tritproof::cli {

enum Exit : int { kConforms = 0, kDiffers = 1, kUsage = 2, kCannotRun = 3 };

/// Prints to stdout.
void print(std::string_view text);
/// Prints a line to stderr, with the tool's name before it.
void complain(std::string_view text);

/// Prints a failure's name, place, expected and got to stderr; answers the exit code it means.
int report(const container::Failure& failure, std::string_view subject);

/// The lines that report() prints, without the tool's name.
std::string describe(const spec::Refusal& refusal, std::string_view subject);

/// Flushes stdout. The exit code; 130 if the work was interrupted, 3 with a complaint if the output
/// could not be written.
int finish(int exit);

/// A line that is overwritten while work goes on; silent unless stderr is a terminal.
class Progress {
 public:
  /// May be called from several threads.
  void show(std::string_view text);
  void clear();
  ~Progress() { clear(); }

 private:
  std::mutex mutex_;
  bool shown_ = false;
};

}  // namespace tritproof::cli
