// SPDX-License-Identifier: Apache-2.0
#include "hw/xdna/serve.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <string_view>
#include <utility>
#include <variant>

#include "codec/subject.h"
#include "hw/protocol/frame.h"
#include "hw/protocol/sizes.h"
#include "hw/xdna/driver.h"
#include "hw/xdna/reserved.h"

namespace tritproof::xdna {
namespace {

using protocol::Header;
using protocol::Kind;
using protocol::State;
using spec::RefusalName;

constexpr std::string_view kUntried = "; this runner has never run on a device";

bool read_all(std::span<std::uint8_t> into) {
  while (!into.empty()) {
    const ssize_t got = ::read(STDIN_FILENO, into.data(), into.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    into = into.subspan(static_cast<std::size_t>(got));
  }
  return true;
}

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// The refusal of a question, or nothing.
using Refused = std::optional<std::pair<RefusalName, std::string>>;

std::pair<RefusalName, std::string> refusal(RefusalName name, std::string text) {
  return {name, std::move(text)};
}

/// The same questions in the same order as of any codec (REF-1, REF-2).
Refused check(const Request& q, const Kernel& kernel) {
  const ArgumentMap& map = kernel.map;
  const bool replays = q.op == spec::Op::replay;
  if (q.flags.bf16 || q.flags.clamp || q.flags.target || q.flags.layout != spec::Layout::standard)
    return refusal(RefusalName::NoSuchConversion, "a flag that this op does not have");
  if (replays && q.flags.mode != map.mode)
    return refusal(RefusalName::NoSuchConversion, "another mode than the kernel's");
  if (replays && map.format == spec::Format::pb16i && q.flags.narrowing != map.narrowing)
    return refusal(RefusalName::NoSuchConversion, "another narrowing than the kernel's");
  if (!protocol::whole_units(q) || (replays && q.m == 0))
    return refusal(RefusalName::Geometry, "N, K or M is zero or not whole tiles");
  if (q.geometry.k > map.k)
    return refusal(RefusalName::NoSuchConversion, "K passes the kernel's " + std::to_string(map.k));
  const auto answer = protocol::answer_bytes(q);
  const std::uint64_t most = protocol::kMaxPayloadBytes;
  if (!answer || *answer > most || q.geometry.n > most || q.m > most)
    return refusal(RefusalName::Size, "no frame holds that many bytes");
  const std::uint64_t before = replays ? q.m * q.geometry.k : 0;
  const std::uint64_t tiles = q.geometry.n / spec::kTileRows * (q.geometry.k / spec::kTileColumns);
  const std::uint64_t wanted = before + tiles * spec::row_of(q.format).bytes;
  if (q.input.size() != wanted)
    return refusal(RefusalName::Size, "expected " + std::to_string(wanted) + " bytes, got " +
                                          std::to_string(q.input.size()));
  if (q.format != spec::Format::t2s || map.raw) return std::nullopt;
  const Reserved found = reserved_codes(q.input.subspan(before));
  if (found.count == 0) return std::nullopt;
  return refusal(RefusalName::ReservedCode, std::to_string(found.count) + " codes, first at byte " +
                                                std::to_string(before + found.byte) + ", bit " +
                                                std::to_string(found.bit));
}

class Server {
 public:
  Server(const Options& options, int out) : options_(options), out_(out) {}

  int run() {
    protocol::HeaderBytes bytes{};
    Bytes payload;
    while (read_all(bytes)) {
      const auto header = protocol::parse_header(bytes);
      if (!header) return broken("header");
      if (header->kind == Kind::bye) return 0;
      payload.resize(header->length);
      if (!read_all(payload)) return broken("payload");
      const bool going = header->kind == Kind::hello     ? greet(*header)
                         : header->kind == Kind::request ? take(*header, payload)
                                                         : false;
      if (!going) return broken("frame or pipe");
    }
    return 0;
  }

 private:
  static int broken(const char* what) {
    std::fprintf(stderr, "tritproof-xdna-runner: broken %s\n", what);
    return 1;
  }

  bool send(Header header, Kind kind, std::span<const std::uint8_t> payload) const {
    header.kind = kind;
    header.length = payload.size();
    return write_all(protocol::encode_header(header)) && write_all(payload);
  }
  [[nodiscard]] bool write_all(std::span<const std::uint8_t> bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = ::write(out_, bytes.data(), bytes.size());
      if (sent < 0 && errno == EINTR) continue;
      if (sent <= 0) return false;
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
    }
    return true;
  }

  /// FRAME-11, and the end: a command may be in flight, and a destructor of XRT would abort.
  [[noreturn]] void end(const Header& header, State state, const std::string& text) const {
    send(header, Kind::refused, bytes_of(protocol::encode_state(state, text)));
    ::_exit(1);
  }

  bool greet(const Header& header) {
    auto kernels = load_kernels(options_.maps);
    if (!kernels) end(header, State::SetupError, kernels.error());
    kernels_ = std::move(*kernels);
    const DriverFacts driver = stands_in() ? DriverFacts{"none", "none", {}} : read_driver();
    auto device = Device::open(options_.device, budgets(header, driver));
    if (!device) end(header, device.error().state, device.error().text);
    device_ = std::move(*device);
    protocol::Hello hello = hello_of(kernels_);
    hello.runner = "xdna";
    hello.version = TRITPROOF_VERSION;
    hello.device = device_->name() + std::string(kUntried);
    hello.driver = driver.version;
    hello.firmware = driver.firmware;
    hello.is_double = stands_in();
    return send(header, Kind::hello, bytes_of(protocol::encode_hello(hello)));
  }

  [[nodiscard]] Budgets budgets(const Header& header, const DriverFacts& driver) const {
    const auto theirs = driver.timeout.value_or(std::chrono::milliseconds(0));
    const Budgets budgets{options_.setup,
                          options_.run.value_or(std::max(Budgets{}.run, 2 * theirs))};
    // A shorter wait than the driver's would call a command hung that the driver still watches.
    if (budgets.run <= theirs)
      end(header, State::SetupError,
          "--run-ms " + std::to_string(budgets.run.count()) + " is not above the driver's " +
              std::to_string(theirs.count()) + " ms");
    return budgets;
  }

  bool refuse(const Header& header, RefusalName name, std::string_view text) const {
    return send(header, Kind::refused, bytes_of(protocol::encode_refusal(name, text)));
  }

  bool take(const Header& header, std::span<const std::uint8_t> payload) {
    if (!device_) return false;
    const auto request = protocol::parse_request(header, payload);
    if (!request)  // FRAME-6
      return refuse(header, RefusalName::NoSuchConversion,
                    protocol::sentence_of(request.error().fault));
    const auto kernel = std::ranges::find_if(kernels_, [&](const Kernel& k) {
      return k.map.op == request->op && k.map.format == request->format;
    });
    if (kernel == kernels_.end())
      return refuse(header, RefusalName::NoSuchConversion, "no kernel for this op and format");
    if (const Refused why = check(*request, *kernel))
      return refuse(header, why->first, why->second);
    Bytes answer(*protocol::answer_bytes(*request));
    fill_with_poison(answer, request->poison);
    const Plan plan(kernel->map, request->geometry, request->m, request->input);
    if (auto done = device_->answer(*kernel, plan, request->poison, answer); !done)
      end(header, done.error().state, done.error().text);
    return send(header, Kind::ok, answer);
  }

  const Options& options_;
  int out_;
  std::vector<Kernel> kernels_;
  std::unique_ptr<Device> device_;
};

}  // namespace

int serve(const Options& options) {
  const int out = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (out < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return 1;
  return Server(options, out).run();
}

}  // namespace tritproof::xdna
