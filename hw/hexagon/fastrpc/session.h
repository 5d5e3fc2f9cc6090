// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>

#include "hw/hexagon/fastrpc/library.h"
#include "hw/protocol/frame.h"
#include "hw/protocol/states.h"

namespace tritproof::fastrpc {

/// What a device did instead of answering (FRAME-11).
struct Failure {
  protocol::State state{};
  std::string what;
};

/// Memory that the DSP can be given: whole pages, so the kernels find multiples of 128.
class Shared {
 public:
  explicit Shared(const Library& library) : library_(&library) {}
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  ~Shared() { release(); }

  /// `bytes` of it, or an empty span without memory. What was in it is lost when it grows.
  [[nodiscard]] std::span<std::uint8_t> take(std::size_t bytes);

 private:
  void release();

  const Library* library_;
  std::uint8_t* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

/// A module opened on the compute DSP in an unsigned process. Not for two threads at once.
class Session {
 public:
  /// Asks for the unsigned process, then opens: SetupError, NoDevice.
  [[nodiscard]] static std::expected<std::unique_ptr<Session>, Failure> open(
      const Library& library);
  ~Session() { (void)library_.close(handle_); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// The architecture's number as in "v73", or "of unknown version".
  [[nodiscard]] const std::string& architecture() const { return architecture_; }

  /// Where the caller puts a frame's payload behind its prefix; empty without memory.
  [[nodiscard]] std::span<std::uint8_t> input(std::size_t bytes) { return input_.take(bytes); }

  /// A reply as the module gave it: 32 bytes of header, unchecked, and the room of its payload.
  struct Reply {
    std::span<const std::uint8_t> header;
    std::span<const std::uint8_t> payload;
  };

  /// One invocation: header and prefix, the first `input_bytes` of input(). `room` bytes of answer
  /// are filled with `poison` first (FRAME-9). DeviceError with the state's name.
  [[nodiscard]] std::expected<Reply, Failure> answer(std::span<const std::uint8_t, kHeadBytes> head,
                                                     std::size_t input_bytes, std::size_t room,
                                                     std::uint64_t poison);

 private:
  Session(const Library& library, remote_handle64 handle);

  Library library_;
  remote_handle64 handle_;
  std::string architecture_;
  Shared head_, input_, reply_, payload_;
};

}  // namespace tritproof::fastrpc
