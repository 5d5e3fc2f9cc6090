// SPDX-License-Identifier: Apache-2.0
#include "props/mutants/mutants.h"

#include <algorithm>
#include <string>

#include "props/mutants/rows.h"

namespace tritproof::mutants {
namespace {

// The model, edited or not, in the shape in which it is judged.
class ModelSubject : public Subject {
 public:
  ModelSubject(std::string_view name, const Model& model, const Mutant* only)
      : name_(name), model_(model), only_(only) {}

  std::string_view name() const override { return name_; }

  bool declares(spec::Op op, spec::Format format) const override {
    if (only_ != nullptr) return op == only_->op && format == only_->format;
    return spec::defined(op, format);
  }

  Outcome answer(const Request& request) override {
    if (!declares(request.op, request.format)) return refusal(RefusalName::NoSuchConversion);
    const bool reads = request.op == spec::Op::decode || request.op == spec::Op::validate;
    if (request.flags.layout == spec::Layout::other && !reads)  // REF-9
      return refusal(RefusalName::NoSuchConversion);
    return mutants::answer(model_, request);
  }

 private:
  std::string name_;
  Model model_;
  const Mutant* only_;
};

std::vector<Row> gather() {
  const std::pair<std::string_view, std::span<const Row>> families[] = {
      {"ternary", ternary_rows()},   {"half", half_rows()},     {"power", power_rows()},
      {"wide", wide_rows()},         {"order", order_rows()},   {"place", place_rows()},
      {"grid", grid_rows()},         {"frame", frame_rows()},   {"side_table", side_table_rows()},
      {"validate", validate_rows()}, {"encode", encode_rows()}, {"packing", packing_rows()},
      {"quantise", quantise_rows()}, {"expand", expand_rows()}, {"convert", convert_rows()},
      {"repack", repack_rows()},     {"replay", replay_rows()}};
  std::vector<Row> all;
  for (const auto& [name, family] : families)
    for (Row row : family) {
      row.mutant.family = name;
      all.push_back(row);
    }
  std::ranges::sort(all, {}, [](const Row& row) { return row.mutant.id; });
  return all;
}

const Row* row_named(std::string_view id) {
  for (const Row& row : rows())
    if (row.mutant.id == id) return &row;
  return nullptr;
}

}  // namespace

std::span<const Row> rows() {
  static const std::vector<Row> all = gather();
  return all;
}

std::span<const Mutant> mutants() {
  static const std::vector<Mutant> all = [] {
    std::vector<Mutant> found;
    for (const Row& row : rows()) found.push_back(row.mutant);
    return found;
  }();
  return all;
}

std::unique_ptr<Subject> make_mutant(const Mutant& mutant) {
  const Row* row = row_named(mutant.id);
  if (row == nullptr) return nullptr;
  Model model;
  row->edit(model);
  return std::make_unique<ModelSubject>(row->mutant.id, model, &row->mutant);
}

std::unique_ptr<Subject> make_control() {
  return std::make_unique<ModelSubject>("control", Model{}, nullptr);
}

laws::Case witness_of(const Row& row) {
  Draft draft(row.mutant.op, row.mutant.format);
  if (row.special != nullptr) row.special(draft);
  return draft.done();
}

}  // namespace tritproof::mutants
