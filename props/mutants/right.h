// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "spec/formats.h"
#include "spec/ops.h"
#include "spec/refusals.h"

namespace tritproof::mutants {

using Input = std::span<const std::uint8_t>;
using spec::FieldKind;
using spec::Format;
using spec::Geometry;
using spec::Layout;
using spec::Op;
using spec::Place;
using spec::RefusalName;

/// One element: in the tensor (n, k) and in its unit (r, c).
struct At {
  const spec::FormatRow* row = nullptr;
  Layout layout = Layout::standard;
  Geometry whole;
  std::uint64_t n = 0;
  std::uint64_t k = 0;
  std::uint32_t r = 0;
  std::uint32_t c = 0;
};

/// Where a code stands in its unit; the position is a bit shift, or a base-3 digit's number.
struct Site {
  std::uint32_t byte = 0;
  unsigned position = 0;
};

/// A stored scale that validate judges, and the first element that it serves.
struct ScaleAt {
  std::uint32_t byte = 0;
  std::uint32_t r = 0;
  std::uint32_t c = 0;
};

/// The numbers of a q4_k weight.
struct TwoLevel {
  float big_scale = 0;  ///< S
  int scale = 0;
  float big_min = 0;  ///< M
  int min = 0;
  int code = 0;
};

/// A finished weight and what it was made of.
struct Weight {
  float value = 0;
  int code = 0;
  float scale = 0;
};

/// What quantise has at hand for one element.
struct Ratio {
  float x = 0;
  float amax = 0;
  float inverse = 0;
  float d = 0;  ///< the stored scale
};

/// The classes of a stored scale (REF-6).
struct Classes {
  bool non_finite = false;
  bool zero = false;
  bool subnormal = false;
};

/// The six words of validate.
enum class Counter : std::uint8_t { reserved, code3, non_canonical, non_finite, zero, subnormal };

/// The parts of the model as they should be, each named as the part that it fills.
namespace right {

bool whole_units(const spec::FormatRow& row, Geometry whole);
bool countable(const spec::FormatRow& row, Geometry whole);
bool fits(std::uint64_t needed, std::uint64_t got);
bool has_layout(const spec::FormatRow& row, Layout layout);
std::uint64_t unit_offset(const At& at);
std::uint16_t load16(Input bytes, std::uint64_t at);
std::uint32_t load32(Input bytes, std::uint64_t at);

Site site(const At& at);
std::uint32_t scale_byte(const At& at);
std::uint32_t addend_byte(const At& at);
std::uint32_t level_byte(const At& at);
std::uint32_t min_byte(const At& at);
std::uint64_t feature(const At& at);

FieldKind kind(const At& at, std::uint32_t byte);
int code(FieldKind kind, std::uint8_t byte, unsigned position);
float half(std::uint16_t pattern);
float bf16(std::uint16_t pattern);
float power(std::int16_t ms, std::int32_t e_ref);
float times(int code, float scale);
float reserved(float scale);
float affine(int code, float scale, float zero);
float two_level(const TwoLevel& parts);
int level(std::uint8_t byte);
std::uint16_t bf16_word(const Weight& weight);
bool always(const At& at);

bool refuses_threes(Op op, Format format);
bool noted(RefusalName name, const Place& place);
int rank(RefusalName name);
bool earlier(const Place& a, const Place& b);
std::uint64_t total(std::uint64_t count);
Place code_place(const Place& place, std::uint64_t unit_offset);
bool exact_power(std::int16_t ms, std::int32_t e_ref);
std::uint64_t ref_byte(std::uint64_t unit_bytes, std::uint64_t n);

Classes half_classes(std::uint16_t pattern);
Classes bf16_classes(std::uint16_t pattern);
Classes power_classes(std::int16_t ms, std::int32_t e_ref);
std::vector<ScaleAt> stored_scales(const spec::FormatRow& row, Layout layout);
bool is_three(const At& at, int code);
Counter three_counter(const spec::FormatRow& row);
std::uint64_t count_on(Counter counter, std::uint64_t so_far);
bool encoder_writes(FieldKind kind, std::uint8_t byte);

bool is_ternary(int code);
std::uint64_t pattern_index(const At& at, std::uint32_t group);
bool finite(std::uint16_t half);
std::int32_t e_ref(std::span<const std::uint16_t> halves);
std::optional<std::int16_t> multiplier(std::uint16_t half, std::int32_t e_ref);
unsigned code_bits(FieldKind kind, int code);
unsigned base3_number(const std::array<unsigned, 5>& digits, unsigned count);
std::uint8_t base3_byte(unsigned number);
std::uint16_t stored(std::uint16_t pattern);
void store16(std::span<std::uint8_t> bytes, std::uint64_t at, std::uint16_t word);
void store32(std::span<std::uint8_t> bytes, std::uint64_t at, std::uint32_t word);

bool finite_input(float x);
bool underflows(float amax);
float larger(float so_far, float x);
std::uint64_t amax_length(const spec::FormatRow& row, Geometry whole);
std::uint16_t d(float amax);
float inverse(float amax);
float ratio(const Ratio& parts);
int round(float ratio);

unsigned widen(unsigned raw);
std::uint8_t nibbles(unsigned first, unsigned second);
unsigned wire_code(std::uint8_t byte, unsigned i);
std::uint64_t wide_byte(std::uint64_t wire, unsigned half);
bool expanded(std::uint64_t wire, std::uint64_t units);

bool pair_exists(const spec::FormatRow& from, const spec::FormatRow& to);
int clamp(const spec::FormatRow& row, int code, bool asked);
RefusalName code_refusal(const spec::FormatRow& row);
bool same(std::uint16_t first, std::uint16_t other);
std::size_t measure(std::size_t s);
bool compared(std::size_t s);
std::optional<std::uint16_t> half_of(std::int16_t ms, std::int32_t e_ref);
std::uint16_t repacked(float number);

std::uint64_t activation(std::uint64_t m, std::uint64_t k, std::uint64_t rows, Geometry whole);
int activation_value(std::uint8_t byte);
std::uint64_t sum_index(std::uint64_t m, std::uint64_t n, std::uint64_t rows, Geometry whole);
std::int64_t add_product(std::int64_t p, int a, int code);
std::int64_t narrow(std::int64_t p, spec::Narrowing narrowing);
std::int64_t term(std::int64_t p, std::int64_t ms);
std::int64_t multiplier_value(std::uint16_t pattern);
std::int64_t accumulate(std::int64_t sum, std::int64_t term, spec::ReplayMode mode,
                        std::uint64_t g);
std::int64_t finish(std::int64_t sum, spec::ReplayMode mode);
bool group_counts(std::uint64_t g, std::uint64_t groups);
bool rows_needed(std::uint64_t m);

}  // namespace right
}  // namespace tritproof::mutants
