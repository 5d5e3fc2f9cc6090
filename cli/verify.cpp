// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/tensors.h"
#include "codec/convert/compare.h"

namespace tritproof::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct VerifyOptions {
  InputOptions input;
  std::string a;
  std::string b;
  bool as_json = false;
};

// What was compared so far.
struct Tally {
  std::uint64_t images = 0;
  std::uint64_t exact = 0;
  std::uint64_t weights = 0;
  std::uint64_t bytes_a = 0;
  std::uint64_t bytes_b = 0;
  std::set<std::string> formats_a;
  std::set<std::string> formats_b;
  json differences = json::array();
  int exit = kConforms;

  void fail(int code) { exit = std::max(exit, code); }
};

std::string hex_float(std::uint32_t word) {
  return fmt::format("0x{:08x} ({:.9g})", word, std::bit_cast<float>(word));
}

void show_difference(const std::string& name, const convert::Comparison& c, Tally& tally) {
  const std::string safe = for_terminal(name);
  if (c.first) {
    complain(fmt::format(
        "{}: {} of {} weights differ, first at row {} column {} (tile {},{})\n  a: {}\n  b: {}",
        safe, c.differing, c.weights, c.first->n, c.first->k, c.first->n / spec::kTileRows,
        c.first->k / spec::kTileColumns, hex_float(c.first->a), hex_float(c.first->b)));
    tally.differences.push_back({{"tensor", name},
                                 {"differing", c.differing},
                                 {"row", c.first->n},
                                 {"column", c.first->k},
                                 {"a", fmt::format("{:08x}", c.first->a)},
                                 {"b", fmt::format("{:08x}", c.first->b)}});
  }
  if (c.reserved_a + c.reserved_b == 0) return;
  complain(fmt::format("{}: ReservedCode: {} in a, {} in b", safe, c.reserved_a, c.reserved_b));
  tally.differences.push_back(
      {{"tensor", name}, {"reserved_a", c.reserved_a}, {"reserved_b", c.reserved_b}});
}

class Verify {
 public:
  explicit Verify(const VerifyOptions& options) : options_(options) {}

  int run() {
    const auto open = parsed(options_.input);
    if (!open) {
      complain(open.error());
      return kUsage;
    }
    open_ = *open;
    const auto start = std::chrono::steady_clock::now();
    std::error_code error;
    const bool folder = fs::is_directory(options_.a, error);
    if (folder != fs::is_directory(options_.b, error)) {
      complain("want two files or two folders");
      return kUsage;
    }
    if (folder)
      folders(options_.a, options_.b);
    else
      files(options_.a, options_.b);
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return conclude();
  }

 private:
  // A raw file whose shape nobody states takes it from the other side, if that has one tensor.
  bool open_pair(const fs::path& a, const fs::path& b) {
    auto left = open_file(a, open_);
    auto right = open_file(b, open_);
    if (!left && right) left = open_like(a, **right);
    if (!right && left) right = open_like(b, **left);
    for (const auto* side : {&left, &right})
      if (!*side) {
        tally_.fail(report(side->error(), (side == &left ? a : b).string()));
        return false;
      }
    a_ = *std::move(left);
    b_ = *std::move(right);
    return true;
  }

  container::Loaded<std::unique_ptr<container::Model>> open_like(const fs::path& path,
                                                                 const container::Model& other) {
    container::OpenOptions options = open_;
    const container::TensorInfo* tensor =
        options_.input.tensor.empty()
            ? (other.tensors().size() == 1 ? &other.tensors()[0] : nullptr)
            : other.find(options_.input.tensor);
    if (!options.shape && tensor != nullptr) options.shape = tensor->geometry;
    return open_file(path, options);
  }

  void files(const fs::path& a, const fs::path& b) {
    if (!open_pair(a, b)) return;
    const std::string& wanted = options_.input.tensor;
    // A lone tensor has no name to go by: a raw file is called after its stem.
    if (a_->tensors().size() == 1 && b_->tensors().size() == 1)
      return tensors(a_->tensors()[0], b_->tensors()[0], b_->tensors()[0].name);
    if (!wanted.empty()) return named(wanted);
    for (const container::TensorInfo& tensor : a_->tensors()) named(tensor.name);
    for (const container::TensorInfo& tensor : b_->tensors())
      if (a_->find(tensor.name) == nullptr) missing(tensor.name, "a");
  }

  void named(const std::string& name) {
    const container::TensorInfo* left = pick(*a_, name);
    const container::TensorInfo* right = pick(*b_, name);
    if (left == nullptr) return missing(name, "a");
    if (right == nullptr) return missing(name, "b");
    tensors(*left, *right, name);
  }

  // With --tensor, a file of one tensor stands for it whatever its name is.
  const container::TensorInfo* pick(const container::Model& model, const std::string& name) const {
    if (const auto* found = model.find(name)) return found;
    const bool lone = !options_.input.tensor.empty() && model.tensors().size() == 1;
    return lone ? &model.tensors()[0] : nullptr;
  }

  void missing(const std::string& name, std::string_view side) {
    complain(fmt::format("{}: missing in {}", for_terminal(name), side));
    tally_.differences.push_back({{"tensor", name}, {"missing", side}});
    ++tally_.images;
    tally_.fail(kDiffers);
  }

