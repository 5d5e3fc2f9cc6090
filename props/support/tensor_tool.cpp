// SPDX-License-Identifier: Apache-2.0
// Makes the inputs of the command line tests:
//   ascending N K        f32 weights, each 256-block's scale the next positive half from 0x0001
//   spread N K ROW       the same scale everywhere but in ROW, which holds 2^-24 and 1.0
//   flip-signs FILE      turns every second block's d negative in a GGUF of one tensor
//   flip FILE BYTE BIT   flips one bit of a file
//   ones COUNT           COUNT f32 of +1
#include <bit>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "codec/container/open.h"
#include "codec/reference/numbers.h"

namespace {

using namespace tritproof;
using Arguments = std::vector<std::string>;

std::uint64_t number(const std::string& text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

void put_float(float value) {
  const auto word = std::bit_cast<std::uint32_t>(value);
  for (int i = 0; i < 4; ++i) std::putchar(static_cast<int>(word >> (8 * i) & 0xff));
}

// One block: codes that run through -1, 0, 1 unevenly, the first one never 0.
void put_block(std::uint16_t half, std::uint64_t block) {
  const float scale = reference::half_to_float(half);
  for (std::uint64_t i = 0; i < 256; ++i) {
    const auto code = static_cast<int>((i * i + i / 7 + block) % 3) - 1;
    put_float(static_cast<float>(i == 0 ? 1 : code) * scale);
  }
}

int ascending(const Arguments& a) {
  const std::uint64_t blocks = number(a[0]) * number(a[1]) / 256;
  for (std::uint64_t b = 0; b < blocks; ++b) put_block(static_cast<std::uint16_t>(b + 1), b);
  return 0;
}

int spread(const Arguments& a) {
  const std::uint64_t in_row = number(a[1]) / 256;
  for (std::uint64_t n = 0; n < number(a[0]); ++n)
    for (std::uint64_t b = 0; b < in_row; ++b)
      put_block(n == number(a[2]) && b % 2 == 0 ? 0x0001 : 0x3c00, b);
  return 0;
}

int ones(const Arguments& a) {
  for (std::uint64_t i = 0; i < number(a[0]); ++i) put_float(1.0f);
  return 0;
}

int flip(const Arguments& a) {
  std::fstream file(a[0], std::ios::in | std::ios::out | std::ios::binary);
  const auto at = static_cast<std::streamoff>(number(a[1]));
  file.seekg(at);
  const int byte = file.get();
  file.seekp(at);
  file.put(static_cast<char>(byte ^ 1 << number(a[2])));
  return file.good() ? 0 : 1;
}

int flip_signs(const Arguments& a) {
  const auto model = container::open_model(a[0]);
  if (!model || model->tensors().size() != 1) return 1;
  const container::TensorInfo& tensor = model->tensors()[0];
  const spec::FormatRow& row = spec::row_of(std::get<spec::Format>(tensor.type));
  std::uint64_t high = 0;
  for (const spec::Field& field : spec::fields_of(row))
    if (field.kind == spec::FieldKind::f16) high = field.offset + 1;
  for (std::uint64_t at = tensor.offset; at < tensor.offset + tensor.bytes; at += 2 * row.bytes)
    if (flip({a[0], std::to_string(at + high), "7"}) != 0) return 1;
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  struct Command {
    std::size_t arguments;
    int (*run)(const Arguments&);
  };
  const std::map<std::string, Command> commands{{"ascending", {2, ascending}},
                                                {"spread", {3, spread}},
                                                {"ones", {1, ones}},
                                                {"flip", {3, flip}},
                                                {"flip-signs", {1, flip_signs}}};
  const auto command = commands.find(argc > 1 ? argv[1] : "");
  const Arguments arguments(argv + std::min(argc, 2), argv + argc);
  if (command == commands.end() || arguments.size() != command->second.arguments) return 2;
  return command->second.run(arguments);
}
