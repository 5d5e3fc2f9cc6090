// SPDX-License-Identifier: Apache-2.0
#pragma once

// Makes a program a runner: something that tritproof can judge behind a pipe. This file needs
// nothing but C++17 and POSIX; copy it alone.
//
//   #include "runner.hpp"
//   int main() {
//     tritproof::runner r("mine", "1.0");
//     r.decode("t2", [](const tritproof::request& q, float* out) {
//       my_kernel(q.data, q.n, q.k, out);  // out[row * q.k + column]
//     });
//     return r.serve();
//   }
//
// A function is called only with whole tiles and the right number of bytes; its output is filled
// with the request's poison first. What it prints on stdout goes to stderr: stdout is the frames'.

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tritproof {

/// One question, its numbers taken out of the frame and its sizes checked.
struct request {
  std::string op, format, target;      ///< target: of convert, else empty
  std::uint64_t n = 0, k = 0;          ///< rows and columns
  std::uint64_t m = 0, poison = 0;     ///< m: rows of activations, replay only
  const std::uint8_t* data = nullptr;  ///< tiles, blocks; of encode codes, of quantise f32
  std::size_t bytes = 0;               ///< how many
  const std::uint8_t* ref = nullptr;   ///< N little-endian int32, where the op brings a side table
  const std::uint8_t* scales = nullptr;      ///< of encode: one 16-bit pattern per group
  const std::int8_t* activations = nullptr;  ///< of replay: M x K
  bool bf16 = false, clamp = false, other_layout = false;
  unsigned mode = 0, narrowing = 0;  ///< i64 wrap32 sat32-step sat32-end; exact wrap16 sat16
};
/// What a function may return instead of nothing: a refusal by its name in the contract.
struct reply {
  std::string refusal, text;  ///< refusal empty: answered
};
inline reply refuse(const std::string& name, const std::string& text = "") { return {name, text}; }

namespace runner_detail {
struct format_row {
  const char* name;
  std::uint64_t rows, columns, bytes, encode_group;  // encode_group 0: cannot be encoded
  bool side_table, two_layouts;
};
inline constexpr format_row formats[] = {
    {"t2", 32, 256, 2176, 128, false, false},   {"t2s", 32, 256, 2176, 128, true, false},
    {"pb16i", 32, 256, 4608, 128, true, false}, {"q4_1", 32, 256, 5120, 0, false, true},
    {"q4_k", 32, 256, 4736, 0, false, false},   {"q8", 32, 256, 8704, 0, false, true},
    {"tq1_0", 1, 256, 54, 256, false, false},   {"tq2_0", 1, 256, 66, 256, false, false},
    {"q2_0", 1, 64, 18, 64, false, false},      {"pq2_0", 1, 128, 34, 128, false, false},
    {"ptq1_0", 1, 128, 28, 128, false, false}};
inline constexpr const char* ops[] = {"decode", "validate", "encode", "quantise",
                                      "expand", "convert",  "replay"};
inline constexpr std::uint64_t max_payload = 64u << 20;

inline std::uint64_t load(const std::uint8_t* p, int bytes) {
  return bytes == 0 ? 0 : p[0] | load(p + 1, bytes - 1) << 8;
}
inline void store(std::uint8_t* p, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) p[i] = static_cast<std::uint8_t>(value >> (8 * i));
}

/// Turns little-endian words of the wire into words of this host, or back.
inline void swap_words(std::uint8_t* p, std::size_t bytes, std::size_t word) {
  const std::uint16_t one = 1;
  if (*reinterpret_cast<const std::uint8_t*>(&one) == 1) return;
  for (std::size_t i = 0; i + word <= bytes; i += word)
    for (std::size_t j = 0; j < word / 2; ++j) std::swap(p[i + j], p[i + word - 1 - j]);
}

inline bool whole(const format_row& f, const request& q) {
  return q.n != 0 && q.k != 0 && q.n % f.rows == 0 && q.k % f.columns == 0;
}
inline std::uint64_t image(const format_row& f, const request& q, bool with_table) {
  return q.n / f.rows * (q.k / f.columns) * f.bytes + (with_table && f.side_table ? 4 * q.n : 0);
}

/// Reads or writes all of `bytes`; the number done, short only at the end of the stream.
template <class Call>
std::size_t all(Call call, std::size_t bytes) {
  std::size_t done = 0;
  while (done < bytes) {
    const auto step = call(done);
    if (step < 0 && errno == EINTR) continue;
    if (step <= 0) break;
    done += static_cast<std::size_t>(step);
  }
  return done;
}

template <class Fn, class... Args>
reply call(const Fn& fn, Args... args) {
  if constexpr (std::is_same_v<decltype(fn(args...)), reply>)
    return fn(args...);
  else
    return fn(args...), reply{};
}

}  // namespace runner_detail

