// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "codec/subject.h"
#include "props/mutants/right.h"

namespace tritproof::mutants {

/// A codec whose every decision is a replaceable part. As it stands it is right; a mutant is this
/// with one part replaced. Parts that several ops share (places of codes and scales, numbers) stand
/// first, then each op has its own.
struct Model {
  // The frame of a tensor.
  bool (*whole_units)(const spec::FormatRow&, Geometry) = right::whole_units;
  bool (*countable)(const spec::FormatRow&, Geometry) = right::countable;
  bool (*fits)(std::uint64_t needed, std::uint64_t got) = right::fits;
  bool (*has_layout)(const spec::FormatRow&, Layout) = right::has_layout;
  bool size_first = false;  ///< Size is judged before Geometry
  std::uint64_t (*unit_offset)(const At&) = right::unit_offset;
  std::uint64_t (*scale_unit)(const At&) = nullptr;  ///< whose scale serves; null: unit_offset
  std::uint16_t (*load16)(Input, std::uint64_t) = right::load16;
  std::uint32_t (*load32)(Input, std::uint64_t) = right::load32;

  // Where things stand in a unit.
  Site (*site)(const At&) = right::site;
  std::uint32_t (*scale_byte)(const At&) = right::scale_byte;    ///< q4_k: S
  std::uint32_t (*addend_byte)(const At&) = right::addend_byte;  ///< q4_1: zero; q4_k: M
  std::uint32_t (*level_byte)(const At&) = right::level_byte;    ///< q4_k: the byte scale
  std::uint32_t (*min_byte)(const At&) = right::min_byte;        ///< q4_k: the byte minimum
  std::uint64_t (*feature)(const At&) = right::feature;          ///< whose e_ref serves

  // What they mean.
  FieldKind (*kind)(const At&, std::uint32_t byte) = right::kind;
  int (*code)(FieldKind, std::uint8_t byte, unsigned position) = right::code;
  float (*half)(std::uint16_t) = right::half;
  float (*bf16)(std::uint16_t) = right::bf16;
  float (*power)(std::int16_t ms, std::int32_t e_ref) = right::power;
  float (*times)(int code, float scale) = right::times;
  float (*reserved)(float scale) = right::reserved;
  float (*affine)(int code, float scale, float zero) = right::affine;
  float (*two_level)(const TwoLevel&) = right::two_level;
  int (*level)(std::uint8_t) = right::level;
  int (*minimum)(std::uint8_t) = right::level;
  std::uint16_t (*bf16_word)(const Weight&) = right::bf16_word;
  bool (*written)(const At&) = right::always;  ///< whether the element gets its weight at all

  // What is refused, and how that is told.
  bool (*refuses_threes)(spec::Op, Format) = right::refuses_threes;
  bool (*noted)(RefusalName, const Place&) = right::noted;
  int (*rank)(RefusalName) = right::rank;
  bool (*earlier)(const Place&, const Place&) = right::earlier;
  std::uint64_t (*total)(std::uint64_t count) = right::total;
  std::size_t most_places = spec::kMaxPlaces;
  Place (*code_place)(const Place&, std::uint64_t unit_offset) = right::code_place;
  bool (*exact_power)(std::int16_t ms, std::int32_t e_ref) = right::exact_power;
  bool (*ref_looks_at)(const At&) = right::always;  ///< multipliers that PB16I-6 is asked of
  bool ref_checked = true;
  bool ref_counts_features = true;
  std::uint64_t (*ref_byte)(std::uint64_t unit_bytes, std::uint64_t n) = right::ref_byte;

  // validate
  Classes (*half_classes)(std::uint16_t) = right::half_classes;
  Classes (*bf16_classes)(std::uint16_t) = right::bf16_classes;
  Classes (*power_classes)(std::int16_t ms, std::int32_t e_ref) = right::power_classes;
  std::vector<ScaleAt> (*stored_scales)(const spec::FormatRow&, Layout) = right::stored_scales;
  bool (*is_three)(const At&, int code) = right::is_three;
  Counter (*three_counter)(const spec::FormatRow&) = right::three_counter;
  std::uint64_t (*count_on)(Counter, std::uint64_t so_far) = right::count_on;
  bool (*encoder_writes)(FieldKind, std::uint8_t byte) = right::encoder_writes;
  unsigned non_canonical_step = 1;
  bool validate_refuses_non_finite = false;

