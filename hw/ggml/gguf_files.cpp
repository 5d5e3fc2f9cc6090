// SPDX-License-Identifier: Apache-2.0
#include "hw/ggml/gguf_files.h"

#include <charconv>
#include <memory>
#include <set>
#include <span>

#include "hw/ggml/library.h"
#include "hw/host/sha256.h"

namespace tritproof::ggml {
namespace {

constexpr std::uint64_t kMostElements = 1u << 28;
constexpr std::size_t kTensorOverhead = 1024;  // what ggml keeps beside a tensor's data, and more

using ContextPtr = std::unique_ptr<Context, void (*)(Context*)>;
using GgufPtr = std::unique_ptr<GgufContext, void (*)(GgufContext*)>;

bool read_number(std::string_view text, std::uint64_t& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc{} && end == text.data() + text.size() && out > 0 &&
         out <= kMostElements;
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t colon = text.find(':');
    parts.push_back(text.substr(0, colon));
    if (colon == std::string_view::npos) return parts;
    text.remove_prefix(colon + 1);
  }
}

std::size_t bytes_of(const TensorPlan& plan) {
  const Type& type = kTypes[plan.type];
  return plan.n * (plan.k / type.elements) * type.bytes;
}

/// ggml ends the program if a name comes twice, so that is found out before.
bool names_differ(std::span<const TensorPlan> plans) {
  std::set<std::string_view> names;
  for (const TensorPlan& plan : plans) names.insert(plan.name);
  return names.size() == plans.size();
}

/// One tensor: read, quantised into its place in the context, and added to the file's list.
bool add(const Api& api, Context* context, GgufContext* gguf, const TensorPlan& plan,
         std::FILE* in) {
  std::vector<float> x(plan.n * plan.k);
  if (std::fread(x.data(), sizeof(float), x.size(), in) != x.size()) return false;
  Tensor* const tensor =
      api.new_tensor_2d(context, kTypes[plan.type].id, static_cast<std::int64_t>(plan.k),
                        static_cast<std::int64_t>(plan.n));
  if (tensor == nullptr) return false;
  api.set_name(tensor, plan.name.c_str());
  api.quantize[plan.type](x.data(), api.get_data(tensor), static_cast<std::int64_t>(x.size()));
  api.gguf_add_tensor(gguf, tensor);
  return true;
}

const Type* type_numbered(int id) {
  for (const Type& type : kTypes)
    if (type.id == id) return &type;
  return nullptr;
}

}  // namespace

std::expected<TensorPlan, std::string> parse_plan(std::string_view text) {
  const auto parts = split(text);
  const std::string shown(text);
  if (parts.size() != 4 || parts[0].empty() || parts[0].size() > 63)
    return std::unexpected(shown + " is not name:type:N:K with a name of 1 to 63 bytes");
  const auto type = type_named(parts[1]);
  if (!type) return std::unexpected(shown + ": the type is not tq1_0, tq2_0 or q2_0");
  TensorPlan plan{std::string(parts[0]), *type, 0, 0};
  if (!read_number(parts[2], plan.n) || !read_number(parts[3], plan.k) ||
      plan.n > kMostElements / plan.k || plan.k % kTypes[*type].elements != 0)
    return std::unexpected(shown + ": N and K are not whole blocks of a reasonable number");
  return plan;
}

std::string write_gguf(const Api& api, const char* path, std::span<const TensorPlan> plans,
                       std::FILE* in) {
  if (!names_differ(plans)) return "two tensors have the same name";
  std::size_t memory = kTensorOverhead;
  for (const TensorPlan& plan : plans) memory += bytes_of(plan) + kTensorOverhead;
  const ContextPtr context(api.init({memory, nullptr, false}), api.free);
  const GgufPtr gguf(api.gguf_init_empty(), api.gguf_free);
  if (!context || !gguf) return "ggml has no memory";
  api.gguf_set_string(gguf.get(), "general.architecture", "tritproof");
  for (const TensorPlan& plan : plans)
    if (!add(api, context.get(), gguf.get(), plan, in)) return plan.name + ": too few numbers";
  if (std::fgetc(in) != EOF) return "more numbers came than the tensors hold";
  return api.gguf_write(gguf.get(), path, false) ? "" : std::string(path) + " cannot be written";
}

std::string read_gguf(const Api& api, const char* path, std::FILE* out) {
  Context* raw = nullptr;
  const GgufPtr gguf(api.gguf_init_from_file(path, {false, &raw}), api.gguf_free);
  const ContextPtr context(raw, api.free);
  if (!gguf || !context) return std::string(path) + " is not a GGUF file to ggml";
  for (std::int64_t i = 0; i < api.gguf_tensors(gguf.get()); ++i) {
    const char* const name = api.gguf_tensor_name(gguf.get(), i);
    const Type* const type = type_numbered(api.gguf_tensor_type(gguf.get(), i));
    Tensor* const tensor = api.get_tensor(context.get(), name);
    if (type == nullptr || tensor == nullptr) return std::string(name) + " has another type";
    const std::int64_t rows = api.rows(tensor);
    const std::size_t bytes = api.gguf_tensor_size(gguf.get(), i);
    const auto* const data = static_cast<const std::uint8_t*>(api.get_data(tensor));
    std::fprintf(out, "%s %s %lld %lld %zu %zu %s\n", name, type->name.data(),
                 static_cast<long long>(rows), static_cast<long long>(api.elements(tensor) / rows),
                 api.gguf_data_offset(gguf.get()) + api.gguf_tensor_offset(gguf.get(), i), bytes,
                 sha256_hex(std::span(data, bytes)).c_str());
  }
  return "";
}

}  // namespace tritproof::ggml
