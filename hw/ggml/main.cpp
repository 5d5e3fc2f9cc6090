// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hw/ggml/gguf_files.h"
#include "hw/ggml/library.h"
#include "hw/ggml/serve.h"

// tritproof-ggml-runner LIB                              answers requests (stdin, stdout)
// tritproof-ggml-runner LIB --write-gguf OUT TENSOR...   TENSOR is name:type:N:K; f32 on stdin
// tritproof-ggml-runner LIB --read-gguf FILE             a line per tensor on stdout
// Exit status: 0; 1 for refused files or frames; 2 for wrong usage; 3 without the library.

namespace {

using namespace tritproof::ggml;

int fail(int status, const std::string& what) {
  std::fprintf(stderr, "tritproof-ggml-runner: %s\n", what.c_str());
  return status;
}

int write_file(const Api& api, const char* path, std::span<char*> words) {
  std::vector<TensorPlan> plans;
  for (const char* const word : words) {
    auto plan = parse_plan(word);
    if (!plan) return fail(2, plan.error());
    plans.push_back(std::move(*plan));
  }
  const std::string wrong = write_gguf(api, path, plans, stdin);
  return wrong.empty() ? 0 : fail(1, wrong);
}

}  // namespace

int main(int argc, char** argv) {
  const std::span args(argv, static_cast<std::size_t>(argc));
  const std::string_view mode = argc > 2 ? args[2] : "";
  const bool writes = mode == "--write-gguf" && argc > 4;
  const bool reads = mode == "--read-gguf" && argc == 4;
  if (argc != 2 && !writes && !reads)
    return fail(2, "usage: LIB [--write-gguf OUT name:type:N:K... | --read-gguf FILE]");
  const auto api = load(args[1]);
  if (!api) return fail(3, api.error());
  if (writes) return write_file(*api, args[3], args.subspan(4));
  if (!reads) return serve(*api);
  const std::string wrong = read_gguf(*api, args[3], stdout);
  return wrong.empty() ? 0 : fail(1, wrong);
}
