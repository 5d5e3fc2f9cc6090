// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "props/laws/agreement.h"
#include "props/laws/families.h"
#include "props/laws/reading.h"

/// Laws of convert and expand. The judge decodes both sides, so it need not convert itself.
namespace tritproof::laws {
namespace {

using spec::Format;
using spec::Op;

Format target_of(const Case& asked) { return asked.flags.target.value_or(asked.format); }

bool converted(const Trial& trial) {
  const Case& asked = trial.asked;
  return asked.op == Op::convert && well_answered(trial) && spec::row_of(asked.format).ternary &&
         spec::row_of(target_of(asked)).ternary && trial.judge.declares(Op::decode, asked.format) &&
         trial.judge.declares(Op::decode, target_of(asked));
}

bool clamps(const Trial& trial) {
  const auto counts =
      counts_from(trial.judge, request_for(trial.asked.request(), Op::validate, trial.asked.input));
  return trial.asked.flags.clamp && (!counts || counts->code3 != 0);
}

// CONV-1
Verdict weights(const Trial& trial) {
  if (clamps(trial)) return {};
  const Request source = request_for(trial.asked.request(), Op::decode, trial.asked.input);
  Request target = source;
  target.format = target_of(trial.asked);
  target.input = *answered(trial);
  return agree(source, trial.judge.answer(source), trial.judge.answer(target));
}

void clamp(Reading& reading) {
  for (std::int8_t& code : reading.codes)
    if (code == 2) code = 1;
}

// CONV-2, CONV-6: codes and scale bits arrive, whether or not weights would show it.
Verdict patterns(const Trial& trial) {
  auto source = read(trial.judge, trial.asked.format, trial.asked.geometry, trial.asked.input);
  if (!source) return {};
  if (trial.asked.flags.clamp) clamp(*source);
  const auto target =
      read(trial.judge, target_of(trial.asked), trial.asked.geometry, *answered(trial));
  if (!target) return Finding{{}, "the whole answer", "codes and scales that can be read", "none"};
  return same_reading(*source, *target);
}

// The question that leads back, without its input.
Request way_back(const Case& asked) {
  Request request = asked.request();
  request.format = target_of(asked);
  request.flags.target = asked.format;
  return request;
}

bool returns(const Trial& trial) {
  return converted(trial) && trial.subject.declares(Op::convert, target_of(trial.asked)) &&
         (target_of(trial.asked) == trial.asked.format ||
          trial.subject.takes(way_back(trial.asked)));
}

// There and back the bytes are the source's where it is canonical; CONV-8 keeps every exponent.
Verdict back(const Trial& trial) {
  const auto& [why, op, format, flags, geometry, m, input] = trial.asked;
  const Format target = target_of(trial.asked);
  if (clamps(trial)) return {};
  if (target == format) return same_bytes(input, *answered(trial));  // CONV-9
  Request request = way_back(trial.asked);
  request.input = *answered(trial);
  const auto bytes = bytes_from(trial.subject, request);
  if (!bytes) return Finding{{}, "the way back", "bytes", "none"};
  const auto counts =
      counts_from(trial.judge, request_for(trial.asked.request(), Op::validate, input));
  const bool canonical = counts && counts->non_canonical == 0;
  const bool repacked = spec::row_of(format).side_table && !spec::row_of(target).side_table;
  if (canonical && !repacked) return same_bytes(input, *bytes);
  const auto before = read(trial.judge, format, geometry, input);
  const auto after = read(trial.judge, format, geometry, *bytes);
  if (!before || !after) return Finding{{}, "the way back", "a tensor that can be read", "none"};
  return same_reading(*before, *after);
}

bool widens(const Trial& trial) {
  return trial.asked.op == Op::expand && well_answered(trial) &&
         trial.subject.declares(Op::convert, Format::t2s);
}

// The code areas of an image's tiles, one after the other.
Bytes code_areas(std::span<const std::uint8_t> image, spec::Geometry geometry) {
  Bytes codes;
  each_field({spec::row_of(Format::pb16i), geometry}, image,
             [&](const spec::Field& field, std::uint64_t, std::span<const std::uint8_t> at) {
               if (holds_codes(field)) codes.insert(codes.end(), at.begin(), at.end());
             });
  return codes;
}

// T2S-5
Verdict image_codes(const Trial& trial) {
  const Units units{spec::row_of(Format::t2s), trial.asked.geometry};
  Bytes stream = trial.asked.input;
  stream.resize(units.bytes() + units.ref_bytes());
  Request request = request_for(trial.asked.request(), Op::convert, stream);
  request.flags.target = Format::pb16i;
  const auto converted = bytes_from(trial.subject, request);
  const Units image{spec::row_of(Format::pb16i), trial.asked.geometry};
  if (!converted || converted->size() != image.bytes() + image.ref_bytes())
    return Finding{{}, "convert to pb16i", "an image", "none"};
  return same_bytes(code_areas(*converted, trial.asked.geometry), *answered(trial));
}

bool streams(const Trial& trial) {
  return trial.asked.op == Op::convert && well_answered(trial) &&
         trial.asked.format == Format::pb16i && target_of(trial.asked) == Format::t2s &&
         trial.judge.declares(Op::expand, Format::t2s);
}

// The image's side table and multipliers, one of each four, in the order of a stream's.
Bytes side_of_image(const Units& units, std::span<const std::uint8_t> image) {
  Bytes side;
  each_field(units, image,
             [&](const spec::Field& field, std::uint64_t, std::span<const std::uint8_t> at) {
               if (holds_codes(field)) return;
               for (std::size_t run = 0; run < at.size(); run += 128)  // T2S-2, PB16I-2
                 side.insert(side.end(), at.begin() + static_cast<std::ptrdiff_t>(run),
                             at.begin() + static_cast<std::ptrdiff_t>(run + 32));
             });
  side.insert(side.end(), image.begin() + static_cast<std::ptrdiff_t>(units.bytes()), image.end());
  return side;
}

// CONV-8: the stream's codes widen to the image's, its multipliers and side table are the image's.
Verdict stream(const Trial& trial) {
  const spec::Geometry geometry = trial.asked.geometry;
  const Units units{spec::row_of(Format::t2s), geometry};
  const auto stream = std::span<const std::uint8_t>(*answered(trial));
  if (stream.size() != units.bytes() + units.ref_bytes()) return {};
  Request request = request_for(trial.asked.request(), Op::expand, stream.first(units.bytes()));
  request.format = Format::t2s;
  const auto codes = bytes_from(trial.judge, request);
  if (!codes) return Finding{{}, "the stream", "codes that expand", "none"};
  if (auto finding = same_bytes(code_areas(trial.asked.input, geometry), *codes)) return finding;
  Bytes side;
  each_field(units, stream,
             [&](const spec::Field& field, std::uint64_t, std::span<const std::uint8_t> at) {
               if (!holds_codes(field)) side.insert(side.end(), at.begin(), at.end());
             });
  side.insert(side.end(), stream.begin() + static_cast<std::ptrdiff_t>(units.bytes()),
              stream.end());
  return same_bytes(side_of_image({spec::row_of(Format::pb16i), geometry}, trial.asked.input),
                    side);
}

constexpr std::array<Law, 5> kConvertLaws{{
    {"weights", "a conversion keeps every weight", 2, converted, weights},
    {"patterns", "a conversion keeps every code and every bit of a scale", 5, converted, patterns},
    {"there and back", "converting back gives the canonical bytes again", 3, returns, back},
    {"image", "an expanded stream is the code area of the image converted from it", 1, widens,
     image_codes},
    {"stream", "a stream holds its image's codes, multipliers and side table", 1, streams, stream},
}};

}  // namespace

std::span<const Law> convert_laws() { return kConvertLaws; }

}  // namespace tritproof::laws
