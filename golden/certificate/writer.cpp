// SPDX-License-Identifier: Apache-2.0
#include "golden/certificate/writer.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "codec/container/io.h"
#include "hw/host/no_signal.h"
#include "hw/host/sha256.h"

namespace tritproof::golden {
namespace {

namespace fs = std::filesystem;
using Done = Writer::Done;

constexpr std::string_view kLines = "lines";
constexpr std::string_view kTorn = "torn";
constexpr mode_t kMode = 0666;

std::unexpected<std::string> failed(std::string_view what, const fs::path& path) {
  return std::unexpected(std::string(what) + " " + path.string() + ": " + std::strerror(errno));
}

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

Done write_all(int fd, std::span<const std::uint8_t> bytes, const fs::path& path) {
  const host::NoSignal no_signal(SIGXFSZ);
  while (!bytes.empty()) {
    const ssize_t put = ::write(fd, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return failed("cannot write", path);
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
  return {};
}

}  // namespace

std::expected<Writer, std::string> Writer::open(const fs::path& name, bool go_on) {
  Writer writer;
  writer.name_ = fs::absolute(name).lexically_normal();
  if (!writer.name_.has_filename()) writer.name_ = writer.name_.parent_path();
  writer.partial_ = writer.name_.string() + ".partial";
  std::error_code error;
  if (fs::exists(writer.name_, error) && !fs::is_empty(writer.name_, error))
    return std::unexpected(writer.name_.string() + " is already there");
  if (auto done = writer.prepare(go_on); !done) return std::unexpected(done.error());
  return writer;
}

Done Writer::prepare(bool go_on) {
  std::error_code error;
  if (go_on && !fs::is_directory(partial_, error))
    return std::unexpected("there is no " + partial_.string() + " to go on with");
  if (!fs::create_directory(partial_, error) && error)
    return std::unexpected("cannot make " + partial_.string() + ": " + error.message());
  lock_ = host::Fd(::open(partial_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!lock_.open()) return failed("cannot open", partial_);
  if (::flock(lock_.get(), LOCK_EX | LOCK_NB) != 0)
    return std::unexpected("another run is writing " + partial_.string());
  if (!go_on)
    for (const fs::directory_entry& entry : fs::directory_iterator(partial_, error))
      fs::remove_all(entry.path(), error);
  if (!fs::create_directory(partial_ / kOutputsFolder, error) && error)
    return std::unexpected("cannot make " + (partial_ / kOutputsFolder).string() + ": " +
                           error.message());
  const fs::path path = partial_ / kLines;
  lines_ =
      host::Fd(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, kMode));
  return lines_.open() ? read_earlier() : failed("cannot write", path);
}

Done Writer::read_earlier() {
  const fs::path path = partial_ / kLines;
  std::string text;
  std::array<char, 65536> piece;
  for (ssize_t got = 0; (got = ::read(lines_.get(), piece.data(), piece.size())) != 0;) {
    if (got < 0) return failed("cannot read", path);
    text.append(piece.data(), static_cast<std::size_t>(got));
  }
  text.resize(text.rfind('\n') + 1);  // the last line may be torn
  if (::ftruncate(lines_.get(), static_cast<off_t>(text.size())) != 0)
    return failed("cannot write", path);
  const auto lines = parse_results(text);
  if (!lines)
    return std::unexpected(path.string() + ", " + lines.error().where + ": " + lines.error().name);
  for (const ResultLine& line : *lines) earlier_.insert_or_assign(line.id, line);
  return {};
}

fs::path Writer::output_file(const std::string& sha256) const {
  return partial_ / kOutputsFolder / sha256;
}

std::optional<Bytes> Writer::output(const std::string& sha256) const {
  const auto source = container::file_source(output_file(sha256));
  if (!source) return std::nullopt;
  Bytes bytes((*source)->size());
  if (!(*source)->read(0, bytes) || sha256_hex(bytes) != sha256) return std::nullopt;
  return bytes;
}

Done Writer::keep_output(const std::string& sha256, std::span<const std::uint8_t> bytes) {
  const fs::path path = output_file(sha256);
  std::error_code error;
  if (fs::exists(path, error)) return {};
  // Under another name until it is whole: a torn file must not pass for the output.
  const fs::path torn = partial_ / kTorn;
  host::Fd fd(::open(torn.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kMode));
  if (!fd.open()) return failed("cannot write", path);
  if (auto done = write_all(fd.get(), bytes, path); !done) return done;
  fs::rename(torn, path, error);
  if (error) return std::unexpected("cannot write " + path.string() + ": " + error.message());
  return {};
}

Done Writer::keep_line(const ResultLine& line) {
  return write_all(lines_.get(), bytes_of(write_result(line)), partial_ / kLines);
}

Done Writer::put(std::string_view file, std::string_view text) {
  const host::NoSignal no_signal(SIGXFSZ);
  auto output = container::OutputFile::create(partial_ / file);
  if (!output) return std::unexpected(output.error().what);
  auto done = (*output)->append(bytes_of(text));
  if (done) done = (*output)->commit();
  if (!done) return std::unexpected(done.error().what);
  sums_.push_back({sha256_hex(text), std::string(file)});
  return {};
}

Done Writer::list_outputs(const std::set<std::string>& outputs) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(partial_ / kOutputsFolder, error))
    if (!outputs.contains(entry.path().filename().string())) fs::remove(entry.path(), error);
  for (const std::string& sha256 : outputs) {
    if (!output(sha256))
      return std::unexpected(output_file(sha256).string() + " does not hold what its name says");
    sums_.push_back({sha256, std::string(kOutputsFolder) + "/" + sha256});
  }
  return {};
}

Done Writer::finish(
    const std::set<std::string>& outputs,
    const std::function<std::expected<std::string, std::string>(const std::string& sums)>& sign) {
  std::error_code error;
  if (auto done = list_outputs(outputs); !done) return done;
  std::string sums = write_sums(sums_);
  sums += "# " + sha256_hex(sums) + "\n";
  if (auto done = put(kSumsFile, sums); !done) return done;
  if (sign) {
    const auto signature = sign(sums);
    if (!signature) return std::unexpected(signature.error());
    if (auto done = put(kSignatureFile, *signature); !done) return done;
  }
  lines_.reset();
  for (const fs::path& file : {partial_ / kLines, resume_file(), partial_ / kTorn})
    fs::remove(file, error);
  fs::rename(partial_, name_, error);
  if (error) return std::unexpected("cannot make " + name_.string() + ": " + error.message());
  return {};
}

void Writer::discard() {
  std::error_code ignored;
  fs::remove_all(partial_, ignored);
}

}  // namespace tritproof::golden
