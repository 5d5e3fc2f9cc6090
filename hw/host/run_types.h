// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/subject.h"
#include "hw/host/device_class.h"
#include "hw/host/isolation.h"
#include "hw/protocol/hello.h"

/// What a run over a device takes and gives, apart from how it is done.
namespace tritproof::host {

/// A question on its way to the device. The run itself fills in the request's input and poison.
struct Item {
  std::string id;  ///< not empty, unique in the run
  Request request;
};

/// What the caller makes of an answer or a refusal.
struct Judgement {
  Verdict verdict = Verdict::not_run;
  std::string what;    ///< for people; empty on a pass
  std::string digest;  ///< of the answer as it is compared (NaNs canonical); repeats may differ in
                       ///< bytes as long as they agree in it
};

/// Why an item has no answer although the run is over; `asked` if it has been asked.
enum class Unasked : std::uint8_t {
  asked,
  not_declared,    ///< the hello does not name the op and format (FRAME-10)
  not_taken,       ///< the hello's limits, modes or policies exclude it (FRAME-4)
  quarantined,     ///< earlier sessions of this run ended three times while it was asked
  stopped,         ///< the caller said stop
  restarts_spent,  ///< too many new children were needed
  device_lost,     ///< no new child could be started, or the health probe was not answered
};
inline constexpr std::array<std::string_view, 7> kUnaskedNames{
    "asked",   "not-declared",   "not-taken",  "quarantined",
    "stopped", "restarts-spent", "device-lost"};

/// What became of one item.
struct ItemResult {
  Verdict verdict = Verdict::not_run;
  Unasked unasked = Unasked::asked;
  std::string what;                ///< for people; empty on a pass; may quote untrusted text
  std::string digest;              ///< of the judgement; empty for trouble
  std::uint64_t microseconds = 0;  ///< from first byte sent to last received, of the first asking
  std::uint64_t child = 0;  ///< which child was asked first, from 1 over all sessions; 0: none
  std::uint64_t times = 0;  ///< how often it was asked: repeats, confirmation, not bisection
  std::string after;        ///< the id of the earlier item without which it does not crash
  bool resumed = false;     ///< read from the resume file, not asked in this session

  friend bool operator==(const ItemResult&, const ItemResult&) = default;
};

/// A new child after the first, over all sessions.
struct Restart {
  std::uint64_t child = 0;  ///< the number of the new one
  std::string id;           ///< the item that was asked last; empty: none yet
  std::string why;

  friend bool operator==(const Restart&, const Restart&) = default;
};

/// What a whole run saw. Verdicts of single items are in `results`; what concerns no item is here.
struct RunReport {
  std::vector<ItemResult> results;  ///< one for each item, in the order of the items
  std::vector<Restart> restarts;
  std::vector<std::string> quarantined;  ///< ids of items that killed twice
  std::vector<std::string> transcripts;  ///< one for each session: Transcript::digest
  std::uint64_t children = 0;            ///< started, over all sessions
  std::uint64_t probes = 0;              ///< health probes answered well
  std::optional<std::string> lost;       ///< why the device was given up, if it was
  std::optional<Trouble> farewell;       ///< trouble after the last item: not a pass of the run
  Isolation isolation;                   ///< what was in force for every child of this session
  DeviceEvidence evidence;               ///< what the host saw in this session
  std::string errors;                    ///< up to 64 KiB of the last child's stderr; untrusted

  /// How many results have this verdict.
  [[nodiscard]] std::uint64_t count(Verdict verdict) const {
    std::uint64_t found = 0;
    for (const ItemResult& result : results) found += result.verdict == verdict ? 1 : 0;
    return found;
  }
};

/// Why there is no run, or why it cannot go on.
enum class RunFault : std::uint8_t {
  locked,            ///< another run holds the device: `what` says who
  no_start,          ///< `verdict` says which: setup-error, no-device, device-error
  bad_job,           ///< no items, or ids that are empty or not unique
  no_payload,        ///< the caller could not make an item's input
  not_kept,          ///< the caller could not keep a result
  resume_exists,     ///< a file of an earlier run is there and nobody said resume
  resume_missing,    ///< there is no file to resume from
  resume_differs,    ///< `what` names the field that is not the same
  resume_damaged,    ///< not a resume file, or damaged before its last line
  resume_unwritable  ///< disk full, a limit, no permission: what was written stays and is whole
};
inline constexpr std::array<std::string_view, 10> kRunFaultNames{
    "locked",        "no-start",       "bad-job",        "no-payload",     "not-kept",
    "resume-exists", "resume-missing", "resume-differs", "resume-damaged", "resume-unwritable"};

struct RunTrouble {
  RunFault fault{};
  std::string what;                    ///< a sentence without its full stop
  Verdict verdict = Verdict::not_run;  ///< for no_start
};

}  // namespace tritproof::host
