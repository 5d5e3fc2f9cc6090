// SPDX-License-Identifier: Apache-2.0
#include "hw/hexagon/fastrpc/session.h"

#include <algorithm>
#include <array>
#include <limits>

#include "hw/protocol/wire.h"

namespace tritproof::fastrpc {
namespace {

using protocol::State;

constexpr std::size_t kPage = 4096;

std::string architecture_of(const Library& library) {
  remote_capability asked{kComputeDomain, kArchitecture, 0};
  if (library.handle_control(kGetDspInfo, &asked, sizeof asked) != kSuccess)
    return "of unknown version";
  // The low byte is the version in hexadecimal digits: 0x73 is v73.
  constexpr const char* digits = "0123456789abcdef";
  return std::string("v") + digits[asked.value >> 4 & 15] + digits[asked.value & 15];
}

remote_arg buffer(std::span<const std::uint8_t> bytes) {
  remote_arg argument{};
  argument.buf.pv = const_cast<std::uint8_t*>(bytes.data());
  argument.buf.nLen = bytes.size();
  return argument;
}

void fill(std::span<std::uint8_t> memory, std::uint64_t poison) {
  for (std::size_t at = 0; at + 8 <= memory.size(); at += 8) protocol::put(memory, at, poison);
}

}  // namespace

std::span<std::uint8_t> Shared::take(std::size_t bytes) {
  if (bytes > bytes_ || memory_ == nullptr) {
    release();
    const std::size_t whole = (bytes / kPage + 1) * kPage;
    if (whole > std::numeric_limits<int>::max()) return {};
    memory_ = static_cast<std::uint8_t*>(
        library_->allocate(kSystemHeap, kCached, static_cast<int>(whole)));
    bytes_ = memory_ == nullptr ? 0 : whole;
  }
  return memory_ == nullptr ? std::span<std::uint8_t>{} : std::span(memory_, bytes);
}

void Shared::release() {
  if (memory_ != nullptr) library_->free(memory_);
  memory_ = nullptr;
  bytes_ = 0;
}

Session::Session(const Library& library, remote_handle64 handle)
    : library_(library),
      handle_(handle),
      architecture_(architecture_of(library)),
      head_(library_),
      input_(library_),
      reply_(library_),
      payload_(library_) {}

std::expected<std::unique_ptr<Session>, Failure> Session::open(const Library& library) {
  // Must come before the first open: a module without the maker's signature loads nowhere else.
  remote_unsigned_module wanted{kComputeDomain, 1};
  const int allowed = library.session_control(kControlUnsignedModule, &wanted, sizeof wanted);
  if (means_no_device(allowed)) return std::unexpected(Failure{State::NoDevice, name_of(allowed)});
  if (allowed != kSuccess)
    return std::unexpected(Failure{State::SetupError, "no unsigned process: " + name_of(allowed)});
  remote_handle64 handle = 0;
  const int opened = library.open(TRITPROOF_SKEL_URI, &handle);
  if (opened != kSuccess)
    return std::unexpected(Failure{means_no_device(opened) ? State::NoDevice : State::SetupError,
                                   "opening " TRITPROOF_SKEL_LIBRARY ": " + name_of(opened)});
  return std::unique_ptr<Session>(new Session(library, handle));
}

std::expected<Session::Reply, Failure> Session::answer(
    std::span<const std::uint8_t, kHeadBytes> head, std::size_t input_bytes, std::size_t room,
    std::uint64_t poison) {
  const auto question = head_.take(head.size());
  const auto input = input_.take(input_bytes);
  const auto header = reply_.take(protocol::kHeaderBytes);
  const auto payload = payload_.take(room);
  if (question.empty() || header.empty() || payload.size() != room || input.size() != input_bytes)
    return std::unexpected(Failure{State::DeviceError, "rpcmem_alloc gives no memory"});
  std::ranges::copy(head, question.begin());
  std::ranges::fill(header, std::uint8_t{0});
  fill(payload, poison);
  std::array arguments{buffer(question), buffer(input), buffer(header), buffer(payload)};
  const int result = library_.invoke(
      handle_, remote_scalars(kAnswerMethod, kAnswerIn, kAnswerOut, 0, 0), arguments.data());
  if (result != kSuccess) return std::unexpected(Failure{State::DeviceError, name_of(result)});
  return Reply{header, payload};
}

}  // namespace tritproof::fastrpc
