// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/subjects.h"
#include "hw/host/piped_subject.h"
#include "hw/xdna/argument_map.h"
#include "props/host_fixture.h"
#include "props/laws/agreement.h"

namespace tritproof::xdna {

/// The recipe of all data here: splitmix64 from a seed.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t x = state_;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
  }

 private:
  std::uint64_t state_;
};

/// Tiles whose codes are those of the format (ternary for t2s, all 16 for pb16i) and whose
/// multipliers are any int16.
inline Bytes tiles_of(spec::Format format, std::uint64_t count, Numbers& numbers) {
  const spec::FormatRow& row = spec::row_of(format);
  Bytes out(count * row.bytes);
  for (std::size_t at = 0; at < out.size(); at += 2) {
    std::uint64_t word = numbers.next();
    if (format == spec::Format::t2s && at % row.bytes < row.fields[0].bytes)
      word -= word & word >> 1 & 0x5555u;  // 3 becomes 2
    out[at] = static_cast<std::uint8_t>(word);
    out[at + 1] = static_cast<std::uint8_t>(word >> 8);
  }
  return out;
}

/// A question and the bytes that it borrows.
struct Question {
  Question(spec::Op op, spec::Format format, std::uint64_t n, std::uint64_t k, std::uint64_t m,
           std::uint64_t seed) {
    Numbers numbers(seed);
    for (std::uint64_t i = 0; i < m * k; ++i)
      input.push_back(static_cast<std::uint8_t>(numbers.next()));
    const Bytes tiles = tiles_of(format, n / 32 * (k / 256), numbers);
    input.insert(input.end(), tiles.begin(), tiles.end());
    asked.op = op;
    asked.format = format;
    asked.geometry = {n, k};
    asked.m = m;
    asked.input = input;
    asked.poison = numbers.next();
  }
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;

  Bytes input;
  Request asked;
};

inline Outcome expected(const Request& asked) { return make_subject("reference")->answer(asked); }

/// Holds that the answer is the reference's.
inline void expect_right(Subject& subject, const Request& asked) {
  const auto finding = laws::agree(asked, expected(asked), subject.answer(asked));
  EXPECT_FALSE(finding) << finding->where << ": expected " << finding->expected << ", got "
                        << finding->got;
}

/// A map of this shape whose kernel file the stand-in can read.
inline ArgumentMap replay_map(spec::Format format, std::uint64_t n, std::uint64_t k,
                              std::uint64_t m) {
  ArgumentMap map;
  map.file = "kernel.txt";
  map.kernel = "main:sequence";
  map.format = format;
  map.n = n;
  map.k = k;
  map.m = m;
  for (const Role role : {Role::stream, Role::activations, Role::output})
    map.arguments.push_back({role, tensor_bytes(map, role)});
  return map;
}

inline ArgumentMap expand_map(std::uint64_t n, std::uint64_t k) {
  ArgumentMap map = replay_map(spec::Format::t2s, n, k, 0);
  map.op = spec::Op::expand;
  map.arguments.clear();
  for (const Role role : {Role::stream, Role::output})
    map.arguments.push_back({role, tensor_bytes(map, role)});
  return map;
}

/// A folder with maps and kernels, and the runner that is linked with the stand-in.
class Xdna : public host::Host {
 protected:
  static constexpr host::Timeouts kPatient{std::chrono::seconds(60), std::chrono::seconds(120)};

  void SetUp() override {
    files_ = std::make_unique<host::TempFolder>();
    host::Host::SetUp();
  }
  void TearDown() override {
    host::Host::TearDown();
    files_.reset();
  }

  [[nodiscard]] std::string path(std::string_view name) const {
    return files_->path() + "/" + std::string(name);
  }
  std::string write(std::string_view name, std::string_view text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }
  /// Writes the map, and `kernel` as the file that it names; the map's path.
  std::string install(const ArgumentMap& map, const ArgumentMap& kernel) const {
    write(map.file, text_of(kernel));
    return write(map.file + ".map", text_of(map));
  }
  std::string install(const ArgumentMap& map) const { return install(map, map); }

  /// The stand-in's runner in one of its modes; TRITPROOF_XDNA_STANDIN names another build of it.
  static host::Command runner(std::string_view mode, std::vector<std::string> arguments) {
    const char* const other = std::getenv("TRITPROOF_XDNA_STANDIN");
    host::Command command{{"env", "TRITPROOF_XRT_STANDIN=" + std::string(mode),
                           other != nullptr ? other : TRITPROOF_XDNA_STANDIN},
                          {}};
    for (std::string& argument : arguments) command.argv.push_back(std::move(argument));
    return command;
  }
  static std::expected<std::unique_ptr<host::PipedSubject>, Trouble> try_start(
      host::Command command, host::Timeouts timeouts = kPatient) {
    return host::PipedSubject::start("xdna", std::move(command), timeouts);
  }
  static std::unique_ptr<host::PipedSubject> start(host::Command command,
                                                   host::Timeouts timeouts = kPatient) {
    auto subject = try_start(std::move(command), timeouts);
    if (!subject) ADD_FAILURE() << subject.error().what;
    return subject ? std::move(*subject) : nullptr;
  }

 private:
  std::unique_ptr<host::TempFolder> files_;
};

}  // namespace tritproof::xdna
