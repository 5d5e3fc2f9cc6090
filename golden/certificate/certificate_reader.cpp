// SPDX-License-Identifier: Apache-2.0
#include <span>

#include "golden/certificate/certificate.h"
#include "golden/certificate/fields.h"
#include "golden/certificate/sums.h"

namespace tritproof::golden {
namespace {

/// Reads a certificate's parts; what is wrong first is kept.
class Reader {
 public:
  Certificate statement(const Json& document) {
    Fields fields(reader_, document, "");
    Certificate c;
    fields.text("_type");
    for (const Json& one : fields.list("subject")) {
      Fields subject(reader_, one, "subject");
      c.subject = subject.text("name");
      Fields digest(reader_, subject.need("digest"), "subject");
      c.subject_sha256 = digest.digest("sha256");
      digest.finish();
      subject.finish();
    }
    fields.text("predicateType");
    predicate(fields.need("predicate"), c);
    fields.finish();
    return c;
  }

  [[nodiscard]] const std::optional<Fault>& fault() const { return reader_.fault(); }

 private:
  void predicate(const Json& object, Certificate& c) {
    Fields fields(reader_, object, "");
    // These follow from the rest: rewriting the whole compares them.
    fields.text("headline");
    fields.list("says");
    fields.text("result");
    c.command = fields.texts("command");
    c.standing = static_cast<Standing>(fields.one_of("standing", kStandingNames));
    c.standing_why = fields.text("standing_why");
    c.harness = harness(fields.need("harness"));
    suite(fields.need("suite"), c);
    c.thin = fields.truth("thin");
    c.challenge = fields.text("challenge");
    c.declared = declared(fields.need("declared"));
    for (const Json& one : fields.list("device")) c.device.push_back(device(one));
    for (const Json& one : fields.list("behaviour")) c.prints.push_back(print(one));
    c.run = run(fields.need("run"));
    c.counts = counts(fields.need("counts"));
    for (const Json& one : fields.list("waivers")) c.waivers.push_back(waived(one));
    for (const Json& one : fields.list("rows")) c.rows.push_back(row(one));
    fields.finish();
  }

  Harness harness(const Json& object) {
    Fields fields(reader_, object, "harness");
    Harness out{fields.text("version"), fields.text("commit"), fields.truth("dirty"),
                fields.text("compiler"), fields.digest("sha256")};
    fields.finish();
    return out;
  }

  void suite(const Json& object, Certificate& c) {
    Fields fields(reader_, object, "suite");
    c.suite_version = fields.text("version");
    c.suite_sha256 = fields.digest("sha256");
    c.level = static_cast<Level>(fields.one_of("level", kLevelNames));
    for (const std::string& name : fields.texts("formats")) {
      const auto format = spec::format_named(name);
      if (!format || (!c.formats.empty() && c.formats.back() >= *format)) {
        fields.wrong("formats", "names of formats, each once, in order", name);
        break;
      }
      c.formats.push_back(*format);
    }
    if (c.formats.empty()) fields.wrong("formats", "at least one", "none");
    fields.finish();
  }

  Declaration declared(const Json& object) {
    Fields fields(reader_, object, "declared");
    Declaration out;
    out.at = fields.text("at");
    std::string text;
    for (const std::string& line : fields.texts("hello")) text += line + "\n";
    auto hello = protocol::parse_hello(
        std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
    if (hello)
      out.hello = *std::move(hello);
    else
      fields.wrong("hello", "the lines of a hello", protocol::sentence_of(hello.error().fault));
    fields.finish();
    return out;
  }

  DeviceField device(const Json& object) {
    constexpr std::string_view origins[] = {"asserted", "measured"};
    Fields fields(reader_, object, "device");
    DeviceField out{fields.text("name"), fields.text("value"),
                    fields.one_of("origin", origins) == 1};
    fields.finish();
    return out;
  }

  FormatPrint print(const Json& object) {
    Fields fields(reader_, object, "behaviour");
    const std::string name = fields.text("format");
    const auto format = spec::format_named(name);
    if (!format) fields.wrong("format", "the name of a format", name);
    FormatPrint out{format.value_or(spec::Format::t2), fields.text("line")};
    fields.finish();
    return out;
  }

  RunFacts run(const Json& object) {
    Fields fields(reader_, object, "run");
    RunFacts out;
    out.started = fields.text("started");
    out.ended = fields.text("ended");
    out.children = fields.number("children");
    out.probes = fields.number("probes");
    for (const Json& one : fields.list("restarts")) {
      Fields restart(reader_, one, "restarts");
      out.restarts.push_back({restart.number("child"), restart.text("id"), restart.text("why")});
      restart.finish();
    }
    out.quarantined = fields.texts("quarantined");
    out.transcripts = fields.texts("transcripts");
    out.isolation = fields.text("isolation");
    out.trouble = fields.text("trouble");
    fields.finish();
    return out;
  }

  Counts counts(const Json& object) {
    Fields fields(reader_, object, "counts");
    Counts out;
    Fields verdicts(reader_, fields.need("by_verdict"), "by_verdict");
    for (std::size_t i = 0; i < out.by_verdict.size(); ++i)
      out.by_verdict[i] = verdicts.number(std::string(name_of(static_cast<Verdict>(i))).c_str());
    verdicts.finish();
    out.not_declared = fields.number("not_declared");
    out.left_out = fields.number("left_out");
    out.waived = fields.number("waived");
    out.formats_covered = fields.number("formats_covered");
    fields.finish();
    return out;
  }

  Waived waived(const Json& object) {
    Fields fields(reader_, object, "waivers");
    Waived out;
    out.waiver = {fields.text("id"), fields.text("flag"), fields.text("owner"),
                  fields.text("reason"), fields.text("expires")};
    out.expired = fields.truth("expired");
    out.ids = fields.texts("ids");
    fields.finish();
    return out;
  }

  Row row(const Json& object) {
    Fields fields(reader_, object, "rows");
    Row out{fields.text("name"),   fields.text("command"), fields.text("not_applicable"),
            fields.truth("ended"), fields.number("exit"),  fields.digest("sha256"),
            fields.number("bytes")};
    fields.text("origin");
    fields.finish();
    return out;
  }

  StrictReader reader_;
};

}  // namespace

std::expected<Certificate, Fault> parse_certificate(std::string_view text) {
  const auto document = parse_file(text, kCertificateFile, kMostCertificateBytes);
  if (!document) return std::unexpected(document.error());
  Reader reader;
  Certificate certificate = reader.statement(*document);
  if (reader.fault()) return std::unexpected(in_file(kCertificateFile, *reader.fault()));
  if (auto fault = same_text(text, write_certificate(certificate), kCertificateFile))
    return std::unexpected(*std::move(fault));
  return certificate;
}

}  // namespace tritproof::golden
