// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "codec/container/io.h"
#include "golden/exchange_plan.h"

namespace tritproof::golden {
namespace {

std::unexpected<Fault> cannot_write(const std::filesystem::path& path,
                                    const container::CannotRun& why) {
  return std::unexpected(Fault{"cannot-write", path.string(), "a writable file", why.what});
}

/// A file and how far it is written.
class Output {
 public:
  static std::expected<Output, Fault> create(const std::filesystem::path& path) {
    auto file = container::OutputFile::create(path);
    if (!file) return cannot_write(path, file.error());
    return Output(path, *std::move(file));
  }

  std::expected<void, Fault> append(std::span<const std::uint8_t> bytes) {
    written_ += bytes.size();
    if (auto done = file_->append(bytes); !done) return cannot_write(path_, done.error());
    return {};
  }

  std::expected<void, Fault> commit() {
    if (auto done = file_->commit(); !done) return cannot_write(path_, done.error());
    return {};
  }

  [[nodiscard]] std::uint64_t written() const { return written_; }

 private:
  Output(std::filesystem::path path, std::unique_ptr<container::OutputFile> file)
      : path_(std::move(path)), file_(std::move(file)) {}

  std::filesystem::path path_;
  std::unique_ptr<container::OutputFile> file_;
  std::uint64_t written_ = 0;
};

std::expected<Bytes, Fault> payload_of(const ExchangePlan& plan, const Record& record,
                                       const FindBlob& find) {
  if (record.vector == nullptr) return plan.probes[record.probe].payload;
  auto payload = make_bytes(record.vector->question.input, find);
  if (!payload)
    return std::unexpected(Fault{"broken-recipe", record.vector->id, "bytes", payload.error()});
  return *std::move(payload);
}

std::expected<void, Fault> write_record(const ExchangePlan& plan, std::size_t index,
                                        const FindBlob& find, Output& out) {
  const Record& record = plan.records[index];
  const auto payload = payload_of(plan, record, find);
  if (!payload) return std::unexpected(payload.error());
  const std::uint64_t id = index + 1;
  const auto head =
      protocol::encode_request(id, plan.question(record).request(*payload, poison_of(id)));
  if (!head)
    return std::unexpected(Fault{"too-large", std::to_string(id), "a request of a frame",
                                 std::string(protocol::sentence_of(head.error().fault))});
  if (auto done = out.append(*head); !done) return done;
  return out.append(*payload);
}

std::string name_of(const ExchangePlan& plan, const Record& record) {
  if (record.vector != nullptr) return record.vector->id;
  const Probe& probe = plan.probes[record.probe];
  return fmt::format("{}-probe-{}", spec::row_of(probe.question.format).name, probe.key);
}

}  // namespace

std::expected<Exported, Fault> export_requests(const Suite& suite, const FindBlob& find,
                                               const ExportOptions& options,
                                               const std::filesystem::path& path) {
  const ExchangePlan plan = plan_exchange(suite, options);
  if (plan.vectors == 0)
    return std::unexpected(
        Fault{"no-vectors", "export", "vectors of that level, format and op", "none"});
  auto out = Output::create(path);
  if (!out) return std::unexpected(out.error());
  std::string index;
  if (auto done = out->append(plan.head); !done) return std::unexpected(done.error());
  for (std::size_t i = 0; i < plan.records.size(); ++i) {
    const std::uint64_t start = out->written();
    if (auto done = write_record(plan, i, find, *out); !done) return std::unexpected(done.error());
    index += fmt::format("{} {} {} {}\n", i + 1, name_of(plan, plan.records[i]), start,
                         out->written() - start);
  }
  auto lines = Output::create(path.string() + ".txt");
  if (!lines) return std::unexpected(lines.error());
  const std::span text(reinterpret_cast<const std::uint8_t*>(index.data()), index.size());
  if (auto done = lines->append(text); !done) return std::unexpected(done.error());
  if (auto done = lines->commit(); !done) return std::unexpected(done.error());
  if (auto done = out->commit(); !done) return std::unexpected(done.error());
  return Exported{plan.vectors, plan.probes.size(), plan.left_out, out->written(),
                  plan.head.size()};
}

}  // namespace tritproof::golden
