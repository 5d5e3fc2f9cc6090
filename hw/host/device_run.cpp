// SPDX-License-Identifier: Apache-2.0
#include "hw/host/device_run.h"

#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "hw/host/caretaker.h"
#include "hw/host/lock.h"
#include "hw/host/resume.h"
#include "hw/host/runner_digest.h"
#include "hw/host/session.h"
#include "hw/host/sha256.h"
#include "hw/host/transcript.h"

namespace tritproof::host {

struct DeviceRun::Parts {
  RunOptions options;
  std::string runner_digest;
  std::vector<DeviceLock> locks;
  std::shared_ptr<Transcript> transcript = std::make_shared<Transcript>();
  std::unique_ptr<Caretaker> care;
  std::chrono::system_clock::time_point declared_at;
  bool used = false;
};

namespace {

std::unexpected<RunTrouble> failed(RunFault fault, std::string what,
                                   Verdict verdict = Verdict::not_run) {
  return std::unexpected(RunTrouble{fault, std::move(what), verdict});
}

std::string command_line(const Command& command) {
  std::string out;
  for (const std::string& word : command.argv) out += (out.empty() ? "" : " ") + word;
  return out;
}

/// What is wrong with a job; empty if nothing is.
std::string objection(const Job& job) {
  if (job.items.empty()) return "there are no items";
  if (!job.payload || !job.judge) return "there is nobody to make inputs or to judge";
  std::set<std::string_view> ids;
  for (const Item& item : job.items)
    if (item.id.empty() || !ids.insert(item.id).second)
      return "an item's id is " + (item.id.empty() ? "empty" : "there twice: " + item.id);
  return {};
}

std::string digest_of_ids(std::span<const Item> items) {
  Sha256 hash;
  for (const Item& item : items) hash.update(item.id + "\n");
  return hash.hex();
}

std::expected<void, std::string> take_lock(const RunOptions& options, const std::string& name,
                                           std::vector<DeviceLock>& into) {
  if (options.lock_folder.empty()) return {};
  auto lock = DeviceLock::take(options.lock_folder, name);
  if (!lock) return std::unexpected(std::move(lock.error()));
  into.push_back(std::move(*lock));
  return {};
}

}  // namespace

DeviceRun::DeviceRun(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
DeviceRun::~DeviceRun() = default;

std::expected<std::unique_ptr<DeviceRun>, RunTrouble> DeviceRun::start(Command command,
                                                                       RunOptions options) {
  auto parts = std::make_unique<Parts>();
  parts->options = std::move(options);
  auto digest = host::runner_digest(command);
  if (!digest) return failed(RunFault::no_start, digest.error(), Verdict::setup_error);
  parts->runner_digest = std::move(*digest);
  const RunOptions& chosen = parts->options;
  const std::string name = chosen.lock_name.empty() ? command_line(command) : chosen.lock_name;
  if (auto held = take_lock(chosen, name, parts->locks); !held)
    return failed(RunFault::locked, held.error());
  command.transcript = parts->transcript;
  auto care = Caretaker::start(std::move(command), chosen);
  if (!care) return failed(RunFault::no_start, care.error().what, care.error().verdict);
  parts->care = std::move(*care);
  for (const SeenDevice& device : parts->care->evidence().devices)
    if (device.node != name)
      if (auto held = take_lock(chosen, device.node, parts->locks); !held)
        return failed(RunFault::locked, held.error());
  parts->declared_at = std::chrono::system_clock::now();
  return std::unique_ptr<DeviceRun>(new DeviceRun(std::move(parts)));
}

const protocol::Hello& DeviceRun::hello() const { return parts_->care->hello(); }

std::chrono::system_clock::time_point DeviceRun::declared_at() const { return parts_->declared_at; }

const std::string& DeviceRun::runner_digest() const { return parts_->runner_digest; }

void DeviceRun::probe_with(Probe probe) { parts_->options.probe = std::move(probe); }

std::expected<RunReport, RunTrouble> DeviceRun::run(const Job& job) {
  if (std::exchange(parts_->used, true)) return failed(RunFault::bad_job, "it has been run");
  if (auto wrong = objection(job); !wrong.empty()) return failed(RunFault::bad_job, wrong);
  const RunOptions& options = parts_->options;
  std::unique_ptr<ResumeFile> file;
  if (options.resume) {
    const RunIdentity identity{options.resume->suite,           options.hello.level,
                               digest_of_ids(job.items),        parts_->runner_digest,
                               protocol::encode_hello(hello()), options.resume->challenge};
    auto opened = options.resume->go_on ? ResumeFile::go_on(options.resume->file, identity)
                                        : ResumeFile::create(options.resume->file, identity);
    if (!opened) return std::unexpected(std::move(opened.error()));
    file = std::move(*opened);
  }
  return Session(job, options, *parts_->care, file.get(), *parts_->transcript).run();
}

}  // namespace tritproof::host