class runner {
 public:
  runner(const std::string& name, const std::string& version) {
    set("runner", name).set("version", version).set("double", "0").set("poison", "1");
  }

  /// A line of the hello: device, driver, firmware, max_n, max_k, max_m, modes, policies.
  runner& set(const std::string& key, const std::string& value) {
    return keys_[key] = value, *this;
  }
  runner& stand_in() { return set("double", "1"); }  ///< a model or emulator of the device
  /// fn(const request&, float* out): N x K weights, row-major.
  template <class Fn>
  runner& decode(const std::string& format, Fn fn) {
    return add(handlers_, "decode:" + format, words<float>(fn));
  }
  /// fn(const request&, std::uint16_t* out): the same as bf16; without it the flag is refused.
  template <class Fn>
  runner& decode_bf16(const std::string& format, Fn fn) {
    return add(bf16_, "decode:" + format, words<std::uint16_t>(fn));
  }
  /// fn(const request&, const float* x, std::uint8_t* out): N x K numbers in, blocks out.
  template <class Fn>
  runner& quantise(const std::string& format, Fn fn) {
    return add(handlers_, "quantise:" + format, [fn](const request& q, bytes_& out) {
      std::vector<float> x(q.bytes / sizeof(float));
      std::memcpy(x.data(), q.data, q.bytes);
      runner_detail::swap_words(reinterpret_cast<std::uint8_t*>(x.data()), q.bytes, sizeof(float));
      return runner_detail::call(fn, q, static_cast<const float*>(x.data()), out.data());
    });
  }
  /// fn(const request&, std::uint8_t* out, std::size_t bytes): any op; the answer as it goes out.
  template <class Fn>
  runner& answer(const std::string& op, const std::string& format, Fn fn) {
    return add(handlers_, op + ":" + format, [fn](const request& q, bytes_& out) {
      return runner_detail::call(fn, q, out.data(), out.size());
    });
  }