  // encode
  bool (*is_ternary)(int code) = right::is_ternary;
  std::uint64_t (*pattern_index)(const At&, std::uint32_t group) = right::pattern_index;
  bool (*finite)(std::uint16_t half) = right::finite;
  std::int32_t (*e_ref)(std::span<const std::uint16_t> halves) = right::e_ref;
  std::optional<std::int16_t> (*multiplier)(std::uint16_t half,
                                            std::int32_t e_ref) = right::multiplier;
  RefusalName non_finite_name = RefusalName::NonFiniteScale;
  unsigned (*code_bits)(FieldKind, int code) = right::code_bits;
  unsigned (*base3_number)(const std::array<unsigned, 5>& digits,
                           unsigned count) = right::base3_number;
  std::uint8_t (*base3_byte)(unsigned number) = right::base3_byte;
  std::uint16_t (*stored)(std::uint16_t pattern) = right::stored;
  void (*store16)(std::span<std::uint8_t>, std::uint64_t, std::uint16_t) = right::store16;
  void (*store32)(std::span<std::uint8_t>, std::uint64_t, std::uint32_t) = right::store32;
  bool (*packs_scale)(const At&) = right::always;  ///< whether the stored scale is written
  bool encode_refuses_non_finite = false;

  // quantise
  bool (*finite_input)(float) = right::finite_input;
  bool (*underflows)(float amax) = right::underflows;
  float (*larger)(float so_far, float x) = right::larger;
  std::uint64_t (*amax_length)(const spec::FormatRow&, Geometry) = right::amax_length;
  std::uint16_t (*d)(float amax) = right::d;
  float (*inverse)(float amax) = right::inverse;
  float (*ratio)(const Ratio&) = right::ratio;
  int (*round)(float) = right::round;

  // expand
  unsigned (*widen)(unsigned raw) = right::widen;
  std::uint8_t (*nibbles)(unsigned first, unsigned second) = right::nibbles;
  unsigned (*wire_code)(std::uint8_t byte, unsigned i) = right::wire_code;
  std::uint64_t (*wide_byte)(std::uint64_t wire, unsigned half) = right::wide_byte;
  bool (*expanded)(std::uint64_t wire, std::uint64_t units) = right::expanded;

  // convert
  bool (*pair_exists)(const spec::FormatRow&, const spec::FormatRow&) = right::pair_exists;
  bool target_geometry = true;
  int (*clamp)(const spec::FormatRow&, int code, bool asked) = right::clamp;
  RefusalName (*code_refusal)(const spec::FormatRow&) = right::code_refusal;
  bool (*same)(std::uint16_t first, std::uint16_t other) = right::same;
  std::size_t (*measure)(std::size_t s) = right::measure;
  bool (*compared)(std::size_t s) = right::compared;
  std::optional<std::uint16_t> (*half_of)(std::int16_t ms, std::int32_t e_ref) = right::half_of;
  std::uint64_t (*exponent_groups)(std::uint64_t groups) = right::total;
  bool keeps_multipliers = true;  ///< pb16i and t2s turn into each other by CONV-8
  bool copy_checks = true;
  std::uint16_t (*moved)(std::uint16_t half) = right::stored;  ///< a scale on its way
  std::uint16_t (*repacked)(float) = right::repacked;

