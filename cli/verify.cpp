// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/sides.h"
#include "cli/suggest.h"
#include "cli/verify_report.h"
#include "codec/streaming.h"

namespace tritproof::cli {
namespace {

struct VerifyOptions {
  InputOptions input;
  std::string a;
  std::string b;
  bool codes = false;
  std::string kernels;
  unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  bool as_json = false;
};

constexpr std::string_view kReference = "reference";

class Verify {
 public:
  explicit Verify(const VerifyOptions& options) : options_(options) {}

  int run() {
    if (const int wrong = prepare(); wrong != kConforms) return wrong;
    heed_interrupts();
    const auto start = std::chrono::steady_clock::now();
    auto a = Side::open(options_.a, open_);
    auto b = Side::open(options_.b, open_);
    if (!a) return report(a.error(), options_.a);
    if (!b) return report(b.error(), options_.b);
    pairs(*a, *b);
    progress_.clear();
    return conclude(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }

 private:
  int prepare() {
    const auto open = parsed(options_.input);
    if (!open) return complain(open.error()), kUsage;
    open_ = *open;
    how_.threads = std::max(1u, options_.threads);
    how_.path = options_.codes ? fast::Path::codes : fast::Path::floats;
    if (options_.kernels.empty() || options_.kernels == kReference) return kConforms;
    how_.target = fast::target_named(options_.kernels);
    if (how_.target != nullptr) return kConforms;
    std::vector<std::string_view> known{kReference};
    for (const fast::Target& target : fast::targets()) known.push_back(target.name);
    complain("this machine has no kernels '" + for_terminal(options_.kernels) + "'" +
             suggestion(options_.kernels, known));
    return kUsage;
  }

  // A lone tensor has no name to go by; with --tensor it stands for it whatever its name is.
  void pairs(const Side& a, const Side& b) {
    const auto in_a = a.names();
    const auto in_b = b.names();
    const std::string& wanted = options_.input.tensor;
    if (in_a.size() == 1 && in_b.size() == 1) return pair(a, in_a[0], b, in_b[0]);
    if (!wanted.empty())
      return named(a, in_a.size() == 1 ? in_a[0] : wanted, b, in_b.size() == 1 ? in_b[0] : wanted);
    for (const std::string& name : in_a) named(a, name, b, name);
    for (const std::string& name : in_b)
      if (!a.has(name)) report_.add_missing(name, "a");
  }

  void named(const Side& a, const std::string& in_a, const Side& b, const std::string& in_b) {
    if (!a.has(in_a)) return report_.add_missing(in_a, "a");
    if (!b.has(in_b)) return report_.add_missing(in_b, "b");
    pair(a, in_a, b, in_b);
  }

  // A raw file whose shape nobody states takes it from the other side.
  void pair(const Side& a, const std::string& in_a, const Side& b, const std::string& in_b) {
    if (interrupted()) return;
    progress_.show(fmt::format("verify {}", for_terminal(in_a)));
    auto left = a.tensor(in_a, {});
    auto right = b.tensor(in_b, left ? std::optional(left->info->geometry) : std::nullopt);
    if (!left && right) left = a.tensor(in_a, right->info->geometry);
    if (!left) return report_.fail(report(left.error(), options_.a));
    if (!right) return report_.fail(report(right.error(), options_.b));
    report_.add_pair(*left->info, *right->info);
    const bool carried = !std::holds_alternative<spec::Format>(left->info->type) &&
                         left->info->type == right->info->type && !left->info->refusal;
    carried ? compare_bytes(*left, *right, in_a) : compare_weights(*left, *right, in_a);
  }

  void compare_weights(const Side::Tensor& a, const Side::Tensor& b, const std::string& name) {
    const auto layout = options_.input.other_layout ? spec::Layout::other : spec::Layout::standard;
    const auto left = stored(*a.model, *a.info, layout);
    const auto right = stored(*b.model, *b.info, layout);
    if (!left) return report_.fail(report(left.error(), options_.a + ": " + name));
    if (!right) return report_.fail(report(right.error(), options_.b + ": " + name));
    const Stoppable x(*left), y(*right);
    const auto result = options_.kernels == kReference
                            ? convert::compare(x.tensor(), y.tensor())
                            : streaming::compare(x.tensor(), y.tensor(), how_);
    if (!result) return report_.fail(report(result.error(), name));
    report_.add(name, *result);
  }

  // Types that are only carried are compared byte by byte.
  void compare_bytes(const Side::Tensor& a, const Side::Tensor& b, const std::string& name) {
    bool same = a.info->bytes == b.info->bytes && a.info->geometry == b.info->geometry;
    std::vector<std::uint8_t> left;
    std::vector<std::uint8_t> right;
    for (std::uint64_t at = 0; same && at < a.info->bytes; at += left.size()) {
      if (interrupted()) return;
      left.resize(std::min<std::uint64_t>(1 << 20, a.info->bytes - at));
      right.resize(left.size());
      const auto read_a = a.model->read(*a.info, at, left);
      const auto read_b = b.model->read(*b.info, at, right);
      if (!read_a) return report_.fail(report(read_a.error(), name));
      if (!read_b) return report_.fail(report(read_b.error(), name));
      same = left == right;
    }
    report_.add_carried(name, a.info->geometry.n * a.info->geometry.k, same);
  }

  int conclude(double seconds) {
    if (report_.empty() && report_.exit() == kConforms) {
      complain("nothing to compare: no tensor on either side");
      return kDiffers;
    }
    if (options_.as_json)
      print(report_.json(path(), seconds).dump(2) + "\n");
    else if (!report_.empty())
      print(report_.text(path(), seconds));
    return report_.exit();
  }

  [[nodiscard]] std::string path() const {
    if (options_.kernels == kReference) return "float path (reference)";
    const std::string_view target =
        how_.target != nullptr ? how_.target->name : fast::targets().front().name;
    return fmt::format("{} path ({}, {} thread{})", options_.codes ? "code" : "float", target,
                       how_.threads, how_.threads == 1 ? "" : "s");
  }

  const VerifyOptions& options_;
  container::OpenOptions open_;
  streaming::Options how_;
  VerifyReport report_;
  Progress progress_;
};

}  // namespace

void add_verify(CLI::App& app, Run& run) {
  CLI::App* command =
      app.add_subcommand("verify", "Compare two files or folders weight by weight, as bits");
  auto options = std::make_shared<VerifyOptions>();
  command->add_option("A", options->a, "A file or folder")->required();
  command->add_option("B", options->b, "A file or folder, in any format")->required();
  add_input_options(*command, options->input);
  command->add_flag("--codes", options->codes,
                    "Compare codes and scale bits, and weights only where these differ");
  command->add_option("--kernels", options->kernels,
                      "Instruction set to use (avx2, …), or reference; default: the best");
  command->add_option("--threads", options->threads, "Threads; default: all")
      ->check(CLI::Range(1, 1024));
  command->add_flag("--json", options->as_json, "Print an object");
  command->footer(
      "Examples:\n  tritproof verify model.gguf converted.safetensors\n"
      "  tritproof verify head.pb16i head.t2 --shape 17408,5120");
  command->callback([&run, options] { run = [options] { return Verify(*options).run(); }; });
}

}  // namespace tritproof::cli
