// SPDX-License-Identifier: Apache-2.0
#include "hw/ggml/library.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include "hw/host/handles.h"
#include "hw/host/sha256.h"

namespace tritproof::ggml {
namespace {

constexpr std::uint64_t kMostBytes = 16u << 20;  // the known library has 919,560 bytes

using Failure = std::unexpected<std::string>;

std::expected<std::vector<std::uint8_t>, std::string> contents(const std::string& path) {
  const host::Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat about {};
  if (!fd.open() || ::fstat(fd.get(), &about) != 0)
    return Failure(path + ": " + std::strerror(errno));
  const auto size = static_cast<std::uint64_t>(about.st_size);
  if (!S_ISREG(about.st_mode) || size > kMostBytes) return Failure(path + " is not the library");
  std::vector<std::uint8_t> bytes(size);
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got = ::read(fd.get(), bytes.data() + done, bytes.size() - done);
    if (got <= 0 && errno != EINTR) return Failure(path + " cannot be read");
    if (got > 0) done += static_cast<std::size_t>(got);
  }
  return bytes;
}

/// A file in memory that nobody can change: the loader reads exactly what was hashed.
std::expected<host::Fd, std::string> sealed_copy(std::span<const std::uint8_t> bytes) {
  host::Fd fd(::memfd_create("libggml-base", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!fd.open()) return Failure("no memory file for the library");
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t put = ::write(fd.get(), bytes.data() + done, bytes.size() - done);
    if (put <= 0) return Failure("no memory for the library");
    done += static_cast<std::size_t>(put);
  }
  constexpr int kSeals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
  if (::fcntl(fd.get(), F_ADD_SEALS, kSeals) != 0) return Failure("the library cannot be sealed");
  return fd;
}

/// Finds functions and remembers the first that is missing.
class Symbols {
 public:
  explicit Symbols(void* library) : library_(library) {}
  template <class Function>
  void find(Function& into, const char* name) {
    into = reinterpret_cast<Function>(::dlsym(library_, name));
    if (into == nullptr && missing_.empty()) missing_ = name;
  }
  [[nodiscard]] const std::string& missing() const { return missing_; }

 private:
  void* library_;
  std::string missing_;
};

void find_all(Symbols& symbols, Api& api) {
  symbols.find(api.version, "ggml_version");
  symbols.find(api.commit, "ggml_commit");
  symbols.find(api.type_name, "ggml_type_name");
  symbols.find(api.type_size, "ggml_type_size");
  symbols.find(api.block_size, "ggml_blck_size");
  symbols.find(api.log_set, "ggml_log_set");
  for (std::size_t i = 0; i < kTypes.size(); ++i) {
    symbols.find(api.dequantize[i], kTypes[i].dequantize);
    symbols.find(api.quantize[i], kTypes[i].quantize);
  }
  symbols.find(api.init, "ggml_init");
  symbols.find(api.free, "ggml_free");
  symbols.find(api.new_tensor_2d, "ggml_new_tensor_2d");
  symbols.find(api.set_name, "ggml_set_name");
  symbols.find(api.get_tensor, "ggml_get_tensor");
  symbols.find(api.get_data, "ggml_get_data");
  symbols.find(api.rows, "ggml_nrows");
  symbols.find(api.elements, "ggml_nelements");
  symbols.find(api.gguf_init_empty, "gguf_init_empty");
  symbols.find(api.gguf_init_from_file, "gguf_init_from_file");
  symbols.find(api.gguf_free, "gguf_free");
  symbols.find(api.gguf_set_string, "gguf_set_val_str");
  symbols.find(api.gguf_add_tensor, "gguf_add_tensor");
  symbols.find(api.gguf_write, "gguf_write_to_file");
  symbols.find(api.gguf_tensors, "gguf_get_n_tensors");
  symbols.find(api.gguf_tensor_name, "gguf_get_tensor_name");
  symbols.find(api.gguf_tensor_type, "gguf_get_tensor_type");
  symbols.find(api.gguf_tensor_offset, "gguf_get_tensor_offset");
  symbols.find(api.gguf_tensor_size, "gguf_get_tensor_size");
  symbols.find(api.gguf_data_offset, "gguf_get_data_offset");
}

/// Whether the library's own table says of our types what ours says.
bool types_agree(const Api& api) {
  for (const Type& type : kTypes) {
    const char* const name = api.type_name(type.id);
    if (name == nullptr || type.name != name || api.type_size(type.id) != type.bytes ||
        api.block_size(type.id) != static_cast<std::int64_t>(type.elements))
      return false;
  }
  return true;
}

void log_to_nobody(int, const char*, void*) {}

}  // namespace

std::optional<std::size_t> type_named(std::string_view name) {
  for (std::size_t i = 0; i < kTypes.size(); ++i)
    if (kTypes[i].name == name) return i;
  return std::nullopt;
}

std::expected<Api, std::string> load(const std::string& path) {
  const auto bytes = contents(path);
  if (!bytes) return Failure(bytes.error());
  const std::string digest = sha256_hex(*bytes);
  if (digest != kLibrarySha256)
    return Failure(path + " has sha256 " + digest + ", not that of the known library");
  const auto copy = sealed_copy(*bytes);
  if (!copy) return Failure(copy.error());
  ::setenv("GGML_NO_BACKTRACE", "1", 1);  // loading it would replace std::terminate's handler
  const std::string file = "/proc/self/fd/" + std::to_string(copy->get());
  void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return Failure(std::string("the library does not load: ") + ::dlerror());
  Api api;
  Symbols symbols(library);
  find_all(symbols, api);
  if (!symbols.missing().empty()) return Failure("the library lacks " + symbols.missing());
  if (!types_agree(api)) return Failure("the library's types are not the ones that we know");
  api.log_set(log_to_nobody, nullptr);
  return api;
}

}  // namespace tritproof::ggml