  // replay
  std::uint32_t run = 32;
  std::uint64_t (*activation)(std::uint64_t m, std::uint64_t k, std::uint64_t rows,
                              Geometry) = right::activation;
  int (*activation_value)(std::uint8_t) = right::activation_value;
  std::uint64_t (*sum_index)(std::uint64_t m, std::uint64_t n, std::uint64_t rows,
                             Geometry) = right::sum_index;
  std::int64_t (*add_product)(std::int64_t p, int a, int code) = right::add_product;
  std::int64_t (*narrow)(std::int64_t p, spec::Narrowing) = right::narrow;
  std::int64_t (*term)(std::int64_t p, std::int64_t ms) = right::term;
  std::int64_t (*multiplier_value)(std::uint16_t) = right::multiplier_value;
  std::int64_t (*accumulate)(std::int64_t sum, std::int64_t term, spec::ReplayMode,
                             std::uint64_t g) = right::accumulate;
  std::int64_t (*finish)(std::int64_t sum, spec::ReplayMode) = right::finish;
  bool descending = false;
  bool (*group_counts)(std::uint64_t g, std::uint64_t groups) = right::group_counts;
  bool (*rows_needed)(std::uint64_t m) = right::rows_needed;
};

/// The model's answer to a request; the op is defined for the format.
Outcome answer(const Model& model, const Request& request);

/// One wrong thing.
struct Note {
  RefusalName name{};
  Place place;
};

/// Gathers what is wrong with an input, and which of it is reported (REF-2, REF-3).
class Notes {
 public:
  explicit Notes(const Model& model) : model_(model) {}
  void add(RefusalName name, const Place& place) {
    if (model_.noted(name, place)) notes_.push_back({name, place});
  }
  [[nodiscard]] std::optional<spec::Refusal> verdict() const;

 private:
  const Model& model_;
  std::vector<Note> notes_;
};

/// A tensor whose bytes were measured against its geometry.
struct Tensor {
  const spec::FormatRow* row = nullptr;
  Layout layout = Layout::standard;
  Geometry whole;
  std::uint64_t across = 0;  ///< units along K
  std::uint64_t units = 0;
  std::uint64_t unit_bytes = 0;  ///< of all units
  Input bytes;                   ///< the units, then the side table
  std::vector<std::int32_t> exponents;

  /// Element (r, c) of a unit.
  [[nodiscard]] At at(std::uint64_t unit, std::uint32_t r = 0, std::uint32_t c = 0) const {
    return {row, layout, whole, unit / across * row->rows + r, unit % across * row->columns + c,
            r,   c};
  }
  /// The same from the unit's first element, without dividing anew.
  [[nodiscard]] static At inside(At first, std::uint32_t r, std::uint32_t c) {
    first.n += r;
    first.k += c;
    first.r = r;
    first.c = c;
    return first;
  }
  [[nodiscard]] std::uint8_t peek(std::uint64_t index) const {
    return index < bytes.size() ? bytes[index] : std::uint8_t{0};
  }
};

spec::Refusal refusal(RefusalName name);
/// Geometry, Size and the exponents; `with_ref`: a side table follows the units.
spec::Result<Tensor> open(const Model& model, const spec::FormatRow& row, Geometry whole,
                          Layout layout, Input input, bool with_ref);
/// The code at an element, its place given too.
int code_at(const Model& model, const Tensor& tensor, std::uint64_t offset, const At& at,
            Site* found = nullptr);
/// Offset of the unit whose scale serves an element.
inline std::uint64_t scale_offset(const Model& model, const At& at) {
  return model.scale_unit == nullptr ? model.unit_offset(at) : model.scale_unit(at);
}
std::uint16_t pattern_at(const Model& model, const Tensor& tensor, const At& at);
std::int32_t exponent_at(const Model& model, const Tensor& tensor, const At& at);
/// SideTable by PB16I-6.
void check_side_table(const Model& model, const Tensor& tensor, Notes& notes);
/// ReservedCode by T2S-3; `base` is added to the offsets.
void note_reserved(const Model& model, const Tensor& tensor, std::uint64_t base, Notes& notes);
/// The numbers of one element's weight.
Weight weight_at(const Model& model, const Tensor& tensor, std::uint64_t offset, const At& at);
/// One unit out of codes (row-major) and patterns (one a stored scale, by pattern_of(r, c)).
void pack_unit(const Model& model, const At& first, std::span<const std::int8_t> codes,
               std::span<const std::uint16_t> patterns, std::span<std::uint8_t> unit);

Outcome decode(const Model& model, const Request& request);
Outcome validate(const Model& model, const Request& request);
Outcome encode(const Model& model, const Request& request);
Outcome quantise(const Model& model, const Request& request);
Outcome expand(const Model& model, const Request& request);
Outcome convert(const Model& model, const Request& request);
Outcome replay(const Model& model, const Request& request);

}  // namespace tritproof::mutants
