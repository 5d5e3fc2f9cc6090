// SPDX-License-Identifier: Apache-2.0
#include "codec/container/open.h"

#include <string>
#include <utility>

#include "codec/container/gguf_reader.h"
#include "codec/container/q4nx_reader.h"
#include "codec/container/raw.h"
#include "codec/container/refuse.h"

namespace tritproof::container {

Loaded<Model> open_model(const std::filesystem::path& path, const OpenOptions& options) {
  const std::string suffix = path.extension().string();
  const bool gguf = suffix == ".gguf";
  if (gguf || suffix == ".safetensors" || suffix == ".q4nx") {
    auto source = file_source(path);
    if (!source) return std::unexpected(Failure(std::move(source.error())));
    return gguf ? read_gguf(std::move(*source), options.id42)
                : read_q4nx(std::move(*source), options.shape);
  }
  const auto format = options.from ? options.from : raw_format(path);
  if (format) return read_raw(path, *format, options.shape);
  return std::unexpected(Failure(refusal(
      spec::RefusalName::Header, path.string(),
      ".gguf, .safetensors, .q4nx or the name of a format as suffix, or the format to be given",
      suffix.empty() ? "no suffix" : "the suffix " + suffix)));
}

}  // namespace tritproof::container
