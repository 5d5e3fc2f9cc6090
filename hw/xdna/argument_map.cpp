// SPDX-License-Identifier: Apache-2.0
#include "hw/xdna/argument_map.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <utility>

#include "hw/protocol/hello.h"

namespace tritproof::xdna {
namespace {

using std::string_view;

constexpr std::uint64_t kMaxSide = 1u << 20;  // n, k, m
constexpr std::size_t kMaxArguments = 32;
constexpr std::array<string_view, 3> kNarrowingNames{"exact", "wrap16", "sat16"};
constexpr string_view kArgument = "arg.";

template <class Enum, class Names>
bool read_name(string_view value, const Names& names, Enum& out) {
  const auto found = std::ranges::find(names, value);
  if (found == std::end(names)) return false;
  out = static_cast<Enum>(found - std::begin(names));
  return true;
}

bool read_number(string_view value, std::uint64_t most, std::uint64_t& out) {
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), out);
  const bool canonical = value == "0" || (!value.empty() && value.front() != '0');
  return error == std::errc{} && end == value.data() + value.size() && canonical && out <= most;
}

bool read_side(string_view value, std::uint64_t unit, std::uint64_t& out) {
  return read_number(value, kMaxSide, out) && out != 0 && out % unit == 0;
}

bool read_text(string_view value, std::string& out) {
  out = value;
  return !value.empty();
}

bool read_op(string_view value, ArgumentMap& map) {
  const auto op = spec::op_named(value);
  if (!op || (*op != spec::Op::expand && *op != spec::Op::replay)) return false;
  map.op = *op;
  return true;
}

bool read_format(string_view value, ArgumentMap& map) {
  const auto format = spec::format_named(value);
  if (!format || !spec::row_of(*format).side_table) return false;
  map.format = *format;
  return true;
}

/// One key: when it belongs, and how its value is read.
struct Key {
  string_view name;
  bool (*belongs)(const ArgumentMap&);
  string_view takes;  ///< for people
  bool (*read)(string_view, ArgumentMap&);
};

bool always(const ArgumentMap&) { return true; }
bool replays(const ArgumentMap& map) { return map.op == spec::Op::replay; }
bool streams(const ArgumentMap& map) { return map.format == spec::Format::t2s; }
bool has_instructions(const ArgumentMap& map) { return map.flow != Flow::elf; }

constexpr std::array<Key, 13> kKeys{{
    {"map", always, "1", [](string_view v, ArgumentMap&) { return v == "1"; }},
    {"flow", always, "elf, xclbin or xclbin-elf",
     [](string_view v, ArgumentMap& m) { return read_name(v, kFlowNames, m.flow); }},
    {"file", always, "a path", [](string_view v, ArgumentMap& m) { return read_text(v, m.file); }},
    {"instructions", has_instructions, "a path",
     [](string_view v, ArgumentMap& m) { return read_text(v, m.instructions); }},
    {"kernel", always, "a name",
     [](string_view v, ArgumentMap& m) { return read_text(v, m.kernel); }},
    {"op", always, "expand or replay", read_op},
    {"format", always, "t2s or pb16i", read_format},
    {"mode", replays, "i64, wrap32, sat32-step or sat32-end",
     [](string_view v, ArgumentMap& m) { return read_name(v, protocol::kModeNames, m.mode); }},
    {"narrowing", replays, "exact, wrap16 or sat16",
     [](string_view v, ArgumentMap& m) { return read_name(v, kNarrowingNames, m.narrowing); }},
    {"reserved", streams, "refuse or raw",
     [](string_view v, ArgumentMap& m) {
       m.raw = v == "raw";
       return m.raw || v == "refuse";
     }},
    {"n", always, "a multiple of 32, at most 2^20",
     [](string_view v, ArgumentMap& m) { return read_side(v, 32, m.n); }},
    {"k", always, "a multiple of 256, at most 2^20",
     [](string_view v, ArgumentMap& m) { return read_side(v, 256, m.k); }},
    {"m", replays, "1 to 2^20", [](string_view v, ArgumentMap& m) { return read_side(v, 1, m.m); }},
}};

