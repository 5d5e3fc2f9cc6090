// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "codec/subject.h"
#include "hw/host/child.h"
#include "hw/host/command.h"
#include "hw/protocol/frame.h"
#include "hw/protocol/hello.h"

namespace tritproof::host {

/// How long a child may take; the handshake has its own clock.
struct Timeouts {
  std::chrono::milliseconds handshake{10'000};
  std::chrono::milliseconds answer{10'000};  ///< for one request, from first byte to last
};

/// An implementation behind a pipe. One child answers until it misbehaves; the next request then
/// gets a new one. Not for two threads at once.
class PipedSubject final : public Subject {
 public:
  /// Starts the command and shakes hands. Trouble is setup_error, or no_device or device_error
  /// where the child says so (FRAME-11).
  [[nodiscard]] static std::expected<std::unique_ptr<PipedSubject>, Trouble> start(
      std::string name, Command command, Timeouts timeouts = {},
      protocol::HostHello hello = {"1", "core"});

  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] bool declares(spec::Op op, spec::Format format) const override;
  /// The other layout with the policy layouts:both, bf16 with bf16:nearest-even, replay modes that
  /// are listed (i64 where none is), the narrowing that a policy names, all within max_n, max_k and
  /// max_m (FRAME-4, FRAME-12).
  [[nodiscard]] bool takes(const Request& request) const override;
  /// What the child answered, or the refusal that it named (its text in `got`). Trouble is hang,
  /// crash, protocol_error, setup_error (no new child), what the child says of its device
  /// (FRAME-11), mismatch for an answer that holds the poison (FRAME-9; the child is kept), or
  /// not_run for a request that passes the declared limits or the frame's cap: never sent.
  [[nodiscard]] Outcome answer(const Request& request) override;

  /// Says bye and waits: Trouble if the child wrote something nobody asked for, failed, or stays.
  [[nodiscard]] std::optional<Trouble> close();

  /// What the child declared, before any request.
  [[nodiscard]] const protocol::Hello& hello() const { return hello_; }
  /// New children that were needed after the first.
  [[nodiscard]] std::uint64_t restarts() const { return restarts_; }
  /// Null after trouble, until the next request.
  [[nodiscard]] const Child* child() const { return child_.get(); }
  /// Up to 64 KiB of the stderr of the current child, or of the one that was stopped last.
  [[nodiscard]] std::string_view errors() const;

 private:
  PipedSubject(std::string name, Command command, Timeouts timeouts, protocol::HostHello hello)
      : name_(std::move(name)),
        command_(std::move(command)),
        timeouts_(timeouts),
        host_hello_(std::move(hello)) {}

  [[nodiscard]] std::expected<protocol::Hello, Trouble> launch();
  [[nodiscard]] std::optional<Trouble> ready();
  [[nodiscard]] Outcome exchange(const Request& request);
  [[nodiscard]] Outcome read_answer(const Request& request, std::uint64_t id, Outgoing& out,
                                    Clock::time_point deadline);
  [[nodiscard]] Outcome understood(const protocol::Header& header, Bytes payload) const;
  [[nodiscard]] Trouble stopped(Progress progress, std::string_view where);
  [[nodiscard]] std::uint64_t random_id();
  void stop_child();

  std::string name_;
  Command command_;
  Timeouts timeouts_;
  protocol::HostHello host_hello_;
  protocol::Hello hello_;
  std::unique_ptr<Child> child_;
  std::string last_errors_;
  std::uint64_t restarts_ = 0;
  std::random_device random_;
};

}  // namespace tritproof::host