  /// Answers until the host says bye or closes the pipe: 0. A broken frame or pipe: 1.
  int serve() {
    out_ = dup(STDOUT_FILENO);
    if (out_ < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return broken("no stdout");
    std::uint8_t header[32];
    while (true) {
      const std::size_t got = read_all(header, sizeof header);
      if (got == 0) return 0;
      if (got != sizeof header || std::memcmp(header, "TRP1\1", 6) != 0) return broken("header");
      const std::uint64_t kind = runner_detail::load(header + 6, 2);
      const std::uint64_t length = runner_detail::load(header + 24, 8);
      if (kind == 5) return 0;
      if (kind > 2 || kind == 0 || length > runner_detail::max_payload) return broken("header");
      payload_.resize(static_cast<std::size_t>(length));
      if (read_all(payload_.data(), payload_.size()) != payload_.size()) return broken("payload");
      if (!(kind == 1 ? say_hello(header) : handle(header))) return broken("write");
    }
  }

 private:
  using bytes_ = std::vector<std::uint8_t>;
  using handler = std::function<reply(const request&, bytes_&)>;
  using handlers = std::map<std::string, handler>;

  runner& add(handlers& to, const std::string& key, handler fn) {
    return to[key] = std::move(fn), *this;
  }
  /// Gives `fn` its output as words of this host; the poison stays what it is on the wire.
  template <class Word, class Fn>
  static handler words(Fn fn) {
    return [fn](const request& q, bytes_& out) {
      runner_detail::swap_words(out.data(), out.size(), sizeof(Word));
      reply r = runner_detail::call(fn, q, reinterpret_cast<Word*>(out.data()));
      runner_detail::swap_words(out.data(), out.size(), sizeof(Word));
      return r;
    };
  }

  static int broken(const char* what) {
    return std::fprintf(stderr, "runner: broken %s\n", what), 1;
  }
  std::size_t read_all(std::uint8_t* p, std::size_t bytes) {
    return runner_detail::all([=](std::size_t at) { return read(0, p + at, bytes - at); }, bytes);
  }
  bool write_all(const void* p, std::size_t bytes) {
    const auto* from = static_cast<const std::uint8_t*>(p);
    const auto step = [&](std::size_t at) { return write(out_, from + at, bytes - at); };
    return runner_detail::all(step, bytes) == bytes;
  }

  /// The answer's header is the question's, with another kind and length.
  bool send(std::uint8_t* header, unsigned kind, const void* payload, std::size_t bytes) {
    runner_detail::store(header + 6, kind, 2);
    runner_detail::store(header + 24, bytes, 8);
    return write_all(header, 32) && write_all(payload, bytes);
  }

  bool say_hello(std::uint8_t* header) {
    std::string text, list;
    std::string policy = keys_.count("policies") != 0 ? keys_["policies"] + "," : "";
    if (!bf16_.empty()) keys_["policies"] = policy + "bf16:nearest-even";  // FRAME-4
    for (const auto& line : keys_) text += line.first + "=" + line.second + "\n";
    for (const auto& op : handlers_) list += (list.empty() ? "" : ",") + op.first;
    text += "ops=" + list + "\n";
    return send(header, 1, text.data(), text.size());
  }

  bool handle(std::uint8_t* header) {
    const reply r = work(header);
    if (r.refusal.empty()) return send(header, 3, answer_.data(), answer_.size());
    const std::string text = r.refusal + "\n" + r.text;
    return send(header, 4, text.data(), text.size());
  }

  /// Reads the question, checks it, and lets the function that was registered for it answer.
  reply work(const std::uint8_t* header) {
    using namespace runner_detail;
    const std::uint64_t op = load(header + 16, 2), format = load(header + 18, 2);
    const std::uint64_t flags = load(header + 20, 4), target = flags >> 8 & 0xFF;
    request q;
    q.mode = static_cast<unsigned>(flags >> 16 & 0xF);
    q.narrowing = static_cast<unsigned>(flags >> 20 & 0xF);
    if (op < 1 || op > 7 || format < 1 || format > 11 || target > 11 || q.mode > 3 ||
        q.narrowing > 2 || (flags & ~std::uint64_t{0x00FFFF07}) != 0)  // FRAME-6
      return refuse("NoSuchConversion", "unknown op, format or flag");
    if (payload_.size() < 32) return refuse("Size", "the request has no N, K, M and poison");
    const format_row& row = formats[format - 1];
    q.op = ops[op - 1];
    q.format = row.name;
    if (target != 0) q.target = formats[target - 1].name;
    q.bf16 = (flags & 1) != 0, q.clamp = (flags & 2) != 0, q.other_layout = (flags & 4) != 0;
    q.n = load(&payload_[0], 8), q.k = load(&payload_[8], 8), q.m = load(&payload_[16], 8);
    q.poison = load(&payload_[24], 8);
    const handlers& table = q.bf16 ? bf16_ : handlers_;
    const auto found = table.find(q.op + ":" + q.format);
    if (found == table.end() || (q.other_layout && !row.two_layouts) ||
        (q.op == "convert") != (target != 0))
      return refuse("NoSuchConversion", "not answered by this runner");
    reply bad = measure(q, row, target == 0 ? row : formats[target - 1]);
    if (!bad.refusal.empty()) return bad;
    for (std::size_t i = 0; i < answer_.size(); ++i)  // FRAME-9
      answer_[i] = static_cast<std::uint8_t>(q.poison >> (8 * (i % 8)));
    return found->second(q, answer_);
  }

  /// Checks geometry and size, points into the payload, and makes room for the answer.
  reply measure(request& q, const runner_detail::format_row& row,
                const runner_detail::format_row& target) {
    using namespace runner_detail;
    const bool replays = q.op == "replay";
    if (!whole(row, q) || !whole(target, q) || (replays && q.m == 0))
      return refuse("Geometry", "N or K is zero or not whole tiles or blocks, or M is zero");
    const std::uint64_t most = 1u << 31;
    if (q.n > most || q.k > most || q.m > most || q.n * q.k > most * 4 || q.m * q.k > most)
      return refuse("Size", "no frame holds that many bytes");
    const bool codes = q.op == "encode", table = row.side_table && q.op != "expand" && !replays;
    const std::uint64_t groups = row.encode_group == 0 ? 0 : q.n * q.k / row.encode_group;
    const std::uint64_t before = replays ? q.m * q.k : 0;
    q.bytes = static_cast<std::size_t>(codes                ? q.n * q.k
                                       : q.op == "quantise" ? 4 * q.n * q.k
                                                            : image(row, q, false));
    const std::uint64_t after = codes ? 2 * groups : table ? 4 * q.n : 0;
    if (payload_.size() - 32 != before + q.bytes + after)
      return refuse("Size", "expected " + std::to_string(before + q.bytes + after) +
                                " bytes, got " + std::to_string(payload_.size() - 32));
    q.data = payload_.data() + 32 + before;
    if (codes) q.scales = q.data + q.bytes;
    if (table && !codes) q.ref = q.data + q.bytes;
    if (replays) q.activations = reinterpret_cast<const std::int8_t*>(payload_.data() + 32);
    const std::uint64_t size = q.op == "decode"     ? q.n * q.k * (q.bf16 ? 2 : 4)
                               : q.op == "validate" ? 48
                               : q.op == "expand"   ? q.n * q.k / 2
                               : replays            ? q.m * q.n * (q.mode == 0 ? 8 : 4)
                                                    : image(target, q, true);
    if (size > max_payload) return refuse("Size", "the answer does not fit a frame");
    answer_.resize(static_cast<std::size_t>(size));
    return {};
  }

  std::map<std::string, std::string> keys_;
  handlers handlers_, bf16_;
  bytes_ payload_, answer_;
  int out_ = -1;
};

}  // namespace tritproof