/// "stream 23674880": a role, and its number where it has one.
std::optional<Argument> read_argument(string_view value) {
  const std::size_t space = value.find(' ');
  Argument argument;
  if (!read_name(value.substr(0, space), kRoleNames, argument.role)) return std::nullopt;
  const bool bare = argument.role == Role::instructions || argument.role == Role::instruction_count;
  if (bare != (space == string_view::npos)) return std::nullopt;
  const std::uint64_t most = is_tensor(argument.role)     ? kMaxBufferBytes
                             : argument.role == Role::u32 ? 0xFFFFFFFFu
                                                          : ~std::uint64_t{0};
  if (!bare && !read_number(value.substr(space + 1), most, argument.number)) return std::nullopt;
  return argument;
}

/// A map being read: its lines first, its sense afterwards.
class Reader {
 public:
  using Result = std::expected<void, MapError>;

  std::expected<ArgumentMap, MapError> read(string_view text) {
    if (text.size() > kMaxMapBytes) return fail(1, "map", "more than 64 KiB");
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      ++line_;
      if (auto read = take(text.substr(at, end - at)); !read) return std::unexpected(read.error());
      at = end + 1;
    }
    if (auto right = complete(); !right) return std::unexpected(right.error());
    return std::move(map_);
  }

 private:
  static std::unexpected<MapError> fail(std::size_t line, string_view key, std::string what) {
    return std::unexpected(MapError{line, std::string(key.substr(0, 40)), std::move(what)});
  }

  Result take(string_view line) {
    if (line.empty() || line.front() == '#') return {};
    const std::size_t equals = line.find('=');
    if (equals == string_view::npos) return fail(line_, line, "not key=value");
    const string_view key = line.substr(0, equals), value = line.substr(equals + 1);
    if (lines_.empty() && key != "map") return fail(line_, key, "the first key must be map");
    if (!lines_.emplace(key, line_).second) return fail(line_, key, "comes twice");
    if (key.starts_with(kArgument)) return take_argument(key, value);
    const auto row = std::ranges::find(kKeys, key, &Key::name);
    if (row == kKeys.end()) return fail(line_, key, "unknown key");
    if (!row->read(value, map_)) return fail(line_, key, "takes " + std::string(row->takes));
    return {};
  }

  Result take_argument(string_view key, string_view value) {
    std::uint64_t index = 0;
    if (!read_number(key.substr(kArgument.size()), kMaxArguments - 1, index))
      return fail(line_, key, "an argument's index is 0 to 31");
    const auto argument = read_argument(value);
    if (!argument)
      return fail(line_, key, "takes a role, and the bytes of its buffer or its value");
    arguments_.emplace(index, *argument);
    return {};
  }

  Result complete() {
    for (const Key& key : kKeys) {
      const auto line = lines_.find(key.name);
      const bool belongs = key.belongs(map_);
      if (belongs && line == lines_.end()) return fail(line_, key.name, "missing");
      if (!belongs && line != lines_.end())
        return fail(line->second, key.name, "has no place with this flow, op or format");
    }
    if (map_.op == spec::Op::expand && !streams(map_))
      return fail(lines_.find("format")->second, "format", "only t2s is expanded");
    if (auto right = number_arguments(); !right) return right;
    return check_roles();
  }

  Result number_arguments() {
    for (const auto& [index, argument] : arguments_) {
      const std::string key = std::string(kArgument) + std::to_string(map_.arguments.size());
      if (index != map_.arguments.size()) return fail(line_, key, "missing");
      map_.arguments.push_back(argument);
    }
    return {};
  }

  [[nodiscard]] std::size_t count(Role role) const {
    return static_cast<std::size_t>(std::ranges::count(map_.arguments, role, &Argument::role));
  }

  Result check_roles() {
    const std::size_t passed = map_.flow == Flow::xclbin ? 1 : 0;
    const std::size_t activations = replays(map_) ? 1 : 0;
    const bool split = count(Role::stream) == 0;
    const std::array<std::pair<Role, std::size_t>, 6> wanted{{
        {Role::output, 1},
        {Role::activations, activations},
        {Role::stream, split ? 0 : 1},
        {Role::codes, split ? 1 : 0},
        {Role::instructions, passed},
        {Role::instruction_count, passed},
    }};
    for (const auto& [role, times] : wanted)
      if (count(role) != times) return wrong_count(role, times);
    // A kernel that only widens codes may do without multipliers.
    const std::size_t multipliers = count(Role::multipliers);
    if (multipliers > (split ? 1u : 0u) || (split && replays(map_) && multipliers != 1))
      return wrong_count(Role::multipliers, split ? 1 : 0);
    for (std::size_t i = 0; i < map_.arguments.size(); ++i)
      if (auto right = check_size(i); !right) return right;
    return {};
  }

  Result wrong_count(Role role, std::size_t times) {
    return fail(line_, std::string(kArgument) + "*",
                std::to_string(count(role)) + " arguments are " +
                    std::string(kRoleNames[std::to_underlying(role)]) + ", expected " +
                    std::to_string(times));
  }

  Result check_size(std::size_t index) {
    const auto& [role, bytes] = map_.arguments[index];
    if (!is_tensor(role) || bytes >= tensor_bytes(map_, role)) return {};
    const std::string key = std::string(kArgument) + std::to_string(index);
    return fail(lines_.find(key)->second, key,
                std::to_string(bytes) + " bytes where n, k and m need " +
                    std::to_string(tensor_bytes(map_, role)));
  }

  ArgumentMap map_;
  std::map<std::uint64_t, Argument> arguments_;
  std::map<std::string, std::size_t, std::less<>> lines_;
  std::size_t line_ = 0;
};

}  // namespace