  void tensors(const container::TensorInfo& a, const container::TensorInfo& b,
               const std::string& name) {
    progress_.show(fmt::format("verify {}", for_terminal(name)));
    ++tally_.images;
    tally_.bytes_a += a.bytes;
    tally_.bytes_b += b.bytes;
    tally_.formats_a.insert(container::name_of(a.type));
    tally_.formats_b.insert(container::name_of(b.type));
    if (!std::holds_alternative<spec::Format>(a.type) && a.type == b.type && !a.refusal)
      return carried(a, b, name);
    const auto layout = options_.input.other_layout ? spec::Layout::other : spec::Layout::standard;
    const auto left = stored(*a_, a, layout);
    const auto right = stored(*b_, b, layout);
    if (!left) return tally_.fail(report(left.error(), options_.a + ": " + name));
    if (!right) return tally_.fail(report(right.error(), options_.b + ": " + name));
    const auto result = convert::compare(*left, *right);
    if (!result) return tally_.fail(report(result.error(), name));
    tally_.weights += result->weights;
    if (result->equal()) {
      ++tally_.exact;
      return;
    }
    show_difference(name, *result, tally_);
    tally_.fail(kDiffers);
  }

  // Types that are only carried are compared byte by byte.
  void carried(const container::TensorInfo& a, const container::TensorInfo& b,
               const std::string& name) {
    bool same = a.bytes == b.bytes && a.geometry == b.geometry;
    std::vector<std::uint8_t> left;
    std::vector<std::uint8_t> right;
    for (std::uint64_t at = 0; same && at < a.bytes; at += left.size()) {
      left.resize(std::min<std::uint64_t>(1 << 20, a.bytes - at));
      right.resize(left.size());
      const auto read_a = a_->read(a, at, left);
      const auto read_b = b_->read(b, at, right);
      if (!read_a) return tally_.fail(report(read_a.error(), name));
      if (!read_b) return tally_.fail(report(read_b.error(), name));
      same = left == right;
    }
    tally_.weights += a.geometry.n * a.geometry.k;
    if (same) {
      ++tally_.exact;
      return;
    }
    complain(fmt::format("{}: the bytes of a carried tensor differ", for_terminal(name)));
    tally_.differences.push_back({{"tensor", name}, {"carried", true}});
    tally_.fail(kDiffers);
  }

  static std::map<std::string, fs::path> images(const fs::path& folder) {
    std::map<std::string, fs::path> out;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
      const std::string suffix = entry.path().extension().string();
      const bool model = suffix == ".gguf" || suffix == ".safetensors" || suffix == ".q4nx";
      if (model || container::raw_format(entry.path()))
        out.emplace(entry.path().stem().string(), entry.path());
    }
    return out;
  }

  void folders(const fs::path& a, const fs::path& b) {
    const auto left = images(a);
    const auto right = images(b);
    for (const auto& [stem, path] : left)
      if (const auto other = right.find(stem); other != right.end())
        files(path, other->second);
      else
        missing(stem, "b");
    for (const auto& [stem, path] : right)
      if (!left.contains(stem)) missing(stem, "a");
  }

  int conclude() {
    if (tally_.images == 0 && tally_.exit == kConforms) {
      complain("nothing to compare: no tensor on either side");
      return kDiffers;
    }
    if (options_.as_json)
      print(result().dump(2) + "\n");
    else if (tally_.images != 0)
      print(gate_line());
    return tally_.exit;
  }

  double gigabytes_a_second() const {
    return seconds_ <= 0.0 ? 0.0
                           : static_cast<double>(tally_.bytes_a + tally_.bytes_b) / seconds_ / 1e9;
  }

  std::string gate_line() const {
    const double weights = static_cast<double>(std::max<std::uint64_t>(1, tally_.weights));
    const double bits = static_cast<double>(tally_.bytes_b) * 8.0 / weights;
    return fmt::format(
        "{} images, {:.2f} G weights: {} {:.2f} GB -> {} {:.2f} GB ({:.4f} b/w), {}/{} bit-exact\n"
        "float path, every weight; {:.2f} GB/s\n",
        tally_.images, static_cast<double>(tally_.weights) / 1e9, fmt::join(tally_.formats_a, "+"),
        static_cast<double>(tally_.bytes_a) / 1e9, fmt::join(tally_.formats_b, "+"),
        static_cast<double>(tally_.bytes_b) / 1e9, bits, tally_.exact, tally_.images,
        gigabytes_a_second());
  }

  json result() const {
    return {{"images", tally_.images},
            {"bit_exact", tally_.exact},
            {"weights", tally_.weights},
            {"bytes_a", tally_.bytes_a},
            {"bytes_b", tally_.bytes_b},
            {"formats_a", tally_.formats_a},
            {"formats_b", tally_.formats_b},
            {"path", "float"},
            {"gigabytes_per_second", gigabytes_a_second()},
            {"differences", tally_.differences}};
  }

  const VerifyOptions& options_;
  container::OpenOptions open_;
  std::unique_ptr<container::Model> a_;
  std::unique_ptr<container::Model> b_;
  Tally tally_;
  Progress progress_;
  double seconds_ = 0.0;
};

}  // namespace

void add_verify(CLI::App& app, Run& run) {
  CLI::App* command =
      app.add_subcommand("verify", "Compare two files or folders weight by weight, as bits");
  auto options = std::make_shared<VerifyOptions>();
  command->add_option("A", options->a, "A file or folder")->required();
  command->add_option("B", options->b, "A file or folder, in any format")->required();
  add_input_options(*command, options->input);
  command->add_flag("--json", options->as_json, "Print an object");
  command->footer(
      "Examples:\n  tritproof verify model.gguf converted.safetensors\n"
      "  tritproof verify head.pb16i head.t2 --shape 17408,5120");
  command->callback([&run, options] { run = [options] { return Verify(*options).run(); }; });
}

}  // namespace tritproof::cli
