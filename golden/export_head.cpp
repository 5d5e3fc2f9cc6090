// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "codec/convert/convert.h"
#include "codec/subjects.h"
#include "golden/exchange.h"
#include "golden/suite_files.h"
#include "hw/host/sha256.h"

namespace tritproof::golden {
namespace {

constexpr spec::Geometry kHead{17408, 5120};
constexpr std::size_t kTileBytes = spec::row_of(spec::Format::t2).bytes;

const FindBlob kNoBlobs = [](const Blob&) -> std::expected<Bytes, std::string> {
  return std::unexpected("no blobs");
};

/// The tensor in one format; ordinary scales pack in every row.
std::expected<Bytes, std::string> head_in(spec::Format format) {
  return make_bytes(
      {{{Image{format, kHead, Trits{"head/codes"}, FromTable{"f16-ordinary", "head/scales"}}}}, {}},
      kNoBlobs);
}

std::unexpected<Fault> wrong(std::string where, std::string expected, std::string got) {
  return std::unexpected(
      Fault{"disagreement", std::move(where), std::move(expected), std::move(got)});
}

/// The floats of a tile: second's, which the reference must confirm.
std::expected<Bytes, Fault> floats_of(std::span<const std::uint8_t> tile) {
  const Request request{spec::Op::decode, spec::Format::t2, {}, {32, 256}, 0, tile, 0};
  const Outcome second = make_second_subject()->answer(request);
  const Outcome reference = make_reference_subject()->answer(request);
  const auto* one = std::get_if<Bytes>(&second);
  const auto* other = std::get_if<Bytes>(&reference);
  if (one == nullptr || other == nullptr || *one != *other)
    return wrong("head-last-tile.f32", "what second and reference both decode", "two answers");
  return *one;
}

std::string_view text_of(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Writes files and their lines of SHA256SUMS.
struct Folder {
  std::filesystem::path path;
  std::string sums;
  std::expected<void, Fault> state;

  void put(const std::string& name, std::span<const std::uint8_t> bytes) {
    if (!state) return;
    state = write_file(path, name, text_of(bytes));
    sums += sha256_hex(bytes) + "  " + name + "\n";
  }
};

}  // namespace

std::expected<std::string, Fault> export_head(const std::filesystem::path& folder) {
  if (auto empty = check_empty(folder); !empty) return std::unexpected(empty.error());
  const auto t2 = head_in(spec::Format::t2);
  const auto image = head_in(spec::Format::pb16i);
  if (!t2 || !image) return wrong("head", "its recipe's bytes", t2 ? image.error() : t2.error());
  // The two come from one recipe each: that they hold the same weights is shown, not assumed.
  const auto converted =
      convert::convert_bytes(spec::Format::t2, kHead, *t2, spec::Format::pb16i, {});
  if (!converted || *converted != *image)
    return wrong("head.pb16i", "what head.t2 converts to", "something else");
  const std::size_t side = 4 * kHead.n;
  const auto tile = std::span(*t2).last(kTileBytes);
  const auto floats = floats_of(tile);
  if (!floats) return std::unexpected(floats.error());
  Folder out{folder, {}, {}};
  out.put("head.t2", *t2);
  out.put("head.pb16i", std::span(*image).first(image->size() - side));
  out.put("head.ref", std::span(*image).last(side));
  out.put("head-last-tile.t2", tile);
  out.put("head-last-tile.f32", *floats);
  if (out.state) out.state = write_file(folder, "SHA256SUMS", out.sums);
  if (!out.state) return std::unexpected(out.state.error());
  return out.sums;
}

}  // namespace tritproof::golden