std::uint64_t tensor_bytes(const ArgumentMap& map, Role role) {
  const spec::FormatRow& row = spec::row_of(map.format);
  switch (role) {
    case Role::stream: return map.tiles() * row.bytes;
    case Role::codes: return map.tiles() * row.fields[0].bytes;
    case Role::multipliers: return map.tiles() * row.fields[1].bytes;
    case Role::activations: return map.m * map.k;
    case Role::output:
      return map.op == spec::Op::expand
                 ? map.tiles() * 4096
                 : map.m * map.n * (map.mode == spec::ReplayMode::i64 ? 8 : 4);
    default: return 0;
  }
}

std::expected<ArgumentMap, MapError> parse_argument_map(string_view text) {
  return Reader().read(text);
}

std::string text_of(const ArgumentMap& map) {
  std::string out = "map=1\n";
  const auto line = [&](string_view key, string_view value) {
    ((((out += key) += '=') += value) += '\n');
  };
  line("flow", kFlowNames[std::to_underlying(map.flow)]);
  line("file", map.file);
  if (has_instructions(map)) line("instructions", map.instructions);
  line("kernel", map.kernel);
  line("op", spec::name_of(map.op));
  line("format", spec::row_of(map.format).name);
  if (replays(map)) line("mode", protocol::kModeNames[std::to_underlying(map.mode)]);
  if (replays(map)) line("narrowing", kNarrowingNames[std::to_underlying(map.narrowing)]);
  if (streams(map)) line("reserved", map.raw ? "raw" : "refuse");
  line("n", std::to_string(map.n));
  line("k", std::to_string(map.k));
  if (replays(map)) line("m", std::to_string(map.m));
  for (std::size_t i = 0; i < map.arguments.size(); ++i) {
    const auto& [role, number] = map.arguments[i];
    const bool bare = role == Role::instructions || role == Role::instruction_count;
    line(std::string(kArgument) + std::to_string(i),
         std::string(kRoleNames[std::to_underlying(role)]) +
             (bare ? "" : " " + std::to_string(number)));
  }
  return out;
}

}  // namespace tritproof::xdna
